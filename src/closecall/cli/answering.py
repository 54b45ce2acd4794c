"""`closecall bot`: one of our bots as a program for others: they write what a seat sees and read its move."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import LEVELS, NAMES, PARTNERS, AnyBot, find_bot
from closecall.bots.external import VERSION
from closecall.bots.external_process import MOST_WAIT_S
from closecall.bots.view_check import is_possible
from closecall.bots.warm_up import is_prepared, prepare_level
from closecall.cli.answering_values import take_values
from closecall.cli.arguments import UsageError
from closecall.cli.playing import game_named
from closecall.core.codec import parse_json
from closecall.core.errors import BadRecord, GameError
from closecall.core.seen import Seen, decode_seen
from closecall.games import rules_of
from closecall.kernels.jit import compile_callbacks
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console

PLAIN = ("greedy", "random")
"""Bots that are not compiled: nothing has to be loaded for them, and nonsense is only an exception."""


def bot(arguments: dict[str, Any], console: Console, say: Catalogue) -> int:
    """Answer lines until there are no more."""
    game = game_named(arguments["game"])
    level = arguments["level"] or NAMES[0]
    mind = _mind(level, game)
    if arguments["values"]:
        folder = arguments["values"]
        courses = take_values(Path(os.path.expanduser(folder)), game, level)
        print(say("bot.plays_with", courses=", ".join(courses), folder=folder), file=sys.stderr)
    for n, line in enumerate(sys.stdin):
        with nullcontext() if n else _getting_ready(game, level):
            said = answer(line, game, mind, say)
        print(said, flush=True)
    return 0


def _mind(level: str, game: str) -> AnyBot:
    """One of our bots: whoever wants a program of others can start it without us."""
    names = (*NAMES, *PARTNERS.get(game, ()))
    mind = find_bot(level, game) if level in names else None
    if mind is None:
        raise UsageError("bot_level", text=level[:40], game=Word(f"game.{game}"), names=", ".join(names))
    return mind if level in PLAIN else Careful(game, mind)


class Careful:
    """A compiled bot that is asked by strangers: it looks at nothing that no table can show."""

    def __init__(self, game: str, mind: AnyBot) -> None:
        self._game, self._mind = game, mind

    def choose(self, seen: Seen[Any, Any], rng: Random) -> Any:
        """The bot's move, if the view makes sense."""
        if not is_possible(self._game, seen):
            raise GameError("bot_odd")
        return self._mind.choose(seen, rng)


@contextmanager
def _getting_ready(game: str, level: str) -> Iterator[None]:
    """The first answer: time can be asked for once, before it, if something is to be compiled or computed."""
    if level in LEVELS and not is_prepared():
        _ask_for_time()
        prepare_level(game, level)  # Also what only later moves need.
        yield
    else:  # Sparring partners need for any move all that they need.
        with compile_callbacks(_ask_for_time):
            yield


def _ask_for_time() -> None:
    print(json.dumps({"wait": MOST_WAIT_S}), flush=True)


def answer(line: str, game: str, mind: AnyBot, say: Catalogue) -> str:
    """The line that answers a line: a move, or why there is none."""
    try:
        return json.dumps({"move": _move(line, game, mind)})
    except GameError as error:
        reason = error
    except (
        Exception
    ):  # A view can be odd in more ways than its fields can tell, and the next line is another.
        reason = GameError("bot_odd")
    return json.dumps({"error": GameError("bot_question", reason=reason).sentence(say)}, ensure_ascii=False)


def _move(line: str, game: str, mind: AnyBot) -> str:
    question = _read(line)
    if not isinstance(question.get("seen"), dict):
        raise GameError("bot_no_seen")
    if question.get("game", game) != game:
        raise GameError("bot_other_game", game=Word(f"game.{game}"))
    rules = rules_of(game)
    seen = decode_seen(rules, question["seen"], is_lenient=True)
    if not seen.menu:
        raise GameError("bot_no_menu")
    seed = question.get("seed")
    move = mind.choose(seen, Random(seed if isinstance(seed, int | str) else None))
    if move not in seen.menu:  # Some bots find their moves in the view, of which this menu is not.
        raise GameError("bot_other_menu", move=rules.format_move(move))
    return rules.format_move(move)


def _read(line: str) -> dict[str, Any]:
    """The object in a line of a version that we understand."""
    try:
        question = parse_json(line.rstrip("\r\n"))
    except BadRecord as error:  # Its sentence would speak of a file.
        facts = error.facts | {"column": error.where.rpartition(":")[2]}
        raise GameError(f"bot_line_{error.code}", **facts) from error
    if not isinstance(question, dict):
        raise GameError("bot_no_seen")
    version = question.get("closecall")
    if type(version) is not int or version != VERSION:
        raise GameError("bot_version", version=VERSION)
    return question
