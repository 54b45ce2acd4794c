"""The moves of Close to the Mark! and their notation.

A colour is chosen by its name, `yellow`. An entry names the circle and the other die: `b2+g` writes the sum
of your own die and the green die into circle b2.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from closecall.core.errors import BadNotation, excerpt
from closecall.core.rules import Menu
from closecall.games.mark.layout import CIRCLES, COLOURS, SIZE, Circle, Colour, circle_name


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the colour you play with (M3)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Enter:
    """Write the sum of your own die and another one into a circle (M5)."""

    circle: Circle
    die: Colour


Move = Choose | Enter

_ENTRIES = tuple(tuple(Enter(circle, die) for die in COLOURS) for circle in CIRCLES)
# The entries that a free circle allows, by the player's colour, the circle and the circle's colour (M5).
_OFFERED = tuple(
    tuple(
        tuple(
            tuple(entry for entry in entries if entry.die is not own and colour in (own, entry.die))
            for colour in COLOURS
        )
        for entries in _ENTRIES
    )
    for own in COLOURS
)
_WRITTEN = {
    circle: tuple(f"{circle_name(circle)}+{die.value.lower()}" for die in COLOURS) for circle in CIRCLES
}
_ENTRY = re.compile(r"([a-e])([1-5])\s*\+\s*([kbgyr])")
_BY_WORD = {word: colour for colour in COLOURS for word in (colour.name.lower(), colour.value.lower())}


def format_move(move: Move) -> str:
    """Write a move: `yellow` or `b2+g`."""
    match move:
        case Choose(colour):
            return colour.name.lower()
        case Enter(circle, die):
            return _WRITTEN[circle][die.order]


def parse_move(text: str) -> Move:
    """Read a move.

    >>> parse_move("B2 + G")
    Enter(circle=6, die=<Colour.GREEN: 'G'>)
    """
    words = text.strip().lower()
    if words in _BY_WORD:
        return Choose(_BY_WORD[words])
    found = _ENTRY.fullmatch(words)
    if not found:
        raise BadNotation("mark_notation", text=excerpt(text.strip()))
    column, row, die = found.groups()
    return _ENTRIES["abcde".index(column) + SIZE * "12345".index(row)][_BY_WORD[die].order]


@dataclass(frozen=True, slots=True)
class EntryMenu(Menu[Enter]):
    """All entries that a sheet allows a player of one colour (M5)."""

    numbers: tuple[int, ...]
    colours: tuple[Colour, ...]
    own: Colour

    def __iter__(self) -> Iterator[Enter]:
        circles = zip(_OFFERED[self.own.order], self.numbers, self.colours, strict=True)
        free = [offered[colour.order] for offered, number, colour in circles if not number]
        return chain.from_iterable(free)

    def __len__(self) -> int:
        free = [colour for number, colour in zip(self.numbers, self.colours, strict=True) if not number]
        own = free.count(self.own)
        return len(free) - own + 4 * own

    def __contains__(self, move: object, /) -> bool:
        # Not a range check on the tuple: index -1 would be the last circle.
        if not isinstance(move, Enter) or move.circle not in _WRITTEN or self.numbers[move.circle]:
            return False
        colour, die = self.colours[move.circle], move.die
        return die is not self.own and (die is colour or (colour is self.own and die in COLOURS))
