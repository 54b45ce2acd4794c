"""Simulations on this machine, in this process or in several workers.

A worker is a Python process of its own that reads pickled chunks from a pipe and writes their results into
another. A thread here feeds each worker. If a worker dies, another one gets its chunk.
"""

import os
import pickle
import sys
import traceback
from collections.abc import Generator, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, Generic

from closecall.bots.external_process import end_programs
from closecall.child_process import (
    Child,
    end_children,
    open_replies,
    python_command,
    python_environment,
    read_requests,
)
from closecall.core.errors import GameError
from closecall.sim.chunks import C, Chunk, ChunkQueue, OnCompile, PlayedChunk, Work, in_order, play_chunk

ATTEMPTS = 3
"""How many workers may die over one chunk before the simulation fails."""
END_S = 3.0
"""How long a worker may take to end: it may have to end programs that play for it."""

_COMPILING = "compiling"
"""What a worker says before its answer if something has to be compiled."""


class WorkersFailed(GameError):
    """Workers die again and again."""


def play_here(
    work: Work[C], chunks: ChunkQueue, on_compile: OnCompile
) -> Generator[PlayedChunk[C], None, None]:
    """Play all tables in this process."""
    while (chunk := chunks.take()) is not None:
        played = play_chunk(work, chunk, on_compile)
        chunks.adapt(played)
        yield played


def play_in_workers(
    work: Work[C], workers: int, chunks: ChunkQueue, on_compile: OnCompile
) -> Generator[PlayedChunk[C], None, None]:
    """Play all tables in workers. They end with the generator."""
    first = chunks.next
    pool = WorkerPool(work, workers, chunks, on_compile)
    try:
        yield from in_order(pool.played(work.games - first), first)
    finally:
        pool.close()


class WorkerPool(Generic[C]):
    """Some workers and the threads that feed them."""

    def __init__(self, work: Work[C], workers: int, chunks: ChunkQueue, on_compile: OnCompile) -> None:
        self._work = work
        self._on_compile = on_compile
        self._chunks = chunks
        self._results: SimpleQueue[PlayedChunk[C] | BaseException] = SimpleQueue()
        self._lock = Lock()
        self._workers: list[Child] = []
        self._is_closed = False
        self._has_result = Event()
        self._threads = [Thread(target=self._feed, args=(n,), daemon=True) for n in range(workers)]
        for thread in self._threads:
            thread.start()

    def played(self, left: int) -> Iterator[PlayedChunk[C]]:
        """Results in any order, until this many tables have been played."""
        while left:
            try:
                # With a timeout, since Ctrl-C cannot interrupt an endless wait on every system.
                result = self._results.get(timeout=1.0)
            except Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            left -= result.chunk.count
            yield result

    def close(self) -> None:
        """End all workers."""
        with self._lock:
            self._is_closed = True
        self._has_result.set()
        end_children(self._workers, END_S)
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.close_pipes()

    def _feed(self, number: int) -> None:
        """Let a worker, or its successor, play one chunk after another."""
        try:
            worker = self._start_worker()
            if number:
                # The first worker compiles what has to be compiled; the others then find it on disk.
                self._has_result.wait()
            while not self._is_closed and (chunk := self._chunks.take()) is not None:
                worker, played = self._played_by(worker, chunk)
                self._chunks.adapt(played)
                self._has_result.set()
                self._results.put(played)
        except BaseException as error:
            self._results.put(error)

    def _played_by(self, worker: Child, chunk: Chunk) -> tuple[Child, PlayedChunk[C]]:
        for attempt in range(ATTEMPTS):
            if attempt:
                worker = self._start_worker()
            answer = self._ask(worker, chunk)
            if isinstance(answer, PlayedChunk):
                return worker, answer
            if isinstance(answer, Exception):
                raise answer
            if self._is_closed:
                break
        raise WorkersFailed("sim_workers_died", attempts=ATTEMPTS)

    def _ask(self, worker: Child, chunk: Chunk) -> PlayedChunk[C] | Exception | None:
        """The answer of a worker; None if it has died."""
        try:
            _send(worker.input, chunk)
            while (answer := pickle.load(worker.output)) == _COMPILING:
                self._on_compile()
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            worker.kill()
            return None
        found: PlayedChunk[C] | Exception = answer
        return found

    def _start_worker(self) -> Child:
        with self._lock:
            if self._is_closed:
                raise WorkersFailed("sim_workers_died", attempts=ATTEMPTS)
            worker = Child(python_command("closecall.sim.workers"), python_environment())
            self._workers.append(worker)
        with suppress(OSError):  # If it has died, its first chunk will show it.
            _send(worker.input, self._work)
        return worker


def _send(pipe: IO[bytes], message: object) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


# In the worker.


def main() -> None:
    """Play chunks until the parent closes the pipe."""
    replies, messages = open_replies(), _received(sys.stdin.buffer)
    work: Work[Any] = next(messages)
    chunks = read_requests(messages, at_end=end_programs)
    work.prepare()
    with suppress(BrokenPipeError):
        for chunk in chunks:
            _send(replies, _answer(work, chunk, lambda: _send(replies, _COMPILING)))
    end_programs()
    os._exit(0)  # Without waiting for the thread that reads.


def _received(pipe: IO[bytes]) -> Iterator[Any]:
    """The messages of the parent, until it closes the pipe."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            yield pickle.load(pipe)


def _answer(work: Work[Any], chunk: Chunk, on_compile: OnCompile) -> PlayedChunk[Any] | Exception:
    """The played chunk, or the error that prevented it."""
    try:
        return play_chunk(work, chunk, on_compile)
    except GameError as error:
        return error
    except Exception:
        return RuntimeError(traceback.format_exc())
