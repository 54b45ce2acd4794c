"""The sheets of a solo game of Qwixx as numbers: rows, pairs of rows, whole sheets.

The future of a row depends on its last cross and the number of crosses, not on which numbers are crossed. So
an open row is one of 56 cases, and a closed one, which scores no more, is the 57th. Red and yellow can be
exchanged, so can green and blue, and so can both pairs if every die is turned over (a 1 for a 6). That leaves
1,367,031 different sheets for each number of misthrows.

Numbers are ordered so that a cross always leads to a greater one, of the row, of its pair and of the sheet.

>>> row = row_number(0b111)
>>> int(LAST_PLACE[row]), int(CROSSED[row]), int(NEXT[row, 5]), int(NEXT[row, LAST])
(2, 3, 19, -1)
"""

import numpy as np

from closecall.bots.qwixx.solo_file import MOST_LEVEL, PAIRS, ROWS
from closecall.kernels.jit import inlined
from closecall.kernels.qwixx.kernel import LAST, LOCK

CLOSED_ROW = ROWS - 1
BEFORE_LAST = 5
"""The crosses that the last number needs (Q7)."""


def _rows() -> list[tuple[int, int]]:
    """The last place and the number of crosses of every open row, then a closed one."""
    crossed = [(last, count) for last in range(LAST) for count in range(1, last + 2)]
    return [(-1, 0), *crossed, (LAST, 0)]


_ROWS = _rows()
_NUMBERS = {row: number for number, row in enumerate(_ROWS)}
LAST_PLACE = np.array([last for last, _ in _ROWS], np.int8)
CROSSED = np.array([count for _, count in _ROWS], np.int8)


def _after(row: int, place: int) -> tuple[int, int]:
    """The row after a cross, and the points it scores; −1 if it is not allowed (Q2, Q7, Q10)."""
    last, count = _ROWS[row]
    if place <= last or (place == LAST and count < BEFORE_LAST):
        return -1, 0
    if place == LAST:
        return CLOSED_ROW, 2 * count + 3
    return _NUMBERS[place, count + 1], count + 1


_AFTER = [[_after(row, place) for place in range(LAST + 1)] for row in range(ROWS)]
NEXT = np.array([[row for row, _ in after] for after in _AFTER], np.int8)
"""The number of a row after a cross at a place; −1 if that is not allowed."""
GAIN = np.array([[points for _, points in after] for after in _AFTER], np.int8)
"""The points that the cross scores, those of the lock included."""


def row_number(crossed: int) -> int:
    """The number of a row of the kernel, whose bits are the crosses from left to right."""
    return CLOSED_ROW if crossed >> LAST else _NUMBERS[crossed.bit_length() - 1, crossed.bit_count()]


ROW_NUMBER = np.array([row_number(crossed) for crossed in range(2 * LOCK)], np.int8)
"""The number of a row by its crosses."""


def _pair(one: int, other: int) -> int:
    return max(one, other) * (max(one, other) + 1) // 2 + min(one, other)


PAIR = np.array([[_pair(one, other) for other in range(ROWS)] for one in range(ROWS)], np.int16)
"""The number of two rows of the same kind."""
_ROWS_OF = [(one, other) for other in range(ROWS) for one in range(other + 1)]
FIRST_OF = np.array([one for one, _ in _ROWS_OF], np.int8)
SECOND_OF = np.array([other for _, other in _ROWS_OF], np.int8)
"""The two rows of a pair."""
IS_OVER = np.array([one == CLOSED_ROW for one, _ in _ROWS_OF], np.bool_)
"""Whether both rows of a pair are closed (Q9)."""
HAS_CLOSED = np.array([other == CLOSED_ROW for _, other in _ROWS_OF], np.bool_)

_LEVELS = [_ROWS[one][0] + _ROWS[other][0] + 2 for one, other in _ROWS_OF]
MOST = max(_LEVELS)
assert MOST == MOST_LEVEL
BY_LEVEL = np.array(sorted(range(PAIRS), key=lambda pair: (_LEVELS[pair], pair)), np.int16)
"""The pairs, the emptiest first."""
STARTS = np.array([sum(level < wanted for level in _LEVELS) for wanted in range(MOST + 2)], np.int64)
"""Where the pairs of a level begin."""


@inlined
def sheet_number(one: int, other: int) -> int:
    """The number of a sheet: a pair of rising rows and one of falling rows, in either order."""
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low
