"""The values that come with the package: a net for each number of seats, made small.

In a file the entries for pairs of rows are kept in parts, as they were learnt: one for the own row, one for
the other's, and one for both. The last are many and small, so a byte is enough for each.
"""

from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import learnt
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
"""The entries for both rows are kept as so many of these: finer ones cost twice the room and win nothing."""
MOST = 127


class Parts(NamedTuple):
    """What a net is added up from."""

    both: Numbers
    """For each pair of rows, and last for a closed one."""
    mine: Numbers
    theirs: Numbers
    rest: Numbers
    """All but the pairs, as in the net."""


def net_of(parts: Parts) -> Net:
    """Add up the entries of the pairs."""
    pairs = parts.both.copy()
    pairs[:-1] += (parts.mine[:, None, :] + parts.theirs[None, :, :]).reshape(ROWS * ROWS, 2 * WIDTH)
    return np.concatenate([pairs.ravel(), parts.rest]).astype(np.float32)


def write_values(path: Path, parts: Parts) -> None:
    """Keep a net in a small file."""
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            both=np.clip(np.round(parts.both / UNIT), -MOST, MOST).astype(np.int8),
            mine=parts.mine.astype(np.float16),
            theirs=parts.theirs.astype(np.float16),
            rest=parts.rest.astype(np.float16),
        )


def read_parts(path: Path) -> Parts:
    """What was kept in a file."""
    with np.load(path) as kept:
        both = kept["both"].astype(np.float32) * np.float32(UNIT)
        mine, theirs, rest = (kept[name].astype(np.float32) for name in ("mine", "theirs", "rest"))
    assert both.shape == (PAIRS, 2 * WIDTH)
    assert len(rest) == size_of(seats_of(rest)) - SCORE_AT
    return Parts(both, mine, theirs, rest)


def seats_of(rest: Numbers) -> int:
    """For how many seats a net is, by its contexts."""
    entries = (len(rest) - (CONTEXT_AT - SCORE_AT)) // WIDTH
    return next(seats for seats in range(2, 6) if contexts(seats) == entries)


def read_values(path: Path) -> Net:
    """The net that was kept in a file."""
    return net_of(read_parts(path))


@cache
def values_for(seats: int) -> Net:
    """The net for so many seats; it is not to be changed."""
    trained = learnt(f"net{seats}")
    return net_of(parts_for(seats)) if trained is None else read_values(trained)


def parts_for(seats: int) -> Parts:
    """What the net that comes with the program is added up from."""
    with values_file(seats) as path:
        return read_parts(path)


def values_file(seats: int) -> AbstractContextManager[Path]:
    """Its file."""
    return as_file(files("closecall.bots.qwixx").joinpath("values", f"net{seats}.npz"))
