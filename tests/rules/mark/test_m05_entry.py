"""M5: your own die and one other, summed into an empty circle of one of the two colours."""

from collections.abc import Set
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.core.errors import BadNotation, IllegalMove
from closecall.core.rules import Seat
from closecall.games import mark
from closecall.games.mark.layout import CIRCLES, COLOURS, SIZE, Colour, colours_of, default_layout
from closecall.games.mark.moves import Choose, Enter, EntryMenu
from support.mark import EMPTY, A, drawn, entered, sheet, table
from support.matches import refusal

ROLL = "K6 B2 G1 Y4 R6"

# The numbers round b2 are those of the rulebook's example (its picture is lost); c1 and d4 are ours, so that
# the one green circle beside a written number brings one cross.
EDGAR = """
     a     b     c     d     e
1   .K -  4B -  9G -  .Y -  .R   0
     |     |     |     |     |
2   8G -  .Y -  6R -  .K -  .B   0
     |     |     |     |     |
3   .R -  9K -  .B -  .G -  .Y   0
     |     |     |     |     |
4   .B -  .G -  .Y -  6R -  .K   0
     |     |     |     |     |
5   .Y -  .R -  .K -  .B -  .G   0
     0     0     0     0     0
"""


def test_edgar_writes_a_yellow_five() -> None:
    """M5: yellow 4 and green 1 make 5; in the yellow b2 it crosses the boxes above and to the right."""
    match = entered(table(EDGAR, roll=ROLL), "b2+g")
    assert drawn(match) == sheet("""
             a     b     c     d     e
        1   .K -  4B -  9G -  .Y -  .R   0
             |     x     |     |     |
        2   8G -  5Y x  6R -  .K -  .B   1
             |     |     |     |     |
        3   .R -  9K -  .B -  .G -  .Y   0
             |     |     |     |     |
        4   .B -  .G -  .Y -  6R -  .K   0
             |     |     |     |     |
        5   .Y -  .R -  .K -  .B -  .G   0
             0     1     0     0     0
        """)


def test_edgar_might_have_written_a_green_five() -> None:
    """M5: the same sum may go into a green circle; d3 brings one cross, the other green ones none."""
    match = table(EDGAR, roll=ROLL)
    assert drawn(entered(match, "d3+g")) == sheet("""
             a     b     c     d     e
        1   .K -  4B -  9G -  .Y -  .R   0
             |     |     |     |     |
        2   8G -  .Y -  6R -  .K -  .B   0
             |     |     |     |     |
        3   .R -  9K -  .B -  5G -  .Y   0
             |     |     |     x     |
        4   .B -  .G -  .Y -  6R -  .K   0
             |     |     |     |     |
        5   .Y -  .R -  .K -  .B -  .G   0
             0     0     0     1     0
        """)
    view = match.seen_by(A).view
    crosses = {move: len(mark.effect(view, mark.parse_move(move)).crosses) for move in GREEN_OR_YELLOW}
    assert crosses == {"b2+g": 2, "d3+g": 1, "b4+g": 0, "e5+g": 0, "d1+g": 0, "e3+g": 0, "c4+g": 1, "a5+g": 0}


GREEN_OR_YELLOW = ("b2+g", "d3+g", "b4+g", "e5+g", "d1+g", "e3+g", "c4+g", "a5+g")


def test_the_menu_is_every_such_entry() -> None:
    """M5: into a yellow circle with any other die, into another circle with the die of its colour."""
    match = table(EDGAR, roll=ROLL)
    seen = match.seen_by(A)
    assert seen.menu is not None
    assert sorted(map(mark.format_move, seen.menu)) == sorted(
        [
            *(f"{circle}+{die}" for circle in ("d1", "b2", "e3", "c4", "a5") for die in "kbgr"),
            *("a1+k", "d2+k", "e4+k", "c5+k"),
            *("e2+b", "c3+b", "a4+b", "d5+b"),
            *("d3+g", "b4+g", "e5+g"),
            *("e1+r", "a3+r", "b5+r"),
        ]
    )


@pytest.mark.parametrize(
    ("move", "number"), [("d1+k", 10), ("d1+b", 6), ("d1+g", 5), ("d1+r", 10), ("a1+k", 10)]
)
def test_the_number_is_the_sum_of_the_two_dice(move: str, number: int) -> None:
    """M5: never the number of a single die, whichever circle it goes into."""
    match = table(EMPTY, roll=ROLL)
    assert mark.effect(match.seen_by(A).view, mark.parse_move(move)).number == number
    assert [n for n in entered(match, move).state.sheets[A] if n] == [number]


def test_entries_need_not_touch() -> None:
    """M5: the farthest free circle is as good as any."""
    seen = table(EDGAR, roll=ROLL).seen_by(A)
    assert seen.menu is not None
    assert mark.parse_move("e5+g") in seen.menu


def test_nothing_is_overwritten() -> None:
    """M5: a written circle stays as it is, even for a fitting colour."""
    error = refusal(IllegalMove, entered, table(EDGAR, roll=ROLL), "a2+g")
    assert (error.code, error.facts) == ("mark_circle_full", {"circle": "a2", "number": 8})


def test_no_single_die() -> None:
    """M5: your own die cannot be the other one too."""
    for move in ("b2+y", "a1+y"):
        error = refusal(IllegalMove, entered, table(EDGAR, roll=ROLL), move)
        assert error.code == "mark_other_die"
        assert "yellow" in str(error)


def test_a_circle_of_one_of_the_two_colours() -> None:
    """M5: yellow and green cannot be written into red."""
    error = refusal(IllegalMove, entered, table(EDGAR, roll=ROLL), "e1+g")
    assert error.code == "mark_wrong_colour"
    assert str(error) == (
        "Circle e1 is red; the sum goes into a circle of one of your two dice, yellow or green."
    )


def test_a_refusal_changes_nothing() -> None:
    """M5: after a refused entry the match is as it was, and a legal one is still possible."""
    match = table(EDGAR, roll=ROLL)
    refusal(IllegalMove, entered, match, "e1+g")
    assert match == table(EDGAR, roll=ROLL)
    assert drawn(match) == EDGAR


def test_no_skipping() -> None:
    """M5: there is no move that enters nothing, and no notation for one."""
    assert mark.Move == Choose | Enter
    for text in (
        "",
        "pass",
        "skip",
        "-",
        "b2",
        "+g",
        "b2+",
        "b2+g+r",
        "f1+g",
        "a6+g",
        "a0+g",
        "b2+x",
        "b2 g",
    ):
        assert refusal(BadNotation, mark.parse_move, text).code == "mark_notation"


def test_notation() -> None:
    """M5: an entry is written circle + other die; spaces and capitals do not matter when it is read."""
    for circle in CIRCLES:
        for die in COLOURS:
            assert mark.parse_move(mark.format_move(Enter(circle, die))) == Enter(circle, die)
    for colour in COLOURS:
        assert mark.parse_move(mark.format_move(Choose(colour))) == Choose(colour)
    assert mark.parse_move(" B2 +\tG ") == mark.parse_move("b2+g")
    assert mark.parse_move("y") == mark.parse_move("Yellow") == Choose(Colour.YELLOW)


# There is always a legal entry: the proof.
#
# Whether an entry is legal depends on its own circle, on the player's colour and on nothing else, so the menu
# of a sheet is the union of the menus of its free circles (the property), and each of these is not empty
# (all of them tried). Before the end some circle is free. The count is tried for every number of free
# circles of each colour.

PLACED = colours_of(default_layout())


def menu_of(free: Set[int], own: Colour, placed: tuple[Colour, ...] = PLACED) -> EntryMenu:
    return EntryMenu(tuple(0 if circle in free else 7 for circle in CIRCLES), placed, own)


def test_a_last_free_circle_can_be_filled() -> None:
    """M5: whichever circle is the last and whatever your colour, one entry fits; four in your own colour."""
    for circle in CIRCLES:
        for own in COLOURS:
            entries = list(menu_of({circle}, own))
            others = [colour for colour in COLOURS if colour is not own]
            dice = others if PLACED[circle] is own else [PLACED[circle]]
            assert entries == [Enter(circle, die) for die in dice]


@given(st.sets(st.sampled_from(CIRCLES)), st.sampled_from(COLOURS), st.permutations(PLACED))
def test_a_menu_is_the_union_over_its_free_circles(free: set[int], own: Colour, placed: list[Colour]) -> None:
    """M5: circles do not forbid each other anything, on any layout."""
    whole = menu_of(free, own, tuple(placed))
    apart = {entry for circle in free for entry in menu_of({circle}, own, tuple(placed))}
    assert set(whole) == apart
    assert {Enter(c, die) for c in CIRCLES for die in COLOURS if Enter(c, die) in whole} == apart
    assert len(whole) == len(apart)
    assert bool(apart) == bool(free)


def test_every_sheet_that_is_not_full_has_an_entry() -> None:
    """M5: tried for all 7,775 ways to have circles of the five colours free, and each player's colour."""
    circles = {colour: [c for c in CIRCLES if PLACED[c] is colour] for colour in COLOURS}
    for counts in product(range(SIZE + 1), repeat=len(COLOURS)):
        free = {c for colour, count in zip(COLOURS, counts, strict=True) for c in circles[colour][:count]}
        for own in COLOURS:
            menu = menu_of(free, own)
            expected = sum(counts) + 3 * counts[own.order]
            assert len(menu) == expected
            assert (next(iter(menu), None) is None) == (not free)


def test_own_colour_full() -> None:
    """M5: with no circle of your own colour free, the die of any colour with a free circle serves."""
    match = table(
        """
             a     b     c     d     e
        1   7K -  7B -  7G -  7Y -  7R
        2   7G -  7Y -  7R -  7K -  7B
        3   7R -  7K -  7B -  7G -  7Y
        4   7B -  7G -  7Y -  .R -  7K
        5   7Y -  .R -  7K -  7B -  .G
        """,
        roll=ROLL,
    )
    seen = match.seen_by(Seat(0))
    assert seen.menu is not None
    assert list(map(mark.format_move, seen.menu)) == ["d4+r", "b5+r", "e5+g"]
