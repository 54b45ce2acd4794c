"""M9: extreme numbers bring crosses in a table, and 2 points for each."""

import pytest

from closecall.core.match import Match
from closecall.games import mark
from closecall.games.mark.layout import CIRCLES, Colour, circle_name, colours_of, default_layout
from closecall.games.mark.scoring import score
from support.mark import A, dice, drawn, entered, numbers_of, sheet
from support.matches import over

CROSSES = {2: 2, 3: 1, 4: 1, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 1, 11: 1, 12: 2}


def test_edgars_four_ten_and_twelve() -> None:
    """M9: 4 and 10 bring one cross each, 12 brings two: the next free box says 8."""
    worth = score(numbers_of("4 10 12"))
    assert (worth.extreme_crosses, worth.from_extremes, worth.total) == (4, 8, 8)


@pytest.mark.parametrize("number", range(2, 13))
def test_crosses_of_each_number(number: int) -> None:
    """M9: one for 3, 4, 10, 11, two for 2 and 12, none for the rest; where it stands does not matter."""
    for circle in CIRCLES:
        worth = score(tuple(number if n == circle else 0 for n in CIRCLES))
        assert worth.extreme_crosses == CROSSES[number]
        assert worth.from_extremes == worth.total == 2 * CROSSES[number]


def test_the_table_is_full_at_48() -> None:
    """M9: 24 crosses fill the table and are worth 48, and every further cross is worth 2 more."""
    assert score((12,) * 11 + (10,) + (7,) * 13).from_extremes == 46
    assert score((12,) * 12 + (7,) * 13).from_extremes == 48
    assert score((12,) * 12 + (10,) + (7,) * 12).from_extremes == 50
    assert score((12,) * 25).from_extremes == 100


def test_the_effect_of_an_extreme_number() -> None:
    """M9: the preview of an entry tells its points from the table apart."""
    match = Match.start(mark, 1).commit(A, mark.parse_move("yellow"), point=0)
    view = match.fate(dice("K1 B1 G2 Y1 R6")).seen_by(A).view
    for move, number, points in (("d1+k", 2, 4), ("d1+g", 3, 2), ("d1+r", 7, 0)):
        effect = mark.effect(view, mark.parse_move(move))
        assert (effect.number, effect.crosses, effect.from_lines) == (number, (), 0)
        assert effect.from_extremes == points


def test_the_game_of_176_points() -> None:
    """M9: the highest total known, by 25 given rolls: 13 twelves and 12 elevens, all 40 boxes crossed."""
    match = Match.start(mark, 1).commit(A, mark.parse_move("yellow"), point=0)
    effects = []
    for circle, colour in zip(CIRCLES, colours_of(default_layout()), strict=True):
        other = "K6 B6 G6 Y6 R6" if circle % 2 == 0 else "K5 B5 G5 Y6 R5"
        die = "k" if colour is Colour.YELLOW else colour.value.lower()
        match, entry = match.fate(dice(other)), f"{circle_name(circle)}+{die}"
        effects.append(mark.effect(match.seen_by(A).view, mark.parse_move(entry)))
        match = entered(match, entry)
    # Each preview told what the entry added to the points before it.
    assert sum(effect.from_lines for effect in effects) == 100
    assert sum(effect.from_extremes for effect in effects) == 76
    assert sorted(box for effect in effects for box in effect.crosses) == list(range(40))
    assert drawn(match) == sheet("""
             a     b     c     d     e
        1  12K x 11B x 12G x 11Y x 12R  10
             x     x     x     x     x
        2  11G x 12Y x 11R x 12K x 11B  10
             x     x     x     x     x
        3  12R x 11K x 12B x 11G x 12Y  10
             x     x     x     x     x
        4  11B x 12G x 11Y x 12R x 11K  10
             x     x     x     x     x
        5  12Y x 11R x 12K x 11B x 12G  10
            10    10    10    10    10
        """)
    worth = match.seen_by(A).view.sheets[A].score
    assert (worth.from_lines, worth.extreme_crosses, worth.from_extremes) == (100, 38, 76)
    assert over(match).scores == (176,)
