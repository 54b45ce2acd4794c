"""How the cost of a kernel grows: seconds and memory against the number of games, for each number of seats.

Run in a process of its own, so that the most memory it ever had is that of these games:

    python -m closecall.sim.bench_growth GAME SEATS MOST
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from closecall.games import rules_of
from closecall.sim.bench import kernel_of

MOST = 10**7
LONGEST_S = 120.0
"""What would take longer than this is left out."""
SHORTEST_S = 0.05
"""What is over sooner is done again and again, to be measured at all."""
AT_ONCE = 8192
"""How many tables share one array of results, whatever the number of games."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What so many games cost."""

    game: str
    seats: int
    games: int
    cpu_seconds: float
    memory: int | None
    """The most bytes that the process had so far; None where the system does not say."""

    def as_json(self) -> dict[str, Any]:
        """For whoever reads it with a program."""
        return {**asdict(self), "cpu_seconds_per_game": self.cpu_seconds / self.games}


def measured_growth(game: str, most: int = MOST) -> Iterator[Growth]:
    """Measure 1, 10, 100 … games with every number of seats, each of these in a process of its own."""
    for seats in rules_of(game).SEATS:
        words = [sys.executable, "-P", "-m", __name__, game, str(seats), str(most)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield Growth(**json.loads(line))
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, words)


def growth_here(game: str, seats: int, most: int) -> Iterator[Growth]:
    """The same for one number of seats, in this process."""
    kernel, games = kernel_of(game), 1
    play_games(kernel, seats, 1, 0)  # Compiled now, if it has to be.
    while games <= most:
        once = _timed(kernel, seats, games)
        if once < SHORTEST_S:
            again = min(1000, int(SHORTEST_S / max(once, 1e-6)) + 1)
            once = sum(_timed(kernel, seats, games) for _ in range(again)) / again
        yield Growth(game, seats, games, once, most_memory())
        if 10 * once > LONGEST_S:
            return
        games *= 10


def _timed(kernel: Any, seats: int, games: int) -> float:
    start = time.process_time()
    play_games(kernel, seats, games, 1)
    return time.process_time() - start


def play_games(kernel: Any, seats: int, games: int, seed: int) -> int:
    """Play so many random games, one batch after the other; the sum of all scores."""
    import numpy as np  # noqa: PLC0415  # Whoever starts the processes needs no arrays.

    start = kernel.new_state(seats)
    results, total = kernel.new_results(min(games, AT_ONCE), seats), 0
    for first in range(0, games, AT_ONCE):
        left = min(AT_ONCE, games - first)
        batch = type(results)(*(array[:left] for array in results))
        kernel.play(seed, first, start, batch)
        total += int(batch.scores.sum(dtype=np.int64))
    return total


def most_memory() -> int | None:
    """The most bytes of memory that this process ever had; None where the system does not say."""
    try:
        import resource  # noqa: PLC0415  # Windows has none.
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def main() -> None:
    """Print a line of JSON for each number of games."""
    game, seats, most = sys.argv[1:]
    for found in growth_here(game, int(seats), int(most)):
        print(json.dumps(asdict(found)), flush=True)


if __name__ == "__main__":
    main()
