"""E12: scores never go below 0: outcome first, floor, then bonus."""

from itertools import product

import pytest

from rules.enough.contests import At, round_of
from rules.enough.table import do, standing, stars


@pytest.mark.parametrize(
    ("caller", "others", "expected"),
    [
        # A stayer at 0★ loses nothing.
        (At(0, off=1), (At(0, off=2), At(0)), (1, 0, 0)),
        # A caller at 0★, beaten by two.
        (At(0, off=3), (At(0, off=2), At(0, off=1)), (0, 1, 1)),
        # A caller at 1★, beaten by three.
        (At(1, off=3), (At(0, off=2), At(0, off=1), At(0, off=2)), (0, 1, 1, 1)),
        (At(2, off=3), (At(0, off=2), At(0, off=1), At(0, off=2)), (0, 1, 1, 1)),
        (At(3, off=3), (At(0, off=2), At(0, off=1), At(0, off=2)), (0, 1, 1, 1)),
        (At(4, off=3), (At(0, off=2), At(0, off=1), At(0, off=2)), (1, 1, 1, 1)),
        # Floor first, then the bonus: an exact stayer at 0★ who loses the tie has 1★, not 0★.
        (At(0, off=0), (At(0, off=0), At(0)), (2, 1, 0)),
        (At(0, off=0), (At(1, off=0), At(0)), (2, 1, 0)),
        (At(0, off=0), (At(2, off=0), At(0)), (2, 2, 0)),
    ],
)
def test_the_floor(caller: At, others: tuple[At, ...], expected: tuple[int, ...]) -> None:
    """E12: nobody has less than nothing, and the bonus is added after the floor."""
    assert stars(round_of(caller, *others)) == expected


def test_the_change_is_what_was_really_lost() -> None:
    """E12: the table says 0, not −1, of a player who had nothing to lose."""
    match = round_of(At(0, off=1), At(0, off=2), At(1, off=2))
    assert [standing(match, name).change for name in "ABC"] == [1, 0, -1]
    assert [standing(match, name).stars for name in "ABC"] == [1, 0, 0]


def test_a_caller_at_zero_who_backs_out() -> None:
    """E12: the floor holds for backing out, and the bonus still comes after it."""
    match = do(round_of(At(0, off=1, tokens="sh"), At(), At(), advanced=True), "A: out sh")
    assert stars(match) == (0, 1, 1)
    match = do(round_of(At(0, off=0, tokens="sl"), At(), At(), advanced=True), "A: out sl")
    assert stars(match) == (1, 1, 1)


def naive(before: list[int], distances: list[int | None], worth: int) -> list[int]:
    """The clauses E9 to E12 once more, one after the other; the first is the caller."""
    caller, stayers = distances[0], [n for n, far in enumerate(distances) if n and far is not None]
    assert caller is not None
    after = list(before)
    beaten_by = [n for n in stayers if (distances[n] or 0) < caller]
    if beaten_by:
        after[0] -= len(beaten_by)
        for n in beaten_by:
            after[n] += 1
    else:
        after[0] += worth
        for n in stayers:
            after[n] -= 1
    after = [0 if star < 0 else star for star in after]
    for n, far in enumerate(distances):
        if far == 0:
            after[n] += 1
    return after


@pytest.mark.parametrize("before", [(0, 0, 0), (1, 0, 2), (0, 1, 1), (3, 4, 0), (2, 2, 2)])
def test_every_small_round(before: tuple[int, int, int]) -> None:
    """E12: caller at 0 to 2, two others who fold or stay at 0 to 2, against a second, naive scorer."""
    for caller, one, other in product((0, 1, 2), (None, 0, 1, 2), (None, 0, 1, 2)):
        for worth in (1, 3):
            match = round_of(
                At(before[0], off=caller), At(before[1], off=one), At(before[2], off=other), worth=worth
            )
            assert list(stars(match)) == naive(list(before), [caller, one, other], worth)
