"""What is compiled by Numba: one decorator for all of it, and where its machine code is kept.

Numba can keep machine code on disk itself, and looks at a function's own file to see whether that is stale.
It does not see that a function or a constant that was compiled into it has changed in another file. So what
we keep lies in a folder named after the text of a module and of all of ours that it imports (`sources.py`,
`folders.py`, `machine.py`).

This module is light: Numba is loaded when the first function is decorated. So only modules that have
something to compile import `compiled`, and whoever starts them may import `announcing` long before.

Everything that is compiled is logged by `closecall.kernels.jit`, as information.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger(__name__)


def compiled(function: F) -> F:
    """Compile a function when it is first called, keep it on disk, run it without the interpreter's lock."""
    from closecall.kernels.numba_cache import kept  # noqa: PLC0415  # Loads Numba.

    return kept(function)


def inlined(function: F) -> F:
    """The same, for what is called so often that a call, with all that belongs to an array, would be dear."""
    from closecall.kernels.numba_cache import kept  # noqa: PLC0415  # Loads Numba.

    return kept(function, forceinline=True)


class _Wait:
    """Somebody who wants to know that something is being compiled, and in the end how long it took."""

    def __init__(self, begun: Callable[[], object]) -> None:
        self.begun = begun
        self.has_begun = False
        self.seconds = 0.0


_waiting: list[_Wait] = []


@contextmanager
def announcing(begun: Callable[[], object], done: Callable[[float], object] | None = None) -> Iterator[None]:
    """If something has to be compiled in here, call `begun` once, and `done` at the end with the seconds.

    Nothing is said if all of it is found on disk. So put a first, short use of compiled code into the block.

    >>> with announcing(lambda: print("Compiling …"), lambda seconds: print(f"… took {seconds:.0f} s.")):
    ...     print("nothing to do")
    nothing to do
    """
    wait = _Wait(begun)
    _waiting.append(wait)
    try:
        yield
    finally:
        _waiting.remove(wait)
    if wait.has_begun and done is not None:
        done(wait.seconds)


class Stopwatch:
    """Follows what is compiled or made: a function is compiled in the middle of another one that calls it."""

    def __init__(self) -> None:
        self._depth = 0
        self._start = 0.0

    def begin(self, name: str) -> None:
        """A function is about to be compiled; Numba compiles one at a time, whatever the threads."""
        self._depth += 1
        if self._depth > 1:
            return
        self._start = time.perf_counter()
        _log.info("Compiling %s", name)
        for wait in [wait for wait in _waiting if not wait.has_begun]:
            wait.has_begun = True
            wait.begun()

    def end(self, name: str) -> None:
        """It is compiled, or could not be."""
        self._depth -= 1
        if self._depth == 0:
            seconds = time.perf_counter() - self._start
            _log.info("Compiled %s in %.1f s", name, seconds)
            for wait in _waiting:
                wait.seconds += seconds


WATCH = Stopwatch()


@contextmanager
def making(name: str) -> Iterator[None]:
    """What is made in here once on a machine, as machine code is, is announced and timed like it."""
    WATCH.begin(name)
    try:
        yield
    finally:
        WATCH.end(name)
