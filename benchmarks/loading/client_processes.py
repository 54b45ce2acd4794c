"""Starting the processes of the clients, and measuring the server while they play."""

import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.loading.client import Job, Manner, run
from benchmarks.loading.player import Counted
from benchmarks.loading.server import Figures, MeasuredServer, difference
from benchmarks.loading.tables import Prepared

CONNECT_S = 180
"""A client that has not connected by then has failed."""
TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class Measurement:
    """The figures of one measurement."""

    seconds: float
    cpu: float
    loop_cpu: float
    queued: float
    rss: int
    """At the end of the measurement, in bytes."""
    figures: Figures
    client_cpu: float
    latencies: list[float]
    """In seconds, sorted."""
    acks: int
    frames: int
    bytes: int
    over: int
    problems: str
    is_whole: bool
    """False if Ctrl-C ended it early."""

    @property
    def us_per_commit(self) -> float:
        """CPU time of the server per choice, in µs."""
        return 1e6 * self.cpu / max(1, self.acks)

    def latency(self, share: float) -> float:
        """A quantile of the clients' measurements, in seconds."""
        if not self.latencies:
            return 0.0
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]


def show_progress(text: str) -> None:
    """Show progress in one line, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class ClientFailed(Exception):
    """A client could not do its job."""


class Clients:
    """Processes that have connected to a server."""

    def __init__(self, pipes: list[Connection], sockets: int, took: float) -> None:
        self.sockets = sockets
        self.took = took
        self._pipes = pipes

    def tell(self, word: str) -> None:
        """Send a word to all processes."""
        for pipe in self._pipes:
            pipe.send(word)

    def acks(self) -> int:
        """The number of acknowledged choices so far."""
        self.tell("tell")
        return sum(_await_answer(pipe, "told") for pipe in self._pipes)

    def results(self) -> list[Counted]:
        """What each process has counted."""
        self.tell("result")
        return [_await_answer(pipe, "result") for pipe in self._pipes]


@contextmanager
def clients(
    server: MeasuredServer, tables: Sequence[Prepared], manner: Manner, pace: float = 0, processes: int = 1
) -> Iterator[Clients]:
    """Processes that share some tables, with all their sockets open."""
    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    started = []
    try:
        for n in range(processes):
            ours, theirs = context.Pipe()
            share = pace if manner is Manner.PACED else pace / processes
            job = Job(server.host, server.port, tuple(tables[n::processes]), manner, share, n + 1)
            process = context.Process(target=run, args=(job, theirs), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            started.append(process)
        begun = time.perf_counter()
        sockets = _await_sockets(pipes, sum(len(table.devices) for table in tables))
        yield Clients(pipes, sockets, time.perf_counter() - begun)
    finally:
        for pipe in pipes:
            pipe.close()
        for process in started:
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()


def _await_sockets(pipes: list[Connection], wanted: int) -> int:
    counts = dict.fromkeys(range(len(pipes)), 0)
    ready: set[int] = set()
    end = time.monotonic() + CONNECT_S
    while len(ready) < len(pipes):
        for n, pipe in enumerate(pipes):
            if n not in ready and pipe.poll(0.2):
                word, value = _receive(pipe)
                counts[n] = value
                if word == "ready":
                    ready.add(n)
        show_progress(f"{sum(counts.values())} of {wanted} sockets are open")
        if time.monotonic() > end:
            raise ClientFailed(f"{sum(counts.values())} of {wanted} sockets in {CONNECT_S} s")
    return sum(counts.values())


def _await_answer(pipe: Connection, wanted: str) -> Any:
    while pipe.poll(TIMEOUT_S):
        word, value = _receive(pipe)
        if word == wanted:
            return value
    raise ClientFailed("a client does not answer")


def _receive(pipe: Connection) -> tuple[str, Any]:
    try:
        word, value = pipe.recv()
    except EOFError:
        raise ClientFailed("a client has ended") from None
    if word == "failed":
        raise ClientFailed(value)
    return word, value


def measure(server: MeasuredServer, crowd: Clients, warm_up: float, seconds: float) -> Measurement:
    """Let them play for a while, not counting the warm-up; Ctrl-C ends it early."""
    crowd.tell("go")
    is_whole = _wait(crowd, warm_up, "warm-up")
    figures = server.figures()
    crowd.tell("measure")
    before = server.moment()
    is_whole = is_whole and _wait(crowd, seconds, "measuring")
    after = server.moment()
    acks = crowd.acks()
    figures = difference(figures, server.figures())
    counted = crowd.results()
    latencies = sorted(latency for one in counted for latency in one.latencies)
    return Measurement(
        seconds=after.at - before.at,
        cpu=after.cpu - before.cpu,
        loop_cpu=after.loop_cpu - before.loop_cpu,
        queued=after.queued - before.queued,
        rss=after.rss,
        figures=figures,
        client_cpu=sum(one.cpu for one in counted),
        latencies=latencies,
        acks=acks,
        frames=sum(one.frames for one in counted),
        bytes=sum(one.bytes for one in counted),
        over=sum(one.over for one in counted),
        problems=_problems(counted),
        is_whole=is_whole,
    )


def _wait(crowd: Clients, seconds: float, what: str) -> bool:
    """Wait; False if interrupted."""
    end = time.perf_counter() + seconds
    try:
        while (left := end - time.perf_counter()) > 0:
            time.sleep(min(1, left))
            show_progress(f"{what}: {crowd.acks()} choices, {max(0, left - 1):.0f} s left")
    except KeyboardInterrupt:
        return False
    return True


def _problems(counted: list[Counted]) -> str:
    found: dict[str, int] = {}
    for one in counted:
        for code, count in one.refused.items():
            found[f"refused {code}"] = found.get(f"refused {code}", 0) + count
        found["hung up"] = found.get("hung up", 0) + one.closed
    return ", ".join(f"{count} {what}" for what, count in found.items() if count)
