"""The numbers of some games: a row is a table, a column a bot as it was given, whatever has played them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from closecall.sim.counting import Counted
from closecall.sim.tally import ALL, Tally

Numbers = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Games:
    """Scores, who won, how long it took, and what was counted on the way."""

    scores: Numbers
    won: NDArray[np.bool_]
    length: Numbers
    counts: dict[str, Numbers]


def empty_games(tables: int, seats: int, counted: Counted) -> Games:
    """Room for the games of so many tables."""
    shape = (tables, seats)
    return Games(
        np.zeros(shape, np.int16),
        np.zeros(shape, np.bool_),
        np.zeros(tables, np.int16),
        {name: np.zeros(shape, np.int16) for name in counted.counts},
    )


def tally_of(games: Games, counted: Counted) -> Tally:
    """How often there was which number."""
    tally = Tally(len(games.scores))
    winners = games.won * games.won.sum(axis=1, dtype=np.int16)[:, None]
    tally.histograms[counted.length, ALL] = _histogram(games.length)
    for bot in range(games.scores.shape[1]):
        tally.histograms["score", bot] = _histogram(games.scores[:, bot])
        tally.histograms["winners", bot] = _histogram(winners[:, bot])
        for name, counts in games.counts.items():
            tally.histograms[name, bot] = _histogram(counts[:, bot])
    return tally


def _histogram(numbers: Numbers) -> dict[int, int]:
    least = int(numbers.min())
    counts = np.bincount(numbers.astype(np.int64) - least)
    return {least + int(n): int(counts[n]) for n in np.flatnonzero(counts)}
