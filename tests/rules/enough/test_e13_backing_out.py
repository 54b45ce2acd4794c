"""E13: in the advanced variant the caller may back out by returning a token."""

import pytest

from closecall.core.errors import NotYourDecision
from rules.enough.contests import At, round_of
from rules.enough.table import (
    EnoughMatch,
    deciding,
    do,
    held,
    menu,
    moment,
    position,
    refused,
    seen,
    standing,
    stars,
)


def backing(tokens: str = "sd", *, off: int = 5) -> EnoughMatch:
    """A has called with 5★ and these tokens; B stays 1 off, C folds, D stays 7 off; all have 4★."""
    return round_of(At(5, off=off, tokens=tokens), At(4, off=1), At(4), At(4, off=7), advanced=True)


def test_after_all_final_turns_and_before_totalling() -> None:
    """E13: the caller alone is asked."""
    match = backing()
    assert (moment(match), deciding(match)) == ("BackingOut", "A")
    assert menu(match, "A") == ["out sd", "pass"]
    assert seen(match, "B").acting == 0


def test_only_in_the_advanced_variant() -> None:
    """E13: it is an option of the game."""
    match = round_of(At(5, off=5, tokens="sd"), At(4, off=1), At(4))
    assert moment(match) == "Totalling"
    assert refused(match, "A: out sd").code == "enough_not_advanced"


def test_only_with_a_token() -> None:
    """E13: without one the round is totalled."""
    match = round_of(At(5, off=5), At(4, off=1, tokens="sd"), At(4), advanced=True)
    assert (moment(match), deciding(match)) == ("Totalling", "B")


def test_only_with_an_unused_token() -> None:
    """E13: a token that was played this round is gone."""
    match = position(
        """
        A 5*  target 30  lot [10]L 10 15  used nl  called
        B 4*  target 32  lot [1] 2 3  folded
        C 4*  target 34  lot [4] 5 6
        """,
        turn="C",
        advanced=True,
    )
    assert moment(do(match, "C: fold")) == "DrawToken"


@pytest.mark.parametrize("token", ["sd", "sn", "sl", "sh"])
def test_with_any_token(token: str) -> None:
    """E13: also one that locks or silences."""
    match = do(backing(token), f"A: out {token}")
    assert stars(match)[0] == 4
    assert held(match, "A") == ""


def test_even_with_a_token_for_lock_and_silence() -> None:
    """E13: its abilities do not matter."""
    match = position(
        """
        A 5*  target 30  lot [10] 10 15  tokens lh  called
        B 4*  target 32  lot [1] 2 3  folded
        C 4*  target 34  lot [4] 5 6
        """,
        turn="C",
        advanced=True,
    )
    match = do(match, "C: fold")
    assert menu(match, "A") == ["out lh", "pass"]
    assert stars(do(match, "A: out lh")) == (4, 5, 5)


def test_one_of_several_tokens() -> None:
    """E13: each kind is offered, one is returned, the others are kept."""
    match = backing("sd sn sl")
    assert menu(match, "A") == ["out sd", "out sn", "out sl", "pass"]
    match = do(match, "A: out sn")
    assert moment(match) == "Totalling"
    assert held(match, "A") == "sd sl"


def test_everyone_else_gains() -> None:
    """E13: the caller −1★, everybody else +1★, folded or not, close or not."""
    match = do(backing(), "A: out sd")
    assert stars(match) == (4, 5, 5, 5)
    assert match.state.last is not None
    assert match.state.last.backed_out
    assert not match.state.last.won


def test_even_a_caller_who_would_have_won() -> None:
    """E13: no matter who was closest."""
    match = round_of(At(5, off=1, tokens="sl"), At(4, off=9), At(4, off=8), worth=3, advanced=True)
    assert stars(do(match, "A: out sl")) == (4, 5, 5)


def test_even_if_all_folded() -> None:
    """E13: the choice is the caller's, however unwise."""
    match = round_of(At(5, off=9, tokens="sd"), At(4), At(4), worth=3, advanced=True)
    assert stars(do(match, "A: out sd")) == (4, 5, 5)


def test_no_token_is_drawn() -> None:
    """E13: the returned token is in the box for the next winner."""
    match = do(backing(), "A: out sd", "all: keep")
    assert moment(match) == "DrawTarget D"
    assert "sd" in map(str, match.state.box)
    assert match.state.last is not None
    assert match.state.last.token is None
    assert list(map(str, standing(match, "A").used)) == ["sd"]


def test_declined() -> None:
    """E13: the token is kept, and the round is totalled as usual."""
    match = do(backing(), "A: pass")
    assert (moment(match), held(match, "A")) == ("Totalling", "sd")
    match = do(match, "A: total")
    assert stars(match) == (4, 5, 4, 4)
    assert held(match, "A") == "sd"
    assert match.state.last is not None
    assert not match.state.last.backed_out


def test_declined_with_nothing_to_total() -> None:
    """E13: after passing with tokens that only lock or silence the round is scored at once."""
    match = position(
        """
        A 5*  target 30  lot [10] 10 10  tokens lh  called
        B 4*  target 32  lot [1] 2 3  folded
        C 4*  target 34  lot [4] 5 6
        """,
        turn="C",
        advanced=True,
    )
    match = do(match, "C: fold", "A: pass")
    assert moment(match) == "DrawToken"
    assert stars(match) == (7, 4, 4)


def test_the_exact_bonus_can_still_be_claimed() -> None:
    """E13: by the caller and by stayers (E11)."""
    match = round_of(At(5, off=0, tokens="sl"), At(4, off=0), At(4, off=1), advanced=True)
    match = do(match, "A: out sl")
    assert stars(match) == (5, 6, 5)
    assert [standing(match, name).exact for name in "ABC"] == [True, True, False]


def test_tokens_may_be_spent_after_backing_out() -> None:
    """E13: by everyone who totals, to reach the exact bonus."""
    match = round_of(At(5, off=1, tokens="sn sd"), At(4, off=-1, tokens="dn"), At(4), advanced=True)
    match = do(match, "A: out sd")
    assert (moment(match), deciding(match)) == ("Totalling", "AB")
    for name in ("A", "B", "C", None):
        assert seen(match, name).backed_out
    match = do(match, "B: total dn:n+@9", "A: total sn:n-@11")
    assert stars(match) == (5, 6, 5)
    assert [held(match, name) for name in "AB"] == ["", ""]


def test_a_stayer_with_tokens_is_asked_after_the_caller_backed_out() -> None:
    """E13: totalling comes after any backing out."""
    match = round_of(At(5, off=1, tokens="sd"), At(4, off=-1, tokens="dn"), At(4), advanced=True)
    assert type(refused(match, "B: total")) is NotYourDecision
    match = do(match, "A: out sd")
    assert deciding(match) == "B"
    assert stars(do(match, "B: total")) == (4, 5, 5)


def test_not_before_the_final_turns_are_over() -> None:
    """E13: nobody backs out on a turn, and a stayer never does."""
    drawing = """
        A 5*  target 30  lot [10] 10 15  tokens sd
        B 4*  target 32  lot [1] 2 3  tokens in
        C 4*  target 34  lot [4] 5 6
        """
    match = position(drawing, advanced=True)
    assert refused(match, "A: out sd").code == "enough_back_out_later"
    match = do(match, "A: call")
    assert type(refused(match, "A: out sd")) is NotYourDecision
    assert refused(match, "B: out in").code == "enough_back_out_later"


def test_not_once_totalling_has_begun() -> None:
    """E13: after declining it is too late."""
    match = do(backing(), "A: pass")
    assert refused(match, "A: out sd").code == "enough_back_out_later"


def test_only_with_a_token_that_is_held() -> None:
    """E13: not with one in the box."""
    error = refused(backing(), "A: out sn")
    assert error.code == "enough_no_token"
    assert error.facts == {"one": "ability.subtract", "other": "ability.nudge"}


def test_nothing_else_at_this_moment() -> None:
    """E13: back out or pass."""
    match = backing()
    for line in ("A: deck", "A: call", "A: take C", "A: take C 10", "A: pile 10"):
        assert refused(match, line).code == "enough_now_back_out"
    assert refused(match, "A: total").code == "enough_total_later"
    assert refused(match, "A: lock sl").code == "enough_no_token"
    assert refused(backing("sl"), "A: lock sl").code == "enough_lock_needless"
    assert refused(backing("sh"), "A: silence sh B").code == "enough_silence_late"


def test_eight_stars_by_anothers_backing_out() -> None:
    """E13: the stars that others gain can end the game."""
    match = round_of(At(5, off=5, tokens="sl"), At(7), At(7, off=3), advanced=True)
    match = do(match, "A: out sl")
    assert stars(match) == (4, 8, 8)
    assert moment(match) == "Ended"


def test_first_goes_to_the_right_of_the_caller_who_backed_out() -> None:
    """E13: it was a call all the same."""
    match = do(backing(), "A: out sd", "all: keep")
    assert moment(match) == "DrawTarget D"
