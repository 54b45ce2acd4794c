"""The net of Close to the Mark!: the points still to come on a sheet, and after every possible entry at once.

For each of the 40 boxes, the two ranks beside it select a row of 64 numbers. These are summed into 392 units:
eight for each circle (from the boxes around it), sixteen for each row and column (from its four boxes) and 32
for the whole sheet. Rectified, the units feed a layer of 64 numbers (`mixed`), that one a layer of 32
(`joined`), and these one number: the points to come, beyond those already scored.

An entry changes one circle and at most 104 units, so all entries are evaluated incrementally.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_layout import (
    BLOCKS,
    JOINED,
    LINE,
    LINES_AT,
    MIXED,
    NEIGHBOURS_AT,
    PART,
    STAR,
    UNITS,
    WHOLE,
    WHOLE_AT,
)
from closecall.bots.mark.pattern import BOXES, RANKS
from closecall.bots.mark.sheet import (
    DEGREE,
    ENDS,
    LINE_OF,
    TOUCHING,
    Floats,
    Pattern,
    Ranks,
    count_crosses,
    gain,
)
from closecall.kernels.jit import compiled, inlined

ALL = 5
"""Where the count of all empty circles is, after those of each die."""
SCALE = np.float32(8.0)
"""Points per unit of the last sum."""


class Net(NamedTuple):
    """The weights of a net for one pattern."""

    boxes: Floats
    """By box and both ranks: for the circle at either end, for the line, for the whole sheet."""
    units: Floats
    mixing: Floats
    rounds: Floats
    """Added to the mixed numbers, by the number of empty circles."""
    colours: Floats
    """Added to the mixed numbers, by the place of a die in the pattern and its number of empty circles."""
    joining: Floats
    joined: Floats
    worth: Floats
    base: Floats
    """The points to come, by the number of empty circles."""


class PreparedNet(NamedTuple):
    """A net, and its rows laid out again so that they are added quickly."""

    net: Net
    spread: Floats


class NetScratch(NamedTuple):
    """Scratch space of an evaluation."""

    units: Floats
    mixed: Floats
    without: Floats
    """The mixed numbers without the part of one circle."""
    part: Floats
    filled: Floats
    entry_mixed: Floats
    joined: Floats
    blocks: NDArray[np.int64]
    crosses: NDArray[np.int64]
    counts: NDArray[np.int64]
    entry_values: Floats


@compiled
def new_net_scratch() -> NetScratch:
    """Scratch space that can be used again and again."""
    return NetScratch(
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
    """Add eight rows, laid out flat, each multiplied by its value if that is positive."""
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
    """The units of a sheet, before they are rectified."""
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
    """Count the empty circles, for each die and in all."""
    for slot in range(6):
        counts[slot] = 0
    for circle in range(25):
        if sheet[circle] == 0:
            counts[pattern[circle]] += 1
            counts[ALL] += 1


@compiled
def mix(net: Net, units: Floats, counts: NDArray[np.int64], mixed: Floats) -> None:
    """From the units of a sheet to the mixed numbers."""
    for k in range(MIXED):
        mixed[k] = net.rounds[counts[ALL], k]
    for slot in range(5):
        for k in range(MIXED):
            mixed[k] += net.colours[slot, counts[slot], k]
    for block in range(UNITS // 8):
        add_eight(mixed, MIXED, units, 8 * block, net.mixing[block])


@inlined
def join(net: Net, mixed: Floats, empty: int, joined: Floats) -> np.float32:
    """From the mixed numbers to the points to come."""
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
def sheet_value(net: Net, pattern: Pattern, sheet: Ranks, scratch: NetScratch) -> np.float32:
    """The points still to come on a sheet."""
    count_empty(pattern, sheet, scratch.counts)
    if scratch.counts[ALL] == 0:
        return np.float32(0.0)
    add_up(net, sheet, scratch.units)
    mix(net, scratch.units, scratch.counts, scratch.mixed)
    return join(net, scratch.mixed, scratch.counts[ALL], scratch.joined)


def _blocks() -> NDArray[np.int64]:
    """The block of each circle and neighbour."""
    found, count = np.full((25, 4), BLOCKS - 1), 0
    for circle in range(25):
        for n in range(DEGREE[circle]):
            found[circle, n] = count
            count += 1
    return found


BLOCK = _blocks()


@compiled
def spread_rows(boxes: Floats, spread: Floats) -> None:
    """Lay out the rows of the boxes by what an entry changes, so that one loop adds them.

    For a circle and its nth neighbour (a block), the neighbour's rank and the circle's own: the 104 numbers
    to add to the units of the circle, its row, its column, the sheet and up to four neighbours.
    """
    spread[:] = np.float32(0.0)
    for circle in range(25):
        for n in range(DEGREE[circle]):
            for there in range(RANKS):
                for rank in range(RANKS):
                    to = spread[BLOCK[circle, n], there, rank]
                    box, end = TOUCHING[circle, n, 0], TOUCHING[circle, n, 1]
                    row = boxes[box, RANKS * there + rank if end else RANKS * rank + there]
                    line_at = STAR if box < 20 else STAR + LINE
                    for k in range(STAR):
                        to[k] = row[STAR * end + k]
                        to[NEIGHBOURS_AT + STAR * n + k] = row[STAR * (1 - end) + k]
                    for k in range(LINE):
                        to[line_at + k] = row[2 * STAR + k]
                    for k in range(WHOLE):
                        to[STAR + 2 * LINE + k] = row[2 * STAR + LINE + k]


def prepare_net(net: Net) -> PreparedNet:
    """Lay out the rows of a net."""
    spread = np.empty((BLOCKS, RANKS, RANKS, PART), np.float32)
    spread_rows(net.boxes, spread)
    return PreparedNet(net, spread)


@compiled
def _subtract_circle(prepared: PreparedNet, sheet: Ranks, circle: int, scratch: NetScratch) -> int:
    """Subtract the part of one circle from the units and the mixed numbers; return its number of blocks."""
    degree = DEGREE[circle]
    blocks = scratch.blocks
    blocks[0] = circle
    for half in range(2):
        blocks[1 + half] = 25 + 2 * (circle // 5) + half
        blocks[3 + half] = 25 + 2 * (5 + circle % 5) + half
    for quarter in range(4):
        blocks[5 + quarter] = WHOLE_AT // 8 + quarter
    for k in range(PART):
        scratch.part[k] = np.float32(0.0)
    for n in range(4):
        blocks[9 + n] = TOUCHING[circle, n, 2]
        row = prepared.spread[BLOCK[circle, n], _neighbour(sheet, circle, n), 0]
        for k in range(PART):
            scratch.part[k] -= row[k]
    for k in range(MIXED):
        scratch.entry_mixed[k] = np.float32(0.0)
    for n in range(9 + degree):
        block = blocks[n]
        for k in range(8):
            scratch.part[8 * n + k] += scratch.units[8 * block + k]
        add_eight(scratch.entry_mixed, MIXED, scratch.units, 8 * block, prepared.net.mixing[block])
    for k in range(MIXED):
        scratch.without[k] -= scratch.entry_mixed[k]
    count: int = 9 + degree
    return count


@inlined
def _neighbour(sheet: Ranks, circle: int, n: int) -> int:
    """The rank of the nth neighbour; 0 if there is none."""
    there = TOUCHING[circle, n, 2]
    rank: int = sheet[there] if there >= 0 else 0
    return rank


@compiled
def evaluate_entries(prepared: PreparedNet, pattern: Pattern, sheet: Ranks, scratch: NetScratch) -> None:
    """Write the value of every rank in every empty circle, now and later, into `scratch.entry_values`."""
    count_empty(pattern, sheet, scratch.counts)
    count_crosses(sheet, scratch.crosses)
    is_last = scratch.counts[ALL] == 1
    if not is_last:
        add_up(prepared.net, sheet, scratch.units)
        mix(prepared.net, scratch.units, scratch.counts, scratch.mixed)
    for circle in range(25):
        if sheet[circle] == 0:
            for rank in range(1, RANKS):
                scratch.entry_values[circle, rank] = np.float32(gain(sheet, scratch.crosses, circle, rank))
            if not is_last:
                _evaluate_circle(prepared, pattern[circle], sheet, circle, scratch)


@compiled
def _evaluate_circle(
    prepared: PreparedNet, slot: int, sheet: Ranks, circle: int, scratch: NetScratch
) -> None:
    """Add the points to come after every rank in a circle."""
    net, count, empty = prepared.net, scratch.counts[slot], scratch.counts[ALL]
    for k in range(MIXED):
        scratch.without[k] = (scratch.mixed[k] - net.rounds[empty, k] - net.colours[slot, count, k]) + (
            net.rounds[empty - 1, k] + net.colours[slot, count - 1, k]
        )
    blocks = _subtract_circle(prepared, sheet, circle, scratch)
    first = prepared.spread[BLOCK[circle, 0], _neighbour(sheet, circle, 0)]
    second = prepared.spread[BLOCK[circle, 1], _neighbour(sheet, circle, 1)]
    third = prepared.spread[BLOCK[circle, 2], _neighbour(sheet, circle, 2)]
    fourth = prepared.spread[BLOCK[circle, 3], _neighbour(sheet, circle, 3)]
    for rank in range(1, RANKS):
        for k in range(PART):
            scratch.filled[k] = scratch.part[k] + (
                (first[rank, k] + second[rank, k]) + (third[rank, k] + fourth[rank, k])
            )
        for k in range(MIXED):
            scratch.entry_mixed[k] = scratch.without[k]
        for n in range(blocks):
            add_eight(scratch.entry_mixed, MIXED, scratch.filled, 8 * n, net.mixing[scratch.blocks[n]])
        scratch.entry_values[circle, rank] += join(net, scratch.entry_mixed, empty - 1, scratch.joined)
