"""Q2: in each row crosses go strictly left to right; skipped numbers are lost."""

import pytest

from closecall.games import qwixx
from closecall.games.qwixx.state import COLOURS
from rules.qwixx.table import A, drawn, menu, new_table, played, refusal, rolled, sheet, table, told, turn

EXAMPLE = sheet("""
    R  -  -  -  x  -  x  8  9 10 11 12  L
    Y  -  x  x  -  x  x  -  -  x 11 12  L
    G  -  -  x  -  x  -  x  5  4  3  2  L
    B  -  -  x  9  8  7  6  5  4  3  2  L
""")
"""The rulebook's example: red 5 and 7; yellow up to 10; green up to 6; blue up to 10."""


@pytest.mark.parametrize(
    ("white", "moves"),
    [
        ("w1 w1", "pass"),  # the green and blue 2 are last numbers and need five crosses
        ("w1 w2", "g3 b3 pass"),
        ("w1 w3", "g4 b4 pass"),
        ("w1 w4", "g5 b5 pass"),
        ("w1 w5", "b6 pass"),
        ("w1 w6", "b7 pass"),
        ("w2 w6", "r8 b8 pass"),
        ("w3 w6", "r9 b9 pass"),
        ("w4 w6", "r10 pass"),
        ("w5 w6", "r11 y11 pass"),
        ("w6 w6", "y12 pass"),
    ],
)
def test_the_example_of_crossing(white: str, moves: str) -> None:
    """Q2: in the rulebook's example only numbers to the right of each row's last cross are left."""
    assert menu(rolled(table(EXAMPLE), f"{white} r1 y1 g1 b1"), A) == moves


def test_the_red_row_of_the_example() -> None:
    """Q2: first the 5, then the 7 was crossed, so the red 2, 3, 4 and 6 are lost."""
    match = turn(new_table(1), "w4 w1 r2 y1 g1 b1", "A r5", "A pass")
    match = turn(match, "w3 w4 r1 y1 g1 b1", "A r7", "A pass")
    assert drawn(match, A) == sheet("R  -  -  -  x  -  x  8  9 10 11 12  L")
    assert match.seen_by(A).view.sheets[0].rows[0].lost == (2, 3, 4, 6)


@pytest.mark.parametrize(
    ("white", "move", "number", "last"),
    [("w1 w3", "r4", "red 4", 7), ("w4 w4", "y8", "yellow 8", 10), ("w6 w6", "g12", "green 12", 6)],
)
def test_a_lost_number_is_refused(white: str, move: str, number: str, last: int) -> None:
    """Q2: what has been skipped may not be crossed afterwards."""
    match = rolled(table(EXAMPLE), f"{white} r1 y1 g1 b1")
    assert told(refusal(match, A, move)) == (
        "qwixx_left_of_last",
        f"The {number} is lost: a row is crossed from left to right, "
        f"and your last cross there is the {last}.",
    )


def test_a_crossed_number_is_refused() -> None:
    """Q2: nothing is crossed twice."""
    match = rolled(table(EXAMPLE), "w3 w4 r1 y1 g1 b1")
    assert told(refusal(match, A, "r7")) == ("qwixx_already_crossed", "You have already crossed the red 7.")


def test_a_row_may_begin_anywhere_and_skip_several() -> None:
    """Q2: one need not begin with the leftmost number, and may leave out many at once."""
    match = turn(new_table(1), "w5 w6 r1 y1 g1 b1", "A r11", "A b7")
    assert drawn(match, A) == sheet("""
        R  -  -  -  -  -  -  -  -  -  x 12  L
        B  -  -  -  -  -  x  6  5  4  3  2  L
    """)


def test_the_effect_names_the_numbers_that_are_skipped() -> None:
    """Q2: what a cross would lose: the free numbers to its left, and no others."""
    match = rolled(table(EXAMPLE), "w4 w6 r1 y1 g1 b1")
    view = match.seen_by(A).view
    assert qwixx.effect(view, qwixx.parse_move("r10")) == qwixx.Effect(3, (8, 9), False, False)
    match = played(match, "A r10")
    assert menu(match, A) == "g5 b7 b5 pass"
    view = match.seen_by(A).view
    assert qwixx.effect(view, qwixx.parse_move("b5")) == qwixx.Effect(2, (9, 8, 7, 6), False, False)
    assert qwixx.effect(view, qwixx.parse_move("g5")) == qwixx.Effect(4, (), False, False)


@pytest.mark.parametrize("colour", COLOURS)
def test_right_is_the_way_the_row_is_printed(colour: qwixx.Colour) -> None:
    """Q2: left to right means rising in red and yellow, falling in green and blue."""
    for left, number in enumerate(colour.numbers):
        for right, other in enumerate(colour.numbers):
            assert colour.is_right_of(other, number) == (right > left)
