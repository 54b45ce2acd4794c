"""How the sparring partners of Qwixx choose, compiled: two rules of thumb and two evaluations."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.evaluator_weights import MISTHROW_AT, SPREAD_AT
from closecall.bots.qwixx.greedy_kernel import FREE
from closecall.bots.qwixx.moves import MOST_MOVES, carried_points, nth_move
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    CROSSES,
    HAS_CROSSED,
    LAST,
    LOCK,
    MISTHROWS,
    PASS,
    ROW_POINTS,
    SEATS,
    SHEETS,
    Table,
    score_sheet,
)

Weights = NDArray[np.float32]

SKIPS = 2
"""The most numbers that the skipper skips for a cross."""
RUSHER_SKIPS = 3
"""The rusher skips more, and any number to avoid a misthrow."""
CROSSES_PER_SKIP = 1.5
"""To the rusher, a skipped number is as bad as this many crosses less in the row."""


@inlined
def skipped_by(state: Table, seat: int, move: int) -> int:
    """How many numbers a cross skips."""
    return int(FREE[state[SHEETS + 5 * seat + move // 11]]) - 11 + move % 11


@compiled
def skipper_move(state: Table, seat: int) -> int:
    """The cross that skips least, if that is at most two numbers; otherwise a pass, even as a misthrow."""
    best, fewest = PASS, SKIPS + 1
    for n in range(MOST_MOVES - 1):
        move = nth_move(state, seat, n)
        if move >= 0 and skipped_by(state, seat, move) < fewest:
            best, fewest = move, skipped_by(state, seat, move)
    return best


@compiled
def rusher_move(state: Table, seat: int) -> int:
    """Lock if possible; otherwise cross in a row with many crosses, without skipping much."""
    is_last_chance = state[ACTION] == 2 and state[HAS_CROSSED] == 0
    best, best_worth = PASS, -np.inf
    for n in range(MOST_MOVES - 1):
        move = nth_move(state, seat, n)
        if move < 0:
            continue
        if move % 11 == LAST:
            return move
        skipped = skipped_by(state, seat, move)
        worth = CROSSES[state[SHEETS + 5 * seat + move // 11]] - CROSSES_PER_SKIP * skipped
        if (skipped <= RUSHER_SKIPS or is_last_chance) and worth > best_worth:
            best, best_worth = move, worth
    return best


# The weigher: its evaluation is a weighted sum of four features.

WEIGHER = 4
"""The number of weights: chances of the next numbers, misthrows, squares of crosses, skipped numbers."""
DECIDED = 1e3
"""The value of a won game, greater than any other."""


@compiled
def weigher_move(state: Table, seat: int, weights: Weights) -> int:
    """The first lock of a game if possible, otherwise the move with the best evaluation."""
    for n in range(MOST_MOVES - 1):
        move = nth_move(state, seat, n)
        if move >= 0 and move % 11 == LAST and state[CLOSED] == 0:
            return move
    return evaluator_move(state, seat, weights)


@inlined
def _weighed(state: Table, seat: int, weights: Weights) -> float:
    """The worth of a sheet to the weigher."""
    sheet, worth = SHEETS + 5 * seat, float(weights[1]) * int(state[SHEETS + 5 * seat + MISTHROWS])
    for row in range(4):
        crossed = state[sheet + row]
        crosses = int(CROSSES[crossed])
        worth += float(weights[2]) * crosses * crosses
        if state[CLOSED] >> row & 1:
            continue
        place = LAST + 1 - int(FREE[crossed])
        worth += float(weights[3]) * (place - crosses)
        if place <= LAST:
            ways = 6 - abs(place - 5)
            worth += float(weights[0]) * ways / 36 * (crosses + 1)
    return worth


# The evaluator; `evaluator_weights.py` explains its weights.


@compiled
def evaluator_move(state: Table, seat: int, weights: Weights) -> int:
    """The move with the best evaluation, both actions taken together, the first of equals."""
    is_both = state[ACTION] == 1 and seat == state[ACTIVE]
    pass_costs = state[ACTION] == 2 and state[HAS_CROSSED] == 0
    best, best_worth = PASS, -np.inf
    for n in range(MOST_MOVES):
        move = nth_move(state, seat, n)
        if move < 0:
            continue
        worth = _after_both(state, seat, move, weights) if is_both else 0.0
        if not is_both:
            worth = _after_last(state, seat, move, weights, pass_costs)
        if worth > best_worth:
            best, best_worth = move, worth
    return best


@compiled
def _after_both(state: Table, seat: int, first: int, weights: Weights) -> float:
    """The evaluation after this action 1 and the best action 2; the state is left as it was."""
    if first == PASS:
        return _best_second(state, seat, weights, True)
    at, closed = SHEETS + 5 * seat + first // 11, state[CLOSED]
    before = state[at]
    _cross(state, seat, first)
    if state[CLOSED] & (state[CLOSED] - 1):
        best = evaluation(state, seat, weights)
    else:
        best = _best_second(state, seat, weights, False)
    state[at], state[CLOSED] = before, closed
    return best


@inlined
def _best_second(state: Table, seat: int, weights: Weights, pass_costs: bool) -> float:
    """The best evaluation after action 2."""
    best = -np.inf
    state[ACTION] = 2
    for n in range(MOST_MOVES):
        second = nth_move(state, seat, n)
        # The die of a row that was just closed is gone (Q8).
        if second >= 0 and (second == PASS or not state[CLOSED] >> second // 11 & 1):
            best = max(best, _after_last(state, seat, second, weights, pass_costs))
    state[ACTION] = 1
    return best


@compiled
def _after_last(state: Table, seat: int, move: int, weights: Weights, pass_costs: bool) -> float:
    """The evaluation after the last move of a turn; the state is left as it was."""
    if move == PASS and not pass_costs:
        return evaluation(state, seat, weights)
    at, closed = SHEETS + 5 * seat + move // 11, state[CLOSED]  # For a pass, the misthrows.
    before = state[at]
    if move == PASS:
        state[at] += 1
    else:
        _cross(state, seat, move)
    worth = evaluation(state, seat, weights)
    state[at], state[CLOSED] = before, closed
    return worth


@inlined
def _cross(state: Table, seat: int, move: int) -> None:
    """Cross a number on one sheet; the last one closes its row (Q7)."""
    row, place = move // 11, move % 11
    state[SHEETS + 5 * seat + row] |= 1 << place
    if place == LAST:
        state[SHEETS + 5 * seat + row] |= LOCK
        state[CLOSED] |= 1 << row


@compiled
def evaluation(state: Table, seat: int, weights: Weights) -> float:
    """The prospects of a seat; alone, the points that it has or can expect."""
    is_over = state[CLOSED] & (state[CLOSED] - 1) != 0 or state[SHEETS + 5 * seat + MISTHROWS] >= 4
    # The number of weights tells whose evaluation it is. Alone, the weigher neither wins nor loses.
    if len(weights) == WEIGHER and not (is_over and state[SEATS] > 1):
        return _weighed(state, seat, weights)
    mine = _prospects(state, seat, weights, is_over)
    if state[SEATS] == 1:
        return mine
    best_other = -np.inf
    for other in range(state[SEATS]):
        if other != seat:
            best_other = max(best_other, _prospects(state, other, weights, is_over))
    lead = mine - best_other
    if is_over:
        return DECIDED if lead > 0 else (0.0 if lead == 0 else -DECIDED)
    lead /= float(weights[SPREAD_AT + 1] if state[CLOSED] else weights[SPREAD_AT])
    return float(lead / (1.0 + lead * lead) ** 0.5)


@inlined
def _prospects(state: Table, seat: int, weights: Weights, is_over: bool) -> float:
    """The points of a sheet with those carried over and, before the end, those that it can expect."""
    points = float(carried_points(state, seat))
    if is_over:
        return points + score_sheet(state, seat)
    sheet, table = SHEETS + 5 * seat, 144 if state[CLOSED] else 0
    for row in range(4):
        crossed = state[sheet + row]
        if state[CLOSED] >> row & 1:
            points += ROW_POINTS[crossed]
        else:
            points += weights[table + 12 * CROSSES[crossed] + FREE[crossed]]
    return points - float(weights[MISTHROW_AT]) * int(state[sheet + MISTHROWS])
