"""A game from outside the package, with no terminal module of its own: its flags, its screen, its records."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from terminal.pseudo import TIMEOUT_S, environment
from terminal.scripted_console import SEED

RULES = """
from closecall.games.qwixx import *
from closecall.games.qwixx import EFFECT, OPTIONS, OUTCOME, SEATS, VERSION, VIEW
SLUG = "fourth"
"""
DESCRIPTOR = """
from closecall.games.descriptor import Choice, Game, Number, Statistics, Switch
GAME = Game(
    slug="fourth",
    package="fourth",
    statistics=Statistics("turns", (), lambda *_: None),
    options=(
        Number("games", 1, 5),
        Switch("one_more"),
        Switch("layout"),
        Choice("open_hands", ("yes", "no"), str, str),
    ),
)
"""
PROGRAM = """
import sys
from closecall.cli.main import main
from closecall.games import register
from fourth.game import GAME
register(GAME)
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Qwixx under another name, with a random bot only, and options that clash with those of other games."""
    folder = tmp_path / "packages" / "fourth"
    (folder / "messages" / "en").mkdir(parents=True)
    (folder / "__init__.py").write_text(RULES)
    (folder / "game.py").write_text(DESCRIPTOR)
    (folder / "RULES.md").write_text("# The fourth game")
    (folder / "messages" / "en" / "rules.json").write_text(json.dumps({"game.fourth": "The Fourth"}))
    return folder.parent


def run(package: Path, home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with the game registered."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(home, PYTHONPATH=str(package)),
        timeout=TIMEOUT_S,
        check=False,
    )


def test_it_is_offered(package: Path, home: Path) -> None:
    """In the welcome, in the help, and by `closecall rules`."""
    assert "  fourth      The Fourth\n" in run(package, home, "--help").stdout
    text = run(package, home, "play", "--help").stdout
    assert "mark, qwixx, enough or fourth" in text
    assert re.search(r"^The Fourth:\n  --open-hands yes\|no +open-hands$", text, re.MULTILINE)
    assert "--layout [FILE]" in text, "a switch here, a file in Close to the Mark!"
    text = run(package, home, "simulate", "--help").stdout
    assert "  --games N " in text, "how many games to simulate, not the option of the same name"
    assert "--open-hands yes|no" in text
    assert run(package, home, "rules", "fourth", "--lang", "de").stdout == "The fourth game\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mark", "--open-hands", "no"], "The option --open-hands belongs to The Fourth, not to Close to"),
        (["mark", "--layout"], "The option --layout needs a value; see --help."),
        (["fourth", "--layout", "x"], "The option --layout takes no value; see --help."),
        (["fourth", "--kit", "classic"], "The option --kit belongs to Close Enough, not to The Fourth."),
        (["fourth", "--games", "x"], "The option --games needs a whole number, not “x”."),
        (["fourth", "--dice", "real"], "The Fourth cannot be played with real dice or cards here"),
        (["fourth", "--seats", "you,expert"], "There is no bot “expert” for The Fourth."),
    ],
)
def test_mistakes(words: list[str], sentence: str, package: Path, home: Path) -> None:
    """The same sentences as for our own games."""
    done = run(package, home, "play", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)


def test_it_is_played(package: Path, home: Path) -> None:
    """By a person, with numbers or notation; it is resumed by bots alone, verified and replayed."""
    typed = "moves\nhelp\nnonsense\n1\n\npass\n\nquit\n"
    done = run(package, home, "play", "fourth", "--games", "2", "--seats", "you,bot", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The Fourth\n" in done.stdout
    assert "\n 1) " in done.stdout
    assert "Your move: " in done.stdout
    assert "Type a move as it is listed, or its number." in done.stdout
    assert "“nonsense”" in done.stdout
    assert "\ngames: 2\n" in done.stdout
    assert re.search(r"^Sealed: \S+\.$", done.stdout, re.MULTILINE)
    words = ("play", "fourth", "--seats", "bot,bot", "--seed", SEED.hex(), "--save", "game.json")
    done = run(package, home, *words[:-1], str(home / "game.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Winner: " in done.stdout
    file = str(home / "game.json")
    assert run(package, home, "verify", file).stdout.startswith("Fair: ")
    replayed = run(package, home, "replay", file)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert "Step 1 of " in replayed.stdout
    assert "fourth" in run(package, home, "saved").stdout


def test_a_default_is_offered(package: Path, home: Path) -> None:
    """Enter takes it, for one person and for several at one screen."""
    passes = "pass\n\n" * 8  # Alone, four misthrows end a game.
    done = run(package, home, "play", "fourth", "--one-more", "--seats", "you", typed=f"{passes}?\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Your move [Enter = stop]: ") == 2
    assert "Winner" not in done.stdout
    assert "You: −20 points" in done.stdout
    words = ("play", "fourth", "--one-more", "--no-confirm", "--seats", "Ann,Ben")
    done = run(package, home, *words, typed="pass\n\n" * 200)
    assert re.search(r"^(Ann|Ben): Your move \[Enter = stop\]: ", done.stdout, re.MULTILINE)
