"""The net of Qwixx: the chance to win a game, just before a roll.

The net compares a seat with each of the others. Of a row it knows the last cross and the number of crosses,
56 cases; the 56 × 56 cases of two seats' rows are looked up in a table, with one more entry for a closed row.
The difference of the scores is looked up in a second table; misthrows, a closed row and whose turn it is in a
third. Entries of red and yellow are added, and those of green and blue. Both pairs are looked up in either
role and the two views are added, so an exchange of colours that leaves the game the same changes nothing.

| layer | what it holds |
|---|---|
| first | for each opponent, in both roles of the colours: `WIDTH` rectified sums of entries |
| second | `SECOND` weighted sums of the mean and, with several opponents, the maximum of the first |
| last | one weighted sum, turned into a chance by the logistic function |

All weights are in one array of float32: compiled code passes one array faster than eight.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.moves import MOST_MOVES, carried_points
from closecall.bots.qwixx.net_layout import (
    BIAS_AT,
    CONTEXT,
    CONTEXT_AT,
    FEATURES,
    LAST_AT,
    LAYERS,
    OFFSET_AT,
    PAIR_AT,
    REACH,
    ROWS,
    SCORE,
    SCORE_AT,
    SECOND,
    SECOND_AT,
    SHUT,
    SUMS_AT,
    VIEW_AT,
    WIDTH,
)
from closecall.kernels.exponential import exp
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.kernel import (
    ACTIVE,
    CLOSED,
    LAST,
    MISTHROWS,
    SEATS,
    SHEETS,
    STATE,
    Table,
    score_sheet,
)

Net = NDArray[np.float32]
Layers = NDArray[np.float32]
"""Scratch space for the first two layers."""
Features = NDArray[np.int16]
"""The input, a line for each opponent: four pairs of rows, the difference of the scores and the context."""


class NetPlayer(NamedTuple):
    """A net, and scratch space to play with it; for one thread."""

    net: Net
    layers: Layers
    features: Features
    middle: Table
    later: Table
    """The table after action 1, and after the turn."""
    moves: NDArray[np.int64]
    choices: NDArray[np.int64]


def new_net_player(net: Net) -> NetPlayer:
    """A net with its scratch space."""
    return NetPlayer(
        net=net,
        layers=np.zeros(LAYERS, np.float32),
        features=np.zeros((4, FEATURES), np.int16),
        middle=np.zeros(STATE, np.int16),
        later=np.zeros(STATE, np.int16),
        moves=np.zeros(MOST_MOVES, np.int64),
        choices=np.zeros(5, np.int64),
    )


def _row_index(row: int) -> int:
    """By the last cross, then the number of crosses; a locked row is never looked up."""
    if row == 0 or row >> LAST:
        return 0
    last = row.bit_length() - 1
    return last * (last + 1) // 2 + row.bit_count()


ROW_INDEX = np.array([_row_index(row) for row in range(4096)], np.int16)


@inlined
def _pair(state: Table, seat: int, other: int, row: int) -> int:
    """The entry for a row of two seats."""
    if state[CLOSED] >> row & 1:
        return SHUT
    mine, theirs = state[SHEETS + 5 * seat + row], state[SHEETS + 5 * other + row]
    return ROWS * int(ROW_INDEX[mine]) + int(ROW_INDEX[theirs])


@inlined
def _context(state: Table, seat: int, other: int) -> int:
    """The entry for the turns until either rolls, both misthrows, and whether a row is closed."""
    seats = int(state[SEATS])
    mine, theirs = (seat - state[ACTIVE] + seats) % seats, (other - state[ACTIVE] + seats) % seats
    misthrows = 4 * state[SHEETS + 5 * seat + MISTHROWS] + state[SHEETS + 5 * other + MISTHROWS]
    return int(32 * (seats * mine + theirs) + 2 * misthrows + (1 if state[CLOSED] else 0))


@compiled
def write_features(state: Table, seat: int, features: Features) -> None:
    """Write the input for a seat before a roll, a line for each opponent in the order of turns."""
    seats, points = int(state[SEATS]), score_sheet(state, seat) + carried_points(state, seat)
    for n in range(seats - 1):
        other = (seat + 1 + n) % seats
        for row in range(4):
            features[n, row] = _pair(state, seat, other, row)
        ahead = points - score_sheet(state, other) - carried_points(state, other)
        features[n, SCORE] = REACH + min(max(ahead, -REACH), REACH)
        features[n, CONTEXT] = _context(state, seat, other)


@compiled
def chance(player: NetPlayer, state: Table, seat: int) -> float:
    """The chance of a seat to win, before a roll."""
    write_features(state, seat, player.features)
    for n in range(state[SEATS] - 1):
        _look(player.net, player.layers, player.features, n)
    return _conclude(player.net, player.layers, state[SEATS] - 1)


@inlined
def entry(net: Net, pair: int) -> Net:
    """The entry of a pair of rows."""
    return net[PAIR_AT + 2 * WIDTH * pair : PAIR_AT + 2 * WIDTH * (pair + 1)]


@inlined
def _look(net: Net, layers: Layers, features: Features, n: int) -> None:
    """The first layer for the nth opponent, added to the sum over opponents and compared with the maximum."""
    # Slices: LLVM vectorises only loops over arrays that are indexed from 0.
    a, b = entry(net, int(features[n, 0])), entry(net, int(features[n, 1]))
    c, d = entry(net, int(features[n, 2])), entry(net, int(features[n, 3]))
    score, context = (
        SCORE_AT + WIDTH * int(features[n, SCORE]),
        CONTEXT_AT + WIDTH * int(features[n, CONTEXT]),
    )
    e, f = net[score : score + WIDTH], net[context : context + WIDTH]
    zero = np.float32(0)
    for h in range(WIDTH):
        both = e[h] + f[h]
        one = both + ((a[h] + b[h]) + (c[WIDTH + h] + d[WIDTH + h]))
        two = both + ((c[h] + d[h]) + (a[WIDTH + h] + b[WIDTH + h]))
        layers[VIEW_AT + h] = (one if one > zero else zero) + (two if two > zero else zero)
    for h in range(WIDTH):
        layers[h] = layers[VIEW_AT + h] + (layers[h] if n else zero)
    for h in range(WIDTH):
        layers[WIDTH + h] = max(layers[VIEW_AT + h], layers[WIDTH + h] if n else zero)


@inlined
def _conclude(net: Net, layers: Layers, opponents: int) -> float:
    """The second and the last layer."""
    sums = layers[SUMS_AT : SUMS_AT + SECOND]
    if opponents > 1:
        part = np.float32(1.0 / opponents)
        for h in range(WIDTH):
            layers[h] *= part
    for k in range(SECOND):
        sums[k] = net[BIAS_AT + k]
    for h in range(0, WIDTH if opponents == 1 else 2 * WIDTH, 8):
        add_eight(net, layers, h, sums)
    total = float(net[OFFSET_AT])
    for k in range(SECOND):
        if sums[k] > 0:
            total += float(sums[k] * net[LAST_AT + k])
    return float(1.0 / (1.0 + exp(-total)))


@inlined
def add_eight(net: Net, seen: Layers, h: int, sums: Layers) -> None:
    """Add eight numbers of the first layer to the second at once, so that additions need not wait."""
    a, b, c, d = seen[h], seen[h + 1], seen[h + 2], seen[h + 3]
    e, f, g, i = seen[h + 4], seen[h + 5], seen[h + 6], seen[h + 7]
    w = net[SECOND_AT + SECOND * h : SECOND_AT + SECOND * (h + 8)]
    x = w[4 * SECOND :]
    for k in range(SECOND):
        low = (a * w[k] + b * w[SECOND + k]) + (c * w[2 * SECOND + k] + d * w[3 * SECOND + k])
        high = (e * x[k] + f * x[SECOND + k]) + (g * x[2 * SECOND + k] + i * x[3 * SECOND + k])
        sums[k] += low + high
