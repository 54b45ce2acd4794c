"""Training from the command line: damaged files, and values to start from."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bots.short_runs import MARK, curve_of, each_run, silent, train_mark, train_qwixx
from closecall.cli.main import main
from closecall.core.errors import BadOptions, GameError
from closecall.messages import LANGUAGES, catalogue
from closecall.training.checkpoints import add_curve_line, truncate_curve, write_arrays
from closecall.training.training_runs import Request, train
from support.source import ROOT

pytestmark = pytest.mark.usefixtures("ctrl_c")
VALUES = ROOT / "src" / "closecall" / "bots"
Shown = pytest.CaptureFixture[str]


# Damaged files.


@each_run
@pytest.mark.parametrize("left", [0, 100, -100])
def test_a_damaged_file_is_named(
    train: Callable[..., None], kept: str, values: str, left: int, tmp_path: Path
) -> None:
    """The message says what to do; after that, the run starts again."""
    train(tmp_path / "course")
    found = (tmp_path / "course" / values).read_bytes()
    path = tmp_path / "course" / kept
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(GameError) as caught:
        train(tmp_path / "course")
    assert caught.value.code == "train_damaged"
    assert caught.value.facts == {"file": str(path), "folder": str(tmp_path / "course")}
    path.unlink()
    train(tmp_path / "course")
    assert (tmp_path / "course" / values).read_bytes() == found
    counts = [line.get("games", 0) + line.get("generation", 0) for line in curve_of(tmp_path / "course")]
    assert counts == sorted(set(counts))


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "\0"])
def test_a_damaged_plan_is_named(text: str, tmp_path: Path) -> None:
    """Without the plan, the other files cannot be used."""
    train_qwixx(tmp_path)
    (tmp_path / "course.json").write_text(text)
    with pytest.raises(GameError) as caught:
        train_qwixx(tmp_path)
    assert caught.value.facts["file"] == str(tmp_path / "course.json")


def test_lines_of_the_curve_that_cannot_be_read_are_dropped(tmp_path: Path) -> None:
    """The curve is for people only."""
    for games in (10, 20, 30):
        add_curve_line(tmp_path, {"games": games})
    path = tmp_path / "curve.jsonl"
    path.write_bytes(b'\xff\n{"games": \n[]\n7\n{"games": "many"}\n{}\n' + path.read_bytes() + b'{"games": 4')
    assert truncate_curve(tmp_path, "games", 20) == 20
    assert path.read_text() == '{"games": 10}\n{"games": 20}\n'


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The old file is still there."""
    resource = pytest.importorskip("resource")
    path, limits = tmp_path / "kept.npz", resource.getrlimit(resource.RLIMIT_FSIZE)
    write_arrays(path, {"few": np.zeros(5)})
    before = path.read_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large") as caught:
            write_arrays(path, {"many": np.zeros(5000)})
        with pytest.raises(OSError, match="too large") as line:
            add_curve_line(tmp_path, {"games": "1" * 5000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.filename == str(path)
    assert line.value.filename == str(tmp_path / "curve.jsonl")
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"kept.npz", "curve.jsonl"}


# Values to start from.


def no_values(folder: Path) -> list[Path]:
    """Files without values for any game."""
    shipped = (VALUES / "qwixx" / "values" / "net2.npz").read_bytes()
    contents = {
        "empty": b"",
        "text": b"root:x:0:0\n" * 50,
        "cut": shipped[:-500],
        "zip": b"PK\5\6" + bytes(18),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    np.save(folder / "array.npy", np.zeros(3))
    with np.load(VALUES / "qwixx" / "values" / "net2.npz") as arrays:
        np.savez(folder / "short.npz", **{name: array[:5] for name, array in arrays.items()})
    return list(folder.iterdir())


@pytest.mark.parametrize(
    ("course", "other"),
    [
        ("mark blue", "qwixx/values/net2"),
        ("mark any", "qwixx/values/net2"),
        ("qwixx net2", "mark/values/blue"),
        ("qwixx response", "mark/values/blue"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_files_without_values_are_refused(
    course: str, other: str, language: str, tmp_path: Path, capsys: Shown
) -> None:
    """One sentence names the file and the game; no folder is created."""
    (tmp_path / "files").mkdir()
    files = [*no_values(tmp_path / "files"), VALUES / f"{other}.npz"]
    (game, only), say = course.split(), catalogue(language)
    for file in files:
        words = ["--folder", str(tmp_path / "F"), "--only", only, "--length", "5", "--start", str(file)]
        assert main(["train", game, *words, "--lang", language]) == 2, file
        said = say("error.train_not_values", file=str(file), game=say(f"game.{game}"))
        assert capsys.readouterr().err == f"{said}\n"
    assert not (tmp_path / "F").exists()


@pytest.mark.parametrize(("only", "seats"), [("first2", 2), ("net2", 2), ("net3", 3), ("response", 2)])
def test_values_for_more_seats(only: str, seats: int, tmp_path: Path) -> None:
    """A run starts from values for as many seats or fewer."""
    start = VALUES / "qwixx" / "values" / f"net{seats + 1}.npz"
    with pytest.raises(BadOptions) as caught:
        train(Request("qwixx", tmp_path, only, length=32, start=start), silent)
    assert caught.value.code == "train_start_seats"
    assert caught.value.facts == {"file": str(start), "found": seats + 1, "seats": seats}
    assert list(tmp_path.iterdir()) == []


def test_tuning_takes_no_start_values(tmp_path: Path, capsys: Shown) -> None:
    """Tuning always starts from the same player."""
    start = VALUES / "enough" / "values" / "knowledge.npz"
    words = ["--folder", str(tmp_path / "F"), "--only", "thresholds", "--length", "1"]
    assert main(["train", "enough", *words, "--start", str(start)]) == 2
    shown = capsys.readouterr()
    assert shown.err == "--start: the course thresholds always starts from scratch.\n"
    assert not shown.out


def test_start_values_may_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run continues although its start values were moved."""
    (tmp_path / "start.npz").write_bytes((VALUES / "mark" / "values" / "blue.npz").read_bytes())
    train_mark(tmp_path / "course", plan=replace(MARK, start=str(tmp_path / "start.npz")))
    monkeypatch.chdir(tmp_path)
    train_mark(Path("course"), plan=replace(MARK, start="start.npz"))
    with pytest.raises(BadOptions):
        train_mark(Path("course"), plan=replace(MARK, start=str(VALUES / "mark" / "values" / "black.npz")))
