"""Close to the Mark! on small integers, compiled: for simulations, training and strong bots.

The readable rules define what is right; tests compare the kernel with them at every point of many games. A
table is one array of int8, `STATE` long; a batch of tables is an array of them.
The rules are in rules.py and scoring.py, whole random games in game_loop.py.

| at | what it holds |
|---|---|
| `SEATS` | the number of players |
| `MAY_START` | the seats that may be drawn to start, one bit each (M3) |
| `STARTER` | who starts, or −1 before the draw |
| `ROUND` | the number of complete rounds (M7) |
| `DICE` … | the five dice, black, blue, green, yellow, red; all 0 before the roll (M4) |
| `COLOURS` … | the colour of each of five seats, or −1 before it is chosen |
| `LAYOUT` … | the colour of each of the 25 circles, row by row (M2) |
| `SHEETS` … | the numbers of each seat's 25 circles, 0 for an empty one |

A move is a number below `MOVES`, in the order of the readable menus: `5 × circle + die` for an entry, and
`CHOOSE + colour` for the choice of a colour.

>>> import numpy as np
>>> from closecall.games.mark.moves import parse_move
>>> state = new_state(1)
>>> apply_choices(state, np.array([to_index(parse_move("yellow"))]))
>>> apply_fate(state, np.array([1, 2, 1, 4, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("b2+g"))])
(40, True)
"""

from closecall.core.rules import Seat
from closecall.kernels.mark.array_layout import (
    COLOUR,
    COLOURS,
    DICE,
    ENTRY,
    EXTREME_CROSSES,
    LAYOUT,
    LINE_POINTS,
    MOVES,
    ROUND,
    ROUNDS,
    SEATS,
    SHEETS,
    STARTER,
    STATE,
    Table,
)
from closecall.kernels.mark.game_loop import Results, new_results, play
from closecall.kernels.mark.rules import (
    apply_choices,
    apply_fate,
    is_over,
    menu_mask,
    next_to_choose,
    pending,
)
from closecall.kernels.mark.scoring import scores, winners
from closecall.kernels.mark.state_conversion import new_state, outcome_of, state_of, to_index, to_move

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
