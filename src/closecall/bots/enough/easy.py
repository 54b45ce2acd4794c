"""An easy bot for Close Enough: it calls and stays in too lightly, overlooks a lot, and keeps its tokens."""

from random import Random

from closecall.bots.enough.levels import choose_by_thresholds
from closecall.bots.enough.playing import compiled_play
from closecall.core.seen import Seen
from closecall.games.enough.moves import Move
from closecall.games.enough.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move its thresholds say, if it does not slip."""
    return choose_by_thresholds("easy", seen, rng)
