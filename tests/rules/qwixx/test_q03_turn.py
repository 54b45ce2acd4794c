"""Q3: lots decide who begins; the active player rolls; first action 1, then action 2."""

from fractions import Fraction

import pytest

from closecall.core.errors import IllegalMove, NotYourDecision
from closecall.core.match import Match
from closecall.core.rules import Seat
from closecall.games import qwixx
from closecall.games.qwixx import Lot
from rules.qwixx.table import (
    A,
    B,
    C,
    Table,
    deciding,
    fate_refusal,
    new_table,
    played,
    roll,
    rolled,
    told,
    turn,
    waits_for_chance,
)


class Low:
    """A source of chance that always gives 1."""

    def below(self, n: int, /) -> int:
        return 1


def start(seats: int) -> Table:
    """A match before the lot has fallen."""
    return Match.start(qwixx, seats)


def test_the_lot_decides_who_begins() -> None:
    """Q3: with several players the lot is drawn first, and each is equally likely to begin."""
    match = start(3)
    assert waits_for_chance(match)
    assert list(qwixx.odds(match.state)) == [(Lot(seat), Fraction(1, 3)) for seat in (A, B, C)]
    assert qwixx.draw(match.state, Low()) == Lot(B)
    assert qwixx.picture(match.state).startswith("the lot decides who is active first\n")
    match = match.fate(Lot(C))
    assert match.state.active == C
    assert waits_for_chance(match)


@pytest.mark.parametrize(("seat", "name"), [(-1, "-1"), (3, "D")])
def test_the_lot_falls_on_a_player(seat: int, name: str) -> None:
    """Q3: only those at the table draw lots."""
    error = fate_refusal(start(3), Lot(Seat(seat)))
    assert told(error) == ("lot_not_possible", f"The lot cannot fall on seat {name}.")


def test_no_roll_before_the_lot() -> None:
    """Q3: who rolls is decided first."""
    error = fate_refusal(start(2), roll("w1 w1 r1 y1 g1 b1"))
    assert told(error) == ("lot_first", "First the lot decides who starts.")


@pytest.mark.parametrize("seats", [1, 2])
def test_no_second_lot(seats: int) -> None:
    """Q3: the lot decides the first active player only; a single player draws no lot."""
    assert told(fate_refusal(new_table(seats), Lot(A))) == ("no_lot_due", "No lot is due now.")


def test_the_next_player_clockwise_is_active() -> None:
    """Q3: after both actions the turn passes on clockwise, past the last seat to the first."""
    match, order = new_table(3, first=B), []
    for _ in range(4):
        assert match.state.active is not None
        order.append(match.state.active)
        name = "ABC"[match.state.active]
        match = turn(match, "w1 w2 r1 y1 g1 b1", "A pass, B pass, C pass", f"{name} pass")
    assert order == [B, C, A, B]


def test_action_1_comes_before_action_2() -> None:
    """Q3: first the white dice for everyone, then the active player's second action, then the next roll."""
    match = rolled(new_table(3, first=B), "w1 w2 r1 y1 g1 b1")
    assert (match.state.action, deciding(match)) == (1, "ABC")
    match = played(match, "C pass, A pass, B r3")
    assert (match.state.action, deciding(match)) == (2, "B")
    match = played(match, "B pass")
    assert match.state.action is None
    assert waits_for_chance(match)


def test_action_2_cannot_be_taken_first() -> None:
    """Q3: the sum of a white and a coloured die does not count in action 1."""
    match = rolled(new_table(2), "w1 w2 r6 y1 g1 b1")
    with pytest.raises(IllegalMove) as refused:
        match.commit(A, qwixx.parse_move("r8"), point=match.point)
    assert refused.value.code == "qwixx_white_sum"


def test_action_1_cannot_be_made_up_for() -> None:
    """Q3: in action 2 the sum of the white dice does not count any more."""
    match = played(rolled(new_table(2), "w1 w2 r6 y1 g1 b1"), "A pass, B pass")
    with pytest.raises(IllegalMove) as refused:
        match.commit(A, qwixx.parse_move("r3"), point=match.point)
    assert refused.value.code == "qwixx_coloured_sum"


def test_all_dice_are_seen_before_action_1() -> None:
    """Q3: everybody sees the coloured dice too before deciding action 1."""
    match = rolled(new_table(2), "w1 w2 r6 y5 g4 b3")
    for viewer in (A, B, None):
        view = match.seen_by(viewer).view
        assert (view.dice, view.action, view.active) == (roll("w1 w2 r6 y5 g4 b3"), 1, A)


def test_nobody_decides_before_the_roll() -> None:
    """Q3: a turn begins with the roll."""
    match = new_table(2)
    with pytest.raises(NotYourDecision):
        match.commit(A, qwixx.PASS, point=match.point)
    error = qwixx.why_not(match.seen_by(A).view, qwixx.parse_move("r7"))
    assert told(error) == ("qwixx_roll_first", "The dice have not been rolled yet.")
