"""A short training run for each game, and its learning curve."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from closecall.training import enough_evolution, mark_trainer, qwixx_trainer
from closecall.training.enough_evolution import tune
from closecall.training.mark_trainer import TrainingPlan, default_pattern
from closecall.training.progress import Report, Reporter

MARK = TrainingPlan(seed=4, games=24, pattern=default_pattern(1), block=4, every=2, judge=8)
QWIXX = qwixx_trainer.TrainingPlan(
    seats=2, games=64, seed=3, batch=4, stops=4, curve_tables=5, result_tables=5
)
ENOUGH = enough_evolution.TrainingPlan(seed=3, generations=6, seats=3, games=3)


def silent(_report: Report) -> None:
    """Ignore a report."""


def train_mark(folder: Path, report: Reporter = silent, plan: TrainingPlan = MARK) -> None:
    """A short run for Close to the Mark!."""
    mark_trainer.train(plan, folder, report)


def train_qwixx(folder: Path, report: Reporter = silent, plan: qwixx_trainer.TrainingPlan = QWIXX) -> None:
    """A short run for Qwixx."""
    qwixx_trainer.run_plan(plan, qwixx_trainer.SelfPlayLearning(plan), folder, report)


def train_enough(
    folder: Path, report: Reporter = silent, plan: enough_evolution.TrainingPlan = ENOUGH
) -> None:
    """A short run for Close Enough."""
    tune(plan, folder, report)


SHORT_RUNS: dict[str, tuple[Callable[..., None], str, str]] = {
    "mark": (train_mark, "checkpoint.npz", "values.npz"),
    "qwixx": (train_qwixx, "kept.npz", "values.npz"),
    "enough": (train_enough, "checkpoint.json", "thresholds.json"),
}
"""For each game a short run, its checkpoint, and its result."""
each_run = pytest.mark.parametrize(("train", "kept", "values"), SHORT_RUNS.values(), ids=SHORT_RUNS)


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """The learning curve, without times."""
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text("utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]
