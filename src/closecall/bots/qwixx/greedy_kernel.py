"""The greedy bot of Qwixx, compiled; its numbers equal those of greedy.py to the last bit."""

import numpy as np

from closecall.bots.qwixx.greedy import ALONE, IN_COMPANY, MISTHROW, CrossingChances, expected_points
from closecall.bots.qwixx.moves import MOST_MOVES, nth_move
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    COLOURED,
    HAS_CROSSED,
    LOCK,
    MISTHROWS,
    PASS,
    SEATS,
    SHEETS,
)
from closecall.kernels.qwixx.lookup_tables import CROSSES, ROW_POINTS, Table
from closecall.kernels.qwixx.rules import with_cross
from closecall.kernels.qwixx.scoring import score_sheet


def _points_table(chances: CrossingChances) -> list[list[float]]:
    """By crosses and free numbers; a row with many crosses has few free numbers."""
    return [
        [expected_points(chances, crosses, min(free, 11 - crosses)) for free in range(12)]
        for crosses in range(12)
    ]


EXPECTED = np.array([_points_table(ALONE), _points_table(IN_COMPANY)])
"""The expected points of a row: alone or not, by crosses and free numbers."""
FREE = np.array([11 - row.bit_length() for row in range(2048)], np.int8)
"""The free numbers of a row, by its crosses."""


@compiled
def greedy_move(state: Table, seat: int) -> int:
    """The move with the most expected points, both actions taken together, the first of equals."""
    is_both = state[ACTION] == 1 and seat == state[ACTIVE]
    pass_costs = state[ACTION] == 2 and state[HAS_CROSSED] == 0
    best, best_worth = -1, -np.inf
    for n in range(MOST_MOVES):
        move = nth_move(state, seat, n)
        if move < 0:
            continue
        worth = _after_both(state, seat, move) if is_both else _after_last(state, seat, move, pass_costs)
        if worth > best_worth:
            best, best_worth = move, worth
    return best


@compiled
def _after_both(state: Table, seat: int, first: int) -> float:
    """The worth of the sheet after this action 1 and the best action 2; the state is left as it was."""
    at = SHEETS + 5 * seat + first // 11  # For a pass, its misthrows.
    before = state[at]
    if first != PASS:
        state[at] = with_cross(before, first % 11)
    if first != PASS and _ends(state, seat):
        best = float(score_sheet(state, seat))
    else:
        best = -np.inf
        state[ACTION] = 2
        for n in range(MOST_MOVES):
            second = nth_move(state, seat, n)
            if second >= 0:
                best = max(best, _after_last(state, seat, second, first == PASS))
        state[ACTION] = 1
    state[at] = before
    return best


@compiled
def _after_last(state: Table, seat: int, move: int, pass_costs: bool) -> float:
    """The worth of the sheet after the last move of a turn; the state is left as it was."""
    if move == PASS:
        if pass_costs and state[SHEETS + 5 * seat + MISTHROWS] == 3:
            return float(score_sheet(state, seat) - 5)
        return _worth(state, seat) - (MISTHROW if pass_costs else 0.0)
    at = SHEETS + 5 * seat + move // 11
    before = state[at]
    state[at] = with_cross(before, move % 11)
    worth = float(score_sheet(state, seat)) if _ends(state, seat) else _worth(state, seat)
    state[at] = before
    return worth


@compiled
def _ends(state: Table, seat: int) -> bool:
    """Whether enough rows are closed to end the game."""
    count = 0
    for row in range(4):
        if state[SHEETS + 5 * seat + row] >= LOCK or state[COLOURED + row] == 0:
            count += 1
    return count >= 2


@compiled
def _worth(state: Table, seat: int) -> float:
    """The points that a sheet has or can expect."""
    sheet, table, total = SHEETS + 5 * seat, 0 if state[SEATS] == 1 else 1, 0.0
    for row in range(4):
        crossed = state[sheet + row]
        if crossed >= LOCK or state[COLOURED + row] == 0:
            total += ROW_POINTS[crossed]
        else:
            total += EXPECTED[table, CROSSES[crossed], FREE[crossed]]
    worth: float = total - 5 * state[sheet + MISTHROWS]
    return worth
