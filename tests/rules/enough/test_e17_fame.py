"""E17: lifetime victories are counted from the winners of finished games."""

from rules.enough.contests import At, round_of
from rules.enough.table import A, B, C, do, over, position


def test_a_champion_is_the_one_winner() -> None:
    """E17: one victory to count."""
    match = do(round_of(At(7, off=1), At(6), At(0)), "=> sd")
    assert over(match).winners == (A,)


def test_half_champions_all_win() -> None:
    """E17: a victory for each of those who share it, and for nobody else."""
    end = over(round_of(At(7, off=3), At(7, off=1), At(7, off=1), At(7)))
    assert end.winners == (B, C)


def test_a_game_that_nobody_called_has_winners_too() -> None:
    """E17: most stars win, also when the game ends for want of a call (E18)."""
    match = position(
        """
        A 2*  target 30  lot [10] 3 7
        B 5*  target 32  lot [11] 4 8
        C 5*  target 34  lot [12] 5 9
        """,
        turn="C",
        turns=119,
        redeals=2,
        pile="1",
    )
    assert over(do(match, "C: pile 5")).winners == (B, C)


def test_an_unfinished_game_has_none() -> None:
    """E17: nothing is counted before the end."""
    match = round_of(At(6, off=1), At(6), At(0))
    assert match.seen_by(None).over is None
