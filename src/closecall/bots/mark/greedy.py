"""A sensible bot for Close to the Mark!: it weighs the points of an entry and the potential of its lines.

The potential of a line is its expected points if every box is crossed with a chance of its own: a small one
between two empty circles, a greater one beside a number that dice can easily continue, none between two
numbers that do not fit.
"""

from functools import lru_cache
from random import Random

from closecall.core.seen import Seen
from closecall.games.mark.layout import SIZE, colours_of
from closecall.games.mark.moves import Enter, Move
from closecall.games.mark.scoring import LINE_POINTS
from closecall.games.mark.view import View, effect, own_sheet, written

# Found by playing many games.
EMPTY_CHANCE = 0.2
"""The chance that a box between two empty circles will be crossed."""
NUMBER_CHANCE = 0.15
"""The least chance that a box between a number and an empty circle will be crossed."""
NUMBER_CHANCE_PER_WAY = 0.8 / 36
"""How much it grows with each of the 36 ways that two dice make a neighbour of the number."""
OWN_CIRCLE = 0.75
"""The worth of an empty circle of the own colour, which takes four sums of every roll."""


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The entry with the greatest worth; any colour, since all are alike."""
    assert seen.menu is not None
    entries = [move for move in seen.menu if isinstance(move, Enter)]
    if not entries:
        return rng.choice(tuple(seen.menu))
    return max(entries, key=lambda entry: _worth(seen.view, entry))


def _worth(view: View, entry: Enter) -> float:
    """The extreme points of an entry, and the expected points it adds to its row and its column."""
    sheet, done = own_sheet(view), effect(view, entry)
    after = written(sheet.numbers, entry.circle, done.number)
    is_own = colours_of(view.layout)[entry.circle] is sheet.colour
    row, column = divmod(entry.circle, SIZE)
    across, down = slice(SIZE * row, SIZE * row + SIZE), slice(column, None, SIZE)
    in_row, in_column = (_expected(after[line]) - _expected(sheet.numbers[line]) for line in (across, down))
    # Not sum(), which compensates from Python 3.12 on: the compiled bot has to find the same number.
    return done.from_extremes + (in_row + in_column) - (OWN_CIRCLE if is_own else 0)


@lru_cache(maxsize=1 << 13)
def _expected(line: tuple[int, ...], crosses: int = 0) -> float:
    """The expected points of a row or column that already has some crosses to the left of these circles."""
    if len(line) == 1:
        return LINE_POINTS[crosses]
    chance = box_chance(line[0], line[1])
    return chance * _expected(line[1:], crosses + 1) + (1 - chance) * _expected(line[1:], crosses)


def box_chance(one: int, other: int) -> float:
    """The chance that the box between these two circles is or will be crossed."""
    if one and other:
        return float(abs(one - other) == 1)
    number = one or other
    if not number:
        return EMPTY_CHANCE
    return NUMBER_CHANCE + NUMBER_CHANCE_PER_WAY * (_ways(number - 1) + _ways(number + 1))


def _ways(number: int) -> int:
    """In how many of 36 ways two dice make a number; 1 and 13 in none."""
    return max(0, 6 - abs(number - 7))
