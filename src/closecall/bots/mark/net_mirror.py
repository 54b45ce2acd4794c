"""The net of Close to the Mark! is its own mirror image: where its equal halves are.

Turning every number v into 14 − v changes nothing in the game: two dice make both equally often, and extremes
and crosses stay what they are. So the net is built of mirrored halves: each of its numbers has a partner that
is always the same, and only one of the two needs to be kept.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_eval import JOINED, LINE, MIXED, STAR, UNITS, WHOLE, WIDTH
from closecall.bots.mark.net_sheet import BOXES, RANKS

Places = NDArray[np.int32]

MIRRORED = np.array([0, *range(RANKS - 1, 0, -1)])
"""The rank of 14 − v; an empty circle stays empty."""
KINDS = 4
"""Kinds of boxes, for a net that knows any pattern: by which of both circles are of the own colour."""


def _halves(*sizes: int) -> NDArray[np.int64]:
    """The partner of each place where blocks have two mirrored halves."""
    found: list[int] = []
    for size in sizes:
        start = len(found)
        found += [start + (k + size // 2) % size for k in range(size)]
    return np.array(found)


def shapes(kinds: int) -> tuple[tuple[int, ...], ...]:
    """The shape of every array of a net; with kinds, there is a table of boxes for each of them."""
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
    """For each number of a net the place of its mirrored partner in the same array, laid out flat."""
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
    """The places of those numbers that come before their partners: the others are their copies."""
    return np.flatnonzero(places >= np.arange(len(places)))
