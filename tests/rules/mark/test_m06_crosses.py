"""M6: boxes between neighbours that differ by exactly 1 are crossed."""

import pytest

from closecall.games import mark
from closecall.games.mark.layout import BOXES
from closecall.games.mark.scoring import score
from support.mark import A, drawn, entered, numbers_of, sheet, table


@pytest.mark.parametrize("one", range(2, 13))
@pytest.mark.parametrize("other", range(2, 13))
def test_numbers_that_differ_by_one(one: int, other: int) -> None:
    """M6: exactly one more or one less, in both directions, across and down."""
    for box, (first, second) in enumerate(BOXES):
        numbers = tuple(one if n == first else other if n == second else 0 for n in range(25))
        crossed = [n for n, cross in enumerate(score(numbers).crosses) if cross]
        assert crossed == ([box] if one - other in (1, -1) else [])


def test_not_diagonally_and_not_round_the_edge() -> None:
    """M6: only orthogonal neighbours; the end of a row is no neighbour of the next row's start."""
    numbers = numbers_of("0 0 0 0 6 7")
    assert not any(score(numbers).crosses)
    numbers = numbers_of("6 0 0 0 0 0 7")
    assert not any(score(numbers).crosses)


def test_an_empty_circle_crosses_nothing() -> None:
    """M6: a box needs a number on both sides, even beside the smallest."""
    assert not any(score(numbers_of("2 . . . 2")).crosses)


def test_one_entry_crosses_up_to_four_boxes() -> None:
    """M6: all boxes round the new number are crossed at once, and none is forgotten."""
    match = table(
        """
             a     b     c     d     e
        1   .K -  .B -  .G -  .Y -  .R
        2   .G -  .Y -  8R -  .K -  .B
        3   .R -  6K -  .B -  8G -  .Y
        4   .B -  .G -  6Y -  .R -  .K
        5   .Y -  .R -  .K -  .B -  .G
        """,
        players="B",
        roll="K2 B5 G1 Y6 R1",
    )
    effect = mark.effect(match.seen_by(A).view, mark.parse_move("c3+k"))
    assert (effect.number, effect.from_lines, effect.from_extremes) == (7, 6, 0)
    assert effect.crosses == (9, 10, 27, 32)
    assert drawn(entered(match, "c3+k")) == sheet("""
             a     b     c     d     e
        1   .K -  .B -  .G -  .Y -  .R   0
             |     |     |     |     |
        2   .G -  .Y -  8R -  .K -  .B   0
             |     |     x     |     |
        3   .R -  6K x  7B x  8G -  .Y   3
             |     |     x     |     |
        4   .B -  .G -  6Y -  .R -  .K   0
             |     |     |     |     |
        5   .Y -  .R -  .K -  .B -  .G   0
             0     0     3     0     0
        """)


def test_crosses_are_seen_by_everyone() -> None:
    """M6: crosses are computed from the numbers, so every viewer sees the same."""
    match = table(
        """
             a     b     c     d     e
        1   5K -  6B -  .G -  .Y -  .R
        2   .G -  .Y -  .R -  .K -  .B
        3   .R -  .K -  .B -  .G -  .Y
        4   .B -  .G -  .Y -  .R -  .K
        5   .Y -  .R -  .K -  .B -  .G
        """,
        players="Y",
    )
    for viewer in (A, None):
        worth = match.seen_by(viewer).view.sheets[0].score
        assert [box for box, cross in enumerate(worth.crosses) if cross] == [0]
        assert (worth.lines, worth.total) == ((1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1)
