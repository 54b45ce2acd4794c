"""A fair bot for Close Enough: it goes by sensible thresholds, and does not always look at everything."""

from random import Random

from closecall.bots.enough.levels import choose_by_thresholds
from closecall.bots.enough.playing import compiled_play
from closecall.core.seen import Seen
from closecall.games.enough.moves import Move
from closecall.games.enough.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move its thresholds say, if it does not slip."""
    return choose_by_thresholds("medium", seen, rng)
