"""The greedy bot in the kernel, to the last bit of its numbers: see bots/mark/greedy.py."""

import numpy as np

from closecall.kernels.jit import compiled
from closecall.kernels.mark.array_layout import COLOURS, DICE, EXTREME_CROSSES, LAYOUT, SHEETS, Table
from closecall.kernels.mark.rules import is_entry

EMPTY_CHANCE = 0.2
NUMBER_CHANCE = 0.15
NUMBER_CHANCE_PER_WAY = 0.8 / 36
OWN_CIRCLE = 0.75


def _chance(one: int, other: int) -> float:
    """The chance that the box between these two circles is or will be crossed."""
    if one and other:
        return float(abs(one - other) == 1)
    number = one or other
    if not number:
        return EMPTY_CHANCE
    ways = max(0, 6 - abs(number - 8)) + max(0, 6 - abs(number - 6))
    return NUMBER_CHANCE + NUMBER_CHANCE_PER_WAY * ways


CHANCES = np.array([[_chance(one, other) for other in range(13)] for one in range(13)])


@compiled
def greedy_entry(state: Table, seat: int) -> int:
    """The entry with the best hopes, the first of equals."""
    own, best, best_worth = state[COLOURS + seat], -1, -np.inf
    for circle in range(25):
        if state[SHEETS + 25 * seat + circle]:
            continue
        colour = state[LAYOUT + circle]
        for die in range(5):
            if is_entry(own, colour, die):
                number = state[DICE + own] + state[DICE + die]
                worth = _worth(state, seat, circle, number) - (OWN_CIRCLE if colour == own else 0.0)
                if worth > best_worth:
                    best, best_worth = 5 * circle + die, worth
    return best


@compiled
def _worth(state: Table, seat: int, circle: int, number: int) -> float:
    """The extreme points of a number, and how much it adds to the hopes of its row and its column."""
    sheet = SHEETS + 25 * seat
    row, column = circle // 5, circle % 5
    across, down = sheet + 5 * row, sheet + column
    in_row = _expected(state, across, 1, column, number) - _expected(state, across, 1, -1, 0)
    in_column = _expected(state, down, 5, row, number) - _expected(state, down, 5, -1, 0)
    from_extremes: int = 2 * EXTREME_CROSSES[number]
    return from_extremes + (in_row + in_column)


@compiled
def _expected(state: Table, first: int, step: int, place: int, number: int) -> float:
    """The expected points of a line, with this number in one of its places, or as it is if there is none."""
    with_0, with_1, with_2, with_3, with_4 = 0.0, 1.0, 3.0, 6.0, 10.0
    right = number if place == 4 else state[first + 4 * step]
    for n in range(3, -1, -1):
        left = number if place == n else state[first + n * step]
        chance = CHANCES[left, right]
        with_0 = chance * with_1 + (1 - chance) * with_0
        with_1 = chance * with_2 + (1 - chance) * with_1
        with_2 = chance * with_3 + (1 - chance) * with_2
        with_3 = chance * with_4 + (1 - chance) * with_3
        right = left
    return with_0
