"""Counter-based random numbers for the kernels: word k of a table is a pure function of seed, table and k.

A table therefore plays the same in any batch, order or process. Players have sequences of their own, so their
draws do not change the dice and cards. In Close to the Mark! and Qwixx there is one for each seat, so players
do not affect each other either; in Close Enough the players of a table share one, in the order in which they
decide.

>>> chances = np.zeros(2, np.uint64)
>>> begin(chances, 7, 0)
>>> [below(chances, 6) + 1 for _ in range(5)]
[6, 6, 6, 1, 5]
"""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled

Chances = NDArray[np.uint64]
"""The key of a table, and the number of words drawn."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
PLAYERS = 0x5DEECE66D
"""Distinguishes the sequences of the players from that of dice and cards."""


@compiled
def mixed(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: every bit of the word changes about half of the bits."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@compiled
def begin(chances: Chances, seed: int, table: int) -> None:
    """Start the sequence of a table."""
    chances[0] = mixed(mixed(np.uint64(seed) + GOLDEN) ^ (np.uint64(table) * MIX_2))
    chances[1] = np.uint64(0)


@compiled
def begin_player(chances: Chances, seed: int, table: int, seat: int) -> None:
    """Start the sequence of the player in a seat."""
    begin(chances, seed ^ PLAYERS, 5 * table + seat)


@compiled
def below(chances: Chances, n: int) -> int:
    """A uniform number from 0 to n−1: the upper half of a word times n, with biased words rejected."""
    while True:
        chances[1] += np.uint64(1)
        product = (mixed(chances[0] + chances[1] * GOLDEN) >> np.uint64(32)) * np.uint64(n)
        left = product & np.uint64(0xFFFFFFFF)
        # Computing the remainder is slow and seldom needed.
        if left >= np.uint64(n) or left >= np.uint64(0x100000000) % np.uint64(n):
            return int(np.int64(product >> np.uint64(32)))
