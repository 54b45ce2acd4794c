"""`closecall play mark --ages`: who starts follows from the ages, and the ages are saved nowhere (M3)."""

import json
from pathlib import Path
from typing import Any

import pytest

from closecall.cli.main import main
from terminal.pseudo import Pseudo, run
from terminal.shown import Shown, complaint


def options_of(home: Path) -> dict[str, Any]:
    """The options of the only saved game."""
    (file,) = (home / "games").iterdir()
    options: dict[str, Any] = json.loads(file.read_text("utf-8"))["options"]
    return options


@pytest.mark.parametrize(
    ("ages", "may_start"),
    [
        ("9,38,40,-", [1]),
        ("-, 9, 38, -", [2]),
        ("9,9,9,-", [0, 1, 2]),
        ("-,38,-,-", [0, 1, 2, 3]),
        ("-,-,-,-", [0, 1, 2, 3]),
    ],
)
def test_ages_on_the_command_line(home: Path, ages: str, may_start: list[int]) -> None:
    """The second-youngest starts, or the lot decides; the saved game contains no age."""
    done = run(home, "play", "mark", "--seats", "Ann,Ben,Cem,random", "--ages", ages)
    assert (done.returncode, done.stderr) == (0, "")
    options = options_of(home)
    assert options["ages"] == [None] * 4
    assert options["may_start"] == may_start
    assert ("The lot falls on" in done.stdout) == (len(may_start) > 1)


@pytest.mark.parametrize(
    ("ages", "sentence"),
    [
        ("9,38", "Option “ages”: there are 2 ages for 3 players."),
        ("9,38,-,-", "Option “ages”: there are 4 ages for 3 players."),
        ("9,38,40", "--ages: Random is a bot and has no age; write - in its place."),
        ("9,200,-", "Option “ages”: an age is a whole number from 0 to 150."),
        ("9,old,-", "The option --ages needs a whole number, not “old”."),
        ("9,,-", "The option --ages needs a whole number, not “”."),
    ],
)
def test_wrong_ages_are_refused(home: Path, capsys: Shown, ages: str, sentence: str) -> None:
    """With a sentence, before a game is saved."""
    assert main(["play", "mark", "--seats", "Ann,Ben,random", "--ages", ages]) == 2
    assert complaint(capsys) == sentence
    assert not (home / "games").exists()


def test_people_are_asked_for_their_ages(home: Path) -> None:
    """Each person, but no bot; what is not an age is asked for again, and nothing is echoed."""
    typed = "77\nold\n200\n\n78\n"
    done = run(home, "play", "mark", "--seats", "Ann,random,Ben,Cem", "--ages", "ask", typed=typed)
    prompts = [line for line in done.stdout.splitlines() if "your age" in line]
    assert [prompt.split(":")[0] for prompt in prompts] == ["Ann", "Ben", "Ben", "Ben", "Cem"]
    assert "The option --ages needs a whole number, not “old”." in done.stdout
    assert "an age is a whole number from 0 to 150" in done.stdout
    questions, _, _ = done.stdout.partition("fingerprint")
    assert "77" not in questions
    assert "78" not in questions
    options = options_of(home)
    assert (options["ages"], options["may_start"]) == ([None] * 4, [3])


def test_no_answer_is_no_age(home: Path) -> None:
    """The end of the input, as after closing the terminal: the lot decides."""
    done = run(home, "play", "mark", "--seats", "Ann,Ben", "--ages", "ask", typed="40\n")
    assert done.returncode == 0
    assert options_of(home)["may_start"] == [0, 1]


def test_nobody_is_asked_in_vain(capsys: Shown) -> None:
    """Too many players are refused first."""
    assert main(["play", "mark", "--seats", "A,B,C,D,E,F", "--ages", "ask"]) == 2
    assert "Close to the Mark!" in complaint(capsys)


def test_a_typed_age_is_not_on_the_screen(home: Path) -> None:
    """In a real terminal the keys are not echoed."""
    with Pseudo(home, "play", "mark", "--seats", "Ann,Ben", "--ages", "ask") as terminal:
        terminal.wait_for("Ann: your age")
        terminal.type("77")
        assert "77" not in terminal.wait_for("Ben: your age")
        terminal.type("78")
        assert "78" not in terminal.wait_for("Your colour").split("fingerprint")[0]
        terminal.type("q")
        assert terminal.end() == 0
    assert options_of(home)["may_start"] == [1]


@pytest.mark.parametrize("command", ["simulate", "league"])
def test_simulations_ask_nobody(command: str, capsys: Shown) -> None:
    """There `ask` is not a number."""
    assert main([command, "mark", "--bots", "greedy,random", "--games", "9", "--ages", "ask"]) == 2
    assert "needs a whole number, not “ask”" in complaint(capsys)
