"""Speed: random games of the readable engine, of its kernel and of plain C, side by side.

All three choose every move of a menu with equal probability, without looking at a view. Figures are games
per second of CPU time on one core. Machines are shared, so engine, kernel and C take turns, and what counts
are the ratios within a round. The C programs draw the same numbers as the kernel, so their games must have
exactly the same scores. Compiling is not counted.
"""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from closecall import new_match
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.rules import Chance, Decision
from closecall.games import game_of
from closecall.kernels import find_kernel

SECONDS = 0.3
"""About how long each part of a round takes."""
ROUNDS = 5
FLAGS = ("-O3", "-march=native")
COMPILERS = ("cc", "gcc", "clang")


class Differs(GameError):
    """Two ways to play the same games have given different scores."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A figure for each round."""

    values: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def spread(self) -> float:
        """The median distance from the median."""
        return median(abs(value - self.middle) for value in self.values)

    def over(self, others: "Figures") -> "Figures":
        """The ratio to other figures, round by round.

        >>> Figures((6.0, 8.0)).over(Figures((2.0, 4.0))).values
        (3.0, 2.0)
        """
        return Figures(tuple(ours / theirs for ours, theirs in zip(self.values, others.values, strict=True)))


@dataclass(frozen=True, slots=True)
class SpeedLine:
    """The measurements of one game and number of seats, in games per CPU-second."""

    game: str
    seats: int
    decisions: float
    """The mean number of choices in a game, of all seats together, forced ones included."""
    engine: Figures
    kernel: Figures | None = None
    c: Figures | None = None

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
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
    """A speed ratio."""
    return {"median": figures.middle, "spread": figures.spread}


def seat_counts(game: str) -> tuple[int, ...]:
    """The numbers of seats that are measured."""
    found = game_of(game)
    return found.benchmark_seats or (found.rules.SEATS[0],)


def warm_up(game: str) -> None:
    """Play some games of the kernel, so that it is compiled."""
    kernel = find_kernel(game)
    if kernel is not None:
        kernel_seconds(kernel, seat_counts(game)[0], 10, 0)


def measure_games(
    game: str, yardsticks: "Yardsticks", rounds: int = ROUNDS, seed: int = 1, seconds: float = SECONDS
) -> Iterator[SpeedLine]:
    """Measure a game with each of its numbers of seats."""
    for seats in seat_counts(game):
        yield _line(game, seats, yardsticks, range(seed, seed + rounds), seconds)


def _line(game: str, seats: int, yardsticks: "Yardsticks", seeds: range, seconds: float) -> SpeedLine:
    kernel = find_kernel(game)
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
    return SpeedLine(game, seats, mean, figures["engine"], figures["kernel"], figures["c"])


def engine_seconds(game: str, seats: int, games: int, seed: str) -> tuple[float, int]:
    """The CPU seconds that random games take with the readable engine, and their number of decisions."""
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
    """The CPU seconds that random games take with the kernel, and the sum of their scores."""
    results, start_state = kernel.new_results(games, seats), kernel.new_state(seats)
    start = time.process_time()
    kernel.play(seed, 0, start_state, results)
    seconds = time.process_time() - start
    return seconds, int(results.scores.sum(dtype="int64"))


def sources() -> Path:
    """The folder of the C programs: in an installed package, or in a checkout."""
    installed = Path(__file__).parent / "yardstick"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "benchmarks" / "yardstick"


def compiler() -> list[str] | None:
    """The command of a C compiler: `$CC`, or one that is found on the path; None if there is none."""
    asked = shlex.split(os.environ.get("CC", ""))
    for command in (asked, *([name] for name in COMPILERS)):
        if command and shutil.which(command[0]):
            return command
    return None


class Yardsticks:
    """The games in plain C, each compiled for this machine when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs: dict[str, Path | None] = {}
        self.compiler = compiler()
        self.failed: dict[str, str] = {}
        """By game: the first line of the compiler's complaint."""

    def seconds(self, game: str, seats: int, games: int, seed: int) -> tuple[float, int] | None:
        """The CPU seconds that random games take in C, and the sum of their scores; None without C."""
        program = self._program(game)
        if program is None:
            return None
        words = [str(program), str(seats), str(games), str(seed)]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
        return float(said[0]), int(said[1])

    def _program(self, game: str) -> Path | None:
        if game not in self._programs:
            source = sources() / f"{game}.c"
            self._programs[game] = self._compiled(game, source) if source.is_file() else None
        return self._programs[game]

    def _compiled(self, game: str, source: Path) -> Path | None:
        if self.compiler is None:
            return None
        program = self._folder / game
        words = [*self.compiler, *FLAGS, "-o", str(program), str(source)]
        ran = subprocess.run(words, check=False, capture_output=True, text=True)
        if ran.returncode:
            said = ran.stderr.strip().splitlines()
            self.failed[game] = said[0] if said else str(ran.returncode)
            return None
        return program
