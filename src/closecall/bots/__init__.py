"""Bots: whoever decides for a seat that no person has. A bot sees what a person in its seat would see.

A bot is anything with a `choose`; the ones here are modules, found by their name and the game.

>>> from random import Random
>>> from closecall import new_match, with_fate
>>> bot = find_bot("greedy", "qwixx")
>>> match = with_fate(new_match("qwixx", seats=1), seed=bytes([4] * 32))
>>> match.rules.format_move(bot.choose(match.seen_by(0), Random(7)))
'g10'
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from closecall.core.rules import M, V
from closecall.core.seen import Seen
from closecall.games import SLUGS

NAMES = ("greedy", "random")
"""The bots that there are, the better one first."""


class Bot(Protocol[M, V]):
    """Who decides for a seat; the same seat with the same numbers decides the same."""

    def choose(self, seen: Seen[M, V], rng: Random) -> M:
        """A move from the menu of what this seat sees."""


AnyBot = Bot[Any, Any]


@cache
def find_bot(name: str, game: str) -> AnyBot | None:
    """The bot of this name for a game, or None if there is none; imported when first asked for."""
    if name not in NAMES or game not in SLUGS:
        return None
    module = f"{__name__}.random" if name == "random" else f"{__name__}.{game}.{name}"
    if find_spec(module) is None:
        return None
    bot: AnyBot = import_module(module)
    return bot
