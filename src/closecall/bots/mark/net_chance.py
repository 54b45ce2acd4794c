"""The roll to come: what the best entry is worth on average over all 7,776 rolls, without rolling.

Given the own die, each of the other four offers its best entry, and they are independent of each other. So
the best of all is the greatest of four numbers, each with six equally likely values.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_sheet import IMPOSSIBLE, RANKS, Floats, Pattern, Ranks
from closecall.kernels.jit import compiled

BY_RANK = np.array([0, *[(6 - abs(number - 7)) / 36 for number in range(2, 13)]])
"""How likely two dice make the number of a rank."""


@compiled
def best_by_die(pattern: Pattern, sheet: Ranks, leaves: Floats, best: Floats) -> None:
    """For each other die and each rank: the best circle of its colour or the own one."""
    for slot in range(5):
        for rank in range(RANKS):
            best[slot, rank] = IMPOSSIBLE
    for circle in range(25):
        if sheet[circle] == 0:
            slot = pattern[circle]
            for rank in range(1, RANKS):
                best[slot, rank] = max(best[slot, rank], leaves[circle, rank])
    for slot in range(1, 5):
        for rank in range(1, RANKS):
            best[slot, rank] = max(best[slot, rank], best[0, rank])


class Sorting(NamedTuple):
    """Room to sort in: the six numbers of each of four dice, and how many of them have been taken."""

    numbers: Floats
    taken: NDArray[np.int64]


@compiled
def new_sorting() -> Sorting:
    """Room for one calculation after the other."""
    return Sorting(np.empty((4, 6), np.float32), np.empty(4, np.int64))


@compiled
def mean_best(best: Floats, sorting: Sorting) -> float:
    """The mean of the best over all rolls."""
    total = 0.0
    for own in range(1, 7):
        total += _mean_greatest(best, own, sorting.numbers, sorting.taken)
    return total / 6.0


@compiled
def _mean_greatest(best: Floats, own: int, sorting: Floats, taken: NDArray[np.int64]) -> float:
    """The mean of the greatest, given the own die: six numbers of each of four dice, merged upwards."""
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
