"""E11: exactly on target is worth one star more."""

import pytest

from rules.enough.contests import At, round_of
from rules.enough.table import do, position, standing, stars


@pytest.mark.parametrize(
    ("caller", "others", "expected", "exact"),
    [
        # Caller exact and winning: 2★ for the target and the bonus; the stayer loses one.
        (At(5, off=0), (At(4, off=1), At(4)), (8, 3, 4), "A"),
        # All folded: the bonus is on top of the win.
        (At(5, off=0), (At(4), At(4)), (8, 4, 4), "A"),
        # A stayer exact and closer: +1★ and the bonus.
        (At(5, off=1), (At(4, off=0), At(4)), (4, 6, 4), "B"),
        # Two stayers exact.
        (At(5, off=1), (At(4, off=0), At(4, off=0)), (3, 6, 6), "BC"),
        # Both exact: the caller wins the tie, the stayer loses one and gets the bonus.
        (At(5, off=0), (At(4, off=0), At(4, off=2)), (8, 4, 3), "AB"),
        # Nobody exact.
        (At(5, off=1), (At(4, off=1), At(4)), (7, 3, 4), ""),
    ],
)
def test_who_gets_the_bonus(
    caller: At, others: tuple[At, ...], expected: tuple[int, ...], exact: str
) -> None:
    """E11: caller and stayers, win or lose."""
    match = round_of(caller, *others, worth=2)
    assert stars(match) == expected
    assert "".join(name for name in "ABC" if standing(match, name).exact) == exact


def test_not_for_a_folder() -> None:
    """E11: a player who folded exactly on target gets nothing."""
    match = position(
        """
        A 5*  target 30  lot [10] 10 11  called
        B 4*  target 24  lot [8] 8 8  folded
        C 4*  target 28  lot [9] 9 10
        """,
        turn="C",
    )
    match = do(match, "C: fold")
    assert stars(match) == (6, 4, 4)
    assert not standing(match, "B").exact
    assert not standing(match, "C").exact


def test_reached_with_tokens() -> None:
    """E11: the total after tokens counts."""
    match = round_of(At(5, off=2, tokens="sn"), At(4, off=-1, tokens="dn"), At(4))
    assert stars(do(match, "A: total sn:n-@12", "B: total dn:n+@9")) == (4, 6, 4)


def test_lost_with_tokens() -> None:
    """E11: a token that leads away from the target costs the bonus."""
    match = round_of(At(5, off=0, tokens="sn"), At(4), At(4))
    assert stars(do(match, "A: total sn:n+@up")) == (6, 4, 4)
    assert stars(do(match, "A: total")) == (7, 4, 4)
