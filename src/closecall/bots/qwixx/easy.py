"""A gentle bot of Qwixx: it crosses what skips least, and sometimes only sees its longest row."""

from random import Random

from closecall.bots.qwixx.playing import compiled_play
from closecall.bots.qwixx.slips import EASY
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move of this level."""
    return EASY.choose(seen, rng)
