"""The entry points of Close Enough."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.belief import SHAPE, Belief
from closecall.bots.enough.search import SCRATCH, Playout, Searcher, Worths, search_move, value_all
from closecall.bots.enough.search_effort import SearchEffort
from closecall.bots.enough.search_moves import CANDIDATES
from closecall.bots.enough.threshold import Thresholds, threshold_move
from closecall.bots.enough.threshold_names import LENGTH, SCALE
from closecall.bots.entry_point import EntryPoint
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough.array_layout import STATE
from closecall.kernels.enough.table_access import Table
from closecall.kernels.jit import compiled

Effort = NDArray[np.int64]
"""The numbers of a `SearchEffort`."""


@compiled
def follow_thresholds(state: Table, seat: int, seed: int, row: Thresholds) -> int:
    """The move of a player that decides by thresholds."""
    chances = np.zeros(2, np.uint64)
    begin(chances, seed, 0)
    return threshold_move(state, seat, chances, row, np.zeros(16, np.int64))


@compiled
def _searcher(models: Thresholds, odds: NDArray[np.float64], worths: Worths, effort: Effort) -> Searcher:
    """A player that searches; models and odds are laid out flat."""
    rows = models.reshape((-1, LENGTH))
    return Searcher(
        Playout(rows, np.zeros(5, np.int64), np.zeros(2, np.uint64), np.zeros(SCRATCH, np.int64)),
        Belief(odds.reshape(SHAPE), np.zeros((5, 3), np.int64), rows[0, SCALE]),
        worths,
        SearchEffort(effort[0], effort[1], effort[2], effort[3] != 0),
        np.zeros(STATE, np.int64),
        np.zeros(STATE, np.int64),
        np.zeros(CANDIDATES, np.int64),
        np.zeros(CANDIDATES, np.float64),
        np.zeros(CANDIDATES, np.float64),
        np.zeros((CANDIDATES, CANDIDATES), np.float64),
        np.zeros(2, np.uint64),
    )


@compiled
def search(
    state: Table,
    seat: int,
    seed: int,
    models: Thresholds,
    odds: NDArray[np.float64],
    worths: Worths,
    effort: Effort,
) -> int:
    """The move of a player that searches."""
    chances = np.zeros(2, np.uint64)
    begin(chances, seed, 0)
    return search_move(state, seat, chances, _searcher(models, odds, worths, effort))


@compiled
def value_moves(
    state: Table,
    seat: int,
    seed: int,
    models: Thresholds,
    odds: NDArray[np.float64],
    worths: Worths,
    effort: Effort,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
) -> int:
    """Write the moves that an expert considers, and the chance to win with each; return their number."""
    searcher = _searcher(models, odds, worths, effort)
    count = value_all(state, seat, seed, searcher)
    for n in range(count):
        moves[n], values[n] = searcher.candidates[n], searcher.sums[n]
    return count


ENTRY_POINTS = (
    EntryPoint(follow_thresholds, "q", ("q[]", "q", "q", "d[]")),
    EntryPoint(search, "q", ("q[]", "q", "q", "d[]", "d[]", "d[]", "q[]")),
    EntryPoint(value_moves, "q", ("q[]", "q", "q", "d[]", "d[]", "d[]", "q[]", "q[]", "d[]")),
)
