"""Gradient descent for the net of Close to the Mark!, with Adam (Kingma and Ba).

Mirrored partners always have the same value, so a step moves both by the mean of their gradients.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net import ALL, SCALE, Net, add_eight, count_empty, mix
from closecall.bots.mark.net_layout import JOINED, LINE, LINES_AT, MIXED, STAR, UNITS, WHOLE, WHOLE_AT, WIDTH
from closecall.bots.mark.net_values import partners, shapes
from closecall.bots.mark.pattern import BOXES, RANKS
from closecall.bots.mark.sheet import ENDS, LINE_OF, Floats, Ranks
from closecall.kernels.jit import compiled

MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999
TINY = np.float32(1e-7)
ZERO = np.float32(0.0)


class Batch(NamedTuple):
    """Sheets and their target values."""

    sheets: NDArray[np.int8]
    targets: Floats
    patterns: NDArray[np.int8]
    """Some patterns; each has an equal share of the sheets, one after the other."""
    tables: NDArray[np.int64]
    """For each pattern, the table of each box."""


class Activations(NamedTuple):
    """The layers of a net for one sheet, and the gradients of the error by them."""

    units: Floats
    mixed: Floats
    joined: Floats
    by_unit: Floats
    by_mixed: Floats
    by_joined: Floats
    counts: NDArray[np.int64]


class Moments(NamedTuple):
    """Running means of the gradients and of their squares."""

    means: Floats
    squares: Floats


class StepSize(NamedTuple):
    """The size of a step."""

    rate: float
    mean_part: float
    """Corrects the bias of the running mean."""
    square_part: float
    scale: float
    """The factor of the gradients, which are sums over a batch."""


# Forward, with all tables of boxes in one array.


@compiled
def _new_activations() -> Activations:
    return Activations(
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
def _forward(net: Net, tables: NDArray[np.int64], sheet: Ranks, activations: Activations) -> np.float32:
    """The points to come."""
    _add_up(net, tables, sheet, activations.units)
    mix(net, activations.units, activations.counts, activations.mixed)
    for k in range(JOINED):
        activations.joined[k] = net.joined[k]
    for block in range(MIXED // 8):
        add_eight(activations.joined, JOINED, activations.mixed, 8 * block, net.joining[block])
    total = ZERO
    for k in range(JOINED):
        total += net.worth[k] * max(activations.joined[k], ZERO)
    points: np.float32 = net.base[activations.counts[ALL]] + SCALE * total
    return points


# Backward.


@compiled
def add_gradients(net: Net, batch: Batch, order: NDArray[np.int64], gradients: Net) -> float:
    """Add the gradients of half the squared error over some sheets; return the sum of squares, in points."""
    activations, squares = _new_activations(), 0.0
    for n in order:
        sheet, which = batch.sheets[n], n * len(batch.patterns) // len(batch.sheets)
        count_empty(batch.patterns[which], sheet, activations.counts)
        error = _forward(net, batch.tables[which], sheet, activations) - batch.targets[n]
        squares += error * error
        _add_joined_gradients(net, error / SCALE, activations, gradients)
        _add_mixed_gradients(net, activations, gradients)
        _add_unit_gradients(net, activations, gradients)
        _add_row_gradients(batch.tables[which], sheet, activations.by_unit, gradients)
    return squares


@compiled
def _add_joined_gradients(net: Net, gradient: np.float32, activations: Activations, gradients: Net) -> None:
    gradients.base[activations.counts[ALL]] += gradient
    for k in range(JOINED):
        activations.by_joined[k] = ZERO
        if activations.joined[k] > ZERO:
            gradients.worth[k] += gradient * activations.joined[k]
            activations.by_joined[k] = gradient * net.worth[k]
            gradients.joined[k] += activations.by_joined[k]


@compiled
def _add_mixed_gradients(net: Net, activations: Activations, gradients: Net) -> None:
    for j in range(MIXED):
        activations.by_mixed[j] = ZERO
        if activations.mixed[j] > ZERO:
            value, back = activations.mixed[j], ZERO
            weights, sums, at = net.joining[j // 8], gradients.joining[j // 8], JOINED * (j % 8)
            for k in range(JOINED):
                sums[at + k] += value * activations.by_joined[k]
            for k in range(JOINED):
                back += activations.by_joined[k] * weights[at + k]
            activations.by_mixed[j] = back
    for k in range(MIXED):
        gradients.rounds[activations.counts[ALL], k] += activations.by_mixed[k]
    for slot in range(5):
        for k in range(MIXED):
            gradients.colours[slot, activations.counts[slot], k] += activations.by_mixed[k]


@compiled
def _add_unit_gradients(net: Net, activations: Activations, gradients: Net) -> None:
    by_mixed = activations.by_mixed
    for j in range(UNITS):
        activations.by_unit[j] = ZERO
        if activations.units[j] > ZERO:
            value = activations.units[j]
            weights, sums, at = net.mixing[j // 8], gradients.mixing[j // 8], MIXED * (j % 8)
            for k in range(MIXED):
                sums[at + k] += value * by_mixed[k]
            # Four independent sums do not wait for each other.
            a, b, c, d = ZERO, ZERO, ZERO, ZERO
            for k in range(0, MIXED, 4):
                a += by_mixed[k] * weights[at + k]
                b += by_mixed[k + 1] * weights[at + k + 1]
                c += by_mixed[k + 2] * weights[at + k + 2]
                d += by_mixed[k + 3] * weights[at + k + 3]
            activations.by_unit[j] = (a + b) + (c + d)
            gradients.units[j] += activations.by_unit[j]


@compiled
def _add_row_gradients(tables: NDArray[np.int64], sheet: Ranks, by_unit: Floats, gradients: Net) -> None:
    for box in range(BOXES):
        one, other = ENDS[box, 0], ENDS[box, 1]
        row = gradients.boxes[tables[box], RANKS * sheet[one] + sheet[other]]
        at_line = LINES_AT + LINE * LINE_OF[box]
        for k in range(STAR):
            row[k] += by_unit[STAR * one + k]
            row[STAR + k] += by_unit[STAR * other + k]
        for k in range(LINE):
            row[2 * STAR + k] += by_unit[at_line + k]
        for k in range(WHOLE):
            row[2 * STAR + LINE + k] += by_unit[WHOLE_AT + k]


@compiled
def step(
    values: Floats, gradients: Floats, moments: Moments, places: NDArray[np.int32], size: StepSize
) -> None:
    """Move weights against their gradients, partners alike, and reset the gradients."""
    mean_decay, square_decay = np.float32(MEAN_DECAY), np.float32(SQUARE_DECAY)
    new_mean, new_square = np.float32(1.0 - MEAN_DECAY), np.float32(1.0 - SQUARE_DECAY)
    half, rate = np.float32(0.5 * size.scale), np.float32(size.rate / size.mean_part)
    square_part = np.float32(1.0 / size.square_part)
    for n in range(len(values)):
        partner = places[n]
        if partner < n:
            continue
        gradient = half * (gradients[n] + gradients[partner])
        gradients[n] = ZERO
        gradients[partner] = ZERO
        mean = mean_decay * moments.means[n] + new_mean * gradient
        square = square_decay * moments.squares[n] + new_square * gradient * gradient
        moments.means[n] = mean
        moments.squares[n] = square
        values[n] -= rate * mean / (np.sqrt(square * square_part) + TINY)
        values[partner] = values[n]


def new_net(seed: int, kinds: int) -> Net:
    """An untrained net, which is its own mirror image."""
    rng = np.random.default_rng([seed, 1])
    deviations = (0.3, 0.0, 0.08, 0.0, 0.0, 0.2, 0.0, 0.15, 0.0)
    arrays = []
    for shape, deviation, places in zip(shapes(kinds), deviations, partners(kinds), strict=True):
        array = (rng.standard_normal(shape) * deviation).astype(np.float32)
        flat = array.reshape(-1)
        flat[:] = flat[np.minimum(places, np.arange(len(places)))]
        arrays.append(array)
    net = Net(*arrays)
    net.boxes[..., WIDTH - WHOLE :] *= np.float32(0.35)  # Forty rows are added there, elsewhere only four.
    net.base[:] = 3.0 * np.arange(26)  # About the points of a round.
    return net
