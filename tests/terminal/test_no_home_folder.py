"""No home folder: no `$HOME`, and a user id without a user, as in containers."""

import pwd
from datetime import date
from pathlib import Path
from random import Random

import pytest

from closecall.cli.fame import count_game
from closecall.cli.main import main
from closecall.cli.saved_games import find_saved_game
from closecall.core.errors import GameError
from closecall.core.record import Player, record_of
from closecall.folders import data_folder
from closecall.messages import LANGUAGES, catalogue
from support.matches import over, refusal
from support.random_games import finished_match
from terminal.scripted_console import SEED
from terminal.shown import Shown, complaint, said

SENTENCE = "Your home folder could not be found. Choose a folder for your data: CLOSECALL_HOME=/some/folder."


def nobody(*_: object) -> None:
    """There is no such user."""
    raise KeyError


@pytest.fixture(autouse=True)
def homeless(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away all that could tell where home is."""
    for name in ("HOME", "XDG_DATA_HOME", "CLOSECALL_HOME", "CLOSECALL_CONFIG", "CLOSECALL_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)


def test_the_folder_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a variable names a folder."""
    assert refusal(GameError, data_folder).code == "no_home"
    monkeypatch.setenv("XDG_DATA_HOME", "/share")
    assert data_folder() == Path("/share/closecall")
    monkeypatch.setenv("CLOSECALL_HOME", "/data")
    assert data_folder() == Path("/data")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [["fame"], ["saved"], ["resume"], ["play", "mark"]], ids=" ".join)
def test_what_needs_a_folder_says_so(words: list[str], language: str, capsys: Shown) -> None:
    """One sentence that helps."""
    assert main([*words, "--lang", language]) == 1
    assert complaint(capsys) == catalogue(language)("error.no_home")
    assert catalogue("en")("error.no_home") == SENTENCE


@pytest.mark.parametrize("words", [["db", "upgrade"], ["backup", "y.db"], ["serve"]], ids=" ".join)
def test_what_needs_a_database_says_so(words: list[str], capsys: Shown) -> None:
    """With the flag that helps too."""
    assert main(words) == 2
    assert complaint(capsys) == catalogue("en")("error.setting_no_home")


def test_a_named_game_needs_no_folder(tmp_path: Path, capsys: Shown) -> None:
    """It is played, saved, resumed, verified and replayed where it is."""
    file = tmp_path / "game.json"
    words = ["play", "mark", "--seats", "random,random", "--seed", SEED.hex(), "--save", str(file)]
    assert main(words) == 0
    assert f"closecall verify {file}" in said(capsys)
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    assert find_saved_game("nothing.json") == Path("nothing.json")
    assert main(["verify", "nothing.json"]) == 1
    assert "nothing.json" in capsys.readouterr().err


def test_fame_has_no_other_place() -> None:
    """A person's victory is not counted, and the sentence is all that happens."""
    match = finished_match(("mark", 1), Random(1))
    record = record_of(match, (Player("Ann"),))
    assert count_game(catalogue("en"), record, over(match), date(2026, 11, 18)) == [SENTENCE]


def test_a_named_database_needs_no_folder(tmp_path: Path, capsys: Shown) -> None:
    """By flag or in a file of settings."""
    database, config = tmp_path / "x.db", tmp_path / "closecall.toml"
    assert main(["db", "upgrade", "--database", str(database)]) == 0
    assert main(["backup", str(tmp_path / "y.db"), "--database", str(database)]) == 0
    config.write_text(f"database = '{database}'\n")
    assert main(["backup", str(tmp_path / "z.db"), "--config", str(config)]) == 0
    assert {path.name for path in tmp_path.glob("*.db")} == {"x.db", "y.db", "z.db"}
