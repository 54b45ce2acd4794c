"""The kernel of Close to the Mark!: everything that simulations, training and tests use, in one module.

>>> import numpy as np
>>> from closecall.games.mark.moves import parse_move
>>> state = new_state(1)
>>> apply_choices(state, np.array([to_index(parse_move("yellow"))]))
>>> apply_fate(state, np.array([1, 2, 1, 4, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("b2+g"))])
(40, True)
"""

import numpy as np
from numpy.typing import NDArray

from closecall.core.rules import Seat
from closecall.games.mark.rules import setup
from closecall.games.mark.state import Options, Outcome, Roll, State
from closecall.kernels.mark.array_layout import (
    COLOUR,
    COLOURS,
    DICE,
    ENTRY,
    LAYOUT,
    MOVES,
    ROUND,
    ROUNDS,
    SEATS,
    SHEETS,
    STARTER,
    STATE,
)
from closecall.kernels.mark.game_loop import Results, new_results, play
from closecall.kernels.mark.lookup_tables import EXTREME_CROSSES, LINE_POINTS, Table
from closecall.kernels.mark.rules import (
    apply_choices,
    apply_fate,
    is_over,
    menu_mask,
    next_to_choose,
    pending,
)
from closecall.kernels.mark.scoring import scores, winners
from closecall.kernels.mark.state_conversion import encode_state, to_index, to_move

__all__ = [
    "COLOURS", "DICE", "EXTREME_CROSSES", "LAYOUT", "LINE_POINTS", "MOVES", "ROUND", "ROUNDS", "SHEETS",
    "STARTER", "STATE", "Results", "Table", "apply_choices", "apply_fate", "deciding", "is_over", "menu_mask",
    "new_results", "new_state", "outcome_of", "pending", "play", "scores", "state_of", "to_index", "to_move",
    "winners",
]  # fmt: skip


def deciding(state: Table) -> list[Seat]:
    """The seats that decide now, simultaneously."""
    due = pending(state)
    if due == COLOUR:
        return [Seat(next_to_choose(state))]
    return [Seat(seat) for seat in range(state[SEATS])] if due == ENTRY else []


def state_of(state: State) -> Table:
    """A readable state as an array."""
    return np.array(encode_state(state), np.int8)


def new_state(seats: int, options: Options | None = None) -> Table:
    """The initial state; BadOptions if the options do not allow one."""
    return state_of(setup(seats, options or Options()))


def outcome_of(outcome: Outcome) -> NDArray[np.int8]:
    """An outcome as `apply_fate` takes it."""
    return np.array(outcome.dice if isinstance(outcome, Roll) else [outcome.seat], np.int8)
