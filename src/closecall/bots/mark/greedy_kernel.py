"""The greedy bot of Close to the Mark!, compiled; its numbers equal those of greedy.py to the last bit."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.greedy import OWN_CIRCLE, box_chance
from closecall.kernels.jit import compiled
from closecall.kernels.mark.array_layout import COLOURS, DICE, LAYOUT, SHEETS
from closecall.kernels.mark.lookup_tables import EXTREME_CROSSES, Table
from closecall.kernels.mark.rules import is_entry

CHANCES = np.array([[box_chance(one, other) for other in range(13)] for one in range(13)])


@compiled
def greedy_entry(state: Table, seat: int) -> int:
    """The entry with the greatest worth, the first of equals."""
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
    """The extreme points of a number, and the expected points it adds to its row and its column."""
    sheet = SHEETS + 25 * seat
    row, column = circle // 5, circle % 5
    across, down = sheet + 5 * row, sheet + column
    in_row = expected_points(state, across, 1, column, number) - expected_points(state, across, 1, -1, 0)
    in_column = expected_points(state, down, 5, row, number) - expected_points(state, down, 5, -1, 0)
    from_extremes: int = 2 * EXTREME_CROSSES[number]
    return from_extremes + (in_row + in_column)


@compiled
def expected_points(numbers: NDArray[np.int8], first: int, step: int, place: int, number: int) -> float:
    """The expected points of a line, with a number in one of its places; as it is if the place is −1."""
    with_0, with_1, with_2, with_3, with_4 = 0.0, 1.0, 3.0, 6.0, 10.0
    right = number if place == 4 else numbers[first + 4 * step]
    for n in range(3, -1, -1):
        left = number if place == n else numbers[first + n * step]
        chance = CHANCES[left, right]
        with_0 = chance * with_1 + (1 - chance) * with_0
        with_1 = chance * with_2 + (1 - chance) * with_1
        with_2 = chance * with_3 + (1 - chance) * with_2
        with_3 = chance * with_4 + (1 - chance) * with_3
        right = left
    return with_0
