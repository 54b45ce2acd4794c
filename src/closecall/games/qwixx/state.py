"""The state of a match of Qwixx, its options, and the outcomes of chance."""

from dataclasses import dataclass
from enum import Enum

from closecall.core.rules import Seat

MOST_GAMES = 5  # Q11: a sheet has room for five results
MOST_MISTHROWS = 4  # Q9
CLOSED_ROWS_AT_END = 2  # Q9
CROSSES_BEFORE_LAST = 5  # Q7


class Colour(Enum):
    """The four colours from top to bottom; the value is the letter of the colour (Q1)."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"

    def __init__(self, letter: str) -> None:
        self.order = len(type(self).__members__)
        rises = letter in "RY"
        self.numbers = tuple(range(2, 13)) if rises else tuple(range(12, 1, -1))
        """The numbers of the row from left to right."""
        self.last = self.numbers[-1]

    def is_right_of(self, number: int, other: int) -> bool:
        """Whether a number of this row stands to the right of another (Q2)."""
        return number > other if self.last == 12 else number < other


COLOURS = tuple(Colour)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sheet: its crossed numbers from left to right, and whether its lock is crossed (Q7)."""

    crossed: tuple[int, ...]
    locked: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's sheet: the rows red, yellow, green and blue, and the misthrows (Q1)."""

    rows: tuple[Row, Row, Row, Row]
    misthrows: int


_EMPTY_ROW = Row((), False)
EMPTY_SHEET = Sheet((_EMPTY_ROW, _EMPTY_ROW, _EMPTY_ROW, _EMPTY_ROW), 0)


@dataclass(frozen=True, slots=True)
class Options:
    """How to play: how many games, whose results are summed (Q11)."""

    games: int = 1
    one_more: bool = False
    """Whether the players are asked for one more game after the last, until there are five."""


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot has fallen on this seat: it is the first active player (Q3)."""

    seat: Seat


Die = int | None
"""The pips of a coloured die, or None for a die that has left the game (Q7)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The two white dice, and the coloured ones in the order red, yellow, green, blue (Q3)."""

    white: tuple[int, int]
    coloured: tuple[Die, Die, Die, Die]


Outcome = Lot | Roll


@dataclass(frozen=True, slots=True)
class Result:
    """How a game of the match ended (the key of a message), and with what scores."""

    reason: str
    scores: tuple[int, ...]
    misthrower: Seat | None = None
    """The player whose fourth misthrow ended it."""


@dataclass(frozen=True, slots=True)
class State:
    """A match between two inputs. A finished game stays on the table until the next one begins."""

    games: int
    """How many games the players have agreed on so far (Q11)."""
    one_more: bool
    """Whether they will be asked for one more game after those."""
    results: tuple[Result, ...]
    """The results of the finished games."""
    active: Seat | None
    """Who rolls, or None while the lot is to decide (Q3)."""
    action: int | None
    """1 or 2 after a roll, otherwise None."""
    roll: Roll | None
    has_crossed: bool
    """Whether the active player crossed a number in action 1 (Q6)."""
    sheets: tuple[Sheet, ...]


def is_asking(state: State) -> bool:
    """Whether the players decide about one more game: all agreed games are played, but not five (Q11)."""
    return state.one_more and len(state.results) == state.games < MOST_GAMES


def closed_rows(sheets: tuple[Sheet, ...]) -> tuple[Colour, ...]:
    """The rows that somebody has locked: they are closed for everyone (Q7)."""
    locked = [row.locked for sheet in sheets for row in sheet.rows]
    if True not in locked:  # The usual case, made fast.
        return ()
    return tuple([colour for colour in COLOURS if True in locked[colour.order :: len(COLOURS)]])


def reason_to_end(sheets: tuple[Sheet, ...]) -> str | None:
    """Why the game on the table is over (the key of a message), or None if it goes on (Q9)."""
    if max([sheet.misthrows for sheet in sheets]) >= MOST_MISTHROWS:
        return "over.fourth_misthrow"
    if len(closed_rows(sheets)) >= CLOSED_ROWS_AT_END:
        return "over.two_rows_closed"
    return None


def misthrower(sheets: tuple[Sheet, ...]) -> Seat | None:
    """The player with the fourth misthrow (Q9); only the active player can misthrow, so there is one."""
    return next((Seat(n) for n, sheet in enumerate(sheets) if sheet.misthrows >= MOST_MISTHROWS), None)


def crossed(sheet: Sheet, colour: Colour, number: int) -> Sheet:
    """A sheet with one more cross; the last number of a row crosses its lock too (Q7)."""
    rows = list(sheet.rows)
    rows[colour.order] = Row((*rows[colour.order].crossed, number), number == colour.last)
    red, yellow, green, blue = rows
    return Sheet((red, yellow, green, blue), sheet.misthrows)
