"""The training runs behind the shipped values."""

import json
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from benchmarks.strength.__main__ import GAMES

from closecall.bots.enough.arena import play_tables
from closecall.cli.main import main
from closecall.core.errors import BadOptions
from closecall.games import slugs
from closecall.training import enough_evolution, enough_trainer
from closecall.training.enough_knowledge import count_games
from closecall.training.qwixx_trainer import RATE
from closecall.training.training_runs import HELD_OUT, Request, requested_runs, runs_of, train
from support.source import ROOT

VALUES = ROOT / "src" / "closecall" / "bots"
each_game = pytest.mark.parametrize("game", slugs())


@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_all_values_have_a_run(game: str) -> None:
    """All shipped runs have values, and all values a run."""
    files = {file.stem for file in (VALUES / game / "values").iterdir()}
    assert files == {course.name for course in runs_of(game) if course.is_shipped}


@each_game
def test_a_run_starts_from_an_earlier_one(game: str) -> None:
    """So they can be done one after the other."""
    done: set[str | None] = {None}
    for course in runs_of(game):
        assert course.begins_with in done
        done.add(course.name)


def test_default_runs_are_the_shipped_ones(tmp_path: Path) -> None:
    """The shipped runs and those they start from; a response has to be named."""
    usual, named = Request("qwixx", tmp_path), Request("qwixx", tmp_path, "response")
    assert [course.name for course in requested_runs(usual)] == ["first2", "net2", "net3", "net4", "net5"]
    assert [course.name for course in requested_runs(named)] == ["response"]
    with pytest.raises(BadOptions) as caught:
        requested_runs(Request("qwixx", tmp_path, "net6"))
    assert caught.value.facts["names"] == "first2, net2, net3, net4, net5, response"


def test_start_values_have_to_exist(tmp_path: Path) -> None:
    """Values that were neither trained nor shipped."""
    with pytest.raises(BadOptions) as caught:
        train(Request("qwixx", tmp_path, "net3", length=32), lambda _: None)
    assert caught.value.facts == {"name": "net3", "first": "first2"}
    assert not list(tmp_path.iterdir())


def test_a_run_starts_from_values_just_trained(tmp_path: Path) -> None:
    """A run starts from values just trained in the same folder, if there are any."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "blue").mkdir(parents=True)
    copyfile(VALUES / "mark" / "values" / "blue.npz", one / "blue" / "values.npz")
    copyfile(VALUES / "mark" / "values" / "black.npz", other / "blue" / "values.npz")
    for folder in (one, other, tmp_path / "shipped"):
        train(Request("mark", folder, "black", seed=3, length=20), lambda _: None)
    learnt, strange, shipped = (
        (folder / "black" / "values.npz").read_bytes() for folder in (one, other, tmp_path / "shipped")
    )
    assert learnt == shipped != strange


def test_a_short_run_has_a_curve(tmp_path: Path) -> None:
    """At least its end is on it."""
    train(Request("mark", tmp_path, "blue", length=150), lambda _: None)
    [line] = (tmp_path / "blue" / "curve.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["games"] == 200


@pytest.mark.parametrize("course", [course.name for course in runs_of("qwixx") if course.name != "response"])
def test_every_run_can_be_done(course: str, tmp_path: Path) -> None:
    """By its name, if its start values have been trained."""
    (tmp_path / "first2").mkdir()
    known = VALUES / "qwixx" / "values" / "net2.npz"
    if course != "first2":
        (tmp_path / "first2" / "values.npz").write_bytes(known.read_bytes())
    train(Request("qwixx", tmp_path, course, length=64), lambda _: None)
    assert (tmp_path / course / "values.npz").read_bytes() != known.read_bytes()


def test_known_seats_start_with_half_the_rate(tmp_path: Path) -> None:
    """A net for as many seats starts with half the rate."""
    known = VALUES / "qwixx" / "values" / "net2.npz"
    for name in ("net2", "net3"):
        train(Request("qwixx", tmp_path, name, length=64, start=known), lambda _: None)
    rates = {
        name: json.loads((tmp_path / name / "course.json").read_text())["rate"] for name in ("net2", "net3")
    }
    assert rates == {"net2": RATE / 2, "net3": RATE}
    assert (tmp_path / "net2" / "values.npz").read_bytes() != known.read_bytes()


def test_measuring_uses_held_out_seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training uses seeds below a bound, and measuring seeds above it."""
    learnt, measured = list[int](), list[int]()

    def count(seed: int, *rest: Any) -> None:
        learnt.append(seed)
        count_games(seed, *rest)

    def play(seed: int, first: int, start: Any, players: Any, results: Any) -> None:
        is_judged = len(results.won) == enough_evolution.MEASURED_GAMES
        (measured if is_judged else learnt).append(seed)
        play_tables(seed, first, start, players, results)

    def evaluate(seed: int, *rest: Any) -> None:
        measured.append(seed)
        play_tables(seed, *rest)

    monkeypatch.setattr(enough_trainer, "count_games", count)
    monkeypatch.setattr(enough_evolution, "play_tables", play)
    monkeypatch.setattr(enough_trainer, "play_tables", evaluate)
    enough_trainer.train(1, HELD_OUT - 1, tmp_path, lambda _: None, seats=(3,))
    assert len(set(measured)) == 2
    assert HELD_OUT - 1 in learnt
    assert max(learnt) < HELD_OUT <= min(measured)


def test_our_values_are_measured_with_other_dice() -> None:
    """No shipped run has the seed of the published figures."""
    for game, module in GAMES.items():
        assert module.HELD_OUT not in {course.seed for course in runs_of(game)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name the folder for the results with --folder."),
        (["--folder", "F", "--length", "5"], "--length and --start apply to a single course"),
        (["--folder", "F", "--only", "net2", "--length", "0"], "--length must be at least 1."),
        (["--folder", "F", "--only", "net2", "--seed", str(HELD_OUT)], f"{HELD_OUT - 1}"),
        (["--folder", "F", "--only", "net2", "--start", "nowhere"], "there is no file nowhere"),
        (["--folder", "F", "--only", "blue"], "There is no course blue; the courses are first2,"),
    ],
)
def test_impossible_requests_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence, and nothing starts."""
    assert main(["train", "qwixx", *words]) != 0
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out
    assert not Path("F").exists()
