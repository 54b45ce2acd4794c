"""Q9: the game ends at once with the fourth misthrow or the second closed row."""

import pytest

from closecall.core.errors import NotYourDecision
from closecall.core.rules import all_seats
from closecall.games import qwixx
from closecall.messages import catalogue
from rules.qwixx.table import (
    Table,
    deciding,
    drawn,
    drawn_row,
    fate_refusal,
    is_over,
    misthrows,
    over,
    played,
    roll,
    rolled,
    sheet,
    table,
    turn,
)

MAX, EMMA, LAURA, LINUS = all_seats(4)

GREEN_LOCKED = "G  x  x  x  x  x  -  -  -  -  -  x  x"
GREEN_CLOSED = "G  -  -  -  -  -  -  -  -  -  -  -  -"
FIVE_RED = "R  x  x  x  x  x  7  8  9 10 11 12  L"
FIVE_YELLOW = "Y  x  x  x  x  x  7  8  9 10 11 12  L"


def double_six() -> Table:
    """The rulebook's example: green is closed, and Emma throws two sixes."""
    before = table(
        sheet(f"{FIVE_RED}\n{GREEN_CLOSED}"),
        sheet(GREEN_CLOSED),
        sheet(GREEN_LOCKED),
        sheet(f"{FIVE_YELLOW}\n{GREEN_CLOSED}"),
        active=EMMA,
    )
    return rolled(before, "w6 w6 r1 y1 b1")


def test_the_example_of_the_double_six() -> None:
    """Q9: Max finishes the red row and Linus the yellow one at the same time: three rows are closed."""
    match = played(double_six(), "A r12, B pass, C pass, D y12")
    assert drawn_row(match, MAX, "R") == "R  x  x  x  x  x  -  -  -  -  -  x  x"
    assert drawn_row(match, LINUS, "Y") == "Y  x  x  x  x  x  -  -  -  -  -  x  x"
    assert [colour.value for colour in match.seen_by(None).view.closed] == ["R", "Y", "G"]
    assert over(match).reason == "over.two_rows_closed"
    assert over(match).scores == (28, 0, 28, 28)
    assert match.state.results[-1].misthrower is None


def test_no_action_2_and_no_misthrow_after_the_end() -> None:
    """Q9: action 1 ended the game, so Emma, who crossed nothing, has no action 2 and no misthrow."""
    match = played(double_six(), "A r12, B pass, C pass, D pass")
    assert is_over(match)
    assert deciding(match) == ""
    assert misthrows(match) == (0, 0, 0, 0)
    with pytest.raises(NotYourDecision):
        match.commit(EMMA, qwixx.PASS, point=match.point)


def test_if_nobody_closes_the_row_action_2_follows() -> None:
    """Q9: a closed row alone ends nothing; then Emma's pass is a misthrow."""
    match = played(double_six(), "A pass, B pass, C pass, D pass")
    assert deciding(match) == "B"
    assert misthrows(played(match, "B pass")) == (0, 1, 0, 0)


def test_the_first_two_rows_may_close_together() -> None:
    """Q9: two players close the first and the second row in the same action 1."""
    before = table(sheet(FIVE_RED), sheet(FIVE_YELLOW))
    match = turn(before, "w6 w6 r1 y1 g1 b1", "A r12, B y12")
    assert over(match).reason == "over.two_rows_closed"


def test_two_locks_of_one_row_are_one_closed_row() -> None:
    """Q9: rows are counted, not locks."""
    before = table(sheet(FIVE_RED), sheet(FIVE_RED))
    match = turn(before, "w6 w6 r1 y1 g1 b1", "A r12, B r12")
    assert not is_over(match)
    assert deciding(match) == "A"


def test_the_second_row_may_close_in_action_2() -> None:
    """Q9: one player closes a row in each action, which ends the game after action 2."""
    before = table(sheet(f"{FIVE_RED}\n{FIVE_YELLOW}"), sheet())
    match = turn(before, "w6 w6 r1 y6 g1 b1", "A r12, B pass")
    assert not is_over(match)
    match = played(match, "A y12")
    assert over(match).reason == "over.two_rows_closed"
    assert over(match).scores == (56, 0)


def test_the_fourth_misthrow() -> None:
    """Q9: the game ends at once, though others have had fewer turns."""
    before = table(sheet(misthrows=2), sheet(misthrows=3), sheet())
    match = turn(before, "w1 w2 r1 y1 g1 b1", "A pass, B pass, C pass", "A pass")
    assert misthrows(match) == (3, 3, 0)
    assert not is_over(match)
    match = turn(match, "w1 w2 r1 y1 g1 b1", "A pass, B pass, C r3", "B pass")
    assert over(match).reason == "over.fourth_misthrow"
    assert over(match).scores == (-15, -20, 1)
    assert match.state.results[-1].misthrower == EMMA


def test_crosses_made_beside_the_last_misthrow_count() -> None:
    """Q9: what others crossed in action 1 of the last turn stands."""
    match = turn(table(sheet(misthrows=3), sheet()), "w1 w2 r1 y1 g1 b1", "A pass, B y3", "A pass")
    assert drawn(match, EMMA) == sheet("Y  -  x  4  5  6  7  8  9 10 11 12  L")
    assert over(match).scores == (-20, 1)


def test_nothing_follows_the_end() -> None:
    """Q9: no roll, no lot, no decision."""
    match = played(double_six(), "A r12, B pass, C pass, D y12")
    with pytest.raises(NotYourDecision):
        match.fate(roll("w1 w2 b1"))
    assert qwixx.picture(match.state).startswith("all games played: 1\ngame 1: over.two_rows_closed")


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("over.two_rows_closed", "Two rows are closed."),
        ("over.fourth_misthrow", "A player has marked the fourth misthrow."),
    ],
)
def test_the_reasons_can_be_read(reason: str, sentence: str) -> None:
    """Q9: players are told why the game is over."""
    assert catalogue("en")(reason) == sentence


def test_a_roll_of_two_colours_is_never_due() -> None:
    """Q9: with two dice gone there is no further roll, so one with a single die missing is the least."""
    match = table(sheet(GREEN_LOCKED), sheet(GREEN_CLOSED))
    assert fate_refusal(match, roll("w1 w2 r1 b1")).code == "qwixx_die_missing"
