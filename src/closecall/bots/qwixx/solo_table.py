"""The table of all sheets: computed once for a machine, kept where compiled code is kept.

It takes half a minute of one core, and can be shared among several. What has been computed when it is stopped
is kept too. The folder is named after the sources, so a table never outlives the solver that made it.

Whoever plays by the table has it computed if it is not there: so the same seed is the same game on every
machine, whether somebody has solved it there before or not.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from inspect import getsource
from pathlib import Path
from time import monotonic
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import atomic_replacement
from closecall.bots.qwixx import solo_sheets
from closecall.bots.qwixx import solo_solving as solving
from closecall.bots.qwixx.solo_sheets import LEVELS, MOST, STARTS
from closecall.cpu import cores
from closecall.kernels.cache_dirs import keyed_folder
from closecall.kernels.jit import timed_build

KeptTable = NDArray[np.float32]
"""A table as it is kept: each number is off by less than 0.000004, and a game has at most 48 turns."""

Told = Callable[[float], None]
"""Who wants to know how much of the work is done, from 0 to 1."""

SAVE_EVERY = 30.0
"""So many seconds of work may be lost if the program is killed."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The table, and how it was come by."""

    values: KeptTable
    is_from_cache: bool
    seconds: float

    @property
    def expectation(self) -> float:
        """The mean score of perfect play from an empty sheet."""
        scratch, rows = solving.new_scratch(), np.zeros(4, np.int64)
        return solving.expectation(self.values, 0, rows, scratch)


WHOLE, PART = "table.npy", "part.npz"
"""The files for the finished table and for an unfinished one."""


def usual_folder() -> Path:
    """Where the table is kept."""
    return keyed_folder(f"bots.qwixx.solo-{_key()}")


@cache
def _key() -> str:
    """The sources that decide what is in a table."""
    texts = [getsource(module).encode() for module in (solo_sheets, solving)]
    return sha256(b"\0".join(texts)).hexdigest()[:16]


def kept_table(folder: Path) -> KeptTable | None:
    """The table of an earlier run; None if there is none, or not all of it."""
    try:
        values: KeptTable = np.load(folder / WHOLE)
    except (OSError, ValueError, EOFError):
        return None
    is_whole = values.dtype == np.float32 and values.shape == solving.shape_of_table()
    return values if is_whole else None


def warm_up() -> None:
    """Compile what is needed; the highest level has only sheets that are over, and so no work."""
    solving.solve_level(solving.new_table(), 0, LEVELS - 1, 0, 1)
    _ = Solved(solving.new_table().astype(np.float32), False, 0.0).expectation


def solve(folder: Path, workers: int = 1, told: Told = lambda share: None) -> Solved:
    """The table, from the cache or computed; stopped by Ctrl-C, it goes on from there the next time."""
    start = monotonic()
    kept = kept_table(folder)
    if kept is not None:
        return Solved(kept, True, monotonic() - start)
    work = _Work.begun(folder)
    try:
        work.finish(folder, workers, told)
    except KeyboardInterrupt:
        work.keep(folder)
        raise
    values = work.values.astype(np.float32)
    with atomic_replacement(folder / WHOLE) as fresh, fresh.open("wb") as file:
        np.save(file, values)
    (folder / PART).unlink(missing_ok=True)
    return Solved(values, False, monotonic() - start)


STEPS = [
    (misthrows, level)
    for misthrows in reversed(range(solving.MISTHROWS))
    for level in reversed(range(LEVELS))
]
"""The levels in the order in which they need each other: many crosses before few, many misthrows too."""


def _cost(level: int) -> int:
    """About how long a level takes: as many sheets as there are, and those with much free take longer."""
    sizes = np.diff(STARTS)
    lows = range(max(0, level - MOST), min(level, MOST) + 1)
    sheets = sum(int(sizes[low]) * int(sizes[level - low]) for low in lows)
    return sheets * (LEVELS + 10 - level)


@dataclass(slots=True)
class _Work:
    """A table that is being computed."""

    values: NDArray[np.float64]
    done: int
    """How many steps are finished."""

    @staticmethod
    def begun(folder: Path) -> "_Work":
        """What an earlier run has left, or nothing."""
        try:
            with (folder / PART).open("rb") as file, np.load(file) as part:
                values, done = part["values"], int(part["done"])
        except (OSError, ValueError, EOFError, KeyError, BadZipFile):
            return _Work(solving.new_table(), 0)
        if values.shape != solving.shape_of_table():
            return _Work(solving.new_table(), 0)
        return _Work(values, done)

    def keep(self, folder: Path) -> None:
        """Save what is done so far."""
        with atomic_replacement(folder / PART) as fresh, fresh.open("wb") as file:
            np.savez(file, values=self.values, done=self.done)

    def finish(self, folder: Path, workers: int, told: Told) -> None:
        """Take the steps that are left."""
        costs = np.cumsum([0, *(_cost(level) for _, level in STEPS)])
        saved = monotonic()
        with ThreadPoolExecutor(workers) as pool:
            while self.done < len(STEPS):
                told(float(costs[self.done] / costs[-1]))
                misthrows, level = STEPS[self.done]
                parts = [
                    pool.submit(solving.solve_level, self.values, misthrows, level, part, workers)
                    for part in range(workers)
                ]
                for part in parts:
                    part.result()
                self.done += 1
                if monotonic() - saved > SAVE_EVERY:
                    self.keep(folder)
                    saved = monotonic()
        told(1.0)


@cache
def best_table() -> KeptTable:
    """The table of this machine; computed if there is none yet."""
    kept = kept_table(usual_folder())
    if kept is not None:
        return kept
    with timed_build("the table of Qwixx alone"):
        return solve(usual_folder(), cores()).values
