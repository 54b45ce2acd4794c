"""Strength and speed of the bots of Qwixx, on dice that no training used.

Parts:
- `solo`: the expected score of perfect solo play, from the table of all sheets and from played games;
- `duels`: the expert's share of wins against each sparring partner;
- `shares`: wins of one expert among evaluators, weighers or greedy bots, relative to a fair share;
- `response`: the share of wins of a player trained to beat the expert;
- `limits`: the same against the strongest sparring partners, to see how much can be won from them at all;
- `levels`: as `shares`, for each level among the next lower one;
- `time`: CPU time of an expert's move in the middle of a game, from view to move.

Every seating plays the same dice. A tie is shared.
"""

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
from benchmarks.solo_qwixx import played
from benchmarks.strength.tables import Part, Table, with_error
from benchmarks.strength.timing import COLUMNS, move_times, time_row
from numpy.typing import NDArray

from closecall.bots.qwixx import solo_table
from closecall.bots.qwixx.arena import MISTAKES, shares_beside
from closecall.bots.qwixx.beginner import CARELESS, MOODS, MOST_SKIPPED, RATHER_SKIPPED
from closecall.bots.qwixx.evaluator_weights import TUNED
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.solo_file import cache_folder
from closecall.bots.qwixx.sparring import WEIGHED, player_named
from closecall.bots.qwixx.sparring_moves import CROSSES_PER_SKIP, RUSHER_SKIPS, SKIPS
from closecall.cli.train import sentence
from closecall.games.qwixx.view import View
from closecall.kernels.cache_dirs import keyed_folder
from closecall.messages import catalogue
from closecall.training.progress import Report
from closecall.training.qwixx_trainer import RESULT_TABLES, player_fingerprint, train_best_response
from closecall.training.training_runs import Request, runs_of, train

HELD_OUT = 1 << 42
"""No training and no tuning uses this seed."""
OPPONENTS = ("solo", "evaluator", "skipper", "rusher", "scorer", "expectimax", "weigher", "greedy")
"""The bots that the expert meets in `duels`."""
PARTNERS = ("evaluator", "expectimax", "weigher", "solo")
"""The bots that `limits` trains players against."""
SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
LEVELS = ("expert", "hard", "medium", "easy", "random")
MIDDLE = range(8, 25)
"""Crosses and misthrows on one's own sheet in the middle of a game."""

Shares = NDArray[np.float64]


def _error(shares: Shares) -> float:
    return float(shares.std(ddof=1) / len(shares) ** 0.5)


def _met(one: str, others: str, seats: int, games: int, seed: int) -> Shares:
    """The share of wins of one bot among others at each table, over about this many games."""
    tables = max(2, games // seats)
    return shares_beside(player_named(one, seats), player_named(others, seats), seats, tables, seed)


def solo(games: int, seed: int) -> Table:
    """Perfect solo play: the value from the table of all sheets, and the mean of played games."""
    solved = solo_table.solve(cache_folder())
    mean, error = played(solved.values, games, seed)
    apart = f"{(mean - solved.expectation) / error:+.2f}"
    row = f"{games:,}", f"{solved.expectation:.3f}", with_error(mean, error, 3), apart
    return Table("Perfect solo play", ("games", "expected", "played", "difference, in errors"), (row,))


def duels(games: int, seed: int) -> Table:
    """The expert against every sparring partner."""
    rows = []
    for other in OPPONENTS:
        shares = _met("expert", other, 2, games, seed)
        percent = with_error(100 * float(shares.mean()), 100 * _error(shares))
        rows.append((other, f"{2 * len(shares):,}", percent))
    columns = ("against", "games", "% won")
    return Table("The expert at a table of two", columns, tuple(rows))


def _times_fair(one: str, others: str, seats: int, games: int, seed: int) -> tuple[str, ...]:
    """The row about one bot among others."""
    shares = _met(one, others, seats, games, seed) * seats
    mean, error = float(shares.mean()), _error(shares)
    between = f"{mean - SURE * error:.3f}–{mean + SURE * error:.3f}"
    return one, others, f"{seats}", f"{seats * len(shares):,}", with_error(mean, error, 3), between


FAIR = ("one", "among", "seats", "games", "times a fair share", "95 % interval")


def shares(games: int, seed: int) -> Table:
    """One expert among bots that score their sheets with weights, tuned or set by hand."""
    rows = [
        _times_fair("expert", others, seats, games, seed)
        for others in ("evaluator", "weigher", "greedy")
        for seats in (3, 4, 5)
    ]
    return Table("One expert among evaluators, weighers and greedy bots", FAIR, tuple(rows))


def _folder_of_responses() -> Path:
    """Where responses are trained. They start from the expert's values and are only valid for them."""
    return keyed_folder(f"strength.qwixx-{sha256(values_for(2).tobytes()).hexdigest()[:16]}")


def _tell(told: Report) -> None:
    print(sentence(catalogue("en"), told), flush=True)


def _learnt(folder: Path, games: int) -> tuple[str, ...]:
    """The result of a training run: its length, and the share of wins."""
    told = json.loads((folder / "result.json").read_text("utf-8"))["measured"]
    percent = with_error(100 * told["share"], 100 * told["standard_error"])
    return f"{games:,}", f"{2 * RESULT_TABLES:,}", percent


LEARNT = ("training games", "measured games", "% won")


def response(games: int, _seed: int) -> Table:
    """Train a player to beat the expert, in this many games, with the course's own seeds.

    An interrupted training run is continued.
    """
    folder = _folder_of_responses()
    train(Request("qwixx", folder, only="response", length=games), _tell)
    row = _learnt(folder / "response", games)
    note = (
        "The player knows the probability of each of the expert's moves, starts from the expert's values, "
        "and trains for as long as the expert did. The result is a lower bound on what can be won; 50 is "
        "even."
    )
    return Table("A player trained to beat the expert", LEARNT, (row,), note)


def limits(games: int, _seed: int) -> Table:
    """Train one player against each sparring partner alone, in this many games."""
    rows = []
    for other in PARTNERS:
        folder = _folder_of_responses() / f"to-{player_fingerprint(other)}-{games}"
        train_best_response(other, games, 1, folder, _tell)
        rows.append((other, *_learnt(folder, games)))
    note = (
        "These players also start from the expert's values, but know every move of their partner in advance "
        "and are trained against nobody else. An expert that has to play everybody can hardly win more."
    )
    title = "Players trained to beat one sparring partner"
    return Table(title, ("against", *LEARNT), tuple(rows), note)


def levels(games: int, seed: int) -> Table:
    """Each level among the next lower one."""
    rows = [
        _times_fair(one, others, seats, games, seed)
        for one, others in pairwise(LEVELS)
        for seats in (2, 3, 4, 5)
    ]
    return Table("Each level among the next lower one", FAIR, tuple(rows))


def is_middle(view: View) -> bool:
    """Whether the viewer's own sheet is that of the middle of a game."""
    assert view.viewer is not None
    own = view.sheets[view.viewer]
    return sum([len(row.crossed) for row in own.rows]) + own.misthrows in MIDDLE


def times(moves: int, seed: int) -> Table:
    """CPU time of the expert's moves, through the whole bot."""
    rows = [
        time_row(f"{seats}", move_times("expert", "qwixx", seats, seed, moves=moves, is_middle=is_middle))
        for seats in (1, 2, 3, 4, 5)
    ]
    return Table("Time of an expert's move in the middle of a game", ("seats", *COLUMNS), tuple(rows))


SETTINGS = (MISTAKES, TUNED, WEIGHED.tolist(), SKIPS, RUSHER_SKIPS, CROSSES_PER_SKIP)
"""Constants that decide how the levels and sparring partners play, besides their values."""
WEAK_SETTINGS = (MOODS.tolist(), MOST_SKIPPED.tolist(), CARELESS, RATHER_SKIPPED)
"""Those of easy and medium."""
PARTS = {
    "solo": Part(solo, 100_000),
    "duels": Part(duels, 20_000),
    "shares": Part(shares, 20_000),
    "response": Part(
        response, next(course.length for course in runs_of("qwixx") if course.name == "response")
    ),
    "limits": Part(limits, 400_000),
    "levels": Part(levels, 20_000, WEAK_SETTINGS),
    "time": Part(times, 1000),
}
