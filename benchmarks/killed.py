"""Is anything lost when the server is killed? A real server, killed repeatedly in the middle of many games.

Run: python benchmarks/killed.py [--kills N] [--tables N] [--seed TEXT] [--postgres]

People play over real sockets, with and without bots; other tables have bots only. After each SIGKILL the
server is restarted and the database is read directly: every acknowledged choice must be in the log exactly
once and in its place, every view that was sent must follow from the log, every outcome must be the one that
the seed gives, and every table must go on, bots-only tables by themselves. Ctrl-C stops early and prints the
figures so far.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median

sys.path.pop(0)  # This folder has a store.py that would hide the package `store` of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.server_kills import Figures, ServerKills
from store.postgres_wheel import running_postgres


@contextmanager
def database_in(folder: Path, *, is_postgres: bool) -> Iterator[str]:
    """The URL of a new database."""
    if is_postgres:
        with running_postgres() as url:
            yield url
    else:
        yield f"sqlite:///{folder}/tables.db"


def progress(figures: Figures) -> None:
    """Show progress in one line."""
    found = f"{len(figures.failures)} failures" if figures.failures else "no failures"
    print(f"\r{figures.kills} kills, {figures.finished} games finished, {found} ", end="", file=sys.stderr)


def report(figures: Figures) -> None:
    """Print the figures and the first failures."""
    rows: list[tuple[str, object]] = [
        ("kills", figures.kills),
        ("tables played at", figures.tables),
        ("games finished", figures.finished),
        ("entries in the logs", figures.entries),
        ("acknowledged commits", figures.commits),
        ("acknowledged take-backs", figures.take_backs),
        ("unanswered at a kill", figures.unanswered),
        ("… of which stored", figures.stored),
        ("lost", figures.count("lost")),
        ("duplicated", figures.count("duplicated")),
        ("shown but not as stored", figures.count("differs")),
        ("acknowledged before shown", figures.count("unseen")),
        ("unfair outcomes", figures.count("unfair")),
        ("broken logs", figures.count("broken")),
        ("errors in the server's log", figures.count("error")),
        ("tables that stalled", figures.count("stalled")),
    ]
    for name, times in (("start", figures.starts), ("resume", figures.resumes)):
        if times:
            rows.append((f"{name}, s (median, worst)", f"{median(times):.2f}, {max(times):.2f}"))
    rows.append(("total, s", f"{figures.seconds:.0f}"))
    print(file=sys.stderr)
    for name, value in rows:
        print(f"{name:32}{value!s:>16}")
    for kind, about in figures.failures[:20]:
        print(f"{kind}: {about}")


def main() -> int:
    """Run and report; exit code 1 after any failure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=200, help="number of kills (default 200)")
    parser.add_argument("--tables", type=int, default=30, help="number of tables in play (default 30)")
    parser.add_argument("--seed", default="killed", help="seed of times and moves (default: killed)")
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL, from the tests' wheel")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        database_in(Path(name), is_postgres=arguments.postgres) as database,
    ):
        benchmark = ServerKills(Path(name), database, arguments.tables, Random(arguments.seed))
        with suppress(KeyboardInterrupt):
            asyncio.run(benchmark.run(arguments.kills, progress))
    report(benchmark.figures)
    return 1 if benchmark.figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
