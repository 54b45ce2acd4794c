"""docs/architecture.md and its picture describe the tree as it is."""

import ast
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from support.source import PACKAGE, ROOT, syntax_tree

DOCUMENT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
HOP = re.compile(r"^\| \d+ \| `(?P<file>[\w./-]+)` \| `(?P<name>[\w.]+)` \|", re.MULTILINE)
HOPS = [(found["file"], found["name"]) for found in HOP.finditer(DOCUMENT)]


def test_picture_is_fresh() -> None:
    """It is what `python docs/pictures/architecture.py` draws."""
    spec = spec_from_file_location("architecture", ROOT / "docs" / "pictures" / "architecture.py")
    assert spec is not None
    assert spec.loader is not None
    drawing = module_from_spec(spec)
    spec.loader.exec_module(drawing)
    assert drawing.PICTURE.read_text("utf-8") == drawing.picture(), (
        "run: python docs/pictures/architecture.py"
    )


def test_picture_has_every_package() -> None:
    """The picture has every module and package of src/closecall, except `__init__` and `__main__`."""
    found = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    picture = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    drawn = set(re.findall(r'class="name"[^>]*>([\w.]+)<', picture))
    assert drawn == found - {"__init__", "__main__"}


def test_every_package_is_described() -> None:
    """The table of folders has each folder of the package and of the page, and no other."""
    named = set(re.findall(r"^\| `([\w/<>]+/)` \|", DOCUMENT, re.MULTILINE))
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")} - {PACKAGE}
    games = "|".join(path.name for path in (PACKAGE / "games").iterdir() if (path / "game.py").exists())
    folders = {f"{path.relative_to(PACKAGE).as_posix()}/" for path in packages}
    folders |= {f"web/src/{path.name}/" for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert named == {re.sub(rf"/({games})/", "/<game>/", folder) for folder in folders}


@pytest.mark.parametrize(("file", "name"), HOPS)
def test_hops_exist(file: str, name: str) -> None:
    """Each file and function that a path goes through is there."""
    path = ROOT / file if file.startswith("web/") else PACKAGE / file
    assert path.is_file(), file
    if path.suffix == ".py":
        assert name in _defined(path), f"{file} has no {name}"
    else:
        assert re.search(rf"\b{re.escape(name.rsplit('.', maxsplit=1)[-1])}\b", path.read_text("utf-8")), (
            f"{file} has no {name}"
        )


def test_paths_are_told() -> None:
    """One move, one simulation and one expert decision."""
    assert len(HOPS) >= 20


def _defined(path: Path) -> set[str]:
    """The functions, classes and methods of a module; methods as `Class.method`."""
    names = set()
    for node in syntax_tree(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            parts = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            names |= {f"{node.name}.{part.name}" for part in parts}
    return names
