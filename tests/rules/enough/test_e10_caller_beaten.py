"""E10: someone who stayed in is strictly closer than the caller."""

from itertools import product

import pytest

from rules.enough.contests import At, round_of
from rules.enough.table import do, held, moment, standing, stars


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        # The caller is 3 off and has 5★; the others have 4★.
        ((At(4, off=2), At(4)), (4, 5, 4)),
        ((At(4, off=-2), At(4)), (4, 5, 4)),
        ((At(4), At(4, off=1)), (4, 4, 5)),
        ((At(4, off=1), At(4, off=2)), (3, 5, 5)),
        ((At(4, off=1), At(4, off=3)), (4, 5, 4)),
        ((At(4, off=1), At(4, off=9)), (4, 5, 4)),
        ((At(4, off=1), At(4, off=2), At(4, off=3)), (3, 5, 5, 4)),
        ((At(4, off=1), At(4, off=-1), At(4, off=2)), (2, 5, 5, 5)),
        ((At(4, off=1), At(4, off=1), At(4, off=1), At(4, off=1)), (1, 5, 5, 5, 5)),
        ((At(4, off=1), At(4), At(4, off=4), At(4, off=2)), (3, 5, 4, 4, 5)),
    ],
)
def test_who_scores_what(others: tuple[At, ...], expected: tuple[int, ...]) -> None:
    """E10: each closer stayer +1★, the caller −1★ for each of them, all others nothing."""
    match = round_of(At(5, off=3), *others)
    assert stars(match) == expected
    assert match.state.last is not None
    assert not match.state.last.won


@pytest.mark.parametrize("worth", [1, 2, 3])
def test_the_worth_of_the_target_does_not_matter(worth: int) -> None:
    """E10: a beaten caller loses one star per closer stayer, whatever was at stake."""
    assert stars(round_of(At(5, off=3), At(4, off=2), At(4), worth=worth)) == (4, 5, 4)


def test_a_stayer_at_the_same_distance_neither_wins_nor_loses() -> None:
    """E10: when another stayer has beaten the caller."""
    match = round_of(At(5, off=3), At(4, off=1), At(4, off=-3))
    assert [standing(match, name).change for name in "ABC"] == [-1, 1, 0]


def test_a_farther_stayer_loses_nothing() -> None:
    """E10: losing a star is for stayers whom the caller has beaten alone."""
    match = round_of(At(5, off=3), At(4, off=1), At(4, off=10))
    assert [standing(match, name).change for name in "ABC"] == [-1, 1, 0]


def test_no_token() -> None:
    """E10: nobody draws before the next round begins."""
    match = do(round_of(At(5, off=3), At(4, off=2), At(4)), "all: keep")
    assert moment(match) == "DrawTarget C"
    assert [held(match, name) for name in "ABC"] == ["", "", ""]
    assert match.state.last is not None
    assert match.state.last.token is None


def test_every_small_round_that_the_caller_loses() -> None:
    """E10: all distances up to 3 of caller and two stayers, against the clause word by word."""
    for caller, *stayers in product(range(4), repeat=3):
        closer = [stayer < caller for stayer in stayers]
        if any(closer):
            match = round_of(At(5, off=caller), *(At(4, off=stayer) for stayer in stayers), worth=3)
            gained = [is_closer + (stayer == 0) for is_closer, stayer in zip(closer, stayers, strict=True)]
            assert stars(match) == (5 - sum(closer), 4 + gained[0], 4 + gained[1])
