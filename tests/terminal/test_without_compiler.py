"""Playing needs neither Numba nor NumPy; what does says so. Without wasmtime, greedy plays for all levels.

Every test runs real processes in which modules are missing, or must not be imported.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from closecall import new_match, with_fate
from closecall.bots import LEVELS, external
from closecall.cli.main import COMMANDS
from closecall.cli.sim_extra import COMMANDS as SIM_COMMANDS
from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from closecall.games import slugs
from closecall.messages import LANGUAGES, catalogue
from server.server_process import BrowserUser, running_server
from support import solo_tables
from support.missing_modules import COMPILER, forbidding, without

SEED = "07" * 32
SEATS = {
    "mark": "expert,hard,medium,easy",
    "qwixx": "expert,hard,medium,easy,greedy",
    "enough": "expert,hard,medium,easy",
}
"""Every level of every game."""


class Machine:
    """Where some modules are missing."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.folder, self.environ = folder, {**environ, "XDG_DATA_HOME": str(folder)}

    def run(self, *words: str, typed: str = "", language: str = "en") -> "subprocess.CompletedProcess[str]":
        """Run `closecall`."""
        return subprocess.run(
            [sys.executable, "-m", "closecall", *words, "--lang", language],
            env=self.environ,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=600,
        )

    def play(self, game: str, seats: str) -> Any:
        """Play a game of bots: what was shown, and the record."""
        file = self.folder / f"{game}-{seats}.json"
        ran = self.run("play", game, "--seats", seats, "--seed", SEED, "--save", str(file))
        assert (ran.returncode, ran.stderr) == (0, "")
        return ran.stdout, json.loads(file.read_text("utf-8"))


def asking(game: str) -> str:
    """A line that asks for the first move at a table of three."""
    match = with_fate(new_match(game, seats=3), seed=bytes.fromhex(SEED))
    seat = next(iter(match.pending.menus))  # type: ignore[union-attr]
    seen = encode_seen(match.rules, match.seen_by(Seat(seat)))
    return json.dumps({"closecall": external.VERSION, "game": game, "seed": 1, "seen": seen}) + "\n"


# Nothing that people play with imports Numba or NumPy.


@pytest.fixture
def strict(tmp_path: Path) -> Machine:
    """Where any attempt to import the compiler is reported."""
    return Machine(tmp_path, forbidding(tmp_path / "site", COMPILER, tmp_path / "report"))


def report_of(machine: Machine) -> str:
    """Who tried to import it."""
    file = machine.folder / "report"
    return file.read_text("utf-8") if file.exists() else ""


def test_the_report_works(strict: Machine) -> None:
    """Otherwise these tests would prove nothing."""
    assert strict.run("simulate", "qwixx", "--bots", "greedy", "--games", "1").returncode != 0
    assert report_of(strict).startswith("numba\n")


@pytest.mark.parametrize("game", slugs())
def test_playing_imports_no_compiler(game: str, strict: Machine) -> None:
    """A whole game of all levels, and what one does with it afterwards."""
    strict.play(game, SEATS[game])
    file = str(next(strict.folder.glob(f"{game}-*.json")))
    for words in (("replay", file), ("verify", file), ("rules", game), ("fame",), ("saved",), ("daily",)):
        ran = strict.run(*words)
        assert (ran.returncode, ran.stderr) == (0, ""), words
    assert report_of(strict) == ""


def test_daily_games_import_no_compiler(strict: Machine) -> None:
    """Also one that is left and continued."""
    for _ in range(2):
        assert strict.run("daily", "qwixx", "--no-confirm", typed="p\n").returncode == 0
    assert report_of(strict) == ""


def test_solo_games_of_the_expert_import_no_compiler(strict: Machine, empty_cache: Path) -> None:
    """It plays by its table."""
    strict.environ["CLOSECALL_CACHE"] = str(empty_cache)
    solo_tables.write_quick_table()
    strict.play("qwixx", "expert")
    assert report_of(strict) == ""


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("level", LEVELS)
def test_answering_imports_no_compiler(game: str, level: str, strict: Machine) -> None:
    """`closecall bot` answers at once."""
    ran = strict.run("bot", game, "--level", level, typed=asking(game))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["move"] in json.loads(asking(game))["seen"]["menu"]
    assert report_of(strict) == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_imports_no_compiler(command: str, strict: Machine) -> None:
    """Whoever has not installed it can read what it is for."""
    assert strict.run(command, "--help").returncode == 0
    assert report_of(strict) == ""


def test_serving_imports_no_compiler(strict: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the server nor its bot worker, in which levels of each game play; nor par."""
    monkeypatch.setenv("PYTHONPATH", strict.environ["PYTHONPATH"])
    with running_server(strict.folder) as running:
        ann = running.person("Ann")
        for game in slugs():
            watch_bots(ann, game)
        par = par_of_mark(ann)
        assert (par["bot"], len(par["points"])) == ("expert", 25)
        assert "bot_moved_at_random" not in running.log_text()
    assert report_of(strict) == ""


def watch_bots(ann: BrowserUser, game: str) -> None:
    """Let three levels play together for a while."""
    seats = [{"kind": "bot", "bot": level} for level in LEVELS[:3]]
    table = ann.create_table(game=game, seats=seats)["table"]
    with ann.socket(table["id"]) as connection:
        seen = connection.await_frame("seen")["seen"]
        while seen["over"] is None and seen["point"] < 12:
            seen = connection.await_frame("seen")["seen"]


def par_of_mark(ann: BrowserUser) -> Any:
    """Play the daily game of Mark; its par, as soon as it is there."""
    table = ann.post_ok("/daily/mark")
    with ann.socket(table["id"]) as connection:
        connection.play_to_end()
    while (result := ann.get_ok(f"/daily/mark/{table['daily']['day']}"))["par"] is None:
        time.sleep(0.05)
    return result["par"]


# Without the extra, what plays many games says what is missing.


@pytest.fixture
def small(tmp_path: Path) -> Machine:
    """Where `pip install closecall` has installed no compiler."""
    return Machine(tmp_path, without(tmp_path / "site", COMPILER))


NEEDS_SIM = [
    ("simulate", "qwixx", "--bots", "greedy,hard", "--games", "2"),
    ("simulate", "qwixx", "--bots", "greedy,hard", "--games", "2", "--readable"),
    ("league", "mark"),
    ("solve", "qwixx"),
    ("train", "enough", "--folder", "nowhere"),
    ("bench", "--games", "mark"),
    ("bot", "qwixx", "--level", "skipper"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", NEEDS_SIM, ids=" ".join)
def test_the_missing_extra_is_named(words: tuple[str, ...], language: str, small: Machine) -> None:
    """One sentence, and the exit code of a mistake on the command line."""
    ran = small.run(*words, language=language)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == catalogue(language)("error.needs_sim") + "\n"
    assert 'pip install "closecall[sim]"' in ran.stderr


def test_every_command_that_needs_the_extra_is_tested() -> None:
    """The last one is for a single bot."""
    assert {words[0] for words in NEEDS_SIM[:-1]} == set(SIM_COMMANDS)


def test_levels_play_without_the_extra(small: Machine) -> None:
    """They do not fall back to greedy, and play as they do with it."""
    shown, record = small.play("qwixx", "expert,hard")
    assert catalogue("en")("bots.no_runtime", bot="greedy", levels=", ".join(LEVELS)) not in shown
    complete = Machine(small.folder / "complete", dict(os.environ))
    complete.folder.mkdir()
    assert complete.play("qwixx", "expert,hard")[1]["log"] == record["log"]


# Without any runtime.


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine on which wasmtime does not run, and without the extra."""
    return Machine(tmp_path, without(tmp_path / "site", ["wasmtime", *COMPILER]))


def no_runtime(language: str) -> str:
    """The sentence that says so."""
    return catalogue(language)("bots.no_runtime", bot="greedy", levels=", ".join(LEVELS))


@pytest.mark.parametrize("game", slugs())
def test_greedy_plays_for_all_levels(game: str, bare: Machine) -> None:
    """The same seed gives the same game, and only with levels is there something to tell."""
    levels = SEATS[game].split(",")
    shown, record = bare.play(game, ",".join(levels))
    assert no_runtime("en") in unwrapped(shown)
    shown, usual = bare.play(game, ",".join(["greedy"] * len(levels)))
    assert no_runtime("en") not in unwrapped(shown)
    assert record["log"] == usual["log"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_told_that_levels_cannot_play(language: str, bare: Machine) -> None:
    """At the terminal, and by our bot for other programs."""
    ran = bare.run("play", "qwixx", "--seats", "expert", language=language)
    assert (ran.returncode, ran.stderr) == (0, "")  # No table is computed either.
    assert unwrapped(ran.stdout).count(unwrapped(no_runtime(language))) == 1
    ran = bare.run("bot", "qwixx", "--level", "hard", typed=2 * asking("qwixx"), language=language)
    assert (ran.returncode, ran.stderr) == (0, no_runtime(language) + "\n")
    usual = bare.run("bot", "qwixx", "--level", "greedy", typed=2 * asking("qwixx"), language=language)
    assert (usual.returncode, usual.stderr) == (0, "")
    assert ran.stdout == usual.stdout


def unwrapped(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


def test_the_server_says_so_and_has_no_par(bare: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables with levels can be played; what greedy makes of a day's dice is not stored as the expert's."""
    monkeypatch.setenv("PYTHONPATH", bare.environ["PYTHONPATH"])
    with running_server(bare.folder) as running:
        assert no_runtime("en") in unwrapped(running.output)
        ann = running.person("Ann")
        watch_bots(ann, "qwixx")
        table = ann.post_ok("/daily/mark")
        with ann.socket(table["id"]) as connection:
            connection.play_to_end()
        path = f"/daily/mark/{table['daily']['day']}"
        while "par_failed" not in running.log_text():
            assert ann.get_ok(path)["par"] is None
            time.sleep(0.05)
        assert ann.get_ok(path)["par"] is None
        assert "bot_moved_at_random" not in running.log_text()


def test_a_server_with_a_runtime_says_nothing(tmp_path: Path) -> None:
    """Whether it has one is found out without loading it."""
    with running_server(tmp_path) as running:
        assert no_runtime("en") not in unwrapped(running.output)
    code = "import sys; from closecall.bots.runtime import has_runtime; print(has_runtime(), *sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    answer, *loaded = ran.stdout.split()
    assert answer == "True"
    assert not {"wasmtime", "numba"}.intersection(loaded)
