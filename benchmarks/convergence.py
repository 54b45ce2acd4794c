"""Do all clients converge? Games over a network that delays, reorders, truncates and disconnects.

Run: python benchmarks/convergence.py [--events N] [--tables N] [--seed TEXT]

Each person uses two tabs, each with its own connection through a proxy on this machine, so messages can
arrive out of order. After the given number of faults the network is left alone; then each client is compared
with a new one at the same seat, with all others at its table, and with the log in the database. Ctrl-C stops
early and prints the figures so far.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random

sys.path.pop(0)  # This folder has a store.py that would hide the package `store` of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.bad_network import BadNetwork, Figures
from server.server_kills import UNLIMITED
from server.server_process import RunningServer, running_server


def progress(figures: Figures) -> None:
    """Show progress in one line."""
    print(f"\r{figures.events.total()} events at {figures.tables} tables ", end="", file=sys.stderr)


def report(figures: Figures) -> None:
    """Print the figures and the first differences."""
    rows: list[tuple[str, object]] = [
        ("events", figures.events.total()),
        *((f"… {kind}", number) for kind, number in figures.events.most_common()),
        ("tables", figures.tables),
        ("clients", figures.clients),
        ("connections made", figures.connections),
        ("acknowledged choices", figures.acknowledged),
        *((f"refused: {code}", number) for code, number in figures.refused.most_common()),
        ("clients compared", figures.compared),
        ("clients that differ", len(figures.failures)),
        ("with faults, s", f"{figures.faulty_s:.1f}"),
        ("comparing, s", f"{figures.compare_s:.1f}"),
    ]
    print(file=sys.stderr)
    for name, value in rows:
        print(f"{name:32}{value!s:>16}")
    for kind, about in figures.failures[:20]:
        print(f"{kind}: {about}")


def main() -> int:
    """Run and report; exit code 1 if any client differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=1000, help="number of network faults (default 1000)")
    parser.add_argument("--tables", type=int, default=6, help="number of tables in play (default 6)")
    parser.add_argument("--seed", default="chaos", help="seed of everything random (default: chaos)")
    arguments = parser.parse_args()

    async def run(running: RunningServer, database: str) -> None:
        network = BadNetwork(running, database, arguments.tables, Random(arguments.seed))
        shown.append(network.figures)
        await network.run(arguments.events, progress)

    shown: list[Figures] = []
    with tempfile.TemporaryDirectory() as name:
        database = f"sqlite:///{name}/tables.db"
        with running_server(Path(name), database, *UNLIMITED) as running, suppress(KeyboardInterrupt):
            asyncio.run(run(running, database))
    report(shown[0])
    return 1 if shown[0].failures else 0


if __name__ == "__main__":
    sys.exit(main())
