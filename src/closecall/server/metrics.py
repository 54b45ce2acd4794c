"""Figures for Prometheus, in a registry of our own; every method is named after what has happened."""

import platform
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from closecall import __version__
from closecall.store import Statistics

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_THINKING = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What has happened in one server since it started."""

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
        self._sockets = Gauge("closecall_sockets", "Sockets that are open.", registry=own)
        self._frames_sent = Counter("closecall_frames_sent", "Frames sent to clients.", registry=own)
        self._frames_refused = Counter(
            "closecall_frames_refused", "Frames of clients that were none of ours.", ["reason"], registry=own
        )
        self._rooms = Gauge("closecall_rooms", "Tables that are held in memory.", registry=own)
        self._commits = Counter("closecall_commits", "Choices that were kept.", ["game"], registry=own)
        self._refusals = Counter(
            "closecall_refusals", "What was asked for and refused, by code.", ["code"], registry=own
        )
        self._append_seconds = Histogram(
            "closecall_append_seconds",
            "From asking the store until it is on disk.",
            buckets=_QUICK,
            registry=own,
        )
        self._published_seconds = Histogram(
            "closecall_published_seconds",
            "From a choice's arrival until everybody's new view is on its way.",
            buckets=_QUICK,
            registry=own,
        )
        self._thinking_seconds = Histogram(
            "closecall_thinking_seconds", "How long bots thought.", ["bot"], buckets=_THINKING, registry=own
        )

    def text(self) -> bytes:
        """Everything, in the format of CONTENT_TYPE."""
        return generate_latest(self._registry)

    def watch_store(self, statistics: Callable[[], Statistics]) -> None:
        """Ask the store for its own figures whenever somebody asks for ours."""
        self._registry.register(_StoreFigures(statistics))

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; `route` is its template, never its path."""
        known = method if method in _METHODS else "other"  # A client could invent any number of them.
        self._requests.labels(known, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def socket_opened(self) -> None:
        """Somebody came."""
        self._sockets.inc()

    def socket_closed(self) -> None:
        """Somebody went."""
        self._sockets.dec()

    def room_loaded(self) -> None:
        """A table came into memory."""
        self._rooms.inc()

    def room_dropped(self) -> None:
        """A table went out of memory."""
        self._rooms.dec()

    def frame_sent(self) -> None:
        """A frame went to a client."""
        self._frames_sent.inc()

    def frame_refused(self, reason: str) -> None:
        """A client's frame was not read: too long, too many, no JSON."""
        self._frames_refused.labels(reason).inc()

    def committed(self, game: str, number: int) -> None:
        """Choices are on disk."""
        self._commits.labels(game).inc(number)

    def refused(self, code: str) -> None:
        """A GameError went back to somebody."""
        self._refusals.labels(code).inc()

    def appended(self, seconds: float) -> None:
        """The store has answered an append."""
        self._append_seconds.observe(seconds)

    def published(self, seconds: float) -> None:
        """Everybody's new view is on its way."""
        self._published_seconds.observe(seconds)

    def bot_thought(self, bot: str, seconds: float) -> None:
        """A bot has chosen."""
        self._thinking_seconds.labels(bot).observe(seconds)


class _StoreFigures(Collector):
    def __init__(self, statistics: Callable[[], Statistics]) -> None:
        self._statistics = statistics

    def collect(self) -> Iterator[Metric]:
        """What the store's writer has done."""
        found = self._statistics()
        waiting = "Writes that wait for the store."
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
