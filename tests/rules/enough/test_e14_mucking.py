"""E14: what need not be proved is not shown, unless its owner wants to."""

import json
import re
from itertools import product

import pytest

from closecall.core.record import Player, record_of, steps
from closecall.core.rules import Viewer, all_seats
from closecall.core.seen import encode_seen
from closecall.games import enough
from closecall.games.enough.moves import Total
from closecall.games.enough.state import DrawToken, Ended, Showing, Shown
from rules.enough.contests import At, round_of
from rules.enough.table import (
    A,
    C,
    EnoughMatch,
    deal,
    dealt,
    do,
    kit_of,
    moment,
    over,
    position,
    seen,
    standing,
    stars,
    targets_of,
)


def showing(match: EnoughMatch) -> str:
    """The letters of those whose lot everyone has seen at the end of the last round."""
    assert match.state.last is not None
    ends = zip("ABCDE", match.state.last.standings, strict=False)
    return "".join(name for name, end in ends if end.shown is not None)


# Who shows


@pytest.mark.parametrize(
    ("caller", "others", "shown"),
    [
        # The caller has won against a stayer: the caller proves it, the stayer need not.
        (At(off=1), (At(off=2), At()), "A"),
        (At(off=1), (At(off=1), At(off=9)), "A"),
        # The caller was beaten: those who beat the caller prove it, and the caller is compared with them.
        (At(off=3), (At(off=2), At()), "AB"),
        (At(off=3), (At(off=2), At(off=3)), "AB"),
        (At(off=3), (At(off=2), At(off=9)), "AB"),
        (At(off=3), (At(off=2), At(off=1)), "ABC"),
        # All folded: the caller mucks, unless the exact bonus is claimed.
        (At(off=1), (At(), At()), ""),
        (At(off=0), (At(), At()), "A"),
        # A stayer who lost the tie at zero claims the bonus.
        (At(off=0), (At(off=0), At(off=1)), "AB"),
    ],
)
def test_who_has_to_show(caller: At, others: tuple[At, ...], shown: str) -> None:
    """E14: what must be proved is shown, the rest is mucked."""
    assert showing(round_of(caller, *others)) == shown


@pytest.mark.parametrize(
    ("caller", "others", "shown"),
    [
        (At(off=1, tokens="sl"), (At(off=2), At()), ""),
        (At(off=3, tokens="sl"), (At(off=2), At()), ""),
        (At(off=0, tokens="sl"), (At(off=2), At()), "A"),
        (At(off=3, tokens="sl"), (At(off=0), At(off=1)), "B"),
        (At(off=0, tokens="sl"), (At(), At()), "A"),
        (At(off=1, tokens="sl"), (At(), At()), ""),
    ],
)
def test_who_has_to_show_after_backing_out(caller: At, others: tuple[At, ...], shown: str) -> None:
    """E14: everyone mucks, unless the exact bonus is claimed."""
    match = round_of(caller, *others, advanced=True)
    assert showing(do(match, "A: out sl")) == shown


def test_every_small_round() -> None:
    """E14: caller at 0 to 2, two others who fold or stay at 0 to 2, against the clause word by word."""
    for caller, one, other in product((0, 1, 2), (None, 0, 1, 2), (None, 0, 1, 2)):
        match = round_of(At(off=caller), At(off=one), At(off=other))
        stayers = {name: off for name, off in (("B", one), ("C", other)) if off is not None}
        expected = "A" if stayers or caller == 0 else ""
        expected += "".join(name for name, off in stayers.items() if off < caller or off == 0)
        assert showing(match) == expected


def test_what_is_shown() -> None:
    """E14: hand, target, the tokens where they lay, total and distance."""
    match = position(
        """
        A 0*  target 30  lot [5] 7 20  tokens sd in  called
        B 0*  target 48  lot [4] 8 19  stayed
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    match = do(match, "C: fold", "A: total in:n-@7")
    (target,) = targets_of("30")
    move = enough.parse_move("total in:n-@7")
    assert isinstance(move, Total)
    assert standing(match, "A").shown == Shown((7, 20), target, move.uses, 31, 1, by_choice=False)
    for name in ("A", "B", "C", None):
        view = seen(match, name)
        assert view.last is not None
        assert view.last.standings[0].shown == standing(match, "A").shown
        assert (view.last.standings[1].shown, view.last.standings[2].shown) == (None, None)


def test_face_up_cards_and_stances_stay_known() -> None:
    """E14: mucking hides the hand and the target, not what lay open."""
    match = do(
        position(
            """
            A 0*  target 30  lot [5] 7 20  called
            B 0*  target 48  lot [4] 8 19  stayed
            C 0*  target 34  lot [6] 9 18
            """,
            turn="C",
        ),
        "C: fold",
    )
    ends = [standing(match, name) for name in "ABC"]
    assert [end.face_up for end in ends] == [5, 4, 6]
    assert [end.stance.value for end in ends] == ["called", "stayed", "folded"]


# Spent tokens


def mucker(total: str) -> EnoughMatch:
    """B stays in with two tokens, places them like this, and loses."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 11  called
        B 0*  target 48  lot [4] 8 19  tokens sd in  stayed
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    return do(match, "C: fold", f"B: {total}")


def test_spent_tokens_are_public() -> None:
    """E14: they lie on the table, although the cards under them are not shown."""
    match = mucker("total sd:s@up in:n+@8")
    assert standing(match, "B").shown is None
    for name in ("A", "C", None):
        view = seen(match, name)
        assert view.last is not None
        assert list(map(str, view.last.standings[1].used)) == ["sd", "in"]


def test_nobody_learns_on_which_cards_mucked_tokens_lay() -> None:
    """E14: all ways to place the same two tokens look the same to the others, to the last byte."""
    ways = [
        mucker(f"total sd:{one}@{card} in:{two}@{other}")
        for one in "sd"
        for two in ("i", "n+", "n-")
        for card, other in product(("up", "8", "19"), repeat=2)
        # With the 19 doubled B would come too close to muck.
        if card != other and (one, card) != ("d", "19")
    ]
    assert {showing(way) for way in ways} == {"A"}
    assert len(ways) > 20
    for viewer in (A, C, None):
        assert len({wire(way, viewer) for way in ways}) == 1


def test_the_placement_is_shown_with_the_lot() -> None:
    """E14: a player who proves a total shows how it was reached."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 12  called
        B 0*  target 48  lot [4] 8 19  tokens sd in  stayed
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    match = do(match, "C: fold", "B: total sd:d@19 in:n-@8")
    shown = standing(match, "B").shown
    assert shown is not None
    assert [(str(use.token), use.change.value, use.card) for use in shown.uses] == [
        ("in", "n-", 8),
        ("sd", "d", 19),
    ]


# Nothing leaks: whole rounds with numbers that mean nothing else

CANARIES = kit_of("101-140", "901(1*) 902(2*) 903(3*) 904(1*) 905(2*) 906(3*) 907(1*) 330(2*)", "sd in nl")


def wire(match: EnoughMatch, viewer: Viewer) -> str:
    """Everything that is sent to a viewer, but the kit, which lists all numbers."""
    sent = encode_seen(enough, match.seen_by(viewer))
    del sent["view"]["kit"]
    return json.dumps(sent)


def numbers_in(text: str) -> set[int]:
    """The cards and targets that a text mentions."""
    return {number for number in map(int, re.findall(r"\d+", text)) if number in CANARY_NUMBERS}


CANARY_NUMBERS = {*range(101, 141), *range(901, 908), 330}


def check_secrecy(match: EnoughMatch, proved: dict[int, set[int]]) -> None:
    """Every viewer, at every step of a match, is sent nothing but what they may know.

    That is: cards that lay face up or on the pile in this round, their own hand and target, and what the last
    round proved, which is given.
    """
    people = tuple(Player(name) for name in "ABCDE"[: match.seats])
    states = [before for before, _ in steps(enough, record_of(match, people))] + [match]
    public: set[int] = set()
    number = 0
    for at in states:
        state = at.state
        if state.round != number:
            number, public = state.round, set()
        public |= {*state.discard, *(own.face_up for own in state.players if own.face_up is not None)}
        is_scored = isinstance(state.phase, DrawToken | Showing | Ended)
        told = public | proved.get(number - 1, set()) | (proved[number] if is_scored else set())
        for viewer in (*all_seats(at.seats), None):
            mine: set[int] = set()
            if viewer is not None:
                own = state.players[viewer]
                mine = {*own.hand, *([own.target.number] if own.target else [])}
            assert numbers_in(wire(at, viewer)) <= told | mine
            for seat, other in enumerate(at.seen_by(viewer).view.players):
                assert seat == viewer or (other.hand, other.target) == (None, None)


def first_round(target: int = 901, drawn: int = 121) -> EnoughMatch:
    """All lots are full and fine-tuned once: A [104] 103 121, B [113] 101 111, C [105] 102 114."""
    return do(
        dealt(f"{target} 902 903", "101 102 103", kit=CANARIES, advanced=True),
        "A: deck => 111",
        "B: take A => 104",
        "C: deck => 113",
        "A: take C => 105",
        "B: deck => 112",
        "C: deck => 114",
        f"A: deck => {drawn}",
        "A: drop 111",
        "B: pile 112",
        "C: take B 113",
    )


def next_round(match: EnoughMatch, targets: str = "904 905 906") -> EnoughMatch:
    """Another round, with cards that nobody has had before, as far as its first fine-tuning by First!, C."""
    match = do(
        deal(do(match, "all: keep"), targets, "131 132 133"),
        *("C: deck => 134", "A: deck => 135", "B: deck => 136"),
        *("C: deck => 137", "A: deck => 138", "B: deck => 139"),
        *("C: deck => 140", "C: drop 140"),
    )
    assert moment(match) == "Turn A"
    return match


ROUND_ONE = {901, 902, 903, 104, 113, 105}  # the targets, in any order, and the face-up cards


@pytest.mark.parametrize(
    ("lines", "shown", "mucked"),
    [
        # A is 573 off; B, with 113 + 101 + 106, is 582 off and loses.
        (("B: stay", "B: deck => 106", "B: drop 111", "C: fold", "=> sd"), {103, 121}, {101, 106, 102, 114}),
        # With 113 + 111 + 122 B is 556 off and wins.
        (("B: stay", "B: deck => 122", "B: drop 101", "C: fold"), {103, 121, 111, 122}, {102, 114}),
        # All fold.
        (("B: fold", "C: fold", "=> sd"), set(), {103, 121, 101, 111, 102, 114}),
    ],
    ids=["the caller wins", "the caller is beaten", "all fold"],
)
def test_nothing_mucked_is_ever_sent(lines: tuple[str, ...], shown: set[int], mucked: set[int]) -> None:
    """E14: not to any other player or spectator, at no step of the round nor of the next."""
    match = next_round(do(first_round(), "A: call", *lines))
    check_secrecy(match, {1: ROUND_ONE | shown})
    for viewer in (*all_seats(3), None):
        assert not mucked & numbers_in(wire(match, viewer))
        assert shown <= numbers_in(wire(match, viewer))


def test_an_exact_hit_is_sent() -> None:
    """E14: the claim is automatic, and needs the proof."""
    match = next_round(do(first_round(330, 123), "A: call", "B: fold", "C: fold", "=> sd"))
    assert stars(match) == (3, 0, 0)
    check_secrecy(match, {1: {330, 902, 903, 104, 113, 105, 103, 123}})
    assert {330, 103, 123} <= numbers_in(wire(match, None))


def test_nothing_is_sent_of_a_call_that_was_backed_out_of() -> None:
    """E14: A wins a token unseen, calls again, and backs out with it; all hands stay hidden for good."""
    match = next_round(do(first_round(), "A: call", "B: fold", "C: fold", "=> in"))
    match = do(match, "A: call", "B: stay", "B: deck => 129", "B: drop 136", "C: fold", "A: out in")
    assert stars(match) == (0, 1, 1)
    assert showing(match) == ""
    match = do(match, "all: keep")
    match = do(deal(match, "901 902 907", "128 127 126"), "C: deck => 125", "A: take B => 124")
    # In round two A had [131] 135 138, B [132] 129 139, C [133] 134 137.
    check_secrecy(match, {1: ROUND_ONE, 2: {904, 905, 906, 131, 132, 133}})
    for viewer in (*all_seats(3), None):
        assert not {135, 138, 129, 139, 134, 137} & numbers_in(wire(match, viewer))


def test_a_declined_chance_and_sealed_tokens_are_not_sent() -> None:
    """E14: A totals with a token, wins unseen, and nobody learns of the cards."""
    match = next_round(do(first_round(), "A: call", "B: fold", "C: fold", "=> in"))
    match = do(match, "A: call", "B: fold", "C: fold", "A: pass", "A: total in:i@138", "=> sd")
    assert showing(match) == ""
    assert list(map(str, standing(match, "A").used)) == ["in"]
    match = do(match, "all: keep", "=> 901 902 903")
    check_secrecy(match, {1: ROUND_ONE, 2: {904, 905, 906, 131, 132, 133}})


def test_locks_and_windows_tell_nothing() -> None:
    """E14: a window for a Lock shows the new face-up card and no more."""
    match = do(first_round(), "A: call", "B: fold", "C: fold", "=> nl", "all: keep")
    match = do(
        deal(match, "904 905 906", "131 132 133"),
        *("C: take A => 129", "A: pass", "A: deck => 135", "A: pass", "B: deck => 136"),
        *("C: deck => 137", "A: deck => 138", "A: lock nl", "B: deck => 139"),
        *("C: deck => 140", "C: drop 140", "A: pile 135"),
    )
    check_secrecy(match, {1: ROUND_ONE})


def test_the_check_finds_a_leak() -> None:
    """E14: the check above can fail: it does if less is claimed to be proved."""
    match = do(first_round(), "A: call", "B: stay", "B: deck => 122", "B: drop 101", "C: fold")
    with pytest.raises(AssertionError):
        check_secrecy(match, {1: ROUND_ONE | {103, 121, 111}})


def test_a_finished_game_sends_no_more_than_its_last_round_proved() -> None:
    """E14: the record is open then, but the table still shows only what was proved."""
    match = round_of(At(7, off=1), At(4, off=2), At(4))
    match = do(match, "=> sd")
    assert over(match).winners == (0,)
    assert showing(match) == "A"
    for name in ("A", "C", None):
        assert seen(match, name).players[1].hand is None
        assert seen(match, name).players[1].target is None
