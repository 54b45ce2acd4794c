"""How the net of Qwixx is trained: gradients, interruption, and start values."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bots.reference_net_qwixx import before_rolls, chance_seen, small_plan
from closecall.bots.qwixx.net import chance, new_net_player, write_features
from closecall.bots.qwixx.net_file import UNIT
from closecall.bots.qwixx.net_layout import (
    BIAS_AT,
    CONTEXT_AT,
    LAST_AT,
    ROWS,
    SCORE_AT,
    SECOND_AT,
    WIDTH,
    size_of,
)
from closecall.bots.qwixx.net_values import read_parts, read_values, values_for, write_values
from closecall.core.errors import BadOptions
from closecall.kernels.qwixx.kernel import ACTIVE, SEATS, SHEETS
from closecall.training.qwixx_gradient import (
    OTHERS,
    SLOPE,
    Learner,
    add_gradient,
    new_learner,
    parts_of,
    start_from,
    train_step,
)
from closecall.training.qwixx_self_play import Positions
from closecall.training.qwixx_trainer import SelfPlayLearning, TrainingPlan, run_plan


def run_small_plan(course: TrainingPlan, folder: Path, tell: Any) -> Path:
    return run_plan(course, SelfPlayLearning(course), folder, tell)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_gradient_is_the_slope(seats: int) -> None:
    """Compared with small changes of the weights, in every part."""
    learner = new_learner(seats, 2)
    learner.weights[:] = np.random.default_rng(2).normal(0, 0.1, len(learner.weights))
    state = before_rolls(seats, 1, 5)[-1]
    features = np.zeros((1, seats - 1, 6), np.int16)
    write_features(state, 0, features[0])
    seen = Positions(features, np.array([0.9], np.float32))

    def loss() -> float:
        parts = parts_of(learner.weights, seats)
        with_rest = np.concatenate([_pairs(parts), parts.rest.astype(float)])
        guess = chance_seen(with_rest, features[0].tolist())
        return float(-0.9 * np.log(guess) - 0.1 * np.log(1 - guess))

    _merged(learner)
    gradient, room = np.zeros_like(learner.weights), np.zeros(4096, np.float32)
    add_gradient(learner.net, seen.features[0], 0.9, gradient, room)
    size = size_of(seats)
    starts = [0, SCORE_AT, SECOND_AT, BIAS_AT, LAST_AT, CONTEXT_AT, size, size + OTHERS, size + SLOPE]
    parts = zip(starts, [*starts[1:], len(gradient)], strict=True)
    largest = [first + at for first, end in parts for at in np.argsort(-np.abs(gradient[first:end]))[:3]]
    assert np.count_nonzero(gradient[largest]) > 20
    for at in largest:
        before, change = learner.weights[at], np.float32(2e-2)
        learner.weights[at] = before + change
        up = loss()
        learner.weights[at] = before - change
        down = loss()
        learner.weights[at] = before
        assert (up - down) / (2 * change) == pytest.approx(gradient[at], rel=0.05, abs=2e-4)


def _pairs(parts: Any) -> NDArray[np.float64]:
    pairs = parts.both.astype(float)
    pairs[:-1] += (parts.mine[:, None, :].astype(float) + parts.theirs[None, :, :]).reshape(ROWS * ROWS, -1)
    flat: NDArray[np.float64] = pairs.ravel()
    return flat


def _merged(learner: Learner) -> None:
    parts = parts_of(learner.weights, round(((len(learner.net) - CONTEXT_AT) / 32 / WIDTH) ** 0.5))
    learner.net[:] = np.concatenate([_pairs(parts), parts.rest])


def test_steps_lead_to_the_target() -> None:
    """Repeated steps on one position lead to its target."""
    learner = new_learner(2, 1)
    features = np.zeros((2, 1, 6), np.int16)
    states = before_rolls(2, 1, 5)
    for n in range(2):
        write_features(states[-1 - n], int(states[-1 - n][ACTIVE]), features[n])
    seen = Positions(features, np.array([0.9, 0.2], np.float32))
    errors = [train_step(learner, seen, 2, 0.01, step) for step in range(1, 60)]
    assert errors[0] > 0.05
    assert errors[-1] < 0.001


def test_an_interrupted_run_ends_the_same(tmp_path: Path) -> None:
    """Interrupted after two lines of the curve and continued, it writes the same values and curve."""
    whole, halved = tmp_path / "whole", tmp_path / "halved"
    told: list[Any] = []
    run_small_plan(small_plan(), whole, told.append)

    def stop_after_two(line: Any) -> None:
        told.append(line)
        if line.facts["games"] == 32:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_small_plan(small_plan(), halved, stop_after_two)
    run_small_plan(small_plan(), halved, lambda line: None)
    assert (whole / "values.npz").read_bytes() == (halved / "values.npz").read_bytes()
    curves = [(folder / "curve.jsonl").read_text("utf-8") for folder in (whole, halved)]
    without_time = [[line.split('"seconds"')[0] for line in curve.splitlines()] for curve in curves]
    assert without_time[0] == without_time[1]
    assert len(without_time[0]) == 4
    with pytest.raises(BadOptions):
        run_small_plan(small_plan(seed=4), halved, lambda line: None)


def test_values_survive_a_file(tmp_path: Path) -> None:
    """Values are read as they were written, up to rounding."""
    learner = new_learner(3, 5)
    learner.weights[:1000] = np.random.default_rng(1).normal(0, 0.1, 1000)
    write_values(tmp_path / "some.npz", parts_of(learner.weights, 3))
    read = read_values(tmp_path / "some.npz")
    _merged(learner)
    assert np.abs(read - learner.net).max() < UNIT / 2 + 0.001


def test_more_seats_start_from_fewer() -> None:
    """With two opponents that have the same sheet, it has the value it had with one."""
    with as_file(files("closecall.bots.qwixx").joinpath("values", "net2.npz")) as path:
        parts = read_parts(path)
    learner = new_learner(3, 1)
    start_from(learner, 3, parts)
    two, three = new_net_player(values_for(2)), new_net_player(learner.net)
    for state in before_rolls(2, 1, 7):
        if state[ACTIVE] == 0:
            beside = state.copy()
            beside[SEATS] = 3
            beside[SHEETS + 10 : SHEETS + 15] = state[SHEETS + 5 : SHEETS + 10]
            assert chance(three, beside, 0) == pytest.approx(chance(two, state, 0), abs=1e-5)
