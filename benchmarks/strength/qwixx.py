"""How strong are the bots of Qwixx, and how long do they think? On dice that no training used.

The parts are: `solo`, what perfect play alone expects by the table of all sheets, and the mean of games that
are played by it; `duels`, how often the expert wins from each sparring partner at a table of two; `shares`,
how often one expert wins among evaluators, weighers or greedy bots, in times its fair share; `response`, how
often somebody wins from the expert who has learnt to win from it; `limits`, the same for the strongest
sparring partners, which tells how much there is to win from them at all; `levels`, the same as `shares` for
each level among the next lower one; `time`, the processor time of an expert's move in the middle of a game,
from what is seen to the move. Whoever meets has every seat with the same dice, and a tie is shared.
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
from closecall.bots.qwixx.arena import SLIPS
from closecall.bots.qwixx.head_to_head import player_named, shares_beside
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.sparring import TUNED, WEIGHED
from closecall.bots.qwixx.sparring_moves import CROSSES_PER_SKIP, RUSHER_SKIPS, SKIPS
from closecall.cli.teaching import sentence
from closecall.games.qwixx.view import View
from closecall.kernels.cache_dirs import folder_of
from closecall.messages import catalogue
from closecall.training.progress import Told
from closecall.training.qwixx import RESULT_TABLES, best_response, partner_mark
from closecall.training.training_runs import COURSES, Asked, learn

HELD_OUT = 1 << 42
"""No training and no tuning uses this seed."""
WANTED = {
    "solo": 82,
    "evaluator": 64,
    "skipper": 70,
    "rusher": 70,
    "scorer": 70,
    "expectimax": 70,
    "weigher": 64,
    "greedy": None,
}
"""Whom the expert meets, and the percents that are wanted."""
PARTNERS = ("evaluator", "expectimax", "weigher", "solo")
"""From whom somebody learns to win, and from nobody else."""
SURE = 1.96
"""So many standard errors to both sides are an interval of 95 %."""
LEVELS = ("expert", "hard", "medium", "easy", "random")
MOST_MS = 5
MIDDLE = range(8, 25)
"""With so many crosses and misthrows on the own sheet it is the middle of a game."""

Shares = NDArray[np.float64]


def _error(shares: Shares) -> float:
    return float(shares.std(ddof=1) / len(shares) ** 0.5)


def _met(one: str, others: str, seats: int, games: int, seed: int) -> Shares:
    """What one wins of each table beside others, over about so many games."""
    tables = max(2, games // seats)
    return shares_beside(player_named(one, seats), player_named(others, seats), seats, tables, seed)


def solo(games: int, seed: int) -> Table:
    """Perfect play alone: its value by the table of all sheets, and that of played games."""
    solved = solo_table.solve(solo_table.usual_folder())
    mean, error = played(solved.values, games, seed)
    apart = f"{(mean - solved.expectation) / error:+.2f}"
    row = f"{games:,}", f"{solved.expectation:.3f}", with_error(mean, error, 3), apart
    return Table("Perfect play alone", ("games", "expected", "played", "apart, in errors"), (row,))


def duels(games: int, seed: int) -> Table:
    """The expert against every sparring partner."""
    rows = []
    for other, wanted in WANTED.items():
        shares = _met("expert", other, 2, games, seed)
        percent = with_error(100 * float(shares.mean()), 100 * _error(shares))
        told = f"at least {wanted}" if wanted else ""
        rows.append((other, f"{2 * len(shares):,}", percent, told))
    columns = ("against", "games", "% won", "wanted")
    return Table("The expert at a table of two", columns, tuple(rows))


def _times_fair(one: str, others: str, seats: int, games: int, seed: int) -> tuple[str, ...]:
    """A line about one among others."""
    shares = _met(one, others, seats, games, seed) * seats
    mean, error = float(shares.mean()), _error(shares)
    between = f"{mean - SURE * error:.3f}–{mean + SURE * error:.3f}"
    return one, others, f"{seats}", f"{seats * len(shares):,}", with_error(mean, error, 3), between


FAIR = ("one", "among", "seats", "games", "times its fair share", "95 % interval")


def shares(games: int, seed: int) -> Table:
    """One expert among three kinds of bots that weigh their sheets by some weights, found or set by hand."""
    rows = [
        (*_times_fair("expert", others, seats, games, seed), "at least 1.4")
        for others in ("evaluator", "weigher", "greedy")
        for seats in (3, 4, 5)
    ]
    return Table("One expert among evaluators, weighers and greedy bots", (*FAIR, "wanted"), tuple(rows))


def _folder_of_responses() -> Path:
    """Where responses are learnt: they begin with what the expert knows, and belong to its values."""
    return folder_of(f"strength.qwixx-{sha256(values_for(2).tobytes()).hexdigest()[:16]}")


def _tell(told: Told) -> None:
    print(sentence(catalogue("en"), told), flush=True)


def _learnt(folder: Path, games: int) -> tuple[str, ...]:
    """What is told of a response at the end of its training: its length, and what it wins."""
    told = json.loads((folder / "result.json").read_text("utf-8"))["measured"]
    percent = with_error(100 * told["share"], 100 * told["standard_error"])
    return f"{games:,}", f"{2 * RESULT_TABLES:,}", percent


LEARNT = ("learnt from games", "measured in games", "% won")


def response(games: int, _seed: int) -> Table:
    """Let somebody learn to win from the expert, in so many games, with the course's own seeds.

    What was learnt before is gone on with.
    """
    folder = _folder_of_responses()
    learn(Asked("qwixx", folder, only="response", length=games), _tell)
    row = *_learnt(folder / "response", games), "below 51.5"
    note = (
        "It knows how often the expert would make which move, begins with what the expert knows, and learns "
        "with as much work as the expert did. So this is a lower bound of what can be won; 50 is nothing."
    )
    return Table("Somebody who has learnt to win from the expert", (*LEARNT, "wanted"), (row,), note)


def limits(games: int, _seed: int) -> Table:
    """Let somebody learn to win from one sparring partner and nobody else, each in so many games."""
    rows = []
    for other in PARTNERS:
        folder = _folder_of_responses() / f"to-{partner_mark(other)}-{games}"
        best_response(other, games, 1, folder, _tell)
        rows.append((other, *_learnt(folder, games)))
    note = (
        "It too begins with what the expert knows, but it knows every move of its partner before it is made, "
        "and need be good against nobody else. So an expert for everybody can hardly win more."
    )
    title = "Somebody who has learnt to win from one sparring partner"
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
    """Whether somebody who looks at their own sheet is in the middle of a game."""
    assert view.viewer is not None
    own = view.sheets[view.viewer]
    return sum([len(row.crossed) for row in own.rows]) + own.misthrows in MIDDLE


def times(moves: int, seed: int) -> Table:
    """The processor time of the expert's moves, through all that a bot does."""
    rows = [
        time_row(
            f"{seats}", move_times("expert", "qwixx", seats, seed, moves=moves, is_middle=is_middle), MOST_MS
        )
        for seats in (1, 2, 3, 4, 5)
    ]
    return Table("Time of an expert's move in the middle of a game", ("seats", *COLUMNS), tuple(rows))


SETTINGS = (SLIPS, TUNED, WEIGHED.tolist(), SKIPS, RUSHER_SKIPS, CROSSES_PER_SKIP)
"""Numbers that decide how the levels and their partners play, beside their values."""
PARTS = {
    "solo": Part(solo, 100_000),
    "duels": Part(duels, 20_000),
    "shares": Part(shares, 20_000),
    "response": Part(
        response, next(course.length for course in COURSES["qwixx"] if course.name == "response")
    ),
    "limits": Part(limits, 400_000),
    "levels": Part(levels, 20_000),
    "time": Part(times, 1000),
}
