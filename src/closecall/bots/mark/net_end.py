"""The last circles of a sheet of Close to the Mark!, counted out to the end: every roll, every best entry."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_chance import BY_RANK, Sorting, best_by_die, mean_best
from closecall.bots.mark.net_sheet import DEGREE, RANKS, TOUCHING, Floats, Pattern, Ranks, gain
from closecall.kernels.jit import compiled

DEEPEST = 4
"""With more empty circles than this it would take too long."""


@compiled
def write(sheet: Ranks, crosses: NDArray[np.int64], circle: int, rank: int) -> None:
    """Write a rank into an empty circle and count the new crosses."""
    _count(sheet, crosses, circle, rank, 1)
    sheet[circle] = rank


@compiled
def erase(sheet: Ranks, crosses: NDArray[np.int64], circle: int) -> None:
    """Take back what was written."""
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


class Ending(NamedTuple):
    """A sheet with few empty circles, and room to count it out."""

    pattern: Pattern
    sheet: Ranks
    crosses: NDArray[np.int64]
    leaves: Floats
    """By how many circles are empty."""
    best: Floats
    sorting: Sorting


@compiled
def mean_to_come(end: Ending, empty: int) -> float:
    """The mean of the points to come if every entry is the best one."""
    if empty == 0:
        return 0.0
    leaves, last = end.leaves[empty], -1
    for circle in range(25):
        if end.sheet[circle] == 0:
            last = circle
            for rank in range(1, RANKS):
                worth = float(gain(end.sheet, end.crosses, circle, rank))
                if empty > 1:
                    write(end.sheet, end.crosses, circle, rank)
                    worth += mean_to_come(end, empty - 1)
                    erase(end.sheet, end.crosses, circle)
                leaves[circle, rank] = np.float32(worth)
    if empty == 1 and end.pattern[last] != 0:
        return _mean_of_two_dice(leaves, last)
    best_by_die(end.pattern, end.sheet, leaves, end.best)
    return mean_best(end.best, end.sorting)


@compiled
def _mean_of_two_dice(leaves: Floats, circle: int) -> float:
    """One circle of another colour is left: it takes the sum of two dice, whatever it is."""
    mean = 0.0
    for rank in range(1, RANKS):
        mean += BY_RANK[rank] * leaves[circle, rank]
    return mean
