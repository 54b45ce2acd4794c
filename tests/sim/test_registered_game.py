"""A game from outside the package: simulated by the readable engine, here and in workers."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from closecall import games, messages
from closecall.child_process import python_command, register_games
from closecall.sim import bench, simulate
from closecall.sim.bench import Yardsticks
from closecall.sim.plan import plan_of

RULES = (
    'from closecall.games.mark import *\nSLUG = "twin"\nfrom closecall.games.mark import EFFECT, OPTIONS\n'
)
DESCRIPTOR = """
from closecall.games.descriptor import Game
from closecall.games.mark.game import GAME as MARK

GAME = Game(slug="twin", package="twin_of_mark", statistics=MARK.statistics)
"""


@pytest.fixture
def twin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The rules of Close to the Mark! as a game of its own, without kernel, bots or anything else."""
    package = tmp_path / "twin_of_mark"
    (package / "messages" / "en").mkdir(parents=True)
    (package / "messages" / "en" / "rules.json").write_text('{"game.twin": "Twin"}')
    (package / "__init__.py").write_text(RULES)
    (package / "game.py").write_text(DESCRIPTOR)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    monkeypatch.setattr(messages, "_added", list(messages._added))
    register_games(["twin_of_mark"])
    yield "twin"
    messages.catalogue.cache_clear()
    for name in [name for name in sys.modules if name.startswith("twin_of_mark")]:
        del sys.modules[name]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_registered_game_is_simulated(twin: str, workers: int) -> None:
    """In this process and in workers, which register it again; nothing is compiled."""
    result = simulate(twin, ["random", "random"], 30, seed=3, rotate=True, workers=workers)
    wanted = simulate("mark", ["random", "random"], 30, seed=3, rotate=True, readable=True)
    assert not result.is_compiled
    assert result.tally == wanted.tally
    assert result.as_json()["game"] == twin


def test_a_child_is_told_of_it(twin: str) -> None:
    """Once, even if it knows it already."""
    assert "twin_of_mark" in python_command("some.module")
    register_games(["twin_of_mark"])
    assert games.slugs().count(twin) == 1


def test_a_registered_game_is_measured(twin: str, tmp_path: Path) -> None:
    """With its fewest seats, and the engine alone."""
    (line,) = bench.measure_games(twin, Yardsticks(tmp_path), rounds=1, seconds=0.01)
    assert (line.seats, line.decisions) == (1, 26)
    assert (line.kernel, line.c) == (None, None)
    assert not plan_of(twin, ["random"], 1).is_compiled()
