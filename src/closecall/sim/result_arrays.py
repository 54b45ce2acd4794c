"""The numbers of single games, and their tally. A row is a table, a column a bot in the order given."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from closecall.bots import EXTERNAL_PREFIX
from closecall.games import game_of
from closecall.sim.statistics import ALL, Tally

LOST_MOVES = "lost_moves"
"""Counted where external programs play: the moves that their fallback made for them."""

Numbers = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class GameArrays:
    """Scores, winners, lengths, and what else was counted, by name."""

    scores: Numbers
    won: NDArray[np.bool_]
    length: Numbers
    counts: dict[str, Numbers]


def counts_at(game: str, bots: Sequence[str]) -> tuple[str, ...]:
    """The names of what is counted at a table of these bots."""
    has_programs = any(bot.startswith(EXTERNAL_PREFIX) for bot in bots)
    return (*game_of(game).statistics.counts, *([LOST_MOVES] if has_programs else []))


def empty_arrays(tables: int, seats: int, counts: Sequence[str]) -> GameArrays:
    """Arrays to be filled."""
    shape = (tables, seats)
    return GameArrays(
        np.zeros(shape, np.int16),
        np.zeros(shape, np.bool_),
        np.zeros(tables, np.int16),
        {name: np.zeros(shape, np.int16) for name in counts},
    )


def joined_arrays(parts: Sequence[GameArrays]) -> GameArrays:
    """The games of several chunks, one after the other."""
    return GameArrays(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.length for part in parts]),
        {name: np.concatenate([part.counts[name] for part in parts]) for name in parts[0].counts},
    )


def tally_of(arrays: GameArrays, length_unit: str) -> Tally:
    """How often each number occurred."""
    tally = Tally(len(arrays.scores))
    winners = arrays.won * arrays.won.sum(axis=1, dtype=np.int16)[:, None]
    tally.histograms[length_unit, ALL] = _histogram(arrays.length)
    for bot in range(arrays.scores.shape[1]):
        tally.histograms["score", bot] = _histogram(arrays.scores[:, bot])
        tally.histograms["winners", bot] = _histogram(winners[:, bot])
        for name, counts in arrays.counts.items():
            tally.histograms[name, bot] = _histogram(counts[:, bot])
    return tally


def _histogram(numbers: Numbers) -> dict[int, int]:
    least = int(numbers.min())
    counts = np.bincount(numbers.astype(np.int64) - least)
    return {least + int(n): int(counts[n]) for n in np.flatnonzero(counts)}
