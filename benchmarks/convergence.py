"""Does everybody see the same in the end? Games over a network that delays, holds back, tears and cuts.

Run: python benchmarks/convergence.py [--events N] [--tables N] [--seed TEXT]

Everybody has two tabs, each with a connection of its own through a proxy on this machine, and uses both, so
that what was sent first may come last. When enough has gone wrong, all falls silent: then each client is
compared with a new one at the same seat, with all others at its table, and with the log in the database.
Ctrl-C ends it early, with the figures until then.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random

sys.path.pop(0)  # This folder, whose `store` is another module.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.bad_network import BadNetwork, Figures
from server.server_kills import UNLIMITED
from server.server_process import Running, running_server


def progress(figures: Figures) -> None:
    """Show progress in one line."""
    print(f"\r{figures.events.total()} events at {figures.tables} tables ", end="", file=sys.stderr)


def report(figures: Figures) -> None:
    """The table at the end."""
    rows: list[tuple[str, object]] = [
        ("events", figures.events.total()),
        *((f"… {kind}", number) for kind, number in figures.events.most_common()),
        ("tables", figures.tables),
        ("clients", figures.clients),
        ("connections made", figures.connections),
        ("acknowledged choices", figures.acknowledged),
        *((f"refused: {code}", number) for code, number in figures.refused.most_common()),
        ("clients compared", figures.compared),
        ("clients that differ", len(figures.troubles)),
        ("chaos, s", f"{figures.chaos_s:.1f}"),
        ("until all were compared, s", f"{figures.calm_s:.1f}"),
    ]
    print(file=sys.stderr)
    for name, value in rows:
        print(f"{name:32}{value!s:>16}")
    for kind, about in figures.troubles[:20]:
        print(f"{kind}: {about}")


def main() -> int:
    """Print the figures; 1 if anybody differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=1000, help="how much goes wrong (default 1000)")
    parser.add_argument("--tables", type=int, default=6, help="how many tables play at once (default 6)")
    parser.add_argument("--seed", default="chaos", help="for everything that is random (default: chaos)")
    arguments = parser.parse_args()

    async def run(running: Running, database: str) -> None:
        converging = BadNetwork(running, database, arguments.tables, Random(arguments.seed))
        shown.append(converging.figures)
        await converging.run(arguments.events, progress)

    shown: list[Figures] = []
    with tempfile.TemporaryDirectory() as name:
        database = f"sqlite:///{name}/tables.db"
        with running_server(Path(name), database, *UNLIMITED) as running, suppress(KeyboardInterrupt):
            asyncio.run(run(running, database))
    report(shown[0])
    return 1 if shown[0].troubles else 0


if __name__ == "__main__":
    sys.exit(main())
