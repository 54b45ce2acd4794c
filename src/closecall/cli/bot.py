"""`closecall bot`: one of our bots for other programs, which write what a seat sees and read its move."""

import json
import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import NAMES, AnyBot, find_bot, table_for
from closecall.bots.custom_values import trained_file, use_values
from closecall.bots.external import VERSION
from closecall.bots.external_process import MOST_WAIT_S
from closecall.bots.view_check import is_possible, seats_in
from closecall.cli.bot_notices import no_runtime_notice, table_notice
from closecall.cli.parser import Parser, UsageError, bots_of_game
from closecall.cli.sim_extra import require_sim
from closecall.core.codec import parse_json
from closecall.core.errors import BadRecord, GameError
from closecall.core.seen import Seen, decode_seen
from closecall.games import game_of, rules_of, slugs
from closecall.games.descriptor import Game
from closecall.kernels.jit import compile_callbacks
from closecall.messages import Catalogue, Word
from closecall.training.training_runs import runs_of
from closecall.tui.screen import Console

PLAIN = ("greedy", "random")
"""Bots in plain Python: they need no loading, and on nonsense they raise instead of crashing."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which bot, and with which values."""

    game: Game
    level: str | None
    values: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall bot GAME`."""
    say = parser.say
    parser.game()
    about = [say("cli.about_level", levels=", ".join(NAMES))]
    for game in map(game_of, slugs()):
        if game.sparring_names:
            names = ", ".join(game.sparring_names)
            about.append(say("cli.about_sparring", game=say(f"game.{game.slug}"), names=names))
    parser.value(
        "level",
        say("cli.meta_level"),
        "; ".join(about),
        complete=lambda parsed_args, **_: bots_of_game(parsed_args),
    )
    parser.value("values", say("cli.meta_folder"), say("cli.about_values"))


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Answer line after line until the input ends."""
    game, level = arguments.game.slug, arguments.level or arguments.game.bot_names[0]
    bot = find_level(level, arguments.game, say)
    for notice in no_runtime_notice([level], say):
        print(notice, file=sys.stderr)
    if arguments.values:
        folder = arguments.values
        runs = _take_values(Path(os.path.expanduser(folder)), game, level)
        print(say("bot.plays_with", courses=", ".join(runs), folder=folder), file=sys.stderr)
    for n, line in enumerate(sys.stdin):
        # Only the first answer may take longer than usual.
        with nullcontext() if n else compile_callbacks(_ask_for_time):
            reply = answer(line, game, bot, say)
        print(reply, flush=True)
    return 0


def find_level(level: str, game: Game, say: Catalogue) -> AnyBot:
    """One of our own bots; UsageError for any other, such as another program."""
    names = (*game.bot_names, *game.sparring_names)
    if level in game.sparring_names:
        require_sim()
    bot = find_bot(level, game.slug) if level in names else None
    if bot is None:
        named = Word(f"game.{game.slug}")
        raise UsageError("bot_level", text=level[:40], game=named, names=", ".join(names))
    return bot if level in PLAIN else CheckedBot(game.slug, level, bot, say)


def _take_values(folder: Path, game: str, level: str) -> list[str]:
    """Make this bot play with the values in a folder; the names of the training runs found there."""
    named, module = Word(f"game.{game}"), game_of(game).bots
    if module is None or not runs_of(game):
        raise UsageError("train_game", game=named)
    levels = import_module(module)
    if level not in levels.trained_levels:
        trained = ", ".join(levels.trained_levels)
        raise UsageError("bot_values_level", level=level, game=named, levels=trained)
    use_values(folder)
    shipped = [run.name for run in runs_of(game) if run.is_shipped]
    found = {run: path for run in shipped if (path := trained_file(run, levels.values_file))}
    if not found:
        raise UsageError("bot_values_none", folder=str(folder), game=named, slug=game)
    for run, path in found.items():
        try:
            levels.check_values(run, path)
        except OSError:
            raise
        except Exception as error:  # NumPy and zipfile raise many kinds of errors.
            raise GameError("bot_values_damaged", file=str(path), game=named) from error
    return list(found)


class CheckedBot:
    """A compiled bot for questions from outside: it refuses a view that no table can show."""

    def __init__(self, game: str, level: str, bot: AnyBot, say: Catalogue) -> None:
        self._game, self._level, self._bot, self._say = game, level, bot, say

    def choose(self, seen: Seen[Any, Any], rng: Random) -> Any:
        """The bot's move, if the view makes sense."""
        if not is_possible(self._game, seen):
            raise GameError("bot_odd")
        seats = seats_in(self._game, seen)
        table = None if seats is None else table_for(self._level, self._game, seats)
        if table is not None and not table.is_solved():
            print(table_notice(self._level, self._say), file=sys.stderr, flush=True)
        return self._bot.choose(seen, rng)


def _ask_for_time() -> None:
    """Ask for the time to compile machine code, or to compute a table, which happens once on a machine."""
    print(json.dumps({"wait": MOST_WAIT_S}), flush=True)


def answer(line: str, game: str, bot: AnyBot, say: Catalogue) -> str:
    """The line that answers a line: a move, or why there is none."""
    try:
        return json.dumps({"move": _move(line, game, bot)})
    except GameError as error:
        reason = error
    except Exception:  # The types of a view do not rule out every nonsense; the next line may be good again.
        reason = GameError("bot_odd")
    return json.dumps({"error": GameError("bot_question", reason=reason).sentence(say)}, ensure_ascii=False)


def _move(line: str, game: str, bot: AnyBot) -> str:
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
    move = bot.choose(seen, Random(seed if isinstance(seed, int | str) else None))
    if move not in seen.menu:  # Some bots derive their moves from the view, which may contradict the menu.
        raise GameError("bot_other_menu", move=rules.format_move(move))
    return rules.format_move(move)


def _read(line: str) -> dict[str, Any]:
    """The object in a line, of the version that we understand."""
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
