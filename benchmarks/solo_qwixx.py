"""Solo Qwixx: the expected score of perfect play, and the mean of many games played by the table.

Run: python benchmarks/solo_qwixx.py [--games N] [--seed S] [--workers W]

The table is computed if it is not in the cache. The mean should be within two standard errors of the
expectation.
"""

import argparse
import time

import numpy as np

from closecall.bots.qwixx import solo_table
from closecall.bots.qwixx.arena import play_match, seated
from closecall.bots.qwixx.policies import SOLO
from closecall.bots.qwixx.solo_file import cache_folder
from closecall.bots.qwixx.solo_table import SoloTable
from closecall.kernels.qwixx.kernel import new_state


def played(values: SoloTable, games: int, seed: int) -> tuple[float, float]:
    """The mean score of games played by the table, and its standard error."""
    results = play_match(seed, 0, games, new_state(1), seated([(SOLO, values.ravel())]))
    scores = results.scores[:, 0].astype(np.float64)
    return float(scores.mean()), float(scores.std(ddof=1) / games**0.5)


def main() -> None:
    """Solve, play, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    cpu = time.process_time()
    solved = solo_table.solve(cache_folder(), given.workers)
    how = (
        "from the cache" if solved.is_from_cache else f"solved in {time.process_time() - cpu:.0f} CPU seconds"
    )
    print(f"perfect play: {solved.expectation:.4f} points, {solved.values.size:,} states, {how}")
    mean, error = played(solved.values, given.games, given.seed)
    deviation = (mean - solved.expectation) / error
    print(f"{given.games:,} games by the table: {mean:.3f} ± {error:.3f} ({deviation:+.1f} standard errors)")


if __name__ == "__main__":
    main()
