"""Gradient descent for the net of Qwixx: cross entropy, and Adam (Kingma and Ba).

There are more weights to learn than in the net that plays. The entry of a pair of rows is the sum of one for
the own row, one for the other's and one for both, so rare pairs profit from frequent rows. The entries for
the difference of the scores have a common slope. `merge` adds everything up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import Layers, Net, add_eight, entry
from closecall.bots.qwixx.net_layout import (
    BIAS_AT,
    CONTEXT_AT,
    LAST_AT,
    OFFSET_AT,
    REACH,
    ROWS,
    SCORE_AT,
    SCORES,
    SECOND,
    SECOND_AT,
    SHUT,
    WIDTH,
    size_of,
)
from closecall.bots.qwixx.net_values import Parts, seats_of
from closecall.kernels.jit import compiled, inlined
from closecall.training.qwixx_self_play import Positions

Weights = NDArray[np.float32]

PARTS = 2 * ROWS * 2 * WIDTH + WIDTH
"""After the entries of the net: those for own rows, for the others' rows, and the slope of the score."""
OTHERS = ROWS * 2 * WIDTH
SLOPE = 2 * OTHERS
UNIT = np.float32(1 / 20)
"""The slope is for twenty points."""

MEAN_DECAY, SQUARE_DECAY, TINY = 0.9, 0.999, 1e-8


class Learner(NamedTuple):
    """The learned weights, the net made of them, and Adam's running means of gradients and their squares."""

    weights: Weights
    net: Net
    means: Weights
    squares: Weights
    gradient: Weights


def new_learner(seats: int, seed: int) -> Learner:
    """An untrained learner."""
    weights = new_weights(seats, seed)
    net = np.zeros(size_of(seats), np.float32)
    merge(weights, net)
    return Learner(weights, net, np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights))


def new_weights(seats: int, seed: int) -> Weights:
    """Small random weights; 0 for pairs of rows and single scores."""
    numbers = np.random.default_rng(seed)
    weights = np.zeros(size_of(seats) + PARTS, np.float32)
    first = size_of(seats)
    inputs = WIDTH if seats == 2 else 2 * WIDTH
    weights[first : first + PARTS] = numbers.normal(0, 0.2, PARTS)
    weights[CONTEXT_AT:first] = numbers.normal(0, 0.1, first - CONTEXT_AT)
    weights[SECOND_AT:BIAS_AT] = numbers.normal(0, (1 / inputs) ** 0.5, BIAS_AT - SECOND_AT)
    weights[LAST_AT:OFFSET_AT] = numbers.normal(0, 0.1, SECOND)
    return weights


def start_from(learner: Learner, seats: int, parts: Parts) -> None:
    """Start from a net for as many or fewer seats; farther turns are like the farthest it knows."""
    weights, size = learner.weights, size_of(seats)
    weights[:] = 0
    weights[:SCORE_AT] = parts.both.ravel()
    weights[size : size + OTHERS] = parts.mine.ravel()
    weights[size + OTHERS : size + SLOPE] = parts.theirs.ravel()
    fixed = CONTEXT_AT - SCORE_AT
    weights[SCORE_AT:CONTEXT_AT] = parts.rest[:fixed]
    known = seats_of(parts.rest)
    if known == 2:  # It has one opponent, so it has no weights for the maximum.
        weights[SECOND_AT + WIDTH * SECOND : BIAS_AT] = 0
    old = parts.rest[fixed:].reshape(known, known, -1, WIDTH)
    new = weights[CONTEXT_AT:size].reshape(seats, seats, -1, WIDTH)
    for mine in range(seats):
        for theirs in range(seats):
            # With two seats, only the view of the one who rolls is known.
            near, far = (0, 1) if known == 2 else (min(mine, known - 1), min(theirs, known - 1))
            new[mine, theirs] = old[near, far if near != far else far - 1]
    merge(weights, learner.net)


@compiled
def merge(weights: Weights, net: Net) -> None:
    """Add up the learned parts to the net that plays."""
    size = len(net)
    for at in range(size):
        net[at] = weights[at]
    slope = weights[size + SLOPE :]
    for mine in range(ROWS):
        one = weights[size + 2 * WIDTH * mine : size + 2 * WIDTH * (mine + 1)]
        for theirs in range(ROWS):
            two = weights[size + OTHERS + 2 * WIDTH * theirs : size + OTHERS + 2 * WIDTH * (theirs + 1)]
            both = entry(net, ROWS * mine + theirs)
            for h in range(2 * WIDTH):
                both[h] += one[h] + two[h]
    for score in range(SCORES):
        steps = np.float32(score - REACH) * UNIT
        level = net[SCORE_AT + WIDTH * score : SCORE_AT + WIDTH * (score + 1)]
        for h in range(WIDTH):
            level[h] += steps * slope[h]


# Where things are in the layers of `add_gradient`: the first and the second layer, the gradients by both, and
# the two views of each opponent.
SECOND_LAYER = 2 * WIDTH
BACK_FIRST = SECOND_LAYER + SECOND
BACK_SECOND = BACK_FIRST + 2 * WIDTH
VIEWS = BACK_SECOND + SECOND


@compiled
def add_gradient(
    net: Net, features: NDArray[np.int16], target: float, gradient: Weights, layers: Layers
) -> float:
    """Add the gradient of one position; return the error of the net."""
    opponents, zero = len(features), np.float32(0)
    inputs = WIDTH if opponents == 1 else 2 * WIDTH
    for n in range(opponents):
        views = layers[VIEWS + 2 * WIDTH * n : VIEWS + 2 * WIDTH * (n + 1)]
        _forward_one(net, features[n], views)
        _add_view(layers, views, n, np.float32(1.0 / opponents))
    second = layers[SECOND_LAYER : SECOND_LAYER + SECOND]
    for k in range(SECOND):
        second[k] = net[BIAS_AT + k]
    for h in range(0, inputs, 8):
        add_eight(net, layers, h, second)
    total = net[OFFSET_AT]
    for k in range(SECOND):
        second[k] = max(second[k], zero)
        total += second[k] * net[LAST_AT + k]
    error = np.float32(1.0 / (1.0 + np.exp(-float(total))) - target)
    _backward(net, gradient, layers, inputs, error)
    for n in range(opponents):
        views = layers[VIEWS + 2 * WIDTH * n : VIEWS + 2 * WIDTH * (n + 1)]
        _backward_view(layers, views, opponents)
        _add_entries(features[n], gradient, views, len(net))
    return float(error)


@compiled
def _forward_one(net: Net, features: NDArray[np.int16], views: Layers) -> None:
    """The first layer for one opponent, in both roles of the colours."""
    zero = np.float32(0)
    a, b = entry(net, int(features[0])), entry(net, int(features[1]))
    c, d = entry(net, int(features[2])), entry(net, int(features[3]))
    score, context = SCORE_AT + WIDTH * int(features[4]), CONTEXT_AT + WIDTH * int(features[5])
    e, f = net[score : score + WIDTH], net[context : context + WIDTH]
    for h in range(WIDTH):
        both = e[h] + f[h]
        one = both + ((a[h] + b[h]) + (c[WIDTH + h] + d[WIDTH + h]))
        two = both + ((c[h] + d[h]) + (a[WIDTH + h] + b[WIDTH + h]))
        views[h], views[WIDTH + h] = max(one, zero), max(two, zero)


@compiled
def _add_view(layers: Layers, views: Layers, n: int, part: np.float32) -> None:
    """Add the nth opponent's views to the mean, and compare them with the maximum."""
    zero = np.float32(0)
    for h in range(WIDTH):
        layers[h] = (layers[h] if n else zero) + part * (views[h] + views[WIDTH + h])
    for h in range(WIDTH):
        layers[WIDTH + h] = max(layers[WIDTH + h] if n else zero, views[h] + views[WIDTH + h])


@compiled
def _backward(net: Net, gradient: Weights, layers: Layers, inputs: int, error: np.float32) -> None:
    """The gradients of the last two layers, and by the first."""
    zero = np.float32(0)
    second = layers[SECOND_LAYER : SECOND_LAYER + SECOND]
    flows = layers[BACK_SECOND : BACK_SECOND + SECOND]
    back = layers[BACK_FIRST : BACK_FIRST + 2 * WIDTH]
    gradient[OFFSET_AT] += error
    for k in range(SECOND):
        gradient[LAST_AT + k] += error * second[k]
        flows[k] = error * net[LAST_AT + k] if second[k] > zero else zero
        gradient[BIAS_AT + k] += flows[k]
    for h in range(inputs):
        value = layers[h]
        if value == zero:
            back[h] = zero
            continue
        weights = net[SECOND_AT + SECOND * h : SECOND_AT + SECOND * (h + 1)]
        slopes = gradient[SECOND_AT + SECOND * h : SECOND_AT + SECOND * (h + 1)]
        flow = zero
        for k in range(0, SECOND, 4):
            one, two = flows[k] * weights[k], flows[k + 1] * weights[k + 1]
            flow += (one + two) + (flows[k + 2] * weights[k + 2] + flows[k + 3] * weights[k + 3])
        for k in range(SECOND):
            slopes[k] += flows[k] * value
        back[h] = flow


@compiled
def _backward_view(layers: Layers, views: Layers, opponents: int) -> None:
    """Overwrite one opponent's views with the gradients by them, through the mean and the maximum."""
    zero, part = np.float32(0), np.float32(1.0 / opponents)
    back = layers[BACK_FIRST : BACK_FIRST + 2 * WIDTH]
    for h in range(WIDTH):
        flow = part * back[h]
        if opponents > 1 and views[h] + views[WIDTH + h] == layers[WIDTH + h]:
            flow += back[WIDTH + h]
        views[h] = flow if views[h] > zero else zero
        views[WIDTH + h] = flow if views[WIDTH + h] > zero else zero


@compiled
def _add_entries(features: NDArray[np.int16], gradient: Weights, views: Layers, size: int) -> None:
    """Add the gradients by one opponent's views to all entries that were looked up."""
    score, context = int(features[4]), int(features[5])
    steps = np.float32(score - REACH) * UNIT
    e = gradient[SCORE_AT + WIDTH * score : SCORE_AT + WIDTH * (score + 1)]
    f = gradient[CONTEXT_AT + WIDTH * context : CONTEXT_AT + WIDTH * (context + 1)]
    g = gradient[size + SLOPE : size + SLOPE + WIDTH]
    for h in range(WIDTH):
        e[h] += views[h] + views[WIDTH + h]
    for h in range(WIDTH):
        f[h] += views[h] + views[WIDTH + h]
    for h in range(WIDTH):
        g[h] += steps * (views[h] + views[WIDTH + h])
    for row in range(4):
        pair = int(features[row])
        _add_views(entry(gradient, pair), views, row)
        if pair != SHUT:
            mine, theirs = pair // ROWS, pair % ROWS
            own = gradient[size + 2 * WIDTH * mine : size + 2 * WIDTH * (mine + 1)]
            _add_views(own, views, row)
            at = size + OTHERS + 2 * WIDTH * theirs
            _add_views(gradient[at : at + 2 * WIDTH], views, row)


@inlined
def _add_views(slopes: Weights, views: Layers, row: int) -> None:
    """Add both views, in the opposite order for green and blue."""
    one, two = (views[:WIDTH], views[WIDTH:]) if row < 2 else (views[WIDTH:], views[:WIDTH])
    for h in range(WIDTH):
        slopes[h] += one[h]
    for h in range(WIDTH):
        slopes[WIDTH + h] += two[h]


@compiled
def train_step(learner: Learner, positions: Positions, count: int, rate: float, step: int) -> float:
    """One step of Adam on `count` positions; return the mean squared error."""
    layers = np.zeros(VIEWS + 2 * WIDTH * positions.features.shape[1], np.float32)
    gradient = learner.gradient
    for at in range(len(gradient)):
        gradient[at] = 0
    errors = 0.0
    for n in range(count):
        errors += (
            add_gradient(learner.net, positions.features[n], positions.targets[n], gradient, layers) ** 2
        )
    for at in range(len(gradient)):
        gradient[at] *= np.float32(1 / count)
    _take_step(learner, np.float32(rate / (1 - MEAN_DECAY**step)), np.float32(1 / (1 - SQUARE_DECAY**step)))
    merge(learner.weights, learner.net)
    return errors / count


@compiled
def _take_step(learner: Learner, rate: np.float32, correction: np.float32) -> None:
    """Move all weights by the rule of Adam."""
    weights, means, squares, gradient = learner.weights, learner.means, learner.squares, learner.gradient
    one, keep, remember, tiny = (
        np.float32(1),
        np.float32(MEAN_DECAY),
        np.float32(SQUARE_DECAY),
        np.float32(TINY),
    )
    for at in range(len(weights)):
        means[at] = keep * means[at] + (one - keep) * gradient[at]
        squares[at] = remember * squares[at] + (one - remember) * gradient[at] * gradient[at]
        weights[at] -= rate * means[at] / (np.sqrt(squares[at] * correction) + tiny)


def parts_of(weights: Weights, seats: int) -> Parts:
    """The learned parts as the bot's file has them, with the slope added to the scores."""
    size, pairs = size_of(seats), SCORE_AT
    net = np.zeros(size, np.float32)
    merge(weights, net)
    extra = weights[size:]
    return Parts(
        both=weights[:pairs].reshape(-1, 2 * WIDTH).copy(),
        mine=extra[:OTHERS].reshape(ROWS, 2 * WIDTH).copy(),
        theirs=extra[OTHERS:SLOPE].reshape(ROWS, 2 * WIDTH).copy(),
        rest=net[pairs:].copy(),
    )
