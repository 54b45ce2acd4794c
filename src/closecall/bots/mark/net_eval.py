"""The net of Close to the Mark!: what a sheet can still hope for, and after every possible entry at once.

For each of the 40 boxes the two ranks beside it choose a row of 64 numbers. They are added up into 392 units:
eight for each circle (from the boxes around it), sixteen for each row and column (from its four boxes) and 32
for the whole sheet. What is positive of the units is mixed into 64 and joined into 32 numbers, and at last
into one: the points to come, beyond those already sure.

An entry changes one circle, and with it at most 104 units: so all entries are weighed without beginning anew.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_sheet import (
    BOXES,
    DEGREE,
    ENDS,
    LINE_OF,
    RANKS,
    TOUCHING,
    Floats,
    Pattern,
    Ranks,
    count_crosses,
    gain,
)
from closecall.kernels.jit import compiled, inlined

STAR, LINE, WHOLE = 8, 16, 32
LINES_AT = 25 * STAR
WHOLE_AT = LINES_AT + 10 * LINE
UNITS = WHOLE_AT + WHOLE
WIDTH = 2 * STAR + LINE + WHOLE
PART = STAR + 2 * LINE + WHOLE + 4 * STAR
NEIGHBOURS_AT = PART - 4 * STAR
MIXED, JOINED = 64, 32
ALL = 5
"""Where all empty circles are counted, after those of each die."""
SCALE = np.float32(8.0)
"""How many points one unit of the last sum is."""


class Net(NamedTuple):
    """The numbers of a net for one pattern."""

    boxes: Floats
    """By box and by both ranks: for the circle at either end, for the line, for the whole sheet."""
    units: Floats
    mixing: Floats
    rounds: Floats
    """Added to the mixed numbers: by how many circles are empty."""
    colours: Floats
    """Added to the mixed numbers: by a die's place in the pattern and how many circles of it are empty."""
    joining: Floats
    joined: Floats
    worth: Floats
    base: Floats
    """The points to come, by how many circles are empty."""


class Ready(NamedTuple):
    """A net and its rows once more, laid out to be added quickly."""

    net: Net
    spread: Floats


class Desk(NamedTuple):
    """Room to calculate in."""

    units: Floats
    mixed: Floats
    without: Floats
    """The mixed numbers without what one circle has part in."""
    part: Floats
    filled: Floats
    leaf: Floats
    joined: Floats
    blocks: NDArray[np.int64]
    crosses: NDArray[np.int64]
    counts: NDArray[np.int64]
    leaves: Floats


@compiled
def new_desk() -> Desk:
    """Room for one calculation after the other."""
    return Desk(
        np.empty(UNITS, np.float32),
        np.empty(MIXED, np.float32),
        np.empty(MIXED, np.float32),
        np.empty(PART, np.float32),
        np.empty(PART, np.float32),
        np.empty(MIXED, np.float32),
        np.empty(JOINED, np.float32),
        np.empty(13, np.int64),
        np.empty(10, np.int64),
        np.empty(6, np.int64),
        np.empty((25, RANKS), np.float32),
    )


@inlined
def add_eight(sums: Floats, width: int, values: Floats, at: int, rows: Floats) -> None:
    """Add eight rows, laid out flat, each as often as its value is positive."""
    zero = np.float32(0.0)
    a, b = max(values[at], zero), max(values[at + 1], zero)
    c, d = max(values[at + 2], zero), max(values[at + 3], zero)
    e, f = max(values[at + 4], zero), max(values[at + 5], zero)
    g, h = max(values[at + 6], zero), max(values[at + 7], zero)
    for k in range(width):
        first = (a * rows[k] + b * rows[width + k]) + (c * rows[2 * width + k] + d * rows[3 * width + k])
        last = (e * rows[4 * width + k] + f * rows[5 * width + k]) + (
            g * rows[6 * width + k] + h * rows[7 * width + k]
        )
        sums[k] += first + last


@compiled
def add_up(net: Net, sheet: Ranks, units: Floats) -> None:
    """The units of a sheet, before what is negative is dropped."""
    for at in range(UNITS):
        units[at] = net.units[at]
    for box in range(BOXES):
        one, other = ENDS[box, 0], ENDS[box, 1]
        row = RANKS * sheet[one] + sheet[other]
        at_line = LINES_AT + LINE * LINE_OF[box]
        for k in range(STAR):
            units[STAR * one + k] += net.boxes[box, row, k]
            units[STAR * other + k] += net.boxes[box, row, STAR + k]
        for k in range(LINE):
            units[at_line + k] += net.boxes[box, row, 2 * STAR + k]
        for k in range(WHOLE):
            units[WHOLE_AT + k] += net.boxes[box, row, 2 * STAR + LINE + k]


@compiled
def count_empty(pattern: Pattern, sheet: Ranks, counts: NDArray[np.int64]) -> None:
    """How many circles are empty: for each die, and in all."""
    for slot in range(6):
        counts[slot] = 0
    for circle in range(25):
        if sheet[circle] == 0:
            counts[pattern[circle]] += 1
            counts[ALL] += 1


@compiled
def mix(net: Net, units: Floats, counts: NDArray[np.int64], mixed: Floats) -> None:
    """Mix the units of a sheet."""
    for k in range(MIXED):
        mixed[k] = net.rounds[counts[ALL], k]
    for slot in range(5):
        for k in range(MIXED):
            mixed[k] += net.colours[slot, counts[slot], k]
    for block in range(UNITS // 8):
        add_eight(mixed, MIXED, units, 8 * block, net.mixing[block])


@inlined
def join(net: Net, mixed: Floats, empty: int, joined: Floats) -> np.float32:
    """From mixed numbers to the points to come."""
    for k in range(JOINED):
        joined[k] = net.joined[k]
    for block in range(MIXED // 8):
        add_eight(joined, JOINED, mixed, 8 * block, net.joining[block])
    zero = np.float32(0.0)
    one, two, three, four = zero, zero, zero, zero
    for k in range(0, JOINED, 4):
        one += net.worth[k] * max(joined[k], zero)
        two += net.worth[k + 1] * max(joined[k + 1], zero)
        three += net.worth[k + 2] * max(joined[k + 2], zero)
        four += net.worth[k + 3] * max(joined[k + 3], zero)
    points: np.float32 = net.base[empty] + SCALE * ((one + two) + (three + four))
    return points


@compiled
def worth_of(net: Net, pattern: Pattern, sheet: Ranks, desk: Desk) -> np.float32:
    """The points that are still to come on a sheet."""
    count_empty(pattern, sheet, desk.counts)
    if desk.counts[ALL] == 0:
        return np.float32(0.0)
    add_up(net, sheet, desk.units)
    mix(net, desk.units, desk.counts, desk.mixed)
    return join(net, desk.mixed, desk.counts[ALL], desk.joined)


@compiled
def spread_out(net: Net, spread: Floats) -> None:
    """Lay out the rows of the boxes by what an entry changes, so that they can be added in one stroke.

    For a circle, its nth neighbour, the neighbour's rank and its own: the 104 numbers to be added to the
    units of the circle, of its row, of its column, of the sheet and of up to four neighbours.
    """
    for circle in range(25):
        for n in range(4):
            for there in range(RANKS):
                for rank in range(RANKS):
                    to = spread[circle, n, there, rank]
                    for k in range(PART):
                        to[k] = np.float32(0.0)
                    if n < DEGREE[circle]:
                        box, end = TOUCHING[circle, n, 0], TOUCHING[circle, n, 1]
                        row = net.boxes[box, RANKS * there + rank if end else RANKS * rank + there]
                        line_at = STAR if box < 20 else STAR + LINE
                        for k in range(STAR):
                            to[k] = row[STAR * end + k]
                            to[NEIGHBOURS_AT + STAR * n + k] = row[STAR * (1 - end) + k]
                        for k in range(LINE):
                            to[line_at + k] = row[2 * STAR + k]
                        for k in range(WHOLE):
                            to[STAR + 2 * LINE + k] = row[2 * STAR + LINE + k]


def made_ready(net: Net) -> Ready:
    """A net with its rows laid out."""
    spread = np.empty((25, 4, RANKS, RANKS, PART), np.float32)
    spread_out(net, spread)
    return Ready(net, spread)


@compiled
def _lift_out(ready: Ready, sheet: Ranks, circle: int, desk: Desk) -> int:
    """Take what one circle has part in out of the units and the mixed numbers; how many blocks it is."""
    degree = DEGREE[circle]
    blocks = desk.blocks
    blocks[0] = circle
    for half in range(2):
        blocks[1 + half] = 25 + 2 * (circle // 5) + half
        blocks[3 + half] = 25 + 2 * (5 + circle % 5) + half
    for quarter in range(4):
        blocks[5 + quarter] = WHOLE_AT // 8 + quarter
    for k in range(PART):
        desk.part[k] = np.float32(0.0)
    for n in range(4):
        blocks[9 + n] = TOUCHING[circle, n, 2]
        row = ready.spread[circle, n, _neighbour(sheet, circle, n), 0]
        for k in range(PART):
            desk.part[k] -= row[k]
    for k in range(MIXED):
        desk.leaf[k] = np.float32(0.0)
    for n in range(9 + degree):
        block = blocks[n]
        for k in range(8):
            desk.part[8 * n + k] += desk.units[8 * block + k]
        add_eight(desk.leaf, MIXED, desk.units, 8 * block, ready.net.mixing[block])
    for k in range(MIXED):
        desk.without[k] -= desk.leaf[k]
    count: int = 9 + degree
    return count


@inlined
def _neighbour(sheet: Ranks, circle: int, n: int) -> int:
    """The rank of the nth neighbour, 0 if there is none."""
    there = TOUCHING[circle, n, 2]
    rank: int = sheet[there] if there >= 0 else 0
    return rank


@compiled
def weigh_entries(ready: Ready, pattern: Pattern, sheet: Ranks, desk: Desk) -> None:
    """What every rank in every empty circle is worth, at once and later: it is laid into `desk.leaves`."""
    count_empty(pattern, sheet, desk.counts)
    count_crosses(sheet, desk.crosses)
    is_last = desk.counts[ALL] == 1
    if not is_last:
        add_up(ready.net, sheet, desk.units)
        mix(ready.net, desk.units, desk.counts, desk.mixed)
    for circle in range(25):
        if sheet[circle] == 0:
            for rank in range(1, RANKS):
                desk.leaves[circle, rank] = np.float32(gain(sheet, desk.crosses, circle, rank))
            if not is_last:
                _weigh_circle(ready, pattern[circle], sheet, circle, desk)


@compiled
def _weigh_circle(ready: Ready, slot: int, sheet: Ranks, circle: int, desk: Desk) -> None:
    """Add what is still to come after every rank in a circle."""
    net, count, empty = ready.net, desk.counts[slot], desk.counts[ALL]
    for k in range(MIXED):
        desk.without[k] = (desk.mixed[k] - net.rounds[empty, k] - net.colours[slot, count, k]) + (
            net.rounds[empty - 1, k] + net.colours[slot, count - 1, k]
        )
    blocks = _lift_out(ready, sheet, circle, desk)
    first = ready.spread[circle, 0, _neighbour(sheet, circle, 0)]
    second = ready.spread[circle, 1, _neighbour(sheet, circle, 1)]
    third = ready.spread[circle, 2, _neighbour(sheet, circle, 2)]
    fourth = ready.spread[circle, 3, _neighbour(sheet, circle, 3)]
    for rank in range(1, RANKS):
        for k in range(PART):
            desk.filled[k] = desk.part[k] + (
                (first[rank, k] + second[rank, k]) + (third[rank, k] + fourth[rank, k])
            )
        for k in range(MIXED):
            desk.leaf[k] = desk.without[k]
        for n in range(blocks):
            add_eight(desk.leaf, MIXED, desk.filled, 8 * n, net.mixing[desk.blocks[n]])
        desk.leaves[circle, rank] += join(net, desk.leaf, empty - 1, desk.joined)
