"""From tuned thresholds of Close Enough to all that its bots know: see `bots/enough/levels.py`.

For each number of seats many games are played between the tuned player, some of the way there and the greedy
one; they tell the odds of what others hold, and what stars and tokens are worth.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.arena import GREEDY, THRESHOLD, new_players
from closecall.bots.enough.belief import Odds
from closecall.bots.enough.levels import row_of
from closecall.bots.enough.search import Worths
from closecall.bots.enough.threshold import NAMES
from closecall.kernels.enough import new_state
from closecall.training.checkpoints import write_arrays, write_text
from closecall.training.enough_counting import count_games, new_counts, odds_from, worths_from
from closecall.training.enough_tuning import START

MODELS = 4
"""So many players of the way are kept, evenly spaced over its second half."""
BLUFFERS = 0.2
"""What part of all callers is taken to call on anything: more than do, so that nobody can live on it."""


def make_values(courses: Mapping[int, Path], folder: Path, seed: int, games: int = 20_000) -> None:
    """Write all values, from a course of `training/enough_tuning.py` for each number of seats."""
    kept: dict[str, object] = {"untuned": START, "tuned": {}, "models": {}}
    tuned, models = {}, {}
    arrays: dict[str, NDArray[np.float32]] = {}
    for seats, course in courses.items():
        tuned[str(seats)] = json.loads((course / "thresholds.json").read_text("utf-8"))
        models[str(seats)] = models_of(course)
        odds, worths = knowledge_of([tuned[str(seats)], *models[str(seats)]], seats, seed, games)
        # Processors do not agree on the last digits of a logarithm.
        arrays[f"odds{seats}"] = odds.round(3).astype(np.float32)
        arrays[f"worths{seats}"] = worths.round(3).astype(np.float32)
    kept |= {"tuned": tuned, "models": models}
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / "thresholds.json", json.dumps(kept, indent=2) + "\n")
    write_arrays(folder / "knowledge.npz", arrays)


def models_of(course: Path) -> list[dict[str, float]]:
    """Some players of the way."""
    history = json.loads((course / "checkpoint.json").read_text("utf-8"))["history"]
    places = np.linspace(len(history) // 2, len(history) - 1, MODELS).astype(int)
    return [{name: round(value, 3) for name, value in zip(NAMES, history[at], strict=True)} for at in places]


def knowledge_of(players: list[dict[str, float]], seats: int, seed: int, games: int) -> tuple[Odds, Worths]:
    """What games between these players and greedy ones tell."""
    rows = np.array([*[row_of(player) for player in players], row_of(START)])
    seated, counts = new_players([*[THRESHOLD] * len(players), GREEDY], rows), new_counts(games, seats)
    count_games(seed, new_state(seats), seated, 1.0, counts)
    return odds_from(counts, BLUFFERS), worths_from(counts)
