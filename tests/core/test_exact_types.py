"""Exact types: a value that merely equals a number, or has another shape, is refused.

It would otherwise be written to a record as something else.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NewType
from unittest.mock import ANY

import numpy as np
import pytest

import closecall
from closecall.core.codec import exact_check, has_exact_types
from closecall.core.errors import BadMove, BadRecord, GameError, IllegalOutcome, NotYourDecision
from closecall.core.match import Commit, Fate, TakeBack
from closecall.core.record import AnyMatch, Player, encode_record, record_of
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import enough, mark, qwixx, slugs
from closecall.games.enough.moves import Total, Use
from support.matches import refusal

Rank = NewType("Rank", int)


class Suit(Enum):
    SPADES = "s"


class Pips(IntEnum):
    ONE = 1


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    rank: Rank


@dataclass(frozen=True, slots=True)
class Marked(Card):
    mark: str


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


ACE = Card(Suit.SPADES, Rank(1))
EXACT: list[tuple[Any, Any]] = [
    (int, 1),
    (Rank, 1),
    (str, "x"),
    (bool, True),
    (type(None), None),
    (Suit, Suit.SPADES),
    (int | None, 1),
    (int | None, None),
    (Suit | None, None),
    (tuple[int, ...], ()),
    (tuple[int, ...], (1, 2)),
    (tuple[int, int], (1, 2)),
    (tuple[int, str], (1, "x")),
    (tuple[int | None, ...], (1, None)),
    (tuple[tuple[int, ...], ...], ((), (1,))),
    (tuple[int, ...] | None, (1,)),
    (tuple[int, ...] | None, None),
    (Card, ACE),
    (Card | None, ACE),
    (Card | Nothing, Nothing()),
    (tuple[Card, ...], (ACE, ACE)),
]
INEXACT: list[tuple[Any, Any]] = [
    (int, True),
    (int, 1.0),
    (int, np.int64(1)),
    (int, Pips.ONE),
    (Rank, "1"),
    (bool, 1),
    (str, b"x"),
    (type(None), 0),
    (Suit, "s"),
    (int | None, False),
    (tuple[int, ...], [1, 2]),
    (tuple[int, ...], (1, True)),
    (tuple[int, ...], range(2)),
    (tuple[int, int], (1,)),
    (tuple[int, int], (1, 2, 3)),
    (tuple[int, str], (1,)),
    (tuple[int, str], (1, 2)),
    (tuple[int, str], [1, "x"]),
    (tuple[int | None, ...], (1, False)),
    (tuple[tuple[int, ...], ...], ((), [1])),
    (tuple[int, ...] | None, ("x",)),
    (Card, None),
    (Card, Marked(Suit.SPADES, Rank(1), "")),
    (Card, Card(Suit.SPADES, True)),  # type: ignore[arg-type]  # that is what is tested, here and below
    (Card, Card("s", Rank(1))),  # type: ignore[arg-type]
    (Card | None, Nothing()),
    (Card | Nothing, None),
    (Card | Nothing, ANY),
    (tuple[Card, ...], (ACE, Card(Suit.SPADES, 1.0))),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("kind", "value"), EXACT, ids=repr)
def test_exact_values_are_accepted(kind: Any, value: Any) -> None:
    """Values with exactly the declared types, at any depth."""
    assert exact_check(kind)(value)


@pytest.mark.parametrize(("kind", "value"), INEXACT, ids=repr)
def test_inexact_values_are_refused(kind: Any, value: Any) -> None:
    """Neither equal values of another type nor instances of subclasses are accepted."""
    assert not exact_check(kind)(value)


def test_dataclasses_with_exact_types() -> None:
    """Only a dataclass qualifies, and only if its parts have their declared types."""
    assert has_exact_types(ACE)
    assert has_exact_types(Nothing())
    assert not any(map(has_exact_types, (None, 1, ANY, Card, (ACE,), Card(Suit.SPADES, 1.0))))  # type: ignore[arg-type]


DICE: list[Any] = [np.int64(4), True, 4.0, "4", None, (4,)]
NO_SEATS: list[Any] = [True, False, "A", None, 0.0, np.int64(0), (), [], ANY]


def impossible_outcomes() -> dict[str, list[Any]]:
    """Outcomes of the wrong type or shape, by game."""
    lots = [[game.Lot(seat) for seat in NO_SEATS] for game in (mark, qwixx, enough)]
    foreign: list[Any] = [None, 4, "Roll", (1, 2, 3, 4, 5), ANY, Chance]
    return {
        "mark": [
            *lots[0],
            *[mark.Roll((die, 1, 1, 1, 1)) for die in DICE],
            *[mark.Roll(dice) for dice in ([1, 2, 3, 4, 5], (1, 2, 3), np.ones(5, int), "12345", None, 7)],  # type: ignore[arg-type]
            qwixx.Roll((4, 1), (3, 6, 2, 6)),
            *foreign,
        ],
        "qwixx": [
            *lots[1],
            *[qwixx.Roll((die, 1), (3, 6, 2, 6)) for die in DICE],
            *[qwixx.Roll((4, 1), (die, 6, 2, 6)) for die in DICE if die is not None],
            qwixx.Roll((4, 1), (3, 6, 2)),  # type: ignore[arg-type]
            qwixx.Roll((4,), (3, 6, 2, 6)),  # type: ignore[arg-type]
            qwixx.Roll([4, 1], (3, 6, 2, 6)),  # type: ignore[arg-type]
            qwixx.Roll(4, None),  # type: ignore[arg-type]
            mark.Roll((1, 2, 3, 4, 5)),
            *foreign,
        ],
        "enough": [
            *lots[2],
            *[enough.DrawnCard(card) for card in DICE],
            *[enough.DrawnTarget(target) for target in (None, 38, (38, 1), enough.Target(38, True))],  # type: ignore[arg-type]
            *[enough.DrawnToken(token) for token in (None, "dn", enough.Token("double", "nudge"))],  # type: ignore[arg-type]
            mark.Lot(Seat(0)),
            *foreign,
        ],
    }


def chances(game: str) -> list[AnyMatch]:
    """Matches in which fate acts: before the lot, and later."""
    match, found = closecall.new_match(game, seats=3), []
    while isinstance(match.pending, Chance):
        found.append(match)
        match = match.fate(next(iter(match.rules.odds(match.state)))[0])
    while isinstance(match.pending, Decision):
        for seat, menu in match.pending.menus.items():
            match = match.commit(seat, next(iter(menu)), point=match.point)
    return [*found, match]


@pytest.mark.parametrize("game", slugs())
def test_impossible_outcomes_are_refused(game: str) -> None:
    """Refused with a sentence, whichever outcome is due; nothing has changed."""
    for match in chances(game):
        for outcome in impossible_outcomes()[game]:
            assert refusal(IllegalOutcome, match.fate, outcome).code == "no_outcome"


def rolled() -> AnyMatch:
    """A match of Qwixx after a roll, with both players to decide."""
    match = closecall.new_match("qwixx", seats=2).fate(qwixx.Lot(Seat(0)))
    return match.fate(qwixx.Roll((4, 1), (3, 6, 2, 6)))


def test_a_seat_is_a_whole_number() -> None:
    """A value that merely equals a seat has nothing to decide and nothing to take back."""
    match, move = rolled(), qwixx.parse_move("r5")
    sealed = match.commit(Seat(0), move, point=2)
    for seat in NO_SEATS:
        error = refusal(NotYourDecision, match.commit, seat, move, point=2)
        assert (error.code, error.facts) == ("not_your_decision", {"seat": repr(seat)})
        refusal(NotYourDecision, sealed.take_back, seat, point=2)


NO_NUMBERS: list[Any] = [5.0, np.int64(5)]


def test_a_move_has_whole_numbers() -> None:
    """The number of a cross, a circle or a card must be an int, or it could not be read back."""
    match = rolled()
    for number in NO_NUMBERS:
        error = refusal(BadMove, match.commit, Seat(0), qwixx.Cross(qwixx.Colour.RED, number), point=2)
        assert error.code == "no_move"
    match = closecall.new_match("mark", 1).commit(Seat(0), mark.parse_move("yellow"), point=0)
    match = match.fate(mark.Roll((1, 2, 1, 4, 6)))
    for number in NO_NUMBERS:
        refusal(BadMove, match.commit, Seat(0), mark.Enter(number, mark.Colour.GREEN), point=2)
    refusal(BadMove, match.commit, Seat(0), ANY, point=2)
    token = enough.Token(enough.Ability.SUBTRACT, enough.Ability.DOUBLE)
    assert has_exact_types(enough.parse_move("total sd:d@7"))
    assert not has_exact_types(Total([*enough.parse_move("total sd:d@7").uses]))  # type: ignore[arg-type,union-attr]
    assert not has_exact_types(Total((Use(token, "d", 7),)))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Foreign:
    """A foreign dataclass with a type that none of ours has."""

    weight: float


@dataclass(frozen=True)
class Unresolvable:
    """A foreign dataclass with an annotation that cannot be resolved."""

    weight: "Undefined"  # type: ignore[name-defined]  # noqa: F821  # that is what is tested


@pytest.mark.parametrize("thing", [Foreign(1.0), Unresolvable(1), 7, None], ids=repr)
def test_other_values_are_refused_as_moves(thing: Any) -> None:
    """Every other value gets a sentence, whatever its parts are."""
    for given in (thing, rolled(), rolled().seen_by(Seat(0))):
        assert refusal(BadMove, rolled().commit, Seat(0), given, point=2).code == "no_move"


BAD_ENTRIES: list[tuple[Any, str]] = [
    (Commit(True, qwixx.PASS), "log[2].seat"),  # type: ignore[arg-type]
    (Commit(np.int64(1), qwixx.PASS), "log[2].seat"),  # type: ignore[arg-type]
    (TakeBack(False), "log[2].take_back"),  # type: ignore[arg-type]
    (Commit(Seat(0), qwixx.Cross(qwixx.Colour.RED, 5.0)), "log[2].move"),  # type: ignore[arg-type]
    (Fate(qwixx.Lot(False)), "log[2].fate.seat"),  # type: ignore[arg-type]
    (Fate(qwixx.Roll((np.int64(4), 1), (3, 6, 2, 6))), "log[2].fate.white[0]"),  # type: ignore[arg-type]
    (Fate(qwixx.Roll([4, 1], (3, 6, 2, 6))), "log[2]"),  # type: ignore[arg-type]
    (Fate(Foreign(1.0)), "log[2]"),
    (Commit(Seat(0), Foreign(1.0)), "log[2].move"),
    (Foreign(1.0), "log[2]"),
    (Fate(qwixx.Roll((4,), (3, 6, 2, 6))), "log[2]"),  # type: ignore[arg-type]
    (Fate(None), "log[2].fate"),
    (Commit(Seat(0), "r5"), "log[2].move"),
    (None, "log[2]"),
]


@pytest.mark.parametrize(("entry", "where"), BAD_ENTRIES, ids=repr)
def test_unreadable_entries_are_not_written(entry: Any, where: str) -> None:
    """A hand-made record with such an entry is refused, and has no influence on other records."""
    whole = record_of(rolled(), (Player("Ann"), Player("Ben")))
    bad = closecall.Record(whole.game, 1, whole.players, whole.options, None, None, (*whole.log, entry))
    assert refusal(BadRecord, encode_record, qwixx, bad).where == where
    match = rolled().commit(Seat(1), qwixx.PASS, point=2).commit(Seat(0), qwixx.parse_move("r5"), point=2)
    good = record_of(match, whole.players)
    assert closecall.load(encode_record(qwixx, good)) == (good, match)


def test_a_refused_input_does_not_spoil_the_cache_of_lines() -> None:
    """Lines of equal entries are cached: an inexact entry must not leave one behind."""
    move = qwixx.parse_move("b5")
    with pytest.raises(GameError):
        encode_record(qwixx, record_of(rolled().commit(True, move, point=2), (Player("A"), Player("B"))))  # type: ignore[arg-type]
    match = rolled().commit(Seat(1), move, point=2)
    record = record_of(match, (Player("A"), Player("B")))
    assert closecall.load(encode_record(qwixx, record)) == (record, match)
