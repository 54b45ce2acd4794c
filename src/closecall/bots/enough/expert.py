"""The strongest bot for Close Enough: it deals what it cannot see as the others' play suggests, and tries its
moves on many such deals.
"""

from random import Random

from closecall.bots.enough.levels import choose_by_search
from closecall.bots.enough.playing import compiled_play
from closecall.core.seen import Seen
from closecall.games.enough.moves import Move
from closecall.games.enough.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move with the best chance to win, as far as it can tell."""
    return choose_by_search(seen, rng)
