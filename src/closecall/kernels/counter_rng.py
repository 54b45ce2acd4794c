"""The numbers of the compiled twins: word k of a table is a pure function of seed, table and k.

So a table plays the same whatever is played beside it, before it or in which process. Players have numbers
apart from those of the dice and cards: what they draw changes nothing of what fate draws next. In Close to
the Mark! and Qwixx each seat has its own, so what one draws changes nothing for the others either; in Close
Enough the players of a table draw from one sequence, in the order in which they decide.

>>> chances = np.zeros(2, np.uint64)
>>> begin(chances, 7, 0)
>>> [below(chances, 6) + 1 for _ in range(5)]
[6, 6, 6, 1, 5]
"""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled

Chances = NDArray[np.uint64]
"""The key of a table, and how many words have been drawn."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
PLAYERS = 0x5DEECE66D
"""What tells the numbers of the players from those of fate."""


@compiled
def mixed(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: every bit of the word changes about half of the bits."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@compiled
def begin(chances: Chances, seed: int, table: int) -> None:
    """Start the numbers of a table: its key, and how many words have been drawn."""
    chances[0] = mixed(mixed(np.uint64(seed) + GOLDEN) ^ (np.uint64(table) * MIX_2))
    chances[1] = np.uint64(0)


@compiled
def begin_player(chances: Chances, seed: int, table: int, seat: int) -> None:
    """Start the numbers of who sits there."""
    begin(chances, seed ^ PLAYERS, 5 * table + seat)


@compiled
def below(chances: Chances, n: int) -> int:
    """One of 0 … n−1, each equally likely: the upper half of a word times n, without what is left over."""
    while True:
        chances[1] += np.uint64(1)
        product = (mixed(chances[0] + chances[1] * GOLDEN) >> np.uint64(32)) * np.uint64(n)
        left = product & np.uint64(0xFFFFFFFF)
        # The remainder is slow to find and seldom matters.
        if left >= np.uint64(n) or left >= np.uint64(0x100000000) % np.uint64(n):
            return int(np.int64(product >> np.uint64(32)))
