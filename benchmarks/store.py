"""How many durable appends per second? Each appender waits for one append before it starts the next.

Run: python benchmarks/store.py [--seconds S] [--postgres URL] [--folder FOLDER]

Appenders are tasks of one event loop, each writing to its own table, like the rooms of a server. The
yardstick is the disk, measured in the same run: how many times per second one page can be written and synced.
The ratio is appends per sync. Unless a URL is given, PostgreSQL comes from the wheel that the tests use; its
data should be on the same disk.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

sys.path.pop(0)  # This folder, where `store` would be this file and not the package of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from closecall.store import PersonRow, SecretKind, SecretRow, Status, Store, TableRow
from store.postgres_wheel import running_postgres

APPENDERS = (1, 10, 100, 1000)
ENTRY = '{"seat":2,"move":"b2+g"}'
PAGE = bytes(4096)


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of the table."""

    appends: float
    commits: float
    middle: float
    slow: float
    cpu: float


def fsyncs_per_second(folder: Path, seconds: float) -> float:
    """The rate of writing single pages, each synced to disk."""
    path = folder / "yardstick"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY)
    try:
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            os.write(descriptor, PAGE)
            os.fsync(descriptor)
            count += 1
        return count / (time.perf_counter() - start)
    finally:
        os.close(descriptor)
        path.unlink()


def set_up(store: Store, run: str, count: int) -> list[str]:
    """Create a person and this many tables; the ids of the tables."""
    person = PersonRow(f"p-{run}", "Ada", "en", False, 0, 0)
    store.add_person(person, SecretRow(f"secret-{run}", person.id, SecretKind.SESSION, 0)).result()
    ids = [f"{run}-{n:05}" for n in range(count)]
    made = [
        store.create_table(
            TableRow(
                id=table_id,
                code=table_id,
                invite_hash=table_id,
                game="mark",
                rules_version=1,
                options="{}",
                seats="[]",
                people=frozenset({person.id}),
                is_public=False,
                host=person.id,
                clock="none",
                status=Status.PLAYING,
                commitment="",
                words="[]",
                created_at=0,
            ),
            seed="",
        )
        for table_id in ids
    ]
    for future in made:
        future.result()
    return ids


async def append_until(store: Store, table_id: str, end: float, waits: list[float]) -> None:
    """Append entries to one table, one at a time."""
    length = 0
    while (start := time.perf_counter()) < end:
        appended = await asyncio.wrap_future(store.append(table_id, length, (ENTRY,), at=0))
        length = appended.length
        waits.append(time.perf_counter() - start)


async def measure(store: Store, ids: list[str], seconds: float) -> Measured:
    """Run all appenders at once."""
    waits: list[float] = []
    before, start, cpu = store.statistics().commits, time.perf_counter(), time.process_time()
    await asyncio.gather(*(append_until(store, table_id, start + seconds, waits) for table_id in ids))
    took = time.perf_counter() - start
    cuts = quantiles(waits, n=100)
    return Measured(
        appends=len(waits) / took,
        commits=(store.statistics().commits - before) / took,
        middle=cuts[49],
        slow=cuts[98],
        cpu=(time.process_time() - cpu) / len(waits),
    )


@contextmanager
def busy(is_busy: bool) -> Iterator[None]:
    """Keep another thread computing, like a busy event loop."""
    done = threading.Event()
    thread = threading.Thread(target=_compute, args=(done,))
    if is_busy:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if is_busy:
            thread.join()


def _compute(done: threading.Event) -> None:
    total = 0
    while not done.is_set():
        for number in range(1000):
            total += number


def report(name: str, store: Store, seconds: float, unit: float, is_busy: bool) -> None:
    """Print the rows of one database."""
    for count in APPENDERS:
        ids = set_up(store, f"{time.time_ns()}", count)
        with busy(is_busy):
            got = asyncio.run(measure(store, ids, seconds))
        print(
            f"{name:10}{count:>10}{got.appends:>11.0f}{got.commits:>11.0f}{got.appends / got.commits:>11.1f}"
            f"{1000 * got.middle:>11.1f}{1000 * got.slow:>11.1f}{1e6 * got.cpu:>11.0f}"
            f"{got.appends / unit:>11.1f}"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=3, help="seconds per row (default 3)")
    parser.add_argument("--folder", type=Path, help="folder for the SQLite file; default: a temporary one")
    parser.add_argument("--postgres", metavar="URL", help="an empty database; default: start a server")
    parser.add_argument("--busy", action="store_true", help="run a computing thread at the same time")
    arguments = parser.parse_args()
    columns = ("appends/s", "commits/s", "grouped", "p50 ms", "p99 ms", "CPU µs", "ratio")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        unit = fsyncs_per_second(Path(name), arguments.seconds)
        print(f"yardstick: {unit:.0f} fsyncs/s of one page on this disk\n")
        print(f"{'':10}{'appenders':>10}" + "".join(f"{column:>11}" for column in columns))
        with Store.open(f"sqlite:///{name}/bench.db") as store:
            report("SQLite", store, arguments.seconds, unit, arguments.busy)
    given = nullcontext(arguments.postgres) if arguments.postgres else running_postgres()
    with given as url, Store.open(url) as store:
        report("PostgreSQL", store, arguments.seconds, unit, arguments.busy)


if __name__ == "__main__":
    main()
