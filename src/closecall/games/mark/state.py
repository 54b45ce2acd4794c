"""The state of a game of Close to the Mark!, its options, and the outcomes of chance."""

from dataclasses import dataclass

from closecall.core.rules import Seat
from closecall.games.mark.layout import Colour, Layout, default_layout

EMPTY_SHEET = (0,) * 25
ROUNDS = 25  # M7


@dataclass(frozen=True, slots=True)
class Options:
    """How to play: the sheet's layout (M2), and who may start (M3)."""

    layout: Layout
    ages: tuple[int | None, ...] | None
    """The players' ages, if the second-youngest is to start; None for a bot, and if a player gave none."""
    may_start: tuple[Seat, ...] | None
    """The seats among which the lot decides, in place of ages that nobody else may see."""

    def __init__(
        self,
        layout: Layout | None = None,
        ages: tuple[int | None, ...] | None = None,
        may_start: tuple[Seat, ...] | None = None,
    ) -> None:
        object.__setattr__(self, "layout", layout or default_layout())
        object.__setattr__(self, "ages", ages)
        object.__setattr__(self, "may_start", may_start)


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot has fallen on this seat: it starts (M3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """The five dice, in the order black, blue, green, yellow, red (M4)."""

    dice: tuple[int, int, int, int, int]


Outcome = Lot | Roll


@dataclass(frozen=True, slots=True)
class State:
    """A game between two inputs."""

    layout: Layout
    may_start: tuple[Seat, ...]
    """The seats among which the lot decides (M3)."""
    starter: Seat | None
    colours: tuple[Colour | None, ...]
    """The colour of each seat, once chosen."""
    round: int
    """The number of completed rounds."""
    roll: Roll | None
    sheets: tuple[tuple[int, ...], ...]
    """The numbers of each seat's 25 circles; 0 is empty."""


def roller(starter: Seat, rounds: int, seats: int) -> Seat:
    """Who rolls next: the starter first, then clockwise (M4)."""
    return Seat((starter + rounds) % seats)


def next_to_choose(state: State) -> Seat | None:
    """Who chooses a colour next, clockwise from the starter, or None when all have one (M3)."""
    assert state.starter is not None
    if None not in state.colours:
        return None
    seats = len(state.colours)
    order = [Seat((state.starter + n) % seats) for n in range(seats)]
    return next(seat for seat in order if state.colours[seat] is None)
