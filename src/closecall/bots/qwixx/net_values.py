"""The parts of a net of Qwixx as NumPy arrays, for training; `net_file.py` reads nets to play by."""

from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import Net
from closecall.bots.qwixx.net_file import UNIT, net_for, read_net, seats_with
from closecall.bots.qwixx.net_layout import PAIRS, ROWS, WIDTH

Numbers = NDArray[np.float32]

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
    seats_of(rest)
    return Parts(both, mine, theirs, rest)


def seats_of(rest: Numbers) -> int:
    """The number of seats that a net is for, by its contexts."""
    return seats_with(len(rest))


def read_values(path: Path) -> Net:
    """Read a net from a file."""
    return np.array(read_net(path), np.float32)


def values_for(seats: int) -> Net:
    """The net for a number of seats, shipped or custom."""
    return np.array(net_for(seats), np.float32)


def parts_for(seats: int) -> Parts:
    """The parts of the shipped net."""
    with values_file(seats) as path:
        return read_parts(path)


def values_file(seats: int) -> AbstractContextManager[Path]:
    """The file of the shipped net."""
    return as_file(files("closecall.bots.qwixx").joinpath("values", f"net{seats}.npz"))
