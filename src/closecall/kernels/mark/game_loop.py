"""Whole random games of the kernel."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import Chances, begin, begin_player, below
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.mark.array_layout import (
    COLOURS,
    DICE,
    LAYOUT,
    MAY_START,
    ROUND,
    ROUNDS,
    SEATS,
    SHEETS,
    STARTER,
    STATE,
)
from closecall.kernels.mark.lookup_tables import Table
from closecall.kernels.mark.rules import finish_round, next_to_choose
from closecall.kernels.mark.scoring import rank, score_sheet


class Results(NamedTuple):
    """The results of many games, a row for each table."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    rounds: NDArray[np.int16]
    crosses: NDArray[np.int16]
    """The crossed boxes of each seat (M6)."""
    extreme_crosses: NDArray[np.int16]


def new_results(tables: int, seats: int) -> Results:
    """Empty results for a number of tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        rounds=np.zeros(tables, np.int16),
        crosses=np.zeros((tables, seats), np.int16),
        extreme_crosses=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play random moves from a state to the end, once for each row of the results."""
    # Compiled code does not check bounds, and an assert that pytest rewrites could not be compiled.
    if results.scores.shape[1] != start[SEATS]:
        raise ValueError("results are for another number of seats")
    state, fate, own = np.empty(STATE, np.int8), np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    rows, cells = np.empty(5, np.int64), np.empty((5, 5), np.int64)
    for n in range(len(results.scores)):
        copy_state(start, state)
        begin(fate, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        draw_lot(state, fate)
        _choose_colours(state, own)
        weigh_circles(state, rows, cells)
        while state[ROUND] < ROUNDS:
            if not state[DICE]:
                roll(state, fate)
            for seat in range(state[SEATS]):
                write_any(state, own[seat], seat, rows, cells)
            finish_round(state)
        note(state, results, n)


@compiled
def copy_state(start: Table, state: Table) -> None:
    """Copy in a loop: a slice takes seconds to compile."""
    for at in range(STATE):
        state[at] = start[at]


@compiled
def note(state: Table, results: Results, n: int) -> None:
    """Record how a game ended."""
    best = -1
    for seat in range(state[SEATS]):
        from_lines, crosses, extremes = score_sheet(state, seat)
        results.scores[n, seat] = from_lines + 2 * extremes
        results.crosses[n, seat] = crosses
        results.extreme_crosses[n, seat] = extremes
        best = max(best, rank(from_lines, extremes))
    for seat in range(state[SEATS]):
        extremes = results.extreme_crosses[n, seat]
        results.won[n, seat] = rank(results.scores[n, seat] - 2 * extremes, extremes) == best
    results.rounds[n] = state[ROUND]


@compiled
def draw_lot(state: Table, fate: Chances) -> None:
    """Draw who starts, unless it is known (M3)."""
    if state[STARTER] < 0:
        count = 0
        for seat in range(state[SEATS]):
            count += state[MAY_START] >> seat & 1
        state[STARTER] = _nth(state[MAY_START], below(fate, count))


@compiled
def _choose_colours(state: Table, own: Chances) -> None:
    """Choose any colour for every seat that has none (M3)."""
    seat = next_to_choose(state)
    while seat >= 0:
        state[COLOURS + seat] = any_colour(state, own[seat])
        seat = next_to_choose(state)


@compiled
def any_colour(state: Table, chances: Chances) -> int:
    """A free colour, each equally likely."""
    free, count = 31, 5
    for seat in range(state[SEATS]):
        if state[COLOURS + seat] >= 0:
            free &= ~(1 << state[COLOURS + seat])
            count -= 1
    return _nth(free, below(chances, count))


@compiled
def _nth(bits: int, n: int) -> int:
    """The place of the nth set bit, counted from 0."""
    for at in range(5):
        if bits >> at & 1:
            if n == 0:
                return at
            n -= 1
    return -1


@compiled
def roll(state: Table, chances: Chances) -> None:
    """Roll all five dice with one number: its digits in base six, black first."""
    number = below(chances, 6**5)
    state[DICE] = number // 1296 + 1
    state[DICE + 1] = number // 216 % 6 + 1
    state[DICE + 2] = number // 36 % 6 + 1
    state[DICE + 3] = number // 6 % 6 + 1
    state[DICE + 4] = number % 6 + 1


# A random entry is found by weight: an empty circle of the own colour allows four entries, any other one.
# Five weights are the bytes of one number; a multiplication by ONES gives their running sums.

ONES = 0x0101010101
TOPS = 0x8080808080


@compiled
def weigh_circles(state: Table, rows: NDArray[np.int64], cells: NDArray[np.int64]) -> None:
    """Prepare the weights of each seat's rows, and of the circles in each row."""
    for seat in range(state[SEATS]):
        rows[seat] = 0
        for row in range(5):
            cells[seat, row] = 0
            for column in range(5):
                circle = 5 * row + column
                if state[SHEETS + 25 * seat + circle] == 0:
                    weight = 4 if state[LAYOUT + circle] == state[COLOURS + seat] else 1
                    cells[seat, row] += weight << 8 * column
                    rows[seat] += weight << 8 * row


@compiled
def _place(sums: int, n: int) -> int:
    """The first of five growing sums that is greater than n."""
    greater = ((sums | TOPS) - (n + 1) * ONES & TOPS) >> 7
    return 5 - (greater * ONES >> 32 & 0xFF)


@inlined
def write_any(
    state: Table, chances: Chances, seat: int, rows: NDArray[np.int64], cells: NDArray[np.int64]
) -> None:
    """Write any entry of the menu, each equally likely."""
    sums = rows[seat] * ONES
    n = below(chances, sums >> 32 & 0xFF)
    row = _place(sums, n)
    n -= (sums << 8) >> (8 * row) & 0xFF
    sums = cells[seat, row] * ONES
    column = _place(sums, n)
    n -= (sums << 8) >> (8 * column) & 0xFF
    weight = cells[seat, row] >> (8 * column) & 0xFF
    cells[seat, row] -= weight << (8 * column)
    rows[seat] -= weight << (8 * row)
    circle, own = 5 * row + column, state[COLOURS + seat]
    die = state[LAYOUT + circle]
    if die == own:
        die = n + (n >= own)  # The nth of the four others.
    state[SHEETS + 25 * seat + circle] = state[DICE + own] + state[DICE + die]
