"""The strong bot for Qwixx: it plays to win, not for points.

It has a net for each number of seats that tells the chance to win before a roll, found by games against
itself, and does what leads to the best chance while the others do the same. Alone it has a table.
"""

from random import Random

from closecall.bots.qwixx import solo
from closecall.bots.qwixx.arena import fraction
from closecall.bots.qwixx.net_choice import net_move
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.playing import compiled_play
from closecall.bots.qwixx.sparring import new_chances
from closecall.bots.qwixx.state_from_view import state_seen
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View
from closecall.kernels.qwixx import to_move

__all__ = ["choose", "compiled_play"]


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move with the best chance to win; where mixing is better, one of several."""
    seats = len(seen.view.sheets)
    if seats == 1:
        return solo.choose(seen, rng)
    assert seen.viewer is not None
    luck = fraction(new_chances(rng))
    return to_move(net_move(values_for(seats), state_seen(seen.view), seen.viewer, luck))
