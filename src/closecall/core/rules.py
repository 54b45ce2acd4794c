"""The vocabulary that all games share.

A game is a set of pure functions over a frozen state. At every point of a match one of three things is
pending: fate acts (`Chance`), one or more seats decide at once (`Decision`), or the game is over (`Over`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NewType, Protocol, TypeVar

from closecall.core.errors import IllegalMove
from closecall.core.immutable import Frozen

Seat = NewType("Seat", int)
Viewer = Seat | None
"""Who looks at a match: a seat, or None for a spectator."""

S = TypeVar("S")  # the state of a game
M = TypeVar("M")  # its moves
O = TypeVar("O")  # the outcomes of chance  # noqa: E741  # as in S, M and V
V = TypeVar("V")  # what a viewer sees
P = TypeVar("P")  # its options
M_co = TypeVar("M_co", covariant=True)

SEAT_LETTERS = "ABCDE"


def letter(seat: Seat) -> str:
    """The letter of a seat in notation and on screen, A to E; its number if it has no letter."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else str(seat)


def all_seats(count: int) -> tuple[Seat, ...]:
    """The seats of a table, clockwise."""
    return tuple(Seat(n) for n in range(count))


class Menu(Protocol[M_co]):
    """The legal moves of one seat: iterable, sized, with a fast `move in menu`."""

    def __iter__(self) -> Iterator[M_co]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Chance:
    """Fate acts next."""


CHANCE = Chance()


@dataclass(frozen=True, slots=True)
class Decision(Generic[M]):
    """These seats decide simultaneously, without seeing each other's choices."""

    menus: Mapping[Seat, Menu[M]]

    def __init__(self, menus: Mapping[Seat, Menu[M]]) -> None:
        object.__setattr__(self, "menus", Frozen(menus))


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended: the reason (a message key), the scores and the winners."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Source(Protocol):
    """A source of randomness: fair whole numbers, and nothing else."""

    def below(self, n: int, /) -> int:
        """One of 0 … n−1, each equally likely."""


class Rules(Protocol[S, M, O, V, P]):
    """What a game must provide; a module with these names satisfies it."""

    SLUG: str
    VERSION: int
    SEATS: range
    # The types for the codec; typing has no name for "a type or a union".
    OPTIONS: type[P]
    OUTCOME: Any
    VIEW: Any
    EFFECT: Any

    def setup(self, seats: int, options: P) -> S:
        """The initial state for a number of seats in SEATS; BadOptions if the options cannot be played."""

    def pending(self, state: S) -> Chance | Decision[M] | Over:
        """Who acts next."""

    def draw(self, state: S, source: Source) -> O:
        """A fair outcome of the pending chance."""

    def odds(self, state: S) -> Iterable[tuple[O, Fraction]]:
        """Every outcome of the pending chance with its probability, generated lazily."""

    def after_chance(self, state: S, outcome: O) -> S:
        """The state after fate has acted; IllegalOutcome if this outcome is impossible here."""

    def after_choices(self, state: S, choices: Mapping[Seat, M]) -> S:
        """The state after all deciding seats have chosen from their menus."""

    def view(self, state: S, viewer: Viewer) -> V:
        """Everything this viewer may know, and nothing else."""

    def effect(self, view: V, move: M) -> object:
        """What one of your legal moves would do to your own sheet or lot, computed from your view alone."""

    def why_not(self, view: V, move: M) -> IllegalMove:
        """Why a move of this game is not on the viewer's menu."""

    def redeal(self, state: S, viewer: Viewer, source: Source) -> S:
        """Another state that this viewer cannot tell apart from the given one."""

    def parse_move(self, text: str) -> M:
        """Read a move; BadNotation if the text is not one."""

    def format_move(self, move: M) -> str:
        """Write a move; parse_move reads it back."""

    def picture(self, state: S) -> str:
        """The whole state as plain text, hidden parts included, for golden texts and debugging."""


AnyRules = Rules[Any, Any, Any, Any, Any]


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
