"""Bots of others: any program that reads what a seat sees and writes a move, a line of JSON each.

A seat `bot:COMMAND` is played by that program. It is started once, asked once for every decision, and ends
when its input is closed. docs/bots.md describes the lines. Whatever goes wrong with it (it crashes, hangs, or
answers nonsense), it only loses that move: the fallback decides, somebody is told why, the table goes on.
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

from closecall.bots import OUTSIDE
from closecall.bots.custom_values import VALUES_FILES
from closecall.bots.external_process import Late, Program, Silent, Unasked
from closecall.core.errors import GameError
from closecall.core.rules import AnyRules
from closecall.core.seen import Seen, encode_seen
from closecall.games import rules_of
from closecall.messages import LANGUAGES, catalogue

VERSION = 1
"""Of the lines; it grows when an old program would misunderstand a new line."""
PATIENCE_S = 10.0
"""How long a program may think about one move."""
PATIENCE_ENV = "CLOSECALL_BOT_SECONDS"
FORGIVEN = 3
"""After so many moves lost in a row the program is not asked again at this table."""
LEAST_S, MOST_S = 0.01, 86_400
"""How long that may be at all."""


class BotTrouble(GameError):
    """A program has lost its move, and why; or it keeps everybody waiting."""


def log_trouble(trouble: BotTrouble) -> None:
    """Tell whoever reads the log, if nobody else wants to hear of it."""
    language = os.environ.get("CLOSECALL_LANG", "")[:2]
    say = catalogue(language if language in LANGUAGES else LANGUAGES[0])
    logging.getLogger(__name__).warning(trouble.sentence(say))


_tell: Callable[[BotTrouble], None] = log_trouble


def tell_troubles(listener: Callable[[BotTrouble], None]) -> None:
    """From now on this listener hears of every lost move and of every long wait."""
    global _tell  # noqa: PLW0603  There is one terminal, and so one who listens.
    _tell = listener


def program_name(bot: str) -> str:
    """A name for people.

    >>> program_name("bot:python3 -u ~/bots/my_bot.py --deep"), program_name("bot:./rusher")
    ('my_bot', 'rusher')
    >>> program_name("bot:python3 -m my.module --deep")
    'my.module'
    """
    words = _words(bot.removeprefix(OUTSIDE))
    if "-m" in words[1:-1]:
        return words[words.index("-m", 1) + 1]
    files = [word for word in words[1:] if not word.startswith("-") and "." in word] or words[:1]
    return os.path.splitext(os.path.basename(files[0]))[0]


def program_fingerprint(bot: str) -> str:
    """What tells a program from what it was before somebody changed its files; nothing for a bot of ours."""
    if not bot.startswith(OUTSIDE):
        return ""
    mark = sha256()
    program, *words = _words(bot.removeprefix(OUTSIDE))
    for word in (which(program) or program, *words):
        with suppress(OSError):  # Most words are no files, and some could not even be names of files.
            for path in _files_of(word):
                mark.update(path.read_bytes())
    return mark.hexdigest()


def _files_of(word: str) -> list[Path]:
    """The file that a word of a command may name, or what a training has left in a folder."""
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
    """A seat that a program plays, and whoever decides when it does not."""

    def __init__(self, game: str, command: str, fallback: Any, patience_s: float | None = None) -> None:
        self._rules: AnyRules = rules_of(game)
        self._asking = _Asking(command, _patience_s() if patience_s is None else patience_s)
        self._fallback = fallback
        self._in_a_row = 0
        self.lost = 0
        """How many moves it has lost at this table."""

    def at_new_table(self) -> "ExternalBot":
        """The same program in a seat of another table, where it has lost nothing yet."""
        other = copy(self)
        other._in_a_row = other.lost = 0
        return other

    def choose(self, seen: Seen[Any, Any], rng: Random) -> Any:
        """The program's move or, if it has none, that of the fallback."""
        seed = rng.getrandbits(53)  # The program has its chance from us: the same table, the same game.
        if self._in_a_row < FORGIVEN:
            try:
                move = self.asked(seen, seed)
            except BotTrouble as trouble:
                _tell(BotTrouble("bot_lost_move", reason=trouble))
                self._in_a_row += 1
                if self._in_a_row == FORGIVEN:
                    _tell(BotTrouble("bot_given_up", name=self._asking.name, n=FORGIVEN))
            else:
                self._in_a_row = 0
                return move
        self.lost += 1
        return self._fallback.choose(seen, Random(seed))

    def asked(self, seen: Seen[Any, Any], seed: int) -> Any:
        """The program's move; BotTrouble says why there is none."""
        question = {
            "closecall": VERSION,
            "game": self._rules.SLUG,
            "seed": seed,
            "seen": encode_seen(self._rules, seen),
        }
        with self._asking as ask:
            return self._read(ask(json.dumps(question)), seen)

    def close(self) -> None:
        """End the program; the next question would start it again."""
        self._asking.close()

    def _read(self, answer: str, seen: Seen[Any, Any]) -> Any:
        try:
            notation = json.loads(answer)["move"]
            move = self._rules.parse_move(notation)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, GameError) as error:
            raise BotTrouble("bot_nonsense", name=self._asking.name, answer=_shown(answer, 80)) from error
        if seen.menu is None or move not in seen.menu:
            raise BotTrouble("bot_illegal", name=self._asking.name, move=_shown(str(notation), 40))
        return move


def _shown(text: str, most: int) -> str:
    """What a program said, for people: nothing in it may move a cursor or ring a bell."""
    return "".join([letter if letter.isprintable() else "?" for letter in text.strip()[:most]])


class _Asking:
    """A program that is started when it is first asked, and again after every trouble."""

    def __init__(self, command: str, patience_s: float) -> None:
        self._words = [os.path.expanduser(word) for word in _words(command)]
        self.name = program_name(command)
        self._patience_s = patience_s
        self._program: Program | None = None
        # One program may play several seats, whose hosts may be threads; its answers have an order.
        self._lock = threading.RLock()

    def __enter__(self) -> Callable[[str], str]:
        self._lock.acquire()
        return self._asked

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if error is not None:
            # It may still be thinking, and its answer must not be taken for the next one.
            self.close()
        self._lock.release()

    def _asked(self, line: str) -> str:
        program = self._started()
        try:
            return program.asked(line, self._patience_s, self._tell_wait)
        except Silent as error:
            raise BotTrouble("bot_died", name=self.name) from error
        except Late as error:
            raise BotTrouble("bot_slow", name=self.name, seconds=f"{error.seconds:g}") from error
        except Unasked as error:
            raise BotTrouble("bot_unasked", name=self.name) from error

    def _started(self) -> Program:
        try:
            if self._program is None:
                self._program = Program(self._words)
        except (OSError, ValueError) as error:
            command = shlex.join(self._words)
            raise BotTrouble("bot_not_started", name=self.name, command=_shown(command, 200)) from error
        return self._program

    def _tell_wait(self, seconds: float) -> None:
        _tell(BotTrouble("bot_gets_ready", name=self.name, seconds=f"{seconds:g}"))

    def close(self) -> None:
        """End the program."""
        with self._lock:
            program, self._program = self._program, None
            if program is not None:
                program.end()


def _patience_s() -> float:
    text = os.environ.get(PATIENCE_ENV) or str(PATIENCE_S)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not LEAST_S <= seconds <= MOST_S:  # Nor is what is no number.
        raise GameError("bot_seconds", name=PATIENCE_ENV, text=text[:40], most=MOST_S)
    return seconds
