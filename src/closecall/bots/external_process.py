"""A program of somebody else while it runs: a line in, a line out, and never longer than we are patient.

Whatever it does, we wait for nothing without a limit: one thread writes to it and one reads from it, so a
program that does not read, or writes without being asked, keeps nobody but itself waiting. Before its first
answer it may ask for more time, once: what has to be made ready first may take longer than any move.
"""

import atexit
import json
import math
import os
import queue
import select
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from closecall.child_process import Child, end_children

LONGEST_ANSWER = 10_000
"""In bytes."""
AHEAD = 2
"""So many lines are kept that nobody has asked for; then the program has to wait."""
END_S = 1.0
"""How long a program may take to end once its input has ended."""
MOST_WAIT_S = 300
"""How much time before its first answer a program is granted at most."""


class Silent(Exception):
    """There is no answer, and there will be none: the program has ended."""


class Late(Exception):
    """There is no answer in time, which was so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Unasked(Exception):
    """The program had said something before it was asked."""


class Answers:
    """The lines that a program writes: heard by a thread, read by whoever has asked.

    What lies in the pipe has been said, even if the thread has not come to hear it yet: so whoever is about
    to ask looks there too.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lines: deque[bytes] = deque()
        self._rest = b""
        """The beginning of a line."""
        self._is_silent = self._is_ignored = False
        self._heard = threading.Condition()

    def listen(self) -> None:
        """Hear what is said until there is no more, or nobody asks any more."""
        while not (self._is_silent or self._is_ignored):
            said = self._waited_for()
            with self._heard:
                while len(self._lines) >= AHEAD and not self._is_ignored:
                    self._heard.wait()
                if said is None:
                    self._look()
                else:
                    self._keep(said)
                self._heard.notify_all()

    def _waited_for(self) -> bytes | None:
        """Wait until something is said; None if it can be left in the pipe, for who holds the condition."""
        if CAN_LOOK:
            is_there(self._pipe, waits=True)
            return None
        return self._read()

    def _look(self) -> None:
        """Hear what lies in the pipe, without waiting for it."""
        if CAN_LOOK and not self._is_silent and is_there(self._pipe, waits=False):
            self._keep(self._read())

    def _read(self) -> bytes:
        """Some bytes, or none at the end."""
        with suppress(OSError):
            return os.read(self._pipe, LONGEST_ANSWER)
        return b""

    def _keep(self, said: bytes) -> None:
        *lines, rest = (self._rest + said).split(b"\n")
        if rest and (len(rest) >= LONGEST_ANSWER or not said):  # Too long for an answer, or the last words.
            lines, rest = [*lines, rest], b""
        self._rest, self._is_silent = rest, not said
        # A line that is too long is none, in however many pieces it comes.
        self._lines.extend([line[:LONGEST_ANSWER] for line in lines])

    def has_any(self) -> bool:
        """Whether anything has been said that nobody has read."""
        with self._heard:
            if not self._lines:
                self._look()
            return bool(self._lines or self._rest)

    def next(self, since: float, patience_s: float) -> str:
        """The next line, if it comes in so many seconds since then."""
        with self._heard:
            until = since + patience_s
            while not self._lines:
                if self._is_silent:
                    raise Silent
                if (left := until - time.monotonic()) <= 0:
                    raise Late(patience_s)
                self._heard.wait(left)
            line = self._lines.popleft()
            self._heard.notify_all()  # There is room again.
            return line.decode(errors="replace")

    def ignore(self) -> None:
        """Nobody asks any more: whoever listens has not to wait for room."""
        with self._heard:
            self._is_ignored = True
            self._heard.notify_all()


CAN_LOOK = hasattr(select, "poll")
"""Whether one can see that a pipe may be read; elsewhere what was said just now may be overheard."""


def is_there(pipe: int, *, waits: bool) -> bool:
    """Whether a pipe can be read without waiting, now or after waiting for it; its end can be, too."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(None if waits else 0))


class Program(Child):
    """A running program, with a thread that writes to it and one that reads from it."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words, buffered=False)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers = Answers(self.output.fileno())
        self._is_new = True
        self._threads = [
            threading.Thread(target=self._speak, args=(self.input,), daemon=True),
            threading.Thread(target=self._answers.listen, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _running.append(self)

    def _speak(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # Whoever is dead does not answer, which is noticed elsewhere.
            while (line := self._questions.get()) is not None:
                while line:  # A pipe takes as much as there is room for.
                    line = line[pipe.write(line) :]

    def asked(self, line: str, patience_s: float, told: Callable[[float], object]) -> str:
        """The answer to a line; if we wait longer than usual, somebody is told for how many seconds."""
        if self._answers.has_any():
            raise Unasked
        is_new, self._is_new = self._is_new, False
        began = time.monotonic()
        self._questions.put(line.encode() + b"\n")
        said = self._answers.next(began, patience_s)
        wait_s = wait_in(said) if is_new else None
        if wait_s is None:
            return said
        since, granted_s = time.monotonic(), min(wait_s, MOST_WAIT_S)
        try:
            return self._answers.next(
                began, patience_s
            )  # It may be ready sooner, and nobody has to hear of it.
        except Late:
            if since + granted_s <= began + patience_s:  # Whoever asks for more time has never less.
                raise
        told(granted_s)
        return self._answers.next(since, granted_s)

    def end(self) -> None:
        """End it and everything it has started."""
        end_children([self], END_S)

    def close_input(self) -> None:
        """Close its input once it has read all questions."""
        self._questions.put(None)

    def kill(self) -> None:
        """Kill it and everything it has started."""
        super().kill()
        self._answers.ignore()
        until = time.monotonic() + END_S
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if not self._threads[1].is_alive():  # A child that has escaped may still hold the other end.
            self.output.close()
        with suppress(ValueError):  # Another thread may be ending it too.
            _running.remove(self)


def wait_in(said: str) -> float | None:
    """For how many seconds a program asks us to wait, if that is what it says.

    >>> wait_in('{"wait": 90}'), wait_in('{"wait": -1}'), wait_in('{"move": "r7"}')
    (90, None, None)
    """
    with suppress(ValueError, RecursionError):
        match json.loads(said):
            case {"move": _} | {"wait": bool()}:  # A move is an answer, whatever stands beside it.
                return None
            case {"wait": int() | float() as seconds} if 0 < seconds < math.inf:
                return seconds
    return None


_running: list[Program] = []


def end_programs() -> None:
    """End all programs."""
    if threading.current_thread() is threading.main_thread():
        # A second Ctrl-C must not interrupt this: it takes a second at most, and leaves nothing behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_children(list(_running), END_S)


atexit.register(end_programs)
