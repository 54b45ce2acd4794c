"""M2: our layout, and layouts that people enter themselves."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.core.errors import BadOptions
from closecall.core.match import Match
from closecall.core.rules import Seat
from closecall.games import mark
from closecall.games.mark.layout import CIRCLES, COLOURS, Layout, colours_of, default_layout, parse_layout
from closecall.games.mark.state import Options
from support.mark import colours, layout_of
from support.matches import refusal

DEFAULT = """
    KBGYR
    GYRKB
    RKBGY
    BGYRK
    YRKBG
"""


def test_the_default_layout() -> None:
    """M2: the colour of a circle is (column + 2·row) mod 5 in the order of M1."""
    assert default_layout() == layout_of(DEFAULT, "default")
    for circle, colour in zip(CIRCLES, colours_of(default_layout()), strict=True):
        row, column = divmod(circle, 5)
        assert colour is COLOURS[(column + 2 * row) % 5]


def test_each_colour_once_per_row_and_column() -> None:
    """M2: the default layout is a Latin square."""
    rows = default_layout().rows
    for line in (*rows, *map("".join, zip(*rows, strict=True))):
        assert set(line) == set("KBGYR")


def test_no_colour_touches_itself() -> None:
    """M2: not even diagonally."""
    placed = colours_of(default_layout())
    for one in CIRCLES:
        for other in CIRCLES:
            if one != other and max(abs(one // 5 - other // 5), abs(one % 5 - other % 5)) == 1:
                assert placed[one] is not placed[other]


def test_a_layout_is_data() -> None:
    """M2: the letters of one's own pad, in capitals or not, with or without spaces, decide the circles."""
    layout = parse_layout(
        dedent("""
        name = "my pad"
        rows = ["k k k k k", "BBBBB", "g G g G g", "yyyyy", "R R R R R"]
        """)
    )
    assert layout == layout_of("KKKKK BBBBB GGGGG YYYYY RRRRR", "my pad")
    match = Match.start(mark, 1, Options(layout=layout))
    match = match.commit(Seat(0), mark.parse_move("green"), point=0).fate(mark.Roll((1, 2, 3, 4, 5)))
    seen = match.seen_by(Seat(0))
    assert seen.menu is not None
    assert mark.parse_move("c3+k") in seen.menu
    assert mark.parse_move("c1+k") in seen.menu
    assert mark.parse_move("c2+k") not in seen.menu


def test_a_layout_without_a_name() -> None:
    """M2: a layout needs no name of its own."""
    assert parse_layout(f"rows = {DEFAULT.split()!r}").name == "custom"


@given(st.permutations("KBGYR" * 5))
def test_any_five_of_each_are_a_layout(letters: list[str]) -> None:
    """M2: only the number of each colour is fixed, not where they stand."""
    rows = tuple("".join(letters[at : at + 5]) for at in range(0, 25, 5))
    Layout("any", rows).check()
    assert colours_of(parse_layout(f"rows = {list(rows)!r}")) == colours("".join(letters))


GOOD_ROWS = ["KBGYR", "GYRKB", "RKBGY", "BGYRK", "YRKBG"]

BAD_LAYOUTS = {
    "no rows": ("name = 'x'", "layout_shape", "“rows”", "M1"),
    "four rows": (f"rows = {GOOD_ROWS[:4]!r}", "layout_shape", "“rows”", "M1"),
    "six rows": (f"rows = {[*GOOD_ROWS, 'KBGYR']!r}", "layout_shape", "“rows”", "M1"),
    "a short row": (f"rows = {[*GOOD_ROWS[:4], 'YRKB']!r}", "layout_shape", "“rows”", "M1"),
    "a long row": (f"rows = {[*GOOD_ROWS[:4], 'YRKBGG']!r}", "layout_shape", "“rows”", "M1"),
    "one text": ("rows = 'KBGYRGYRKBRKBGYBGYRKYRKBG'", "layout_shape", "“rows”", "M1"),
    "numbers": ("rows = [1, 2, 3, 4, 5]", "layout_shape", "“rows”", "M1"),
    "a number among them": ("rows = ['KBGYR', 'GYRKB', 'RKBGY', 'BGYRK', 5]", "layout_shape", "“rows”", "M1"),
    "no such colour": (f"rows = {[*GOOD_ROWS[:4], 'YRKBX']!r}", "layout_letter", "“rows”", "“X”"),
    "a strange letter": (f"rows = {[*GOOD_ROWS[:4], 'YRKBß']!r}", "layout_shape", "“rows”", "M1"),
    "six reds": (f"rows = {[*GOOD_ROWS[:4], 'YRKBR']!r}", "layout_count", "“rows”", "M1"),
    "no blacks": (
        "rows = ['RRRRR', 'BBBBB', 'GGGGG', 'YYYYY', 'RRRRR']",
        "layout_count",
        "“rows”",
        "0 times",
    ),
    "a name that is none": (f"name = 7\nrows = {GOOD_ROWS!r}", "layout_name", "“name”", "text"),
    "an unknown field": (f"row = {GOOD_ROWS!r}", "layout_field", "“row”", "“rows”"),
    "a table": (f"[layout]\nrows = {GOOD_ROWS!r}", "layout_field", "“layout”", "“rows”"),
    "no TOML": ("rows = [", "not_toml", "TOML", "TOML"),
    "a field twice": ("name = 'x'\nname = 'y'", "not_toml", "TOML", "TOML"),
    "a huge number": (f"rows = {'1' * 5000}", "not_toml", "TOML", "TOML"),
    "an abyss": ("rows = " + "[" * 100_000, "not_toml", "TOML", "TOML"),
}


@pytest.mark.parametrize("case", BAD_LAYOUTS)
def test_a_bad_layout_is_refused_clearly(case: str) -> None:
    """M2: the refusal names the field and what it needs."""
    text, code, field, rule = BAD_LAYOUTS[case]
    error = refusal(BadOptions, parse_layout, text)
    assert error.code == code
    assert field in str(error)
    assert rule in str(error)


def test_a_bad_layout_starts_no_game() -> None:
    """M2: the layout of the options is checked as well, wherever they come from."""
    options = Options(layout=layout_of("KBGYR GYRKB RKBGY BGYRK YRKBR"))
    error = refusal(BadOptions, Match.start, mark, 2, options)
    assert (error.code, error.facts) == ("layout_count", {"letter": "G", "count": 4})


def test_layouts_of_others_do_not_stay_in_memory() -> None:
    """M2: any client may send a layout of its own, under as many names as it likes."""
    for n in range(2000):
        colours_of(Layout(f"mine {n}", default_layout().rows))
    assert colours_of.cache_info().currsize < 2000
