"""Training from the command line: interruptions, whose a folder is, and reports."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.short_runs import (
    ENOUGH,
    MARK,
    QWIXX,
    SHORT_RUNS,
    curve_of,
    each_run,
    silent,
    train_enough,
    train_mark,
    train_qwixx,
)
from closecall.atomic_files import deferred_interrupt
from closecall.cli.main import main
from closecall.cli.train import sentence
from closecall.core.errors import BadOptions, GameError
from closecall.messages import LANGUAGES, catalogue
from closecall.training import enough_evolution, mark_trainer, qwixx_trainer
from closecall.training.checkpoints import locked_folder, write_arrays
from closecall.training.enough_trainer import train as enough_train
from closecall.training.progress import Report
from closecall.training.training_runs import Request, train

pytestmark = pytest.mark.usefixtures("ctrl_c")
Shown = pytest.CaptureFixture[str]


class Killed(BaseException):
    """The process was killed and writes nothing more."""


def seconds_of(folder: Path) -> list[float]:
    """The seconds of each line of the curve."""
    return [json.loads(line)["seconds"] for line in (folder / "curve.jsonl").read_text("utf-8").splitlines()]


# Interruptions.

STEPS: dict[str, tuple[Any, str]] = {
    "mark": (mark_trainer, "add_gradients"),
    "qwixx": (qwixx_trainer, "train_step"),
    "enough": (enough_evolution, "play_rows"),
}
"""A function that each trainer calls several times per step."""


def interrupted(patch: pytest.MonkeyPatch, game: str, calls: int) -> list[int]:
    """Raise Ctrl-C in the middle of a step, after this many calls."""
    module, name = STEPS[game]
    usual, called = getattr(module, name), [0]

    def pressed(*arguments: Any) -> Any:
        called[0] += 1
        if called[0] == calls:
            signal.raise_signal(signal.SIGINT)
        return usual(*arguments)

    patch.setattr(module, name, pressed)
    return called


@pytest.mark.parametrize(
    ("game", "calls", "left"),
    [
        ("mark", 2, 10),  # Two in a block, of six blocks.
        ("mark", 9, 2),
        ("qwixx", 7, 9),  # One in each of sixteen steps.
        ("enough", 30, 5 * 24 + 4),  # 24 in each of six generations, two for each of two lines.
    ],
)
def test_ctrl_c_loses_no_whole_step(
    game: str, calls: int, left: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted at any moment, a run continues, and ends with the same bytes and curve."""
    train, kept, values = SHORT_RUNS[game]
    train(tmp_path / "whole")
    with monkeypatch.context() as patch:
        interrupted(patch, game, calls)
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path / "stopped")
    assert (tmp_path / "stopped" / kept).exists()
    with monkeypatch.context() as patch:
        called = interrupted(patch, game, 0)
        train(tmp_path / "stopped")
    assert called[0] == left
    assert (tmp_path / "stopped" / values).read_bytes() == (tmp_path / "whole" / values).read_bytes()
    assert curve_of(tmp_path / "stopped") == curve_of(tmp_path / "whole")


def test_ctrl_c_is_deferred_to_the_end_of_a_step() -> None:
    """It is deferred to the end of the step, even if it is ignored now."""
    done = []

    def step() -> None:
        with deferred_interrupt():
            signal.raise_signal(signal.SIGINT)
            done.append("step")

    with pytest.raises(KeyboardInterrupt):
        step()
    assert done == ["step"]
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        step()
    finally:
        signal.signal(signal.SIGINT, usual)


@each_run
def test_the_curve_has_no_holes(
    train: Callable[..., None], kept: str, values: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted twice while measuring a line, then killed when reporting it, a run has all its lines."""
    del kept
    train(tmp_path / "whole")
    folder = tmp_path / "stopped"
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(mark_trainer, "_mean_points", _pressed)
            patch.setattr(qwixx_trainer.SelfPlayLearning, "measure", _pressed)
            patch.setattr(enough_evolution, "_times_fair", _pressed)
            with pytest.raises(KeyboardInterrupt):
                train(folder)
        with pytest.raises(Killed):
            train(folder, _killed)
    train(folder)
    assert len(curve_of(folder)) >= 2
    assert curve_of(folder) == curve_of(tmp_path / "whole")
    assert seconds_of(folder) == sorted(seconds_of(folder))
    assert (folder / values).read_bytes() == (tmp_path / "whole" / values).read_bytes()


def _killed(_told: Report) -> None:
    raise Killed


def _pressed(*_: Any) -> Any:
    raise KeyboardInterrupt


def test_seconds_go_on(tmp_path: Path) -> None:
    """They are part of a checkpoint."""
    with pytest.raises(KeyboardInterrupt):
        train_qwixx(tmp_path, _pressed)
    with np.load(tmp_path / "kept.npz") as arrays:
        kept = dict(arrays)
    write_arrays(tmp_path / "kept.npz", kept | {"seconds": np.array(1000.0)})
    train_qwixx(tmp_path)
    assert seconds_of(tmp_path)[0] < 1000 <= seconds_of(tmp_path)[1]


# A folder belongs to one plan, and to one process at a time.


@pytest.mark.parametrize(
    ("train", "asked", "kept", "wanted"),
    [
        (train_mark, replace(MARK, seed=9), "--seed 4", "--seed 9"),
        (train_mark, replace(MARK, games=28, judge=12), "--length 24", "--length 28"),
        (train_mark, replace(MARK, wander=0.5), "wander 0.01", "wander 0.5"),
        (train_qwixx, replace(QWIXX, seed=9, games=32), "--length 64, --seed 3", "--length 32, --seed 9"),
        (train_qwixx, replace(QWIXX, known="0123", rate=0.001), "--start –", "--start 0123"),
        (train_enough, replace(ENOUGH, generations=7), "--length 6", "--length 7"),
    ],
)
def test_differences_of_plans_are_named(
    train: Callable[..., None], asked: Any, kept: str, wanted: str, tmp_path: Path
) -> None:
    """By the options of the command, if the rest of the plan follows from them."""
    train(tmp_path)
    with pytest.raises(BadOptions) as caught:
        train(tmp_path, silent, asked)
    assert caught.value.code == "train_other_course"
    assert caught.value.facts == {"folder": str(tmp_path), "kept": kept, "asked": wanted}


HOLDING = (
    "import sys, time; from pathlib import Path; from closecall.training.checkpoints import locked_folder\n"
)


def test_one_training_at_a_time(tmp_path: Path, capsys: Shown) -> None:
    """A second process is refused until the first has ended, however it ended."""
    code = (
        HOLDING + "with locked_folder(Path(sys.argv[1])): print('locked_folder', flush=True); time.sleep(600)"
    )
    folder, command = tmp_path / "blue", ["train", "mark", "--folder", str(tmp_path), "--only", "blue"]
    with subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        try:
            assert other.stdout.readline() == b"locked_folder\n"
            assert main([*command, "--length", "5"]) == 1
            said = f"Another process is training in {folder}."
            assert capsys.readouterr().err.startswith(said)
            assert list(folder.iterdir()) == [folder / ".lock"]
        finally:
            other.kill()
    with locked_folder(folder), pytest.raises(GameError), locked_folder(folder):
        pass


@each_run
def test_a_busy_folder_is_left_alone(
    train: Callable[..., None], kept: str, values: str, tmp_path: Path
) -> None:
    """By the trainers of all games."""
    del kept, values
    teach = partial(enough_train, 1, 3) if train is train_enough else train
    with locked_folder(tmp_path), pytest.raises(GameError) as caught:
        teach(tmp_path, silent)
    assert caught.value.facts == {"folder": str(tmp_path)}
    assert list(tmp_path.iterdir()) == [tmp_path / ".lock"]


# Reports.


@pytest.mark.parametrize(
    ("course", "length", "said"),
    [
        ("mark blue", 50, "Course blue: 100 games instead of 50, because they are played 100 at a time."),
        ("mark blue", 100, "Course blue: 100 games."),
        ("qwixx first2", 1, "Course first2: 32 games instead of 1, because they are played 32 at a time."),
        ("qwixx first2", 70, "Course first2: 64 games instead of 70, because they are played 32 at a time."),
        ("qwixx first2", 64, "Course first2: 64 games."),
    ],
)
def test_how_many_games_are_played_is_said(
    course: str, length: int, said: str, tmp_path: Path, capsys: Shown
) -> None:
    """Whole batches, at least one; then how well it plays, and where the values are."""
    game, only = course.split()
    words = ["--folder", str(tmp_path), "--only", only, "--length", str(length), "--plain"]
    assert main(["train", game, *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    begun, played = lines.index(said), int(said.split()[2])
    at_end = next(n for n, line in enumerate(lines) if line.startswith("New dice: "))
    assert " ".join(lines[at_end + 1 :]) == f"Done. The values are in {tmp_path / only}."
    if game == "qwixx":
        curve = lines[begun + 1 : at_end]
        assert [line.split(",")[0] for line in curve] == [
            f"{games} of {played} games" for games in range(32, played + 1, 32)
        ]
        assert "nan" not in (tmp_path / only / "result.json").read_text().lower()
    else:
        with np.load(tmp_path / only / "checkpoint.npz") as kept:
            assert kept["counts"][0] == played


@pytest.mark.parametrize("length", [250_000, 150_000])
def test_shipped_values_can_be_found_again(length: int) -> None:
    """Half a batch too many is never played; that must not change."""
    assert qwixx_trainer.steps_of(length) * qwixx_trainer.BATCH == length - 16


def test_the_result_is_in_the_folder(tmp_path: Path) -> None:
    """On held-out dice, with a standard error; also in the file of values."""
    values = mark_trainer.train(MARK, tmp_path, silent)
    result = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert result["games"] == MARK.judge
    assert result["points"] == values.mean
    assert result["bytes"] == (tmp_path / "values.npz").stat().st_size


def test_lines_are_sentences(tmp_path: Path) -> None:
    """In every language, with localised numbers, and no JSON."""
    told: list[Report] = []
    train_mark(tmp_path / "mark", told.append)
    train_qwixx(tmp_path / "qwixx", told.append)
    enough_train(1, 3, tmp_path / "enough", told.append, seats=(3,))
    keys = {line.message for line in told}
    assert keys == {f"train.{kind}_{game}" for kind in ("curve", "result") for game in SHORT_RUNS}
    for language, line in product(LANGUAGES, told):
        said = sentence(catalogue(language), line)
        assert "{" not in said
        assert " ± " in said
        assert "train." not in said
        assert bool(re.search(r"\d,\d", said)) == (language != "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_length_of_a_run_is_reported(language: str, tmp_path: Path) -> None:
    """In games; thresholds are tuned in generations."""
    told: list[Report] = []

    def tell(line: Report) -> None:
        told.append(line)
        raise Killed

    for asked in (
        Request("enough", tmp_path, "thresholds"),
        Request("mark", tmp_path, "blue", length=65_000),
        Request("qwixx", tmp_path, "first2", length=70),
    ):
        with pytest.raises(Killed):
            train(asked, tell)
    said = [re.findall(r"\d[\d.,\u202f\u00a0]*\d|\d", sentence(catalogue(language), line)) for line in told]
    thousands = catalogue(language)("sim.number")[1]
    assert said == [["60"], [f"65{thousands}000"], ["2", "64", "70", "32"]]


def test_a_stopped_training_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    """Some games are kept, although the first line of the curve is far away."""
    command = ["train", "mark", "--folder", str(tmp_path), "--only", "blue", "--length", "400"]
    with monkeypatch.context() as patch:
        interrupted(patch, "mark", 50)
        assert main(command) == 130
    assert "Everything learnt so far is saved" in capsys.readouterr().err
    with np.load(tmp_path / "blue" / "checkpoint.npz") as kept:
        assert kept["counts"][0] == 300
