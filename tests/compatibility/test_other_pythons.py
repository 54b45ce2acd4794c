"""Rules, readable bots and records behave the same in every version of Python that can be found.

A version is found on the PATH, in pyenv, by uv, or as Pyodide, which is installed with the tools of the page.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from compatibility.fixed_games import digests

ROOT = Path(__file__).parents[2]
PROGRAM = "tests/compatibility/fixed_games.py"
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
OTHERS = [version for version in SUPPORTED if version != f"{sys.version_info[0]}.{sys.version_info[1]}"]


def commands(version: str) -> Iterator[list[str]]:
    """Every way that might run our program with this version."""
    on_path = shutil.which(f"python{version}")
    if on_path:
        yield [on_path, PROGRAM]
    for python in sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python")):
        yield [str(python), PROGRAM]
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv:
        find = [uv, "python", "find", "--no-python-downloads", version]
        found = subprocess.run(find, capture_output=True, text=True, check=False).stdout.strip()
        if found:
            yield [found, PROGRAM]
    node = shutil.which("node")
    about = ROOT / "web" / "node_modules" / "pyodide" / "package.json"
    if (
        node
        and about.exists()
        and json.loads(about.read_text())["version"].startswith(version.replace(".", ""))
    ):
        yield [node, str(Path(__file__).with_name("pyodide.mjs")), str(ROOT), PROGRAM]


def run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run our program without any installed package."""
    paths = os.pathsep.join(str(ROOT / name) for name in ("src", "tests"))
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "PYTHONPATH": paths,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUTF8": "1",
    }
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def is_working(command: list[str]) -> bool:
    """A shim of pyenv may be there for a version that is not."""
    return command[1] != PROGRAM or run([command[0], "-c", ""]).returncode == 0


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    """The digests of the Python that runs the tests."""
    return digests()


@pytest.mark.parametrize("version", OTHERS)
def test_another_python_plays_the_same_games(version: str, expected: dict[str, str]) -> None:
    """Golden playthroughs, games of the readable bots, and records of older versions."""
    command = next(filter(is_working, commands(version)), None)
    if command is None:
        pytest.skip(f"no Python {version} was found")
    ran = run(command)
    assert (ran.returncode, ran.stderr) == (0, "")
    found = json.loads(ran.stdout)
    assert found["version"].startswith(f"{version}.")
    assert found["digests"] == expected
