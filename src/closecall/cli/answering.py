"""`closecall bot`: one of our bots as a program for others: they write what a seat sees and read its move."""

import json
import sys
from random import Random
from typing import Any

from closecall.bots import LEVELS, NAMES, AnyBot, find_bot
from closecall.bots.outside_program import MOST_WAIT_S
from closecall.bots.preparing import is_prepared, prepare_level
from closecall.cli.arguments import UsageError
from closecall.cli.playing import game_named
from closecall.core.codec import parse_json
from closecall.core.errors import GameError
from closecall.core.seen import decode_seen
from closecall.games import rules_of
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console


def bot(arguments: dict[str, Any], console: Console, say: Catalogue) -> int:
    """Answer lines until there are no more."""
    game = game_named(arguments["game"])
    level = arguments["level"] or NAMES[0]
    mind = find_bot(level, game)
    if mind is None:
        raise UsageError("unknown_bot", bot=level[:40], game=Word(f"game.{game}"))
    is_ready = level not in LEVELS or is_prepared()
    for line in sys.stdin:
        if not is_ready:
            # All is compiled now, since time can be asked for only once, before the first answer.
            print(json.dumps({"wait": MOST_WAIT_S}), flush=True)
            prepare_level(game, level)
            is_ready = True
        print(answer(line, game, mind, say), flush=True)
    return 0


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
    question = parse_json(line)
    if not isinstance(question, dict) or not isinstance(question.get("seen"), dict):
        raise GameError("bot_no_seen")
    if question.get("game", game) != game:
        raise GameError("bot_other_game", game=Word(f"game.{game}"))
    rules = rules_of(game)
    seen = decode_seen(rules, question["seen"])
    if not seen.menu:
        raise GameError("bot_no_menu")
    seed = question.get("seed")
    return rules.format_move(mind.choose(seen, Random(seed if isinstance(seed, int | str) else None)))
