"""Points and winners: the counterpart of `games/mark/scoring.py` (M6, M8 to M10)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled, inlined
from closecall.kernels.mark.array_layout import SEATS, SHEETS
from closecall.kernels.mark.lookup_tables import EXTREME_CROSSES, LINE_POINTS, Table


@compiled
def _is_crossed(one: int, other: int) -> int:
    """Whether the box between two numbers is crossed (M6). 0 is an empty circle, and no number is 1."""
    return 1 if one - other == 1 or other - one == 1 else 0


@inlined
def score_sheet(state: Table, seat: int) -> tuple[int, int, int]:
    """The points from lines (M8), the crossed boxes (M6) and the crosses among the extremes (M9)."""
    sheet = SHEETS + 25 * seat
    from_lines, crosses, extremes = 0, 0, 0
    for line in range(5):
        across, down = 0, 0
        for n in range(4):
            in_row, in_column = sheet + 5 * line + n, sheet + line + 5 * n
            across += _is_crossed(state[in_row], state[in_row + 1])
            down += _is_crossed(state[in_column], state[in_column + 5])
        from_lines += LINE_POINTS[across] + LINE_POINTS[down]
        crosses += across + down
    for circle in range(25):
        extremes += EXTREME_CROSSES[state[sheet + circle]]
    return from_lines, crosses, extremes


@compiled
def scores(state: Table, totals: NDArray[Any]) -> None:
    """The total of each seat: lines, and two points for each cross among the extremes."""
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        totals[seat] = from_lines + 2 * extremes


@compiled
def winners(state: Table, won: NDArray[np.bool_]) -> None:
    """The highest total wins; ties go to more points from lines, then to all who are tied (M10)."""
    best = -1
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        best = max(best, rank(from_lines, extremes))
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        won[seat] = rank(from_lines, extremes) == best


@compiled
def rank(from_lines: int, extremes: int) -> int:
    """Total first, then points from lines, which never reach a thousand (M10)."""
    return 1000 * (from_lines + 2 * extremes) + from_lines
