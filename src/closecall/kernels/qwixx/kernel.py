"""The kernel of Qwixx: everything that simulations, training and tests use, in one module.

>>> import numpy as np
>>> from closecall.games.qwixx.moves import parse_move
>>> state = new_state(1)
>>> apply_fate(state, np.array([3, 4, 1, 2, 5, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("r7"))])
(5, True)
"""

import numpy as np
from numpy.typing import NDArray

from closecall.core.rules import Seat
from closecall.games.qwixx.rules import setup
from closecall.games.qwixx.state import Options, Outcome, Roll, State
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    GAMES,
    HAS_CROSSED,
    LAST,
    LOCK,
    MISTHROWS,
    MORE,
    MOST_GAMES,
    MOVES,
    ONE_MORE,
    PASS,
    PLAYED,
    POINTS,
    RESULTS,
    SEATS,
    SHEETS,
    STATE,
    STOP,
    WHITE,
)
from closecall.kernels.qwixx.game_loop import (
    Results,
    clear_results,
    new_results,
    note_sheets,
    note_totals,
    play,
)
from closecall.kernels.qwixx.lookup_tables import CROSSES, ROW_POINTS, Table
from closecall.kernels.qwixx.rules import (
    apply_choices,
    apply_fate,
    can_cross,
    is_asking,
    is_over,
    menu_mask,
    offered,
    pending,
)
from closecall.kernels.qwixx.scoring import score_sheet, scores, total_of, winners
from closecall.kernels.qwixx.state_conversion import encode_state, to_index, to_move

__all__ = [
    "ACTION", "ACTIVE", "CLOSED", "COLOURED", "CROSSES", "GAMES", "HAS_CROSSED", "LAST", "LOCK", "MISTHROWS",
    "MORE", "MOST_GAMES", "MOVES", "ONE_MORE", "PASS", "PLAYED", "POINTS", "RESULTS", "ROW_POINTS", "SEATS",
    "SHEETS", "STATE", "STOP", "WHITE", "Results", "Table", "apply_choices", "apply_fate", "can_cross",
    "clear_results", "deciding", "is_asking", "is_over", "menu_mask", "new_results", "new_state",
    "note_sheets", "note_totals", "offered", "outcome_of", "pending", "play", "score_sheet", "scores",
    "state_of", "to_index", "to_move", "total_of", "winners",
]  # fmt: skip


def deciding(state: Table) -> list[Seat]:
    """The seats that decide now, simultaneously."""
    if state[ACTION] == 1 or is_asking(state):
        return [Seat(seat) for seat in range(state[SEATS])]
    return [Seat(int(state[ACTIVE]))] if state[ACTION] == 2 else []


def state_of(state: State) -> Table:
    """A readable state as an array."""
    return np.array(encode_state(state), np.int16)


def new_state(seats: int, options: Options | None = None) -> Table:
    """The initial state; BadOptions if the options do not allow one."""
    return state_of(setup(seats, options or Options()))


def outcome_of(outcome: Outcome) -> NDArray[np.int8]:
    """An outcome as `apply_fate` takes it."""
    if isinstance(outcome, Roll):
        return np.array([*outcome.white, *[die or 0 for die in outcome.coloured]], np.int8)
    return np.array([outcome.seat], np.int8)
