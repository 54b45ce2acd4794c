"""The table of all solo sheets as a NumPy array, computed with as many cores as there are.

A partial table is kept when the computation stops. `solo_file.py` says where tables are kept.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import atomic_replacement
from closecall.bots import OnProgress
from closecall.bots.qwixx import solo_solver as solver
from closecall.bots.qwixx.solo_file import LEVELS, STEPS, TABLE_FILE, cache_folder
from closecall.bots.qwixx.solo_sheets import MOST, STARTS
from closecall.cpu import cores
from closecall.kernels.jit import timed_build

SoloTable = NDArray[np.float32]
"""A table as it is stored: each number is off by less than 0.000004, and a game has at most 48 turns."""

SAVE_EVERY = 30.0
"""The seconds of work that may be lost if the program is killed."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The table, and where it came from."""

    values: SoloTable
    is_from_cache: bool
    seconds: float

    @property
    def expectation(self) -> float:
        """The mean score of perfect play from an empty sheet."""
        scratch, rows = solver.new_scratch(), np.zeros(4, np.int64)
        return solver.expectation(self.values, 0, rows, scratch)


PARTIAL_FILE = "part.npz"
"""The file of a partial table."""


def cached_table(folder: Path) -> SoloTable | None:
    """The table of an earlier run; None if there is none, or it is damaged."""
    try:
        values: SoloTable = np.load(folder / TABLE_FILE)
    except (OSError, ValueError, EOFError):
        return None
    is_whole = values.dtype == np.float32 and values.shape == solver.shape_of_table()
    return values if is_whole else None


def warm_up() -> None:
    """Compile everything; the highest level has only finished sheets, and so no work."""
    solver.solve_level(solver.new_table(), 0, LEVELS - 1, 0, 1)
    _ = Solved(solver.new_table().astype(np.float32), False, 0.0).expectation


def solve(folder: Path, workers: int = 1, on_progress: OnProgress = lambda share: None) -> Solved:
    """The table, cached or computed; after Ctrl-C, the next call continues."""
    start = monotonic()
    kept = cached_table(folder)
    if kept is not None:
        return Solved(kept, True, monotonic() - start)
    work = _Solving.begun(folder)
    try:
        work.finish(folder, workers, on_progress)
    except KeyboardInterrupt:
        work.keep(folder)
        raise
    values = work.values.astype(np.float32)
    with atomic_replacement(folder / TABLE_FILE) as fresh, fresh.open("wb") as file:
        np.save(file, values)
    (folder / PARTIAL_FILE).unlink(missing_ok=True)
    return Solved(values, False, monotonic() - start)


def _cost(level: int) -> int:
    """About how long a level takes: by its sheets, of which those with many free numbers take longer."""
    sizes = np.diff(STARTS)
    lows = range(max(0, level - MOST), min(level, MOST) + 1)
    sheets = sum(int(sizes[low]) * int(sizes[level - low]) for low in lows)
    return sheets * (LEVELS + 10 - level)


@dataclass(slots=True)
class _Solving:
    """A table under computation."""

    values: NDArray[np.float64]
    done: int
    """The number of finished steps."""

    @staticmethod
    def begun(folder: Path) -> "_Solving":
        """Continue from a partial table, or start."""
        try:
            with (folder / PARTIAL_FILE).open("rb") as file, np.load(file) as part:
                values, done = part["values"], int(part["done"])
        except (OSError, ValueError, EOFError, KeyError, BadZipFile):
            return _Solving(solver.new_table(), 0)
        if values.shape != solver.shape_of_table():
            return _Solving(solver.new_table(), 0)
        return _Solving(values, done)

    def keep(self, folder: Path) -> None:
        """Save the partial table."""
        with atomic_replacement(folder / PARTIAL_FILE) as fresh, fresh.open("wb") as file:
            np.savez(file, values=self.values, done=self.done)

    def finish(self, folder: Path, workers: int, on_progress: OnProgress) -> None:
        """Take the remaining steps."""
        costs = np.cumsum([0, *(_cost(level) for _, level in STEPS)])
        saved = monotonic()
        with ThreadPoolExecutor(workers) as pool:
            while self.done < len(STEPS):
                on_progress(float(costs[self.done] / costs[-1]))
                misthrows, level = STEPS[self.done]
                parts = [
                    pool.submit(solver.solve_level, self.values, misthrows, level, part, workers)
                    for part in range(workers)
                ]
                for part in parts:
                    part.result()
                self.done += 1
                if monotonic() - saved > SAVE_EVERY:
                    self.keep(folder)
                    saved = monotonic()
        on_progress(1.0)


@cache
def load_table() -> SoloTable:
    """The table of this machine, computed if it is missing."""
    kept = cached_table(cache_folder())
    if kept is not None:
        return kept
    with timed_build("the table of solo Qwixx"):
        return solve(cache_folder(), cores()).values
