"""The solver of solo Qwixx: the points that a sheet can still expect with perfect play.

Sheets are solved from the end backwards. For given white dice both actions together are one choice: the best
of what needs no coloured die and of what each coloured die offers. The four dice are independent, so the
distribution of their best follows from how often each is no better than a given value, and 6⁶ rolls become 21
sorted lists of at most 24 values.

A table has a row for each number of misthrows, with an expectation for each sheet: the points still to come,
without those on the sheet. So a closed row is the same whatever its number of crosses.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.solo_file import MISTHROWS, SHEETS
from closecall.bots.qwixx.solo_sheets import (
    BY_LEVEL,
    FIRST_OF,
    GAIN,
    HAS_CLOSED,
    IS_OVER,
    LAST_PLACE,
    MOST,
    NEXT,
    PAIR,
    SECOND_OF,
    STARTS,
    sheet_number,
)
from closecall.kernels.jit import compiled, inlined

Values = NDArray[np.float32] | NDArray[np.float64]
"""Expectations by misthrows and sheet."""
Numbers = NDArray[np.float64]
Scratch = tuple[Numbers, Numbers, Numbers, NDArray[np.int64], NDArray[np.int64]]

COST = 5.0  # Q6
NEVER = -1e9
"""The worth of what cannot be chosen."""


def shape_of_table() -> tuple[int, int]:
    """The numbers of misthrows that do not end the game, and the number of sheets."""
    return MISTHROWS, SHEETS


def new_table() -> NDArray[np.float64]:
    """An empty table."""
    return np.zeros(shape_of_table(), np.float64)


@inlined
def place_in(row: int, number: int) -> int:
    """The place of a number: the first two rows rise, the others fall (Q1)."""
    return number - 2 if row < 2 else 12 - number


@inlined
def number_at(row: int, place: int) -> int:
    """The number at a place."""
    return place + 2 if row < 2 else 12 - place


@inlined
def to_come(values: Values, misthrows: int, rows: NDArray[np.int64]) -> float:
    """The points that four rows can still expect; 0 in the table if two rows are closed (Q9)."""
    rising, falling = PAIR[rows[0], rows[1]], PAIR[rows[2], rows[3]]
    return float(values[misthrows, sheet_number(int(rising), int(falling))])


@inlined
def is_over(rows: NDArray[np.int64]) -> bool:
    """Whether two rows are closed (Q9)."""
    rising, falling = PAIR[rows[0], rows[1]], PAIR[rows[2], rows[3]]
    return bool(IS_OVER[rising] or IS_OVER[falling] or (HAS_CLOSED[rising] and HAS_CLOSED[falling]))


@compiled
def new_scratch() -> Scratch:
    """Scratch space."""
    one, best = np.empty((4, 13), np.float64), np.empty((4, 13), np.float64)
    return one, best, np.empty(24, np.float64), np.empty(24, np.int64), np.empty(4, np.int64)


@compiled
def solve_level(values: Numbers, misthrows: int, level: int, part: int, parts: int) -> None:
    """Fill in one of several parts of a level, which do not depend on each other."""
    rows, scratch = np.empty(4, np.int64), new_scratch()
    n = 0
    for low in range(max(0, level - MOST), min(level, MOST) + 1):
        for one in BY_LEVEL[STARTS[low] : STARTS[low + 1]]:
            for other in BY_LEVEL[STARTS[level - low] : STARTS[level - low + 1]]:
                if other > one:
                    break
                n += 1
                if n % parts != part:
                    continue
                rows[0], rows[1] = FIRST_OF[one], SECOND_OF[one]
                rows[2], rows[3] = FIRST_OF[other], SECOND_OF[other]
                if not is_over(rows):
                    at = sheet_number(int(one), int(other))
                    values[misthrows, at] = expectation(values, misthrows, rows, scratch)


@compiled
def expectation(values: Values, misthrows: int, rows: NDArray[np.int64], scratch: Scratch) -> float:
    """The points that a sheet of an unfinished game can expect before a roll."""
    passed = -COST + (to_come(values, misthrows + 1, rows) if misthrows + 1 < MISTHROWS else 0.0)
    one, best = scratch[0], scratch[1]
    _after_one(values, misthrows, rows, one)
    total = 0.0
    for white_sum in range(2, 13):
        base = passed
        for row in range(4):
            base = max(base, one[row, white_sum])
        _after_both(values, misthrows, rows, white_sum, scratch)
        for low in range(max(1, white_sum - 6), white_sum // 2 + 1):
            high = white_sum - low
            mean = _mean_of_best(base, low, high, best, scratch)
            total += mean if low == high else 2 * mean
    return total / 36.0


@inlined
def _after_one(values: Values, misthrows: int, rows: NDArray[np.int64], one: Numbers) -> None:
    """By row and number: the expectation if this is the only cross of the turn."""
    for row in range(4):
        before = rows[row]
        for number in range(2, 13):
            one[row, number] = NEVER
        for place in range(LAST_PLACE[before] + 1, 11):
            number = number_at(row, place)
            if NEXT[before, place] >= 0:
                rows[row] = NEXT[before, place]
                one[row, number] = GAIN[before, place] + to_come(values, misthrows, rows)
        rows[row] = before


@inlined
def _after_both(
    values: Values, misthrows: int, rows: NDArray[np.int64], white_sum: int, scratch: Scratch
) -> None:
    """By row and number: the expectation if action 2 crosses this, after the best action 1 for it."""
    one, best = scratch[0], scratch[1]
    for row in range(4):
        for number in range(2, 13):
            best[row, number] = one[row, number]
    for first in range(4):
        before, place = rows[first], place_in(first, white_sum)
        if NEXT[before, place] < 0:
            continue
        rows[first] = NEXT[before, place]
        if not is_over(rows):  # After the end there is no action 2 (Q9).
            _after_second(values, misthrows, rows, GAIN[before, place], best)
        rows[first] = before


@inlined
def _after_second(
    values: Values, misthrows: int, rows: NDArray[np.int64], gained: int, best: Numbers
) -> None:
    """Improve the worth of each row and number in action 2; a row that was just closed has no die (Q8)."""
    for row in range(4):
        before = rows[row]
        for place in range(LAST_PLACE[before] + 1, 11):
            number = number_at(row, place)
            if NEXT[before, place] >= 0:
                rows[row] = NEXT[before, place]
                worth = gained + GAIN[before, place] + to_come(values, misthrows, rows)
                best[row, number] = max(best[row, number], worth)
        rows[row] = before


@inlined
def _mean_of_best(base: float, low: int, high: int, best: Numbers, scratch: Scratch) -> float:
    """The mean of the best choice over all coloured dice, each of which may beat the base."""
    worths, owners, faces = scratch[2], scratch[3], scratch[4]
    count = 0
    for row in range(4):
        faces[row] = 6  # How many faces of the row's die offer no more than what is counted so far.
        for die in range(1, 7):
            worth = max(best[row, low + die], best[row, high + die])
            if worth > base:
                faces[row] -= 1
                at = count
                while at > 0 and worths[at - 1] > worth:
                    worths[at], owners[at] = worths[at - 1], owners[at - 1]
                    at -= 1
                worths[at], owners[at] = worth, row
                count += 1
    rolls = faces[0] * faces[1] * faces[2] * faces[3]
    total = base * rolls
    for n in range(count):
        faces[owners[n]] += 1
        up_to = faces[0] * faces[1] * faces[2] * faces[3]
        total += worths[n] * (up_to - rolls)
        rolls = up_to
    return float(total / 6.0**4)
