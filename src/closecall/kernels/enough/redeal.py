"""Redeal what a viewer cannot know: the counterpart of `redeal` in `games/enough/view.py`, during a round."""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.enough.array_layout import (
    DECK,
    DRAW_TOKEN,
    DRAWN,
    FREE,
    GIVE_UP,
    HAND,
    KINDS,
    KNOWN,
    MOST,
    PHASE,
    SEAT,
    SEATS,
    TARGET,
    TARGET_KINDS,
)
from closecall.kernels.enough.table_access import Table, insert, player_at
from closecall.kernels.jit import compiled

SPECTATOR = -1


@compiled
def redeal(state: Table, viewer: int, chances: Chances) -> None:
    """Redeal in place everything that a seat or a spectator does not see: targets and cards of others.

    With the same numbers it is the same deal as that of the readable rules. A round that has been scored
    cannot be redealt: its result says something about the hidden lots, and no decision depends on them.
    """
    if state[PHASE] >= DRAW_TOKEN:
        raise ValueError("the round has been scored")
    pool = np.empty(MOST, np.int64)
    _deal_cards(state, viewer, chances, pool)
    _deal_targets(state, viewer, chances, pool)
    seat = state[SEAT]
    if state[PHASE] == GIVE_UP and seat != viewer:
        # Any of the unseen cards; it makes no difference which.
        state[DRAWN] = state[player_at(seat) + HAND + _first_unseen(state, seat)]


@compiled
def _first_unseen(state: Table, seat: int) -> int:
    """The index in the hand of the first card that not everyone has seen."""
    hand, known = player_at(seat) + HAND, player_at(seat) + KNOWN
    seen = 0
    # Both are sorted: a card is known as long as they agree.
    while seen < 2 and state[known + seen] >= 0 and state[hand + seen] == state[known + seen]:
        seen += 1
    return seen


@compiled
def _shuffle(pool: NDArray[np.int64], size: int, chances: Chances) -> None:
    for last in range(size - 1, 0, -1):
        other = below(chances, last + 1)
        pool[last], pool[other] = pool[other], pool[last]


@compiled
def _deal_cards(state: Table, viewer: int, chances: Chances, pool: NDArray[np.int64]) -> None:
    """Shuffle the deck together with the unseen cards of hands, and deal these hands again."""
    size = _pour(state, DECK, state[KINDS], pool)
    for seat in range(state[SEATS]):
        if seat != viewer:
            size = _collect(state, seat, pool, size)
    _shuffle(pool, size, chances)
    for seat in range(state[SEATS]):
        if seat != viewer:
            size = _deal_hand(state, seat, pool, size)
    for n in range(size):
        state[DECK + pool[n]] += 1


@compiled
def _pour(state: Table, first: int, kinds: int, pool: NDArray[np.int64]) -> int:
    """Move counted pieces into the pool, set their counts to 0, and return their number."""
    size = 0
    for kind in range(kinds):
        for _ in range(state[first + kind]):
            pool[size] = kind
            size += 1
        state[first + kind] = 0
    return size


@compiled
def _collect(state: Table, seat: int, pool: NDArray[np.int64], size: int) -> int:
    """Add the unseen cards of a hand to the pool, and return its new size."""
    hand, known, seen = player_at(seat) + HAND, player_at(seat) + KNOWN, 0
    for at in range(hand, hand + 3):
        if seen < 2 and state[known + seen] == state[at]:
            seen += 1
        elif state[at] >= 0:
            pool[size] = state[at]
            size += 1
    return size


@compiled
def _deal_hand(state: Table, seat: int, pool: NDArray[np.int64], size: int) -> int:
    """Replace the unseen cards of a hand by the last of the pool, and return its new size."""
    hand, known, unseen = player_at(seat) + HAND, player_at(seat) + KNOWN, 0
    for n in range(3):
        unseen += state[hand + n] >= 0
        state[hand + n] = -1
    for n in range(2):
        if state[known + n] >= 0:
            unseen -= 1
            state[hand + n] = state[known + n]
    for _ in range(unseen):
        size -= 1
        insert(state, hand, int(pool[size]))
    return size


@compiled
def _deal_targets(state: Table, viewer: int, chances: Chances, pool: NDArray[np.int64]) -> None:
    """Shuffle the free and the hidden targets, and deal them to their holders again."""
    size = _pour(state, FREE, state[TARGET_KINDS], pool)
    for seat in range(state[SEATS]):
        target = player_at(seat) + TARGET
        if seat != viewer and state[target] >= 0:
            pool[size] = state[target]
            size += 1
    _shuffle(pool, size, chances)
    for seat in range(state[SEATS]):
        target = player_at(seat) + TARGET
        if seat != viewer and state[target] >= 0:
            size -= 1
            state[target] = pool[size]
    for n in range(size):
        state[FREE + pool[n]] += 1
