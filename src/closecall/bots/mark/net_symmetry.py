"""A net of Close to the Mark! for a turned or mirrored sheet: the same numbers in other places.

So one net serves all colours whose circles lie alike on the sheet.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_eval import LINE, LINES_AT, STAR, Net
from closecall.bots.mark.net_sheet import BOXES, ENDS, LINE_OF, RANKS, Floats, Pattern, turned_pattern

Way = NDArray[np.int64]


def turned_net(net: Net, way: Way, pattern: Pattern) -> Net:
    """The net that says of a sheet with this pattern what the given one says of the sheet turned that way."""
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
    """The box between two circles, and whether they stand the other way round in it."""
    for box in range(BOXES):
        if tuple(ENDS[box]) == (one, other):
            return box, False
        if tuple(ENDS[box]) == (other, one):
            return box, True
    raise AssertionError("these circles are no neighbours")


def _reversed(table: Floats) -> Floats:
    """The table of a box whose circles change places: so do the ranks, and what is for either circle."""
    rows = table.reshape(RANKS, RANKS, -1).swapaxes(0, 1).reshape(table.shape)
    return np.concatenate([rows[:, STAR : 2 * STAR], rows[:, :STAR], rows[:, 2 * STAR :]], axis=1)
