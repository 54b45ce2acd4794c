"""Redraw docs/architecture.svg: python docs/pictures/architecture.py

The layers are those that import-linter checks (pyproject.toml). Notes are first sentences
of docstrings.
"""

import ast
import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "architecture.svg"
WIDTH, MARGIN, GAP = 900, 20, 12
LINE, HEAD = 16, 24
CHARACTER = 6.6
"""About how wide a letter of a note is."""

_STYLE = """\
  <style>
    .box { fill: #f4f1ea; stroke: #4a4a4a; stroke-width: 1.5 }
    .name { font-weight: bold; fill: #222222 }
    .note { fill: #444444; font-size: 12px }
  </style>
"""


def layers() -> list[list[str]]:
    """The packages of each layer, the highest first."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = next(one for one in config["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    return [
        [name.strip().removeprefix("closecall.") for name in layer.split("|")] for layer in contract["layers"]
    ]


def first_sentence(package: str) -> str:
    """What a package or module says it is."""
    path = ROOT / "src" / "closecall" / package
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split()).split(". ")[0].rstrip(".") + "."


def picture() -> str:
    """The whole picture."""
    boxes, top = [], MARGIN
    for layer in layers():
        width = (WIDTH - 2 * MARGIN - GAP * (len(layer) - 1)) / len(layer)
        notes = {name: wrap(first_sentence(name), int((width - 24) / CHARACTER)) for name in layer}
        height = HEAD + LINE * max(map(len, notes.values())) + 12
        for n, name in enumerate(layer):
            boxes.append(_box(MARGIN + n * (width + GAP), top, (width, height), name, notes[name]))
        top += height + GAP
    height = top - GAP + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        ' font-size="14" role="img" aria-label="Layers of closecall: imports go down only">\n'
        f'{_STYLE}  <rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n' + "".join(boxes) + "</svg>\n"
    )


def _box(left: float, top: int, size: tuple[float, int], name: str, notes: list[str]) -> str:
    lines = [
        f'  <rect class="box" x="{left:g}" y="{top}" width="{size[0]:g}" height="{size[1]}" rx="6"/>',
        f'  <text class="name" x="{left + 12:g}" y="{top + 20}">{escape(name)}</text>',
    ]
    for n, note in enumerate(notes):
        text = escape(note)
        lines.append(f'  <text class="note" x="{left + 12:g}" y="{top + 20 + LINE * (n + 1)}">{text}</text>')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
