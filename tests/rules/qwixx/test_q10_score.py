"""Q10: points for crosses, minus five for each misthrow; most points win, a tie is shared."""

import pytest

from closecall.core.rules import best
from closecall.games.qwixx.picture import format_sheet, parse_sheet
from closecall.games.qwixx.scoring import POINTS, Score, row_points, score
from closecall.games.qwixx.state import Row
from rules.qwixx.table import A, B, C, drawn, new_table, over, played, rolled, sheet, table, turn

LAURA = """\
R  x  -  x  x  -  -  x  9 10 11 12  L | 10
Y  -  -  -  x  x  -  -  x 10 11 12  L |  6
G  x  x  x  -  x  x  -  x  x  3  2  L | 28
B  x  x  -  x  x  x  -  x  x  x  2  L | 36
misthrows x x . . | -10"""


def test_the_example_of_the_score() -> None:
    """Q10: Laura's 4, 3, 7 and 8 crosses and two misthrows are 10 + 6 + 28 + 36 − 10 = 70."""
    laura = parse_sheet(LAURA)
    assert format_sheet(laura) == LAURA
    assert score(laura) == Score((10, 6, 28, 36), -10, 70)


def test_the_view_has_the_points() -> None:
    """Q10: a client needs no arithmetic to draw the sheet."""
    laura = "\n".join(line.partition(" |")[0] for line in LAURA.splitlines())
    view = table(laura, sheet()).seen_by(None).view
    assert [row.points for row in view.sheets[0].rows] == [10, 6, 28, 36]
    assert (view.sheets[0].misthrows, view.sheets[0].score.total) == (2, 70)
    assert view.totals == (70, 0)


@pytest.mark.parametrize(
    ("crosses", "points"),
    list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66])),
)
def test_the_points_of_a_row(crosses: int, points: int) -> None:
    """Q10: each further cross is worth one point more than the one before."""
    row = Row(tuple(range(2, 2 + crosses)), locked=False)
    assert row_points(row) == points == crosses * (crosses + 1) // 2


def test_a_full_row() -> None:
    """Q10: eleven numbers and the lock are twelve crosses, 78 points, the most there are."""
    assert row_points(Row(tuple(range(2, 13)), locked=True)) == 78 == POINTS[-1]


def test_totals_may_be_negative() -> None:
    """Q10: four misthrows and nothing else are −20 points."""
    match = turn(table(sheet(misthrows=3)), "w1 w2 r1 y1 g1 b1", "A pass", "A pass")
    assert over(match).scores == (-20,)
    assert over(match).winners == (A,)


def test_most_points_win() -> None:
    """Q10: the best sheet wins, not the player who ended the game."""
    better = sheet("B  x  x  x  9  8  7  6  5  4  3  2  L")
    match = turn(
        table(sheet(misthrows=3), sheet(), better), "w1 w2 r1 y1 g1 b1", "A pass, B y3, C b3", "A pass"
    )
    assert over(match).scores == (-20, 1, 10)
    assert over(match).winners == (C,)


def test_a_tie_is_shared() -> None:
    """Q10: equal totals win together."""
    match = turn(
        table(sheet(misthrows=3), sheet(), sheet()), "w1 w2 r1 y1 g1 b1", "A pass, B y3, C b3", "A pass"
    )
    assert over(match).winners == (B, C) == best((-20, 1, 1))


def test_the_most_one_player_can_score() -> None:
    """Q10: 266 points: two full rows with their locks, and ten crosses in each of the others."""
    match = new_table(1)
    for number in range(2, 12):  # red by the white dice, yellow by a white and the yellow one
        low, high = max(1, number - 6), min(6, number - 1)
        match = turn(match, f"w{low} w{high} r1 y{high} g1 b1", f"A r{number}", f"A y{number}")
    for number in range(12, 2, -1):  # green and blue in the same way
        low, high = max(1, number - 6), min(6, number - 1)
        match = turn(match, f"w{low} w{high} r1 y1 g1 b{high}", f"A g{number}", f"A b{number}")
    match = played(rolled(match, "w6 w6 r1 y6 g1 b1"), "A r12")
    assert over(played(match, "A y12")).scores == (266,)
    assert drawn(played(match, "A y12"), A) == sheet("""
        R  x  x  x  x  x  x  x  x  x  x  x  x
        Y  x  x  x  x  x  x  x  x  x  x  x  x
        G  x  x  x  x  x  x  x  x  x  x  2  L
        B  x  x  x  x  x  x  x  x  x  x  2  L
    """)
