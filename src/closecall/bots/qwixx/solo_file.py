"""The table of all solo sheets of Qwixx: its file, and how a runtime computes it; plain Python.

It is computed once per machine and kept beside compiled code. That takes about a minute of one core in
WebAssembly, and half of that with Numba, which can also use several (`solo_table.py`). The folder is named
after the sources, so a table never outlives the solver that made it.

A bot that plays by the table computes it if it is missing, so a seed gives the same game on every machine.
"""

import logging
from array import array
from functools import cache
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile

from closecall.atomic_files import write_atomically
from closecall.bots import OnProgress
from closecall.bots.runtime import Runtime, find_runtime
from closecall.bots.values_file import decode, encode
from closecall.kernels.cache_dirs import keyed_folder
from closecall.kernels.qwixx.array_layout import LAST

_log = logging.getLogger(__name__)

TABLE_FILE = "table.npy"
MISTHROWS = 4  # Q9: with the fourth the game is over.
ROWS = 57
"""The cases of a row: see `solo_sheets.py`."""
PAIRS = ROWS * (ROWS + 1) // 2
SHEETS = PAIRS * (PAIRS + 1) // 2
MOST_LEVEL = 2 * (LAST + 1)
LEVELS = 2 * MOST_LEVEL + 1
"""A cross always leads to a higher level, so sheets of one level do not depend on each other."""
STEPS = [(misthrows, level) for misthrows in reversed(range(MISTHROWS)) for level in reversed(range(LEVELS))]
"""The levels in the order of their dependencies: many crosses before few, many misthrows before few."""


def cache_folder() -> Path:
    """Where the table of this machine is."""
    return keyed_folder(f"bots.qwixx.solo-{_key()}")


@cache
def _key() -> str:
    """A hash of the sources that decide what is in a table."""
    texts = [Path(__file__).with_name(name).read_bytes() for name in ("solo_sheets.py", "solo_solver.py")]
    return sha256(b"\0".join(texts)).hexdigest()[:16]


def is_solved() -> bool:
    """Whether the table has been computed on this machine."""
    try:
        return (cache_folder() / TABLE_FILE).stat().st_size > MISTHROWS * SHEETS * array("f").itemsize
    except OSError:
        return False


def solve(on_progress: OnProgress) -> None:
    """Compute the table, unless it is there."""
    runtime = find_runtime()
    if runtime is not None and not is_solved():
        solve_with(runtime, on_progress)


def read_table(folder: Path) -> "array[float] | None":
    """The table of an earlier run; None if there is none, or it is damaged."""
    try:
        values = decode((folder / TABLE_FILE).read_bytes())
    except (OSError, ValueError, SyntaxError, KeyError, IndexError, BadZipFile):
        return None
    return array("f", values) if values.typecode == "f" and len(values) == MISTHROWS * SHEETS else None


def solve_with(runtime: Runtime, on_progress: OnProgress = lambda share: None) -> "array[float]":
    """Compute the table in one thread, and keep it."""
    values = runtime.reserve("d", MISTHROWS * SHEETS)
    for done, (misthrows, level) in enumerate(STEPS):
        on_progress(done / len(STEPS))
        runtime.call_int("qwixx_solve_level", values, misthrows, level)
    on_progress(1.0)
    table = array("f", runtime.read(values))
    runtime.release(values)
    try:
        write_atomically(cache_folder() / TABLE_FILE, encode(table, (MISTHROWS, SHEETS)))
    except OSError as error:  # It will be computed again.
        _log.warning("The table of solo Qwixx could not be saved: %s", error)
    return table
