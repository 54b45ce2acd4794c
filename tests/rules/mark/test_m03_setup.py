"""M3: who starts, and who chooses which colour."""

from fractions import Fraction

import pytest

from closecall.core.errors import BadOptions, IllegalMove, IllegalOutcome, NotYourDecision
from closecall.core.match import Match
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import mark
from closecall.games.mark.rules import conceal_ages
from closecall.games.mark.state import Lot, Options, Roll
from support.mark import A, B, C, D, E, MarkMatch
from support.matches import refusal


def start(seats: int, ages: tuple[int | None, ...] | None = None) -> MarkMatch:
    return Match.start(mark, seats, Options(ages=ages))


def choosing(match: MarkMatch) -> tuple[Seat, list[str]]:
    """The one seat that chooses, and the colours it may choose."""
    assert isinstance(match.pending, Decision)
    ((seat, menu),) = match.pending.menus.items()
    return seat, [mark.format_move(move) for move in menu]


@pytest.mark.parametrize(
    ("ages", "starter"),
    [
        ((30, 8, 12), C),
        ((12, 30, 8), A),
        ((8, 9), B),
        ((9, 8), A),
        ((70, 40, 10, 41, 12), E),
        ((0, 150, 149), C),
        ((12, 8, 30, 30), A),
    ],
)
def test_the_second_youngest_starts(ages: tuple[int, ...], starter: Seat) -> None:
    """M3: where the ages are given, the second-youngest starts and no lot is drawn."""
    match = start(len(ages), ages)
    assert match.state.starter == starter
    assert choosing(match)[0] == starter


@pytest.mark.parametrize(
    ("ages", "may_start"),
    [
        ((8, 8, 12), (A, B)),
        ((8, 12, 12), (B, C)),
        ((12, 8, 30, 12), (A, D)),
        ((9, 9), (A, B)),
        ((5, 5, 5, 5, 5), (A, B, C, D, E)),
        (None, (A, B, C)),
        (None, (A, B, C, D, E)),
    ],
)
def test_the_lot_decides_between_equals(ages: tuple[int, ...] | None, may_start: tuple[Seat, ...]) -> None:
    """M3: players of the same age, or all where no ages are given, draw lots with equal chances."""
    match = start(len(ages) if ages else len(may_start), ages)
    assert match.state.starter is None
    assert isinstance(match.pending, Chance)
    assert dict(mark.odds(match.state)) == {Lot(seat): Fraction(1, len(may_start)) for seat in may_start}
    for seat in may_start:
        assert match.fate(Lot(seat)).state.starter == seat


@pytest.mark.parametrize(
    ("ages", "may_start"),
    [
        ((None, 8, 12), (C,)),
        ((30, None, 12, None), (A,)),
        ((8, None, 12, 12), (C, D)),
        # Fewer than two ages say nothing.
        ((None, 8, None), (A, B, C)),
        ((None, None), (A, B)),
    ],
)
def test_bots_and_the_shy_have_no_age(ages: tuple[int | None, ...], may_start: tuple[Seat, ...]) -> None:
    """M3: the second-youngest of those who gave an age starts; with fewer than two ages the lot decides."""
    assert start(len(ages), ages).state.may_start == may_start


@pytest.mark.parametrize(
    "ages", [(30, 8, 12), (8, 12, 12), (None, 8, 12), (None, 8, None), (None, None, None)]
)
def test_ages_can_be_concealed(ages: tuple[int | None, ...]) -> None:
    """M3: the same players may start, and nobody's age is left in the options."""
    concealed = conceal_ages(Options(), ages)
    assert concealed.ages == (None, None, None)
    assert Match.start(mark, 3, concealed).state == start(3, ages).state


def test_concealed_ages_can_be_given_again() -> None:
    """M3: for another game of the same people, what followed from the ages before is forgotten."""
    before = conceal_ages(Options(), (30, 8, 12))
    assert conceal_ages(before, (8, 30, 12)) == conceal_ages(Options(), (8, 30, 12))


@pytest.mark.parametrize("may_start", [(), (D,), (B, A), (A, A), (Seat(-1),)])
def test_who_may_start_sits_at_the_table(may_start: tuple[Seat, ...]) -> None:
    """M3: at least one seat, each once and in order."""
    error = refusal(BadOptions, Match.start, mark, 3, Options(may_start=may_start))
    assert error.code == "mark_may_start"


def test_the_lot_falls_on_nobody_else() -> None:
    """M3: only those among whom the lot decides can start."""
    match = start(3, (8, 8, 12))
    for seat in (C, D, Seat(-1)):
        error = refusal(IllegalOutcome, match.fate, Lot(seat))
        assert error.code == "lot_not_possible"


def test_the_lot_comes_first_and_once() -> None:
    """M3: no dice before the lot, no lot once the starter is known."""
    match = start(2)
    assert refusal(IllegalOutcome, match.fate, Roll((1, 2, 3, 4, 5))).code == "lot_first"
    match = match.fate(Lot(A))
    assert refusal(NotYourDecision, match.fate, Lot(A)).code == "no_chance"
    for seat, colour in ((A, "red"), (B, "blue")):
        match = match.commit(seat, mark.parse_move(colour), point=match.point)
    assert refusal(IllegalOutcome, match.fate, Lot(A)).code == "no_lot_due"


def test_alone_you_start() -> None:
    """M3: a single player starts without any lot, with an age or without."""
    assert choosing(start(1)) == (A, ["black", "blue", "green", "yellow", "red"])
    assert choosing(start(1, (35,)))[0] == A


@pytest.mark.parametrize("may_start", [None, (A,)])
@pytest.mark.parametrize("ages", [(), (8,), (8, 9, 10)])
def test_one_age_for_each_player(ages: tuple[int, ...], may_start: tuple[Seat, ...] | None) -> None:
    """M3: ages of too few or too many players are refused, even if it is known who may start."""
    error = refusal(BadOptions, Match.start, mark, 2, Options(ages=ages, may_start=may_start))
    assert (error.code, error.facts) == ("mark_ages_count", {"ages": len(ages), "seats": 2})
    assert "“ages”" in str(error)


@pytest.mark.parametrize("age", [-1, 151, 2**60])
def test_ages_of_people(age: int) -> None:
    """M3: an age is a number of years that somebody can have."""
    error = refusal(BadOptions, start, 2, (age, 9))
    assert (error.code, error.facts) == ("mark_ages_range", {"oldest": 150})
    assert "“ages”" in str(error)


def test_colours_clockwise_from_the_starter() -> None:
    """M3: each chooses a colour that is not yet taken."""
    match = start(4).fate(Lot(C))
    offered = []
    for colour in ("yellow", "black", "red", "blue"):
        offered.append(choosing(match))
        match = match.commit(offered[-1][0], mark.parse_move(colour), point=match.point)
    assert offered == [
        (C, ["black", "blue", "green", "yellow", "red"]),
        (D, ["black", "blue", "green", "red"]),
        (A, ["blue", "green", "red"]),
        (B, ["blue", "green"]),
    ]
    names = [colour.name if colour else None for colour in match.state.colours]
    assert names == ["RED", "BLUE", "YELLOW", "BLACK"]
    assert isinstance(match.pending, Chance)


def test_a_taken_colour_is_refused() -> None:
    """M3: the refusal says who has it."""
    match = start(2).fate(Lot(B)).commit(B, mark.parse_move("yellow"), point=1)
    error = refusal(IllegalMove, match.commit, A, mark.parse_move("yellow"), point=2)
    assert error.code == "mark_colour_taken"
    assert str(error) == "Player B already plays yellow; choose a free colour."


def test_only_the_next_player_chooses() -> None:
    """M3: nobody chooses out of turn."""
    match = start(3).fate(Lot(B))
    for seat in (A, C):
        error = refusal(NotYourDecision, match.commit, seat, mark.parse_move("red"), point=1)
        assert error.code == "not_your_decision"


def test_first_a_colour_then_numbers() -> None:
    """M3: no entry before all have a colour, and no colour after that."""
    match = start(1)
    error = refusal(IllegalMove, match.commit, A, mark.parse_move("b2+g"), point=0)
    assert error.code == "mark_colour_first"
    match = match.commit(A, mark.parse_move("yellow"), point=0).fate(Roll((1, 2, 1, 4, 6)))
    error = refusal(IllegalMove, match.commit, A, mark.parse_move("red"), point=2)
    assert error.code == "mark_has_colour"
