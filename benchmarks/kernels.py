"""How fast are the compiled kernels? Random games of the readable engine, of the kernel and of plain C.

Run: python benchmarks/kernels.py [--rounds N] [--seed S]

Every move of a menu is equally likely in all three, and nobody looks at a view. Figures are games per second
of CPU time on one core. Machines are shared, so engine, kernel and C are measured in turns, and what counts
are the two ratios: the median of the rounds, and how far from it half of the rounds are at most. The C
programs in `yardstick/` draw the same numbers as the kernel: their games must have the same scores to the
last point. Compiling is not counted. A game without a C program has no such columns.
"""

import argparse
import subprocess
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

from closecall import new_match
from closecall.core.fate import RandomSource
from closecall.core.rules import Chance, Decision
from closecall.games import SLUGS

YARDSTICKS = Path(__file__).parent / "yardstick"
TABLES = {"mark": (1, 2, 5), "qwixx": (1, 2, 5), "enough": (3, 5)}
"""The numbers of seats that are measured."""
SECONDS = 0.3
"""About how long each part of a round takes."""


def compile_yardstick(game: str, folder: str) -> Path | None:
    """The C program of a game, compiled; None if there is none."""
    source, program = YARDSTICKS / f"{game}.c", Path(folder) / game
    if not source.exists():
        return None
    subprocess.run(["cc", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return program


def engine_seconds(game: str, seats: int, games: int, seed: str) -> float:
    """CPU seconds of so many random games of the readable engine."""
    rng = Random(seed)
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
            else:
                break
    return time.process_time() - start


def kernel_seconds(kernel: Any, seats: int, games: int, seed: int) -> tuple[float, int]:
    """CPU seconds of so many random games of the kernel, and the sum of their scores."""
    results, start_state = kernel.new_results(games, seats), kernel.new_state(seats)
    policies = np.zeros(seats, np.int64)
    start = time.process_time()
    kernel.play(seed, 0, start_state, policies, results)
    seconds = time.process_time() - start
    return seconds, int(results.scores.sum(dtype=np.int64))


def c_seconds(program: Path, seats: int, games: int, seed: int) -> tuple[float, int]:
    """CPU seconds of so many random games in C, and the sum of their scores."""
    words = [str(program), str(seats), str(games), str(seed)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(said[0]), int(said[1])


def enough_games(rate: float) -> int:
    """How many games take long enough to be measured."""
    return max(5, int(SECONDS * rate))


def spread(values: list[float]) -> float:
    """How far from the median half of the values are at most."""
    return median(abs(value - median(values)) for value in values)


def measure(game: str, seats: int, program: Path | None, arguments: argparse.Namespace) -> str:
    """One line of the table."""
    kernel = import_module(f"closecall.games.{game}.kernel")
    kernel_seconds(kernel, seats, 10, 0)  # Compiling, imports and caches are not what is measured.
    engine_games = enough_games(5 / engine_seconds(game, seats, 5, "first"))
    kernel_games = enough_games(2000 / kernel_seconds(kernel, seats, 2000, 0)[0])
    rates: dict[str, list[float]] = {"engine": [], "kernel": [], "c": []}
    for n in range(arguments.rounds):
        seed = arguments.seed + n
        rates["engine"].append(engine_games / engine_seconds(game, seats, engine_games, f"{seed}"))
        seconds, total = kernel_seconds(kernel, seats, kernel_games, seed)
        rates["kernel"].append(kernel_games / seconds)
        if program is not None:
            seconds, other_total = c_seconds(program, seats, kernel_games, seed)
            assert total == other_total, (
                f"{game}, {seats} seats, seed {seed}: {total} and {other_total} points"
            )
            rates["c"].append(kernel_games / seconds)
    engine, ours, c = rates["engine"], rates["kernel"], rates["c"]
    times = [one / other for one, other in zip(ours, engine, strict=True)]
    line = f"{game:8}{seats:6}{median(engine):12,.0f}{median(ours):14,.0f}"
    line += f"{median(times):14,.0f} ± {spread(times):<5.0f}"
    if not c:
        return line
    ratio = [one / other for one, other in zip(ours, c, strict=True)]
    return f"{line}{median(c):14,.0f}{median(ratio):12.2f} ± {spread(ratio):.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7, help="rounds per row (default 7)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("random games per CPU-second")
    print(f"{'game':8}{'seats':>6}{'engine':>12}{'kernel':>14}{'kernel/engine':>22}{'C':>14}{'kernel/C':>19}")
    with tempfile.TemporaryDirectory() as folder:
        for game in SLUGS:
            if find_spec(f"closecall.games.{game}.kernel") is None:
                continue
            program = compile_yardstick(game, folder)
            for seats in TABLES[game]:
                print(measure(game, seats, program, arguments), flush=True)


if __name__ == "__main__":
    main()
