"""The decorators for compiled functions, and callbacks for the time they take to compile.

Numba is imported when the first function is decorated, so this module is cheap to import. Machine code is
cached on disk (`numba_cache`). Every compilation is logged by `closecall.kernels.jit` at level INFO.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger(__name__)


def compiled(function: F) -> F:
    """Compile a function when it is first called, cache it on disk, run it without the interpreter's lock."""
    from closecall.kernels.numba_cache import cached_jit  # noqa: PLC0415  # Imports Numba.

    return cached_jit(function)


def inlined(function: F) -> F:
    """The same, and inline every call: for small functions in hot loops that take arrays."""
    from closecall.kernels.numba_cache import cached_jit  # noqa: PLC0415  # Imports Numba.

    return cached_jit(function, forceinline=True)


class _Callbacks:
    """The callback of one `compile_callbacks` block, and the seconds spent compiling in it."""

    def __init__(self, started: Callable[[], object]) -> None:
        self.started = started
        self.has_started = False
        self.seconds = 0.0


_active: list[_Callbacks] = []


@contextmanager
def compile_callbacks(
    started: Callable[[], object], finished: Callable[[float], object] | None = None
) -> Iterator[None]:
    """If this block compiles something, call `started` once, and `finished` with the seconds at the end.

    Neither is called if everything is found on disk. Put a first, short use of compiled code into the block.

    >>> with compile_callbacks(lambda: print("Compiling …"), lambda seconds: print(f"took {seconds:.0f} s")):
    ...     print("nothing to do")
    nothing to do
    """
    callbacks = _Callbacks(started)
    _active.append(callbacks)
    try:
        yield
    finally:
        _active.remove(callbacks)
    if callbacks.has_started and finished is not None:
        finished(callbacks.seconds)


class BuildTimer:
    """Times builds and calls callbacks. Builds nest: Numba compiles a function while compiling its caller."""

    def __init__(self) -> None:
        self._depth = 0
        self._start = 0.0

    def start(self, name: str) -> None:
        """Call before a build. Numba compiles one function at a time, whatever the number of threads."""
        self._depth += 1
        if self._depth > 1:
            return
        self._start = time.perf_counter()
        _log.info("Compiling %s", name)
        for callbacks in [each for each in _active if not each.has_started]:
            callbacks.has_started = True
            callbacks.started()

    def stop(self, name: str) -> None:
        """Call after a build, successful or not."""
        self._depth -= 1
        if self._depth == 0:
            seconds = time.perf_counter() - self._start
            _log.info("Compiled %s in %.1f s", name, seconds)
            for callbacks in _active:
                callbacks.seconds += seconds


BUILD_TIMER = BuildTimer()


@contextmanager
def timed_build(name: str) -> Iterator[None]:
    """Announce and time this block like a compilation: for tables that are computed once on a machine."""
    BUILD_TIMER.start(name)
    try:
        yield
    finally:
        BUILD_TIMER.stop(name)
