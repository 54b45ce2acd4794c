"""Q7: the last number needs five crosses; it crosses the lock too, closes the row and removes its die."""

from fractions import Fraction

import pytest

from closecall.games import qwixx
from closecall.games.qwixx.state import COLOURS
from rules.qwixx.table import (
    A,
    B,
    drawn,
    drawn_row,
    fate_refusal,
    is_over,
    menu,
    new_table,
    played,
    refusal,
    roll,
    rolled,
    sheet,
    table,
    told,
    turn,
)

FIVE_GREEN = sheet("G  x  x  -  x  -  x  x  5  4  3  2  L")
FOUR_GREEN = sheet("G  x  x  -  x  -  x  6  5  4  3  2  L")


def test_the_example_of_the_green_lock() -> None:
    """Q7: Laura crosses the green 2 and then its lock; the green die leaves the game."""
    match = played(rolled(table(FIVE_GREEN, sheet()), "w1 w1 r3 y2 g5 b6"), "A g2, B pass")
    assert drawn(match, A) == sheet("G  x  x  -  x  -  x  x  -  -  -  x  x")
    assert match.state.roll == roll("w1 w1 r3 y2 b6")
    view = match.seen_by(B).view
    assert (view.closed, view.dice) == ((qwixx.Colour.GREEN,), roll("w1 w1 r3 y2 b6"))
    assert view.sheets[A].rows[2].locked
    assert not view.sheets[B].rows[2].locked


def test_four_crosses_are_too_few() -> None:
    """Q7: with four crosses the last number is refused, and the refusal counts them."""
    match = rolled(table(FOUR_GREEN, sheet()), "w1 w1 r3 y2 g5 b6")
    assert menu(match, A) == "r2 y2 pass"
    assert told(refusal(match, A, "g2")) == (
        "qwixx_five_crosses",
        "The green 2 is the last of its row and needs five crosses before it; you have 4 crosses there.",
    )


def test_one_cross_is_too_few() -> None:
    """Q7: the sentence counts properly."""
    match = rolled(table(sheet("R  -  -  -  x  6  7  8  9 10 11 12  L")), "w6 w6 r3 y2 g5 b6")
    assert told(refusal(match, A, "r12")) == (
        "qwixx_five_crosses",
        "The red 12 is the last of its row and needs five crosses before it; you have 1 cross there.",
    )


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("crosses", [4, 5, 6, 10])
def test_at_least_five_in_every_row(colour: qwixx.Colour, crosses: int) -> None:
    """Q7: red and yellow end with 12, green and blue with 2; five crosses or more allow it."""
    white = "w6 w6" if colour.last == 12 else "w1 w1"
    cells = ["x" if n < crosses else str(number) for n, number in enumerate(colour.numbers)]
    text = colour.value + "".join(f"{cell:>3}" for cell in [*cells, "L"])
    match = rolled(table(sheet(text)), f"{white} r1 y1 g1 b1")
    last = f"{colour.value.lower()}{colour.last}"
    assert (last in menu(match, A).split()) == (crosses >= 5)
    if crosses >= 5:
        match = played(match, f"A {last}")
        assert match.state.sheets[0].rows[colour.order].locked
        assert match.state.roll is not None
        assert match.state.roll.coloured[colour.order] is None


def test_the_fifth_in_action_1_and_the_lock_in_action_2() -> None:
    """Q7: the fifth cross may be that of action 1."""
    match = rolled(table(FOUR_GREEN), "w1 w5 r3 y2 g1 b6")
    match = played(match, "A g6")
    assert menu(match, A) == "r4 r8 y3 y7 g2 b11 b7 pass"
    match = played(match, "A g2")
    assert drawn(match, A) == sheet("G  x  x  -  x  -  x  x  -  -  -  x  x")


def test_the_lock_counts_as_one_more_cross() -> None:
    """Q7: five crosses, the last number and the lock are seven crosses, 28 points instead of 15."""
    match = rolled(table(FIVE_GREEN), "w1 w1 r3 y2 g5 b6")
    effect = qwixx.effect(match.seen_by(A).view, qwixx.parse_move("g2"))
    assert effect == qwixx.Effect(13, (5, 4, 3), locks=True, misthrow=False)
    view = played(match, "A g2").seen_by(A).view
    assert (view.sheets[0].rows[2].points, view.totals) == (28, (28,))


def test_a_closed_row_is_closed_for_everyone() -> None:
    """Q7: nobody crosses there any more, and what is left of the row is lost."""
    match = turn(
        table(FIVE_GREEN, sheet("G  x  x  x  x  x  x  6  5  4  3  2  L")),
        "w1 w1 r3 y2 g5 b6",
        "A g2, B pass",
        "A pass",
    )
    assert drawn_row(match, B, "G") == "G  x  x  x  x  x  x  -  -  -  -  -  -"
    match = rolled(match, "w1 w4 r3 y2 b6")
    for seat in (A, B):
        assert menu(match, seat) == "r5 y5 b5 pass"
        assert told(refusal(match, seat, "g5")) == (
            "qwixx_row_closed",
            "The green row is closed; nobody can cross another number there.",
        )
    match = played(match, "A pass, B pass")
    assert told(refusal(match, B, "g6")) == (
        "qwixx_die_gone",
        "The green row is closed and its die has left the game, so action 2 cannot use it.",
    )


def test_only_the_dice_still_in_the_game_are_rolled() -> None:
    """Q7: after the green row is closed five dice are rolled, never the green one, never fewer."""
    locked = sheet("G  x  x  -  x  -  x  x  -  -  -  x  x")
    match = table(locked, sheet("G  -  -  -  -  -  -  -  -  -  -  -  -"))
    assert told(fate_refusal(match, roll("w1 w4 r3 y2 g5 b6"))) == (
        "qwixx_die_left",
        "The green die has left the game and is no longer rolled.",
    )
    assert told(fate_refusal(match, roll("w1 w4 y2 b6"))) == (
        "qwixx_die_missing",
        "The red die is still in the game and must be rolled.",
    )
    outcomes = dict(qwixx.odds(match.state))
    assert len(outcomes) == 6**5
    assert set(outcomes.values()) == {Fraction(1, 6**5)}
    assert roll("w1 w4 r3 y2 b6") in outcomes
    assert rolled(match, "w1 w4 r3 y2 b6").state.action == 1


def test_draws_leave_out_the_die() -> None:
    """Q7: a fair draw takes no chance for a die that has left the game."""

    class Sixes:
        """A source of chance that always gives the most and counts how often it is asked."""

        asked = 0

        def below(self, n: int, /) -> int:
            self.asked += 1
            return n - 1

    locked = table(sheet("G  x  x  -  x  -  x  x  -  -  -  x  x"))
    source = Sixes()
    assert qwixx.draw(locked.state, source) == roll("w6 w6 r6 y6 b6")
    assert source.asked == 5


def test_one_closed_row_does_not_end_the_game() -> None:
    """Q7: the game continues with the other three rows."""
    match = turn(table(FIVE_GREEN), "w1 w1 r3 y2 g5 b6", "A g2", "A pass")
    assert not is_over(match)


def test_the_first_roll_needs_all_six_dice() -> None:
    """Q7: dice leave the game only with their row."""
    assert fate_refusal(new_table(2), roll("w1 w4 r3 y2 b6")).code == "qwixx_die_missing"
