"""A fair bot of Qwixx: it thinks of its hopes and the others', and now and then hurries."""

from random import Random

from closecall.bots.qwixx.playing import compiled_play
from closecall.bots.qwixx.slips import MEDIUM
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move of this level."""
    return MEDIUM.choose(seen, rng)
