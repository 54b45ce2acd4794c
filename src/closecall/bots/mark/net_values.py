"""Nets of Close to the Mark! as NumPy arrays; `net_file.py` reads their files."""

from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.choice import ColourPlayer, mean_after_roll, new_scratch
from closecall.bots.mark.entry_points import prepare, prepared
from closecall.bots.mark.net import Net, PreparedNet
from closecall.bots.mark.net_file import (
    MOST_NETS,
    expanded,
    files_for,
    kinds_of,
    partners_of,
    player_weights,
    read_file,
)
from closecall.bots.mark.net_layout import JOINED, MIXED, SPREAD, UNITS, WIDTH
from closecall.bots.mark.pattern import BOXES, RANKS, pattern_of
from closecall.bots.mark.sheet import Floats, Pattern

Places = NDArray[np.int32]

STEPS = 127


class Values(NamedTuple):
    """A net, the pattern it is for, and how good it is."""

    net: Net
    pattern: Pattern
    """Empty for a net for any pattern."""
    mean: float
    """Its mean score without looking at the next roll."""


def write_values(path: Path, values: Values) -> None:
    """Write a net to a file."""
    kinds = values.net.boxes.shape[1] if values.net.boxes.ndim == 4 else 0
    arrays: dict[str, NDArray[Any]] = {"pattern": values.pattern, "mean": np.array(values.mean)}
    for name, array, places in zip(Net._fields, values.net, partners(kinds), strict=True):
        arrays[name] = array.reshape(-1)[kept(places)].astype(np.float32 if name == "base" else np.float16)
    boxes = _by_column(arrays["boxes"].astype(np.float32), kinds)
    steps = np.maximum(np.abs(boxes).max(axis=1, keepdims=True), 1e-6) / STEPS
    arrays["boxes"], arrays["steps"] = np.rint(boxes / steps).astype(np.int8), steps.astype(np.float32)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _by_column(boxes: Floats, kinds: int) -> Floats:
    """The kept half of the tables, each with a row for every pair of ranks."""
    return boxes.reshape(BOXES * max(1, kinds), RANKS * RANKS, WIDTH // 2)


def read_values(file: Traversable) -> Values:
    """Read a net from a file."""
    found = read_file(file)
    kinds = found.kinds if found.kinds > 1 else 0
    weights = expanded(found, range(BOXES * found.kinds))
    arrays = [
        np.array(flat, np.float32).reshape(shape) for flat, shape in zip(weights, shapes(kinds), strict=True)
    ]
    return Values(Net(*arrays), np.array(found.pattern, np.int8), found.mean)


def for_pattern(net: Net, pattern: Pattern) -> Net:
    """The net for one pattern: each box has the table of its kind."""
    if net.boxes.ndim == 3:
        return net
    return net._replace(boxes=np.ascontiguousarray(net.boxes[np.arange(BOXES), kinds_of(pattern.tolist())]))


@lru_cache(maxsize=16)
def player_for(layout: tuple[int, ...], own: int, most: int = MOST_NETS) -> ColourPlayer:
    """The player of a colour of a layout (a colour for each circle)."""
    found = player_weights(layout, own, most)
    weights, spread = np.array(found.weights, np.float32), np.empty(found.nets * SPREAD, np.float32)
    prepare(weights, spread)
    nets: PreparedNet = prepared(weights, spread)
    return ColourPlayer(nets, np.array(found.pattern, np.int8), np.array(found.dice, np.int64))


@lru_cache(maxsize=64)
def expected_points(layout: tuple[int, ...], own: int) -> float:
    """The points that a player of this colour can expect, as measured or as the nets estimate."""
    files, _ = files_for(pattern_of(layout, own))
    if files[0].pattern:
        return files[0].mean
    player = player_for(layout, own)
    return mean_after_roll(player.nets, player.pattern, np.zeros(25, np.int8), new_scratch())


def shapes(kinds: int) -> tuple[tuple[int, ...], ...]:
    """The shape of every array of a net; with kinds, there is a table of boxes for each."""
    return (
        (BOXES, kinds, RANKS * RANKS, WIDTH) if kinds else (BOXES, RANKS * RANKS, WIDTH),
        (UNITS,),
        (UNITS // 8, 8 * MIXED),
        (26, MIXED),
        (5, 6, MIXED),
        (MIXED // 8, 8 * JOINED),
        (JOINED,),
        (JOINED,),
        (26,),
    )


@cache
def partners(kinds: int) -> tuple[Places, ...]:
    """For each weight of a net, the place of its mirrored partner in the same array, laid out flat."""
    table, *rest = (np.array(places, np.int32) for places in partners_of())
    tables = np.arange(BOXES * max(1, kinds), dtype=np.int32)[:, None] * len(table)
    return ((tables + table[None, :]).reshape(-1), *rest)


def kept(places: Places) -> NDArray[np.int64]:
    """The places of the weights that come before their partners; the others are copies."""
    return np.flatnonzero(places >= np.arange(len(places)))
