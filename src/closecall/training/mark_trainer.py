"""The trainer of Close to the Mark!: self-play, from scratch or from values that are already good.

A block of games is played with the current net, which is then corrected towards the target values of its
sheets. Everything depends on the plan only, so a run that was killed continues from its last checkpoint with
the same result. Ctrl-C loses no finished block.

A run leaves in its folder `checkpoint.npz`, `curve.jsonl`, and at the end `values.npz` and `result.json`,
which records how well the values play.
"""

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import atomic_replacement, deferred_interrupt
from closecall.bots.mark.net import Net, prepare_net, spread_rows
from closecall.bots.mark.net_file import KINDS, kinds_of
from closecall.bots.mark.net_values import Values, for_pattern, partners, read_values, write_values
from closecall.bots.mark.pattern import BOXES, RANKS, pattern_of
from closecall.bots.mark.sheet import Pattern
from closecall.games.mark.layout import Colour
from closecall.kernels.mark.kernel import LAYOUT, new_state
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
from closecall.training.mark_gradient import (
    MEAN_DECAY,
    SQUARE_DECAY,
    Batch,
    Moments,
    StepSize,
    add_gradients,
    new_net,
    step,
)
from closecall.training.mark_self_play import SelfPlay, play_block
from closecall.training.progress import Report, Reporter, Rounded
from closecall.training.training_runs import HELD_OUT

BLOCK = 100
"""Games that are played before the net is corrected."""
BATCH = 256
"""Sheets per gradient step."""
EPOCHS = 2
"""How often each sheet of a block is used."""
PATTERNS = 10
"""Patterns in a block, for a net for any pattern."""
PARTS = ("net", "means", "squares")
"""The nets of a checkpoint."""
MEASURED_GAMES = 4000
"""Games that measure the result; fewer for a short run."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What to train, and how long; runs with the same plan give the same values."""

    seed: int
    games: int
    pattern: tuple[int, ...] | None = None
    """One pattern; None for a net for any pattern."""
    judge: int = MEASURED_GAMES
    """Games that measure the result."""
    rate: float = 2e-3
    share: float = 0.8
    """The share of later sheets in the targets of earlier ones, at the start; it falls to 0."""
    wander: float = 0.01
    """The chance of a random entry, before the last part of the run."""
    start: str | None = None
    """A file of values to start from."""
    block: int = BLOCK
    every: int = 100
    """Blocks between two checkpoints and two lines of the curve."""


@dataclass(slots=True)
class TrainingState:
    """A run in progress."""

    net: Net
    means: Net
    squares: Net
    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    points: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    """Mean points and squared errors of each block since the last line of the curve."""


@dataclass(frozen=True, slots=True)
class MeanPoints:
    """A mean of points and its standard error, which a single block does not give."""

    points: float
    standard_error: float | None


def default_pattern(own: int) -> tuple[int, ...]:
    """The pattern of the default layout for the player of a colour."""
    return pattern_of(new_state(1)[LAYOUT : LAYOUT + 25].tolist(), own)


def plan_for(name: str, seed: int, games: int, start: Path | None) -> TrainingPlan:
    """The plan of a run: for a colour of the default layout, or for `any`."""
    pattern = None if name == "any" else default_pattern(list(Colour).index(Colour[name.upper()]))
    whole = -(-games // BLOCK) * BLOCK
    plan = TrainingPlan(seed, games=whole, pattern=pattern, judge=max(4 * BLOCK, min(MEASURED_GAMES, whole)))
    if start is None:
        return plan
    # Good values are improved in smaller steps, and their estimates are trusted.
    return replace(plan, start=str(start), rate=1e-3, share=0.5)


def train(plan: TrainingPlan, folder: Path, report: Reporter) -> Values:
    """Train by a plan, or continue; return the values, which are also in the folder."""
    net, record = _first_net(plan), _plan_record(plan)
    with locked_folder(folder):
        state = _load(plan, record, folder) or TrainingState(net, _zeros(net), _zeros(net))
        try:
            _continue(plan, state, folder, report, record)
        except KeyboardInterrupt:
            with deferred_interrupt():
                _save(record, folder, state)
            raise
        _save(record, folder, state)
        return _finish(plan, state, folder, report)


def _continue(
    plan: TrainingPlan, state: TrainingState, folder: Path, report: Reporter, record: Mapping[str, Any]
) -> None:
    """Play and train up to the end."""
    gradients = _zeros(state.net)
    while True:
        is_last = state.games >= plan.games
        if state.points and (is_last or state.games % (plan.every * plan.block) == 0):
            _add_to_curve(plan, state, folder, report)
            _save(record, folder, state)
        if is_last:
            return
        _train_block(plan, state, gradients, state.games / plan.games)


def _finish(plan: TrainingPlan, state: TrainingState, folder: Path, report: Reporter) -> Values:
    """Write the values, and how well they play."""
    found = measure_points(state.net, plan.pattern, plan.judge)
    values = Values(state.net, np.array(plan.pattern or (), np.int8), found.points)
    path = folder / "values.npz"
    with atomic_replacement(path) as fresh:
        write_values(fresh, values)
    result = {"games": plan.judge, **asdict(found), "bytes": path.stat().st_size}
    write_text(folder / "result.json", json.dumps(result, indent=2) + "\n")
    facts = {"points": Rounded(found.points, 2), "standard_error": Rounded(found.standard_error, 2)}
    report(Report("train.result_mark", {"games": plan.judge, **facts}))
    return values


def _first_net(plan: TrainingPlan) -> Net:
    """The initial net; start values are reduced to one pattern, or repeated for each kind of box."""
    if plan.start is None:
        return new_net(plan.seed, 0 if plan.pattern else KINDS)
    with reading_start_values(Path(plan.start), "mark"):
        net = read_values(Path(plan.start)).net
    if plan.pattern:
        return for_pattern(net, np.array(plan.pattern, np.int8))
    return net if net.boxes.ndim == 4 else net._replace(boxes=np.repeat(net.boxes[:, None], KINDS, axis=1))


def _zeros(net: Net) -> Net:
    return Net(*[np.zeros_like(array) for array in net])


# One block.


def _train_block(plan: TrainingPlan, state: TrainingState, gradients: Net, done: float) -> None:
    """Play a block and correct the net."""
    started, rng = time.process_time(), np.random.default_rng([plan.seed, 2, state.games])
    patterns = _patterns(plan, rng)
    share, wander = plan.share * (1 - done), plan.wander if done < 0.7 else 0.0
    batch, points = play_batch(
        state.net, patterns, plan.block, SelfPlay(plan.seed, state.games, share, wander)
    )
    rate = plan.rate * max(0.002, 0.5 * (1 + math.cos(math.pi * done)))
    with deferred_interrupt():
        squares = 0.0
        for _ in range(EPOCHS):
            order = rng.permutation(len(batch.targets))
            for first in range(0, len(order), BATCH):
                chosen = order[first : first + BATCH]
                squares += add_gradients(_flat(state.net), batch, chosen, _flat(gradients))
                state.steps += 1
                _take_step(state, gradients, rate, len(chosen))
        state.points.append(points)
        state.errors.append(squares / (EPOCHS * len(batch.targets)))
        state.games += plan.block
        state.seconds += time.process_time() - started


def _patterns(plan: TrainingPlan, rng: np.random.Generator) -> list[Pattern]:
    """The pattern of the plan, or some random ones with five circles of each colour."""
    if plan.pattern:
        return [np.array(plan.pattern, np.int8)]
    layouts = (rng.permutation(np.arange(25, dtype=np.int8) % 5).tolist() for _ in range(PATTERNS))
    return [np.array(pattern_of(layout, 0), np.int8) for layout in layouts]


def play_batch(net: Net, patterns: list[Pattern], games: int, how: SelfPlay) -> tuple[Batch, float]:
    """Play games with each pattern equally often; return a batch of sheets, and the mean points."""
    kinds = net.boxes.shape[1] if net.boxes.ndim == 4 else 1
    each = max(1, games // len(patterns))
    sheets = np.empty((25 * each * len(patterns), 25), np.int8)
    targets = np.empty(len(sheets), np.float32)
    prepared, points, tables = prepare_net(for_pattern(net, patterns[0])), 0.0, []
    for n, pattern in enumerate(patterns):
        if n:
            prepared = prepared._replace(net=for_pattern(net, pattern))
            spread_rows(prepared.net.boxes, prepared.spread)
        part = slice(25 * each * n, 25 * each * (n + 1))
        first = how._replace(first_game=how.first_game + each * n)
        points += play_block(prepared, pattern, first, sheets[part], targets[part])
        tables.append(kinds * np.arange(BOXES) + (np.array(kinds_of(pattern.tolist())) if kinds > 1 else 0))
    return Batch(sheets, targets, np.array(patterns), np.array(tables)), points / len(patterns)


def _flat(net: Net) -> Net:
    """The net with all tables of boxes in one array."""
    return net._replace(boxes=net.boxes.reshape(-1, RANKS * RANKS, net.boxes.shape[-1]))


def _take_step(state: TrainingState, gradients: Net, rate: float, count: int) -> None:
    size = StepSize(rate, 1 - MEAN_DECAY**state.steps, 1 - SQUARE_DECAY**state.steps, 1 / count)
    kinds = state.net.boxes.shape[1] if state.net.boxes.ndim == 4 else 0
    for values, gradient, mean, square, places in zip(
        state.net, gradients, state.means, state.squares, partners(kinds), strict=True
    ):
        step(
            values.reshape(-1),
            gradient.reshape(-1),
            Moments(mean.reshape(-1), square.reshape(-1)),
            places,
            size,
        )


def measure_points(net: Net, pattern: tuple[int, ...] | None, games: int) -> MeanPoints:
    """The mean points on held-out dice, without looking at the next roll."""
    plan = TrainingPlan(seed=HELD_OUT, games=games, pattern=pattern, block=min(games, BLOCK))
    means = []
    for first in range(0, games, plan.block):
        patterns = _patterns(plan, np.random.default_rng([HELD_OUT, first]))
        means.append(play_batch(net, patterns, plan.block, SelfPlay(HELD_OUT, first, 0.0, 0.0))[1])
    return _mean_points(means)


def _mean_points(means: Sequence[float]) -> MeanPoints:
    """From the means of blocks."""
    error = float(np.std(means, ddof=1)) / len(means) ** 0.5 if len(means) > 1 else None
    return MeanPoints(float(np.mean(means)), error)


# The folder.


def _save(record: Mapping[str, Any], folder: Path, state: TrainingState) -> None:
    """Write a checkpoint."""
    arrays: dict[str, NDArray[Any]] = {}
    for name in PARTS:
        for part, array in zip(Net._fields, getattr(state, name), strict=True):
            arrays[f"{name}.{part}"] = array
    arrays["counts"] = np.array([state.games, state.steps, state.seconds])
    arrays["since"] = np.array([state.points, state.errors])
    write_arrays(folder / "checkpoint.npz", {"plan": np.array(json.dumps(record)), **arrays})


def _plan_record(plan: TrainingPlan) -> dict[str, Any]:
    """The plan as it is recorded: with a fingerprint of the start values, not their path."""
    start = None if plan.start is None else file_fingerprint(Path(plan.start))
    record: dict[str, Any] = json.loads(json.dumps(asdict(plan) | {"start": start}))
    return record


def _load(plan: TrainingPlan, record: Mapping[str, Any], folder: Path) -> TrainingState | None:
    """The last checkpoint, if any; the curve is truncated there."""
    path = folder / "checkpoint.npz"
    if not path.exists():
        truncate_curve(folder, "games", 0)
        return None
    arrays = read_arrays(path)
    with reporting_damage(path):
        check_same_plan(folder, json.loads(str(arrays["plan"])), record)
        net, means, squares = (Net(*[arrays[f"{name}.{part}"] for part in Net._fields]) for name in PARTS)
        games, steps, seconds = arrays["counts"].tolist()
        # Older checkpoints have no such array.
        points, errors = arrays.get("since", np.zeros((2, 0))).tolist()
    truncate_curve(folder, "games", int(games) - plan.block * len(points))
    return TrainingState(net, means, squares, int(games), int(steps), seconds, points, errors)


def _add_to_curve(plan: TrainingPlan, state: TrainingState, folder: Path, report: Reporter) -> None:
    """Add a line to the learning curve: the games since the last one."""
    found, off = _mean_points(state.points), float(np.sqrt(np.mean(state.errors)))
    error = found.standard_error
    line = {
        "games": state.games,
        "seconds": round(state.seconds, 1),
        "points": round(found.points, 3),
        "standard_error": error if error is None else round(error, 3),
        "error": round(off, 4),
    }
    with deferred_interrupt():
        add_curve_line(folder, line)
        state.points.clear()
        state.errors.clear()
    facts = {
        "points": Rounded(found.points, 2),
        "standard_error": Rounded(error, 2),
        "off": Rounded(off, 2),
        "seconds": Rounded(state.seconds, 0),
    }
    report(Report("train.curve_mark", {"games": state.games, "of": plan.games, **facts}))
