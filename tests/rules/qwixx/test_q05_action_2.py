"""Q5: the active player alone may cross the sum of one white and one coloured die in that colour's row."""

import pytest

from closecall.core.errors import NotYourDecision
from closecall.games import qwixx
from rules.qwixx.table import (
    A,
    B,
    Table,
    deciding,
    drawn,
    menu,
    new_table,
    played,
    refusal,
    rolled,
    sheet,
    table,
    told,
)


def after_action_1(dice: str) -> Table:
    """Max (A) is active and has crossed the red 5; the others have passed."""
    return played(rolled(new_table(4), dice), "A r5, B pass, C pass, D pass")


def test_the_example_of_action_2() -> None:
    """Q5: Max adds the white 4 and the blue 6 and crosses the blue 10."""
    match = played(after_action_1("w4 w1 r3 y2 g5 b6"), "A b10")
    assert drawn(match, A) == sheet("""
        R  -  -  -  x  6  7  8  9 10 11 12  L
        B  -  -  x  9  8  7  6  5  4  3  2  L
    """)
    assert match.state.active == B


def test_the_menu_of_action_2() -> None:
    """Q5: either white die with each coloured die, where the row has room (the red 4 has none)."""
    assert menu(after_action_1("w4 w1 r3 y2 g5 b6"), A) == "r7 y3 y6 g9 g6 b10 b7 pass"


def test_equal_white_dice_offer_each_sum_once() -> None:
    """Q5: a double offers one sum for each colour."""
    match = played(rolled(new_table(2), "w3 w3 r3 y2 g5 b6"), "A pass, B pass")
    assert menu(match, A) == "r6 y5 g8 b9 pass"


def test_the_others_have_no_action_2() -> None:
    """Q5: only the active player decides."""
    match = after_action_1("w4 w1 r3 y2 g5 b6")
    assert deciding(match) == "A"
    assert match.seen_by(B).menu is None
    with pytest.raises(NotYourDecision):
        match.commit(B, qwixx.parse_move("b10"), point=match.point)
    error = qwixx.why_not(match.seen_by(B).view, qwixx.parse_move("b10"))
    assert told(error) == (
        "qwixx_only_active",
        "Action 2 is for the active player alone, who is Player A.",
    )


def test_the_sum_of_a_colour_goes_into_its_row_only() -> None:
    """Q5: ten is white 4 and blue 6, so it is a blue 10 and no yellow one."""
    assert told(refusal(after_action_1("w4 w1 r3 y2 g5 b6"), A, "y10")) == (
        "qwixx_coloured_sum",
        "In action 2 one white die and the yellow die make 3 or 6, not 10.",
    )


def test_a_double_leaves_one_sum() -> None:
    """Q5: with equal white dice the refusal names the one sum."""
    match = played(rolled(new_table(2), "w3 w3 r3 y2 g5 b6"), "A pass, B pass")
    assert told(refusal(match, A, "g9")) == (
        "qwixx_one_coloured_sum",
        "In action 2 either white die and the green die make 8, not 9.",
    )


def test_action_2_follows_the_cross_of_action_1() -> None:
    """Q5: both actions may cross in the same row, from left to right; the first one counts already."""
    match = played(rolled(new_table(1), "w4 w1 r6 y2 g5 b6"), "A r5")
    assert menu(match, A).startswith("r7 r10 ")
    match = played(match, "A r7")
    assert drawn(match, A) == sheet("R  -  -  -  x  -  x  8  9 10 11 12  L")


def test_action_2_is_optional() -> None:
    """Q5: the active player may pass, and with a cross in action 1 it costs nothing."""
    match = after_action_1("w4 w1 r3 y2 g5 b6")
    assert qwixx.effect(match.seen_by(A).view, qwixx.PASS) == qwixx.Effect(0, (), False, False)
    after = played(match, "A pass")
    assert after.state.sheets == match.state.sheets


def test_nothing_to_cross_is_a_menu_of_one() -> None:
    """Q5: the active player decides even with nothing but a pass left."""
    full = sheet("""
        R  -  -  -  -  -  -  -  -  -  x 12  L
        Y  -  -  -  -  -  -  -  -  -  x 12  L
        G  -  -  -  -  -  -  -  -  -  x  2  L
        B  -  -  -  -  -  -  -  -  -  x  2  L
    """)
    match = played(rolled(table(full), "w4 w1 r3 y2 g5 b6"), "A pass")
    assert menu(match, A) == "pass"
