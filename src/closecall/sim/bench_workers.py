"""How much faster several workers are than one: games per second of the clock, through `simulate`."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from closecall.sim.bench import TABLES

SECONDS = 40.0
"""About how long one worker plays; starting the others is counted, and would weigh much in a shorter time."""


@dataclass(frozen=True, slots=True)
class WorkersLine:
    """How many games some workers have played, and how long it took by the clock."""

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
        """For whoever reads it with a program."""
        return {**asdict(self), "games_per_second": self.rate}


def measured_workers(game: str, workers: Sequence[int], seconds: float = SECONDS) -> Iterator[WorkersLine]:
    """Let random bots play the same games with each number of workers."""
    seats = TABLES[game][0] if game == "enough" else 2
    _played(game, seats, 1, 2_000)  # Compiled now, if it has to be.
    games = 2_000
    while (first := _played(game, seats, 1, games)).seconds < seconds / 10:
        games *= 4
    games = int(first.rate * seconds)
    for count in workers:
        yield _played(game, seats, count, games)


def _played(game: str, seats: int, workers: int, games: int) -> WorkersLine:
    from closecall.sim.result import simulate  # noqa: PLC0415  # Loads all of the simulator.

    start = time.perf_counter()
    simulate(game, ["random"] * seats, games, seed=1, workers=workers, arrays=False)
    return WorkersLine(game, seats, workers, games, time.perf_counter() - start)
