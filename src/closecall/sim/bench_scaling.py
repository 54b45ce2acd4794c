"""How cost grows with the number of games and seats, and how speed grows with the number of workers.

The cost of a kernel is measured in a process of its own, so that its peak memory is that of these games
alone.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from closecall import sim
from closecall.child_process import python_command, python_environment
from closecall.games import rules_of
from closecall.kernels import find_kernel

MOST = 10**7
LONGEST_S = 120.0
"""Anything that would take longer is left out."""
SHORTEST_S = 0.05
"""Anything shorter is repeated, to be measurable."""
AT_ONCE = 8192
"""The tables of one array of results, whatever the number of games."""
WORKER_SECONDS = 40.0
"""About how long one worker plays. Starting the others counts, and would weigh too much in a shorter time."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The cost of some games."""

    game: str
    seats: int
    games: int
    cpu_seconds: float
    memory: int | None
    """The peak memory of the process in bytes; None where the system does not tell."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {**asdict(self), "cpu_seconds_per_game": self.cpu_seconds / self.games}


def measure_growth(game: str, most: int = MOST) -> Iterator[Growth]:
    """Measure 1, 10, 100 … games, for every number of seats in a process of its own."""
    for seats in rules_of(game).SEATS:
        words = python_command("closecall.sim.bench_scaling", game, str(seats), str(most))
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=python_environment(), text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield Growth(**json.loads(line))
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, words)


def growth_here(game: str, seats: int, most: int) -> Iterator[Growth]:
    """Measure one number of seats in this process."""
    kernel, games = find_kernel(game), 1
    play_games(kernel, seats, 1, 0)  # Compiles it, if need be.
    while games <= most:
        once = _timed(kernel, seats, games)
        if once < SHORTEST_S:
            again = min(1000, int(SHORTEST_S / max(once, 1e-6)) + 1)
            once = sum(_timed(kernel, seats, games) for _ in range(again)) / again
        yield Growth(game, seats, games, once, peak_memory())
        if 10 * once > LONGEST_S:
            return
        games *= 10


def _timed(kernel: Any, seats: int, games: int) -> float:
    start = time.process_time()
    play_games(kernel, seats, games, 1)
    return time.process_time() - start


def play_games(kernel: Any, seats: int, games: int, seed: int) -> int:
    """Play random games, one batch after another; the sum of all scores."""
    start = kernel.new_state(seats)
    results, total = kernel.new_results(min(games, AT_ONCE), seats), 0
    for first in range(0, games, AT_ONCE):
        left = min(AT_ONCE, games - first)
        batch = type(results)(*(array[:left] for array in results))
        kernel.play(seed, first, start, batch)
        total += int(batch.scores.sum(dtype="int64"))
    return total


def peak_memory() -> int | None:
    """The peak memory of this process in bytes; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  # Not on Windows.
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


@dataclass(frozen=True, slots=True)
class WorkersLine:
    """Games played by some workers, and the seconds of the clock they took."""

    game: str
    seats: int
    workers: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games per second of the clock."""
        return self.games / self.seconds

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {**asdict(self), "games_per_second": self.rate}


def measure_workers(
    game: str, workers: Sequence[int], seconds: float = WORKER_SECONDS
) -> Iterator[WorkersLine]:
    """Let random bots play the same games with each number of workers."""
    possible = rules_of(game).SEATS
    seats = 2 if 2 in possible else possible[0]
    _timed_workers(game, seats, 1, 2_000)  # Compiles it, if need be.
    games = 2_000
    while (first := _timed_workers(game, seats, 1, games)).seconds < seconds / 10:
        games *= 4
    games = int(first.rate * seconds)
    for count in workers:
        yield _timed_workers(game, seats, count, games)


def _timed_workers(game: str, seats: int, workers: int, games: int) -> WorkersLine:
    start = time.perf_counter()
    sim.simulate(game, ["random"] * seats, games, seed=1, workers=workers, arrays=False)
    return WorkersLine(game, seats, workers, games, time.perf_counter() - start)


def main() -> None:
    """Print a line of JSON for each number of games."""
    game, seats, most = sys.argv[1:]
    for found in growth_here(game, int(seats), int(most)):
        print(json.dumps(asdict(found)), flush=True)
