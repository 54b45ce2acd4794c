"""M10: the highest total wins; then more points from lines; then several win."""

from support.mark import A, B, C, D, table
from support.matches import over

# Eight in a corner: 2 points from lines. A ten in a corner: 2 points from the table. Elsewhere sevens.
EIGHT_IN_A1 = """
    1   8K -  7B -  7G -  7Y -  7R
    2   7G -  7Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B -  7G
"""
SIX_IN_E5 = """
    1   7K -  7B -  7G -  7Y -  7R
    2   7G -  7Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B -  6G
"""
TEN_IN_A1 = """
    1  10K -  7B -  7G -  7Y -  7R
    2   7G -  7Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B -  7G
"""
TWELVE_IN_E5 = """
    1   7K -  7B -  7G -  7Y -  7R
    2   7G -  7Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B - 12G
"""
SEVENS = """
    1   7K -  7B -  7G -  7Y -  7R
    2   7G -  7Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B -  7G
"""


def test_the_highest_total_wins() -> None:
    """M10: even where all of it comes from the table of extremes."""
    end = over(table(EIGHT_IN_A1, TWELVE_IN_E5, SEVENS, players="KBG"))
    assert end.scores == (2, 4, 0)
    assert end.winners == (B,)


def test_a_tie_goes_to_more_points_from_lines() -> None:
    """M10: 2 points each, but only B has them from crosses between circles."""
    end = over(table(TEN_IN_A1, EIGHT_IN_A1, SEVENS, players="KBG"))
    assert end.scores == (2, 2, 0)
    assert end.winners == (B,)


def test_still_tied_they_all_win() -> None:
    """M10: the same total and the same from lines make several winners, without those with fewer lines."""
    end = over(table(EIGHT_IN_A1, TEN_IN_A1, SEVENS, SIX_IN_E5, players="KBGY"))
    assert end.scores == (2, 2, 0, 2)
    assert end.winners == (A, D)


def test_all_may_win() -> None:
    """M10: a tie of everyone, even without a single point."""
    end = over(table(SEVENS, SEVENS, SEVENS, players="KBG"))
    assert end.scores == (0, 0, 0)
    assert end.winners == (A, B, C)


def test_neither_seat_nor_starter_decides_a_tie() -> None:
    """M10: nothing but points counts."""
    for starter in (A, B):
        end = over(table(TEN_IN_A1, TEN_IN_A1, players="RK", starter=starter))
        assert end.winners == (A, B)
