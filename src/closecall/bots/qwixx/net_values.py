"""The trained values of Qwixx: a net for each number of seats, in a small file.

A file has the entries for pairs of rows in the parts in which they are learned: one for the own row, one for
the other's, and one for both. The last are many and small, so a byte is enough for each.
"""

from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import trained_file
from closecall.bots.qwixx.net import (
    CONTEXT_AT,
    PAIRS,
    ROWS,
    SCORE_AT,
    WIDTH,
    Net,
    contexts,
    size_of,
)

Numbers = NDArray[np.float32]

UNIT = 0.05
"""The unit of the entries for both rows; a finer one would double the file and win nothing."""
MOST = 127


class Parts(NamedTuple):
    """The parts that add up to a net."""

    both: Numbers
    """For each pair of rows, then for a closed one."""
    mine: Numbers
    theirs: Numbers
    rest: Numbers
    """Everything but the pairs, as in the net."""


def net_of(parts: Parts) -> Net:
    """The net with these parts."""
    pairs = parts.both.copy()
    pairs[:-1] += (parts.mine[:, None, :] + parts.theirs[None, :, :]).reshape(ROWS * ROWS, 2 * WIDTH)
    return np.concatenate([pairs.ravel(), parts.rest]).astype(np.float32)


def write_values(path: Path, parts: Parts) -> None:
    """Write a net to a file."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            both=np.clip(np.round(parts.both / UNIT), -MOST, MOST).astype(np.int8),
            mine=parts.mine.astype(np.float16),
            theirs=parts.theirs.astype(np.float16),
            rest=parts.rest.astype(np.float16),
        )


def read_parts(path: Path) -> Parts:
    """Read the parts of a net from a file."""
    with np.load(path) as kept:
        both = kept["both"].astype(np.float32) * np.float32(UNIT)
        mine, theirs, rest = (kept[name].astype(np.float32) for name in ("mine", "theirs", "rest"))
    assert both.shape == (PAIRS, 2 * WIDTH)
    assert len(rest) == size_of(seats_of(rest)) - SCORE_AT
    return Parts(both, mine, theirs, rest)


def seats_of(rest: Numbers) -> int:
    """The number of seats that a net is for, by its contexts."""
    entries = (len(rest) - (CONTEXT_AT - SCORE_AT)) // WIDTH
    return next(seats for seats in range(2, 6) if contexts(seats) == entries)


def read_values(path: Path) -> Net:
    """Read a net from a file."""
    return net_of(read_parts(path))


@cache
def values_for(seats: int) -> Net:
    """The net for a number of seats, shipped or custom; it must not be modified."""
    trained = trained_file(f"net{seats}")
    return net_of(parts_for(seats)) if trained is None else read_values(trained)


def parts_for(seats: int) -> Parts:
    """The parts of the shipped net."""
    with values_file(seats) as path:
        return read_parts(path)


def values_file(seats: int) -> AbstractContextManager[Path]:
    """The file of the shipped net."""
    return as_file(files("closecall.bots.qwixx").joinpath("values", f"net{seats}.npz"))
