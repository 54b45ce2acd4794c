"""All that the bots of Close Enough know, from one seed: `closecall train enough`.

For each number of seats thresholds are tuned (`enough_tuning.py`), in a folder of its own. Games between what
was tuned then tell the odds of what others hold, and what stars and tokens are worth (`enough_values.py`). At
last the expert who knows all this plays on cards that no tuning has seen.

The same seed and length give the same bytes. What was done when a course was stopped is not done again. The
folder then has, beside a folder for each number of seats: `thresholds.json` and `knowledge.npz`, which come
with the program as they are, and `evaluation.jsonl`.
"""

import json
from pathlib import Path

from closecall.bots.enough.arena import SEARCH, THRESHOLD, new_players, play_tables
from closecall.bots.enough.levels import EXPERT, desk_of, read_values, row_of
from closecall.bots.enough.threshold import LENGTH
from closecall.kernels.enough import new_results, new_state
from closecall.training.checkpoints import held, write_text
from closecall.training.enough_tuning import RESULT_SEED, Course, tune
from closecall.training.enough_values import make_values
from closecall.training.progress import Rounded, Tell, Told

COUNTED = 20_000
"""Games from which odds and worths are counted; of a short course fewer."""
EVALUATED = 400
"""Games of the expert at the end; of a short course fewer."""
PLAYOUTS = 150
"""For each of its moves there: the usual ones would take longer than all the rest, and are stronger."""


def train(generations: int, seed: int, folder: Path, tell: Tell, seats: tuple[int, ...] = (3, 4, 5)) -> None:
    """Learn for each number of seats, or go on where it was stopped."""
    with held(folder):
        courses = {number: folder / str(number) for number in seats}
        for number, own_folder in courses.items():
            tune(Course(seed, generations, number), own_folder, tell)
        make_values(courses, folder, seed, games=min(COUNTED, 1000 * generations))
        lines = [evaluation(folder, number, min(EVALUATED, 10 * generations), tell) for number in seats]
        write_text(folder / "evaluation.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))


def evaluation(folder: Path, seats: int, games: int, tell: Tell) -> dict[str, float]:
    """Times its fair share that an expert with these values wins among hard bots with them."""
    values, start, results = read_values(folder), new_state(seats), new_results(games, seats)
    row = row_of(values.thresholds["tuned"][str(seats)])
    desk = desk_of(values, seats, 1.0, EXPERT._replace(playouts=PLAYOUTS))
    rows = row.repeat(seats).reshape(LENGTH, seats).T
    players = new_players([SEARCH, *[THRESHOLD] * (seats - 1)], rows, desk, is_turning=True)
    play_tables(RESULT_SEED, 0, start, players, results)
    shares = results.won[:, 0] / results.won.sum(axis=1) * seats
    mean, error = float(shares.mean()), float(shares.std()) / games**0.5
    facts = {"times": Rounded(mean, 2), "standard_error": Rounded(error, 2)}
    tell(Told("train.result_enough", {"seats": seats, "games": games, **facts}))
    return {
        "seats": seats,
        "games": games,
        "playouts": PLAYOUTS,
        "expert_among_hard": round(mean, 3),
        "standard_error": round(error, 3),
    }
