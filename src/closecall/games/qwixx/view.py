"""What players see of a match of Qwixx: everything but the choices not yet resolved."""

from dataclasses import dataclass
from functools import lru_cache

from closecall.core.errors import IllegalMove
from closecall.core.rules import Seat, Source, Viewer, letter
from closecall.games.qwixx.moves import Cross, More, Move, Stop, sums
from closecall.games.qwixx.scoring import MISTHROW_POINTS, POINTS, Score, row_points, score
from closecall.games.qwixx.state import (
    COLOURS,
    CROSSES_BEFORE_LAST,
    Colour,
    Result,
    Roll,
    Row,
    Sheet,
    State,
    closed_rows,
    is_asking,
    reason_to_end,
)
from closecall.messages import Word


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a sheet with everything computed from it."""

    colour: Colour
    numbers: tuple[int, ...]
    """All numbers of the row as printed, from left to right."""
    crossed: tuple[int, ...]
    lost: tuple[int, ...]
    """Numbers that can never be crossed: skipped ones (Q2), and in a closed row all that are left (Q7)."""
    locked: bool
    """Whether this player has crossed the lock."""
    points: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """One player's sheet with everything computed from it."""

    rows: tuple[RowView, ...]
    misthrows: int
    score: Score


@dataclass(frozen=True, slots=True)
class View:
    """The table as a viewer sees it."""

    viewer: Viewer
    games: int
    """How many games the players have agreed on so far (Q11)."""
    one_more: bool
    """Whether they will be asked for one more game after those."""
    is_asking: bool
    """Whether they are being asked now."""
    game: int
    """Which game of the match is on the table, from 1."""
    results: tuple[Result, ...]
    """How the finished games ended."""
    totals: tuple[int, ...]
    """The points of the whole match so far, the game on the table included (Q11)."""
    active: Seat | None
    action: int | None
    dice: Roll | None
    has_crossed: bool
    """Whether the active player crossed a number in action 1, so that passing now is not a misthrow (Q6)."""
    closed: tuple[Colour, ...]
    sheets: tuple[SheetView, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move does to your sheet: the points it adds, and the numbers it skips for good."""

    points: int
    skipped: tuple[int, ...]
    locks: bool
    misthrow: bool


def view(state: State, viewer: Viewer) -> View:
    """Everything is public; unresolved choices are not part of the state."""
    closed = closed_rows(state.sheets)
    # While a roll is on the table, its game is still going on.
    is_finished = state.roll is None and reason_to_end(state.sheets) is not None
    sheets = tuple([_sheet(sheet, closed) for sheet in state.sheets])
    return View(
        viewer=viewer,
        games=state.games,
        one_more=state.one_more,
        is_asking=is_asking(state),
        game=len(state.results) + (not is_finished),
        results=state.results,
        totals=_totals(state, sheets, is_finished),
        active=state.active,
        action=state.action,
        dice=state.roll,
        has_crossed=state.has_crossed,
        closed=closed,
        sheets=sheets,
    )


def _totals(state: State, sheets: tuple[SheetView, ...], is_finished: bool) -> tuple[int, ...]:
    scores = [result.scores for result in state.results]
    if not is_finished:  # A finished game is already among the results.
        scores.append(tuple([sheet.score.total for sheet in sheets]))
    return tuple(map(sum, zip(*scores, strict=True)))


@lru_cache(maxsize=1 << 12)
def _sheet(sheet: Sheet, closed: tuple[Colour, ...]) -> SheetView:
    rows = tuple(
        [_row(colour, row, colour in closed) for colour, row in zip(COLOURS, sheet.rows, strict=True)]
    )
    return SheetView(rows, sheet.misthrows, score(sheet))


@lru_cache(maxsize=1 << 12)
def _row(colour: Colour, row: Row, is_closed: bool) -> RowView:
    return RowView(
        colour=colour,
        numbers=colour.numbers,
        crossed=row.crossed,
        lost=lost_numbers(colour, row, is_closed),
        locked=row.locked,
        points=row_points(row),
    )


def lost_numbers(colour: Colour, row: Row, is_closed: bool) -> tuple[int, ...]:
    """The numbers of a row that are not crossed and never can be (Q2, Q7)."""
    crossed = row.crossed
    left = [number for number in colour.numbers if number not in crossed]
    if not is_closed:
        left = [number for number in left if crossed and colour.is_right_of(crossed[-1], number)]
    return tuple(left)


def redeal(state: State, viewer: Viewer, source: Source) -> State:
    """Nothing in the state is hidden, so there is nothing to redeal."""
    return state


def effect(seen: View, move: Move) -> Effect:
    """What a legal move of the viewer would do."""
    if not isinstance(move, Cross):
        is_misthrow = seen.action == 2 and not seen.has_crossed
        return Effect(MISTHROW_POINTS if is_misthrow else 0, (), False, is_misthrow)
    colour, number = move.colour, move.number
    row = _own_row(seen, colour)
    locks = number == colour.last
    skipped = [other for other in row.numbers if colour.is_right_of(number, other)]
    return Effect(
        points=POINTS[len(row.crossed) + 1 + locks] - row.points,
        skipped=tuple([other for other in skipped if other not in row.crossed and other not in row.lost]),
        locks=locks,
        misthrow=False,
    )


def _own_row(seen: View, colour: Colour) -> RowView:
    assert seen.viewer is not None
    return seen.sheets[seen.viewer].rows[colour.order]


def why_not(seen: View, move: Move) -> IllegalMove:
    """Why a move is not on the viewer's menu."""
    if seen.is_asking:
        return IllegalMove("qwixx_now_more")
    if isinstance(move, More | Stop):
        return IllegalMove("qwixx_more_later" if seen.one_more else "qwixx_no_more")
    assert isinstance(move, Cross), "passing is always possible"
    if seen.dice is None or seen.action is None:
        return IllegalMove("qwixx_roll_first")
    if seen.action == 2 and seen.viewer != seen.active:
        assert seen.active is not None
        return IllegalMove("qwixx_only_active", seat=letter(seen.active))
    return _why_not_in_row(seen, move) or _why_not_with_dice(seen.dice, seen.action, move)


def _why_not_in_row(seen: View, move: Cross) -> IllegalMove | None:
    colour, number = move.colour, move.number
    word, row = colour_word(colour), _own_row(seen, colour)
    if colour in seen.closed:
        return IllegalMove("qwixx_row_closed" if seen.action == 1 else "qwixx_die_gone", colour=word)
    if number in row.crossed:
        return IllegalMove("qwixx_already_crossed", colour=word, number=number)
    if number in row.lost:
        return IllegalMove("qwixx_left_of_last", colour=word, number=number, last=row.crossed[-1])
    if number == colour.last and len(row.crossed) < CROSSES_BEFORE_LAST:
        return IllegalMove("qwixx_five_crosses", colour=word, number=number, n=len(row.crossed))
    return None


def _why_not_with_dice(dice: Roll, action: int, move: Cross) -> IllegalMove:
    offered = sums(dice, move.colour, action)
    if action == 1:
        return IllegalMove("qwixx_white_sum", number=move.number, sum=offered[0])
    word = colour_word(move.colour)
    if len(offered) == 1:
        return IllegalMove("qwixx_one_coloured_sum", colour=word, number=move.number, sum=offered[0])
    return IllegalMove(
        "qwixx_coloured_sum", colour=word, number=move.number, low=min(offered), high=max(offered)
    )


def colour_word(colour: Colour) -> Word:
    """The name of a colour, to be translated."""
    return Word(f"colour.{colour.name.lower()}")
