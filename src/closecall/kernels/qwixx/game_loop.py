"""Whole random games of the kernel."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import Chances, begin, begin_player, below
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    GAMES,
    LAST,
    MISTHROWS,
    MORE,
    PLAYED,
    SEATS,
    SHEETS,
    STATE,
    WHITE,
)
from closecall.kernels.qwixx.lookup_tables import Table
from closecall.kernels.qwixx.rules import (
    after_first,
    after_second,
    apply_answers,
    clear_sheets,
    cross,
    is_asking,
    is_over,
    place_of,
    reason_to_end,
    remove_dice,
)
from closecall.kernels.qwixx.scoring import total_of


class Results(NamedTuple):
    """The results of many matches, a row for each table; games finished before the start count for points."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    turns: NDArray[np.int16]
    """The number of rolls."""
    misthrows: NDArray[np.int16]
    """The misthrows of each seat (Q6)."""
    locks: NDArray[np.int16]
    """The rows that each seat has locked (Q7)."""


def new_results(tables: int, seats: int) -> Results:
    """Empty results for a number of tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        turns=np.zeros(tables, np.int16),
        misthrows=np.zeros((tables, seats), np.int16),
        locks=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play random moves from a state to the end, once for each row of the results."""
    # Compiled code does not check bounds, and an assert that pytest rewrites could not be compiled.
    if results.scores.shape[1] != start[SEATS]:
        raise ValueError("results are for another number of seats")
    state, free, answers = np.empty(STATE, np.int16), np.empty(5, np.int64), np.empty(5, np.int64)
    fate, own = np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    for n in range(len(results.scores)):
        _copy(start, state)
        _begin_table(seed, first_table + n, state[SEATS], fate, own)
        clear_results(results, n)
        _find_free(state, free)
        while not is_over(state):
            if is_asking(state):
                _answer(state, own, answers)
            # The turns have a loop of their own: to ask after each would make games a few per cent slower.
            while state[PLAYED] < state[GAMES]:
                if state[ACTION] == 0:
                    _chance_acts(state, fate, free)
                    results.turns[n] += 1
                if state[ACTION] == 1:
                    _play_first(state, own, free)
                if state[ACTION] == 2:
                    _play_second(state, own, free)
                if state[ACTIVE] < 0 or state[SEATS] == 1:
                    note_sheets(state, results, n)
        note_totals(state, results, n)


@compiled
def _begin_table(seed: int, table: int, seats: int, fate: Chances, own: Chances) -> None:
    """Begin the random numbers of a table and of its players."""
    begin(fate, seed, table)
    for seat in range(seats):
        begin_player(own[seat], seed, table, seat)


@compiled
def _copy(start: Table, state: Table) -> None:
    """Copy in a loop: a slice takes seconds to compile."""
    for at in range(STATE):
        state[at] = start[at]


@compiled
def clear_results(results: Results, n: int) -> None:
    """Reset the counts of a table."""
    results.turns[n] = 0
    for seat in range(results.scores.shape[1]):
        results.misthrows[n, seat] = 0
        results.locks[n, seat] = 0


@compiled
def note_totals(state: Table, results: Results, n: int) -> None:
    """Record how a match ended; most points win (Q10)."""
    best = total_of(state, 0)
    for seat in range(state[SEATS]):
        results.scores[n, seat] = total_of(state, seat)
        best = max(best, total_of(state, seat))
    for seat in range(state[SEATS]):
        results.won[n, seat] = results.scores[n, seat] == best


@compiled
def note_sheets(state: Table, results: Results, n: int) -> None:
    """If a game is over, count its misthrows and locks before the next game clears the sheets."""
    if reason_to_end(state):
        for seat in range(state[SEATS]):
            sheet = SHEETS + 5 * seat
            results.misthrows[n, seat] += state[sheet + MISTHROWS]
            for row in range(4):
                results.locks[n, seat] += state[sheet + row] >> 11


@inlined
def _chance_acts(state: Table, chances: Chances, free: NDArray[np.int64]) -> None:
    """Draw the lot if it is due, and roll: six dice from one number, without those of closed rows."""
    if (state[ACTIVE] < 0 or state[SEATS] == 1) and reason_to_end(state):
        clear_sheets(state)
        _find_free(state, free)
    if state[ACTIVE] < 0:
        state[ACTIVE] = below(chances, state[SEATS])
    number = below(chances, 6**6)
    for die in range(5, -1, -1):
        state[WHITE + die] = number % 6 + 1
        number //= 6
    remove_dice(state)
    state[ACTION] = 1


@inlined
def _play_first(state: Table, own: Chances, free: NDArray[np.int64]) -> None:
    """Action 1: no cross changes what the others can do, since rows close when all have decided (Q8)."""
    has_crossed, closed = False, state[CLOSED]
    for seat in range(state[SEATS]):
        row, place = _any_first(state, own[seat], free[seat])
        if row < 4:
            cross(state, seat, row, place)
            free[seat] = _free_after(state, seat, row, free[seat])
        if seat == state[ACTIVE]:
            has_crossed = row < 4
    after_first(state, has_crossed)
    if state[CLOSED] != closed:
        _find_free(state, free)


@inlined
def _play_second(state: Table, own: Chances, free: NDArray[np.int64]) -> None:
    """Action 2 of the active player (Q5)."""
    seat, closed = state[ACTIVE], state[CLOSED]
    row, place = _any_second(state, own[seat], free[seat])
    if row < 4:
        cross(state, seat, row, place)
        free[seat] = _free_after(state, seat, row, free[seat])
    after_second(state, row < 4)
    if state[CLOSED] != closed:
        _find_free(state, free)


@compiled
def _answer(state: Table, own: Chances, answers: NDArray[np.int64]) -> None:
    """Everybody's answer about one more game, either equally likely (Q11)."""
    for seat in range(state[SEATS]):
        answers[seat] = MORE + below(own[seat], 2)
    apply_answers(state, answers)


# A random move is found by counting. The numbers that a seat may still cross are bits, `number − 2` for each,
# in four lanes of twelve bits, one per row. A multiplication by ONES gives the running sums of the lanes. A
# pass is a cross in the row after the last.

ONES = 1 | 1 << 12 | 1 << 24 | 1 << 36
TOPS = ONES << 11
LANE = 0xFFF


def _free_numbers(is_falling: int, row: int) -> int:
    """Those to the right of the last cross (Q2), the last one only after five crosses (Q7)."""
    places = range(row.bit_length(), 11 if row.bit_count() >= 5 else LAST)
    return sum(1 << (LAST - place if is_falling else place) for place in places)


FREE_NUMBERS = np.array(
    [[_free_numbers(falling, row) for row in range(4096)] for falling in range(2)], np.int16
)


@compiled
def _find_free(state: Table, free: NDArray[np.int64]) -> None:
    """The numbers that each seat may cross, if the dice offer them; in a closed row none."""
    for seat in range(state[SEATS]):
        free[seat] = 0
        for row in range(4):
            if not state[CLOSED] >> row & 1:
                free[seat] = _free_after(state, seat, row, free[seat])


@inlined
def _free_after(state: Table, seat: int, row: int, free: int) -> int:
    """What is free after a change of this row."""
    numbers = int(FREE_NUMBERS[row // 2, state[SHEETS + 5 * seat + row]])
    return free & ~(LANE << 12 * row) | numbers << 12 * row


@compiled
def _row_of(sums: int, n: int) -> int:
    """The first of four growing sums that is greater than n; 4 if none is."""
    greater = ((sums | TOPS) - (n + 1) * ONES & TOPS) >> 11
    return 4 - (greater * ONES >> 36 & LANE)


@inlined
def _any_first(state: Table, chances: Chances, free: int) -> tuple[int, int]:
    """The row and place of any move of the menu of action 1, each equally likely."""
    total = int(state[WHITE] + state[WHITE + 1])
    sums = (free >> total - 2 & ONES) * ONES
    row = _row_of(sums, below(chances, (sums >> 36 & LANE) + 1))
    return row, place_of(row, total)


@inlined
def _any_second(state: Table, chances: Chances, free: int) -> tuple[int, int]:
    """The row and place of any move of the menu of action 2, each equally likely."""
    low, high = min(state[WHITE], state[WHITE + 1]), max(state[WHITE], state[WHITE + 1])
    with_low, with_high = _hits(state, free, low), _hits(state, free, high)
    if low == high:
        with_high = 0
    sums = (with_low + with_high) * ONES
    n = below(chances, (sums >> 36 & LANE) + 1)
    row = _row_of(sums, n)
    if row == 4:
        return row, 0
    n -= (sums << 12) >> 12 * row & LANE
    has_low, has_high = with_low >> 12 * row & 1, with_high >> 12 * row & 1
    # Of two, the low sum stands left in a rising row and right in a falling one.
    is_low = (n == 0) == (row < 2) if has_low and has_high else has_low == 1
    return row, place_of(row, (low if is_low else high) + state[COLOURED + row])


@inlined
def _hits(state: Table, free: int, white: int) -> int:
    """For each row, 1 if the sum of this white die and the row's die is free; a closed row has no die."""
    sums = 0
    for row in range(4):
        if state[COLOURED + row]:
            sums |= 1 << 12 * row + white + state[COLOURED + row] - 2
    return ((free & sums) + 0x7FF * ONES & TOPS) >> 11
