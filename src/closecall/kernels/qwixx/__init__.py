"""Qwixx on small integers, compiled: for simulations, training and strong bots.

The readable rules define what is right; tests compare the kernel with them at every point of many games. A
table is one array of int16, `STATE` long; a batch of tables is an array of them.
The rules are in rules.py and scoring.py, whole random games in game_loop.py.

| at | what it holds |
|---|---|
| `SEATS` | the number of players |
| `GAMES` | the number of games that the players have agreed on so far (Q11) |
| `ONE_MORE` | whether they will be asked for one more game after those |
| `PLAYED` | the number of finished games; the last one stays on the table until the next begins |
| `ACTIVE` | who rolls, or −1 before the draw (Q3) |
| `ACTION` | 1 or 2 after a roll, otherwise 0 |
| `HAS_CROSSED` | whether the active player crossed a number in action 1 (Q6) |
| `CLOSED` | the locked rows, one bit each (Q7); derived from the sheets |
| `WHITE` … | the two white dice, 0 before the roll |
| `COLOURED` … | the dice red, yellow, green and blue, 0 for one that has left the game (Q7) |
| `SHEETS` … | five numbers for each of five seats: its rows red, yellow, green and blue, and its misthrows |
| `RESULTS` … | six numbers for each of five games: why it ended, and the score of each of five seats |

A row is a number whose bits 0 to 10 are the crossed places from left to right, and bit 11 the lock.

A move is a number below `MOVES`, in the order of the readable menus: `11 × row + place` for a cross, then
`PASS`; `MORE` and `STOP` answer the question for one more game.

>>> import numpy as np
>>> from closecall.games.qwixx.moves import parse_move
>>> state = new_state(1)
>>> apply_fate(state, np.array([3, 4, 1, 2, 5, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("r7"))])
(5, True)
"""

from closecall.core.rules import Seat
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    CROSSES,
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
    ROW_POINTS,
    SEATS,
    SHEETS,
    STATE,
    STOP,
    WHITE,
    Table,
)
from closecall.kernels.qwixx.game_loop import (
    Results,
    clear_results,
    new_results,
    note_sheets,
    note_totals,
    play,
)
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
from closecall.kernels.qwixx.state_conversion import new_state, outcome_of, state_of, to_index, to_move

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
