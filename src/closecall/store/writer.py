"""The writer thread, with group commit: all queued writes go to disk in one commit."""

import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Engine

from closecall.store.batch import Batches, Outcome, Written
from closecall.store.errors import Contended, InDoubt, NotKept, StoreError
from closecall.store.writes import Write

T = TypeVar("T")

MOST_AT_ONCE = 1000
"""The largest batch, so that the first write of a long queue need not wait for the last."""

_log = logging.getLogger("closecall.store")


@dataclass(frozen=True, slots=True)
class WriterStatistics:
    """What the writer has done so far, and the length of its queue."""

    commits: int
    written: int
    refused: int
    failed: int
    waiting: int
    failing: str | None = None
    """Why the database failed at the last write; None if it did not."""


@dataclass(frozen=True, slots=True)
class _Job:
    write: Write[Any]
    future: Future[Any]


class Writer:
    """The thread and its queue."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._batches = Batches(engine)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._written = self._refused = self._failed = 0
        self._failing: str | None = None
        # A daemon, so that a program can end without close(); queued writes were not acknowledged.
        self._thread = threading.Thread(target=self._work, name="closecall-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write[T]) -> Future[T]:
        """Queue a write; its future is completed after the commit, and can be cancelled until it starts."""
        future: Future[T] = Future()
        with self._closing:
            if self._is_closed:
                raise StoreError("store_closed")
            self._queue.put(_Job(write, future))
        return future

    def close(self) -> None:
        """Complete the queued writes, then stop; new ones are refused."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        self._thread.join()

    def statistics(self) -> WriterStatistics:
        """For metrics and tests."""
        return WriterStatistics(
            commits=self._batches.commits,
            written=self._written,
            refused=self._refused,
            failed=self._failed,
            waiting=self._queue.qsize(),
            failing=self._failing,
        )

    def _work(self) -> None:
        is_open = True
        while is_open:
            jobs, is_open = self._next_batch()
            taken = [job for job in jobs if job.future.set_running_or_notify_cancel()]
            if taken:
                self._complete(taken, self._batches.keep([job.write for job in taken]))
        self._batches.close()
        self._engine.dispose()

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Wait for a job and take all queued ones with it; False if no more will come."""
        jobs: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                return jobs, True
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _complete(self, jobs: list[_Job], outcomes: list[Outcome]) -> None:
        self._record_health(outcomes)
        for job, outcome in zip(jobs, outcomes, strict=True):
            match outcome:
                case Written(value):
                    self._written += 1
                    job.future.set_result(value)
                case NotKept() | InDoubt():
                    self._failed += 1
                    job.future.set_exception(outcome)
                case _:
                    self._refused += 1
                    job.future.set_exception(outcome)

    def _record_health(self, outcomes: list[Outcome]) -> None:
        """Remember whether the database can be written to; log it when that changes."""
        failed = [each for each in outcomes if isinstance(each, NotKept | InDoubt)]
        failures = [str(each.facts["reason"]) for each in failed if not isinstance(each, Contended)]
        if failures:
            if self._failing is None:
                _log.error("store_failing", extra={"fields": {"reason": failures[-1]}})
            self._failing = failures[-1]
        elif self._failing is not None and any(map(_has_written, outcomes)):
            _log.warning("store_works_again", extra={"fields": {}})
            self._failing = None


def _has_written(outcome: Outcome) -> bool:
    # If there was nothing to delete, nothing was written, so a full disk was not noticed.
    return isinstance(outcome, Written) and outcome.value != 0
