"""The command line: arguments, languages, exit codes, and every command that shows something."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from closecall import __version__
from closecall.cli.main import language_of, main
from closecall.cli.play import parse_seats
from closecall.core.record import Player
from closecall.core.rules import all_seats
from closecall.games import slugs
from closecall.messages import LANGUAGES, catalogue
from closecall.tui.screen import Style
from closecall.tui.show import Display
from terminal.pseudo import Pseudo, command, environment, run
from terminal.shown import Shown, complaint, said

COMMANDS = (
    "serve",
    "play",
    "daily",
    "resume",
    "replay",
    "verify",
    "rules",
    "fame",
    "saved",
    "simulate",
    "league",
    "solve",
    "train",
    "bench",
    "bot",
    "backup",
    "db",
    "completion",
)


# Help and languages


@pytest.mark.parametrize("words", [["help"], ["--help"], ["-h"]])
def test_help(words: list[str], capsys: Shown) -> None:
    """The shortest ways to play, and all commands."""
    assert main(words) == 0
    shown = said(capsys)
    assert "The shortest way to play: closecall in your browser closecall play mark in this" in shown
    for name in (*COMMANDS, *slugs()):
        assert f" {name} " in shown


def test_version(capsys: Shown) -> None:
    """The version of the package."""
    assert main(["--version"]) == 0
    assert said(capsys) == f"closecall {__version__}"


def test_without_the_path() -> None:
    """As a module it is the same program, with the same exit codes."""
    for words, code in ((["--version"], 0), (["nonsense"], 2)):
        asked = [sys.executable, "-m", "closecall", *words]
        told = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert told.returncode == code
        assert (__version__ if code == 0 else "nonsense") in told.stdout + told.stderr
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_translated(language: str, name: str, capsys: Shown) -> None:
    """Every word of the help comes from the catalogue; lines fit 80 columns."""
    assert main([name, "--help", "--lang", language]) == 0
    text = capsys.readouterr().out
    say = catalogue(language)
    assert text.startswith(say("cli.usage"))
    assert " ".join(say(f"cli.{name}").split()) in " ".join(text.split())
    assert all(len(line) <= 80 for line in text.splitlines())
    if language != "en":
        for english in ("usage:", "show this help", "positional arguments", "optional arguments"):
            assert english not in text.lower()


def test_help_of_a_command(capsys: Shown) -> None:
    """closecall help play is closecall play --help."""
    assert main(["help", "play"]) == main(["play", "--help"]) == 0
    text = capsys.readouterr().out
    assert text == 2 * text[: len(text) // 2]
    assert "--seats" in text


@pytest.mark.parametrize(
    ("words", "environ", "language"),
    [
        ([], {}, "en"),
        (["--lang", "it"], {"CLOSECALL_LANG": "de"}, "it"),
        (["play", "--lang=fr"], {}, "fr"),
        ([], {"CLOSECALL_LANG": "de", "LANG": "fr_FR"}, "de"),
        ([], {"LC_ALL": "it_IT.UTF-8", "LANG": "fr_FR"}, "it"),
        ([], {"LC_ALL": "", "LC_MESSAGES": "fr_CH@euro", "LANG": "de"}, "fr"),
        ([], {"LANG": "de"}, "de"),
        ([], {"LANG": "pt_BR.UTF-8"}, "en"),
        ([], {"LC_ALL": "C.UTF-8", "LANG": "de"}, "en"),
        ([], {"LANG": "definitely"}, "en"),
    ],
)
def test_which_language(words: list[str], environ: dict[str, str], language: str) -> None:
    """The option, our variable, the system's, English."""
    assert language_of(words, environ) == language


def test_the_language_may_stand_before_the_command(capsys: Shown) -> None:
    """closecall --lang de saved."""
    assert main(["--lang", "de", "saved"]) == 0
    folder = os.environ["CLOSECALL_HOME"]
    assert said(capsys) == " ".join(catalogue("de")("saved.none", folder=f"{folder}/games").split())


# Mistakes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "code", "facts"),
    [
        (["dance"], "usage_command", {"text": "dance", "commands": ", ".join(COMMANDS)}),
        (["play"], "usage_no_game", {"games": "mark, qwixx, enough"}),
        (["play", "chess"], "usage_game", {"text": "chess", "games": "mark, qwixx, enough"}),
        (["play", "mark", "--colour"], "usage_unknown", {"text": "--colour"}),
        (["play", "mark", "qwixx"], "usage_unknown", {"text": "qwixx"}),
        (["play", "mark", "--seats"], "usage_no_value", {"option": "--seats"}),
        (["play", "mark", "--plain=yes"], "usage_value", {"option": "--plain"}),
        (["play", "mark", "--ages", "8,old"], "usage_number", {"option": "--ages", "text": "old"}),
        (["play", "qwixx", "--games", "-1"], "usage_number", {"option": "--games", "text": "-1"}),
        (["play", "qwixx", "--games", "6"], "qwixx_games", {"most": 5, "games": 6}),
        (["play", "mark", "--seed", "xyz"], "usage_seed", {"digits": 64}),
        (["play", "mark", "--dice", "loaded"], "usage_dice", {"text": "loaded"}),
        (["play", "mark", "--dice", "real", "--seed", "0" * 64], "usage_seed_and_dice", {}),
        (["play", "enough", "--dice", "real"], "no_real_dice", {"game": "Close Enough"}),
        (["play", "mark", "--seats", "Ann,,Ben"], "seats_empty", {}),
        (["play", "mark", "--seats", "Ann,ann"], "seats_same_name", {"name": "ann"}),
        (["play", "mark", "--seats", "x" * 21], "seats_name", {"name": "x" * 21, "most": 20}),
        (["play", "mark", "--ages", "8"], "mark_ages_count", {"ages": 1, "seats": 2}),
        (["play", "mark", "--ages", "-,8"], "usage_age_of_bot", {"option": "--ages", "name": "Bot"}),
        (
            ["play", "enough", "--scorekeeper", "ann"],
            "usage_seat",
            {"option": "--scorekeeper", "text": "ann"},
        ),
        (["play", "enough", "--scorekeeper", "D"], "enough_scorekeeper", {"letter": "D"}),
        (["play", "qwixx", "--one-more=yes"], "usage_value", {"option": "--one-more"}),
        (["replay"], "usage_no_file", {}),
        (["verify"], "usage_no_file", {}),
        (["verify", "game.json", "--commitment", "abc"], "usage_commitment", {"digits": 64}),
        (["rules"], "usage_no_game", {"games": "mark, qwixx, enough"}),
    ],
)
def test_a_wrong_argument_is_a_sentence(
    words: list[str], code: str, facts: dict[str, str | int], language: str, capsys: Shown
) -> None:
    """In the language of the player, on standard error, with exit code 2."""
    assert main([*words, "--lang", language]) == 2
    assert complaint(capsys) == catalogue(language)(f"error.{code}", **facts)


def test_options_of_another_game(capsys: Shown) -> None:
    """An option that the game does not have is refused by name."""
    assert main(["play", "qwixx", "--advanced"]) == 2
    assert complaint(capsys) == "The option --advanced belongs to Close Enough, not to Qwixx."


def test_unknown_language(capsys: Shown) -> None:
    """Said in the language that the system speaks."""
    assert main(["rules", "mark", "--lang", "tlh"]) == 2
    assert complaint(capsys) == "The language “tlh” is not available; the languages are en, de, fr, it."


def test_the_number_of_players(capsys: Shown) -> None:
    """The rules refuse too few and too many."""
    assert main(["play", "enough", "--seats", "you,random"]) == 2
    assert complaint(capsys) == "Close Enough needs 3 to 5 players, not 2."


def test_a_noted_commitment(capsys: Shown) -> None:
    """A fair game is not enough if another one was promised; capital letters are the same digits."""
    file = Path(__file__).parents[1] / "core" / "old" / "1-qwixx.json"
    noted = json.loads(file.read_text("utf-8"))["commitment"]
    for right in (noted, noted.upper()):
        assert main(["verify", str(file), "--commitment", right]) == 0
        assert said(capsys).startswith("Fair: ")
    other = noted[:-1] + ("0" if noted[-1] != "0" else "1")
    assert main(["verify", str(file), "--commitment", other]) == 1
    assert complaint(capsys).startswith("The fingerprint in this record is not the one you noted")


@pytest.mark.parametrize("name", ["replay", "verify", "resume"])
def test_files_that_cannot_be_read(name: str, tmp_path: Path, capsys: Shown) -> None:
    """Missing, a folder, damaged, strange: a sentence and exit code 1."""
    damaged = tmp_path / "damaged.json"
    damaged.write_bytes(b"\xff\x00{")
    (tmp_path / "list.json").write_text("[]")
    for file, reason in (
        ("missing.json", "there is no such file or folder"),
        (".", "this is a folder, not a file"),
        ("damaged.json", "the file is not UTF-8 text"),
        ("list.json", "this is not a closecall record"),
    ):
        assert main([name, str(tmp_path / file)]) == 1
        assert reason in complaint(capsys)
    assert main([name, str(tmp_path / "with\x1b[2Jescape.json")]) == 1
    assert "\x1b" not in complaint(capsys)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["qwixx", "--games", "3"], {"games": 3}),
        (["qwixx", "--one-more"], {"games": 1, "one_more": True}),
        (["mark", "--ages", "-,-"], {"ages": [None, None], "may_start": [0, 1]}),
        (["enough", "--kit", "classic", "--advanced"], {"advanced": True, "scorekeeper": None}),
        (["enough", "--kit", "classic", "--scorekeeper", "b"], {"scorekeeper": 1}),
    ],
)
def test_options_reach_the_game(words: list[str], options: dict[str, Any], tmp_path: Path) -> None:
    """Each kind of option; a kit that comes with the game goes by its name."""
    file = tmp_path / "game.json"
    seats = "random,random,random" if words[0] == "enough" else "random,random"
    assert main(["play", *words, "--seats", seats, "--save", str(file)]) == 0
    chosen = json.loads(file.read_text("utf-8"))["options"]
    assert {name: chosen[name] for name in options} == options
    assert words[0] != "enough" or chosen["kit"]["name"] == "classic"


def test_toml_files(tmp_path: Path, capsys: Shown) -> None:
    """Layouts and kits of one's own; a mistake names the field and the rule."""
    file = tmp_path / "mine.toml"
    file.write_text('rows = ["KBGYR", "BGYRK", "GYRKB", "YRKBG", "RKBGY"]')
    assert main(["play", "mark", "--seats", "random", "--layout", str(file)]) == 0
    assert "Row 2: a2 blue" in said(capsys)
    file.write_text('rows = ["KBGYR"]')
    assert main(["play", "mark", "--layout", str(file)]) == 2
    assert complaint(capsys) == "Layout, field “rows”: this must be five rows of five letters (M1)."
    assert main(["play", "enough", "--kit", str(file)]) == 2
    assert "Kit" in complaint(capsys)
    file.write_text(f"rows = {'1' * 5000}")
    for words in (["mark", "--layout"], ["enough", "--kit"]):
        assert main(["play", *words, str(file)]) == 2
        assert "TOML" in complaint(capsys)
    assert main(["play", "enough", "--kit", str(tmp_path / "none.toml")]) == 1
    assert complaint(capsys) == f"{tmp_path}/none.toml: there is no such file or folder"
    file.write_bytes(b"\xff")
    assert main(["play", "mark", "--layout", str(file)]) == 2
    assert "UTF-8" in complaint(capsys)


# Seats


def test_seats() -> None:
    """Persons by name, `you` and `human`; bots by kind, numbered where there are several."""
    assert parse_seats("you, bot") == (Player("you"), Player("Bot", "greedy"))
    assert parse_seats("Ann,BOT,bot,Random,human") == (
        Player("Ann"),
        Player("Bot 1", "greedy"),
        Player("Bot 2", "greedy"),
        Player("Random", "random"),
        Player("you"),
    )
    # Characters play the levels, and leave people their names.
    assert parse_seats("momo,EASY,easy,hard,expert") == (
        Player("momo"),
        Player("Pip 1", "easy"),
        Player("Pip 2", "easy"),
        Player("Iris", "hard"),
        Player("Vega", "expert"),
    )


def test_titles_name_the_level() -> None:
    """Behind a character's name; a game saved before there were characters is shown as it was."""
    players = (Player("you"), Player("Pip", "easy"), Player("Easy 2", "easy"), Player("Bot", "greedy"))
    display = Display(catalogue("de"), players, Style(is_plain=True, has_colour=False))
    assert [display.title(seat) for seat in all_seats(4)] == ["A Du", "B Pip (Leicht)", "C Easy 2", "D Bot"]


# Plain or not


def test_pipes_are_plain(home: Path) -> None:
    """Whatever the terminal could do, a pipe gets no escape byte."""
    done = run(home, "play", "mark", "--seats", "Ann,Ben", typed="k\n\ny\n\na1\n\n\n?\nmoves\nsheet\n")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert done.stdout.count("\n\n\n\n\n\n\n\n\n\n") >= 1, "the sealed entry is pushed out of sight"


@pytest.mark.parametrize(
    ("words", "environ"), [(["--plain"], {}), ([], {"TERM": "dumb"}), (["--plain"], {"NO_COLOR": "1"})]
)
def test_plain_terminals(words: list[str], environ: dict[str, str], home: Path) -> None:
    """--plain and TERM=dumb: linear text even in a terminal."""
    with Pseudo(home, "play", "mark", "--seats", "Ann", *words, **environ) as terminal:
        terminal.wait_for("Your colour")
        terminal.type("k")
        terminal.wait_for("Sealed")
        terminal.type("")
        assert "\x1b" not in terminal.wait_for("Your entry")
        assert terminal.interrupt() == 130
        assert "\x1b" not in terminal.shown


def test_no_colour(home: Path) -> None:
    """NO_COLOR: a drawn screen without a single colour."""
    for environ, has_colour in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Pseudo(home, "play", "mark", "--seats", "Ann", **environ) as terminal:
            shown = terminal.wait_for("Your colour")
            assert ("\x1b[2J" in shown, bool(re.search(r"\x1b\[[0-9;]*m", shown))) == (True, has_colour)


def test_a_closed_pipe_is_no_error(home: Path) -> None:
    """closecall rules enough | head -1."""
    writer = subprocess.Popen(
        command("rules", "enough"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(home)
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    writer.stdout.close()
    assert b"Traceback" not in writer.stderr.read()
    writer.stderr.close()
    assert writer.wait() in (0, 1)


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["rules", "enough"], ["play", "go"]])
def test_a_terminal_that_knows_only_ascii(words: list[str], home: Path) -> None:
    """What it cannot show becomes a question mark."""
    done = run(home, *words, PYTHONIOENCODING="ascii", CLOSECALL_LANG="fr")
    assert "Traceback" not in done.stderr
    assert (done.stdout + done.stderr).isascii()


def test_strange_bytes_are_no_error(home: Path) -> None:
    """Input that is not UTF-8 and a terminal that is only ASCII end in no traceback."""
    done = subprocess.run(
        command("play", "mark", "--seats", "Ann"),
        input=b"\xff\xfe\x1b[2J\nk\n\n",
        capture_output=True,
        env=environment(home, PYTHONIOENCODING="ascii"),
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
