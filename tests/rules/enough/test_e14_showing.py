"""E14: at the end of a round, everybody who need not show decides whether to."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from closecall.core.errors import AlreadyChosen, NotYourDecision
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.rules import Decision, Viewer, all_seats
from closecall.games import enough
from closecall.games.enough import Options
from closecall.games.enough.moves import Keep
from closecall.games.enough.state import Showing, Shown
from rules.enough.contests import At, round_of
from rules.enough.table import (
    A,
    B,
    C,
    EnoughMatch,
    deal,
    deciding,
    do,
    menu,
    moment,
    over,
    position,
    refused,
    seat_of,
    seen,
    standing,
    targets_of,
)

# B has nothing to prove with 31 for 48, and C has folded.
ROUND = """
    A 0*  target 30  lot [5] 7 20  called
    B 0*  target 48  lot [4] 8 19  stayed
    C 0*  target 34  lot [6] 9 18
    """


def called() -> EnoughMatch:
    """A has won against B; C has folded; the token is drawn."""
    return do(position(ROUND, turn="C"), "C: fold", "=> sd")


# Who is asked


@pytest.mark.parametrize(
    ("caller", "others", "asked"),
    [
        # Whoever has to prove something has nothing to decide.
        (At(off=1), (At(off=2), At()), "BC"),
        (At(off=3), (At(off=2), At()), "C"),
        (At(off=3), (At(off=2), At(off=3)), "C"),
        # All folded: nobody has to show.
        (At(off=1), (At(), At()), "ABC"),
        # An exact hit is shown.
        (At(off=0), (At(), At()), "BC"),
        (At(off=0), (At(off=0), At(off=1)), "C"),
    ],
)
def test_who_is_asked(caller: At, others: tuple[At, ...], asked: str) -> None:
    """E14: everybody who does not have to show, all at once."""
    match = round_of(caller, *others, box="")
    assert moment(match) == "Showing"
    assert deciding(match) == asked
    assert {name: menu(match, name) for name in asked} == {name: ["show", "keep"] for name in asked}


def test_everybody_is_asked_after_backing_out() -> None:
    """E14: then nobody has anything to prove."""
    match = do(round_of(At(3, off=3, tokens="sl"), At(off=2), At(), advanced=True), "A: out sl")
    assert deciding(match) == "ABC"


def test_the_question_comes_after_the_token() -> None:
    """E9: the round is finished before anybody decides."""
    match = do(position(ROUND, turn="C"), "C: fold")
    assert moment(match) == "DrawToken"
    assert moment(do(match, "=> sd")) == "Showing"


def test_nobody_is_asked_if_all_have_shown() -> None:
    """E14: the next round begins at once."""
    match = round_of(At(3, off=3), At(off=2), At(off=1))
    assert moment(match) == "DrawTarget C"


def test_nobody_is_asked_after_the_last_round() -> None:
    """E14: the game is over, and its whole record is open."""
    match = do(round_of(At(7, off=1), At(off=2), At()), "=> sd")
    assert over(match).winners == (A,)


def test_nobody_is_asked_after_a_round_without_a_call() -> None:
    """E18: it is dealt again, and nobody had anything to prove."""
    match = position(ROUND.replace("  called", "").replace("  stayed", ""), turn="C", turns=119)
    match = do(match, "C: take A 9")
    assert (moment(match), match.state.redeals) == ("DrawTarget A", 1)


def test_nobody_is_asked_in_games_of_version_1() -> None:
    """E14: their records have no such decision."""
    match = do(position(ROUND, turn="C", showing=False), "C: fold", "=> sd")
    assert moment(match) == "DrawTarget C"
    assert not Match.start(enough, 3, Options(showing=False)).state.showing


def test_keeping_is_the_usual() -> None:
    """E14: no answer means keep, and nobody has to wait for it."""
    pending = called().pending
    assert isinstance(pending, Decision)
    assert (pending.default, pending.is_brief) == (Keep(), True)


# What is shown


def test_shown_cards_are_public() -> None:
    """E14: hand, target, total and distance, to players and spectators, from then on."""
    match = do(called(), "C: show", "B: keep")
    (target,) = targets_of("34")
    expected = Shown((9, 18), target, (), 33, 1, by_choice=True)
    for at in (match, deal(match, "14 16 18", "1 2 3")):
        for name in ("A", "B", "C", None):
            last = seen(at, name).last
            assert last is not None
            assert [end.shown for end in last.standings][1:] == [None, expected]
            assert last.standings[0].shown is not None
            assert not last.standings[0].shown.by_choice


def test_tokens_are_shown_where_they_lay() -> None:
    """E14: a stayer who lost shows the total that was reached with tokens."""
    tokens = ROUND.replace("stayed", "tokens sd in  stayed")
    match = do(position(tokens, turn="C"), "C: fold", "B: total in:i@8", "=> dn", "B: show", "C: keep")
    shown = standing(match, "B").shown
    assert shown is not None
    assert [(str(use.token), use.change.value, use.card) for use in shown.uses] == [("in", "i", 8)]
    assert (shown.total, shown.distance) == (23, 25)


def test_nothing_else_changes() -> None:
    """E14: stars, tokens, First! and the targets that rest are the same whatever is shown."""
    ends = [do(called(), f"B: {b}", f"C: {c}") for b, c in product(("show", "keep"), repeat=2)]
    for end in ends:
        assert moment(end) == "DrawTarget C"
        assert end.state.players == ends[-1].state.players
        assert end.state.resting == ends[-1].state.resting == targets_of("30 34 48")
        assert end.state.box == ends[-1].state.box
    assert len({end.state.last for end in ends}) == 4


def test_a_new_round_forgets_what_was_kept() -> None:
    """E14: nothing of it is left in the state."""
    kept = do(called(), "all: keep").state
    assert all((own.hand, own.target, own.uses) == ((), None, ()) for own in kept.players)


# All at once


def test_nobody_sees_another_decision_first() -> None:
    """E14: until the last one has decided, every view is the same, whatever was decided."""
    for viewer in (A, C, None):
        views = [do(called(), f"B: {move}").seen_by(viewer).view for move in ("show", "keep")]
        assert views[0] == views[1] == called().seen_by(viewer).view


def test_the_order_does_not_matter() -> None:
    """E14: the same choices in any order give the same state."""
    base = round_of(At(off=1), At(), At(), box="")
    lines = ("A: show", "B: keep", "C: show")
    assert len({do(base, *order).state for order in permutations(lines)}) == 1


def test_a_decision_can_be_taken_back() -> None:
    """E14: until all have decided; after that it is too late."""
    match = do(called(), "B: show")
    with pytest.raises(AlreadyChosen):
        do(match, "B: keep")
    match = do(match.take_back(B, point=match.point), "B: keep", "C: keep")
    assert standing(match, "B").shown is None
    with pytest.raises(NotYourDecision):
        do(match, "B: show")


def test_those_who_had_to_show_are_not_asked() -> None:
    """E14: A has shown already."""
    assert refused(called(), "A: show").code == "not_your_decision"


# Redealing


def redealt(match: EnoughMatch, viewer: Viewer) -> list[enough.State]:
    source = RandomSource(Random(8))
    return [enough.redeal(match.state, viewer, source) for _ in range(200)]


@pytest.mark.parametrize("name", ["A", "B", "C", None])
def test_redealing_changes_only_what_was_mucked(name: str | None) -> None:
    """E14: the viewer cannot tell the states apart; those who mucked have nothing to prove in any."""
    # A is 10 off, so that many other hands of B would have beaten A.
    tokens = ROUND.replace("7 20", "7 8").replace("stayed", "tokens sd in  stayed")
    match = do(position(tokens, turn="C"), "C: fold", "B: total in:n+@8", "=> dl")
    assert isinstance(match.state.phase, Showing)
    viewer = None if name is None else seat_of(name)
    states = redealt(match, viewer)
    for state in states:
        assert enough.view(state, viewer) == seen(match, name)
        after = enough.after_choices(state, {B: enough.parse_move("show"), C: enough.parse_move("show")})
        assert after.last is not None
        caller, stayer, folded = (end.shown for end in after.last.standings)
        assert caller is not None
        assert stayer is not None
        assert folded is not None
        assert stayer.distance >= caller.distance
        assert stayer.distance > 0
        assert [(str(use.token), use.change.value) for use in stayer.uses] == [("in", "n+")]
        assert stayer.uses[0].card in stayer.hand
        assert Counter(targets_of("30 34 48")) == Counter([caller.target, stayer.target, folded.target])
    hidden = [n for n in all_seats(3) if n not in (A, viewer)]
    for n in hidden:
        assert len({state.players[n].hand for state in states}) > 10


def test_redealing_after_backing_out_hits_no_target() -> None:
    """E14: an exact hit would have been claimed, so nobody who mucked had one."""
    drawing = ROUND.replace("7 20", "7 8  tokens sl")
    match = do(position(drawing, turn="C", advanced=True), "C: fold", "A: out sl")
    assert deciding(match) == "ABC"
    for state in redealt(match, None):
        after = enough.after_choices(state, dict.fromkeys((A, B, C), enough.parse_move("show")))
        assert after.last is not None
        lots = [end.shown for end in after.last.standings[:2]]
        assert all(lot is not None and lot.distance > 0 for lot in lots)
