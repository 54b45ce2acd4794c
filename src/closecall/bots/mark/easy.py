"""An easy bot of Close to the Mark!: it takes the points it sees, and overlooks many circles."""

from random import Random

from closecall.bots.mark.net import move_of
from closecall.bots.mark.net_choice import EASY
from closecall.bots.mark.playing import compiled_play
from closecall.core.seen import Seen
from closecall.games.mark.moves import Move
from closecall.games.mark.view import View

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move of this level; whoever sees the same chooses the same."""
    return move_of(seen, EASY)
