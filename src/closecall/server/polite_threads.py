"""Long computations in threads that let the event loop go first.

A thread that computes gives up the interpreter lock 5 ms after another one asks for it. That is much for an
event loop, which needs it again after every system call. A thread that pauses gives it up sooner, and lets
the loop make several calls in a row.
"""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

WORK_S = 0.001
PAUSE_S = 0.001
"""As long as the work, so that the event loop is slowed down to half its speed at most."""


def politely(items: Iterable[T]) -> Iterator[T]:
    """The items, with short pauses in between; for threads other than the event loop's."""
    started = time.perf_counter()
    for item in items:
        yield item
        if time.perf_counter() - started > WORK_S:
            time.sleep(PAUSE_S)
            started = time.perf_counter()
