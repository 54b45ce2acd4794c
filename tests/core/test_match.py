"""A match: sealing, taking back, stale choices, and the last commit that resolves them all."""

from dataclasses import FrozenInstanceError

import pytest

from closecall.core.errors import AlreadyChosen, BadOptions, IllegalMove, NotYourDecision, StaleDecision
from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import mark
from closecall.games.mark.state import Lot, Options
from support.mark import EMPTY, A, B, C, MarkMatch, dice, drawn, table
from support.matches import refusal

A_B2, A_D1, B_B2, C_C4 = (mark.parse_move(text) for text in ("b2+g", "d1+k", "b2+y", "c4+y"))
ROLL = dice("K1 B2 G1 Y4 R6")
NOBODY = Seat(7)


@pytest.fixture
def match() -> MarkMatch:
    """A decision of three seats who play yellow, green and red."""
    return table(EMPTY, EMPTY, EMPTY, players="YGR", roll="K1 B2 G1 Y4 R6")


def test_start() -> None:
    """Without options, the usual ones; the match knows what is pending."""
    match = Match.start(mark, 2)
    assert (match.options, match.point, match.sealed, match.log) == (Options(), 0, {}, ())
    assert match.pending == Chance()
    assert Match.start(mark, 2, Options(ages=(8, 9))).state.starter == B
    refusal(BadOptions, Match.start, mark, 9)


def test_the_log_is_every_input_in_order(match: MarkMatch) -> None:
    """Fate, commits and take-backs, and nothing else."""
    first = Match.start(mark, 2).fate(Lot(B)).commit(B, mark.parse_move("y"), point=1)
    assert first.log == (Fate(Lot(B)), Commit(B, mark.parse_move("yellow")))
    assert first.point == 2
    match = match.commit(C, C_C4, point=0).take_back(C, point=0).commit(A, A_B2, point=0)
    assert match.log == (Commit(C, C_C4), TakeBack(C), Commit(A, A_B2))


def test_sealed_until_the_last_one(match: MarkMatch) -> None:
    """A commit changes neither state nor point until all have chosen; then all count at once."""
    one = match.commit(C, C_C4, point=0)
    two = one.commit(A, A_B2, point=0)
    assert (one.sealed, two.sealed) == ({C: C_C4}, {C: C_C4, A: A_B2})
    assert one.state is two.state is match.state
    assert (one.point, two.point) == (0, 0)
    three = two.commit(B, B_B2, point=0)
    assert (three.point, three.sealed, three.pending) == (1, {}, Chance())
    assert [sum(map(bool, sheet)) for sheet in three.state.sheets] == [1, 1, 1]


def test_a_match_is_frozen(match: MarkMatch) -> None:
    """Every input makes a new match; the old one stays as it was."""
    match.commit(A, A_B2, point=0)
    assert match == table(EMPTY, EMPTY, EMPTY, players="YGR", roll="K1 B2 G1 Y4 R6")
    with pytest.raises(FrozenInstanceError):
        match.point = 3  # type: ignore[misc]  # that it cannot be set is what is tested


def test_the_same_commit_again_changes_nothing(match: MarkMatch) -> None:
    """A client may resend."""
    sealed = match.commit(A, A_B2, point=0)
    assert sealed.commit(A, mark.parse_move("b2+g"), point=0) is sealed


def test_another_commit_needs_a_take_back(match: MarkMatch) -> None:
    """A sealed choice is not replaced silently, and not even by a move that is none."""
    sealed = match.commit(A, A_B2, point=0)
    for other in (A_D1, mark.parse_move("b2+y"), mark.parse_move("red")):
        error = refusal(AlreadyChosen, sealed.commit, A, other, point=0)
        assert (error.code, error.facts) == ("already_chosen", {"seat": "A"})
    again = sealed.take_back(A, point=0).commit(A, A_D1, point=0)
    assert again.sealed == {A: A_D1}


def test_take_back(match: MarkMatch) -> None:
    """Only one's own choice, and only while it is sealed."""
    sealed = match.commit(A, A_B2, point=0).commit(B, B_B2, point=0)
    back = sealed.take_back(A, point=0)
    assert back.sealed == {B: B_B2}
    assert back.state is match.state
    assert back.seen_by(A).menu == match.seen_by(A).menu
    error = refusal(NotYourDecision, back.take_back, A, point=0)
    assert (error.code, error.facts) == ("nothing_to_take_back", {"seat": "A"})
    done = sealed.commit(C, C_C4, point=0)
    assert refusal(StaleDecision, done.take_back, A, point=0).code == "stale"
    assert refusal(NotYourDecision, done.take_back, A, point=1).code == "not_your_decision"


def test_stale_choices(match: MarkMatch) -> None:
    """A choice for another point is refused, whoever sends it; another seat's commit makes nobody stale."""
    done = match.commit(A, A_B2, point=0).commit(B, B_B2, point=0).commit(C, C_C4, point=0)
    done = done.fate(ROLL)
    for point in (-1, 0, 1, 3):
        error = refusal(StaleDecision, done.commit, A, A_D1, point=point)
        assert (error.code, error.facts) == ("stale", {"point": point, "now": 2})
        refusal(StaleDecision, done.commit, NOBODY, A_D1, point=point)
        refusal(StaleDecision, done.take_back, A, point=point)
    assert done.commit(A, A_D1, point=2).commit(B, mark.parse_move("d1+y"), point=2).point == 2


def test_not_your_decision(match: MarkMatch) -> None:
    """Seats that do not decide, seats that do not exist, and everyone while fate acts."""
    for seat, name in ((NOBODY, "7"), (Seat(-1), "-1"), (Seat(3), "D")):
        error = refusal(NotYourDecision, match.commit, seat, A_B2, point=0)
        assert (error.code, error.facts) == ("not_your_decision", {"seat": name})
        refusal(NotYourDecision, match.take_back, seat, point=0)
    waiting = table(EMPTY, players="Y")
    error = refusal(NotYourDecision, waiting.commit, A, A_B2, point=0)
    assert error.facts == {"seat": "A"}


def test_fate_acts_only_when_due(match: MarkMatch) -> None:
    """No roll while seats decide, and none after the end."""
    assert refusal(NotYourDecision, match.fate, ROLL).code == "no_chance"
    assert refusal(NotYourDecision, match.commit(A, A_B2, point=0).fate, ROLL).code == "no_chance"


def test_a_refused_move_explains_itself(match: MarkMatch) -> None:
    """The refusal is the rules' own, from the view of the seat that asked."""
    assert refusal(IllegalMove, match.commit, B, mark.parse_move("b2+k"), point=0).code == "mark_wrong_colour"
    assert drawn(match, B) == EMPTY


def test_seen(match: MarkMatch) -> None:
    """Everyone sees who is waited for; only you see your menu, and your own choice instead once sealed."""
    assert isinstance(match.pending, Decision)
    sealed = match.commit(B, B_B2, point=0)
    for viewer in (A, B, C, None):
        seen = sealed.seen_by(viewer)
        assert (seen.viewer, seen.point, seen.over) == (viewer, 0, None)
        assert seen.waiting == (A, C)
        assert seen.view == mark.view(match.state, viewer)
        assert seen.menu == (match.pending.menus[viewer] if viewer in (A, C) else None)
        assert seen.sealed == (B_B2 if viewer == B else None)


def test_nobody_is_waited_for_while_fate_acts() -> None:
    """A chance shows no menu to anyone."""
    for viewer in (A, None):
        seen = table(EMPTY, players="Y").seen_by(viewer)
        assert (seen.menu, seen.sealed, seen.waiting, seen.over) == (None, None, (), None)
