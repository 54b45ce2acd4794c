"""Reading and changing a table, compiled; the package's docstring explains its numbers."""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.enough.array_layout import (
    BACKING_OUT,
    CALLED,
    DEAL_FACE_UP,
    DECLARE,
    DOUBLE,
    DRAW_CARD,
    DRAW_SCOREKEEPER,
    DRAW_TARGET,
    DRAW_TOKEN,
    END_OF_TURN,
    FACE_UP,
    GIVE_UP,
    HAND,
    IGNORE,
    LOCK_ABILITY,
    LOCK_TOKEN,
    NEW_FACE_UP,
    NUDGE_DOWN,
    NUDGE_UP,
    PAIRS,
    PAIRS_OF_USE,
    PHASES,
    PLAYER,
    PLAYERS,
    REPLACE_FACE_UP,
    SEATS,
    SHOWING,
    SILENCE_ABILITY,
    STANCE,
    STAYED,
    SUBTRACT,
    TARGET,
    TARGET_NUMBERS,
    TOKEN_KINDS,
    TOTALLING,
    TURN,
    USES,
    VALUES,
)
from closecall.kernels.jit import compiled

Table = NDArray[np.int64]
Moves = NDArray[np.int64]

_FATE = (DRAW_SCOREKEEPER, DRAW_TARGET, DEAL_FACE_UP, DRAW_CARD, REPLACE_FACE_UP, DRAW_TOKEN)
_SINGLE = (TURN, GIVE_UP, NEW_FACE_UP, END_OF_TURN, DECLARE, BACKING_OUT)
IS_CHANCE = np.array([phase in _FATE for phase in range(PHASES)])
IS_CHOICE = np.array([phase in _SINGLE for phase in range(PHASES)])
"""Whether one player decides in this phase."""
IS_JOINT = np.array([phase in (TOTALLING, SHOWING) for phase in range(PHASES)])
"""Whether several players decide in this phase, simultaneously."""

CAN_LOCK = np.array([LOCK_ABILITY in pair for pair in PAIRS])
CAN_SILENCE = np.array([SILENCE_ABILITY in pair for pair in PAIRS])
CAN_TOTAL = np.array([pair != (LOCK_ABILITY, SILENCE_ABILITY) for pair in PAIRS])
"""Whether a token can change a card (E7)."""
USE_TOKEN = np.array([-1, *[kind for kind, _ in PAIRS_OF_USE]])
USE_CHANGE = np.array([0, *[change for _, change in PAIRS_OF_USE]])
CHANGES_OF = np.array(
    [sum(1 << change for kind, change in PAIRS_OF_USE if kind == at) for at in range(TOKEN_KINDS)]
)
"""The changes that each token allows, one bit each."""


@compiled
def player_at(seat: int) -> int:
    """Where a player's part of the state begins."""
    return PLAYERS + PLAYER * seat


@compiled
def next_seat(state: Table, seat: int) -> int:
    """The player to the left."""
    return seat + 1 if seat + 1 < state[SEATS] else 0


@compiled
def is_full(state: Table, seat: int) -> bool:
    """Whether a hand has two cards: then the lot is full (E3)."""
    return bool(state[player_at(seat) + HAND + 1] >= 0)


@compiled
def is_contending(state: Table, seat: int) -> bool:
    """Whether a player has called or stayed in (E8)."""
    stance = state[player_at(seat) + STANCE]
    return bool(CALLED <= stance <= STAYED)


@compiled
def is_locked(state: Table, seat: int) -> bool:
    """Whether a face-up card cannot be taken: by a token (E7), by calling (E5) or staying (E6)."""
    return bool(state[player_at(seat) + LOCK_TOKEN]) or is_contending(state, seat)


@compiled
def value_of(state: Table, card: int) -> int:
    """The number on a card."""
    return int(state[VALUES + card])


@compiled
def changed(value: int, change: int) -> int:
    """A card's value under a token, or under none (E7)."""
    if change == SUBTRACT:
        return -value
    if change == DOUBLE:
        return 2 * value
    if change == IGNORE:
        return 0
    if change == NUDGE_UP:
        return value + 1
    return value - 1 if change == NUDGE_DOWN else value


@compiled
def total_of(state: Table, seat: int, uses: int) -> int:
    """The sum of a full lot after the tokens of a `TOTAL` move (E8)."""
    lot = player_at(seat)
    up = changed(value_of(state, state[lot + FACE_UP]), USE_CHANGE[uses // (USES * USES)])
    low = changed(value_of(state, state[lot + HAND]), USE_CHANGE[uses // USES % USES])
    high = changed(value_of(state, state[lot + HAND + 1]), USE_CHANGE[uses % USES])
    return up + low + high


@compiled
def distance_of(state: Table, seat: int, uses: int) -> int:
    """How far a lot is from its target, over or under (E8)."""
    aim = int(state[TARGET_NUMBERS + state[player_at(seat) + TARGET]])
    return abs(total_of(state, seat, uses) - aim)


# Cards and targets are sorted in a few fields; unused fields at the end are −1.


@compiled
def insert(state: Table, at: int, piece: int) -> None:
    """Insert a piece in order; there must be a free field."""
    while 0 <= state[at] <= piece:
        at += 1
    while piece >= 0:
        following = state[at]
        state[at] = piece
        piece = following
        at += 1


@compiled
def remove_at(state: Table, at: int, last: int) -> None:
    """Remove the piece at an index; `last` is the index of the last field."""
    while at < last:
        state[at] = state[at + 1]
        at += 1
    state[last] = -1


@compiled
def remove(state: Table, first: int, last: int, piece: int) -> None:
    """Remove a piece, if it is there."""
    for at in range(first, last + 1):
        if state[at] == piece:
            remove_at(state, at, last)
            return
