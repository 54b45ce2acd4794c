"""A game of Close to the Mark! as plain text, and sheets read back from it.

>>> from closecall.games.mark.layout import default_layout
>>> print(format_sheet((0, 4, 0, 0, 0, 8, 5, 6) + (0,) * 17, default_layout()))
     a     b     c     d     e
1   .K -  4B -  .G -  .Y -  .R   0
     |     x     |     |     |
2   8G -  5Y x  6R -  .K -  .B   1
     |     |     |     |     |
3   .R -  .K -  .B -  .G -  .Y   0
     |     |     |     |     |
4   .B -  .G -  .Y -  .R -  .K   0
     |     |     |     |     |
5   .Y -  .R -  .K -  .B -  .G   0
     0     1     0     0     0
"""

import re

from closecall.core.rules import Seat, letter
from closecall.games.mark.layout import COLOURS, SIZE, Layout
from closecall.games.mark.scoring import Score, score
from closecall.games.mark.state import State, roller


def format_sheet(numbers: tuple[int, ...], layout: Layout) -> str:
    """A sheet with its boxes (- and |, x when crossed) and the points of its lines."""
    worth = score(numbers)
    lines = ["  " + "".join(f"   {column}  " for column in "abcde").rstrip()]
    for row in range(SIZE):
        lines.append(_row(row, numbers, layout, worth))
        if row < SIZE - 1:
            boxes = worth.crosses[20 + SIZE * row : 25 + SIZE * row]
            lines.append(("  " + "".join("   x  " if box else "   |  " for box in boxes)).rstrip())
    lines.append("  " + "".join(f"{points:4}  " for points in worth.lines[SIZE:]).rstrip())
    return "\n".join(lines)


def _row(row: int, numbers: tuple[int, ...], layout: Layout, worth: Score) -> str:
    text = f"{row + 1} "
    for column in range(SIZE):
        number = numbers[SIZE * row + column]
        text += f"{number or '.':>3}{layout.rows[row][column]} "
        if column < SIZE - 1:
            text += "x" if worth.crosses[4 * row + column] else "-"
    return f"{text} {worth.lines[row]:2}"


_CIRCLE = re.compile(r"(\d+|\.)[KBGYR]")


def parse_sheet(text: str) -> tuple[int, ...]:
    """The numbers of a drawn sheet; crosses and points follow from them and are not read."""
    found = _CIRCLE.findall(text)
    assert len(found) == SIZE * SIZE, f"{len(found)} circles"
    return tuple(0 if number == "." else int(number) for number in found)


def picture(state: State) -> str:
    """The whole table."""
    parts = [_headline(state)]
    for n, (numbers, colour) in enumerate(zip(state.sheets, state.colours, strict=True)):
        if colour is not None:
            worth = score(numbers)
            parts.append(
                f"{letter(Seat(n))} {colour.name.lower()}: lines {worth.from_lines}"
                f" + extremes {worth.from_extremes} = {worth.total}"
            )
            parts.append(format_sheet(numbers, state.layout))
    return "\n".join(parts)


def _headline(state: State) -> str:
    if state.starter is None:
        return "the lot decides who starts"
    if state.roll is None:
        who = letter(roller(state.starter, state.round, len(state.sheets)))
        return f"{state.round} rounds played, {letter(state.starter)} started, {who} rolls next"
    dice = " ".join(f"{colour.value}{die}" for colour, die in zip(COLOURS, state.roll.dice, strict=True))
    return f"{state.round} rounds played, roll {dice}"
