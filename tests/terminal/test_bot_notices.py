"""Before bots play, people are told what takes long, and what they cannot play."""

import io
import json
from array import array
from pathlib import Path
from typing import Any

import pytest

from closecall import new_match, with_fate
from closecall.bots import external
from closecall.bots.qwixx import levels, solo_file
from closecall.cli import progress
from closecall.cli.main import main
from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from closecall.messages import LANGUAGES, catalogue
from support import solo_tables


@pytest.fixture
def quick_solver(monkeypatch: pytest.MonkeyPatch, empty_cache: Path) -> list[str]:
    """A machine without the table, where it takes no time to compute one; an entry for each time."""
    times: list[str] = []

    def solve_with(_runtime: Any, on_progress: Any = lambda share: None) -> "array[float]":
        times.append("solved")
        for share in (0.0, 0.25, 1.0):
            on_progress(share)
        solo_tables.write_quick_table()
        kept = solo_file.read_table(solo_file.cache_folder())
        assert kept is not None
        return kept

    monkeypatch.setattr(solo_file, "solve_with", solve_with)
    levels._weights.cache_clear()
    return times


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved in a folder of this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_playing_tells_that_a_table_is_computed(
    language: str, quick_solver: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once: the next game finds it."""
    told = catalogue(language)("table.begun", bot="expert")
    for n in range(2):
        assert main(["play", "qwixx", "--seats", "expert", "--lang", language]) == 0
        assert capsys.readouterr().err == ("" if n else f"{told}\n")
    assert quick_solver == ["solved"]


def test_there_is_a_progress_line(quick_solver: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal, as `closecall solve` has."""
    screen, shown = io.StringIO(), io.StringIO()
    for stream in (screen, shown):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", shown)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(progress, "PAUSE_S", 0.0)
    assert main(["play", "qwixx", "--seats", "expert"]) == 0
    assert "25 %" in screen.getvalue()
    assert "100 %" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("seats", ["hard", "expert,hard"])
def test_nothing_is_computed_for_others(
    seats: str, quick_solver: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the expert alone plays by the table."""
    assert main(["play", "qwixx", "--seats", seats]) == 0
    assert capsys.readouterr().err == ""
    assert quick_solver == []


def asking(seats: int) -> str:
    """A line that asks for the first move at a table."""
    match = with_fate(new_match("qwixx", seats=seats), seed=bytes([4] * 32))
    seen = encode_seen(match.rules, match.seen_by(Seat(0)))
    return json.dumps({"closecall": external.VERSION, "game": "qwixx", "seed": 1, "seen": seen})


@pytest.mark.parametrize(
    ("level", "seats", "waits"), [("expert", 1, True), ("expert", 2, False), ("hard", 1, False)]
)
def test_our_bot_asks_for_time_to_compute_its_table(  # noqa: PLR0917
    level: str,
    seats: int,
    waits: bool,
    quick_solver: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before its first answer, and never otherwise; people read why on standard error."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asking(seats)}\n" * 2))
    assert main(["bot", "qwixx", "--level", level, "--lang", "en"]) == 0
    said = capsys.readouterr()
    kinds = [next(iter(json.loads(line))) for line in said.out.splitlines()]
    assert kinds == ["wait"] * waits + ["move", "move"]
    assert said.err == (catalogue("en")("table.begun", bot="expert") + "\n") * waits
    assert quick_solver == ["solved"] * waits
