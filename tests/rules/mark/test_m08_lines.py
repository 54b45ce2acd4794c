"""M8: rows and columns score 0, 1, 3, 6, 10 for 0 to 4 crosses."""

from itertools import product

import pytest

from closecall.games.mark.layout import BOXES, LINES
from closecall.games.mark.scoring import score
from support.mark import numbers_of


def test_edgars_row_of_two_crosses() -> None:
    """M8: two crosses in one row bring 3 points."""
    worth = score(numbers_of("5 6 8 9 7"))
    assert worth.crosses[:4] == (True, False, True, False)
    assert worth.lines == (3, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert (worth.from_lines, worth.from_extremes, worth.total) == (3, 0, 3)


@pytest.mark.parametrize("crosses", list(product((False, True), repeat=4)))
def test_points_by_the_number_of_crosses(crosses: tuple[bool, ...]) -> None:
    """M8: only the number counts, adjacent or not, in any row and any column."""
    points = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}[sum(crosses)]
    for line, boxes in enumerate(LINES):
        circles = [BOXES[boxes[0]][0], *(BOXES[box][1] for box in boxes)]
        numbers = [0] * 25
        numbers[circles[0]] = 7
        for cross, circle, before in zip(crosses, circles[1:], circles, strict=False):
            step = 1 if numbers[before] == 7 else -1
            numbers[circle] = numbers[before] + (step if cross else 0)
        worth = score(tuple(numbers))
        assert tuple(worth.crosses[box] for box in boxes) == crosses
        assert worth.lines == tuple(points if n == line else 0 for n in range(10))
        assert worth.from_lines == points


def test_a_number_counts_in_its_row_and_in_its_column() -> None:
    """M8: rows and columns are scored apart, and the points of all ten are added."""
    worth = score((7, 8, 7, 8, 7) + (8, 7, 8, 7, 8) + (0,) * 15)
    assert worth.lines == (10, 10, 0, 0, 0, 1, 1, 1, 1, 1)
    assert worth.from_lines == worth.total == 25


def test_the_most_from_lines_is_100() -> None:
    """M8: all 40 boxes crossed make ten lines of 10 points."""
    worth = score(tuple(7 + n % 2 for n in range(25)))
    assert sum(worth.crosses) == 40
    assert worth.lines == (10,) * 10
    assert (worth.from_lines, worth.from_extremes, worth.total) == (100, 0, 100)
