"""External bots: any program that reads what a seat sees and writes a move, a line of JSON each.

A seat `bot:COMMAND` is played by that program. It is started once, asked once for every decision, and ends
when its input is closed. docs/bots.md describes the lines. If it crashes, hangs or answers nonsense, it only
loses that move: the fallback decides, the trouble is reported, and the game continues.
"""

import json
import logging
import os
import shlex
import threading
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

from closecall.bots import EXTERNAL_PREFIX
from closecall.bots.custom_values import VALUES_FILES
from closecall.bots.external_process import AnswerTimeout, Program, ProgramEnded, UnsolicitedOutput
from closecall.core.errors import GameError
from closecall.core.rules import AnyRules
from closecall.core.seen import Seen, encode_seen
from closecall.games import rules_of
from closecall.messages import LANGUAGES, catalogue

VERSION = 1
"""The version of the protocol; it grows when an old program would misunderstand a new line."""
DEFAULT_SECONDS = 10.0
"""How long a program may take for a move."""
SECONDS_ENV = "CLOSECALL_BOT_SECONDS"
MOST_FAILURES = 3
"""After this many lost moves in a row the program is not asked again at this table."""
LEAST_S, MOST_S = 0.01, 86_400
"""The limits of the seconds per move."""


class BotTrouble(GameError):
    """Why a program lost a move, or keeps everybody waiting."""


def log_trouble(trouble: BotTrouble) -> None:
    """Log a trouble; this is the default listener."""
    language = os.environ.get("CLOSECALL_LANG", "")[:2]
    say = catalogue(language if language in LANGUAGES else LANGUAGES[0])
    logging.getLogger(__name__).warning(trouble.sentence(say))


_report: Callable[[BotTrouble], None] = log_trouble


def tell_troubles(listener: Callable[[BotTrouble], None]) -> None:
    """Set the function that is called for every lost move and every long wait."""
    global _report  # noqa: PLW0603  # There is one terminal, so there is one listener.
    _report = listener


def program_name(bot: str) -> str:
    """The name of a program for people.

    >>> program_name("bot:python3 -u ~/bots/my_bot.py --deep"), program_name("bot:./rusher")
    ('my_bot', 'rusher')
    >>> program_name("bot:python3 -m my.module --deep")
    'my.module'
    """
    words = _words(bot.removeprefix(EXTERNAL_PREFIX))
    if "-m" in words[1:-1]:
        return words[words.index("-m", 1) + 1]
    files = [word for word in words[1:] if not word.startswith("-") and "." in word] or words[:1]
    return os.path.splitext(os.path.basename(files[0]))[0]


def program_fingerprint(bot: str) -> str:
    """A fingerprint of a program's files, which changes with them; empty for a bot of ours."""
    if not bot.startswith(EXTERNAL_PREFIX):
        return ""
    digest = sha256()
    program, *words = _words(bot.removeprefix(EXTERNAL_PREFIX))
    for word in (which(program) or program, *words):
        with suppress(OSError):  # Most words are not files, and some cannot be file names.
            for path in _files_of(word):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _files_of(word: str) -> list[Path]:
    """The file that a word of a command may name, or the trained values in a folder."""
    named = word.partition("=")[2] if word.startswith("-") else word
    path = Path(os.path.expanduser(named))
    if not named or not path.is_dir():
        return [path] if named else []
    return [file for name in VALUES_FILES for file in sorted(path.glob(f"*/{name}"))]


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise GameError("bot_command", command=command[:80]) from error
    if not words:
        raise GameError("bot_command", command=command[:80])
    return words


class ExternalBot:
    """A seat that a program plays, with a fallback for when it does not answer."""

    def __init__(self, game: str, command: str, fallback: Any, timeout_s: float | None = None) -> None:
        self._rules: AnyRules = rules_of(game)
        self._connection = _ProgramConnection(
            command, _seconds_per_move() if timeout_s is None else timeout_s
        )
        self._fallback = fallback
        self._failures_in_a_row = 0
        self.lost = 0
        """The number of moves it has lost at this table."""

    def at_new_table(self) -> "ExternalBot":
        """The same program at another table, where it has lost no moves yet."""
        other = copy(self)
        other._failures_in_a_row = other.lost = 0
        return other

    def choose(self, seen: Seen[Any, Any], rng: Random) -> Any:
        """The program's move or, without one, that of the fallback."""
        seed = rng.getrandbits(53)  # The program gets its seed from us, so that a game can be repeated.
        if self._failures_in_a_row < MOST_FAILURES:
            try:
                move = self.ask(seen, seed)
            except BotTrouble as trouble:
                _report(BotTrouble("bot_lost_move", reason=trouble))
                self._failures_in_a_row += 1
                if self._failures_in_a_row == MOST_FAILURES:
                    _report(BotTrouble("bot_given_up", name=self._connection.name, n=MOST_FAILURES))
            else:
                self._failures_in_a_row = 0
                return move
        self.lost += 1
        return self._fallback.choose(seen, Random(seed))

    def ask(self, seen: Seen[Any, Any], seed: int) -> Any:
        """The program's move; BotTrouble says why there is none."""
        question = {
            "closecall": VERSION,
            "game": self._rules.SLUG,
            "seed": seed,
            "seen": encode_seen(self._rules, seen),
        }
        with self._connection as send:
            return self._parse(send(json.dumps(question)), seen)

    def close(self) -> None:
        """End the program; the next question would start it again."""
        self._connection.close()

    def _parse(self, answer: str, seen: Seen[Any, Any]) -> Any:
        try:
            notation = json.loads(answer)["move"]
            move = self._rules.parse_move(notation)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, GameError) as error:
            raise BotTrouble(
                "bot_nonsense", name=self._connection.name, answer=_printable(answer, 80)
            ) from error
        if seen.menu is None or move not in seen.menu:
            raise BotTrouble("bot_illegal", name=self._connection.name, move=_printable(str(notation), 40))
        return move


def _printable(text: str, most: int) -> str:
    """A program's text, safe to print: without control characters."""
    return "".join([letter if letter.isprintable() else "?" for letter in text.strip()[:most]])


class _ProgramConnection:
    """A program that is started for its first question, and restarted after every trouble."""

    def __init__(self, command: str, timeout_s: float) -> None:
        self._words = [os.path.expanduser(word) for word in _words(command)]
        self.name = program_name(command)
        self._seconds_per_move = timeout_s
        self._program: Program | None = None
        # One program may play several seats from several threads, but answers one question at a time.
        self._lock = threading.RLock()

    def __enter__(self) -> Callable[[str], str]:
        self._lock.acquire()
        return self._ask

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if error is not None:
            # It may still be thinking, and a late answer must not be taken for the next one.
            self.close()
        self._lock.release()

    def _ask(self, line: str) -> str:
        program = self._running_program()
        try:
            return program.ask(line, self._seconds_per_move, self._report_wait)
        except ProgramEnded as error:
            raise BotTrouble("bot_died", name=self.name) from error
        except AnswerTimeout as error:
            raise BotTrouble("bot_slow", name=self.name, seconds=f"{error.seconds:g}") from error
        except UnsolicitedOutput as error:
            raise BotTrouble("bot_unasked", name=self.name) from error

    def _running_program(self) -> Program:
        try:
            if self._program is None:
                self._program = Program(self._words)
        except (OSError, ValueError) as error:
            command = shlex.join(self._words)
            raise BotTrouble("bot_not_started", name=self.name, command=_printable(command, 200)) from error
        return self._program

    def _report_wait(self, seconds: float) -> None:
        _report(BotTrouble("bot_gets_ready", name=self.name, seconds=f"{seconds:g}"))

    def close(self) -> None:
        """End the program."""
        with self._lock:
            program, self._program = self._program, None
            if program is not None:
                program.end()


def _seconds_per_move() -> float:
    text = os.environ.get(SECONDS_ENV) or str(DEFAULT_SECONDS)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not LEAST_S <= seconds <= MOST_S:  # NaN is refused too.
        raise GameError("bot_seconds", name=SECONDS_ENV, text=text[:40], most=MOST_S)
    return seconds
