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


@dataclass(frozen=True, slots=True)
class Outline(Generic[M_co]):
    """The moves of a menu that are listed for people and sent to clients."""

    moves: tuple[M_co, ...]
    is_whole: bool = True
    """Whether these are all moves of the menu."""


class Menu(Protocol[M_co]):
    """The legal moves of one seat: iterable, sized, with a fast `move in menu`.

    A menu that can be long has an outline of its own. Repeating `extending`, every move can be built from it.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[M_co]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object, /) -> bool: ...

    def outline(self) -> Outline[M_co]:
        """All moves or, if there are too many to list, the simplest ones."""
        return Outline(tuple(self))

    def extending(self, _move: object, /) -> tuple[M_co, ...]:
        """The moves that consist of this one and one part more."""
        return ()


@dataclass(frozen=True, slots=True)
class Chance:
    """Fate acts next."""


CHANCE = Chance()


@dataclass(frozen=True, slots=True)
class Decision(Generic[M]):
    """These seats decide simultaneously, without seeing each other's choices."""

    menus: Mapping[Seat, Menu[M]]
    default: M | None = None
    """What a seat chooses that does not answer, if the rules know."""
    is_brief: bool = False
    """Whether nobody should have to wait long for an answer, even without a clock."""

    def __init__(
        self, menus: Mapping[Seat, Menu[M]], default: M | None = None, *, is_brief: bool = False
    ) -> None:
        object.__setattr__(self, "menus", Frozen(menus))
        object.__setattr__(self, "default", default)
        object.__setattr__(self, "is_brief", is_brief)


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
    """The version of the rules that new records follow; records of all versions from 1 are read."""
    SEATS: range
    # The types for the codec; typing has no name for "a type or a union".
    OPTIONS: type[P]
    OUTCOME: Any
    VIEW: Any
    EFFECT: Any

    @property
    def OPTIONS_BEFORE(self) -> Mapping[int, Mapping[str, Any]]:  # noqa: N802  # a constant, but of any mapping
        """The options that records of an older version do not have, with the JSON values that they imply."""

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

    def whole_menu(self, view: V, outline: Outline[M]) -> Menu[M]:
        """The viewer's menu, rebuilt from their view and its outline."""

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
class Listed(Menu[M]):
    """A menu that is simply a list of moves."""

    moves: tuple[M, ...]

    def __iter__(self) -> Iterator[M]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __contains__(self, move: object, /) -> bool:
        return move in self.moves


def listed_menu(_view: object, outline: Outline[M]) -> Menu[M]:
    """The `whole_menu` of a game whose outlines are always whole."""
    return Listed(outline.moves)


def best(scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the highest score.

    >>> best((3, 9, 9))
    (1, 2)
    """
    most = max(scores)
    return tuple(Seat(n) for n, score in enumerate(scores) if score == most)
