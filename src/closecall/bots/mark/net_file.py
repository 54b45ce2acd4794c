"""The files of the nets of Close to the Mark!, and the weights of the players made from them; plain Python.

A file holds one net, for one pattern of colours or for any (then with a table for each kind of box). A sheet
whose pattern, turned or mirrored, has nets of its own is evaluated by them, any other by those for any
pattern. So one net serves all colours whose circles lie alike on the sheet.

A net is its own mirror image. Replacing every number v by 14 − v changes nothing in the game: two dice make
both equally often, and extremes and crosses stay what they are. So each weight has a mirrored partner of the
same value, and a file keeps only one of the two; of the tables, rounded to a byte.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import product
from operator import mul
from typing import NamedTuple

from closecall.bots.custom_values import trained_file
from closecall.bots.mark.net_layout import JOINED, LINE, LINES_AT, MIXED, STAR, WHOLE, WIDTH
from closecall.bots.mark.pattern import (
    BOXES,
    ENDS,
    LINE_OF,
    RANKS,
    Pattern,
    Way,
    pattern_of,
    symmetries,
    turned_pattern,
)
from closecall.bots.values_file import Numbers, read_arrays

MOST_NETS = 3
"""The most nets whose mean is taken."""
KINDS = 4
"""Kinds of boxes in a net for any pattern: which of the two circles are of the own colour."""
TABLE = RANKS * RANKS * WIDTH
"""The weights of a box."""
MIRRORED = (0, *range(RANKS - 1, 0, -1))
"""The rank of 14 − v; an empty circle stays empty."""


class Weights(NamedTuple):
    """The arrays of a net, in the order of `Net`, each laid out flat."""

    boxes: "array[float]"
    units: "array[float]"
    mixing: "array[float]"
    rounds: "array[float]"
    colours: "array[float]"
    joining: "array[float]"
    joined: "array[float]"
    worth: "array[float]"
    base: "array[float]"


class NetFile(NamedTuple):
    """A net as a file keeps it."""

    arrays: dict[str, Numbers]
    pattern: Pattern
    """Empty for a net for any pattern."""
    mean: float
    """Its mean score without looking at the next roll."""

    @property
    def kinds(self) -> int:
        """How many tables each box has."""
        return len(self.arrays["boxes"]) // (BOXES * TABLE // 2)


def read_file(file: Traversable) -> NetFile:
    """Read a file; ValueError or KeyError if it does not hold a net."""
    arrays = read_arrays(file.read_bytes())
    wanted = [max(places) + 1 for places in _kept_places()[1:]]
    if [len(arrays[name]) for name in Weights._fields[1:]] != wanted:
        raise ValueError("not a net of Close to the Mark!")
    found = NetFile(arrays, tuple(int(slot) for slot in arrays["pattern"]), float(arrays["mean"][0]))
    if found.kinds not in (1, KINDS) or len(arrays["steps"]) != found.kinds * BOXES * WIDTH // 2:
        raise ValueError("not a net of Close to the Mark!")
    return found


@cache
def all_files() -> tuple[NetFile, ...]:
    """The shipped nets, or those that replace them (see `custom_values`), best first."""
    folder = resources.files(__package__) / "values"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".npz")), key=lambda file: file.name
    )
    found = [read_file(trained_file(file.name.removesuffix(".npz")) or file) for file in files]
    return tuple(sorted(found, key=lambda file: -file.mean))


# The players.


class PlayerWeights(NamedTuple):
    """What it takes to play one colour of one layout."""

    weights: "array[float]"
    """Those of one or more nets: first the tables of all of them, then their units, and so on."""
    nets: int
    pattern: "array[int]"
    dice: "array[int]"
    """The colour of the die at each place in the pattern, the own one first."""


def player_weights(layout: Sequence[int], own: int, most: int = MOST_NETS) -> PlayerWeights:
    """The player of a colour of a layout (a colour for each circle)."""
    pattern = pattern_of(layout, own)
    files, way = files_for(pattern)
    nets = [turned_weights(expanded(file, tables_for(file, pattern)), way, pattern) for file in files[:most]]
    flat = array("f")
    for arrays in zip(*nets, strict=True):
        for one in arrays:
            flat.extend(one)
    dice = [own, *[layout[pattern.index(place)] for place in range(1, 5)]]
    return PlayerWeights(flat, len(nets), array("b", pattern), array("q", dice))


def files_for(pattern: Pattern) -> tuple[list[NetFile], Way]:
    """The nets for a pattern, best first, and how to turn the sheet for them.

    A sheet that looks the same from several sides is seen from the first. A net is not trained to value all
    sides alike, and the mean over all views plays clearly worse than one view.
    """
    for way in symmetries():
        turned = turned_pattern(pattern, way)
        found = [file for file in all_files() if file.pattern == turned]
        if found:
            return found, way
    return [file for file in all_files() if not file.pattern], symmetries()[0]


def tables_for(file: NetFile, pattern: Pattern) -> list[int]:
    """The table of each box on a sheet with this pattern."""
    if file.kinds == 1:
        return list(range(BOXES))
    return [KINDS * box + kind for box, kind in enumerate(kinds_of(pattern))]


def kinds_of(pattern: Sequence[int]) -> list[int]:
    """The kind of each box."""
    return [2 * (pattern[one] == 0) + (pattern[other] == 0) for one, other in ENDS]


# Mirrored halves.


def expanded(file: NetFile, tables: Iterable[int]) -> Weights:
    """All weights of a net, with these tables for its boxes."""
    places, half = _kept_places(), TABLE // 2
    boxes = array("f")
    for table in tables:
        # Steps are repeated for every pair of ranks. A product is rounded to float32.
        steps = file.arrays["steps"][WIDTH // 2 * table : WIDTH // 2 * (table + 1)] * (RANKS * RANKS)
        numbers = array("f", map(mul, file.arrays["boxes"][half * table : half * (table + 1)], steps))
        boxes.extend(array("f", map(numbers.__getitem__, places[0])))
    rest = [
        array("f", map(file.arrays[name].__getitem__, where))
        for name, where in zip(Weights._fields[1:], places[1:], strict=True)
    ]
    return Weights(boxes, *rest)


@cache
def _kept_places() -> "tuple[array[int], ...]":
    """For each weight of a table and of the other arrays, where its value is among those that are kept."""
    return tuple(_numbered(partners) for partners in partners_of())


def _numbered(partners: Sequence[int]) -> "array[int]":
    """Of two partners, the first is kept."""
    places, kept = array("H", bytes(2 * len(partners))), 0
    for at, partner in enumerate(partners):
        if partner >= at:
            places[at] = places[partner] = kept
            kept += 1
    return places


def partners_of() -> tuple[list[int], ...]:
    """For each weight, the place of its mirrored partner in the same table or array, laid out flat."""
    pairs = [RANKS * MIRRORED[one] + MIRRORED[other] for one, other in product(range(RANKS), repeat=2)]
    units = _halves(*[STAR] * 25, *[LINE] * 10, WHOLE)
    mixed, joined = _halves(MIXED), _halves(JOINED)
    return (
        _joint(pairs, _halves(STAR, STAR, LINE, WHOLE)),
        units,
        _joint(units, mixed),
        _joint(range(26), mixed),
        _joint(range(5 * 6), mixed),
        _joint(mixed, joined),
        joined,
        joined,
        list(range(26)),
    )


def _halves(*sizes: int) -> list[int]:
    """The partner of each place in blocks with two mirrored halves."""
    found: list[int] = []
    for size in sizes:
        start = len(found)
        found += [start + (k + size // 2) % size for k in range(size)]
    return found


def _joint(rows: Sequence[int], columns: Sequence[int]) -> list[int]:
    return [len(columns) * row + column for row in rows for column in columns]


# Turned and mirrored sheets.


def turned_weights(net: Weights, way: Way, pattern: Sequence[int]) -> Weights:
    """The net that gives a sheet with this pattern the value that the given net gives the turned sheet."""
    boxes, units, mixing, colours = net.boxes[:], net.units[:], net.mixing[:], net.colours[:]
    per_unit = MIXED
    for box, (one, other) in enumerate(ENDS):
        place, is_reversed = _box_between(way[one], way[other])
        table = net.boxes[TABLE * box : TABLE * (box + 1)]
        boxes[TABLE * place : TABLE * (place + 1)] = _reversed(table) if is_reversed else table
        to, at = LINES_AT + LINE * LINE_OF[place], LINES_AT + LINE * LINE_OF[box]
        units[to : to + LINE] = net.units[at : at + LINE]
        mixing[per_unit * to : per_unit * (to + LINE)] = net.mixing[per_unit * at : per_unit * (at + LINE)]
    for circle, place in enumerate(way):
        to, at = STAR * place, STAR * circle
        units[to : to + STAR] = net.units[at : at + STAR]
        mixing[per_unit * to : per_unit * (to + STAR)] = net.mixing[per_unit * at : per_unit * (at + STAR)]
    size = 6 * MIXED
    for circle, slot in enumerate(turned_pattern(pattern, way)):
        to = size * pattern[way[circle]]
        colours[to : to + size] = net.colours[size * slot : size * (slot + 1)]
    return net._replace(boxes=boxes, units=units, mixing=mixing, colours=colours)


def _box_between(one: int, other: int) -> tuple[int, bool]:
    """The box between two circles, and whether its ends are in the opposite order."""
    if one < other:
        return ENDS.index((one, other)), False
    return ENDS.index((other, one)), True


def _reversed(table: "array[float]") -> "array[float]":
    """The table of a box whose circles change places, and with them their ranks and parts."""
    return array("f", map(table.__getitem__, _reversed_places()))


@cache
def _reversed_places() -> "array[int]":
    columns = [*range(STAR, 2 * STAR), *range(STAR), *range(2 * STAR, WIDTH)]
    rows = [RANKS * other + one for one in range(RANKS) for other in range(RANKS)]
    return array("H", [WIDTH * row + column for row in rows for column in columns])
