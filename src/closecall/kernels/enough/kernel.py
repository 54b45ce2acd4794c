"""The kernel of Close Enough: everything that simulations, training and tests use, in one module.

>>> from closecall.kernels.counter_rng import begin
>>> from closecall.games.enough.moves import Drop
>>> to_index(Drop(7), hand=(4, 7, 9)), to_move(19, hand=(4, 7, 9))
(19, Drop(card=7))
>>> import numpy as np
>>> state, chances = new_state(3), np.zeros(2, np.uint64)
>>> begin(chances, seed=7, table=0)
>>> play_on(state, chances)
>>> is_over(state)
True
"""

import numpy as np
from numpy.typing import NDArray

from closecall.core.rules import Seat
from closecall.games.enough.chance import DrawnCard, DrawnTarget, Lot, Outcome
from closecall.games.enough.rules import setup
from closecall.games.enough.state import Options, State
from closecall.games.enough.view import View
from closecall.kernels.enough.array_layout import MOVES, SEATS, STATE
from closecall.kernels.enough.game_loop import (
    Results,
    is_over,
    new_results,
    pending,
    play,
    play_on,
    scores,
    winners,
)
from closecall.kernels.enough.menus import decides, list_moves, menu_mask
from closecall.kernels.enough.move_conversion import hand_of, kind_of, to_index, to_move
from closecall.kernels.enough.redeal import SPECTATOR, redeal
from closecall.kernels.enough.state_conversion import encode_state
from closecall.kernels.enough.table_access import Table
from closecall.kernels.enough.turns import apply_choices, apply_fate
from closecall.kernels.enough.view_conversion import readable_state

__all__ = [
    "MOVES", "SPECTATOR", "STATE", "Results", "Table", "apply_choices", "apply_fate", "decides", "deciding",
    "hand_of", "is_over", "list_moves", "menu_mask", "new_results", "new_state", "outcome_of", "pending",
    "play", "play_on", "possible_state", "redeal", "scores", "state_of", "to_index", "to_move", "winners",
]  # fmt: skip


def deciding(state: Table) -> list[Seat]:
    """The seats that decide now, simultaneously."""
    return [Seat(seat) for seat in range(state[SEATS]) if decides(state, seat)]


def state_of(state: State) -> Table:
    """A readable state as an array."""
    return np.array(encode_state(state), np.int64)


def possible_state(seen: View) -> Table:
    """A state in which a deciding player has this view; `redeal` makes it a fair sample."""
    return state_of(readable_state(seen))


def new_state(seats: int, options: Options | None = None) -> Table:
    """The initial state; BadOptions if the options do not allow one."""
    return state_of(setup(seats, options or Options()))


def outcome_of(outcome: Outcome) -> NDArray[np.int64]:
    """An outcome as `apply_fate` takes it."""
    match outcome:
        case Lot(seat):
            return np.array([seat], np.int64)
        case DrawnTarget(target):
            return np.array([target.number, target.stars], np.int64)
        case DrawnCard(card):
            return np.array([card], np.int64)
        case _:
            return np.array([kind_of(outcome.token)], np.int64)
