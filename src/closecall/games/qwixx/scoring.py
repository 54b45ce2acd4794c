"""The arithmetic of Qwixx: points for crosses, minus points for misthrows (Q10)."""

from dataclasses import dataclass
from functools import lru_cache

from closecall.games.qwixx.state import Row, Sheet

POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)  # Q10: for 0 to 12 crosses in a row
MISTHROW_POINTS = -5  # Q6


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a sheet."""

    rows: tuple[int, ...]
    """The points of the rows red, yellow, green and blue."""
    from_misthrows: int
    total: int


def row_points(row: Row) -> int:
    """The points of a row; the lock counts as one more cross (Q7).

    >>> row_points(Row((2, 3, 4, 5, 6, 12), locked=True))
    28
    """
    return POINTS[len(row.crossed) + row.locked]


@lru_cache(maxsize=1 << 12)
def score(sheet: Sheet) -> Score:
    """Score a sheet as it stands."""
    rows = tuple(map(row_points, sheet.rows))
    from_misthrows = MISTHROW_POINTS * sheet.misthrows
    return Score(rows, from_misthrows, sum(rows) + from_misthrows)
