"""E9: the caller is at least as close as everyone who stayed in."""

from fractions import Fraction
from itertools import product

import pytest

from closecall.core.errors import IllegalOutcome
from closecall.games import enough
from closecall.games.enough import DrawnToken
from rules.enough.contests import At, drawn_token, round_of
from rules.enough.table import do, held, moment, position, seen, standing, stars, tokens_of


@pytest.mark.parametrize("worth", [1, 2, 3])
def test_the_caller_scores_the_stars_of_the_target(worth: int) -> None:
    """E9: whether it is worth one, two or three; the number of stayers does not matter."""
    assert stars(round_of(At(1, off=2), At(4, off=3), At(4), worth=worth)) == (1 + worth, 3, 4)
    assert stars(round_of(At(1, off=2), At(4, off=3), At(4, off=5), worth=worth)) == (1 + worth, 3, 3)
    assert stars(round_of(At(1, off=2), At(4), At(4), worth=worth)) == (1 + worth, 4, 4)


@pytest.mark.parametrize(
    ("caller", "stayer"),
    [(2, 3), (2, -3), (-2, 3), (2, 10), (0, 1)],
)
def test_a_closer_caller_wins(caller: int, stayer: int) -> None:
    """E9: over or under, the smaller distance counts."""
    match = round_of(At(0, off=caller), At(5, off=stayer), At(5))
    assert match.state.last is not None
    assert match.state.last.won
    assert stars(match) == (1 + (caller == 0), 4, 5)


@pytest.mark.parametrize(("caller", "stayer"), [(2, 2), (2, -2), (-2, 2), (7, 7)])
def test_the_caller_wins_ties(caller: int, stayer: int) -> None:
    """E9: a stayer at the same distance has lost."""
    match = round_of(At(0, off=caller), At(5, off=stayer), At(5))
    assert match.state.last is not None
    assert match.state.last.won
    assert stars(match) == (1, 4, 5)


def test_a_tie_at_zero() -> None:
    """E9: both hit exactly: the caller wins, and both get the bonus of E11."""
    assert stars(round_of(At(0, off=0), At(5, off=0), At(5))) == (2, 5, 5)


def test_each_stayer_loses_one_star() -> None:
    """E9: however far they were, and however many they are; those who folded get nothing."""
    match = round_of(At(2, off=1), At(3, off=1), At(3, off=2), At(3), At(3, off=10), worth=3)
    assert stars(match) == (5, 2, 2, 3, 2)


def test_all_folded() -> None:
    """E9: the caller wins unseen, even far from the target."""
    match = round_of(At(2, off=10), At(3), At(3), At(3), At(3), worth=3)
    assert stars(match) == (5, 3, 3, 3, 3)
    assert match.state.last is not None
    assert match.state.last.won
    assert standing(match, "A").shown is None


def test_one_random_token() -> None:
    """E9: each token in the box is equally likely."""
    match = round_of(At(off=1), At(), At(tokens="sd"))
    assert moment(match) == "DrawToken"
    assert dict(enough.odds(match.state)) == {
        DrawnToken(token): Fraction(1, 6) for token in tokens_of("si sn sl sh di dn")
    }
    match = drawn_token(match, "sl")
    assert held(match, "A") == "sl"
    assert "sl" not in map(str, match.state.box)
    assert len(match.state.box) == 5


def test_everyone_sees_the_token() -> None:
    """E9: it is drawn without looking, and then held openly."""
    match = drawn_token(round_of(At(off=1), At(), At()), "sl")
    for name in ("A", "B", "C", None):
        view = seen(match, name)
        assert list(map(str, view.players[0].tokens)) == ["sl"]
        assert view.last is not None
        assert str(view.last.token) == "sl"


def test_only_a_token_from_the_box() -> None:
    """E9: not one that somebody holds."""
    match = round_of(At(off=1), At(tokens="sd"), At())
    with pytest.raises(IllegalOutcome):
        drawn_token(match, "sd")
    with pytest.raises(IllegalOutcome):
        drawn_token(match, "lh")


def test_equal_tokens_in_the_box() -> None:
    """E9: two equal tokens are twice as likely."""
    match = round_of(At(off=1), At(), At(), box="sd sd si")
    assert dict(enough.odds(match.state)) == {
        DrawnToken(token): chance
        for token, chance in zip(tokens_of("sd si"), (Fraction(2, 3), Fraction(1, 3)), strict=True)
    }
    assert list(map(str, drawn_token(match, "sd").state.box)) == ["sd", "si"]


def test_an_empty_box() -> None:
    """E9: then no token is drawn, and the next round begins."""
    match = round_of(At(off=1), At(), At(), box="")
    assert stars(match) == (1, 0, 0)
    assert moment(match) == "Showing"
    assert moment(do(match, "all: keep")) == "DrawTarget C"
    assert match.state.last is not None
    assert match.state.last.token is None


def test_a_used_token_can_be_drawn_again() -> None:
    """E9: used tokens are back in the box before the draw, so the box is not empty."""
    match = do(round_of(At(off=1, tokens="sn"), At(), At(), box=""), "A: total sn:n-@11")
    assert dict(enough.odds(match.state)) == {DrawnToken(*tokens_of("sn")): Fraction(1)}
    assert held(drawn_token(match, "sn"), "A") == "sn"


def test_a_token_that_another_used_can_be_drawn() -> None:
    """E9: all used tokens go back, no matter who used them or for what."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 10  called
        B 0*  target 32  lot [1] 2 3  tokens si  used nh  stayed
        C 0*  target 34  lot [4]L 5 6  used dl
        """,
        turn="C",
        box="",
    )
    match = do(match, "C: fold", "B: total si:i@3")
    assert [
        str(outcome.token) for outcome, _ in enough.odds(match.state) if isinstance(outcome, DrawnToken)
    ] == [
        "si",
        "dl",
        "nh",
    ]
    match = drawn_token(match, "dl")
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("dl", "", "")


def test_the_token_is_kept_with_the_others() -> None:
    """E9: a player may hold many."""
    match = do(round_of(At(off=1, tokens="sd sn"), At(), At()), "A: total")
    assert held(drawn_token(match, "si"), "A") == "sd si sn"


def test_a_token_even_if_the_game_ends_with_it() -> None:
    """E9: the token is drawn before the end of the game is checked."""
    match = round_of(At(7, off=1), At(), At())
    assert moment(match) == "DrawToken"
    match = drawn_token(match, "sl")
    assert (moment(match), held(match, "A")) == ("Ended", "sl")


def test_every_small_round_that_the_caller_wins() -> None:
    """E9: all distances up to 3 of caller and two stayers, against the clause word by word."""
    for caller, *stayers in product(range(4), repeat=3):
        if all(caller <= stayer for stayer in stayers):
            match = round_of(At(5, off=caller), *(At(5, off=stayer) for stayer in stayers), worth=2)
            exact = [distance == 0 for distance in (caller, *stayers)]
            assert stars(match) == (7 + exact[0], 4 + exact[1], 4 + exact[2])
            assert moment(match) == "DrawToken"
