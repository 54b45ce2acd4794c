"""Which tables are played next. Results do not depend on it, so chunks are as long as is good for speed."""

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any

from closecall.sim.chunk import C, Chunk, Played

SECONDS = 0.25
"""How long a chunk should take: long beside the way to a worker, short for whoever presses Ctrl-C."""
MOST_TABLES = 1 << 17
GROWTH = 4


class Chunks:
    """Hands out all tables of a plan in order, in chunks that fit the speed at which they come back.

    >>> chunks = Chunks(games=100, workers=2, first_size=8)
    >>> chunks.take(), chunks.take()
    (Chunk(first=0, count=8), Chunk(first=8, count=8))
    """

    def __init__(self, games: int, workers: int, first_size: int, first: int = 0) -> None:
        self._games = games
        self.workers = workers
        """Among how many the last tables are shared."""
        self._size = first_size
        self.next = first
        """The table that is handed out next."""
        self._lock = Lock()

    def take(self) -> Chunk | None:
        """The next chunk, or None after the last; at the end they are shorter, so that nobody waits long."""
        with self._lock:
            left = self._games - self.next
            if not left:
                return None
            share = left if self.workers == 1 else -(-left // (2 * self.workers))
            chunk = Chunk(self.next, min(self._size, max(1, share)))
            self.next += chunk.count
            return chunk

    def note(self, played: Played[Any]) -> None:
        """A chunk has come back: how large should the next ones be?"""
        fitting = int(played.chunk.count * SECONDS / max(played.seconds, 1e-6))
        with self._lock:
            self._size = max(1, min(fitting, GROWTH * self._size, MOST_TABLES))


def in_order(all_played: Iterable[Played[C]], first: int = 0) -> Iterator[Played[C]]:
    """The same chunks in the order of their tables: what has come so far is a simulation of its own."""
    waiting: dict[int, Played[C]] = {}
    due = first
    for played in all_played:
        waiting[played.chunk.first] = played
        while due in waiting:
            ready = waiting.pop(due)
            due += ready.chunk.count
            yield ready
