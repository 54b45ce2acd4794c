"""The threat model: every line names tests that exist."""

import ast
import re
from pathlib import Path

import pytest

from support.source import ROOT

TESTS = ROOT / "tests"
NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")
LINES = [
    line
    for line in (ROOT / "docs" / "threats.md").read_text("utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| They want", "| What happens"))
]


def names_of_tests(path: Path) -> set[str]:
    """The names of the tests in a file."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {function.name for function in functions if function.name.startswith("test_")}


@pytest.mark.parametrize("line", LINES, ids=[line.split("|")[1].strip()[:40] for line in LINES])
def test_every_threat_names_its_tests(line: str) -> None:
    """The last column names at least one file of tests, and only tests that are in it."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert len(cells) == 4
    named = NAMED.findall(cells[3])
    tests = [(file, test) for file, test in named if not file.startswith("benchmarks/")]
    assert tests
    assert all((ROOT / file).is_file() for file, _ in named if file.startswith("benchmarks/"))
    for file, test in tests:
        found = names_of_tests(TESTS / file)
        assert test in found if test else found


def test_the_model_has_lines() -> None:
    """The table is found: otherwise the other test would check nothing."""
    assert len(LINES) > 20
