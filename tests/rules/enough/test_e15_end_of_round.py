"""E15: tokens and targets go back, and eight stars end the game."""

import json

import pytest

from closecall.core.errors import NotYourDecision
from closecall.core.seen import encode_seen
from closecall.games import enough
from closecall.games.enough import DrawnCard
from rules.enough.contests import At, round_of
from rules.enough.table import (
    A,
    B,
    C,
    D,
    E,
    EnoughMatch,
    do,
    held,
    moment,
    over,
    position,
    refused,
    seen,
    stars,
    targets_of,
)


def box(match: EnoughMatch) -> str:
    return " ".join(map(str, match.state.box))


# Tokens


def test_used_tokens_return_to_the_box() -> None:
    """E15: Lock, Silence and totalling tokens alike, no matter who won; unused tokens stay."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 15  tokens sd  used nh  called
        B 0*  target 32  lot [10] 11 12  tokens in si  used dl  stayed
        C 0*  target 34  lot [4] 5 6  tokens sn  used il
        """,
        turn="C",
        box="lh",
    )
    match = do(match, "C: fold", "A: total", "B: total in:n-@11")
    assert box(match) == "dl in il nh lh"
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("sd", "si", "sn")


def test_all_tokens_are_somewhere() -> None:
    """E15: fifteen tokens before and after, in hands and box."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 10  tokens sd  used nh  called
        B 0*  target 32  lot [9] 11 12  tokens in si  used dl  stayed
        C 0*  target 34  lot [4] 5 6  tokens sn  used il
        """,
        turn="C",
    )
    match = do(match, "C: fold", "A: total sd:s@up", "B: total in:n-@11 si:s@12")
    everything = [*box(match).split(), *held(match, "A").split(), *held(match, "C").split()]
    assert (len(everything), len(set(everything))) == (15, 15)


def test_everyone_can_count_the_box() -> None:
    """E15: it is fuller by the used tokens before the caller draws."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 15  tokens sd  used nh  called
        B 0*  target 32  lot [10] 11 12  folded
        C 0*  target 34  lot [4] 5 6
        """,
        turn="C",
    )
    assert seen(match, None).box_size == 13
    match = do(match, "C: fold", "A: total sd:d@up")
    assert seen(match, None).box_size == 15
    assert seen(do(match, "=> sd"), None).box_size == 14


# Targets


def folded_round(a: int, b: int, c: int) -> EnoughMatch:
    """A round that A has called with 30 and all have folded, with other targets for B and C."""
    match = position(
        f"""
        A 0*  target {a}  lot [10] 10 15  called
        B 0*  target {b}  lot [10] 11 12  folded
        C 0*  target {c}  lot [4] 5 6
        """,
        turn="C",
    )
    return do(match, "C: fold", "=> sd", "all: keep")


def test_the_set_of_targets_is_public() -> None:
    """E15: everyone sees which targets were used, and that they are out for the next round."""
    match = folded_round(30, 48, 14)
    for name in ("A", "B", "C", None):
        view = seen(match, name)
        assert view.last is not None
        assert view.last.targets == targets_of("14 30 48")
        assert view.resting == targets_of("14 30 48")


def test_but_not_who_held_which() -> None:
    """E15: with the targets of others exchanged, everyone else sees the same, to the last byte."""

    def sent(match: EnoughMatch, name: str | None) -> str:
        viewer = None if name is None else {"A": A, "B": B, "C": C}[name]
        return json.dumps(encode_seen(enough, match.seen_by(viewer)))

    one, other = folded_round(30, 48, 14), folded_round(30, 14, 48)
    assert sent(one, "A") == sent(other, "A")
    assert sent(one, None) == sent(other, None)
    # Equal stars, so that not even the caller's score tells the caller's target.
    one, other = folded_round(30, 32, 14), folded_round(32, 30, 14)
    assert sent(one, "C") == sent(other, "C")
    assert sent(one, None) == sent(other, None)


# The end of the game


@pytest.mark.parametrize(
    ("before", "worth", "after"), [(7, 1, 8), (6, 2, 8), (5, 3, 8), (7, 2, 9), (7, 3, 10)]
)
def test_eight_stars_or_more_win(before: int, worth: int, after: int) -> None:
    """E15: as soon as a round has been scored."""
    match = do(round_of(At(before, off=1), At(3), At(5), worth=worth), "=> sl")
    end = over(match)
    assert end.scores == (after, 3, 5)
    assert end.winners == (A,)
    assert end.reason == "over.eight_stars"


def test_seven_stars_do_not_win() -> None:
    """E15: a new round begins."""
    match = do(round_of(At(6, off=1), At(7), At(7)), "=> sl", "all: keep")
    assert stars(match) == (7, 7, 7)
    assert moment(match) == "DrawTarget C"


def test_a_stayer_may_win_the_game() -> None:
    """E15: stars are stars; no token is drawn."""
    end = over(round_of(At(6, off=3), At(7, off=2), At(0)))
    assert (end.scores, end.winners) == ((5, 8, 0), (B,))


def test_the_bonus_may_win_the_game() -> None:
    """E15: the exact hit of a stayer who lost the tie counts, too."""
    end = over(round_of(At(0, off=1), At(6, off=0), At(0)))
    assert (end.scores, end.winners) == ((0, 8, 0), (B,))


@pytest.mark.parametrize(
    ("others", "scores", "winners"),
    [
        # The caller has 7★, is 3 off, and so loses one star for each closer stayer.
        ((At(7, off=1), At(7, off=0)), (5, 8, 9), (C,)),
        ((At(7, off=1), At(7, off=1)), (5, 8, 8), (B, C)),
        ((At(7, off=0), At(7, off=1)), (5, 9, 8), (B,)),
        ((At(7, off=0), At(7, off=0)), (5, 9, 9), (B, C)),
        ((At(6, off=0), At(7, off=1), At(7, off=2)), (4, 8, 8, 8), (B, C, D)),
        ((At(7, off=0), At(7, off=1), At(7, off=0), At(7, off=2)), (3, 9, 8, 9, 8), (B, D)),
    ],
)
def test_of_several_the_most_stars_win(
    others: tuple[At, ...], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """E15: and those who are still tied are Half-Champions."""
    end = over(round_of(At(7, off=3), *others))
    assert (end.scores, end.winners) == (scores, winners)


def test_all_but_the_caller_share_the_victory() -> None:
    """E15: after backing out four players can reach eight stars together."""
    caller = At(7, off=5, tokens="sl")
    match = round_of(caller, At(7), At(7), At(7), At(7, off=3), advanced=True)
    end = over(do(match, "A: out sl"))
    assert (end.scores, end.winners) == ((6, 8, 8, 8, 8), (B, C, D, E))


def test_the_caller_may_share_it() -> None:
    """E15: the caller reaches eight by winning, a stayer by the bonus."""
    match = do(round_of(At(6, off=0), At(8, off=0), At(0)), "=> sl")
    assert (over(match).scores, over(match).winners) == ((8, 8, 0), (A, B))


def test_after_the_end_nothing_happens() -> None:
    """E15: no move and no draw."""
    match = do(round_of(At(7, off=1), At(0), At(0)), "=> sl")
    for name in "ABC":
        assert type(refused(match, f"{name}: deck")) is NotYourDecision
    with pytest.raises(NotYourDecision):
        match.fate(DrawnCard(7))
    assert match.seen_by(A).menu is None
    assert match.seen_by(None).over == over(match)


def test_before_the_end_nobody_has_won() -> None:
    """E15: the result is there with the last round, not earlier."""
    match = round_of(At(7, off=1), At(0), At(0))
    assert moment(match) == "DrawToken"
    assert match.seen_by(A).over is None
