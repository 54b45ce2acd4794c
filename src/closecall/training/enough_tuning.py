"""Tuning the thresholds of Close Enough: players a little different from each other meet, and the better ones
show the way.

A generation is a handful of players scattered about the current one. They play in pairs against earlier
players, drawn from the whole history with the recent ones more often: against the latest one alone thresholds
run in circles, and end up folding to anything. How often to call on nothing is one of the thresholds.

Everything depends on the seed alone, so a course that was killed goes on from its last checkpoint as if
nothing had happened; whoever stops it with Ctrl-C loses no whole generation. A folder then has
`checkpoint.json`, `curve.jsonl` and the tuned `thresholds.json`.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import deferred_interrupt
from closecall.bots.enough.arena import GREEDY, THRESHOLD, new_players, play_tables
from closecall.bots.enough.levels import row_of
from closecall.bots.enough.threshold import NAMES
from closecall.games.enough.state import Options
from closecall.kernels.enough import Table, new_results, new_state
from closecall.training.checkpoints import add_line, check_same, cut_curve, undamaged, write_text
from closecall.training.progress import Rounded, Tell, Told
from closecall.training.training_runs import HELD_OUT

Row = NDArray[np.float64]

START = {
    "call_0": 0.5,
    "call_1": 1.0,
    "call_2": 1.5,
    "call_3": 2.0,
    "call_4": 2.5,
    "call_5": 3.0,
    "call_later": 0.7,
    "call_two": 0.3,
    "call_three": 1.0,
    "call_free": 0.5,
    "call_wins": 0.5,
    "call_danger": 1.0,
    "stay_0": 2.5,
    "stay_1": 2.5,
    "stay_2": 2.5,
    "stay_3": 3.0,
    "stay_free": 99.0,
    "stay_others": 0.0,
    "stay_danger": 3.0,
    "exchange": 0.0,
    "far": 10.0,
    "deck": 2.0,
    "lock": 0.0,
    "lock_new": 0.0,
    "silence": 6.0,
    "back_out": 5.0,
    "spend": 0.5,
    "bluff": 10.0,
    "slip": 0.0,
}
"""A sensible player to begin with."""
WIDTHS = dict.fromkeys(START, 0.5) | {
    "call_later": 0.2,
    "call_wins": 1.0,
    "call_danger": 0.7,
    "stay_others": 0.4,
    "stay_danger": 1.5,
    "exchange": 0.25,
    "far": 2.0,
    "deck": 1.0,
    "back_out": 1.5,
    "silence": 0.8,
    "spend": 0.4,
    "bluff": 15.0,
    "stay_free": 0.0,
    "slip": 0.0,
}
"""How far the players of a generation are scattered in the beginning."""
PLAYERS = 16
"""Of a generation."""
MEETINGS = 3
"""Pairs that each of them is in."""
GAMES = 300
"""Of each meeting."""
RECENT = 0.93
"""How much rarer a player is met for each generation that it lies back."""
PULL = 0.04
"""How much of the way back to the start a player is pulled in each generation."""
EVERY = 5
"""Generations from one line of the curve to the next."""
JUDGED = 2000
"""Games for each figure of the curve."""
CURVE_SEED, RESULT_SEED = HELD_OUT + 1, HELD_OUT + 2
"""Of the cards of these figures, and of those at the end: nobody can ask for a course with them, and how
strong the bots are is measured with others again."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is tuned, and how long; two courses that are the same give the same."""

    seed: int
    generations: int
    seats: int = 4
    games: int = GAMES
    """Of each meeting."""


@dataclass(slots=True)
class Done:
    """How far a course is."""

    history: list[Row]
    """The first player, and the one of each generation."""
    noted: int = 0
    """The generation of the last line of the curve."""
    seconds: float = 0.0

    @property
    def generation(self) -> int:
        """How many there have been."""
        return len(self.history) - 1


def tune(course: Course, folder: Path, tell: Tell) -> dict[str, float]:
    """Tune for one number of seats, or go on where a stopped course was; the tuned thresholds."""
    folder.mkdir(parents=True, exist_ok=True)
    done = _resumed(course, folder)
    try:
        _go_on(course, done, folder, tell)
    except KeyboardInterrupt:
        with deferred_interrupt():
            _keep(course, folder, done)
        raise
    rows = zip(NAMES, settled(done.history), strict=True)
    tuned = {name: round(float(value), 3) for name, value in rows}
    write_text(folder / "thresholds.json", json.dumps(tuned, indent=2) + "\n")
    return tuned


def _go_on(course: Course, done: Done, folder: Path, tell: Tell) -> None:
    """Tune up to the last generation."""
    started = perf_counter() - done.seconds
    while True:
        now, is_last = done.generation, done.generation >= course.generations
        if now > done.noted and (now % EVERY == 0 or is_last):
            _keep(course, folder, done)
            _note(course, done, folder, tell)
        if is_last:
            return
        done.history.append(_next(course, done.history))
        done.seconds = perf_counter() - started


def settled(history: Sequence[Row]) -> Row:
    """The mean of the last third of all generations: each one is only a step, and their mean is better."""
    mean: Row = np.mean(history[-max(1, len(history) // 3) :], axis=0)
    return mean


def _next(course: Course, history: list[Row]) -> Row:
    """The mean of the better half of a generation, the best counting most."""
    number, rng = len(history), np.random.default_rng((course.seed, course.seats, len(history)))
    # They come closer together with time, for the last steps to be small ones.
    width = np.array([WIDTHS[name] for name in NAMES]) * (1.0 - 0.6 * number / course.generations)
    half = rng.standard_normal((PLAYERS // 2, len(NAMES)))
    players = history[-1] + width * np.concatenate([half, -half])
    players[:, NAMES.index("bluff")] = np.maximum(0.0, players[:, NAMES.index("bluff")])
    won = _meet(course, players, history, rng)
    order = np.argsort(-won)[: PLAYERS // 2]
    weights = np.log(PLAYERS / 2 + 0.5) - np.log(np.arange(1, PLAYERS // 2 + 1))
    following: Row = (weights / weights.sum()) @ players[order]
    # What makes no difference would drift away.
    return following + PULL * (row_of(START)[:-1] - following)


def _meet(course: Course, players: Row, history: list[Row], rng: np.random.Generator) -> Row:
    """How many games each player won, in pairs against players of the past."""
    won = np.zeros(len(players))
    recency = RECENT ** np.arange(len(history))[::-1]
    for meeting in range(MEETINGS):
        drawn = rng.choice(len(history), course.seats - 2, p=recency / recency.sum())
        key = int(rng.integers(1 << 39))
        # One meeting is with greedy players, who are no part of any history; another one is with the option
        # to back out (E13), so that it is tuned too.
        others = [GREEDY if meeting == 0 else THRESHOLD] * (course.seats - 2)
        for pair in rng.permutation(len(players)).reshape(-1, 2):
            rows = np.array([*players[pair], *[history[n] for n in drawn]])
            start = new_state(course.seats, Options(advanced=meeting == 1))
            shares = play_rows(rows, [THRESHOLD, THRESHOLD, *others], start, (key, course.games))
            won[pair] += shares[:, :2].sum(axis=0)
    return won


def play_rows(rows: Row, policies: Sequence[int], start: Table, numbers: tuple[int, int]) -> Row:
    """Who won how much of each game between such players; `numbers` are the seed and how many games."""
    seed, games = numbers
    results = new_results(games, len(rows))
    players = new_players(policies, np.column_stack([rows, np.ones(len(rows))]), is_turning=True)
    play_tables(seed, 0, start, players, results)
    shares: Row = results.won / results.won.sum(axis=1, keepdims=True)
    return shares


def _note(course: Course, done: Done, folder: Path, tell: Tell) -> None:
    """A line of the curve: times the fair share among greedy players, and among the first of the course."""
    among = {"greedy": _times_fair(course, done, GREEDY), "first": _times_fair(course, done, THRESHOLD)}
    line: dict[str, float] = {"generation": done.generation, "seats": course.seats, "games": JUDGED}
    for name, (times, error) in among.items():
        line |= {f"against_{name}": round(times, 3), f"{name}_error": round(error, 3)}
    add_line(folder, line | {"seconds": round(done.seconds, 1)})
    done.noted = done.generation
    counts = {"seats": course.seats, "generation": done.generation, "of": course.generations}
    facts = {"seconds": Rounded(done.seconds, 0)}
    for name, (times, error) in among.items():
        facts |= {name: Rounded(times, 2), f"{name}_error": Rounded(error, 2)}
    tell(Told("train.curve_enough", {**counts, **facts}))


def _times_fair(course: Course, done: Done, policy: int) -> tuple[float, float]:
    """How many times its fair share the player now wins among others as the first one, and how sure it is."""
    seats, others = course.seats, course.seats - 1
    rows = np.array([settled(done.history), *[done.history[0]] * others])
    policies = [THRESHOLD, *[policy] * others]
    shares = play_rows(rows, policies, new_state(seats), (CURVE_SEED, JUDGED))[:, 0] * seats
    return float(shares.mean()), float(shares.std()) / JUDGED**0.5


def _keep(course: Course, folder: Path, done: Done) -> None:
    """Write the checkpoint."""
    history = [row.tolist() for row in done.history]
    kept = {"course": asdict(course), "history": history, "seconds": done.seconds}
    write_text(folder / "checkpoint.json", json.dumps(kept))


def _resumed(course: Course, folder: Path) -> Done:
    """The course as it was when last kept; the curve is cut off there."""
    done, path = Done([row_of(START)[:-1]]), folder / "checkpoint.json"
    if path.exists():
        content = path.read_bytes()
        with undamaged(path):
            kept = json.loads(content)
            check_same(folder, kept["course"], asdict(course))
            # Once no seconds were kept.
            done = Done([_row(row) for row in kept["history"]], seconds=float(kept.get("seconds", 0.0)))
            assert done.history
    done.noted = cut_curve(folder, "generation", done.generation)
    return done


def _row(numbers: list[float]) -> Row:
    """A player as it was kept."""
    row = np.array(numbers, np.float64)
    assert row.shape == (len(NAMES),)
    return row
