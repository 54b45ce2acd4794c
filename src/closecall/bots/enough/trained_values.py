"""The players of Close Enough as NumPy arrays; `level_values.py` reads their values."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough import level_values
from closecall.bots.enough.belief import SHAPE
from closecall.bots.enough.level_values import Values, current_values
from closecall.bots.enough.search import Searcher, new_searcher
from closecall.bots.enough.search_effort import EXPERT, SearchEffort
from closecall.bots.enough.threshold import Thresholds
from closecall.bots.enough.threshold_names import LENGTH


def row_of(thresholds: dict[str, float], scale: float = 1.0, brag: float = 0.0) -> Thresholds:
    """Thresholds as compiled code takes them, for cards with this spread."""
    return np.array(level_values.row_of(thresholds, scale, brag))


def level_row(level: str, seats: int, scale: float = 1.0) -> Thresholds:
    """The thresholds of a level as compiled code takes them."""
    return np.array(level_values.level_row(level, seats, scale))


def models_of(values: Values, seats: int, scale: float) -> NDArray[np.float64]:
    """The models of all players that the expert searches with; the first row is for itself."""
    return np.array(level_values.models_of(values, seats, scale)).reshape(-1, LENGTH)


def expert_with(values: Values, seats: int, scale: float = 1.0, effort: SearchEffort = EXPERT) -> Searcher:
    """An expert with these values, at a table with this many seats; a new one for each thread."""
    odds = np.array(values.knowledge[f"odds{seats}"]).reshape(SHAPE)
    worths = np.array(values.knowledge[f"worths{seats}"])
    return new_searcher(models_of(values, seats, scale), odds, worths, effort)


def new_expert(seats: int, scale: float = 1.0, effort: SearchEffort = EXPERT) -> Searcher:
    """The expert with the current values; a new one for each thread."""
    return expert_with(current_values(), seats, scale, effort)
