"""The scenarios; each prints its figures as soon as it has them."""

import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks.loading.client import Manner
from benchmarks.loading.client_processes import (
    ClientFailed,
    Clients,
    Measurement,
    clients,
    measure,
    show_progress,
)
from benchmarks.loading.server import MeasuredServer, middle, quantile, running_server, total
from benchmarks.loading.tables import SEATS, Prepared, prepare

from closecall.server.tables import Clock
from store.postgres_wheel import running_postgres

KIB = 1024
MIB = 1024 * 1024
PUBLISHED = "closecall_published_seconds"
APPENDED = "closecall_append_seconds"
PING_S = 20
"""How often the server pings an idle socket: a window of this length includes all of it."""


class Interrupted(Exception):
    """The user wants the results so far, and no more."""


@contextmanager
def _database(arguments: Namespace) -> Iterator[tuple[Path, str]]:
    """A folder, and an empty database in it or in a private PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="closecall-load-", dir=arguments.folder) as name:
        folder = Path(name)
        if arguments.postgres:
            with running_postgres() as url:
                yield folder, url
        else:
            yield folder, f"sqlite:///{folder / 'tables.db'}"


@contextmanager
def _crowd(
    arguments: Namespace, count: int, manner: Manner, pace: float = 0, devices: int = SEATS
) -> Iterator[tuple[MeasuredServer, Clients, int]]:
    """A server with connected tables, and the memory it used without them."""
    if count * devices > arguments.most_files:
        raise ClientFailed(f"{count * devices} sockets are more than this process may open files (ulimit -n)")
    with _database(arguments) as (folder, database):
        show_progress(f"writing {count} tables")
        tables = prepare(database, count, tuple(arguments.games), devices=devices)
        with running_server(folder, database) as server:
            time.sleep(1.5)  # The bots' processes have been started by now.
            empty = server.rss()
            with clients(server, tables, manner, pace, arguments.clients) as crowd:
                if arguments.show_pid:
                    print(f"  server process {server.process.pid}", flush=True)
                yield server, crowd, empty
            _show_log(server)


def _show_log(server: MeasuredServer) -> None:
    text = server.log.read_text("utf-8")
    lines = [line for line in text.splitlines() if " warning " in line.lower() or " error " in line.lower()]
    for line in lines[:10]:
        print(f"  log: {line[:200]}")


def _print_rows(rows: Sequence[tuple[str, str]]) -> None:
    show_progress("")
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"  {name:{width}}  {value}")


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def _rows(got: Measurement) -> list[tuple[str, str]]:
    views = " / ".join(_ms(got.latency(share)) for share in (0.5, 0.95, 0.99, 1))
    parts = [f"{_ms(quantile(got.figures, name, 0.99))}" for name in (PUBLISHED, APPENDED)]
    means = [f"{_ms(middle(got.figures, name))}" for name in (PUBLISHED, APPENDED)]
    commits = total(got.figures, "closecall_store_commits_total")
    written = total(got.figures, "closecall_store_written_total")
    return [
        (
            "choices acknowledged per second",
            f"{got.acks / got.seconds:.0f}  ({got.acks} in {got.seconds:.1f} s)",
        ),
        ("commit to view at all sockets, ms: p50 / p95 / p99 / max", views),
        ("server: arrival to published, ms: mean / p99", f"{means[0]} / {parts[0]}"),
        ("server: append to disk, ms: mean / p99", f"{means[1]} / {parts[1]}"),
        ("choices per transaction", f"{written / commits if commits else 0:.1f}"),
        ("server CPU, µs per choice", f"{got.us_per_commit:.0f}"),
        (
            "server CPU share: all (loop thread)",
            f"{100 * got.cpu / got.seconds:.0f} % ({100 * got.loop_cpu / got.seconds:.0f} %)",
        ),
        ("the loop's thread was ready but had no core", f"{100 * got.queued / got.seconds:.0f} %"),
        ("client CPU share", f"{100 * got.client_cpu / got.seconds:.0f} %"),
        ("frames received per choice, bytes each", _frames(got)),
        ("server memory", f"{got.rss / MIB:.0f} MiB"),
        ("games that ended", f"{got.over}"),
        ("problems", got.problems or "none"),
    ]


def _frames(got: Measurement) -> str:
    return f"{got.frames / max(1, got.acks):.1f}, {got.bytes / max(1, got.frames):.0f}"


def _stop_if_cut(got: Measurement) -> None:
    if not got.is_whole:
        raise Interrupted


def pace(arguments: Namespace) -> None:
    """Many tables, each making a move every few seconds."""
    count, every = arguments.tables or 2000, arguments.every
    seconds = arguments.seconds or 30
    print(f"\npace: {count} tables of four, a decision about every {every:g} s (p99 wanted: < 100 ms)")
    with _crowd(arguments, count, Manner.PACED, every) as (server, crowd, _):
        got = measure(
            server, crowd, arguments.warm_up if arguments.warm_up is not None else every * 1.5, seconds
        )
        each = got.seconds * crowd.sockets / max(1, got.acks)
        _print_rows(
            [
                ("sockets", f"{crowd.sockets}"),
                ("a player chooses every", f"{each:.1f} s"),
                ("a table makes a move every", f"{each / 4:.1f} s"),
                *_rows(got),
            ]
        )
    _stop_if_cut(got)


def throughput(arguments: Namespace) -> None:
    """As many choices as possible."""
    moving = arguments.moving
    count = arguments.tables or moving * 5
    seconds = arguments.seconds or 15
    print(f"\nthroughput: {moving} tables always move, {count - moving} wait their turn (wanted: >= 3000/s)")
    with _crowd(arguments, count, Manner.RUSHED, moving) as (server, crowd, _):
        got = measure(server, crowd, arguments.warm_up if arguments.warm_up is not None else 2, seconds)
        _print_rows([("sockets", f"{crowd.sockets}"), *_rows(got)])
        if got.over >= count - moving:
            print("  All tables that waited have moved: give more with --tables.")
    _stop_if_cut(got)


def idle(arguments: Namespace) -> None:
    """Sockets that only watch."""
    count = arguments.sockets // SEATS
    seconds = arguments.seconds or PING_S * 1.5
    print(f"\nidle: {count * SEATS} sockets at {count} tables (wanted: < 40 KiB each)")
    with _crowd(arguments, count, Manner.IDLE) as (server, crowd, empty):
        connected = server.rss()
        got = measure(server, crowd, 0, seconds)
        _print_rows(
            [
                ("sockets", f"{crowd.sockets}, opened in {crowd.took:.1f} s"),
                ("server memory without them", f"{empty / MIB:.0f} MiB"),
                ("KiB per socket, its share of the table counted", _each(connected - empty, crowd.sockets)),
                (f"the same after {got.seconds:.0f} s", _each(got.rss - empty, crowd.sockets)),
                ("server CPU share meanwhile", f"{100 * got.cpu / got.seconds:.1f} %"),
                ("problems", got.problems or "none"),
            ]
        )
    _stop_if_cut(got)


def _each(size: int, count: int) -> str:
    return f"{size / max(1, count) / KIB:.1f}"


def growth(arguments: Namespace) -> None:
    """The same number of choices at more and more tables."""
    rate, seconds = arguments.rate, arguments.seconds or PING_S
    counts = [arguments.tables] if arguments.tables else [10, 100, 1000, 10_000]
    print(f"\ngrowth: {rate:g} choices a second in all; CPU per choice without what idle sockets cost")
    names = ("sockets", "CPU µs", "CPU idle %", "p50 ms", "p99 ms", "publ. p99", "MiB", "KiB/table")
    print(f"  {'tables':>7}{'devices':>8}" + "".join(f"{name:>11}" for name in names))
    for devices in (1, SEATS):
        for count in counts:
            # If four devices each exceed the limit of open files, as many tables as possible.
            fitting = min(count, arguments.most_files // devices)
            _stop_if_cut(_grown(arguments, fitting, devices, rate, seconds))


def _grown(arguments: Namespace, count: int, devices: int, rate: float, seconds: float) -> Measurement:
    with _crowd(arguments, count, Manner.EVEN, rate, devices) as (server, crowd, empty):
        before = server.cpu()
        show_progress("idle")
        time.sleep(seconds)
        resting = (server.cpu() - before) / seconds
        full = server.rss()
        got = measure(server, crowd, arguments.warm_up if arguments.warm_up is not None else 1, seconds)
        show_progress("")
        values = (
            f"{crowd.sockets}",
            f"{1e6 * (got.cpu - resting * got.seconds) / max(1, got.acks):.0f}",
            f"{100 * resting:.1f}",
            _ms(got.latency(0.5)),
            _ms(got.latency(0.99)),
            _ms(quantile(got.figures, PUBLISHED, 0.99)),
            f"{got.rss / MIB:.0f}",
            _each(full - empty, count),
        )
        print(f"  {count:>7}{devices:>8}" + "".join(f"{value:>11}" for value in values) + f"  {got.problems}")
        return got


def start(arguments: Namespace) -> None:
    """From exec until /health answers."""
    count = arguments.tables or 10_000
    print(f"\nstart: seconds from exec until /health answers, {arguments.times} times (wanted: < 2)")
    print(f"  {'unfinished tables':34}{'median':>8}{'best':>8}{'worst':>8}{'CPU':>8}{'all awake':>11}")
    for name, tables, clock in (
        ("none", 0, Clock.NONE),
        (f"{count} of people", count, Clock.NONE),
        (f"{count} with a clock that runs", count, Clock.RELAXED),
    ):
        with _database(arguments) as (folder, database):
            show_progress(f"writing {tables} tables")
            found: list[Prepared] = prepare(database, tables, tuple(arguments.games), clock=clock)
            awake = len(found) if clock is not Clock.NONE else 0
            _print_starts(name, arguments.times, folder, database, awake)


def _print_starts(name: str, times: int, folder: Path, database: str, rooms: int) -> None:
    seconds: list[float] = []
    cpu: list[float] = []
    awake: list[float] = []
    try:
        for n in range(times):
            show_progress(f"{name}: start {n + 1} of {times}")
            with running_server(folder, database) as server:
                seconds.append(server.seconds)
                cpu.append(server.cpu())
                if rooms:
                    awake.append(server.seconds + _until_awake(server, rooms))
    finally:  # Ctrl-C too.
        show_progress("")
        if seconds:
            woken = f"{median(awake):11.1f}" if awake else f"{'–':>11}"
            spread = f"{median(seconds):8.2f}{min(seconds):8.2f}{max(seconds):8.2f}"
            print(f"  {name:34}{spread}{median(cpu):8.2f}{woken}")


def _until_awake(server: MeasuredServer, rooms: int) -> float:
    """Seconds until all tables where a clock runs are in memory."""
    begun = time.perf_counter()
    while server.figures().get("closecall_rooms", 0) < rooms:
        if time.perf_counter() - begun > 120:
            return float("inf")
        time.sleep(0.1)
    return time.perf_counter() - begun


SCENARIOS = {"pace": pace, "throughput": throughput, "idle": idle, "growth": growth, "start": start}
