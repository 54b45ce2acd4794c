"""Bots of others: any program that reads what a seat sees and writes a move, a line of JSON each.

A seat `bot:COMMAND` is played by that program. It is started once, asked once for every decision, and ends
when its input is closed. docs/bots.md describes the lines. Whatever goes wrong with it (it crashes, hangs, or
answers nonsense), it only loses that move: the fallback decides, somebody is told why, the table goes on.
"""

import atexit
import json
import logging
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from closecall.bots import OUTSIDE
from closecall.core.errors import GameError
from closecall.core.rules import AnyRules
from closecall.core.seen import Seen, encode_seen
from closecall.games import rules_of
from closecall.messages import catalogue

VERSION = 1
"""Of the lines; it grows when an old program would misunderstand a new line."""
PATIENCE_S = 10.0
"""How long a program may think about one move."""
PATIENCE_ENV = "CLOSECALL_BOT_SECONDS"
FORGIVEN = 3
"""After so many moves lost in a row the program is not asked again."""
LONGEST_ANSWER = 10_000
_END_S = 1.0


class BotTrouble(GameError):
    """A program has lost its move, and why."""


def log_trouble(trouble: BotTrouble) -> None:
    """Tell whoever reads the log, if nobody else wants to hear of it."""
    logging.getLogger(__name__).warning(trouble.sentence(catalogue("en")))


_tell: Callable[[BotTrouble], None] = log_trouble


def tell_troubles(listener: Callable[[BotTrouble], None]) -> None:
    """From now on this listener hears of every lost move."""
    global _tell  # noqa: PLW0603  There is one terminal, and so one who listens.
    _tell = listener


def program_name(bot: str) -> str:
    """A name for people.

    >>> program_name("bot:python3 -u ~/bots/my_bot.py --deep"), program_name("bot:./rusher")
    ('my_bot', 'rusher')
    """
    words = _words(bot.removeprefix(OUTSIDE))
    files = [word for word in words[1:] if not word.startswith("-") and "." in word] or words[:1]
    return os.path.splitext(os.path.basename(files[0]))[0]


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise GameError("bot_command", command=command[:80]) from error
    if not words:
        raise GameError("bot_command", command=command[:80])
    return words


class OutsideBot:
    """A program that decides for a seat, and whoever decides when it does not."""

    def __init__(self, game: str, command: str, fallback: Any, patience_s: float | None = None) -> None:
        self._rules: AnyRules = rules_of(game)
        self._words = [os.path.expanduser(word) for word in _words(command)]
        self._name = program_name(command)
        self._fallback = fallback
        self._patience_s = _patience() if patience_s is None else patience_s
        self._program: _Program | None = None
        self._lost = 0
        # One program may play several seats, whose hosts may be threads; its answers have an order.
        self._asking = threading.Lock()

    def choose(self, seen: Seen[Any, Any], rng: Random) -> Any:
        """The program's move or, if it has none, that of the fallback."""
        seed = rng.getrandbits(53)  # The program has its chance from us: the same table, the same game.
        with self._asking:
            if self._lost < FORGIVEN:
                try:
                    move = self._asked(seen, seed)
                except BotTrouble as trouble:
                    self._lose(trouble)
                else:
                    self._lost = 0
                    return move
        return self._fallback.choose(seen, Random(seed))

    def close(self) -> None:
        """End the program; the next question would start it again."""
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def _lose(self, trouble: BotTrouble) -> None:
        # It may still be thinking, and its answer must not be taken for the next one.
        self.close()
        self._lost += 1
        _tell(trouble)
        if self._lost == FORGIVEN:
            _tell(BotTrouble("bot_given_up", name=self._name, n=FORGIVEN))

    def _asked(self, seen: Seen[Any, Any], seed: int) -> Any:
        if self._program is None:
            self._program = self._started()
        question = {
            "closecall": VERSION,
            "game": self._rules.SLUG,
            "seed": seed,
            "seen": encode_seen(self._rules, seen),
        }
        answer = self._program.asked(json.dumps(question), self._patience_s)
        if answer is None:
            raise BotTrouble("bot_died", name=self._name)
        if answer == _Program.LATE:
            raise BotTrouble("bot_slow", name=self._name, seconds=f"{self._patience_s:g}")
        return self._read(answer, seen)

    def _started(self) -> "_Program":
        try:
            program = _Program(self._words)
        except (OSError, ValueError) as error:
            raise BotTrouble("bot_not_started", name=self._name, command=shlex.join(self._words)) from error
        atexit.register(program.end)
        return program

    def _read(self, answer: str, seen: Seen[Any, Any]) -> Any:
        try:
            notation = json.loads(answer)["move"]
            move = self._rules.parse_move(notation)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, GameError) as error:
            raise BotTrouble("bot_nonsense", name=self._name, answer=answer.strip()[:80]) from error
        if seen.menu is None or move not in seen.menu:
            raise BotTrouble("bot_illegal", name=self._name, move=str(notation)[:40])
        return move


def _patience() -> float:
    try:
        return max(0.01, float(os.environ.get(PATIENCE_ENV, PATIENCE_S)))
    except ValueError:
        return PATIENCE_S


class _Program:
    """A running program: lines in, lines out."""

    LATE = ""
    """Not an answer: those end with a line break."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is for whoever asks, who then ends it.
        )
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_ANSWER):
                self._answers.put(line)
        self._answers.put(None)

    def asked(self, line: str, patience_s: float) -> str | None:
        """The answer to a line; LATE if there was none in time, None if there will be none."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # Whoever is dead does not answer, which is noticed next.
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        try:
            return self._answers.get(timeout=patience_s)
        except queue.Empty:
            return self.LATE

    def end(self) -> None:
        """Close its input, wait a little, and kill it and whatever it has started."""
        atexit.unregister(self.end)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_END_S)
        self._kill()
        process.wait()
        self._listener.join(_END_S)
        if not self._listener.is_alive():  # A child that has escaped may still hold the other end.
            process.stdout.close()

    def _kill(self) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
