"""Best responses to frozen players of Qwixx: their mixtures are right, and weaknesses are found."""

import json
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.reference_net_qwixx import before_rolls, random_net, small_plan, tables
from closecall.bots.qwixx.arena import decide
from closecall.bots.qwixx.evaluator_weights import TUNED
from closecall.bots.qwixx.net import chance, new_net_player
from closecall.bots.qwixx.net_layout import ROWS, SCORE_AT, WIDTH
from closecall.bots.qwixx.net_values import Parts, net_of, parts_for, values_file, values_for, write_values
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.qwixx.sparring import weights_for
from closecall.core.errors import BadOptions
from closecall.kernels.counter_rng import begin
from closecall.kernels.qwixx.kernel import ACTION, ACTIVE, MOVES, SEATS, menu_mask
from closecall.training.checkpoints import file_fingerprint
from closecall.training.qwixx_best_response import frozen_net, frozen_player, new_mixture, write_mixture
from closecall.training.qwixx_gradient import parts_of
from closecall.training.qwixx_measurement import WinShare, response_to
from closecall.training.qwixx_trainer import (
    ResponseLearning,
    SelfPlayLearning,
    TrainingPlan,
    player_fingerprint,
    run_plan,
    train_best_response,
)


def parts_alone(net: Any) -> Parts:
    """A net whose pairs are in one part."""
    nothing = np.zeros((ROWS, 2 * WIDTH), np.float32)
    return Parts(net[:SCORE_AT].reshape(-1, 2 * WIDTH), nothing, nothing, net[SCORE_AT:])


@pytest.mark.parametrize("name", PLAYERS)
def test_the_mixture_of_a_frozen_player(name: str) -> None:
    """It makes exactly the moves of its mixture, as often as that says."""
    frozen, mixture, chances = frozen_player(name), new_mixture(), np.zeros(2, np.uint64)
    mask, mixed, draws = np.zeros(MOVES, np.bool_), 0, 60
    states = [state for state in tables(2, 3, 8) if state[ACTION]][::3]
    for n, state in enumerate(states):
        before = state.copy()
        seat = int(state[ACTIVE]) if state[ACTION] == 2 else n % 2
        count = write_mixture(frozen, state, seat, mixture)
        assert (state == before).all()
        parts: dict[int, float] = {}
        for move, part in zip(mixture.moves[:count].tolist(), mixture.parts[:count].tolist(), strict=True):
            parts[move] = parts.get(move, 0.0) + part
        assert sum(parts.values()) == pytest.approx(1)
        menu_mask(state, seat, mask)
        assert all(mask[move] for move in parts)
        mixed += len(parts) > 1
        begin(chances, n, 1)
        chosen = [
            decide(PLAYERS.index(name), state, seat, chances, weights_for(name, 2)) for _ in range(draws)
        ]
        assert set(chosen) <= set(parts)
        for move, part in parts.items():
            spread = (draws * part * max(0.0, 1 - part)) ** 0.5
            assert abs(chosen.count(move) - draws * part) <= 4.5 * spread + 0.1
    if name != "expert":  # It rarely mixes.
        assert (mixed > 0) == (name in ("random", "medium", "easy"))


def test_a_response_starts_from_its_values() -> None:
    """The one who rolls keeps the view of the net; the other view starts like it."""
    student = ResponseLearning(small_plan(), frozen_player("evaluator"), parts_alone(random_net(2)))
    ours, known = new_net_player(student.learner.net), new_net_player(random_net(2))
    states = before_rolls(2, 1, 9)
    for state in states:
        seat = int(state[ACTIVE])
        assert chance(ours, state, seat) == chance(known, state, seat)
    # All else equal, both views have the same value.
    turned = [state.copy() for state in states]
    for state in turned:
        state[ACTIVE] = (state[ACTIVE] + 1) % state[SEATS]
    for state, other in zip(states, turned, strict=True):
        assert chance(ours, other, int(state[ACTIVE])) == chance(ours, state, int(state[ACTIVE]))


def test_a_response_beats_a_bad_net() -> None:
    """Nearly always; against an equal net, knowing its mixture gains little."""
    assert response_to(values_for(2), frozen_net(random_net(2)), 5, 100).share > 0.9
    fair = response_to(values_for(2), frozen_player("expert"), 5, 300)
    assert abs(fair.share - 0.5) < 4 * fair.standard_error


def test_a_response_can_be_trained(tmp_path: Path) -> None:
    """Against a player by name or a net by its file; a folder belongs to one of them."""
    told: list[Any] = []
    course = small_plan(games=16, stops=2, against="rusher")
    student = ResponseLearning(course, frozen_player("rusher"), parts_for(2))
    before = student.learner.net.copy()
    run_plan(course, student, tmp_path / "rusher", told.append)
    assert [line.facts["games"] for line in told[:-1]] == [8, 16]
    assert (student.learner.net != before).any()
    assert json.loads((tmp_path / "rusher" / "course.json").read_text("utf-8"))["against"] == "rusher"
    with pytest.raises(BadOptions):
        train_best_response("skipper", 16, 3, tmp_path / "rusher", told.append)
    with pytest.raises(ValueError, match="nobody is called chess"):
        train_best_response("chess", 16, 3, tmp_path / "chess", told.append)
    with as_file(files("closecall.bots.qwixx").joinpath("values", "net2.npz")) as path:
        marks = [_mark(path, tmp_path / "net2")]
        write_values(tmp_path / "other.npz", parts_alone(random_net(2)))
        marks.append(_mark(tmp_path / "other.npz", tmp_path / "other"))
    assert len({*marks, "rusher"}) == 3


def test_a_folder_records_opponent_and_start_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partner with other weights, or other start values, make another plan."""
    write_values(tmp_path / "other.npz", parts_alone(random_net(2)))
    _begun("evaluator", tmp_path / "course")
    _begun("evaluator", tmp_path / "course")
    with pytest.raises(BadOptions) as caught:
        _begun("evaluator", tmp_path / "course", known=tmp_path / "other.npz")
    assert caught.value.facts["asked"] == f"--start {file_fingerprint(tmp_path / 'other.npz')}"
    monkeypatch.setitem(TUNED, 2, replace(TUNED[2], misthrow=1.0))
    weights_for.cache_clear()
    try:
        with pytest.raises(BadOptions) as caught:
            _begun("evaluator", tmp_path / "course")
    finally:
        monkeypatch.undo()
        weights_for.cache_clear()
    assert caught.value.facts["kept"] == f"--start {player_fingerprint('evaluator')}"


def test_a_response_to_other_values_is_refused_once(tmp_path: Path) -> None:
    """It starts from the values that it responds to, so --start is named once."""
    write_values(tmp_path / "other.npz", parts_alone(random_net(2)))
    with values_file(2) as shipped:
        _begun(shipped, tmp_path / "course")
        kept = file_fingerprint(shipped)
    with pytest.raises(BadOptions) as caught:
        _begun(tmp_path / "other.npz", tmp_path / "course")
    assert caught.value.facts["kept"] == f"--start {kept}"


def _mark(path: Path, folder: Path) -> str:
    """The fingerprint in a plan of the net that it responds to."""
    _begun(path, folder)
    return str(json.loads((folder / "course.json").read_text("utf-8"))["against"])


def _begun(against: str | Path, folder: Path, known: Path | None = None) -> None:
    """Start a run and interrupt it at its first line."""

    def stop(_line: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_best_response(against, 1600, 3, folder, stop, known=known)


def trained(student: SelfPlayLearning | ResponseLearning, course: TrainingPlan, folder: Path) -> WinShare:
    """Train, and measure the result."""
    run_plan(course, student, folder, lambda _: None)
    return WinShare(**json.loads((folder / "result.json").read_text("utf-8"))["measured"])


@pytest.mark.long
def test_weaknesses_are_found(tmp_path: Path) -> None:
    """A net that was trained for 1,600 games loses to a response that started from it.

    Learning for 4,800 games, it is measured on other dice at over 80 %; without learning it is about half.
    """
    lesson = TrainingPlan(2, 1600, 3, batch=16, rate=0.005, stops=1, curve_tables=5, result_tables=5)
    weak = SelfPlayLearning(lesson)
    trained(weak, lesson, tmp_path / "weak")
    known = parts_of(weak.learner.weights, 2)
    frozen = frozen_net(net_of(known))
    course = TrainingPlan(2, 4800, 1, rate=0.003, leads=0.0, stops=1, curve_tables=5, result_tables=400)
    student = ResponseLearning(course, frozen, known)
    before = student.measure(student.learner.net, 99, 400)
    assert abs(before.share - 0.5) < 4 * before.standard_error
    assert trained(student, course, tmp_path / "response").share > 0.7
