"""The trainer of Qwixx: a net plays against itself and learns from it.

The random numbers of a game depend on the seed and its number only, and checkpoints are written now and then,
and after Ctrl-C. So an interrupted run continues, and ends with the same values.

The folder of a run has

| file | what it holds |
|---|---|
| `course.json` | the plan |
| `kept.npz` | the checkpoint |
| `curve.jsonl` | the learning curve: how well the net plays now and then |
| `values.npz` | at the end, the values for the bot |
| `result.json` | at the end, how well they play with held-out dice |
"""

import json
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from closecall.atomic_files import atomic_replacement, deferred_interrupt
from closecall.bots.qwixx.net import Net, new_net_player
from closecall.bots.qwixx.net_layout import ROWS, WIDTH
from closecall.bots.qwixx.net_turn import new_matrix_game
from closecall.bots.qwixx.net_values import (
    Parts,
    net_of,
    read_parts,
    read_values,
    seats_of,
    values_file,
    write_values,
)
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.qwixx.sparring import weights_for
from closecall.core.errors import BadOptions
from closecall.kernels.qwixx.kernel import new_state
from closecall.messages import Word
from closecall.training.checkpoints import (
    add_curve_line,
    check_same_plan,
    file_fingerprint,
    locked_folder,
    read_arrays,
    reading_start_values,
    reporting_damage,
    truncate_curve,
    write_arrays,
    write_text,
)
from closecall.training.progress import Fact, Report, Reporter, Rounded
from closecall.training.qwixx_best_response import (
    FrozenOpponent,
    frozen_net,
    frozen_player,
    new_responder,
    play_responses,
)
from closecall.training.qwixx_gradient import Learner, merge, new_learner, parts_of, start_from, train_step
from closecall.training.qwixx_measurement import (
    CURVE_SEED,
    RESULT_SEED,
    WinShare,
    beside_greedy,
    beside_net,
    response_to,
)
from closecall.training.qwixx_self_play import GameBatch, new_positions, self_play

RATE = 0.002
BATCH = 32
CURVE_TABLES, RESULT_TABLES = 1000, 10_000


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What to train, and how long; runs with the same plan give the same values."""

    seats: int
    games: int
    seed: int
    batch: int = BATCH
    """Games per gradient step."""
    rate: float = RATE
    """The learning rate at the start; it falls to 0."""
    explore: float = 0.05
    """How often a seat moves at random at the start; it falls to 0."""
    fade: float = 0.8
    leads: float = 0.05
    """See `GameBatch`."""
    stops: int = 50
    """The number of checkpoints and lines of the curve."""
    curve_tables: int = CURVE_TABLES
    result_tables: int = RESULT_TABLES
    """Tables that measure a net, each in all orders of seats."""
    known: str | None = None
    """The fingerprint of the values it starts from."""
    against: str | None = None
    """The fingerprint of the player or the values that a response is learned against."""


class Learning(Protocol):
    """A way to play and learn."""

    learner: Learner
    whom: Word
    """The opponents that it is measured against."""

    def play(self, games: GameBatch) -> int:
        """Play some games; return the number of positions to learn from."""

    def train_step(self, count: int, rate: float, step: int) -> float:
        """Learn from them; return the mean squared error."""

    def measure(self, net: Net, seed: int, tables: int) -> WinShare:
        """How well a net plays."""

    def results(self, net: Net, tables: int) -> dict[str, WinShare]:
        """The measurements of the final values."""


class SelfPlayLearning:
    """Learning from self-play, measured against greedy bots."""

    whom = Word("train.beside_greedy")

    def __init__(self, plan: TrainingPlan, known: Parts | None = None) -> None:
        self.seats, self.learner = plan.seats, new_learner(plan.seats, plan.seed)
        if known is not None:
            start_from(self.learner, plan.seats, known)
        self.player, self.matrix = new_net_player(self.learner.net), new_matrix_game()
        self.start, self.positions = new_state(plan.seats), new_positions(plan.seats, plan.batch)

    def play(self, games: GameBatch) -> int:
        """All seats play by the same net."""
        return self_play(self.player, self.matrix, self.start, games, self.positions)

    def train_step(self, count: int, rate: float, step: int) -> float:
        """One step for all games."""
        return train_step(self.learner, self.positions, count, rate, step)

    def measure(self, net: Net, seed: int, tables: int) -> WinShare:
        """Against greedy bots."""
        return beside_greedy(net, self.seats, seed, tables)

    def results(self, net: Net, tables: int) -> dict[str, WinShare]:
        """With held-out dice; and against the net before it was rounded for the file."""
        return {
            "measured": self.measure(net, RESULT_SEED, tables),
            "beside_what_was_learnt": beside_net(net, self.learner.net, self.seats, RESULT_SEED, tables),
        }


class ResponseLearning:
    """Learning from games against a frozen player at a table of two, starting from a net."""

    whom = Word("train.against_frozen")

    def __init__(self, plan: TrainingPlan, frozen: FrozenOpponent, known: Parts) -> None:
        self.frozen, self.learner = frozen, new_learner(2, plan.seed)
        # In self-play a net has only the view of the one who rolls; the other view starts like it.
        start_from(self.learner, 2, known)
        self.responder, self.start = new_responder(self.learner.net, frozen), new_state(2)
        self.positions, self.shares = new_positions(2, plan.batch), np.zeros(plan.batch)

    def play(self, games: GameBatch) -> int:
        """In half of the games the responder has the first seat."""
        return play_responses(self.responder, self.start, games, self.positions, self.shares)

    def train_step(self, count: int, rate: float, step: int) -> float:
        """One step for all games."""
        return train_step(self.learner, self.positions, count, rate, step)

    def measure(self, net: Net, seed: int, tables: int) -> WinShare:
        """Against the frozen player; one half means that nothing was gained."""
        return response_to(net, self.frozen, seed, tables)

    def results(self, net: Net, tables: int) -> dict[str, WinShare]:
        """With held-out dice; also for the net before it was rounded for the file."""
        return {
            "measured": self.measure(net, RESULT_SEED, tables),
            "as_it_was_learnt": self.measure(self.learner.net, RESULT_SEED, tables),
        }


def train(  # noqa: PLR0913  # The last one has a default.
    seats: int, games: int, seed: int, folder: Path, report: Reporter, *, known: Path | None = None
) -> Path:
    """Train a net for a number of seats, preferably from values for one seat less; return its file."""
    parts = None if known is None else _known_parts(known, seats)
    # A net for as many seats is improved in smaller steps.
    rate = RATE / 2 if parts is not None and seats_of(parts.rest) == seats else RATE
    plan = TrainingPlan(
        seats,
        games,
        seed,
        rate=rate,
        # A single table would give no standard error.
        curve_tables=max(2, min(CURVE_TABLES, games)),
        result_tables=max(2, min(RESULT_TABLES, games)),
        known=None if known is None else file_fingerprint(known),
    )
    return run_plan(plan, SelfPlayLearning(plan, parts), folder, report)


def _known_parts(known: Path, seats: int) -> Parts:
    """Values to start from, for as many seats or fewer."""
    with reading_start_values(known, "qwixx"):
        parts = read_parts(known)
        assert parts.mine.shape == parts.theirs.shape == (ROWS, 2 * WIDTH)
        found = seats_of(parts.rest)
    if found > seats:
        raise BadOptions("train_start_seats", file=str(known), found=found, seats=seats)
    return parts


def train_best_response(  # noqa: PLR0913  # The last one has a default.
    against: str | Path, games: int, seed: int, folder: Path, report: Reporter, *, known: Path | None = None
) -> Path:
    """Train a best response to a player of the arena or a net for two seats; return the file of its values.

    How much it wins is in the file beside it. It starts from the given net, or the expert's.
    """
    if isinstance(against, Path):
        frozen, met = frozen_net(net_of(_known_parts(against, 2))), file_fingerprint(against)
    elif against in PLAYERS:
        frozen, met = frozen_player(against), player_fingerprint(against)
    else:
        raise ValueError(f"nobody is called {against}; there are {', '.join(PLAYERS)}")
    start = known or (against if isinstance(against, Path) else None)
    with values_file(2) if start is None else nullcontext(start) as path:
        parts, begun_with = _known_parts(path, 2), file_fingerprint(path)
    plan = TrainingPlan(2, games, seed, rate=0.001, leads=0.0, known=begun_with, against=met)
    return run_plan(plan, ResponseLearning(plan, frozen, parts), folder, report)


def player_fingerprint(name: str) -> str:
    """A fingerprint of a player of the arena, which changes with its weights."""
    return f"{name}-{sha256(weights_for(name, 2).tobytes()).hexdigest()[:16]}"


@dataclass(slots=True)
class TrainingState:
    """A run in progress."""

    steps: int = 0
    errors: list[float] = field(default_factory=list)
    """The mean squared error of each step since the last line of the curve."""
    seconds: float = 0.0


def steps_of(games: int, batch: int = BATCH) -> int:
    """The number of batches in a number of games; at least one."""
    return max(1, games // batch)


def run_plan(plan: TrainingPlan, learning: Learning, folder: Path, report: Reporter) -> Path:
    """Train by a plan, or continue; return the file of the values."""
    with locked_folder(folder):
        _check_plan(plan, folder)
        state = _load(plan, learning.learner, folder)
        try:
            _continue(plan, learning, state, folder, report)
        except KeyboardInterrupt:
            with deferred_interrupt():
                _save(folder, learning.learner, state)
            raise
        _save(folder, learning.learner, state)
        return _finish(plan, learning, folder, report)


def _continue(
    plan: TrainingPlan, learning: Learning, state: TrainingState, folder: Path, report: Reporter
) -> None:
    """Play and learn up to the end."""
    steps, started = steps_of(plan.games, plan.batch), perf_counter() - state.seconds
    stops = {steps * n // plan.stops for n in range(1, plan.stops + 1)}
    while True:
        if state.errors and state.steps in stops:
            # Measuring takes a while; if it is interrupted, the continued run writes the line.
            _save(folder, learning.learner, state)
            _add_to_curve(plan, learning, state, folder, report)
        if state.steps >= steps:
            return
        _train_batch(plan, learning, state)
        state.seconds = perf_counter() - started


def _add_to_curve(
    plan: TrainingPlan, learning: Learning, state: TrainingState, folder: Path, report: Reporter
) -> None:
    """Add a line to the learning curve: how well the net plays now."""
    measured = learning.measure(learning.learner.net, CURVE_SEED, plan.curve_tables)
    games = state.steps * plan.batch
    line = {
        "games": games,
        "error": round(float(np.mean(state.errors)), 6),
        "share": round(measured.share, 4),
        "standard_error": round(measured.standard_error, 4),
        "seconds": round(state.seconds, 1),
    }
    add_curve_line(folder, line)
    state.errors.clear()
    of = steps_of(plan.games, plan.batch) * plan.batch
    counts: dict[str, Fact] = {"games": games, "of": of, "seconds": Rounded(state.seconds, 0)}
    report(Report("train.curve_qwixx", counts | _facts(plan, learning, measured)))


def _facts(plan: TrainingPlan, learning: Learning, measured: WinShare) -> dict[str, Fact]:
    """The facts of a report: how well the net plays, in percent."""
    return {
        "share": Rounded(100 * measured.share, 1),
        "standard_error": Rounded(100 * measured.standard_error, 1),
        "fair": Rounded(100 / plan.seats, 1),
        "whom": learning.whom,
    }


def _train_batch(plan: TrainingPlan, learning: Learning, state: TrainingState) -> None:
    """Play some games and learn from them."""
    step = state.steps
    left = 1 - step * plan.batch / plan.games
    games = GameBatch(
        seed=plan.seed,
        first_game=step * plan.batch,
        games=plan.batch,
        explore=plan.explore * left,
        fade=plan.fade,
        leads=plan.leads,
    )
    # The first steps are shorter, since Adam has seen few gradients yet.
    rate = plan.rate * left * min(1.0, (step + 1) / 100)
    count = learning.play(games)
    with deferred_interrupt():
        state.errors.append(learning.train_step(count, rate, step + 1))
        state.steps += 1


def _finish(plan: TrainingPlan, learning: Learning, folder: Path, report: Reporter) -> Path:
    """Write the values, and how well they play as the bot reads them."""
    path = folder / "values.npz"
    with atomic_replacement(path) as fresh:
        write_values(fresh, parts_of(learning.learner.weights, plan.seats))
    results = learning.results(read_values(path), plan.result_tables)
    result: dict[str, Any] = {name: asdict(measured) for name, measured in results.items()}
    result["bytes"] = path.stat().st_size
    write_text(folder / "result.json", json.dumps(result, indent=2) + "\n")
    report(Report("train.result_qwixx", _facts(plan, learning, results["measured"])))
    return path


def _check_plan(plan: TrainingPlan, folder: Path) -> None:
    """A folder belongs to one plan."""
    path = folder / "course.json"
    asked = {name: value for name, value in asdict(plan).items() if value is not None}
    if path.exists():
        content = path.read_bytes()
        with reporting_damage(path):
            check_same_plan(folder, json.loads(content), asked)
    else:
        write_text(path, json.dumps(asked, indent=2) + "\n")


def _load(plan: TrainingPlan, learner: Learner, folder: Path) -> TrainingState:
    """Load the last checkpoint, if any; the curve is truncated there."""
    state, path = TrainingState(), folder / "kept.npz"
    if path.exists():
        kept = read_arrays(path)
        with reporting_damage(path):
            for name in ("weights", "means", "squares"):
                getattr(learner, name)[:] = kept[name]
            # Older checkpoints have neither errors nor seconds.
            errors, seconds = kept.get("errors", np.zeros(0)), kept.get("seconds", np.zeros(()))
            state = TrainingState(int(kept["steps"]), errors.tolist(), float(seconds))
        merge(learner.weights, learner.net)
    truncate_curve(folder, "games", (state.steps - len(state.errors)) * plan.batch)
    return state


def _save(folder: Path, learner: Learner, state: TrainingState) -> None:
    """Write a checkpoint."""
    arrays = {name: np.array(value) for name, value in asdict(state).items()}
    arrays |= {name: getattr(learner, name) for name in ("weights", "means", "squares")}
    write_arrays(folder / "kept.npz", arrays)
