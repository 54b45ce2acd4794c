"""The moves of Qwixx, their notation, and which of them a sheet and a roll allow.

A cross names the row and the number, `r7`; `pass` crosses nothing. After a game, `more` asks for one more and
`stop` ends the match.
"""

import re
from dataclasses import dataclass

from closecall.core.errors import BadNotation, excerpt
from closecall.core.rules import Listed, Menu
from closecall.games.qwixx.state import COLOURS, CROSSES_BEFORE_LAST, Colour, Roll, Row, Sheet


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross a number in the row of a colour (Q4, Q5)."""

    colour: Colour
    number: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing."""


@dataclass(frozen=True, slots=True)
class More:
    """Play one more game (Q11)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Let the match end with this game (Q11)."""


Move = Cross | Pass | More | Stop

PASS = Pass()
MORE = More()
STOP = Stop()
MORE_MENU: Menu[Move] = Listed((MORE, STOP))
_CROSSES = tuple({number: Cross(colour, number) for number in colour.numbers} for colour in COLOURS)
_BY_LETTER = {colour.value.lower(): colour for colour in COLOURS}
_SINGLE_WORDS: dict[str, Move] = {"-": PASS, "pass": PASS, "more": MORE, "stop": STOP}
_CROSS = re.compile(r"([rygb])\s*([2-9]|1[0-2])")


def format_move(move: Move) -> str:
    """Write a move: `r7`, `pass`, `more` or `stop`."""
    match move:
        case Cross(colour, number):
            return f"{colour.value.lower()}{number}"
        case Pass():
            return "pass"
        case More():
            return "more"
        case Stop():
            return "stop"


def parse_move(text: str) -> Move:
    """Read a move; `-` is short for `pass`.

    >>> parse_move("R 7")
    Cross(colour=<Colour.RED: 'R'>, number=7)
    """
    words = text.strip().lower()
    if words in _SINGLE_WORDS:
        return _SINGLE_WORDS[words]
    found = _CROSS.fullmatch(words)
    if not found:
        raise BadNotation("qwixx_notation", text=excerpt(text.strip()))
    return _CROSSES[_BY_LETTER[found[1]].order][int(found[2])]


def can_cross(colour: Colour, row: Row, number: int) -> bool:
    """Whether an open row still has room for this number (Q2, Q7)."""
    if row.crossed and not colour.is_right_of(number, row.crossed[-1]):
        return False
    return number != colour.last or len(row.crossed) >= CROSSES_BEFORE_LAST


def sums(roll: Roll, colour: Colour, action: int) -> tuple[int, ...]:
    """The numbers that the dice offer to a row in action 1 (Q4) or 2 (Q5), left to right; none if closed."""
    one, other = roll.white
    die = roll.coloured[colour.order]
    if die is None:
        return ()
    if action == 1:
        return (one + other,)
    if one == other:
        return (one + die,)
    low, high = min(one, other) + die, max(one, other) + die
    return (high, low) if colour.is_right_of(low, high) else (low, high)


def offers(roll: Roll, action: int) -> tuple[tuple[int, ...], ...]:
    """The numbers that the dice offer to each row, from red to blue."""
    return tuple([sums(roll, colour, action) for colour in COLOURS])


def menu_of(sheet: Sheet, roll: Roll, action: int) -> Menu[Move]:
    """The menu of one sheet for a roll."""
    return menu_from(sheet, offers(roll, action))


def menu_from(sheet: Sheet, offered: tuple[tuple[int, ...], ...]) -> Menu[Move]:
    """Every cross that the dice offer and the sheet allows, and `pass`, since crossing is optional (Q6)."""
    moves: list[Move] = [
        _CROSSES[colour.order][number]
        for colour, row, numbers in zip(COLOURS, sheet.rows, offered, strict=True)
        for number in numbers
        if can_cross(colour, row, number)
    ]
    moves.append(PASS)
    menu: Menu[Move] = Listed(tuple(moves))
    return menu
