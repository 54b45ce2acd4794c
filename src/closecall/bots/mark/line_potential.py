"""What lines can hope for without a net: the judgement of the greedy bot, for every entry at once."""

import numpy as np

from closecall.bots.mark.net_sheet import EXTREME_POINTS, RANKS, Floats, Pattern, Ranks
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.mark.greedy import CHANCES, OWN_CIRCLE


@inlined
def _number(sheet: Ranks, circle: int) -> int:
    rank = sheet[circle]
    return rank + 1 if rank else 0


@compiled
def _expected(sheet: Ranks, first: int, by: int) -> float:
    """The expected points of a line if each of its boxes is crossed with a chance of its own."""
    with_0, with_1, with_2, with_3, with_4 = 0.0, 1.0, 3.0, 6.0, 10.0
    right = _number(sheet, first + 4 * by)
    for n in range(3, -1, -1):
        left = _number(sheet, first + n * by)
        chance = CHANCES[left, right]
        with_0 = chance * with_1 + (1 - chance) * with_0
        with_1 = chance * with_2 + (1 - chance) * with_1
        with_2 = chance * with_3 + (1 - chance) * with_2
        with_3 = chance * with_4 + (1 - chance) * with_3
        right = left
    return with_0


@compiled
def weigh_hopes(pattern: Pattern, sheet: Ranks, leaves: Floats) -> None:
    """The points of every rank in every empty circle, and what it adds to the hopes of its lines."""
    for circle in range(25):
        if sheet[circle]:
            continue
        row, column = 5 * (circle // 5), circle % 5
        before = _expected(sheet, row, 1) + _expected(sheet, column, 5)
        if pattern[circle] == 0:
            before += OWN_CIRCLE
        for rank in range(1, RANKS):
            sheet[circle] = rank
            after = _expected(sheet, row, 1) + _expected(sheet, column, 5)
            leaves[circle, rank] = np.float32(EXTREME_POINTS[rank] + after - before)
        sheet[circle] = 0
