"""The greedy bot in the kernel, to the last bit of its numbers: see bots/qwixx/greedy.py."""

import numpy as np

from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    COLOURED,
    CROSSES,
    HAS_CROSSED,
    LOCK,
    MISTHROWS,
    PASS,
    POINTS,
    ROW_POINTS,
    SEATS,
    SHEETS,
    Table,
)
from closecall.kernels.qwixx.rules import can_cross, offered, with_cross
from closecall.kernels.qwixx.scoring import score_sheet

ALONE = (0.2, 0.12, 0.8)
IN_COMPANY = (0.1, 0.1, 0.25)
MISTHROW = 9.0


def _expected(hopes: tuple[float, float, float], crosses: int, free: int) -> float:
    """The points of a row with so many crosses, if each of its free numbers comes with its chance."""
    if free == 0:
        return POINTS[crosses]
    if free == 1:
        chance = hopes[2] if crosses >= 5 else 0
        return chance * POINTS[min(crosses + 2, 12)] + (1 - chance) * POINTS[crosses]
    chance = hopes[0] + hopes[1] * (6 - abs(free - 6))
    come = _expected(hopes, crosses + 1, free - 1)
    return chance * come + (1 - chance) * _expected(hopes, crosses, free - 1)


def _expected_points(hopes: tuple[float, float, float]) -> list[list[float]]:
    """By crosses and free numbers; more than eleven crosses leave nothing free."""
    return [
        [_expected(hopes, crosses, min(free, 11 - crosses)) for free in range(12)] for crosses in range(12)
    ]


EXPECTED = np.array([_expected_points(ALONE), _expected_points(IN_COMPANY)])
FREE = np.array([11 - row.bit_length() for row in range(2048)], np.int8)
"""How many numbers of a row are free, by its crosses."""


@compiled
def greedy_move(state: Table, seat: int) -> int:
    """The move with the best hopes, both actions taken together, the first of equals."""
    is_both = state[ACTION] == 1 and seat == state[ACTIVE]
    pass_costs = state[ACTION] == 2 and state[HAS_CROSSED] == 0
    best, best_worth = -1, -np.inf
    for n in range(9):
        move = _nth_move(state, seat, n)
        if move < 0:
            continue
        worth = _after_both(state, seat, move) if is_both else _after_last(state, seat, move, pass_costs)
        if worth > best_worth:
            best, best_worth = move, worth
    return best


@compiled
def _nth_move(state: Table, seat: int, n: int) -> int:
    """One of the two crosses that the dice may offer to each row, or a pass; −1 if it is not on the menu."""
    if n == 8:
        return PASS
    row = n // 2
    place = offered(state, row, n % 2)
    if place < 0 or not can_cross(state[SHEETS + 5 * seat + row], place):
        return -1
    return 11 * row + place


@compiled
def _after_both(state: Table, seat: int, first: int) -> float:
    """What the sheet is worth after this action 1 and the best action 2; the state is left as it was."""
    at = SHEETS + 5 * seat + first // 11  # For a pass, its misthrows.
    before = state[at]
    if first != PASS:
        state[at] = with_cross(before, first % 11)
    if first != PASS and _ends(state, seat):
        best = float(score_sheet(state, seat))
    else:
        best = -np.inf
        state[ACTION] = 2
        for n in range(9):
            second = _nth_move(state, seat, n)
            if second >= 0:
                best = max(best, _after_last(state, seat, second, first == PASS))
        state[ACTION] = 1
    state[at] = before
    return best


@compiled
def _after_last(state: Table, seat: int, move: int, pass_costs: bool) -> float:
    """What the sheet is worth after the last move of a turn; the state is left as it was."""
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
    """Whether so many rows are closed that the game is over."""
    count = 0
    for row in range(4):
        if state[SHEETS + 5 * seat + row] >= LOCK or state[COLOURED + row] == 0:
            count += 1
    return count >= 2


@compiled
def _worth(state: Table, seat: int) -> float:
    """The points that a sheet has and can hope for."""
    sheet, hopes, total = SHEETS + 5 * seat, 0 if state[SEATS] == 1 else 1, 0.0
    for row in range(4):
        crossed = state[sheet + row]
        if crossed >= LOCK or state[COLOURED + row] == 0:
            total += ROW_POINTS[crossed]
        else:
            total += EXPECTED[hopes, CROSSES[crossed], FREE[crossed]]
    worth: float = total - 5 * state[sheet + MISTHROWS]
    return worth
