"""The documented strength is what was measured, with the current values."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks.strength import __main__ as strength
from benchmarks.strength import enough, mark, timing
from benchmarks.strength.__main__ import DOCUMENT, asked_for, document, is_kept, parts, read_kept
from benchmarks.strength.tables import Part, Table

from closecall.bots.enough.trained_values import row_of

QUICK = ("mark.levels", "mark.time", "qwixx.shares", "enough.levels")


def test_the_page_says_what_was_measured() -> None:
    """No figure was changed by hand."""
    kept = read_kept()
    assert set(kept) == set(parts())
    assert DOCUMENT.read_text("utf-8") == document(kept)


@pytest.mark.parametrize("name", read_kept())
def test_figures_belong_to_the_values_that_play(name: str) -> None:
    """New values, or new constants of a level, have to be measured again.

    And as it is usually done: a few games to try something are not what the page promises.
    """
    assert is_kept(name, asked_for(name))


def test_another_measurement_is_not_taken_for_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part is measured again with other games or another seed, and once more with the usual ones."""
    asked = list[tuple[int, int]]()

    def measure(games: int, seed: int) -> Table:
        asked.append((games, seed))
        return Table("Something", ("name", "figure"), (("one", f"{games}"),))

    monkeypatch.setattr(strength, "KEPT", tmp_path / "measured.json")
    monkeypatch.setattr(strength, "DOCUMENT", tmp_path / "strength.md")
    monkeypatch.setitem(mark.PARTS, "levels", Part(measure, 30))
    for words in (["--games", "10"], [], [], ["--seed", "7"], ["--seed", "7"], [], ["--again"]):
        monkeypatch.setattr(sys, "argv", ["strength", "mark.levels", "--write", *words])
        strength.main()
    usual = 30, mark.HELD_OUT
    assert asked == [(10, mark.HELD_OUT), usual, (30, 7), usual, usual]
    assert "| one | 30 |" in (tmp_path / "strength.md").read_text()


@pytest.mark.parametrize(("games", "played"), [(1, 3), (3, 3), (7, 9)])
def test_all_sit_everywhere_equally_often(games: int, played: int) -> None:
    """Where players rotate, games are rounded up to whole rotations."""
    bots = ["greedy", "random", "random"]
    assert len(enough.met(bots, games, 5, advanced=False, patience=enough.FEW)) == played
    simple = row_of(enough.simple_strategies(3)["calls at once"])
    assert len(enough._countered(3, games, 5, simple)) == played
    assert enough.even(games, 3) == played


def test_only_thinking_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time to prepare a view is not counted."""
    now = [0.0]

    def is_middle(_view: object) -> bool:
        now[0] += 1.0
        return True

    monkeypatch.setattr(timing, "time", SimpleNamespace(process_time=lambda: now[0]))
    taken = timing.move_times("greedy", "mark", 1, 5, moves=3, is_middle=is_middle)
    assert taken.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_a_part_can_be_measured(name: str) -> None:
    """With a few games; the same seed gives the same table, up to times."""
    table = parts()[name].measure(6, 5)
    assert table.title
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert name.endswith("time") or parts()[name].measure(6, 5) == table
