"""What people see while they wait: a progress line, and a notice while machine code is compiled."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from closecall.cli.number_format import grouped
from closecall.kernels.cache_dirs import cache_root, preferred_root
from closecall.kernels.jit import compile_callbacks
from closecall.messages import Catalogue

BAR = 24
PAUSE_S = 0.1
"""The line is written at most ten times a second."""


@contextmanager
def compile_notice(say: Catalogue) -> Iterator[None]:
    """Tell when something has to be compiled in here, and afterwards how long it took.

    All of it goes to standard error, so that a table or JSON on standard output stays as it is.
    """

    def tell(sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)

    def done(seconds: float) -> None:
        tell(say("compile.done", seconds=f"{seconds:.0f}"))
        if cache_root() != preferred_root():
            tell(say("compile.not_kept", folder=preferred_root()))

    with compile_callbacks(lambda: tell(say("compile.begun")), done):
        yield


class Progress:
    """A line that is overwritten at a terminal; elsewhere nothing is shown."""

    def __init__(  # noqa: PLR0913  # The last ones have defaults.
        self,
        say: Catalogue,
        games: int,
        writes: TextIO | None,
        *,
        is_plain: bool = False,
        now: float | None = None,
        sentence: str = "sim.progress",
    ) -> None:
        self._say = say
        self._sentence = sentence
        self._games = games
        self._writes = writes
        self._is_shown = writes is not None and writes.isatty() and not is_plain
        self._began = time.monotonic() if now is None else now
        self._first = 0
        self._next = 0.0
        self._is_dirty = False

    def compiling(self) -> None:
        """Tell that something has to be compiled: it takes a while, and there is no progress to show."""
        if self._writes is not None:
            self._wipe()
            print(self._say("compile.begun"), file=self._writes, flush=True)

    def show(self, done: int, now: float | None = None) -> None:
        """Show how many games have been played."""
        moment = time.monotonic() if now is None else now
        if not self._first:
            # Until now workers were starting, which says nothing about their speed.
            self._first, self._began = done, moment
        if self._is_shown and self._writes is not None and moment >= self._next:
            self._next = moment + PAUSE_S
            width = shutil.get_terminal_size().columns - 1
            self._writes.write("\r" + self.line(done, moment)[:width] + "\x1b[K")
            self._writes.flush()
            self._is_dirty = True

    def line(self, done: int, now: float) -> str:
        """The bar, the share, the rate and the time left."""
        say = self._say
        filled = BAR * done // self._games
        full, empty = self._signs()
        bar = full * filled + empty * (BAR - filled)
        seconds = now - self._began
        if done == self._first or seconds <= 0:
            return f"{bar} {100 * done // self._games} %"
        rate = (done - self._first) / seconds
        left = (self._games - done) / rate
        return say(
            self._sentence,
            bar=bar,
            percent=100 * done // self._games,
            rate=_rate(say, rate),
            left=clock(left),
        )

    def close(self) -> None:
        """Remove the line."""
        self._wipe()

    def _wipe(self) -> None:
        if self._is_dirty and self._writes is not None:
            self._writes.write("\r\x1b[K")
            self._writes.flush()
            self._is_dirty = False

    def _signs(self) -> tuple[str, str]:
        is_wide = (getattr(self._writes, "encoding", None) or "").lower().startswith("utf")
        return ("█", "░") if is_wide else ("#", ".")


def _rate(say: Catalogue, rate: float) -> str:
    return grouped(say, round(rate)) if rate >= 10 else f"{rate:.1f}"


def clock(seconds: float) -> str:
    """A duration as hours, minutes and seconds.

    >>> clock(59.2), clock(3725)
    ('1:00', '1:02:05')
    """
    whole = int(-(-seconds // 1))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
