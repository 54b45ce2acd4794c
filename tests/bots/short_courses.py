"""For tests of training: a short course for each game, and the curve that comes of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from closecall.training import enough_tuning, mark, qwixx
from closecall.training.enough_tuning import tune
from closecall.training.mark import Plan, default_pattern
from closecall.training.progress import Tell, Told

MARK = Plan(seed=4, games=24, pattern=default_pattern(1), block=4, every=2, judge=8)
QWIXX = qwixx.Course(seats=2, games=64, seed=3, batch=4, stops=4, curve_tables=5, result_tables=5)
ENOUGH = enough_tuning.Course(seed=3, generations=6, seats=3, games=3)


def silent(_told: Told) -> None:
    """Nobody listens."""


def train_mark(folder: Path, tell: Tell = silent, plan: Plan = MARK) -> None:
    """A short course for Close to the Mark!."""
    mark.train(plan, folder, tell)


def train_qwixx(folder: Path, tell: Tell = silent, course: qwixx.Course = QWIXX) -> None:
    """A short course for Qwixx."""
    qwixx.follow(course, qwixx.SelfTaught(course), folder, tell)


def train_enough(folder: Path, tell: Tell = silent, course: enough_tuning.Course = ENOUGH) -> None:
    """A short course for Close Enough."""
    tune(course, folder, tell)


COURSES: dict[str, tuple[Callable[..., None], str, str]] = {
    "mark": (train_mark, "checkpoint.npz", "values.npz"),
    "qwixx": (train_qwixx, "kept.npz", "values.npz"),
    "enough": (train_enough, "checkpoint.json", "thresholds.json"),
}
"""For each game a short course, what it keeps on its way, and what comes of it."""
each_course = pytest.mark.parametrize(("train", "kept", "values"), COURSES.values(), ids=COURSES)


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """The learning curve, without how long it took."""
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text("utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]
