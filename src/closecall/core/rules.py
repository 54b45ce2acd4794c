"""The vocabulary that all games share.

A game is a set of pure functions over a frozen state. At every point of a match one of three things is
pending: fate acts (`Chance`), one or more seats decide at once (`Decision`), or the game is over (`Over`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NewType, Protocol, TypeVar

from closecall.core.errors import BadNotation, IllegalMove
from closecall.core.exact import is_whole
from closecall.core.immutable import Frozen

Seat = NewType("Seat", int)
Viewer = Seat | None
"""Whoever looks at a match: a seat, or None for a spectator."""

S = TypeVar("S")  # the state of a game
M = TypeVar("M")  # its moves
O = TypeVar("O")  # the outcomes of chance  # noqa: E741  # as in S, M and V
V = TypeVar("V")  # what a viewer sees
P = TypeVar("P")  # its options
M_co = TypeVar("M_co", covariant=True)

SEAT_LETTERS = "ABCDE"


def letter(seat: Seat) -> str:
    """The name of a seat in notation and on screen: A, B, C, D, E; a number if there is no such seat."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else str(seat)


def all_seats(count: int) -> tuple[Seat, ...]:
    """The seats of a table, clockwise."""
    return tuple(Seat(n) for n in range(count))


class Menu(Protocol[M_co]):
    """The legal moves of one seat: iterable, sized, and quick to answer `move in menu`."""

    def __iter__(self) -> Iterator[M_co]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Chance:
    """Fate acts next."""


CHANCE = Chance()


@dataclass(frozen=True, slots=True)
class Decision(Generic[M]):
    """These seats decide, all at once, unseen by each other."""

    menus: Mapping[Seat, Menu[M]]

    def __init__(self, menus: Mapping[Seat, Menu[M]]) -> None:
        object.__setattr__(self, "menus", Frozen(menus))


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended: why (the key of a message), with what scores, and who won."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Source(Protocol):
    """Where chance comes from: fair whole numbers, and nothing else."""

    def below(self, n: int, /) -> int:
        """One of 0 … n−1, each equally likely."""


class Rules(Protocol[S, M, O, V, P]):
    """What a game must provide; a module with these names satisfies it."""

    SLUG: str
    VERSION: int
    SEATS: range
    # The types that the codecs write and read; typing has no name for "a type or a union".
    OPTIONS: type[P]
    OUTCOME: Any
    VIEW: Any
    EFFECT: Any

    def setup(self, seats: int, options: P) -> S:
        """The state before anything has happened; BadOptions if it cannot be."""

    def pending(self, state: S) -> Chance | Decision[M] | Over:
        """Who acts next."""

    def draw(self, state: S, source: Source) -> O:
        """A fair outcome of the pending chance."""

    def odds(self, state: S) -> Iterable[tuple[O, Fraction]]:
        """Every outcome of the pending chance with its probability, listed lazily."""

    def after_chance(self, state: S, outcome: O) -> S:
        """The state after fate has acted; IllegalOutcome if it cannot act like this."""

    def after_choices(self, state: S, choices: Mapping[Seat, M]) -> S:
        """The state after all deciding seats have chosen from their menus."""

    def view(self, state: S, viewer: Viewer) -> V:
        """Everything this viewer may know, and nothing else."""

    def effect(self, view: V, move: M) -> object:
        """What one of your legal moves would do to your own sheet or lot, from your view alone."""

    def why_not(self, view: V, move: M) -> IllegalMove:
        """Why a move of this game is not on the menu of the viewer, as a refusal."""

    def redeal(self, state: S, viewer: Viewer, source: Source) -> S:
        """Another state that this viewer cannot tell apart from the given one."""

    def parse_move(self, text: str) -> M:
        """Read a move; BadNotation if it is none."""

    def format_move(self, move: M) -> str:
        """Write a move so that parse_move reads it back."""

    def picture(self, state: S) -> str:
        """The whole state as plain text, hidden things included: for golden texts and debugging."""


AnyRules = Rules[Any, Any, Any, Any, Any]


def is_move(rules: AnyRules, value: object) -> bool:
    """Whether this is a move of the game, allowed or not: one that can be written, and is read as the same.

    >>> from closecall.games import mark, qwixx
    >>> is_move(mark, mark.parse_move("b2+g")), is_move(mark, "b2+g"), is_move(mark, qwixx.Pass())
    (True, False, False)
    """
    try:
        return is_whole(value) and type(rules.parse_move(rules.format_move(value))) is type(value)
    except (BadNotation, AttributeError, LookupError, TypeError, ValueError):
        return False  # What a game's functions say to something of a type that they do not take.


@dataclass(frozen=True, slots=True)
class Listed(Generic[M]):
    """A menu that is simply a list of moves."""

    moves: tuple[M, ...]

    def __iter__(self) -> Iterator[M]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __contains__(self, move: object, /) -> bool:
        return move in self.moves


def best(scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the highest score.

    >>> best((3, 9, 9))
    (1, 2)
    """
    most = max(scores)
    return tuple(Seat(n) for n, score in enumerate(scores) if score == most)
