"""A sheet as the compiled players of Close to the Mark! see it: ranks, a pattern of colours, and points.

A *rank* is 0 for an empty circle and n − 1 for the number n, so there are twelve. `pattern.py` says what a
pattern is.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark import pattern
from closecall.bots.mark.pattern import BOXES
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.mark.kernel import EXTREME_CROSSES, LINE_POINTS

Ranks = NDArray[np.int8]
Pattern = NDArray[np.int8]
Floats = NDArray[np.float32]

IMPOSSIBLE = np.float32(-1e9)
"""The value of an entry that cannot be written."""


ENDS = np.array(pattern.ENDS)
LINE_OF = np.array(pattern.LINE_OF)


def _touching() -> NDArray[np.int64]:
    """For each circle up to four triples: a box, which end of it the circle is, the circle opposite."""
    found = np.full((25, 4, 3), -1)
    for circle in range(25):
        at = 0
        for box, (one, other) in enumerate(ENDS):
            if circle in (one, other):
                end = int(circle == other)
                found[circle, at] = box, end, one if end else other
                at += 1
    return found


TOUCHING = _touching()
DEGREE = (TOUCHING[:, :, 0] >= 0).sum(axis=1)
"""How many neighbours each circle has."""

EXTREME_POINTS = np.array([0, *[2 * crosses for crosses in EXTREME_CROSSES[2:]]])
"""M9, by rank."""
GAINS = np.array(
    [
        [LINE_POINTS[min(4, had + new)] - LINE_POINTS[had] if had + new <= 4 else 0 for new in range(3)]
        for had in range(5)
    ]
)
"""M8: the points that new crosses add to a line, by the crosses it had."""


@compiled
def count_crosses(sheet: Ranks, crosses: NDArray[np.int64]) -> None:
    """The crosses of each of the ten lines (M6)."""
    for line in range(10):
        crosses[line] = 0
    for box in range(BOXES):
        one, other = sheet[ENDS[box, 0]], sheet[ENDS[box, 1]]
        if one and other and (one - other == 1 or other - one == 1):
            crosses[LINE_OF[box]] += 1


@inlined
def gain(sheet: Ranks, crosses: NDArray[np.int64], circle: int, rank: int) -> int:
    """The points that a rank in an empty circle scores at once (M8, M9)."""
    in_row, in_column = 0, 0
    for n in range(DEGREE[circle]):
        there = sheet[TOUCHING[circle, n, 2]]
        if there and (there - rank == 1 or rank - there == 1):
            if TOUCHING[circle, n, 0] < 20:
                in_row += 1
            else:
                in_column += 1
    points: int = (
        EXTREME_POINTS[rank] + GAINS[crosses[circle // 5], in_row] + GAINS[crosses[5 + circle % 5], in_column]
    )
    return points
