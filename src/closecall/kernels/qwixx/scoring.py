"""Points and winners: the counterpart of `games/qwixx/scoring.py` (Q10, Q11)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.array_layout import MISTHROWS, PLAYED, RESULTS, SEATS, SHEETS
from closecall.kernels.qwixx.lookup_tables import ROW_POINTS, Table


@compiled
def score_sheet(state: Table, seat: int) -> int:
    """The points of a sheet as it is (Q10)."""
    sheet = SHEETS + 5 * seat
    total: int = -5 * state[sheet + MISTHROWS]
    for row in range(4):
        total += ROW_POINTS[state[sheet + row]]
    return total


@compiled
def total_of(state: Table, seat: int) -> int:
    """The points of a seat in all finished games (Q11)."""
    total = 0
    for game in range(state[PLAYED]):
        total += state[RESULTS + 6 * game + 1 + seat]
    return total


@compiled
def scores(state: Table, totals: NDArray[Any]) -> None:
    """The points of each seat in all finished games (Q11)."""
    for seat in range(state[SEATS]):
        totals[seat] = total_of(state, seat)


@compiled
def winners(state: Table, won: NDArray[np.bool_]) -> None:
    """Most points win; a tie is shared (Q10)."""
    best = total_of(state, 0)
    for seat in range(1, state[SEATS]):
        best = max(best, total_of(state, seat))
    for seat in range(state[SEATS]):
        won[seat] = total_of(state, seat) == best
