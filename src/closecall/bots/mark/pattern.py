"""Patterns of colours on a sheet of Close to the Mark!, and how sheets are turned; plain Python.

A *pattern* gives the die that each circle takes: 0 for the player's own die, 1 to 4 for the others in the
order in which their colours first appear on the sheet. Two sheets with the same pattern are the same game
under other names of colours.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain

Pattern = tuple[int, ...]
Way = tuple[int, ...]
"""How a sheet is turned or mirrored: circle n of the new one is `way[n]` of the old one."""

RANKS = 12
BOXES = 40
ENDS = (*[(n, n + 1) for n in range(25) if n % 5 < 4], *[(n, n + 5) for n in range(20)])
"""The two circles of each box: first those in rows, then those in columns, as in the rules."""
LINE_OF = tuple(one // 5 if other == one + 1 else 5 + one % 5 for one, other in ENDS)
"""The row (0 to 4) or column (5 to 9) of each box."""


def pattern_of(layout: Sequence[int], own: int) -> Pattern:
    """The pattern of a layout (a colour for each circle) for the player of one colour.

    >>> pattern_of([3, 1, 1, 0] * 6 + [4], own=1)[:5]
    (1, 0, 0, 2, 1)
    """
    slots = {own: 0}
    for colour in layout:
        slots.setdefault(colour, len(slots))
    return tuple([slots[colour] for colour in layout])


def turned_pattern(pattern: Sequence[int], way: Way) -> Pattern:
    """The pattern of a turned or mirrored sheet, on which the other colours may come in another order."""
    return pattern_of([pattern[circle] for circle in way], 0)


@cache
def symmetries() -> tuple[Way, ...]:
    """The eight ways to turn and mirror a sheet."""
    found, rows = [], [list(range(5 * row, 5 * row + 5)) for row in range(5)]
    for _ in range(4):
        columns = [list(column) for column in zip(*rows, strict=True)]
        found += [tuple(chain(*rows)), tuple(chain(*columns))]
        rows = columns[::-1]  # A quarter turn to the left.
    return tuple(found)
