"""The trainings behind the values that come with the program."""

import json
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from benchmarks.strength.__main__ import GAMES

from closecall.bots.enough.arena import play_tables
from closecall.cli.main import main
from closecall.core.errors import BadOptions
from closecall.training import enough, enough_tuning, enough_values
from closecall.training.enough_counting import count_games
from closecall.training.qwixx import RATE
from closecall.training.training_runs import COURSES, HELD_OUT, Asked, courses_of, learn
from support.source import ROOT

VALUES = ROOT / "src" / "closecall" / "bots"
each_game = pytest.mark.parametrize("game", COURSES)


@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_all_values_have_a_course(game: str) -> None:
    """And all usual courses have their values here; the table for Qwixx alone does not come with us."""
    files = {file.stem for file in (VALUES / game / "values").iterdir()}
    assert files == {course.name for course in COURSES[game] if course.is_shipped}


@each_game
def test_a_course_begins_with_an_earlier_one(game: str) -> None:
    """So that they can be done one after the other."""
    done: set[str | None] = {None}
    for course in COURSES[game]:
        assert course.begins_with in done
        done.add(course.name)


def test_usual_courses_are_those_with_values(tmp_path: Path) -> None:
    """And what they begin with; what only asks a question to them has to be named."""
    usual, named = Asked("qwixx", tmp_path), Asked("qwixx", tmp_path, "response")
    assert [course.name for course in courses_of(usual)] == ["first2", "net2", "net3", "net4", "net5"]
    assert [course.name for course in courses_of(named)] == ["response"]
    with pytest.raises(BadOptions) as caught:
        courses_of(Asked("qwixx", tmp_path, "net6"))
    assert caught.value.facts["names"] == "first2, net2, net3, net4, net5, response"


def test_what_is_begun_with_has_to_be_there(tmp_path: Path) -> None:
    """Values that neither were learnt nor come with the program."""
    with pytest.raises(BadOptions) as caught:
        learn(Asked("qwixx", tmp_path, "net3", length=32), lambda _: None)
    assert caught.value.facts == {"name": "net3", "first": "first2"}
    assert not list(tmp_path.iterdir())


def test_a_course_is_done_and_begins_with_what_was_just_learnt(tmp_path: Path) -> None:
    """The values are in the folder of the course; with others in the folder, others come of it."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "blue").mkdir(parents=True)
    copyfile(VALUES / "mark" / "values" / "blue.npz", one / "blue" / "values.npz")
    copyfile(VALUES / "mark" / "values" / "black.npz", other / "blue" / "values.npz")
    for folder in (one, other, tmp_path / "shipped"):
        learn(Asked("mark", folder, "black", seed=3, length=20), lambda _: None)
    learnt, strange, shipped = (
        (folder / "black" / "values.npz").read_bytes() for folder in (one, other, tmp_path / "shipped")
    )
    assert learnt == shipped != strange


def test_a_short_course_has_a_curve_too(tmp_path: Path) -> None:
    """At least its end is on it, however rarely lines are written."""
    learn(Asked("mark", tmp_path, "blue", length=150), lambda _: None)
    [line] = (tmp_path / "blue" / "curve.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["games"] == 200


@pytest.mark.parametrize("course", [course.name for course in COURSES["qwixx"] if course.name != "response"])
def test_every_course_for_a_table_can_be_done(course: str, tmp_path: Path) -> None:
    """By its name alone, if what it begins with has been learnt."""
    (tmp_path / "first2").mkdir()
    known = VALUES / "qwixx" / "values" / "net2.npz"
    if course != "first2":
        (tmp_path / "first2" / "values.npz").write_bytes(known.read_bytes())
    learn(Asked("qwixx", tmp_path, course, length=64), lambda _: None)
    assert (tmp_path / course / "values.npz").read_bytes() != known.read_bytes()


def test_who_knows_a_table_learns_in_smaller_steps(tmp_path: Path) -> None:
    """A net goes on with half the rate; a net for more seats learns anew what it does not know."""
    known = VALUES / "qwixx" / "values" / "net2.npz"
    for name in ("net2", "net3"):
        learn(Asked("qwixx", tmp_path, name, length=64, start=known), lambda _: None)
    rates = {
        name: json.loads((tmp_path / name / "course.json").read_text())["rate"] for name in ("net2", "net3")
    }
    assert rates == {"net2": RATE / 2, "net3": RATE}
    assert (tmp_path / "net2" / "values.npz").read_bytes() != known.read_bytes()


def test_cards_for_measuring_are_in_no_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever seed somebody can ask for: the course learns below a bound, and is measured above it."""
    learnt, measured = list[int](), list[int]()

    def count(seed: int, *rest: Any) -> None:
        learnt.append(seed)
        count_games(seed, *rest)

    def play(seed: int, first: int, start: Any, players: Any, results: Any) -> None:
        is_judged = len(results.won) == enough_tuning.JUDGED
        (measured if is_judged else learnt).append(seed)
        play_tables(seed, first, start, players, results)

    def evaluate(seed: int, *rest: Any) -> None:
        measured.append(seed)
        play_tables(seed, *rest)

    monkeypatch.setattr(enough_values, "count_games", count)
    monkeypatch.setattr(enough_tuning, "play_tables", play)
    monkeypatch.setattr(enough, "play_tables", evaluate)
    enough.train(1, HELD_OUT - 1, tmp_path, lambda _: None, seats=(3,))
    assert len(set(measured)) == 2
    assert HELD_OUT - 1 in learnt
    assert max(learnt) < HELD_OUT <= min(measured)


def test_our_values_are_measured_with_other_dice() -> None:
    """No course of ours has the seed of a game's figures."""
    for game, module in GAMES.items():
        assert module.HELD_OUT not in {course.seed for course in COURSES[game]}


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
def test_what_cannot_be_learnt(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence, and nothing begins."""
    assert main(["train", "qwixx", *words]) != 0
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out
    assert not Path("F").exists()
