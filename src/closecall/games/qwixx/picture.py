"""A match of Qwixx as plain text, and sheets read back from it.

A crossed number or lock is an `x`, a lost one a `-`; a free number is itself, a free lock an `L`.

>>> sheet = Sheet((Row((5, 7), False), Row((), False), Row((12, 8), False), Row((), False)), 1)
>>> print(format_sheet(sheet, closed=(Colour.BLUE,)))
R  -  -  -  x  -  x  8  9 10 11 12  L |  3
Y  2  3  4  5  6  7  8  9 10 11 12  L |  0
G  x  -  -  -  x  7  6  5  4  3  2  L |  3
B  -  -  -  -  -  -  -  -  -  -  -  - |  0
misthrows x . . . | -5
>>> parse_sheet(format_sheet(sheet)) == sheet
True
"""

from closecall.core.rules import Seat, letter
from closecall.games.qwixx.scoring import row_points, score
from closecall.games.qwixx.state import (
    COLOURS,
    MOST_MISTHROWS,
    Colour,
    Row,
    Sheet,
    State,
    closed_rows,
    is_asking,
)
from closecall.games.qwixx.view import lost_numbers


def format_sheet(sheet: Sheet, closed: tuple[Colour, ...] = ()) -> str:
    """A sheet with its points; `closed` lists the rows that are closed for everyone."""
    lines = [
        _format_row(colour, row, colour in closed or row.locked)
        for colour, row in zip(COLOURS, sheet.rows, strict=True)
    ]
    boxes = " ".join("x" if n < sheet.misthrows else "." for n in range(MOST_MISTHROWS))
    return "\n".join([*lines, f"misthrows {boxes} | {score(sheet).from_misthrows}"])


def _format_row(colour: Colour, row: Row, is_closed: bool) -> str:
    lost = lost_numbers(colour, row, is_closed)
    cells = ["x" if n in row.crossed else "-" if n in lost else str(n) for n in colour.numbers]
    cells.append("x" if row.locked else "-" if is_closed else "L")
    return colour.value + "".join(f"{cell:>3}" for cell in cells) + f" | {row_points(row):2}"


def parse_sheet(text: str) -> Sheet:
    """The drawn sheet; lost numbers and points follow from it and are not read."""
    lines = [line.partition("|")[0].split() for line in text.strip().splitlines()]
    *rows, misthrows = lines
    red, yellow, green, blue = [
        _parse_row(colour, cells) for colour, cells in zip(COLOURS, rows, strict=True)
    ]
    return Sheet((red, yellow, green, blue), misthrows.count("x"))


def _parse_row(colour: Colour, cells: list[str]) -> Row:
    name, *numbers, lock = cells
    assert name == colour.value, f"{name} instead of {colour.value}"
    for cell, number in zip(numbers, colour.numbers, strict=True):
        assert cell in ("x", "-", str(number)), f"{name}: {cell} instead of {number}"
    crossed = [number for cell, number in zip(numbers, colour.numbers, strict=True) if cell == "x"]
    return Row(tuple(crossed), lock == "x")


def picture(state: State) -> str:
    """The whole table."""
    parts = [_headline(state)]
    parts += [f"game {n}: {result.reason} {result.scores}" for n, result in enumerate(state.results, 1)]
    closed = closed_rows(state.sheets)
    for n, sheet in enumerate(state.sheets):
        parts += [f"{letter(Seat(n))}: {score(sheet).total}", format_sheet(sheet, closed)]
    return "\n".join(parts)


def _headline(state: State) -> str:
    if is_asking(state):
        return f"one more game after {state.games}?"
    if len(state.results) == state.games:
        return f"all games played: {state.games}"
    if state.active is None:
        return "the lot decides who is active first"
    who = letter(state.active)
    if state.roll is None:
        return f"{who} rolls next"
    dice = [f"{colour.value}{die}" for colour, die in zip(COLOURS, state.roll.coloured, strict=True) if die]
    one, other = state.roll.white
    return f"{who} is active, action {state.action}, roll {' '.join([f'W{one}', f'W{other}', *dice])}"
