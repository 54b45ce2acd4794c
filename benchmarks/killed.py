"""Is anything lost when the server is killed? A real server, killed in the middle of many games, many times.

Run: python benchmarks/killed.py [--kills N] [--tables N] [--seed TEXT] [--postgres]

People play over real sockets all the time, bots with them and among themselves. After each SIGKILL the server
is started again, and the database is read past it: what was acknowledged must stand in the log once and at
its place, what was shown must follow from it, every outcome must be what the seed gives, and every table must
go on, where bots play without anybody asking. Ctrl-C ends it early, with the figures until then.
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

sys.path.pop(0)  # This folder, whose `store` is another module.
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
    found = f"{len(figures.troubles)} troubles" if figures.troubles else "all well"
    print(f"\r{figures.kills} kills, {figures.finished} games finished, {found} ", end="", file=sys.stderr)


def report(figures: Figures) -> None:
    """The table at the end."""
    rows: list[tuple[str, object]] = [
        ("kills", figures.kills),
        ("tables played at", figures.tables),
        ("games finished", figures.finished),
        ("entries in the logs", figures.entries),
        ("acknowledged commits", figures.commits),
        ("acknowledged take-backs", figures.take_backs),
        ("under way at a kill", figures.unanswered),
        ("… of them kept", figures.kept),
        ("lost", figures.count("lost")),
        ("doubled", figures.count("doubled")),
        ("shown otherwise than kept", figures.count("differs")),
        ("acknowledged before shown", figures.count("unseen")),
        ("unfair outcomes", figures.count("unfair")),
        ("broken logs", figures.count("broken")),
        ("mistakes in the server's log", figures.count("mistake")),
        ("tables that stalled", figures.count("stalled")),
    ]
    for name, times in (("start", figures.starts), ("all go on", figures.going_on)):
        if times:
            rows.append((f"{name}, s (median, worst)", f"{median(times):.2f}, {max(times):.2f}"))
    rows.append(("total, s", f"{figures.seconds:.0f}"))
    print(file=sys.stderr)
    for name, value in rows:
        print(f"{name:32}{value!s:>16}")
    for kind, about in figures.troubles[:20]:
        print(f"{kind}: {about}")


def main() -> int:
    """Print the figures; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed (default 200)")
    parser.add_argument("--tables", type=int, default=30, help="how many tables play at once (default 30)")
    parser.add_argument("--seed", default="killed", help="for the moments and moves (default: killed)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL from the tests' wheel")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        database_in(Path(name), is_postgres=arguments.postgres) as database,
    ):
        killing = ServerKills(Path(name), database, arguments.tables, Random(arguments.seed))
        with suppress(KeyboardInterrupt):
            asyncio.run(killing.run(arguments.kills, progress))
    report(killing.figures)
    return 1 if killing.figures.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
