"""Q4: everybody may cross the sum of the white dice in one row, all at once, unseen by each other."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from closecall.core.fate import RandomSource
from closecall.games.qwixx import PASS, parse_move, redeal
from rules.qwixx.table import (
    A,
    B,
    C,
    D,
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

MAX, EMMA, LAURA, LINUS = A, B, C, D


def turn_of_max() -> Table:
    """The rulebook's example: Max is active, the white dice show a 4 and a 1."""
    return rolled(new_table(4, first=MAX), "w4 w1 r3 y2 g5 b6")


def test_the_example_of_action_1() -> None:
    """Q4: Max says five; Emma crosses the yellow 5, Max the red 5, Laura and Linus nothing."""
    match = turn_of_max()
    for seat in (MAX, EMMA, LAURA, LINUS):
        assert menu(match, seat) == "r5 y5 g5 b5 pass"
    match = played(match, "B y5, A r5, C pass, D pass")
    assert drawn(match, MAX) == sheet("R  -  -  -  x  6  7  8  9 10 11 12  L")
    assert drawn(match, EMMA) == sheet("Y  -  -  -  x  6  7  8  9 10 11 12  L")
    assert drawn(match, LAURA) == drawn(match, LINUS) == sheet()


def test_the_order_of_choosing_is_irrelevant() -> None:
    """Q4: all decide on the same state, so the order of choices does not matter."""
    choices = ["A r5", "B y5", "C pass", "D g5"]
    states = {played(turn_of_max(), ", ".join(order)).state for order in permutations(choices)}
    assert len(states) == 1


def test_nothing_is_crossed_before_all_have_chosen() -> None:
    """Q4: nobody sees another's choice first, only whom the table waits for."""
    before = turn_of_max()
    after = played(before, "B y5, A r5, C pass")
    assert after.state == before.state
    assert after.seen_by(LINUS).view == before.seen_by(LINUS).view
    assert after.seen_by(LINUS).waiting == (LINUS,)
    assert after.seen_by(LINUS).sealed is None
    assert after.seen_by(EMMA).sealed == parse_move("y5")


def test_everything_but_the_choices_is_open() -> None:
    """Q4: all sheets and dice lie on the table, so nothing in the state could be different for a viewer."""
    match = played(turn_of_max(), "B y5")
    for viewer in (MAX, EMMA, None):
        assert redeal(match.state, viewer, RandomSource(Random(1))) is match.state
        view = match.seen_by(viewer).view
        assert view == replace(match.seen_by(LINUS).view, viewer=viewer)


def test_a_player_with_nothing_to_cross_passes() -> None:
    """Q4: everyone decides, even who can only pass."""
    full = sheet("""
        R  -  -  -  -  -  -  x  9 10 11 12  L
        Y  -  -  -  -  -  -  x  9 10 11 12  L
        G  -  -  -  -  -  -  -  -  x  3  2  L
        B  -  -  -  -  -  -  -  -  x  3  2  L
    """)
    match = rolled(table(full, sheet()), "w3 w2 r1 y1 g1 b1")
    assert deciding(match) == "AB"
    moves = match.seen_by(A).menu
    assert moves is not None
    assert tuple(moves) == (PASS,)


@pytest.mark.parametrize(("move", "number"), [("r6", 6), ("b10", 10)])
def test_only_the_sum_of_the_white_dice(move: str, number: int) -> None:
    """Q4: no other number may be crossed in action 1, by nobody."""
    match = turn_of_max()
    for seat in (MAX, EMMA):
        assert told(refusal(match, seat, move)) == (
            "qwixx_white_sum",
            f"In action 1 the white dice make 5, so {number} cannot be crossed.",
        )


def test_one_row_only() -> None:
    """Q4: a player crosses the sum in one row; after that only the others are waited for."""
    match = played(turn_of_max(), "B y5")
    assert match.seen_by(EMMA).menu is None
    match = played(match, "A pass, C pass, D pass")
    crosses = [len(row.crossed) for row in match.state.sheets[EMMA].rows]
    assert crosses == [0, 1, 0, 0]
