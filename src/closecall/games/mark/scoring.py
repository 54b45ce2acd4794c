"""The arithmetic of Close to the Mark!: crosses, lines, extremes, grades (M6, M8, M9, M11)."""

from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from closecall.games.mark.layout import BOXES, LINES

LINE_POINTS = (0, 1, 3, 6, 10)  # M8: for 0 to 4 crosses
_EXTREME_CROSSES = {2: 2, 3: 1, 4: 1, 10: 1, 11: 1, 12: 2}  # M9
GRADES = (100, 81, 71, 61, 51, 41, 0)  # M11: the minimum of each


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a sheet, full or not."""

    crosses: tuple[bool, ...]
    """Whether each of the 40 boxes is crossed (M6)."""
    lines: tuple[int, ...]
    """The points of the five rows and then the five columns (M8)."""
    extreme_crosses: int
    """The number of crossed boxes in the table of extreme numbers (M9)."""
    from_lines: int
    from_extremes: int
    total: int


_BOXES_OF_LINES = tuple(itemgetter(*line) for line in LINES)


@lru_cache(maxsize=1 << 12)
def score(numbers: tuple[int, ...]) -> Score:
    """Score the 25 numbers of a sheet; 0 is an empty circle.

    >>> score((4, 5, 6) + (0,) * 22).total  # two crosses in the first row, and a 4 among the extremes
    5
    """
    # An empty circle is 0 and the smallest number 2, so they never differ by 1.
    crosses = tuple([abs(numbers[one] - numbers[other]) == 1 for one, other in BOXES])
    lines = tuple([LINE_POINTS[sum(of_line(crosses))] for of_line in _BOXES_OF_LINES])
    extreme_crosses = sum([_EXTREME_CROSSES.get(number, 0) for number in numbers])
    from_lines, from_extremes = sum(lines), 2 * extreme_crosses
    return Score(crosses, lines, extreme_crosses, from_lines, from_extremes, from_lines + from_extremes)


def grade(total: int) -> int:
    """The grade of a solo game, given as the minimum points for it (M11).

    >>> grade(99), grade(100), grade(7)
    (81, 100, 0)
    """
    return next(least for least in GRADES if total >= least)
