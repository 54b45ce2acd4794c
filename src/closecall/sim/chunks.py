"""Chunks of tables: what a worker is given at a time, and what it gives back.

Results do not depend on how tables are cut into chunks, so their length follows from speed alone.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from closecall.kernels.jit import compile_callbacks

C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)

SECONDS = 0.25
"""How long a chunk should take: long compared with its way to a worker, short enough for Ctrl-C."""
MOST_TABLES = 1 << 17
GROWTH = 4
"""How many times as large as its predecessor a chunk may be."""

OnCompile = Callable[[], object]
"""Called when something has to be compiled, which takes a while."""


class Work(Protocol[C_co]):
    """Tables to be played: a simulation or a league. It is sent to workers."""

    @property
    def games(self) -> int:
        """The number of tables."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play at them."""

    def is_compiled(self) -> bool:
        """Whether compiled code plays them; compiles nothing to find out."""

    def prepare(self) -> None:
        """Import what playing needs, so that the first chunk is quick; compiles nothing yet."""

    def play(self, first: int, count: int) -> tuple[C_co, Any]:
        """Play some tables in a row: their counts, and whatever else is wanted of them."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some tables in a row."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class PlayedChunk(Generic[C]):
    """A chunk with its results."""

    chunk: Chunk
    tally: C
    more: Any
    """The `GameArrays` or the lines of CSV, if a simulation wants them."""
    seconds: float


def play_chunk(work: Work[C], chunk: Chunk, on_compile: OnCompile = lambda: None) -> PlayedChunk[C]:
    """Play the tables of a chunk."""
    with compile_callbacks(on_compile):
        began = time.perf_counter()
        tally, more = work.play(chunk.first, chunk.count)
        return PlayedChunk(chunk, tally, more, time.perf_counter() - began)


class ChunkQueue:
    """Hands out all tables in order, in chunks that fit the speed at which they come back.

    >>> chunks = ChunkQueue(games=100, workers=2, first_size=8)
    >>> chunks.take(), chunks.take()
    (Chunk(first=0, count=8), Chunk(first=8, count=8))
    """

    def __init__(self, games: int, workers: int, first_size: int, first: int = 0) -> None:
        self._games = games
        self.workers = workers
        """How many share the last tables."""
        self._size = first_size
        self.next = first
        """The table that is handed out next."""
        self._lock = Lock()

    def take(self) -> Chunk | None:
        """The next chunk, or None after the last. They shorten at the end, so that no worker waits long."""
        with self._lock:
            left = self._games - self.next
            if not left:
                return None
            share = left if self.workers == 1 else -(-left // (2 * self.workers))
            chunk = Chunk(self.next, min(self._size, max(1, share)))
            self.next += chunk.count
            return chunk

    def adapt(self, played: PlayedChunk[Any]) -> None:
        """Adapt the size of the next chunks to the speed of this one."""
        fitting = int(played.chunk.count * SECONDS / max(played.seconds, 1e-6))
        with self._lock:
            self._size = max(1, min(fitting, GROWTH * self._size, MOST_TABLES))


def in_order(all_played: Iterable[PlayedChunk[C]], first: int = 0) -> Iterator[PlayedChunk[C]]:
    """The same chunks in the order of their tables, so that any first part is a simulation of its own."""
    waiting: dict[int, PlayedChunk[C]] = {}
    due = first
    for played in all_played:
        waiting[played.chunk.first] = played
        while due in waiting:
            ready = waiting.pop(due)
            due += ready.chunk.count
            yield ready
