"""The empty sheet: 25 circles, their colours, and the boxes between them (M1, M2)."""

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from typing import NewType

from closecall.core.codec import parse_toml
from closecall.core.errors import BadOptions, excerpt

Circle = NewType("Circle", int)
"""A circle by its number, row by row: 0 is a1, 24 is e5."""

SIZE = 5
CIRCLES = tuple(Circle(n) for n in range(SIZE * SIZE))


class Colour(Enum):
    """The five colours in the order of M1; the value is the letter printed with the colour."""

    BLACK = "K"
    BLUE = "B"
    GREEN = "G"
    YELLOW = "Y"
    RED = "R"

    def __init__(self, _letter: str) -> None:
        self.order = len(type(self).__members__)


COLOURS = tuple(Colour)


def circle_name(circle: Circle) -> str:
    """Column letter and row number.

    >>> circle_name(Circle(6))
    'b2'
    """
    return "abcde"[circle % SIZE] + "12345"[circle // SIZE]


def _boxes() -> tuple[tuple[Circle, Circle], ...]:
    across = [(n, n + 1) for n in CIRCLES if n % SIZE < SIZE - 1]
    down = [(n, n + SIZE) for n in CIRCLES if n // SIZE < SIZE - 1]
    return tuple((Circle(one), Circle(other)) for one, other in across + down)


BOXES = _boxes()
"""The 40 boxes, each by the two circles it lies between: first those in rows, then those in columns."""


def _lines() -> tuple[tuple[int, ...], ...]:
    in_row = [[box for box, (one, _) in enumerate(BOXES[:20]) if one // SIZE == row] for row in range(SIZE)]
    in_column = [
        [box for box, (one, _) in enumerate(BOXES) if box >= 20 and one % SIZE == column]
        for column in range(SIZE)
    ]
    return tuple(tuple(line) for line in in_row + in_column)


LINES = _lines()
"""The ten rows and columns, each by its four boxes."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The colours of the 25 circles, as five words of five letters."""

    name: str
    rows: tuple[str, ...]

    def check(self) -> None:
        """Refuse a layout that is not five rows of five letters, five of each colour (M1)."""
        letters = "".join(self.rows)
        if len(self.rows) != SIZE or any(len(row) != SIZE for row in self.rows):
            raise BadOptions("layout_shape")
        for letter in letters:
            if letter not in _BY_LETTER:
                raise BadOptions("layout_letter", letter=letter)
        for colour in COLOURS:
            count = letters.count(colour.value)
            if count != SIZE:
                raise BadOptions("layout_count", letter=colour.value, count=count)


_BY_LETTER = {colour.value: colour for colour in COLOURS}


@lru_cache(maxsize=256)
def colours_of(layout: Layout) -> tuple[Colour, ...]:
    """The colour of every circle."""
    return tuple(_BY_LETTER[letter] for letter in "".join(layout.rows))


def parse_layout(text: str) -> Layout:
    """Read a layout from TOML: a name and five rows of letters; BadOptions names what is wrong.

    >>> parse_layout('rows = ["KBGYR"]')
    Traceback (most recent call last):
        ...
    closecall.core.errors.BadOptions: Layout, field “rows”: this must be five rows of five letters (M1).
    """
    table = parse_toml(text)
    for field in table:
        if field not in ("name", "rows"):
            raise BadOptions("layout_field", field=excerpt(field))
    name, rows = table.get("name", "custom"), table.get("rows")
    if not isinstance(name, str):
        raise BadOptions("layout_name")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadOptions("layout_shape")
    layout = Layout(name, tuple(row.replace(" ", "").upper() for row in rows))
    layout.check()
    return layout


@cache
def default_layout() -> Layout:
    """Our layout (M2): each colour once per row and column, never touching itself."""
    return parse_layout((resources.files(__package__) / "layouts" / "default.toml").read_text("utf-8"))
