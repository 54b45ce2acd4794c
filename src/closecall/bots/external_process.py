"""A running external program: one line in, one line out, and a time limit on every answer.

One thread writes to the program and one reads from it, so a program that does not read its input, or writes
without being asked, cannot block us. Before its first answer it may ask once for more time, for example to
load or compile something.
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
"""In bytes; longer lines are cut off."""
BUFFERED_LINES = 2
"""How many unread lines are buffered; after that the pipe fills up, and the program has to wait."""
END_S = 1.0
"""How long a program may take to end once its input has ended."""
MOST_WAIT_S = 300
"""The longest extra time granted before the first answer."""


class ProgramEnded(Exception):
    """The program ended without an answer."""


class AnswerTimeout(Exception):
    """The program did not answer within this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class UnsolicitedOutput(Exception):
    """The program wrote something before it was asked."""


class OutputReader:
    """The lines that a program writes, read by a thread and buffered.

    A caller that checks for unread output also looks into the pipe: the thread may not have read it yet.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lines: deque[bytes] = deque()
        self._partial_line = b""
        self._is_at_end = self._is_stopped = False
        self._changed = threading.Condition()

    def run(self) -> None:
        """Read until the end of the output, or until `stop`."""
        while not (self._is_at_end or self._is_stopped):
            chunk = self._wait_for_output()
            with self._changed:
                while len(self._lines) >= BUFFERED_LINES and not self._is_stopped:
                    self._changed.wait()
                if chunk is None:
                    self._read_available()
                else:
                    self._split(chunk)
                self._changed.notify_all()

    def _wait_for_output(self) -> bytes | None:
        """Wait for output. None if it was left in the pipe, to be read while holding the condition."""
        if HAS_POLL:
            is_readable(self._pipe, waits=True)
            return None
        return self._read()

    def _read_available(self) -> None:
        """Read what is in the pipe, without waiting."""
        if HAS_POLL and not self._is_at_end and is_readable(self._pipe, waits=False):
            self._split(self._read())

    def _read(self) -> bytes:
        """Some bytes; none at the end."""
        with suppress(OSError):
            return os.read(self._pipe, LONGEST_ANSWER)
        return b""

    def _split(self, chunk: bytes) -> None:
        """Split a chunk into lines; an empty chunk is the end of the output."""
        *lines, partial_line = (self._partial_line + chunk).split(b"\n")
        if partial_line and (len(partial_line) >= LONGEST_ANSWER or not chunk):  # Too long, or the last line.
            lines, partial_line = [*lines, partial_line], b""
        self._partial_line, self._is_at_end = partial_line, not chunk
        # Cut off here too, so that the result does not depend on the sizes of the chunks.
        self._lines.extend([line[:LONGEST_ANSWER] for line in lines])

    def has_unread(self) -> bool:
        """Whether there is output that nobody has read."""
        with self._changed:
            if not self._lines:
                self._read_available()
            return bool(self._lines or self._partial_line)

    def next_line(self, since: float, timeout_s: float) -> str:
        """The next line. AnswerTimeout unless it comes within the timeout, counted from `since`."""
        with self._changed:
            until = since + timeout_s
            while not self._lines:
                if self._is_at_end:
                    raise ProgramEnded
                if (left := until - time.monotonic()) <= 0:
                    raise AnswerTimeout(timeout_s)
                self._changed.wait(left)
            line = self._lines.popleft()
            self._changed.notify_all()  # There is room in the buffer again.
            return line.decode(errors="replace")

    def stop(self) -> None:
        """Stop reading, even if the buffer is full."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()


HAS_POLL = hasattr(select, "poll")
"""Without poll, unsolicited output may go unnoticed until the thread has read it."""


def is_readable(pipe: int, *, waits: bool) -> bool:
    """Whether a read would return at once, with data or at the end; with `waits`, wait until it would."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(None if waits else 0))


class Program(Child):
    """A running program, with a thread that writes to it and one that reads from it."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words, buffered=False)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._reader = OutputReader(self.output.fileno())
        self._is_new = True
        self._threads = [
            threading.Thread(target=self._write_questions, args=(self.input,), daemon=True),
            threading.Thread(target=self._reader.run, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _running.append(self)

    def _write_questions(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # If the program has died, reading its answer will fail.
            while (line := self._questions.get()) is not None:
                while line:  # A pipe takes only as much as it has room for.
                    line = line[pipe.write(line) :]

    def ask(self, line: str, timeout_s: float, report_wait: Callable[[float], object]) -> str:
        """The answer to a line. If extra time is granted and needed, its seconds are reported."""
        if self._reader.has_unread():
            raise UnsolicitedOutput
        is_new, self._is_new = self._is_new, False
        asked_at = time.monotonic()
        self._questions.put(line.encode() + b"\n")
        answer = self._reader.next_line(asked_at, timeout_s)
        wait_s = requested_wait(answer) if is_new else None
        if wait_s is None:
            return answer
        requested_at, granted_s = time.monotonic(), min(wait_s, MOST_WAIT_S)
        try:
            # It may be ready within the usual time; then there is nothing to report.
            return self._reader.next_line(asked_at, timeout_s)
        except AnswerTimeout:
            # Asking for a short wait never shortens the usual time.
            if requested_at + granted_s <= asked_at + timeout_s:
                raise
        report_wait(granted_s)
        return self._reader.next_line(requested_at, granted_s)

    def end(self) -> None:
        """End it and everything it has started."""
        end_children([self], END_S)

    def close_input(self) -> None:
        """Close its input once it has read all questions."""
        self._questions.put(None)

    def kill(self) -> None:
        """Kill it and everything it has started."""
        super().kill()
        self._reader.stop()
        until = time.monotonic() + END_S
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if not self._threads[1].is_alive():  # A child that has escaped may still hold the other end.
            self.output.close()
        with suppress(ValueError):  # Another thread may be ending it too.
            _running.remove(self)


def requested_wait(answer: str) -> float | None:
    """The seconds of extra time that an answer requests, if it does.

    >>> requested_wait('{"wait": 90}'), requested_wait('{"wait": -1}'), requested_wait('{"move": "r7"}')
    (90, None, None)
    """
    with suppress(ValueError, RecursionError):
        match json.loads(answer):
            case {"move": _} | {"wait": bool()}:  # With a move it is an answer, whatever else it contains.
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
