"""The trained values of Close to the Mark!: their files, and the players made from them.

A file holds one net, for one pattern of colours or for any (then with a table for each kind of box). A sheet
whose pattern, turned or mirrored, has nets of its own is evaluated by them, any other by those for any
pattern. So one net serves all colours whose circles lie alike on the sheet.

A net is its own mirror image. Replacing every number v by 14 − v changes nothing in the game: two dice make
both equally often, and extremes and crosses stay what they are. So each weight has a mirrored partner of the
same value, and a file keeps only one of the two; of the tables, rounded to a byte.
"""

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import trained_file
from closecall.bots.mark.choice import ColourPlayer, mean_after_roll, new_scratch
from closecall.bots.mark.net import (
    JOINED,
    LINE,
    LINES_AT,
    MIXED,
    PART,
    STAR,
    UNITS,
    WHOLE,
    WIDTH,
    Net,
    PreparedNet,
    spread_rows,
)
from closecall.bots.mark.sheet import (
    BOXES,
    ENDS,
    LINE_OF,
    RANKS,
    Floats,
    Pattern,
    pattern_of,
    symmetries,
    turned_pattern,
)

Places = NDArray[np.int32]
Way = NDArray[np.int64]
"""How a sheet is turned or mirrored: see `symmetries`."""

STEPS = 127
MOST_NETS = 3
"""The most nets whose mean is taken."""
KINDS = 4
"""Kinds of boxes in a net for any pattern: which of the two circles are of the own colour."""
MIRRORED = np.array([0, *range(RANKS - 1, 0, -1)])
"""The rank of 14 − v; an empty circle stays empty."""


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


def read_values(file: Path | BytesIO) -> Values:
    """Read a net from a file."""
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
    """The shipped nets, or those that replace them (see `custom_values`), best first."""
    folder = resources.files(__package__) / "values"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".npz")), key=lambda file: file.name
    )
    found = [
        read_values(trained_file(file.name.removesuffix(".npz")) or BytesIO(file.read_bytes()))
        for file in files
    ]
    return tuple(sorted(found, key=lambda values: -values.mean))


def for_pattern(net: Net, pattern: Pattern) -> Net:
    """The net for one pattern: each box has the table of its kind."""
    if net.boxes.ndim == 3:
        return net
    return net._replace(boxes=np.ascontiguousarray(net.boxes[np.arange(BOXES), kinds_of(pattern)]))


def kinds_of(pattern: Pattern) -> NDArray[np.int64]:
    """The kind of each box."""
    own = (pattern == 0).astype(np.int64)
    kinds: NDArray[np.int64] = 2 * own[ENDS[:, 0]] + own[ENDS[:, 1]]
    return kinds


@lru_cache(maxsize=16)
def player_for(layout: tuple[int, ...], own: int, most: int = MOST_NETS) -> ColourPlayer:
    """The player of a colour of a layout (a colour for each circle)."""
    pattern = pattern_of(np.array(layout, np.int8), own)
    dice = [own, *[layout[pattern.tolist().index(place)] for place in range(1, 5)]]
    found, way = _values_for(pattern)
    nets = [turned_net(for_pattern(values.net, pattern), way, pattern) for values in found[:most]]
    return ColourPlayer(stack_nets(nets), pattern, np.array(dice))


def _values_for(pattern: Pattern) -> tuple[list[Values], NDArray[np.int64]]:
    """The values for a pattern, best first, and how to turn the sheet for them.

    A sheet that looks the same from several sides is seen from the first. A net is not trained to value all
    sides alike, and the mean over all views plays clearly worse than one view.
    """
    for way in symmetries():
        turned = turned_pattern(pattern, way)
        found = [values for values in all_values() if np.array_equal(values.pattern, turned)]
        if found:
            return found, way
    return [values for values in all_values() if not len(values.pattern)], symmetries()[0]


def stack_nets(nets: list[Net]) -> PreparedNet:
    """Prepare several nets, with an axis for them in front."""
    spread = np.empty((len(nets), 25, 4, RANKS, RANKS, PART), np.float32)
    for net, to in zip(nets, spread, strict=True):
        spread_rows(net, to)
    return PreparedNet(Net(*[np.stack(arrays) for arrays in zip(*nets, strict=True)]), spread)


@lru_cache(maxsize=64)
def expected_points(layout: tuple[int, ...], own: int) -> float:
    """The points that a player of this colour can expect, as measured or as the nets estimate."""
    found, _ = _values_for(pattern_of(np.array(layout, np.int8), own))
    if len(found[0].pattern):
        return found[0].mean
    player = player_for(layout, own)
    return mean_after_roll(player.nets, player.pattern, np.zeros(25, np.int8), new_scratch())


# Turned and mirrored sheets.


def turned_net(net: Net, way: Way, pattern: Pattern) -> Net:
    """The net that gives a sheet with this pattern the value that the given net gives the turned sheet."""
    boxes, units, mixing = np.empty_like(net.boxes), net.units.copy(), net.mixing.copy()
    colours = np.empty_like(net.colours)
    for box, (one, other) in enumerate(ENDS):
        place, is_reversed = _box_between(int(way[one]), int(way[other]))
        boxes[place] = _reversed(net.boxes[box]) if is_reversed else net.boxes[box]
        to, at = LINES_AT + LINE * LINE_OF[place], LINES_AT + LINE * LINE_OF[box]
        units[to : to + LINE] = net.units[at : at + LINE]
        mixing[to // 8 : (to + LINE) // 8] = net.mixing[at // 8 : (at + LINE) // 8]
    for circle, place in enumerate(way):
        units[STAR * place : STAR * (place + 1)] = net.units[STAR * circle : STAR * (circle + 1)]
        mixing[place] = net.mixing[circle]
    for circle, slot in enumerate(turned_pattern(pattern, way)):
        colours[pattern[way[circle]]] = net.colours[slot]
    return net._replace(boxes=boxes, units=units, mixing=mixing, colours=colours)


def _box_between(one: int, other: int) -> tuple[int, bool]:
    """The box between two circles, and whether its ends are in the opposite order."""
    for box in range(BOXES):
        if tuple(ENDS[box]) == (one, other):
            return box, False
        if tuple(ENDS[box]) == (other, one):
            return box, True
    raise AssertionError("these circles are not neighbours")


def _reversed(table: Floats) -> Floats:
    """The table of a box whose circles change places, and with them their ranks and parts."""
    rows = table.reshape(RANKS, RANKS, -1).swapaxes(0, 1).reshape(table.shape)
    return np.concatenate([rows[:, STAR : 2 * STAR], rows[:, :STAR], rows[:, 2 * STAR :]], axis=1)


# Mirrored halves.


def _halves(*sizes: int) -> NDArray[np.int64]:
    """The partner of each place in blocks with two mirrored halves."""
    found: list[int] = []
    for size in sizes:
        start = len(found)
        found += [start + (k + size // 2) % size for k in range(size)]
    return np.array(found)


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
    both = (RANKS * MIRRORED[:, None] + MIRRORED[None, :]).reshape(-1)
    width = _halves(STAR, STAR, LINE, WHOLE)
    units = _halves(*[STAR] * 25, *[LINE] * 10, WHOLE)
    mixed, joined = _halves(MIXED), _halves(JOINED)
    orders = [
        (np.arange(BOXES * max(1, kinds)), both, width),
        (units,),
        (units, mixed),
        (np.arange(26), mixed),
        (np.arange(5), np.arange(6), mixed),
        (mixed, joined),
        (joined,),
        (joined,),
        (np.arange(26),),
    ]
    return tuple(_places(order) for order in orders)


def _places(orders: tuple[NDArray[np.int64], ...]) -> Places:
    places = np.arange(np.prod([len(order) for order in orders])).reshape([len(order) for order in orders])
    return np.ascontiguousarray(places[np.ix_(*orders)]).reshape(-1).astype(np.int32)


def kept(places: Places) -> NDArray[np.int64]:
    """The places of the weights that come before their partners; the others are copies."""
    return np.flatnonzero(places >= np.arange(len(places)))
