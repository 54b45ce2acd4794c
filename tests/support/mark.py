"""Tables of Close to the Mark! in a given state: sheets drawn as text, dice given."""

from textwrap import dedent

from closecall.core.match import Match
from closecall.core.rules import Seat, all_seats
from closecall.games import mark
from closecall.games.mark.layout import COLOURS, Colour, Layout, default_layout
from closecall.games.mark.moves import Move
from closecall.games.mark.picture import format_sheet, parse_sheet
from closecall.games.mark.state import EMPTY_SHEET, Options, Outcome, Roll, State
from closecall.games.mark.view import View

MarkMatch = Match[State, Move, Outcome, View, Options]

A, B, C, D, E = all_seats(5)
BY_LETTER = {colour.value: colour for colour in COLOURS}

EMPTY = """
     a     b     c     d     e
1   .K -  .B -  .G -  .Y -  .R   0
     |     |     |     |     |
2   .G -  .Y -  .R -  .K -  .B   0
     |     |     |     |     |
3   .R -  .K -  .B -  .G -  .Y   0
     |     |     |     |     |
4   .B -  .G -  .Y -  .R -  .K   0
     |     |     |     |     |
5   .Y -  .R -  .K -  .B -  .G   0
     0     0     0     0     0
"""


def colours(letters: str) -> tuple[Colour, ...]:
    """Colours by their letters: `YG` is yellow for A and green for B."""
    return tuple(BY_LETTER[letter] for letter in letters)


def dice(text: str) -> Roll:
    """A roll written like `K1 B2 G1 Y4 R6`."""
    shown = {word[0]: int(word[1]) for word in text.split()}
    black, blue, green, yellow, red = (shown[colour.value] for colour in COLOURS)
    return Roll((black, blue, green, yellow, red))


def table(*sheets: str, players: str = "Y", roll: str | None = None, starter: Seat = A) -> MarkMatch:
    """A match whose seats have these sheets and colours, with this roll on the table, if any."""
    numbers = tuple(parse_sheet(sheet) for sheet in sheets)
    rounds = {sum(map(bool, sheet)) for sheet in numbers}
    assert len(rounds) == 1, "the sheets are from different rounds"
    state = State(
        layout=default_layout(),
        may_start=all_seats(len(sheets)),
        starter=starter,
        colours=colours(players),
        round=rounds.pop(),
        roll=None if roll is None else dice(roll),
        sheets=numbers,
    )
    return Match(mark, len(sheets), Options(), state, 0, {}, (), mark.pending(state))


def entered(match: MarkMatch, *moves: str) -> MarkMatch:
    """The match after everyone's move at one decision, in seat order."""
    point = match.point
    for seat, move in zip(all_seats(len(moves)), moves, strict=True):
        match = match.commit(seat, mark.parse_move(move), point=point)
    return match


def drawn(match: MarkMatch, seat: Seat = A) -> str:
    """A seat's sheet as text, to be compared with a drawn one."""
    return "\n" + format_sheet(match.state.sheets[seat], match.state.layout) + "\n"


def sheet(text: str) -> str:
    """A sheet drawn inside a function, moved to the left margin."""
    return dedent(text)


def numbers_of(row: str) -> tuple[int, ...]:
    """A sheet with only its first row filled: `3 4 . 7 8`."""
    first = tuple(0 if word == "." else int(word) for word in row.split())
    return first + EMPTY_SHEET[len(first) :]


def layout_of(rows: str, name: str = "custom") -> Layout:
    """A layout drawn as five words."""
    return Layout(name, tuple(rows.split()))
