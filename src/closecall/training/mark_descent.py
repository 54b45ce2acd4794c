"""How the numbers of a net are corrected: the gradients of a batch of sheets, and steps after Adam.

Adam is by Kingma and Ba. Mirrored partners always have the same value, so a step moves both by the mean of
their gradients.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_eval import (
    ALL,
    JOINED,
    LINE,
    LINES_AT,
    MIXED,
    SCALE,
    STAR,
    UNITS,
    WHOLE,
    WHOLE_AT,
    WIDTH,
    Net,
    add_eight,
    count_empty,
    mix,
)
from closecall.bots.mark.net_mirror import partners, shapes
from closecall.bots.mark.net_sheet import BOXES, ENDS, LINE_OF, RANKS, Floats, Ranks
from closecall.kernels.jit import compiled

FORGET_MEAN, FORGET_SQUARE = 0.9, 0.999
TINY = np.float32(1e-7)
ZERO = np.float32(0.0)


class Lesson(NamedTuple):
    """Sheets and what they were worth."""

    sheets: NDArray[np.int8]
    targets: Floats
    patterns: NDArray[np.int8]
    """A few patterns; each has its equal share of the sheets, one after the other."""
    tables: NDArray[np.int64]
    """For each pattern: which table of the net each box has."""


class Thought(NamedTuple):
    """What a net thinks of one sheet, and how the error changes with it."""

    units: Floats
    mixed: Floats
    joined: Floats
    by_unit: Floats
    by_mixed: Floats
    by_joined: Floats
    counts: NDArray[np.int64]


class Moments(NamedTuple):
    """What is remembered of earlier gradients."""

    means: Floats
    squares: Floats


class Pace(NamedTuple):
    """How far a step goes."""

    rate: float
    mean_part: float
    """How much of the mean is known yet."""
    square_part: float
    scale: float
    """What the gradients are multiplied by: they were added up over a batch."""


# What the net thinks, from tables that are laid out one after the other.


@compiled
def _new_thought() -> Thought:
    return Thought(
        np.empty(UNITS, np.float32),
        np.empty(MIXED, np.float32),
        np.empty(JOINED, np.float32),
        np.empty(UNITS, np.float32),
        np.empty(MIXED, np.float32),
        np.empty(JOINED, np.float32),
        np.empty(6, np.int64),
    )


@compiled
def _add_up(net: Net, tables: NDArray[np.int64], sheet: Ranks, units: Floats) -> None:
    for at in range(UNITS):
        units[at] = net.units[at]
    for box in range(BOXES):
        one, other = ENDS[box, 0], ENDS[box, 1]
        row = net.boxes[tables[box], RANKS * sheet[one] + sheet[other]]
        at_line = LINES_AT + LINE * LINE_OF[box]
        for k in range(STAR):
            units[STAR * one + k] += row[k]
            units[STAR * other + k] += row[STAR + k]
        for k in range(LINE):
            units[at_line + k] += row[2 * STAR + k]
        for k in range(WHOLE):
            units[WHOLE_AT + k] += row[2 * STAR + LINE + k]


@compiled
def _think(net: Net, tables: NDArray[np.int64], sheet: Ranks, thought: Thought) -> np.float32:
    """The points to come."""
    _add_up(net, tables, sheet, thought.units)
    mix(net, thought.units, thought.counts, thought.mixed)
    for k in range(JOINED):
        thought.joined[k] = net.joined[k]
    for block in range(MIXED // 8):
        add_eight(thought.joined, JOINED, thought.mixed, 8 * block, net.joining[block])
    total = ZERO
    for k in range(JOINED):
        total += net.worth[k] * max(thought.joined[k], ZERO)
    points: np.float32 = net.base[thought.counts[ALL]] + SCALE * total
    return points


# Back from the error to all that has part in it.


@compiled
def add_gradients(net: Net, lesson: Lesson, order: NDArray[np.int64], slopes: Net) -> float:
    """Add up the gradients of half the squared error over some sheets; the sum of all squares in points."""
    thought, squares = _new_thought(), 0.0
    for n in order:
        sheet, which = lesson.sheets[n], n * len(lesson.patterns) // len(lesson.sheets)
        count_empty(lesson.patterns[which], sheet, thought.counts)
        error = _think(net, lesson.tables[which], sheet, thought) - lesson.targets[n]
        squares += error * error
        _add_joined_slopes(net, error / SCALE, thought, slopes)
        _add_mixed_slopes(net, thought, slopes)
        _add_unit_slopes(net, thought, slopes)
        _add_row_slopes(lesson.tables[which], sheet, thought.by_unit, slopes)
    return squares


@compiled
def _add_joined_slopes(net: Net, slope: np.float32, thought: Thought, slopes: Net) -> None:
    slopes.base[thought.counts[ALL]] += slope
    for k in range(JOINED):
        thought.by_joined[k] = ZERO
        if thought.joined[k] > ZERO:
            slopes.worth[k] += slope * thought.joined[k]
            thought.by_joined[k] = slope * net.worth[k]
            slopes.joined[k] += thought.by_joined[k]


@compiled
def _add_mixed_slopes(net: Net, thought: Thought, slopes: Net) -> None:
    for j in range(MIXED):
        thought.by_mixed[j] = ZERO
        if thought.mixed[j] > ZERO:
            value, back = thought.mixed[j], ZERO
            weights, sums, at = net.joining[j // 8], slopes.joining[j // 8], JOINED * (j % 8)
            for k in range(JOINED):
                sums[at + k] += value * thought.by_joined[k]
            for k in range(JOINED):
                back += thought.by_joined[k] * weights[at + k]
            thought.by_mixed[j] = back
    for k in range(MIXED):
        slopes.rounds[thought.counts[ALL], k] += thought.by_mixed[k]
    for slot in range(5):
        for k in range(MIXED):
            slopes.colours[slot, thought.counts[slot], k] += thought.by_mixed[k]


@compiled
def _add_unit_slopes(net: Net, thought: Thought, slopes: Net) -> None:
    by_mixed = thought.by_mixed
    for j in range(UNITS):
        thought.by_unit[j] = ZERO
        if thought.units[j] > ZERO:
            value = thought.units[j]
            weights, sums, at = net.mixing[j // 8], slopes.mixing[j // 8], MIXED * (j % 8)
            for k in range(MIXED):
                sums[at + k] += value * by_mixed[k]
            # Four sums beside each other do not wait for each other.
            a, b, c, d = ZERO, ZERO, ZERO, ZERO
            for k in range(0, MIXED, 4):
                a += by_mixed[k] * weights[at + k]
                b += by_mixed[k + 1] * weights[at + k + 1]
                c += by_mixed[k + 2] * weights[at + k + 2]
                d += by_mixed[k + 3] * weights[at + k + 3]
            thought.by_unit[j] = (a + b) + (c + d)
            slopes.units[j] += thought.by_unit[j]


@compiled
def _add_row_slopes(tables: NDArray[np.int64], sheet: Ranks, by_unit: Floats, slopes: Net) -> None:
    for box in range(BOXES):
        one, other = ENDS[box, 0], ENDS[box, 1]
        row = slopes.boxes[tables[box], RANKS * sheet[one] + sheet[other]]
        at_line = LINES_AT + LINE * LINE_OF[box]
        for k in range(STAR):
            row[k] += by_unit[STAR * one + k]
            row[STAR + k] += by_unit[STAR * other + k]
        for k in range(LINE):
            row[2 * STAR + k] += by_unit[at_line + k]
        for k in range(WHOLE):
            row[2 * STAR + LINE + k] += by_unit[WHOLE_AT + k]


@compiled
def step(values: Floats, slopes: Floats, moments: Moments, places: NDArray[np.int32], pace: Pace) -> None:
    """Move numbers against their gradients, partners alike, and forget the gradients."""
    forget_mean, forget_square = np.float32(FORGET_MEAN), np.float32(FORGET_SQUARE)
    new_mean, new_square = np.float32(1.0 - FORGET_MEAN), np.float32(1.0 - FORGET_SQUARE)
    half, rate = np.float32(0.5 * pace.scale), np.float32(pace.rate / pace.mean_part)
    square_part = np.float32(1.0 / pace.square_part)
    for n in range(len(values)):
        partner = places[n]
        if partner < n:
            continue
        slope = half * (slopes[n] + slopes[partner])
        slopes[n] = ZERO
        slopes[partner] = ZERO
        mean = forget_mean * moments.means[n] + new_mean * slope
        square = forget_square * moments.squares[n] + new_square * slope * slope
        moments.means[n] = mean
        moments.squares[n] = square
        values[n] -= rate * mean / (np.sqrt(square * square_part) + TINY)
        values[partner] = values[n]


def new_net(seed: int, kinds: int) -> Net:
    """A net that knows nothing yet, but is its own mirror image."""
    rng = np.random.default_rng([seed, 1])
    deviations = (0.3, 0.0, 0.08, 0.0, 0.0, 0.2, 0.0, 0.15, 0.0)
    arrays = []
    for shape, deviation, places in zip(shapes(kinds), deviations, partners(kinds), strict=True):
        array = (rng.standard_normal(shape) * deviation).astype(np.float32)
        flat = array.reshape(-1)
        flat[:] = flat[np.minimum(places, np.arange(len(places)))]
        arrays.append(array)
    net = Net(*arrays)
    net.boxes[..., WIDTH - WHOLE :] *= np.float32(0.35)  # Forty rows are added up there, elsewhere only four.
    net.base[:] = 3.0 * np.arange(26)  # About what a round brings.
    return net
