"""Each game satisfies the Rules, as mypy proves and this file runs; and the rules stay among themselves."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from closecall import games
from closecall.core.errors import BadOptions
from closecall.core.rules import AnyRules, Rules
from closecall.games import enough, mark, qwixx
from support.source import PACKAGE, calls, python_files, syntax_tree

# mypy accepts these assignments only if each package satisfies Rules with these types.
MARK: Rules[mark.State, mark.Move, mark.Outcome, mark.View, mark.Options] = mark
QWIXX: Rules[qwixx.State, qwixx.Move, qwixx.Outcome, qwixx.View, qwixx.Options] = qwixx
ENOUGH: Rules[enough.State, enough.Move, enough.Outcome, enough.View, enough.Options] = enough
ALL: dict[str, AnyRules] = {"mark": MARK, "qwixx": QWIXX, "enough": ENOUGH}

# What the rules must not know: clocks, chance of their own, files, the network, other processes.
FORBIDDEN = {
    "asyncio", "datetime", "glob", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uuid",
}  # fmt: skip


def test_every_game_of_the_registry_is_proved() -> None:
    """A new game joins the assignments above, and is found by its slug."""
    assert set(ALL) == set(games.slugs())
    for slug, rules in ALL.items():
        assert slug == rules.SLUG
        assert games.rules_of(slug) is games.find_rules(slug) is rules


def test_unknown_games() -> None:
    """A name that is not registered finds nothing, even if it is a path."""
    for slug in ("", "chess", "mark.rules", "../mark", "MARK"):
        assert games.find_rules(slug) is None
        with pytest.raises(BadOptions):
            games.rules_of(slug)


@pytest.mark.parametrize("slug", games.slugs())
def test_the_names_of_the_parameters(slug: str) -> None:
    """A game has every function of Rules, with as many parameters."""
    functions = {name: member for name, member in vars(Rules).items() if inspect.isfunction(member)}
    wanted = {name for name in functions if not name.startswith("_")}
    assert len(wanted) == 14
    for name in wanted:
        ours = inspect.signature(getattr(ALL[slug], name)).parameters
        assert len(ours) == len(inspect.signature(functions[name]).parameters) - 1, name
    for name in Rules.__annotations__:
        assert hasattr(ALL[slug], name)


@pytest.mark.parametrize(
    "path", python_files("core", "games"), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_the_rules_are_pure(path: Path) -> None:
    """No file of core or games has a forbidden import or does any input or output."""
    for node in ast.walk(syntax_tree(path)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        assert not {name.split(".")[0] for name in names} & FORBIDDEN


def test_daily_games_read_no_clock() -> None:
    """`closecall.daily` is below the core: it is told which day it is."""
    called = {name for name, _ in calls(PACKAGE / "daily.py")}
    assert called & {"sha256", "fromisoformat"}
    assert not called & {"now", "today", "utcnow", "time", "time_ns"}


def test_the_rules_neither_read_nor_print() -> None:
    """Not even with the functions that need no import."""
    for path in python_files("core", "games"):
        called = {name for name, _ in calls(path)}
        assert not called & {"open", "print", "input", "eval", "exec", "__import__", "globals"}, path


def test_values_are_frozen() -> None:
    """Nobody can change a state, a move, a view or an option that somebody else holds."""
    mutable = {"GameCounts"}  # It counts along with a simulated game.
    for path in python_files("core", "games"):
        for node in ast.walk(syntax_tree(path)):
            if isinstance(node, ast.ClassDef) and node.name not in mutable:
                made_by = [ast.unparse(one) for one in node.decorator_list if "dataclass" in ast.unparse(one)]
                assert all("frozen=True" in one for one in made_by), f"{path}: {node.name}"


def test_games_load_nothing_above_them() -> None:
    """Importing all games, in a fresh interpreter, loads no bot, no terminal and no program."""
    program = (
        "import sys, closecall.games as games\n"
        "for slug in games.slugs(): games.rules_of(slug)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('closecall')))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = ran.stdout.split()
    assert "closecall.games.enough.rules" in loaded
    allowed = ("closecall.core", "closecall.games", "closecall.messages", "closecall.daily")
    assert [name for name in loaded if name != "closecall" and not name.startswith(allowed)] == []


def test_games_do_not_know_each_other() -> None:
    """Importing one game loads no other."""
    for slug in games.slugs():
        program = f"import sys, closecall.games.{slug}; print(*sys.modules)"
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
        )
        loaded = {name.split(".")[2] for name in ran.stdout.split() if name.startswith("closecall.games.")}
        assert loaded.intersection(games.slugs()) == {slug}
