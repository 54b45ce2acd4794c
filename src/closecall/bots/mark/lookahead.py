"""Looking ahead in Close to the Mark!: the next roll, and the last circles up to the end.

The mean value of the best entry over all 7,776 rolls is found without rolling. Given the own die, each of the
other four offers its best entry independently, so the best of all is the greatest of four numbers, each with
six equally likely values. With a few empty circles left, the same mean is taken at every step to the end.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.pattern import RANKS
from closecall.bots.mark.sheet import DEGREE, IMPOSSIBLE, TOUCHING, Floats, Pattern, Ranks, gain
from closecall.kernels.jit import compiled

BY_RANK = np.array([0, *[(6 - abs(number - 7)) / 36 for number in range(2, 13)]])
"""The chance that two dice make the number of a rank."""


@compiled
def best_by_die(pattern: Pattern, sheet: Ranks, entry_values: Floats, best: Floats) -> None:
    """For each other die and rank, the value of the best circle of its colour or the own one."""
    for slot in range(5):
        for rank in range(RANKS):
            best[slot, rank] = IMPOSSIBLE
    for circle in range(25):
        if sheet[circle] == 0:
            slot = pattern[circle]
            for rank in range(1, RANKS):
                best[slot, rank] = max(best[slot, rank], entry_values[circle, rank])
    for slot in range(1, 5):
        for rank in range(1, RANKS):
            best[slot, rank] = max(best[slot, rank], best[0, rank])


class Sorting(NamedTuple):
    """Scratch space: the six sorted numbers of each of four dice, and how many of them have been merged."""

    numbers: Floats
    taken: NDArray[np.int64]


@compiled
def new_sorting() -> Sorting:
    """Scratch space that can be used again and again."""
    return Sorting(np.empty((4, 6), np.float32), np.empty(4, np.int64))


@compiled
def mean_best(best: Floats, sorting: Sorting) -> float:
    """The mean value of the best entry over all rolls."""
    total = 0.0
    for own in range(1, 7):
        total += _mean_greatest(best, own, sorting.numbers, sorting.taken)
    return total / 6.0


@compiled
def _mean_greatest(best: Floats, own: int, sorting: Floats, taken: NDArray[np.int64]) -> float:
    """The same, given the own die: the six numbers of each of four dice are merged in ascending order."""
    for slot in range(4):
        for n in range(6):
            value, at = best[slot + 1, own + n], n
            while at > 0 and sorting[slot, at - 1] > value:
                sorting[slot, at] = sorting[slot, at - 1]
                at -= 1
            sorting[slot, at] = value
    before, total = 0, 0.0
    for die in range(4):
        taken[die] = 0
    for _ in range(24):
        least, whose = np.float32(np.inf), 0
        for die in range(4):
            if taken[die] < 6 and sorting[die, taken[die]] < least:
                least, whose = sorting[die, taken[die]], die
        taken[whose] += 1
        ways = taken[0] * taken[1] * taken[2] * taken[3]
        total += least * (ways - before)
        before = ways
    return total / 1296.0


# The last circles.

DEEPEST = 4
"""With more empty circles than this, counting to the end would take too long."""


@compiled
def write(sheet: Ranks, crosses: NDArray[np.int64], circle: int, rank: int) -> None:
    """Write a rank into an empty circle and count the new crosses."""
    _count(sheet, crosses, circle, rank, 1)
    sheet[circle] = rank


@compiled
def erase(sheet: Ranks, crosses: NDArray[np.int64], circle: int) -> None:
    """Undo `write`."""
    rank = sheet[circle]
    sheet[circle] = 0
    _count(sheet, crosses, circle, rank, -1)


@compiled
def _count(sheet: Ranks, crosses: NDArray[np.int64], circle: int, rank: int, by: int) -> None:
    for n in range(DEGREE[circle]):
        there = sheet[TOUCHING[circle, n, 2]]
        if there and (there - rank == 1 or rank - there == 1):
            line = circle // 5 if TOUCHING[circle, n, 0] < 20 else 5 + circle % 5
            crosses[line] += by


class Endgame(NamedTuple):
    """A sheet with few empty circles, and scratch space to solve it."""

    pattern: Pattern
    sheet: Ranks
    crosses: NDArray[np.int64]
    entry_values: Floats
    """By the number of empty circles."""
    best: Floats
    sorting: Sorting


@compiled
def mean_to_end(end: Endgame, empty: int) -> float:
    """The mean of the points to come, with the best entry after every roll."""
    if empty == 0:
        return 0.0
    entry_values, last = end.entry_values[empty], -1
    for circle in range(25):
        if end.sheet[circle] == 0:
            last = circle
            for rank in range(1, RANKS):
                worth = float(gain(end.sheet, end.crosses, circle, rank))
                if empty > 1:
                    write(end.sheet, end.crosses, circle, rank)
                    worth += mean_to_end(end, empty - 1)
                    erase(end.sheet, end.crosses, circle)
                entry_values[circle, rank] = np.float32(worth)
    if empty == 1 and end.pattern[last] != 0:
        return _mean_of_two_dice(entry_values, last)
    best_by_die(end.pattern, end.sheet, entry_values, end.best)
    return mean_best(end.best, end.sorting)


@compiled
def _mean_of_two_dice(entry_values: Floats, circle: int) -> float:
    """One circle of another colour is left, and takes whatever sum two dice make."""
    mean = 0.0
    for rank in range(1, RANKS):
        mean += BY_RANK[rank] * entry_values[circle, rank]
    return mean
