"""A strong bot of Qwixx: it weighs its own hopes against those of the best of the others."""

from random import Random

from closecall.bots.qwixx.playing import compiled_play
from closecall.bots.qwixx.slips import HARD
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move of this level."""
    return HARD.choose(seen, rng)
