"""What players see of a game of Close to the Mark!: everything but the entries not yet resolved."""

from dataclasses import dataclass

from closecall.core.errors import IllegalMove
from closecall.core.rules import Seat, Source, Viewer, letter
from closecall.games.mark.layout import BOXES, Circle, Colour, Layout, circle_name, colours_of
from closecall.games.mark.moves import Choose, Enter, Move
from closecall.games.mark.scoring import Score, score
from closecall.games.mark.state import State, next_to_choose, roller
from closecall.messages import Word


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet with everything computed from it."""

    colour: Colour | None
    numbers: tuple[int, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class View:
    """The table as a viewer sees it."""

    viewer: Viewer
    layout: Layout
    starter: Seat | None
    choosing: Seat | None
    """The seat that chooses a colour now."""
    roller: Seat | None
    round: int
    dice: tuple[int, ...] | None
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What an entry does: the number, the boxes it crosses, and the points it adds."""

    number: int
    crosses: tuple[int, ...]
    from_lines: int
    from_extremes: int


def view(state: State, viewer: Viewer) -> View:
    """Everything is public; unresolved entries are not part of the state."""
    starter = state.starter
    sheets = tuple(map(_sheet, state.colours, state.sheets))
    return View(
        viewer=viewer,
        layout=state.layout,
        starter=starter,
        choosing=None if starter is None else next_to_choose(state),
        roller=None if starter is None else roller(starter, state.round, len(sheets)),
        round=state.round,
        dice=None if state.roll is None else state.roll.dice,
        sheets=sheets,
    )


def _sheet(colour: Colour | None, numbers: tuple[int, ...]) -> Sheet:
    return Sheet(colour, numbers, score(numbers))


def redeal(state: State, viewer: Viewer, source: Source) -> State:
    """Nothing in the state is hidden, so there is nothing to redeal."""
    return state


def own_sheet(seen: View) -> Sheet:
    """The viewer's own sheet."""
    assert seen.viewer is not None
    return seen.sheets[seen.viewer]


def written(numbers: tuple[int, ...], circle: Circle, number: int) -> tuple[int, ...]:
    """A sheet with one more number."""
    return (*numbers[:circle], number, *numbers[circle + 1 :])


def effect(seen: View, move: Move) -> Effect:
    """What a move of the viewer would do; choosing a colour writes nothing."""
    if isinstance(move, Choose):
        return Effect(0, (), 0, 0)
    sheet = own_sheet(seen)
    assert seen.dice is not None
    assert sheet.colour is not None
    number = seen.dice[sheet.colour.order] + seen.dice[move.die.order]
    after, before = score(written(sheet.numbers, move.circle, number)), sheet.score
    return Effect(
        number=number,
        crosses=tuple(box for box in range(len(BOXES)) if after.crosses[box] and not before.crosses[box]),
        from_lines=after.from_lines - before.from_lines,
        from_extremes=after.from_extremes - before.from_extremes,
    )


def why_not(seen: View, move: Move) -> IllegalMove:
    """Why a move is not on the viewer's menu."""
    if isinstance(move, Choose):
        return _why_not_choose(seen, move.colour)
    if seen.choosing is not None:
        return IllegalMove("mark_colour_first")
    return _why_not_enter(seen, move)


def _why_not_choose(seen: View, colour: Colour) -> IllegalMove:
    if seen.choosing is None:
        return IllegalMove("mark_has_colour")
    owner = next(Seat(n) for n, sheet in enumerate(seen.sheets) if sheet.colour is colour)
    return IllegalMove("mark_colour_taken", colour=colour_word(colour), seat=letter(owner))


def _why_not_enter(seen: View, move: Enter) -> IllegalMove:
    sheet = own_sheet(seen)
    assert sheet.colour is not None
    circle, colour = circle_name(move.circle), colours_of(seen.layout)[move.circle]
    if sheet.numbers[move.circle]:
        return IllegalMove("mark_circle_full", circle=circle, number=sheet.numbers[move.circle])
    if move.die is sheet.colour:
        return IllegalMove("mark_other_die", colour=colour_word(sheet.colour))
    return IllegalMove(
        "mark_wrong_colour",
        circle=circle,
        colour=colour_word(colour),
        own=colour_word(sheet.colour),
        other=colour_word(move.die),
    )


def colour_word(colour: Colour) -> Word:
    """The name of a colour, to be translated."""
    return Word(f"colour.{colour.name.lower()}")
