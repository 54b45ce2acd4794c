"""The entry points of Close to the Mark!.

Weights are those of one or more nets, laid out flat: first the tables of all nets, then the units of all, and
so on in the order of `Net`.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.entry_point import EntryPoint
from closecall.bots.mark.choice import (
    ColourPlayer,
    choose_entry,
    mean_to_come,
    new_scratch,
    write_entry_values,
)
from closecall.bots.mark.net import Net, PreparedNet, spread_rows
from closecall.bots.mark.net_layout import BLOCKS, JOINED, MIXED, PART, SPREAD, UNITS, WIDTH
from closecall.bots.mark.pattern import BOXES, RANKS
from closecall.bots.mark.sheet import Floats, Pattern, Ranks
from closecall.kernels.jit import compiled
from closecall.kernels.mark.lookup_tables import Table


@compiled
def prepared(weights: Floats, spread: Floats) -> PreparedNet:
    """The nets with these weights and rows."""
    n, at = len(spread) // SPREAD, 0
    boxes = weights[: n * BOXES * RANKS * RANKS * WIDTH]
    at += len(boxes)
    units = weights[at : at + n * UNITS]
    at += len(units)
    mixing = weights[at : at + n * UNITS * MIXED]
    at += len(mixing)
    rounds = weights[at : at + n * 26 * MIXED]
    at += len(rounds)
    colours = weights[at : at + n * 5 * 6 * MIXED]
    at += len(colours)
    joining = weights[at : at + n * MIXED * JOINED]
    at += len(joining)
    joined = weights[at : at + n * JOINED]
    at += len(joined)
    worth = weights[at : at + n * JOINED]
    at += len(worth)
    net = Net(
        boxes.reshape((n, BOXES, RANKS * RANKS, WIDTH)),
        units.reshape((n, UNITS)),
        mixing.reshape((n, UNITS // 8, 8 * MIXED)),
        rounds.reshape((n, 26, MIXED)),
        colours.reshape((n, 5, 6, MIXED)),
        joining.reshape((n, MIXED // 8, 8 * JOINED)),
        joined.reshape((n, JOINED)),
        worth.reshape((n, JOINED)),
        weights[at : at + n * 26].reshape((n, 26)),
    )
    return PreparedNet(net, spread.reshape((n, BLOCKS, RANKS, RANKS, PART)))


@compiled
def prepare(weights: Floats, spread: Floats) -> int:
    """Lay out the rows of all nets."""
    nets = prepared(weights, spread)
    for n in range(len(nets.spread)):
        spread_rows(nets.net.boxes[n], nets.spread[n])
    return 0


@compiled
def choose(
    state: Table,
    seat: int,
    level: int,
    weights: Floats,
    spread: Floats,
    pattern: Pattern,
    dice: NDArray[np.int64],
) -> int:
    """The entry of a level."""
    player = ColourPlayer(prepared(weights, spread), pattern, dice)
    return choose_entry(state, seat, player, level, new_scratch())


@compiled
def value_entries(
    state: Table,
    seat: int,
    weights: Floats,
    spread: Floats,
    pattern: Pattern,
    dice: NDArray[np.int64],
    values: NDArray[np.float64],
) -> int:
    """Write what every entry is worth to the expert: its points, and those to come."""
    player = ColourPlayer(prepared(weights, spread), pattern, dice)
    write_entry_values(state, seat, player, new_scratch(), values)
    return 0


@compiled
def expect(weights: Floats, spread: Floats, pattern: Pattern, sheet: Ranks) -> float:
    """The points to come on a sheet before a roll."""
    return mean_to_come(prepared(weights, spread), pattern, sheet, new_scratch())


ENTRY_POINTS = (
    EntryPoint(prepare, "q", ("f[]", "f[]")),
    EntryPoint(choose, "q", ("b[]", "q", "q", "f[]", "f[]", "b[]", "q[]")),
    EntryPoint(value_entries, "q", ("b[]", "q", "f[]", "f[]", "b[]", "q[]", "d[]")),
    EntryPoint(expect, "d", ("f[]", "f[]", "b[]", "b[]")),
)
