"""How fast it goes: random games of the readable engine, of its compiled twin and of plain C, side by side.

Every move of a menu is equally likely in all three, and nobody looks at a view. Figures are games per second
of CPU time on one core. Machines are shared, so engine, kernel and C are measured in turns, and what counts
are the ratios of the same round. The C programs draw the same numbers as the kernel: their games must have
the same scores to the last point. Compiling is not counted.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from closecall import new_match
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.rules import Chance, Decision
from closecall.sim.bench_yardstick import Yardsticks

TABLES = {"mark": (1, 2, 5), "qwixx": (1, 2, 5), "enough": (3, 5)}
"""The numbers of seats that are measured."""
SECONDS = 0.3
"""About how long each part of a round takes."""
ROUNDS = 5


class Differs(GameError):
    """Two ways to play the same games have come to different scores."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One figure for each round: their median, and how far from it half of them are at most."""

    values: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def spread(self) -> float:
        """How far from the median half of the values are at most."""
        return median(abs(value - self.middle) for value in self.values)

    def over(self, others: "Figures") -> "Figures":
        """How many times as much as the others, round by round.

        >>> Figures((6.0, 8.0)).over(Figures((2.0, 4.0))).values
        (3.0, 2.0)
        """
        return Figures(tuple(ours / theirs for ours, theirs in zip(self.values, others.values, strict=True)))


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured for one game and number of seats, in games per CPU-second."""

    game: str
    seats: int
    decisions: float
    """How many choices a game has on average, of all seats together, forced ones included."""
    engine: Figures
    kernel: Figures | None = None
    c: Figures | None = None

    def as_json(self) -> dict[str, Any]:
        """For whoever reads it with a program."""
        found: dict[str, Any] = {
            "game": self.game,
            "seats": self.seats,
            "decisions_per_game": self.decisions,
            "engine": rates_json(self.engine, self.decisions),
        }
        if self.kernel is not None:
            found["kernel"] = rates_json(self.kernel, self.decisions)
            found["kernel_per_engine"] = ratio_json(self.kernel.over(self.engine))
        if self.kernel is not None and self.c is not None:
            found["c"] = rates_json(self.c, self.decisions)
            found["kernel_per_c"] = ratio_json(self.kernel.over(self.c))
        return found


def rates_json(figures: Figures, decisions: float) -> dict[str, float]:
    """Games and decisions per second of CPU time."""
    return {
        "games_per_cpu_second": figures.middle,
        "spread": figures.spread,
        "decisions_per_cpu_second": decisions * figures.middle,
    }


def ratio_json(figures: Figures) -> dict[str, float]:
    """How many times as fast."""
    return {"median": figures.middle, "spread": figures.spread}


def kernel_of(game: str) -> Any:
    """The compiled twin of a game, loaded; None if it has none."""
    name = f"closecall.kernels.{game}"
    return None if find_spec(name) is None else import_module(name)


def warm_up(game: str) -> None:
    """Play some games of the kernel: what is still to be compiled is compiled now."""
    kernel = kernel_of(game)
    if kernel is not None:
        kernel_seconds(kernel, TABLES[game][0], 10, 0)


def measured(
    game: str, yardsticks: Yardsticks, rounds: int = ROUNDS, seed: int = 1, seconds: float = SECONDS
) -> Iterator[Line]:
    """Measure a game with each of its numbers of seats."""
    for seats in TABLES[game]:
        yield _line(game, seats, yardsticks, range(seed, seed + rounds), seconds)


def _line(game: str, seats: int, yardsticks: Yardsticks, seeds: range, seconds: float) -> Line:
    kernel = kernel_of(game)
    first = engine_seconds(game, seats, 5, "first")
    engine_games = max(5, int(seconds * 5 / first[0]))
    kernel_games = 0
    if kernel is not None:
        kernel_seconds(kernel, seats, 10, 0)
        kernel_games = max(5, int(seconds * 2000 / kernel_seconds(kernel, seats, 2000, 0)[0]))
    rates: dict[str, list[float]] = {"engine": [], "kernel": [], "c": []}
    decisions = 0
    for seed in seeds:
        used, made = engine_seconds(game, seats, engine_games, f"{seed}")
        rates["engine"].append(engine_games / used)
        decisions += made
        if kernel is None:
            continue
        used, total = kernel_seconds(kernel, seats, kernel_games, seed)
        rates["kernel"].append(kernel_games / used)
        measured_in_c = yardsticks.seconds(game, seats, kernel_games, seed)
        if measured_in_c is not None:
            rates["c"].append(kernel_games / measured_in_c[0])
            if measured_in_c[1] != total:
                raise Differs("bench_differs", game=game, seats=seats, seed=seed)
    figures = {name: Figures(tuple(found)) if found else None for name, found in rates.items()}
    assert figures["engine"] is not None
    mean = decisions / (engine_games * len(seeds))
    return Line(game, seats, mean, figures["engine"], figures["kernel"], figures["c"])


def engine_seconds(game: str, seats: int, games: int, seed: str) -> tuple[float, int]:
    """CPU seconds of so many random games of the readable engine, and how many decisions they had."""
    rng, decisions = Random(seed), 0
    source = RandomSource(rng)
    start = time.process_time()
    for _ in range(games):
        match = new_match(game, seats)
        while True:
            pending = match.pending
            if isinstance(pending, Chance):
                match = match.fate(match.rules.draw(match.state, source))
            elif isinstance(pending, Decision):
                for seat, menu in pending.menus.items():
                    moves = list(menu)
                    match = match.commit(seat, moves[int(rng.random() * len(moves))], point=match.point)
                decisions += len(pending.menus)
            else:
                break
    return time.process_time() - start, decisions


def kernel_seconds(kernel: Any, seats: int, games: int, seed: int) -> tuple[float, int]:
    """CPU seconds of so many random games of the kernel, and the sum of their scores."""
    import numpy as np  # noqa: PLC0415  # Whoever measures only the engine needs no arrays.

    results, start_state = kernel.new_results(games, seats), kernel.new_state(seats)
    start = time.process_time()
    kernel.play(seed, 0, start_state, results)
    seconds = time.process_time() - start
    return seconds, int(results.scores.sum(dtype=np.int64))
