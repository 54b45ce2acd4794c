"""A sheet as the compiled players of Close to the Mark! see it: ranks, a pattern of colours, and points.

A *rank* is 0 for an empty circle and n − 1 for the number n, so there are twelve. A *pattern* gives the die
that each circle takes: 0 for the player's own die, 1 to 4 for the others in the order in which their colours
first appear on the sheet. Two sheets with the same pattern are the same game under other names of colours.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled, inlined
from closecall.kernels.mark.kernel import EXTREME_CROSSES, LINE_POINTS

Ranks = NDArray[np.int8]
Pattern = NDArray[np.int8]
Floats = NDArray[np.float32]

RANKS = 12
BOXES = 40
IMPOSSIBLE = np.float32(-1e9)
"""The value of an entry that cannot be written."""


def _box_ends() -> NDArray[np.int64]:
    across = [(n, n + 1) for n in range(25) if n % 5 < 4]
    down = [(n, n + 5) for n in range(20)]
    return np.array(across + down)


ENDS = _box_ends()
"""The two circles of each box: first those in rows, then those in columns, as in the rules."""
LINE_OF = np.array([one // 5 if other == one + 1 else 5 + one % 5 for one, other in ENDS])
"""The row (0 to 4) or column (5 to 9) of each box."""


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


def pattern_of(layout: NDArray[np.int8], own: int) -> Pattern:
    """The pattern of a layout (a colour for each circle) for the player of one colour.

    >>> pattern_of(np.array([3, 1, 1, 0] * 6 + [4], np.int8), own=1)[:5].tolist()
    [1, 0, 0, 2, 1]
    """
    slots = {own: 0}
    for colour in layout.tolist():
        slots.setdefault(colour, len(slots))
    return np.array([slots[colour] for colour in layout.tolist()], np.int8)


def turned_pattern(pattern: Pattern, way: NDArray[np.int64]) -> Pattern:
    """The pattern of a turned or mirrored sheet, on which the other colours may come in another order."""
    return pattern_of(pattern[way], 0)


@cache
def symmetries() -> tuple[NDArray[np.int64], ...]:
    """The eight ways to turn and mirror a sheet: circle n of the new one is `way[n]` of the old one."""
    grid = np.arange(25).reshape(5, 5)
    turned = [np.rot90(grid, quarter) for quarter in range(4)]
    return tuple(one.reshape(25) for grid in turned for one in (grid, grid.T))
