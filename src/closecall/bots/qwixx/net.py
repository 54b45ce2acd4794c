"""The chance to win a game of Qwixx, as a small net sees it just before a roll.

The net looks at a seat beside each of the others. Of a row it knows the last cross and how many there are, 56
cases; what it makes of the 56 × 56 cases of two seats' rows is a table, with one more entry for a closed row.
The score's difference is a second table; misthrows, a closed row and whose turn it is are a third. What red
and yellow say is added up, and what green and blue say; since both pairs are looked up in either role and the
two views are added, no exchange of colours that leaves the game the same changes anything.

| layer | what it holds |
|---|---|
| first | for each opponent, in both roles of the colours: `WIDTH` sums of entries, those below 0 cut |
| second | `SECOND` sums of the mean and, with several opponents, the greatest of the first |
| last | one sum, made a chance by the logistic function |

All numbers lie in one array of float32, since compiled code passes one array cheaper than eight.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.carry_over import carried
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx import (
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
Room = NDArray[np.float32]
"""Where the first two layers are worked out."""
Features = NDArray[np.int16]
"""What a seat sees, a line for each opponent: four pairs of rows, the score's difference and the context."""

WIDTH = 64
SECOND = 32
ROWS = 56
"""An open row: nothing, or its last cross at one of ten places with so many crosses up to there."""
PAIRS = ROWS * ROWS + 1
SHUT = PAIRS - 1
"""The pair of two rows that are closed: their points are in the score, and nothing more comes of them."""
REACH = 60
"""Differences of the score beyond this are taken for it."""
SCORES = 2 * REACH + 1
SCORE, CONTEXT, FEATURES = 4, 5, 6
"""Where in a line of features, after the four pairs of rows; and how long it is."""

# Where things are in a net.
PAIR_AT = 0
SCORE_AT = PAIR_AT + PAIRS * 2 * WIDTH
SECOND_AT = SCORE_AT + SCORES * WIDTH
BIAS_AT = SECOND_AT + 2 * WIDTH * SECOND
LAST_AT = BIAS_AT + SECOND
OFFSET_AT = LAST_AT + SECOND
CONTEXT_AT = OFFSET_AT + 1

# Where things are in a room: the sum of the first layer over all opponents and the greatest, the view of one
# opponent, and the sums of the second layer.
VIEW_AT = 2 * WIDTH
SUMS_AT = 3 * WIDTH
ROOM = SUMS_AT + SECOND

CHOICES = 9
"""The most moves of a seat: two numbers in each of four rows, or a pass; in action 1 five."""


class Desk(NamedTuple):
    """A net and what is needed to work with it."""

    net: Net
    room: Room
    features: Features
    middle: Table
    later: Table
    """The table after action 1, and after the turn."""
    moves: NDArray[np.int64]
    choices: NDArray[np.int64]


def new_desk(net: Net) -> Desk:
    """A net with room to work; for one thread."""
    return Desk(
        net=net,
        room=np.zeros(ROOM, np.float32),
        features=np.zeros((4, FEATURES), np.int16),
        middle=np.zeros(STATE, np.int16),
        later=np.zeros(STATE, np.int16),
        moves=np.zeros(CHOICES, np.int64),
        choices=np.zeros(5, np.int64),
    )


def contexts(seats: int) -> int:
    """Misthrows of both, a closed row, and how many turns it is until either rolls."""
    return 32 * seats * seats


def size_of(seats: int) -> int:
    """How many numbers a net has."""
    return CONTEXT_AT + contexts(seats) * WIDTH


def _row_index(row: int) -> int:
    """By the last cross, then by the number of crosses; a locked row is never looked up."""
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
    """The entry for how far either is from rolling, both misthrows, and whether a row is closed."""
    seats = int(state[SEATS])
    mine, theirs = (seat - state[ACTIVE] + seats) % seats, (other - state[ACTIVE] + seats) % seats
    misthrows = 4 * state[SHEETS + 5 * seat + MISTHROWS] + state[SHEETS + 5 * other + MISTHROWS]
    return int(32 * (seats * mine + theirs) + 2 * misthrows + (1 if state[CLOSED] else 0))


@compiled
def write_features(state: Table, seat: int, features: Features) -> None:
    """What the net sees of a seat before a roll, a line for each opponent in the order of turns."""
    seats, points = int(state[SEATS]), score_sheet(state, seat) + carried(state, seat)
    for n in range(seats - 1):
        other = (seat + 1 + n) % seats
        for row in range(4):
            features[n, row] = _pair(state, seat, other, row)
        ahead = points - score_sheet(state, other) - carried(state, other)
        features[n, SCORE] = REACH + min(max(ahead, -REACH), REACH)
        features[n, CONTEXT] = _context(state, seat, other)


@compiled
def chance(desk: Desk, state: Table, seat: int) -> float:
    """The chance of a seat to win, before a roll."""
    write_features(state, seat, desk.features)
    for n in range(state[SEATS] - 1):
        _look(desk.net, desk.room, desk.features, n)
    return _conclude(desk.net, desk.room, state[SEATS] - 1)


@inlined
def entry(net: Net, pair: int) -> Net:
    """What the net makes of a pair of rows."""
    return net[PAIR_AT + 2 * WIDTH * pair : PAIR_AT + 2 * WIDTH * (pair + 1)]


@inlined
def _look(net: Net, room: Room, features: Features, n: int) -> None:
    """The first layer for the nth opponent: in `room` the sum of all opponents and the greatest of them."""
    # Slices, since only what is counted from 0 is done eight at a time.
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
        room[VIEW_AT + h] = (one if one > zero else zero) + (two if two > zero else zero)
    for h in range(WIDTH):
        room[h] = room[VIEW_AT + h] + (room[h] if n else zero)
    for h in range(WIDTH):
        room[WIDTH + h] = max(room[VIEW_AT + h], room[WIDTH + h] if n else zero)


@inlined
def _conclude(net: Net, room: Room, opponents: int) -> float:
    """The second layer and the last."""
    sums = room[SUMS_AT : SUMS_AT + SECOND]
    if opponents > 1:
        part = np.float32(1.0 / opponents)
        for h in range(WIDTH):
            room[h] *= part
    for k in range(SECOND):
        sums[k] = net[BIAS_AT + k]
    for h in range(0, WIDTH if opponents == 1 else 2 * WIDTH, 8):
        add_eight(net, room, h, sums)
    total = float(net[OFFSET_AT])
    for k in range(SECOND):
        if sums[k] > 0:
            total += float(sums[k] * net[LAST_AT + k])
    return float(1.0 / (1.0 + np.exp(-total)))


@inlined
def add_eight(net: Net, seen: Room, h: int, sums: Room) -> None:
    """Add what eight numbers of the first layer bring to the second; singly, each would wait for the last."""
    a, b, c, d = seen[h], seen[h + 1], seen[h + 2], seen[h + 3]
    e, f, g, i = seen[h + 4], seen[h + 5], seen[h + 6], seen[h + 7]
    w = net[SECOND_AT + SECOND * h : SECOND_AT + SECOND * (h + 8)]
    x = w[4 * SECOND :]
    for k in range(SECOND):
        low = (a * w[k] + b * w[SECOND + k]) + (c * w[2 * SECOND + k] + d * w[3 * SECOND + k])
        high = (e * x[k] + f * x[SECOND + k]) + (g * x[2 * SECOND + k] + i * x[3 * SECOND + k])
        sums[k] += low + high
