"""Nines: everybody rolls a die under a cup, may add one more, and wants to be closest to nine.

A complete game from outside the package, for the tests: hidden dice, a simultaneous decision, and an option.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from closecall.core.errors import BadNotation, BadOptions, IllegalMove, IllegalOutcome
from closecall.core.rules import CHANCE, Chance, Decision, Listed, Over, Seat, Source, Viewer, all_seats, best

SLUG, VERSION, OPTIONS_BEFORE, SEATS = "nines", 1, dict[int, dict[str, object]](), range(1, 4)
AIM, MOST_ROUNDS, PIPS = 9, 9, range(1, 7)


Move = Enum("Move", {"STAND": "stand", "ROLL": "roll"})


@dataclass(frozen=True, slots=True)
class Options:
    """How many rounds are played (N4)."""

    rounds: int = 3


@dataclass(frozen=True, slots=True)
class Roll:
    """The die of the next player who rolls."""

    pips: int


@dataclass(frozen=True, slots=True)
class State:
    """A game between two inputs: who is due to roll, the cups, and what was shown after the round before."""

    rounds: int
    round: int
    due: tuple[Seat, ...]
    decided: bool
    cups: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class View:
    """Your own dice, how many dice the others have, and what everybody has shown."""

    round: int
    own: tuple[int, ...]
    dice: tuple[int, ...]
    points: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]


OPTIONS, OUTCOME, VIEW, EFFECT, MENU = Options, Roll, View, int, Listed(tuple(Move))


def setup(seats: int, options: Options) -> State:
    """Everybody has an empty cup."""
    if seats not in SEATS:
        raise BadOptions("nines_seats", seats=seats)
    if not 1 <= options.rounds <= MOST_ROUNDS:
        raise BadOptions("nines_rounds", most=MOST_ROUNDS)
    return State(options.rounds, 0, all_seats(seats), False, ((),) * seats, (0,) * seats, ())


def pending(state: State) -> Chance | Decision[Move] | Over:
    """First everybody rolls (N1), then all decide at once (N2), then those who want roll once more."""
    if state.round == state.rounds:
        return Over("over.nines", state.points, best(state.points))
    return CHANCE if state.due else Decision(dict.fromkeys(all_seats(len(state.cups)), MENU))


def draw(_state: State, source: Source) -> Roll:
    """A fair die."""
    return Roll(source.below(6) + 1)


def odds(_state: State) -> Iterator[tuple[Roll, Fraction]]:
    """Six sides."""
    return ((Roll(pips), Fraction(1, 6)) for pips in PIPS)


def after_chance(state: State, outcome: Roll) -> State:
    """The die goes under the next player's cup."""
    if outcome.pips not in PIPS:
        raise IllegalOutcome("bad_dice")
    first, *rest = state.due
    cups = tuple((*cup, outcome.pips) if seat == first else cup for seat, cup in enumerate(state.cups))
    return _scored(replace(state, due=tuple(rest), cups=cups))


def after_choices(state: State, choices: Mapping[Seat, Move]) -> State:
    """Those who roll do so in turn."""
    due = tuple(seat for seat in sorted(choices) if choices[seat] is Move.ROLL)
    return _scored(replace(state, due=due, decided=True))


def _scored(state: State) -> State:
    """At the end of a round the closest get a point each, and all cups are lifted (N3)."""
    if state.due or not state.decided:
        return state
    distances = [abs(AIM - sum(cup)) for cup in state.cups]
    points = tuple(n + (far == min(distances)) for n, far in zip(state.points, distances, strict=True))
    fresh = setup(len(points), Options(state.rounds))
    return replace(fresh, round=state.round + 1, points=points, shown=state.cups)


def view(state: State, viewer: Viewer) -> View:
    """Only your own cup is open to you."""
    own = () if viewer is None else state.cups[viewer]
    return View(state.round, own, tuple(map(len, state.cups)), state.points, state.shown)


def effect(view: View, _move: Move) -> int:
    """How far from nine you are: nobody knows the next die."""
    return abs(AIM - sum(view.own))


def whole_menu(_view: View, _outline: object) -> Listed[Move]:
    """Both moves."""
    return MENU


def why_not(_view: View, move: Move) -> IllegalMove:
    """Both moves are always possible, so nobody is told this."""
    return IllegalMove("nines_notation", text=move.value)


def redeal(state: State, viewer: Viewer, source: Source) -> State:
    """Other dice under the other cups."""
    others = [tuple(source.below(6) + 1 for _ in cup) for cup in state.cups]
    cups = tuple(cup if seat == viewer else others[seat] for seat, cup in enumerate(state.cups))
    return replace(state, cups=cups)


def parse_move(text: str) -> Move:
    """`stand` or `roll`."""
    if text in ("stand", "roll"):
        return Move(text)
    raise BadNotation("nines_notation", text=text[:40])


def format_move(move: Move) -> str:
    """As parse_move reads it."""
    return move.value


def picture(state: State) -> str:
    """All cups lifted."""
    return f"round {state.round}, cups {state.cups}, points {state.points}\n"
