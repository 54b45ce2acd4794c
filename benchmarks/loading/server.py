"""A real server in its own process, with figures from the system and from its metrics. Linux only."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_S = 60
"""A start that takes longer has failed."""
TIMEOUT_S = 30

_PROGRAM = "import sys; from closecall.cli.main import main; sys.exit(main(sys.argv[1:]))"
_TICKS = os.sysconf("SC_CLK_TCK")
_LINE = re.compile(r"^(\w+)(\{[^}]*\})? (\S+)$", re.MULTILINE)

Figures = Mapping[str, float]
"""Prometheus samples by their name with labels."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The figures of a server at one moment."""

    at: float
    cpu: float
    loop_cpu: float
    """Of the thread of the event loop alone; the others are the store's."""
    queued: float
    """How long that thread was runnable without a core."""
    rss: int


@dataclass(frozen=True, slots=True)
class MeasuredServer:
    """A running server."""

    host: str
    port: int
    process: "subprocess.Popen[bytes]"
    log: Path
    seconds: float
    """From exec until /health answered."""

    def cpu(self) -> float:
        """CPU seconds since its start, of all threads but not of the bot workers."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def loop(self) -> tuple[float, float]:
        """Seconds that its main thread has had a core, and that it was runnable without one."""
        pid = self.process.pid
        fields = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()
        return int(fields[0]) / 1e9, int(fields[1]) / 1e9

    def rss(self) -> int:
        """Its memory in bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found is not None
        return int(found[1]) * 1024

    def figures(self) -> Figures:
        """What /metrics says."""
        url = f"http://{self.host}:{self.port}/metrics"
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            text: str = answer.read().decode()
        return {name + labels: float(value) for name, labels, value in _LINE.findall(text)}

    def moment(self) -> Moment:
        """Everything, as of now."""
        return Moment(time.perf_counter(), self.cpu(), *self.loop(), self.rss())


@contextmanager
def running_server(folder: Path, database: str, *flags: str) -> Iterator[MeasuredServer]:
    """A server on a database, without effective limits; stopped in any case."""
    host, port = "127.0.0.1", _free_port()
    words = ["serve", "--lang=en", "--metrics", "--bots=1", "--log-level=warning", f"--database={database}"]
    words += ["--most-new=1000000", "--most-cpu-per-person=1000", "--most-cpu-per-address=1000"]
    words += [f"--host={host}", f"--port={port}", "--drain-seconds=1", "--most-rooms=1000000"]
    words += ["--most-sockets-per-address=1000000", "--most-frames-per-second=100000"]
    words += ["--most-frames-at-once=100000", *flags]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CLOSECALL_")}
    log = folder / "server.log"
    with log.open("ab") as output:
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={**environ, "XDG_DATA_HOME": str(folder)},
            start_new_session=True,  # Ctrl-C is only for this process.
        )
    try:
        _await_health(host, port, process, log)
        yield MeasuredServer(host, port, process, log, time.perf_counter() - started)
    finally:
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(number)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                continue
    process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_health(host: str, port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_S
    while True:
        try:
            with socket.create_connection((host, port), TIMEOUT_S) as probe:
                probe.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if probe.recv(64).startswith(b"HTTP/1.1 200"):
                    return
        except OSError:
            pass
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"The server does not start:\n{log.read_text('utf-8')}")
        time.sleep(0.005)


# Histograms.


def difference(before: Figures, after: Figures) -> Figures:
    """What has happened between two moments."""
    return {name: value - before.get(name, 0) for name, value in after.items()}


def quantile(figures: Figures, histogram: str, share: float) -> float:
    """A quantile of a histogram, interpolated in its bucket; its upper bound is infinite in the last."""
    bounds = re.compile(rf'{histogram}_bucket\{{le="([^"]+)"\}}')
    buckets = sorted(
        (float(found[1]), count) for name, count in figures.items() if (found := bounds.fullmatch(name))
    )
    wanted = share * buckets[-1][1] if buckets else 0
    lower = below = 0.0
    for upper, count in buckets:
        if count >= wanted and count > below:
            return lower + (upper - lower) * (wanted - below) / (count - below)
        lower, below = upper, count
    return 0.0


def middle(figures: Figures, histogram: str) -> float:
    """The mean of a histogram."""
    count = figures.get(f"{histogram}_count", 0)
    return figures.get(f"{histogram}_sum", 0) / count if count else 0.0


def total(figures: Figures, name: str) -> float:
    """The sum of a counter over all its labels."""
    return sum(value for key, value in figures.items() if key.partition("{")[0] == name)
