"""A small table of all sheets, that comes with the package, for machines that have not solved the game.

Written as a matrix, by the pair of rising rows and the pair of falling ones, the expectations are nearly a
sum of a few products of a number for each pair. Play by it loses 0.003 points to perfect play.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx import solo_solving as solving
from closecall.bots.qwixx.solo_sheets import HAS_CLOSED, IS_OVER, PAIRS
from closecall.whole import replaced

KeptTable = NDArray[np.float32]
"""A table as it is kept: each number is off by less than 0.000004, and a game has at most 48 turns."""

SMALL_FILE = Path(__file__).with_name("values") / "solo.npz"
FACTORS = 32
"""With so many products for each number of misthrows, play by the small table is as good as perfect."""


def small_table() -> KeptTable:
    """The table that comes with the package."""
    with np.load(SMALL_FILE) as small:
        factors, signs = small["factors"].astype(np.float32), small["signs"].astype(np.float32)
    return from_pairs([(each * sign) @ each.T for each, sign in zip(factors, signs, strict=True)])


def from_pairs(matrices: list[NDArray[np.float32]]) -> KeptTable:
    """A table from a matrix for each number of misthrows: rising pair by falling pair."""
    rising, falling = np.tril_indices(PAIRS)
    is_over = IS_OVER[rising] | IS_OVER[falling] | (HAS_CLOSED[rising] & HAS_CLOSED[falling])
    return np.array([np.where(is_over, 0, matrix[rising, falling]) for matrix in matrices], np.float32)


def write_small(values: KeptTable, path: Path) -> None:
    """Put together a small table from an exact one: its greatest eigenvalues and their vectors."""
    rising, falling = np.tril_indices(PAIRS)
    shape = solving.MISTHROWS, PAIRS, FACTORS
    factors, signs = np.zeros(shape, np.float16), np.zeros((solving.MISTHROWS, FACTORS), np.int8)
    for misthrows in range(solving.MISTHROWS):
        matrix = np.zeros((PAIRS, PAIRS))
        matrix[rising, falling] = matrix[falling, rising] = values[misthrows]
        sizes, vectors = np.linalg.eigh(matrix)
        largest = np.argsort(-np.abs(sizes))[:FACTORS]
        factors[misthrows] = vectors[:, largest] * np.sqrt(np.abs(sizes[largest]))
        signs[misthrows] = np.sign(sizes[largest])
    with replaced(path) as fresh, fresh.open("wb") as file:
        np.savez_compressed(file, factors=factors, signs=signs)
