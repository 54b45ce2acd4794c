"""Bots: whoever decides for a seat that no person has. A bot sees what a person in its seat would see.

A bot is anything with a `choose`; the ones here are modules, found by their name and the game.

>>> from random import Random
>>> from closecall import new_match, with_fate
>>> bot = find_bot("greedy", "qwixx")
>>> match = with_fate(new_match("qwixx", seats=1), seed=bytes([4] * 32))
>>> match.rules.format_move(bot.choose(match.seen_by(0), Random(7)))
'g10'
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from closecall.core.rules import M, V
from closecall.core.seen import Seen
from closecall.games import slugs

LEVELS = ("expert", "hard", "medium", "easy")
"""How well a bot may play: the first as well as it can, the others look less far and slip now and then."""
NAMES = (*LEVELS, "greedy", "random")
"""The bots that there are: four levels, one that takes what it gets, and one that takes anything."""
PARTNERS = {"qwixx": ("skipper", "rusher", "weigher", "evaluator", "scorer", "expectimax", "solo")}
"""Sparring partners for simulations and leagues, to measure bots by; at tables nobody is offered one."""
USUAL = "greedy"
"""Who plays if somebody wants just a bot: nothing has to be compiled for it, so the game begins at once."""
OUTSIDE = "bot:"
"""What the name of a bot begins with that is a program of its own."""
FALLBACK = "greedy"
"""Who decides when a program does not."""


class Bot(Protocol[M, V]):
    """Who decides for a seat; the same seat with the same numbers decides the same."""

    def choose(self, seen: Seen[M, V], rng: Random) -> M:
        """A move from the menu of what this seat sees."""


AnyBot = Bot[Any, Any]


@cache
def has_bot(name: str, game: str) -> bool:
    """Whether there is a bot of this name for a game; nothing is imported to find out."""
    return game in slugs() and name in NAMES and find_spec(_module(name, game)) is not None


@cache
def find_bot(name: str, game: str) -> AnyBot | None:
    """The bot of this name for a game, or None if there is none; imported when first asked for.

    Sparring partners are found too. A name that begins with `bot:` is the command of a program: see
    `closecall.bots.external`.
    """
    if name.startswith(OUTSIDE) and game in slugs():
        outside = import_module(f"{__name__}.external")
        program: AnyBot = outside.OutsideBot(game, name.removeprefix(OUTSIDE), find_bot(FALLBACK, game))
        return program
    if name in PARTNERS.get(game, ()):
        partner: AnyBot = import_module(f"{__name__}.{game}.partners").Partner(name)
        return partner
    if not has_bot(name, game):
        return None
    bot: AnyBot = import_module(_module(name, game))
    return bot


def seat_bot(name: str, game: str) -> AnyBot | None:
    """The bot of this name for a seat of a new table, where a program has not lost any move yet."""
    bot = find_bot(name, game)
    at_new_table: Callable[[], AnyBot] | None = getattr(bot, "at_new_table", None)
    return bot if at_new_table is None else at_new_table()


def _module(name: str, game: str) -> str:
    return f"{__name__}.random" if name == "random" else f"{__name__}.{game}.{name}"
