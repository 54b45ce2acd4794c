"""Simulations on this machine: in this process, or in several that know nothing of each other.

A worker is a fresh Python that reads chunks from a pipe and writes what came of them into another. One thread
here looks after each worker. If a worker dies, another gets its chunk. A worker ends when its pipe is closed,
so none is left behind, however this process ends.
"""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic

from closecall.core.errors import GameError
from closecall.sim.chunk import Announce, C, Chunk, Played, Work, play_chunk
from closecall.sim.chunks import Chunks, in_order
from closecall.sim.worker import COMPILING

ATTEMPTS = 3
"""How many workers may die over one chunk before it is given up."""
END_S = 3.0
"""How long a worker may take to end; then it is killed."""


class WorkersFailed(GameError):
    """Workers die again and again."""


def play_here(work: Work[C], chunks: Chunks, begun: Announce) -> Generator[Played[C], None, None]:
    """Play all tables in this process."""
    while (chunk := chunks.take()) is not None:
        played = play_chunk(work, chunk, begun)
        chunks.note(played)
        yield played


def play_in_processes(
    work: Work[C], workers: int, chunks: Chunks, begun: Announce
) -> Generator[Played[C], None, None]:
    """Play all tables in workers; whoever stops to listen ends them."""
    first = chunks.next
    crew = Crew(work, workers, chunks, begun)
    try:
        yield from in_order(crew.played(work.games - first), first)
    finally:
        crew.close()


class Crew(Generic[C]):
    """Some workers and the threads that look after them."""

    def __init__(self, work: Work[C], workers: int, chunks: Chunks, begun: Announce) -> None:
        self._work = work
        self._begun = begun
        self._chunks = chunks
        self._came: SimpleQueue[Played[C] | BaseException] = SimpleQueue()
        self._lock = Lock()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._is_closed = False
        self._has_begun = Event()
        self._lanes = [Thread(target=self._lane, args=(n,), daemon=True) for n in range(workers)]
        for lane in self._lanes:
            lane.start()

    def played(self, left: int) -> Iterator[Played[C]]:
        """What comes back, in any order, until so many tables have been played."""
        while left:
            try:
                came = self._came.get(timeout=1.0)  # Not for ever: Ctrl-C must get through on every system.
            except Empty:
                continue
            if isinstance(came, BaseException):
                raise came
            left -= came.chunk.count
            yield came

    def close(self) -> None:
        """End all workers; each may take a little to end the programs of others that play for it."""
        with self._lock:
            self._is_closed = True
            processes, self._processes = self._processes, []
        self._has_begun.set()
        for process in processes:
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()
        until = time.monotonic() + END_S
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, until - time.monotonic()))
            process.kill()
            process.wait()
        for lane in self._lanes:
            lane.join()
        for process in processes:
            _close_pipes(process)

    def _lane(self, number: int) -> None:
        """Let a worker, or its successor, play one chunk after the other."""
        try:
            process = self._new_worker()
            if number:
                # The first one compiles where that is still to be done, and all others find it done.
                self._has_begun.wait()
            while not self._is_closed and (chunk := self._chunks.take()) is not None:
                process, played = self._played_by(process, chunk)
                self._chunks.note(played)
                self._has_begun.set()
                self._came.put(played)
        except BaseException as error:
            self._came.put(error)

    def _played_by(
        self, process: subprocess.Popen[bytes], chunk: Chunk
    ) -> tuple[subprocess.Popen[bytes], Played[C]]:
        for attempt in range(ATTEMPTS):
            if attempt:
                process = self._new_worker()
            answer = self._asked(process, chunk)
            if isinstance(answer, Played):
                return process, answer
            if isinstance(answer, Exception):
                raise answer
            if self._is_closed:
                break
        raise WorkersFailed("sim_workers_died", attempts=ATTEMPTS)

    def _asked(self, process: subprocess.Popen[bytes], chunk: Chunk) -> Played[C] | Exception | None:
        """What a worker answers; None if it has died."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(chunk, process.stdin)
            process.stdin.flush()
            while (answer := pickle.load(process.stdout)) == COMPILING:
                self._begun()
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            process.kill()
            return None
        found: Played[C] | Exception = answer
        return found

    def _new_worker(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_closed:
                raise WorkersFailed("sim_workers_died", attempts=ATTEMPTS)
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "closecall.sim.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                start_new_session=True,  # Ctrl-C is for whoever asks, who then ends us.
            )
            self._processes.append(process)
        assert process.stdin is not None
        with suppress(OSError):  # Whoever is dead does not answer, which is noticed soon.
            pickle.dump(self._work, process.stdin)
            process.stdin.flush()
        return process


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # What was still to be written will never be.
                pipe.close()
