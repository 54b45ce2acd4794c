"""How easy plays Close to the Mark!, compiled: as a beginner does.

It takes the crosses and extreme numbers of this round and likes a number beside a similar one, even if they
make no cross. It does not think of the circles that it spoils for later rounds. Easy and medium take any of
the entries that look equally good.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.pattern import RANKS
from closecall.bots.mark.sheet import DEGREE, TOUCHING, Floats, Ranks, gain
from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.jit import compiled, inlined

SIMILAR = 2
"""Numbers look similar if they differ by no more than this."""
COMPANY = 2.5
"""The points that a similar number beside it is worth to a beginner: a little more than a 3, 4, 10 or 11."""
SAME = 0.1
"""Entries look equally good if they differ by no more points than this."""


@compiled
def evaluate_as_beginner(sheet: Ranks, crosses: NDArray[np.int64], entry_values: Floats) -> None:
    """The points of every rank in every empty circle, and what a beginner likes about it."""
    for circle in range(25):
        if sheet[circle] == 0:
            for rank in range(1, RANKS):
                liked = COMPANY if _has_company(sheet, circle, rank) else 0.0
                entry_values[circle, rank] = np.float32(liked + gain(sheet, crosses, circle, rank))


@inlined
def _has_company(sheet: Ranks, circle: int, rank: int) -> bool:
    """Whether a similar number is written beside a circle."""
    is_found = False
    for n in range(DEGREE[circle]):
        there = sheet[TOUCHING[circle, n, 2]]
        is_found |= there > 0 and abs(there - rank) <= SIMILAR
    return is_found


@compiled
def any_of_best(worths: Floats, most: float, chances: Chances) -> int:
    """Any of the entries that are worth about `most`, by five times the circle plus the place of the die.

    Circles are drawn before dice: those of the own colour take several sums, and would be filled first.
    """
    circles = 0
    for circle in range(25):
        circles += _count_best(worths, most, circle) > 0
    chosen = below(chances, circles)
    for circle in range(25):
        count = _count_best(worths, most, circle)
        if count == 0:
            continue
        if chosen == 0:
            return _nth_best(worths, most, circle, below(chances, count))
        chosen -= 1
    raise AssertionError("the best entry is among them")


@inlined
def _count_best(worths: Floats, most: float, circle: int) -> int:
    """How many entries of a circle are worth about the most."""
    count = 0
    for entry in range(5 * circle, 5 * circle + 5):
        count += worths[entry] >= most - SAME
    return count


@inlined
def _nth_best(worths: Floats, most: float, circle: int, n: int) -> int:
    """The nth of them."""
    for entry in range(5 * circle, 5 * circle + 5):
        if worths[entry] >= most - SAME:
            if n == 0:
                return entry
            n -= 1
    return -1
