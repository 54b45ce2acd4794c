"""The values that were learned for Close to the Mark!: how they are kept, and who plays with them.

A file holds one net: for one pattern of colours, or for any (with a table for each kind of box). Only
one of two mirrored numbers is kept, the tables in steps of a byte. A sheet whose pattern, turned or mirrored,
has nets of its own is weighed by them, any other one by the nets for any pattern.
"""

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import learnt
from closecall.bots.mark.net_choice import Player, mean_after_roll, new_room
from closecall.bots.mark.net_eval import PART, WIDTH, Net, Ready, spread_out
from closecall.bots.mark.net_mirror import KINDS, kept, partners, shapes
from closecall.bots.mark.net_sheet import (
    BOXES,
    ENDS,
    RANKS,
    Floats,
    Pattern,
    pattern_of,
    symmetries,
    turned_pattern,
)
from closecall.bots.mark.net_symmetry import turned_net

STEPS = 127
MOST = 3
"""So many nets are asked at most."""


class Values(NamedTuple):
    """A net with what it is for and how good it is."""

    net: Net
    pattern: Pattern
    """Empty for a net that knows any pattern."""
    mean: float
    """The mean of its points, alone, without looking at the next roll."""


def write_values(path: Path, values: Values) -> None:
    """Keep a net in a file."""
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
    """What is kept of the tables: each has as many rows as there are pairs of ranks."""
    return boxes.reshape(BOXES * max(1, kinds), RANKS * RANKS, WIDTH // 2)


def read_values(file: Path | BytesIO) -> Values:
    """Read what was kept."""
    with np.load(file, allow_pickle=False) as arrays:
        kinds = KINDS if len(arrays["boxes"]) > BOXES else 0
        flat = {name: arrays[name].astype(np.float32) for name in (*Net._fields, "steps")}
        pattern, mean = arrays["pattern"], float(arrays["mean"])
    flat["boxes"] = (flat["boxes"] * flat.pop("steps")).reshape(-1)
    full = []
    for name, shape, places in zip(Net._fields, shapes(kinds), partners(kinds), strict=True):
        array, ours = np.empty(len(places), np.float32), kept(places)
        array[ours] = flat[name]
        array[places[ours]] = flat[name]
        full.append(array.reshape(shape))
    return Values(Net(*full), pattern, mean)


@cache
def all_values() -> tuple[Values, ...]:
    """All nets that come with the program, or have been trained instead of them, the best first."""
    folder = resources.files(__package__) / "values"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".npz")), key=lambda file: file.name
    )
    found = [
        read_values(learnt(file.name.removesuffix(".npz")) or BytesIO(file.read_bytes())) for file in files
    ]
    return tuple(sorted(found, key=lambda values: -values.mean))


def for_pattern(net: Net, pattern: Pattern) -> Net:
    """The net for one pattern: of the tables of each box, that of its kind."""
    if net.boxes.ndim == 3:
        return net
    return net._replace(boxes=np.ascontiguousarray(net.boxes[np.arange(BOXES), kinds_of(pattern)]))


def kinds_of(pattern: Pattern) -> NDArray[np.int64]:
    """The kind of each box."""
    own = (pattern == 0).astype(np.int64)
    kinds: NDArray[np.int64] = 2 * own[ENDS[:, 0]] + own[ENDS[:, 1]]
    return kinds


@lru_cache(maxsize=16)
def player_for(layout: tuple[int, ...], own: int, most: int = MOST) -> Player:
    """Who plays a colour of a layout (a colour for each circle), with so many nets at most."""
    pattern = pattern_of(np.array(layout, np.int8), own)
    dice = [own, *[layout[pattern.tolist().index(place)] for place in range(1, 5)]]
    found, way = _values_for(pattern)
    nets = [turned_net(for_pattern(values.net, pattern), way, pattern) for values in found[:most]]
    return Player(stacked(nets), pattern, np.array(dice))


def _values_for(pattern: Pattern) -> tuple[list[Values], NDArray[np.int64]]:
    """The values for a pattern, the best first, and how to turn the sheet for them.

    Where a sheet looks the same from several sides, the first one is taken: a net that was not taught to be
    the same from all sides has its habits, and the mean over all its views plays clearly worse than one view.
    """
    for way in symmetries():
        turned = turned_pattern(pattern, way)
        found = [values for values in all_values() if np.array_equal(values.pattern, turned)]
        if found:
            return found, way
    return [values for values in all_values() if not len(values.pattern)], symmetries()[0]


def stacked(nets: list[Net]) -> Ready:
    """Several nets, made ready, with an axis for them in front."""
    spread = np.empty((len(nets), 25, 4, RANKS, RANKS, PART), np.float32)
    for net, to in zip(nets, spread, strict=True):
        spread_out(net, to)
    return Ready(Net(*[np.stack(arrays) for arrays in zip(*nets, strict=True)]), spread)


@lru_cache(maxsize=64)
def hope_of(layout: tuple[int, ...], own: int) -> float:
    """The points that a player of this colour can expect: as measured, or as the net thinks."""
    found, _ = _values_for(pattern_of(np.array(layout, np.int8), own))
    if len(found[0].pattern):
        return found[0].mean
    player = player_for(layout, own)
    return mean_after_roll(player.nets, player.pattern, np.zeros(25, np.int8), new_room())
