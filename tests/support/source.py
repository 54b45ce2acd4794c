"""The repository's own source and documents as data, for the tests about them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "closecall"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md")])

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@cache
def syntax_tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text("utf-8"), str(path))


def python_files(*folders: str) -> list[Path]:
    """The Python files in some folders of the package, or in all of it."""
    found = [path for folder in folders or (".",) for path in (PACKAGE / folder).rglob("*.py")]
    assert found, folders
    return sorted(found)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file, by the last part of the called name: `look.say(…)` is a call of `say`."""
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id, node
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr, node


def find_tests(path: Path) -> list[ast.FunctionDef]:
    """The tests in a file."""
    nodes = ast.walk(syntax_tree(path))
    return [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
