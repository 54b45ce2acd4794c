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
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

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


class Program:
    """A running program."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for whoever asks, who then ends it.
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.Queue[bytes] = queue.Queue(AHEAD)
        self._is_silent = threading.Event()
        self._is_new = True
        self._threads = [
            threading.Thread(target=self._speak, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _running.append(self)

    def _speak(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # Whoever is dead does not answer, which is noticed elsewhere.
            while (line := self._questions.get()) is not None:
                while line:  # A pipe takes as much as there is room for.
                    line = line[pipe.write(line) :]

    def _listen(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), open(pipe.fileno(), "rb", closefd=False) as lines:
            while line := lines.readline(LONGEST_ANSWER):
                self._answers.put(line)
        self._is_silent.set()

    def asked(self, line: str, patience_s: float, told: Callable[[float], object]) -> str:
        """The answer to a line; if we wait longer than usual, somebody is told for how many seconds."""
        if not self._answers.empty():
            raise Unasked
        is_new, self._is_new = self._is_new, False
        began = time.monotonic()
        self._questions.put(line.encode() + b"\n")
        said = self._said(began, patience_s)
        wait_s = wait_in(said) if is_new else None
        if wait_s is None:
            return said
        since, granted_s = time.monotonic(), min(wait_s, MOST_WAIT_S)
        try:
            return self._said(began, patience_s)  # It may be ready sooner, and nobody has to hear of it.
        except Late:
            if since + granted_s <= began + patience_s:  # Whoever asks for more time has never less.
                raise
        told(granted_s)
        return self._said(since, granted_s)

    def _said(self, since: float, patience_s: float) -> str:
        """The next line, if it comes in so many seconds since then."""
        until = since + patience_s
        while (left := until - time.monotonic()) > 0:
            # It may fall silent while we wait, which is looked at now and then.
            is_silent = self._is_silent.is_set()
            with suppress(queue.Empty):
                return self._answers.get(timeout=0 if is_silent else min(left, 0.05)).decode(errors="replace")
            if is_silent:
                raise Silent
        raise Late(patience_s)

    def end(self) -> None:
        """End it and whatever it has started."""
        _end([self])

    def ask_to_end(self) -> None:
        """Close its input once it has read what it was asked."""
        self._questions.put(None)

    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """Leave nothing of it and of what it has started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        until = time.monotonic() + END_S
        while time.monotonic() < until and any(thread.is_alive() for thread in self._threads):
            with suppress(queue.Empty):  # Who listens may wait for room.
                self._answers.get_nowait()
            self._threads[1].join(0.01)
        assert self._process.stdout is not None
        if not self._threads[1].is_alive():  # A child that has escaped may still hold the other end.
            self._process.stdout.close()


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
    """End all programs: nobody is left to ask them."""
    if threading.current_thread() is threading.main_thread():
        # Whoever presses Ctrl-C once more has not to wait longer than a second, and leaves nothing behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end(list(_running))


def _end(programs: list[Program]) -> None:
    """Close their input, wait a little, then kill them and whatever they have started."""
    for program in programs:
        program.ask_to_end()
    until = time.monotonic() + END_S
    try:
        while time.monotonic() < until and not all(program.is_over() for program in programs):
            time.sleep(0.005)
    finally:  # Whoever is tired of waiting presses Ctrl-C, which must not save them.
        for program in programs:
            program.kill()
            with suppress(ValueError):  # Somebody else may be ending it too.
                _running.remove(program)


atexit.register(end_programs)
