"""What the players of Close Enough know: tuned thresholds, odds and worths, as they come with the program.

`values/thresholds.json` has the tuned thresholds by the number of seats, and some players of the way there,
since a search should not take all others for the same. `values/knowledge.npz` has the odds of `belief.py` and
the worths of `search.py`, again by seats. All distances are those of the standard kit; other cards stretch
them by how far they are spread.
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.custom_values import learnt
from closecall.bots.enough.search import Desk, Patience, new_desk, search_move
from closecall.bots.enough.threshold import NAMES, Thresholds, threshold_move
from closecall.core.seen import Seen
from closecall.games.enough.kit import Kit, shipped_kit
from closecall.games.enough.moves import Move
from closecall.games.enough.view import View
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough import hand_of, possible_state, to_move

THRESHOLD_LEVELS = ("hard", "medium", "easy")
EXPERT = Patience(playouts=1500, burn_in=40, exchanges=8, extras=True)

STAYERS = 2
"""So many of the others are taken for players who never fold: else a bluff would look too good."""
_STAYS = {f"stay_{turn}": 99.0 for turn in range(4)}

# How weaker levels differ from the untuned thresholds.
_SLIPS: dict[str, dict[str, float]] = {
    "medium": {"slip": 150.0, "bluff": 20.0},
    "easy": {
        "slip": 250.0,
        "bluff": 60.0,
        "spend": 3.0,
        "lock": -1.0,
        "lock_new": -1.0,
        "silence": 99.0,
        "call_0": 3.0,
        "call_1": 3.5,
        "call_2": 4.0,
        "call_3": 4.5,
        "call_4": 5.0,
        "call_5": 5.5,
        "stay_0": 4.5,
        "stay_1": 4.5,
        "stay_2": 4.5,
        "stay_3": 5.0,
        "deck": -1.0,
    },
}


class Values(NamedTuple):
    """All that is known."""

    thresholds: dict[str, Any]
    knowledge: dict[str, NDArray[np.float64]]


def read_values(folder: Traversable) -> Values:
    """What a training left in a folder."""
    thresholds = json.loads((folder / "thresholds.json").read_text("utf-8"))
    with np.load(BytesIO((folder / "knowledge.npz").read_bytes()), allow_pickle=False) as arrays:
        knowledge = {name: arrays[name].astype(np.float64) for name in arrays.files}
    return Values(thresholds, knowledge)


@cache
def usual_values() -> Values:
    """What comes with the program, or has been trained instead of it."""
    trained = learnt("thresholds", "knowledge.npz")
    return read_values(resources.files(__package__) / "values" if trained is None else trained.parent)


def row_of(thresholds: dict[str, float], scale: float = 1.0) -> Thresholds:
    """Thresholds as compiled code takes them, for cards that are spread so far."""
    return np.array([*[thresholds[name] for name in NAMES], scale])


def scale_of(kit: Kit) -> float:
    """How far the cards of a kit are spread, those of the standard kit being 1."""
    return scale_of_cards(kit.cards)


def scale_of_cards(cards: Sequence[int]) -> float:
    """How far cards are spread, those of the standard kit being 1."""
    return max(0.1, float(np.std(cards)) / float(np.std(shipped_kit("standard").cards)))


def thresholds_of(level: str, seats: int) -> dict[str, float]:
    """The thresholds of a level at a table of so many."""
    kept = usual_values().thresholds
    if level == "hard":
        tuned: dict[str, float] = kept["tuned"][str(seats)]
        return tuned
    untuned: dict[str, float] = kept["untuned"]
    return untuned | _SLIPS[level]


def level_row(level: str, seats: int, scale: float = 1.0) -> Thresholds:
    """The thresholds of a level as compiled code takes them."""
    return row_of(thresholds_of(level, seats), scale)


def models_of(values: Values, seats: int, scale: float) -> NDArray[np.float64]:
    """Whom the strong player takes the others for; the first row is for itself."""
    tuned: dict[str, float] = values.thresholds["tuned"][str(seats)]
    rows = [tuned, *values.thresholds["models"][str(seats)], *[tuned | _STAYS] * STAYERS]
    return np.array([row_of(row, scale) for row in rows])


@lru_cache(maxsize=16)
def _usual_models(seats: int, scale: float) -> NDArray[np.float64]:
    return models_of(usual_values(), seats, scale)


def desk_of(values: Values, seats: int, scale: float = 1.0, patience: Patience = EXPERT) -> Desk:
    """A strong player who knows this, at a table of so many; a new one for each thread."""
    known, is_usual = values.knowledge, values is usual_values()
    models = _usual_models(seats, scale) if is_usual else models_of(values, seats, scale)
    return new_desk(models, known[f"odds{seats}"], known[f"worths{seats}"], patience)


def expert_desk(seats: int, scale: float = 1.0, patience: Patience = EXPERT) -> Desk:
    """The strong player at a table of so many; a new one for each thread."""
    return desk_of(usual_values(), seats, scale, patience)


def choose_by_thresholds(level: str, seen: Seen[Move, View], rng: Random) -> Move:
    """The move of a level that goes by thresholds."""
    assert seen.viewer is not None
    view = seen.view
    table, chances, room = possible_state(view), np.zeros(2, np.uint64), np.zeros(16, np.int64)
    begin(chances, rng.getrandbits(62), 0)
    row = level_row(level, len(view.players), scale_of(view.kit))
    return to_move(threshold_move(table, seen.viewer, chances, row, room), hand_of(table, seen.viewer))


def choose_by_search(seen: Seen[Move, View], rng: Random, patience: Patience = EXPERT) -> Move:
    """The move of the strong player, who thinks so long."""
    assert seen.viewer is not None
    view = seen.view
    table, chances = possible_state(view), np.zeros(2, np.uint64)
    begin(chances, rng.getrandbits(62), 0)
    desk = expert_desk(len(view.players), scale_of(view.kit), patience)
    return to_move(search_move(table, seen.viewer, chances, desk), hand_of(table, seen.viewer))
