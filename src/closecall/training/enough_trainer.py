"""The trainer of Close Enough: everything its bots know, from one seed.

For each number of seats thresholds are tuned (`enough_evolution.py`), in a folder of its own. Games between
the tuned player, some players from the way there and the greedy one then give the odds of what others hold,
and the worth of stars and tokens (`enough_knowledge.py`). Finally the expert with these values plays with
cards that no tuning has seen.

The same seed and length give the same bytes, and an interrupted run continues. Besides a folder for each
number of seats, the folder has `thresholds.json` and `knowledge.npz`, which are shipped as they are, and
`evaluation.jsonl`.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.arena import GREEDY, SEARCH, THRESHOLD, new_players, play_tables
from closecall.bots.enough.belief import Odds
from closecall.bots.enough.level_values import read_values
from closecall.bots.enough.search import Worths
from closecall.bots.enough.search_effort import EXPERT
from closecall.bots.enough.threshold_names import LENGTH, NAMES
from closecall.bots.enough.trained_values import expert_with, row_of
from closecall.kernels.enough.kernel import new_results, new_state
from closecall.training.checkpoints import locked_folder, write_arrays, write_text
from closecall.training.enough_evolution import RESULT_SEED, START, TrainingPlan, tune
from closecall.training.enough_knowledge import count_games, new_counts, odds_from, worths_from
from closecall.training.progress import Report, Reporter, Rounded

MODELS = 4
"""Players from the way there that are kept, evenly spaced over its second half."""
BLUFFERS = 0.2
"""The assumed share of callers that call with anything: more than really do, so that bluffs do not pay."""
COUNTED = 20_000
"""Games from which odds and worths are counted; fewer for a short run."""
EVALUATED = 400
"""Games of the expert at the end; fewer for a short run."""
PLAYOUTS = 150
"""Its playouts per move there: the usual number would take longer than everything else."""


def train(
    generations: int, seed: int, folder: Path, report: Reporter, seats: tuple[int, ...] = (3, 4, 5)
) -> None:
    """Train for each number of seats, or continue."""
    with locked_folder(folder):
        folders = {number: folder / str(number) for number in seats}
        for number, own_folder in folders.items():
            tune(TrainingPlan(seed, generations, number), own_folder, report)
        make_values(folders, folder, seed, games=min(COUNTED, 1000 * generations))
        lines = [evaluate(folder, number, min(EVALUATED, 10 * generations), report) for number in seats]
        write_text(folder / "evaluation.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))


def make_values(folders: Mapping[int, Path], folder: Path, seed: int, games: int = 20_000) -> None:
    """Write all values, from a folder with tuned thresholds for each number of seats."""
    kept: dict[str, object] = {"untuned": START, "tuned": {}, "models": {}}
    tuned, models = {}, {}
    arrays: dict[str, NDArray[np.float32]] = {}
    for seats, tuned_in in folders.items():
        tuned[str(seats)] = json.loads((tuned_in / "thresholds.json").read_text("utf-8"))
        models[str(seats)] = models_of(tuned_in)
        odds, worths = knowledge_of([tuned[str(seats)], *models[str(seats)]], seats, seed, games)
        # Processors do not agree on the last digits of a logarithm.
        arrays[f"odds{seats}"] = odds.round(3).astype(np.float32)
        arrays[f"worths{seats}"] = worths.round(3).astype(np.float32)
    kept |= {"tuned": tuned, "models": models}
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / "thresholds.json", json.dumps(kept, indent=2) + "\n")
    write_arrays(folder / "knowledge.npz", arrays)


def models_of(tuned_in: Path) -> list[dict[str, float]]:
    """Some players from the way there."""
    history = json.loads((tuned_in / "checkpoint.json").read_text("utf-8"))["history"]
    places = np.linspace(len(history) // 2, len(history) - 1, MODELS).astype(int)
    return [{name: round(value, 3) for name, value in zip(NAMES, history[at], strict=True)} for at in places]


def knowledge_of(players: list[dict[str, float]], seats: int, seed: int, games: int) -> tuple[Odds, Worths]:
    """The odds and worths from games between these players and greedy ones."""
    rows = np.array([*[row_of(player) for player in players], row_of(START)])
    seated, counts = new_players([*[THRESHOLD] * len(players), GREEDY], rows), new_counts(games, seats)
    count_games(seed, new_state(seats), seated, 1.0, counts)
    return odds_from(counts, BLUFFERS), worths_from(counts)


def evaluate(folder: Path, seats: int, games: int, report: Reporter) -> dict[str, float]:
    """How many times its fair share an expert with these values wins among hard bots with them."""
    values, start, results = read_values(folder), new_state(seats), new_results(games, seats)
    row = row_of(values.thresholds["tuned"][str(seats)])
    searcher = expert_with(values, seats, 1.0, EXPERT._replace(playouts=PLAYOUTS))
    rows = row.repeat(seats).reshape(LENGTH, seats).T
    players = new_players([SEARCH, *[THRESHOLD] * (seats - 1)], rows, searcher, is_rotating=True)
    play_tables(RESULT_SEED, 0, start, players, results)
    shares = results.won[:, 0] / results.won.sum(axis=1) * seats
    mean, error = float(shares.mean()), float(shares.std()) / games**0.5
    facts = {"times": Rounded(mean, 2), "standard_error": Rounded(error, 2)}
    report(Report("train.result_enough", {"seats": seats, "games": games, **facts}))
    return {
        "seats": seats,
        "games": games,
        "playouts": PLAYOUTS,
        "expert_among_hard": round(mean, 3),
        "standard_error": round(error, 3),
    }
