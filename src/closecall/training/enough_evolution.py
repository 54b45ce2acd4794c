"""Tuning the thresholds of Close Enough with an evolution strategy.

A generation is a set of players scattered around the current one. They play in pairs against earlier players,
drawn from the whole history with recent ones more often: against the latest one only, thresholds run in
circles and end up folding to anything. How often to call on nothing is one of the thresholds.

Everything depends on the seed only, so a run that was killed continues from its last checkpoint with the same
result. Ctrl-C loses no finished generation. The folder has `checkpoint.json`, `curve.jsonl` and the tuned
`thresholds.json`.
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
from closecall.bots.enough.threshold_names import NAMES, SCALE
from closecall.bots.enough.trained_values import row_of
from closecall.games.enough.state import Options
from closecall.kernels.enough.kernel import Table, new_results, new_state
from closecall.training.checkpoints import (
    add_curve_line,
    check_same_plan,
    reporting_damage,
    truncate_curve,
    write_text,
)
from closecall.training.progress import Report, Reporter, Rounded
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
"""A sensible player to start from."""
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
"""How widely the players of a generation are scattered at the start."""
PLAYERS = 16
"""Players of a generation."""
MEETINGS = 3
"""Meetings of each player in a generation."""
GAMES = 300
"""Games of a meeting."""
RECENCY = 0.93
"""The factor by which each generation back is met less often."""
DECAY = 0.04
"""The share of the way back to the start that a player is moved in each generation."""
CURVE_EVERY = 5
"""Generations between two lines of the curve."""
MEASURED_GAMES = 2000
"""Games that measure each figure of the curve."""
CURVE_SEED, RESULT_SEED = HELD_OUT + 1, HELD_OUT + 2
"""The seeds of these figures and of those at the end. No run can be requested with them, and the strength of
the shipped bots is measured with others."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What to tune, and how long; runs with the same plan give the same thresholds."""

    seed: int
    generations: int
    seats: int = 4
    games: int = GAMES
    """Games of a meeting."""


@dataclass(slots=True)
class TrainingState:
    """A run in progress."""

    history: list[Row]
    """The first player, and that of each generation."""
    noted: int = 0
    """The generation of the last line of the curve."""
    seconds: float = 0.0

    @property
    def generation(self) -> int:
        """The number of generations so far."""
        return len(self.history) - 1


def tune(plan: TrainingPlan, folder: Path, report: Reporter) -> dict[str, float]:
    """Tune for one number of seats, or continue; return the tuned thresholds."""
    folder.mkdir(parents=True, exist_ok=True)
    state = _load(plan, folder)
    try:
        _continue(plan, state, folder, report)
    except KeyboardInterrupt:
        with deferred_interrupt():
            _save(plan, folder, state)
        raise
    rows = zip(NAMES, mean_player(state.history), strict=True)
    tuned = {name: round(float(value), 3) for name, value in rows}
    write_text(folder / "thresholds.json", json.dumps(tuned, indent=2) + "\n")
    return tuned


def _continue(plan: TrainingPlan, state: TrainingState, folder: Path, report: Reporter) -> None:
    """Tune up to the last generation."""
    started = perf_counter() - state.seconds
    while True:
        now, is_last = state.generation, state.generation >= plan.generations
        if now > state.noted and (now % CURVE_EVERY == 0 or is_last):
            _save(plan, folder, state)
            _add_to_curve(plan, state, folder, report)
        if is_last:
            return
        state.history.append(_next_generation(plan, state.history))
        state.seconds = perf_counter() - started


def mean_player(history: Sequence[Row]) -> Row:
    """The mean of the last third of all generations, which is better than any single one."""
    mean: Row = np.mean(history[-max(1, len(history) // 3) :], axis=0)
    return mean


def _next_generation(plan: TrainingPlan, history: list[Row]) -> Row:
    """The mean of the better half of a generation, weighted by rank."""
    number, rng = len(history), np.random.default_rng((plan.seed, plan.seats, len(history)))
    # The scatter shrinks, so that the last steps are small.
    width = np.array([WIDTHS[name] for name in NAMES]) * (1.0 - 0.6 * number / plan.generations)
    half = rng.standard_normal((PLAYERS // 2, len(NAMES)))
    players = history[-1] + width * np.concatenate([half, -half])
    players[:, NAMES.index("bluff")] = np.maximum(0.0, players[:, NAMES.index("bluff")])
    won = _count_wins(plan, players, history, rng)
    order = np.argsort(-won)[: PLAYERS // 2]
    weights = np.log(PLAYERS / 2 + 0.5) - np.log(np.arange(1, PLAYERS // 2 + 1))
    following: Row = (weights / weights.sum()) @ players[order]
    # Without this, thresholds that make no difference would drift.
    return following + DECAY * (row_of(START)[:SCALE] - following)


def _count_wins(plan: TrainingPlan, players: Row, history: list[Row], rng: np.random.Generator) -> Row:
    """The games that each player wins, in pairs against players of the past."""
    won = np.zeros(len(players))
    recency = RECENCY ** np.arange(len(history))[::-1]
    for meeting in range(MEETINGS):
        drawn = rng.choice(len(history), plan.seats - 2, p=recency / recency.sum())
        key = int(rng.integers(1 << 39))
        # One meeting is with greedy players, which are in no history; another one allows backing out (E13),
        # so that it is tuned too.
        others = [GREEDY if meeting == 0 else THRESHOLD] * (plan.seats - 2)
        for pair in rng.permutation(len(players)).reshape(-1, 2):
            rows = np.array([*players[pair], *[history[n] for n in drawn]])
            start = new_state(plan.seats, Options(advanced=meeting == 1))
            shares = play_rows(rows, [THRESHOLD, THRESHOLD, *others], start, (key, plan.games))
            won[pair] += shares[:, :2].sum(axis=0)
    return won


def play_rows(rows: Row, policies: Sequence[int], start: Table, numbers: tuple[int, int]) -> Row:
    """The share of each game that each player won; `numbers` are the seed and the number of games."""
    seed, games = numbers
    results = new_results(games, len(rows))
    # The standard kit, and nobody brags.
    complete = np.column_stack([rows, np.ones(len(rows)), np.zeros(len(rows))])
    players = new_players(policies, complete, is_rotating=True)
    play_tables(seed, 0, start, players, results)
    shares: Row = results.won / results.won.sum(axis=1, keepdims=True)
    return shares


def _add_to_curve(plan: TrainingPlan, state: TrainingState, folder: Path, report: Reporter) -> None:
    """Add a line to the curve: times the fair share among greedy players, and among the first player's."""
    among = {"greedy": _times_fair(plan, state, GREEDY), "first": _times_fair(plan, state, THRESHOLD)}
    line: dict[str, float] = {"generation": state.generation, "seats": plan.seats, "games": MEASURED_GAMES}
    for name, (times, error) in among.items():
        line |= {f"against_{name}": round(times, 3), f"{name}_error": round(error, 3)}
    add_curve_line(folder, line | {"seconds": round(state.seconds, 1)})
    state.noted = state.generation
    counts = {"seats": plan.seats, "generation": state.generation, "of": plan.generations}
    facts = {"seconds": Rounded(state.seconds, 0)}
    for name, (times, error) in among.items():
        facts |= {name: Rounded(times, 2), f"{name}_error": Rounded(error, 2)}
    report(Report("train.curve_enough", {**counts, **facts}))


def _times_fair(plan: TrainingPlan, state: TrainingState, policy: int) -> tuple[float, float]:
    """How many times its fair share the current player wins among others, and the standard error."""
    seats, others = plan.seats, plan.seats - 1
    rows = np.array([mean_player(state.history), *[state.history[0]] * others])
    policies = [THRESHOLD, *[policy] * others]
    shares = play_rows(rows, policies, new_state(seats), (CURVE_SEED, MEASURED_GAMES))[:, 0] * seats
    return float(shares.mean()), float(shares.std()) / MEASURED_GAMES**0.5


def _save(plan: TrainingPlan, folder: Path, state: TrainingState) -> None:
    """Write a checkpoint."""
    history = [row.tolist() for row in state.history]
    kept = {"course": asdict(plan), "history": history, "seconds": state.seconds}
    write_text(folder / "checkpoint.json", json.dumps(kept))


def _load(plan: TrainingPlan, folder: Path) -> TrainingState:
    """The last checkpoint, if any; the curve is truncated there."""
    state, path = TrainingState([row_of(START)[:SCALE]]), folder / "checkpoint.json"
    if path.exists():
        content = path.read_bytes()
        with reporting_damage(path):
            kept = json.loads(content)
            check_same_plan(folder, kept["course"], asdict(plan))
            # Older checkpoints have no seconds.
            state = TrainingState(
                [_row(row) for row in kept["history"]], seconds=float(kept.get("seconds", 0.0))
            )
            assert state.history
    state.noted = truncate_curve(folder, "generation", state.generation)
    return state


def _row(numbers: list[float]) -> Row:
    """A player from a checkpoint."""
    row = np.array(numbers, np.float64)
    assert row.shape == (len(NAMES),)
    return row
