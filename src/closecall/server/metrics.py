"""Metrics for Prometheus, in a registry of our own; each method is named after an event."""

import platform
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from closecall import __version__
from closecall.store import WriterStatistics

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_THINKING = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What has happened in a server since it started."""

    def __init__(self, started: int) -> None:
        """`started` is the time in ms since 1970."""
        self._registry = own = CollectorRegistry()
        about = Info("closecall_build", "The program and the Python it runs on.", registry=own)
        about.info({"version": __version__, "python": platform.python_version()})
        since = Gauge("closecall_start_time_seconds", "When the server started, since 1970.", registry=own)
        since.set(started / 1000)
        self._requests = Counter(
            "closecall_requests", "HTTP requests.", ["method", "route", "status"], registry=own
        )
        self._request_seconds = Histogram(
            "closecall_request_seconds", "How long a request took.", ["route"], buckets=_QUICK, registry=own
        )
        self._sockets = Gauge("closecall_sockets", "Open sockets.", registry=own)
        self._frames_sent = Counter("closecall_frames_sent", "Frames sent to clients.", registry=own)
        self._frames_refused = Counter(
            "closecall_frames_refused", "Frames of clients that were not accepted.", ["reason"], registry=own
        )
        self._frames_delayed = Counter(
            "closecall_frames_delayed", "Frames beyond a CPU budget, which had to wait.", registry=own
        )
        self._rooms = Gauge("closecall_rooms", "Tables in memory.", registry=own)
        self._commits = Counter("closecall_commits", "Choices that were stored.", ["game"], registry=own)
        self._refusals = Counter("closecall_refusals", "Refused requests, by code.", ["code"], registry=own)
        self._append_seconds = Histogram(
            "closecall_append_seconds",
            "From submitting an append until it is on disk.",
            buckets=_QUICK,
            registry=own,
        )
        self._published_seconds = Histogram(
            "closecall_published_seconds",
            "From the arrival of a choice until it is published to everybody.",
            buckets=_QUICK,
            registry=own,
        )
        self._thinking_seconds = Histogram(
            "closecall_thinking_seconds", "How long bots thought.", ["bot"], buckets=_THINKING, registry=own
        )

        self._tasks = Gauge("closecall_tasks", "Tasks of the event loop.", registry=own)
        ProcessCollector(registry=own)  # CPU time, memory and open files, where the system tells.

    def text(self) -> bytes:
        """All metrics, in the format of CONTENT_TYPE."""
        return generate_latest(self._registry)

    def watch_store(self, statistics: Callable[[], WriterStatistics]) -> None:
        """Include the store's statistics."""
        self._registry.register(_StoreCollector(statistics))

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; `route` is its template, never its path."""
        known = method if method in _METHODS else "other"  # A client could invent any number of methods.
        self._requests.labels(known, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def socket_opened(self) -> None:
        """A socket was opened."""
        self._sockets.inc()

    def socket_closed(self) -> None:
        """A socket was closed."""
        self._sockets.dec()

    def room_loaded(self) -> None:
        """A room was loaded."""
        self._rooms.inc()

    def room_dropped(self) -> None:
        """A room was dropped."""
        self._rooms.dec()

    def tasks_counted(self, number: int) -> None:
        """The event loop has so many tasks now."""
        self._tasks.set(number)

    def frame_sent(self) -> None:
        """A frame was sent."""
        self._frames_sent.inc()

    def frame_refused(self, reason: str) -> None:
        """A client's frame was not accepted: too many, or not a frame."""
        self._frames_refused.labels(reason).inc()

    def frame_delayed(self) -> None:
        """A frame has to wait until its sender may use more CPU time."""
        self._frames_delayed.inc()

    def committed(self, game: str, number: int) -> None:
        """Choices were stored."""
        self._commits.labels(game).inc(number)

    def refused(self, code: str) -> None:
        """A GameError was sent to a client."""
        self._refusals.labels(code).inc()

    def appended(self, seconds: float) -> None:
        """The store answered an append."""
        self._append_seconds.observe(seconds)

    def published(self, seconds: float) -> None:
        """A choice was published to everybody."""
        self._published_seconds.observe(seconds)

    def bot_thought(self, bot: str, seconds: float) -> None:
        """A bot made its choice."""
        self._thinking_seconds.labels(bot).observe(seconds)


class _StoreCollector(Collector):
    def __init__(self, statistics: Callable[[], WriterStatistics]) -> None:
        self._statistics = statistics

    def collect(self) -> Iterator[Metric]:
        """The statistics of the store's writer."""
        found = self._statistics()
        waiting = "Queued writes."
        yield GaugeMetricFamily("closecall_store_waiting", waiting, value=found.waiting)
        failing = "1 if the last write has failed with the database, else 0."
        yield GaugeMetricFamily("closecall_store_failing", failing, value=int(found.failing is not None))
        for name, about, value in (
            ("commits", "Transactions of the store.", found.commits),
            ("written", "Writes that are on disk.", found.written),
            ("refused", "Writes that were refused, nothing changed.", found.refused),
            ("failed", "Writes that failed with the database.", found.failed),
        ):
            yield CounterMetricFamily(f"closecall_store_{name}", about, value=value)
