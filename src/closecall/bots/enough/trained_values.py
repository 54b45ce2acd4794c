"""The trained values of Close Enough: thresholds, odds and worths, and the players made from them.

`values/thresholds.json` has the tuned thresholds by the number of seats, and some players from the way there,
so that a search does not assume that all others play alike. `values/knowledge.npz` has the odds of
`belief.py` and the worths of `search.py`, also by seats. All distances are for the standard kit; they are
scaled by how widely the cards of another kit are spread.
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import trained_file
from closecall.bots.enough.bragging import BRAGS
from closecall.bots.enough.search import SearchEffort, Searcher, new_searcher
from closecall.bots.enough.threshold import NAMES, Thresholds
from closecall.games.enough.kit import shipped_kit

THRESHOLD_LEVELS = ("hard", "medium", "easy")
EXPERT = SearchEffort(playouts=1500, burn_in=40, exchanges=8, extras=True)

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
    knowledge: dict[str, NDArray[np.float64]]


def read_values(folder: Traversable) -> Values:
    """Read the values in a folder."""
    thresholds = json.loads((folder / "thresholds.json").read_text("utf-8"))
    with np.load(BytesIO((folder / "knowledge.npz").read_bytes()), allow_pickle=False) as arrays:
        knowledge = {name: arrays[name].astype(np.float64) for name in arrays.files}
    return Values(thresholds, knowledge)


@cache
def current_values() -> Values:
    """The shipped values, or those that replace them (see `custom_values`)."""
    trained = trained_file("thresholds", "knowledge.npz")
    return read_values(resources.files(__package__) / "values" if trained is None else trained.parent)


def row_of(thresholds: dict[str, float], scale: float = 1.0, brag: float = 0.0) -> Thresholds:
    """Thresholds as compiled code takes them, for cards with this spread."""
    return np.array([*[thresholds[name] for name in NAMES], scale, brag])


def scale_of(cards: Sequence[int]) -> float:
    """How widely cards are spread, relative to the standard kit."""
    return max(0.1, float(np.std(cards)) / float(np.std(shipped_kit("standard").cards)))


def thresholds_of(level: str, seats: int) -> dict[str, float]:
    """The thresholds of a level at a table with this many seats."""
    kept = current_values().thresholds
    if level == "hard":
        tuned: dict[str, float] = kept["tuned"][str(seats)]
        return tuned
    untuned: dict[str, float] = kept["untuned"]
    return untuned | _WEAKER[level]


def level_row(level: str, seats: int, scale: float = 1.0) -> Thresholds:
    """The thresholds of a level as compiled code takes them."""
    return row_of(thresholds_of(level, seats), scale, BRAGS.get(level, 0))


def models_of(values: Values, seats: int, scale: float) -> NDArray[np.float64]:
    """The models of all players that the expert searches with; the first row is for itself."""
    tuned: dict[str, float] = values.thresholds["tuned"][str(seats)]
    rows = [tuned, *values.thresholds["models"][str(seats)], *[tuned | _STAYS] * STAYERS]
    return np.array([row_of(row, scale) for row in rows])


@lru_cache(maxsize=16)
def _current_models(seats: int, scale: float) -> NDArray[np.float64]:
    return models_of(current_values(), seats, scale)


def expert_with(values: Values, seats: int, scale: float = 1.0, effort: SearchEffort = EXPERT) -> Searcher:
    """An expert with these values, at a table with this many seats; a new one for each thread."""
    known, is_usual = values.knowledge, values is current_values()
    models = _current_models(seats, scale) if is_usual else models_of(values, seats, scale)
    return new_searcher(models, known[f"odds{seats}"], known[f"worths{seats}"], effort)


def new_expert(seats: int, scale: float = 1.0, effort: SearchEffort = EXPERT) -> Searcher:
    """The expert with the current values; a new one for each thread."""
    return expert_with(current_values(), seats, scale, effort)
