"""The trained values of Close Enough: thresholds, odds and worths, in plain Python.

`values/thresholds.json` has the tuned thresholds by the number of seats, and some players from the way there,
so that a search does not assume that all others play alike. `values/knowledge.npz` has the odds of
`belief.py` and the worths of `search.py`, also by seats. All distances are for the standard kit; they are
scaled by how widely the cards of another kit are spread.
"""

import json
from array import array
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from math import sqrt
from typing import Any, NamedTuple

from closecall.bots.custom_values import trained_file
from closecall.bots.enough.bragging import BRAGS
from closecall.bots.enough.threshold_names import NAMES
from closecall.bots.values_file import read_arrays
from closecall.games.enough.kit import shipped_kit

THRESHOLD_LEVELS = ("hard", "medium", "easy")

STAYERS = 2
"""The models of opponents that never fold; without them a bluff would look too good."""
_STAYS = {f"stay_{turn}": 99.0 for turn in range(4)}

# How the weaker levels differ from the untuned thresholds. Easy calls and stays in too far from its target,
# but does not call on nothing, and it does not think of Lock and Silence.
_WEAKER: dict[str, dict[str, float]] = {
    "medium": {"slip": 150.0, "bluff": 20.0},
    "easy": {
        "slip": 300.0,
        "bluff": 0.0,
        "lock": -1.0,
        "lock_new": -1.0,
        "silence": 99.0,
        "call_0": 4.5,
        "call_1": 5.0,
        "call_2": 5.5,
        "call_3": 6.0,
        "call_4": 6.5,
        "call_5": 7.0,
        "stay_0": 8.0,
        "stay_1": 8.0,
        "stay_2": 8.0,
        "stay_3": 8.0,
        "deck": -1.0,
    },
}


class Values(NamedTuple):
    """Everything the players know."""

    thresholds: dict[str, Any]
    knowledge: "dict[str, array[float]]"


def read_values(folder: Traversable) -> Values:
    """Read the values in a folder."""
    thresholds = json.loads((folder / "thresholds.json").read_text("utf-8"))
    arrays = read_arrays((folder / "knowledge.npz").read_bytes())
    return Values(thresholds, {name: array("d", numbers) for name, numbers in arrays.items()})


@cache
def current_values() -> Values:
    """The shipped values, or those that replace them (see `custom_values`)."""
    trained = trained_file("thresholds", "knowledge.npz")
    return read_values(resources.files(__package__) / "values" if trained is None else trained.parent)


def row_of(thresholds: dict[str, float], scale: float = 1.0, brag: float = 0.0) -> "array[float]":
    """Thresholds as compiled code takes them, for cards with this spread."""
    return array("d", [*[thresholds[name] for name in NAMES], scale, brag])


def scale_of(cards: Sequence[int]) -> float:
    """How widely cards are spread, relative to the standard kit.

    >>> scale_of(shipped_kit("standard").cards), round(scale_of(shipped_kit("classic").cards), 3)
    (1.0, 0.498)
    """
    return max(0.1, _deviation(cards) / _deviation(shipped_kit("standard").cards))


def _deviation(cards: Sequence[int]) -> float:
    """The standard deviation of some numbers; sums of integers are exact, and the same everywhere."""
    count, total, squares = len(cards), sum(cards), sum([card * card for card in cards])
    return sqrt(count * squares - total * total) / count


def thresholds_of(level: str, seats: int) -> dict[str, float]:
    """The thresholds of a level at a table with this many seats."""
    kept = current_values().thresholds
    if level == "hard":
        tuned: dict[str, float] = kept["tuned"][str(seats)]
        return tuned
    untuned: dict[str, float] = kept["untuned"]
    return untuned | _WEAKER[level]


def level_row(level: str, seats: int, scale: float = 1.0) -> "array[float]":
    """The thresholds of a level as compiled code takes them."""
    return row_of(thresholds_of(level, seats), scale, BRAGS.get(level, 0))


def models_of(values: Values, seats: int, scale: float) -> "array[float]":
    """The models of all players that the expert searches with, one after another; the first is for itself."""
    tuned: dict[str, float] = values.thresholds["tuned"][str(seats)]
    rows = array("d")
    for thresholds in [tuned, *values.thresholds["models"][str(seats)], *[tuned | _STAYS] * STAYERS]:
        rows.extend(row_of(thresholds, scale))
    return rows
