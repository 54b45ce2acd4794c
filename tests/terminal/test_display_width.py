"""Tables and boards stay aligned whatever alphabet a name is written in."""

import re

import pytest

from closecall.cli.fame import trophy
from closecall.core.record import Player
from closecall.core.rules import Seat
from closecall.messages import catalogue
from closecall.tui.screen import (
    Style,
    centred,
    clipped,
    display_width,
    fitted,
    in_columns,
    padded,
    right_aligned,
    side_by_side,
)
from closecall.tui.show import Display, show_of
from terminal.tables import enough_table

CHINESE, ACCENT, EMOJI = "李小龍", "Zoe\u0308", "\N{GAME DIE}"
STYLE = Style(is_plain=False, has_colour=False)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Ann", 3),
        (CHINESE, 6),
        (ACCENT, 3),
        (EMOJI, 2),
        (f"\x1b[1;7m{CHINESE}\x1b[0m", 6),
        ("a\u00a0b\u202f:", 5),
        ("┌─×★▓", 5),
    ],
)
def test_the_display_width(text: str, width: int) -> None:
    """Two columns for a wide character, none for a combining mark or a colour."""
    assert display_width(text) == width
    for filled in (padded(text, 8), right_aligned(text, 8), centred(text, 8)):
        assert display_width(filled) == 8
        assert text in filled


def test_clipping() -> None:
    """No more columns than there is room, and no half character."""
    assert [clipped(CHINESE, width) for width in (0, 1, 2, 5, 6, 9)] == [
        "",
        "",
        "李",
        "李小",
        CHINESE,
        CHINESE,
    ]
    assert clipped("greedy", 3) == "gre"
    assert clipped(f"{ACCENT}!", 3) == ACCENT


def test_columns_begin_at_the_same_place() -> None:
    """The second column of every line."""
    names = [CHINESE, ACCENT, EMOJI, "Ann"]
    lines = side_by_side([names, ["|"] * 4])
    assert {display_width(line.partition("|")[0]) for line in lines} == {9}
    first, second = in_columns([CHINESE, "|", "Ann", "|"], width=18)
    assert display_width(first) == display_width(second) == 10


def test_a_table_of_close_enough_is_aligned() -> None:
    """The stars of all players are below each other."""
    match = enough_table()
    display = Display(catalogue("en"), tuple(Player(name) for name in (CHINESE, ACCENT, "Ann")), STYLE)
    lines = show_of("enough").table(display, match.seen_by(Seat(0)).view)
    starred = [line for line in lines if re.match(r"[> ][ABC] .*\d★", line)]
    assert len(starred) == 3
    assert len({display_width(line.partition("★")[0]) for line in starred}) == 1


def test_the_trophy_is_above_the_middle_of_a_name() -> None:
    """A wide name is as wide as it looks."""
    *cup, name = trophy(STYLE, CHINESE)
    assert {display_width(line) for line in [*cup, name]} == {17}
    assert name == f"{' ' * 5}{CHINESE}{' ' * 6}"


def test_a_sentence_with_wide_characters_fits_the_screen() -> None:
    """It is broken by columns, not by characters."""
    lines = fitted(" ".join([CHINESE] * 12), 40)
    assert len(lines) == 3
    assert all(display_width(line) <= 40 for line in lines)
