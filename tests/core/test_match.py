"""A match: sealing, taking back, stale choices, and the last commit that resolves them all."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

import closecall
from closecall.core.codec import is_move
from closecall.core.errors import (
    AlreadyChosen,
    BadMove,
    BadOptions,
    GameError,
    IllegalMove,
    NotYourDecision,
    StaleDecision,
)
from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import enough, mark, qwixx, rules_of, slugs
from closecall.games.mark.layout import Circle, Colour
from closecall.games.mark.state import Lot, Options
from support.mark import EMPTY, A, B, C, MarkMatch, dice, drawn, table
from support.matches import refusal
from support.random_games import TABLES, Table, random_match, table_name, walk

A_B2, A_D1, B_B2, C_C4 = (mark.parse_move(text) for text in ("b2+g", "d1+k", "b2+y", "c4+y"))
ROLL = dice("K1 B2 G1 Y4 R6")
NOBODY = Seat(7)


@pytest.fixture
def match() -> MarkMatch:
    """A decision of three seats who play yellow, green and red."""
    return table(EMPTY, EMPTY, EMPTY, players="YGR", roll="K1 B2 G1 Y4 R6")


def test_start() -> None:
    """Without options, a match has the default ones; it knows what is pending."""
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


def test_nothing_of_a_match_can_be_changed(match: MarkMatch) -> None:
    """Neither sealed choices nor menus, however the match was created."""
    sealed = match.commit(A, A_B2, point=0)
    begun = Match.start(mark, 2, Options(ages=(8, 9)))
    for one in (begun, sealed, sealed.take_back(A, point=0), *again(sealed)):
        before = repr((one, one.pending))
        assert isinstance(one.pending, Decision)
        for part in (one.sealed, one.pending.menus):
            ways: list[Callable[[Any], object]] = [
                lambda part: part.update({B: B_B2}),
                lambda part: part.__setitem__(A, None),
                lambda part: part.__delitem__(A),
                lambda part: part.__ior__({B: B_B2}),
                lambda part: part.setdefault(B, B_B2),
                lambda part: part.pop(A),
                lambda part: part.popitem(),
                lambda part: part.clear(),
            ]
            for way in ways:
                with pytest.raises(TypeError, match="cannot be changed"):
                    way(part)
        assert repr((one, one.pending)) == before


@pytest.mark.parametrize("table_of", TABLES, ids=table_name)
def test_a_match_can_be_hashed(table_of: Table) -> None:
    """Equal matches are one element of a set, and so are their pending decisions."""
    rng = Random(table_name(table_of))
    matches = [*islice(walk(random_match(table_of, rng), rng), 60)]
    assert len({*matches}) == len(matches)
    for one in matches[-3:]:
        for other in again(one):
            assert (hash(other), hash(other.pending)) == (hash(one), hash(one.pending))
            assert {other, one} == {one}
            assert len({other.pending, one.pending}) == 1


def test_the_same_commit_again_changes_nothing(match: MarkMatch) -> None:
    """A client may resend."""
    sealed = match.commit(A, A_B2, point=0)
    assert sealed.commit(A, mark.parse_move("b2+g"), point=0) is sealed


def test_another_commit_needs_a_take_back(match: MarkMatch) -> None:
    """A sealed choice is never replaced silently, not even by something that is not a move."""
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
    """A choice for another point is refused from every seat; a commit never makes another seat's stale."""
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


NO_MOVES: dict[str, tuple[Any, ...]] = {
    "mark": (None, 7, "blue", "b2+g", "orange", (), Commit, qwixx.Pass(), enough.parse_move("deck")),
    "qwixx": (None, 7, "r4", "pass", "", b"r4", [], qwixx.Pass, A_B2, enough.parse_move("pass")),
    "enough": (None, 7, "deck", "total", "\ud800", {}, Seat(0), A_B2, qwixx.Pass()),
}


@pytest.mark.parametrize("game", slugs())
def test_what_is_no_move_at_all(game: str) -> None:
    """An unparsed text, another game's move or any other value is refused by the match, not by the game."""
    match = closecall.with_fate(closecall.new_match(game, seats=3), bytes(32))
    assert isinstance(match.pending, Decision)
    seat, before = next(iter(match.pending.menus)), repr(match)
    for value in NO_MOVES[game]:
        error = refusal(BadMove, match.commit, seat, value, point=match.point)
        assert error.code == ("unread_move" if isinstance(value, str) else "no_move")
        assert error.facts == {"value": repr(value), "game": f"game.{game}"}
        assert not is_move(match.rules, value)
    assert repr(match) == before


def test_the_sentence_says_how_a_text_becomes_a_move(match: MarkMatch) -> None:
    """The refusal names the library function; long values are shortened."""
    error = refusal(BadMove, match.commit, A, "b2+g", point=0)  # type: ignore[arg-type]  # that is the point
    assert str(error) == (
        "Text is not a move of Close to the Mark!: 'b2+g'. Convert it with parse_move first."
    )
    error = refusal(BadMove, match.commit, A, "x" * 999, point=0)  # type: ignore[arg-type]  # as above
    assert error.facts["value"] == "'" + "x" * 59 + "…"


def test_moves_with_impossible_parts(match: MarkMatch) -> None:
    """Circles outside the sheet, even by negative index, and wrong colours or numbers."""
    parts: list[Any] = [(-1, Colour.GREEN), (25, Colour.GREEN), ("b2", Colour.GREEN), (6, "G"), (None, None)]
    for seat in (A, B, C):
        for circle, die in parts:
            refusal(BadMove, match.commit, seat, mark.Enter(circle, die), point=0)
    assert is_move(mark, mark.Enter(Circle(24), Colour.GREEN))
    rolled = closecall.with_fate(closecall.new_match("qwixx", 1), bytes(32))
    for colour, number in ((qwixx.Colour.RED, 13), (qwixx.Colour.RED, 1), ("R", 4), (None, None)):
        refusal(BadMove, rolled.commit, A, qwixx.Cross(colour, number), point=rolled.point)  # type: ignore[arg-type]  # as meant


def test_what_only_looks_like_a_move() -> None:
    """An instance of a foreign subclass would be written as the move of its base class."""
    own = type("Choose", (mark.Choose,), {})(Colour.BLUE)
    assert mark.format_move(own) == "blue"
    refusal(BadMove, Match.start(mark, 1).commit, A, own, point=0)


def test_a_sealed_choice_comes_before_what_is_no_move(match: MarkMatch) -> None:
    """As do a stale point and another seat's decision."""
    sealed = match.commit(A, A_B2, point=0)
    for value in NO_MOVES["mark"]:
        refusal(AlreadyChosen, sealed.commit, A, value, point=0)
        refusal(StaleDecision, match.commit, A, value, point=1)
        refusal(NotYourDecision, match.commit, NOBODY, value, point=0)


@dataclass(frozen=True, slots=True)
class Named(Match[Any, Any, Any, Any, Any]):
    """A subclass of Match with one more field."""

    name: str = ""


def again(match: AnyMatch) -> list[AnyMatch]:
    """A match that was sent to another process in every way, and copies of it."""
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    sent = [pickle.loads(pickle.dumps(match, protocol)) for protocol in protocols]
    return [*sent, copy(match), deepcopy(match)]


def test_a_match_can_be_sent_between_processes(match: MarkMatch) -> None:
    """A copy equals the original, menus included, and shares the rules module."""
    sealed = match.commit(B, B_B2, point=0)
    for other in again(sealed):
        assert (other, other.pending) == (sealed, sealed.pending)
        assert other.rules is mark
        assert other.commit(A, A_B2, point=0) == sealed.commit(A, A_B2, point=0)
    copied = deepcopy(sealed)
    assert copied.sealed is not sealed.sealed


def test_a_kind_of_match_can_be_sent_too(match: MarkMatch) -> None:
    """Fields added by a subclass survive copying."""
    begun = match.commit(B, B_B2, point=0)
    parts = (begun.rules, begun.seats, begun.options, begun.state, begun.point, begun.sealed, begun.log)
    named = Named(*parts, begun.pending, name="final")
    for other in again(named):
        assert type(other) is Named
        assert (other, other.name, other.pending) == (named, "final", begun.pending)


class Objects:
    """Rules that are no module; two of them are the same."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(rules_of("mark"), name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objects)

    __hash__ = None  # type: ignore[assignment]  # never asked for


def test_rules_that_are_no_module() -> None:
    """They go with the match."""
    match: AnyMatch = Match.start(Objects(), 2)
    for other in again(match):
        assert other == match
        assert isinstance(other.rules, Objects)


@pytest.mark.parametrize("viewer", [Seat(-1), Seat(3), 7, "A", True, 0.0, (), []], ids=repr)
def test_nobody_looks_from_a_seat_that_is_none(match: MarkMatch, viewer: Any) -> None:
    """A negative seat must not be taken for the last one."""
    for one in (match, Match.start(mark, 3)):
        error = refusal(GameError, one.seen_by, viewer)
        assert (error.code, error.facts) == ("no_such_seat", {"value": repr(viewer)})


def test_no_such_game() -> None:
    """A sentence that lists the games."""
    for name in ("chess", "", "Mark", None, 7):
        error = refusal(BadOptions, closecall.new_match, name, seats=2)  # type: ignore[arg-type]  # as meant
        assert (error.code, error.facts["games"]) == ("usage_game", "mark, qwixx, enough")


@pytest.mark.parametrize("game", slugs())
def test_invalid_options_and_seat_counts(game: str) -> None:
    """Options of another game, fields of wrong types, and seat counts other than integers are refused."""
    other = rules_of({"mark": "qwixx", "qwixx": "enough", "enough": "mark"}[game]).OPTIONS()
    strange: dict[str, Any] = {
        "mark": Options(ages=[8, 9, 9]),  # type: ignore[arg-type]  # as meant
        "qwixx": qwixx.Options(games=True),
        "enough": enough.Options(advanced=1),  # type: ignore[arg-type]  # likewise
    }
    others: list[Any] = [other, strange[game], {}, "usual", 1, rules_of(game).OPTIONS]
    for options in others:
        assert refusal(BadOptions, closecall.new_match, game, 3, options).code == "no_options"
    for seats in (True, 3.0, "3", None, (3,)):
        assert refusal(BadOptions, closecall.new_match, game, seats).code == "wrong_seats"  # type: ignore[arg-type]  # as meant


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
