"""E8: caller and stayers commit their totalling tokens at once, unseen by each other."""

import json
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from closecall.core.errors import AlreadyChosen, IllegalMove, NotYourDecision
from closecall.core.rules import Viewer
from closecall.core.seen import encode_seen
from closecall.games import enough
from closecall.games.enough import Token, shipped_kit
from closecall.games.enough.menus import total_menu
from closecall.games.enough.moves import Change, Total, Use, format_move
from closecall.games.enough.state import Player
from rules.enough.contests import At, round_of
from rules.enough.table import (
    A,
    B,
    C,
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
    tokens_of,
)


def wire(match: EnoughMatch, viewer: Viewer) -> str:
    """Everything that is sent to a viewer."""
    return json.dumps(encode_seen(enough, match.seen_by(viewer)))


TWO_TOTAL = position(
    """
    A 0*  target 30  lot [5] 7 20  tokens sd in  called
    B 0*  target 36  lot [4] 8 19  tokens si dn  stayed
    C 0*  target 34  lot [6] 9 18  tokens sn
    """,
    turn="C",
)


# Who is asked


def test_caller_and_stayers_decide_at_once() -> None:
    """E8: those who folded do not, whatever they hold."""
    match = do(TWO_TOTAL, "C: fold")
    assert (moment(match), deciding(match)) == ("Totalling", "AB")
    assert type(refused(match, "C: total")) is NotYourDecision


def test_all_three_decide() -> None:
    """E8: a stayer who fine-tuned last is asked with the others."""
    match = do(TWO_TOTAL, "C: stay", "C: deck => 1", "C: drop 1")
    assert deciding(match) == "ABC"


@pytest.mark.parametrize(
    ("caller", "stayer", "asked"),
    [
        ("sd", "-", "A"),
        ("-", "in", "B"),
        ("lh", "in", "B"),
        ("sl", "lh", "A"),
        ("nh", "il", "AB"),
    ],
)
def test_only_holders_of_a_totalling_token_are_asked(caller: str, stayer: str, asked: str) -> None:
    """E8: a token that can only lock or silence does not help."""
    match = position(
        f"""
        A 0*  target 30  lot [5] 7 20  tokens {caller}  called
        B 0*  target 32  lot [4] 8 19  tokens {stayer}  stayed
        C 0*  target 34  lot [6] 9 18  tokens sn
        """,
        turn="C",
    )
    assert deciding(do(match, "C: fold")) == asked


def test_nobody_is_asked_without_tokens() -> None:
    """E8: then the round is scored at once."""
    match = round_of(At(off=0), At(off=1), At(tokens="sd"))
    assert moment(match) == "DrawToken"


def test_while_totalling_nothing_else() -> None:
    """E8: turns are over."""
    match = do(TWO_TOTAL, "C: fold")
    for line in ("A: deck", "A: call", "A: take C", "A: take C 7", "A: pile 7"):
        assert refused(match, line).code == "enough_now_total"
    assert refused(match, "A: pass").code == "enough_no_pass"
    assert refused(match, "A: stay").code == "enough_not_final"


def test_totalling_comes_last() -> None:
    """E8: not on a turn, not on a final turn."""
    assert refused(TWO_TOTAL, "C: total").code == "enough_total_later"
    assert refused(do(TWO_TOTAL, "C: stay"), "C: total sn:n+@9").code == "enough_total_later"


# Secret and simultaneous


def test_a_sealed_total_is_invisible() -> None:
    """E8: whatever A commits, B, C and a spectator see the same, to the last byte."""
    match = do(TWO_TOTAL, "C: fold")
    sealed = [do(match, f"A: {move}") for move in menu(match, "A")]
    for viewer in (B, C, None):
        assert len({wire(one, viewer) for one in sealed}) == 1
    assert len({wire(one, A) for one in sealed}) == len(sealed)


def test_all_that_is_seen_is_who_has_committed() -> None:
    """E8: tokens held and used stay as they were until everyone has committed."""
    match = do(TWO_TOTAL, "C: fold")
    after = do(match, "A: total sd:d@7")
    for viewer in (B, C, None):
        before = json.loads(wire(match, viewer))
        assert before.pop("waiting") == [A, B]
        now = json.loads(wire(after, viewer))
        assert now.pop("waiting") == [B]
        assert now == before
    assert after.state == match.state


def test_the_order_of_committing_does_not_matter() -> None:
    """E8: totals are resolved together."""
    match = do(TWO_TOTAL, "C: fold")
    one = do(match, "A: total in:n-@7", "B: total si:i@up dn:n+@19")
    other = do(match, "B: total si:i@up dn:n+@19", "A: total in:n-@7")
    assert one.state == other.state
    assert moment(one) != "Totalling"


def test_a_commitment_can_be_taken_back_until_all_have_committed() -> None:
    """E8: it is sealed, not spent, as long as someone still decides."""
    match = do(TWO_TOTAL, "C: fold")
    sealed = do(match, "A: total sd:d@7")
    with pytest.raises(AlreadyChosen):
        do(sealed, "A: total")
    again = sealed.take_back(A, point=sealed.point)
    assert again.seen_by(B) == match.seen_by(B)
    done = do(again, "A: total", "B: total")
    assert held(done, "A") == "sd in"


# Totals and distances


@pytest.mark.parametrize(
    ("lot", "total", "distance"),
    [
        ("[2] 5 5", 12, 2),
        ("[2] 5 9", 16, 2),
        ("[2] 5 7", 14, 0),
        ("[1] 1 1", 3, 11),
        ("[20] 20 19", 59, 45),
    ],
)
def test_over_or_under_does_not_matter(lot: str, total: int, distance: int) -> None:
    """E8: 12 and 16 are both 2 from 14."""
    match = position(
        f"""
        A 0*  target 14  lot {lot}  called
        B 0*  target 48  lot [3] 3 3  stayed
        C 0*  target 34  lot [6] 8 18
        """,
        turn="C",
    )
    shown = standing(do(match, "C: fold"), "A").shown
    assert shown is not None
    assert (shown.total, shown.distance) == (total, distance)


def test_a_negative_total() -> None:
    """E8: subtracting may lead below zero; the distance grows with it."""
    match = position(
        """
        A 0*  target 14  lot [5] 7 20  tokens sd si sn  called
        B 0*  target 48  lot [3] 3 3  stayed
        C 0*  target 34  lot [6] 8 18
        """,
        turn="C",
    )
    match = do(match, "C: fold", "A: total sd:s@up si:s@7 sn:s@20")
    shown = standing(match, "A").shown
    assert shown is not None
    assert (shown.total, shown.distance) == (-32, 46)
    assert stars(match) == (0, 1, 0)  # B is 39 away and closer


def test_what_is_committed_is_spent() -> None:
    """E8: even if it does not help, or makes things worse."""
    match = do(TWO_TOTAL, "C: fold", "A: total sd:d@20 in:n+@up", "B: total si:i@up")
    # A has 6 + 7 + 40 = 53, far over 30; B has 8 + 19 = 27, which is 9 from 36, and wins.
    assert stars(match) == (0, 1, 0)
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("", "dn", "sn")
    assert [list(map(str, standing(match, name).used)) for name in "ABC"] == [["sd", "in"], ["si"], []]


def test_what_is_not_committed_is_kept() -> None:
    """E8: for a later round."""
    match = do(TWO_TOTAL, "C: fold", "A: total", "B: total", "=> lh")
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("sd in lh", "si dn", "sn")


def test_a_caller_whom_all_folded_to_may_spend() -> None:
    """E8: the win is certain, and a token may bring the exact bonus."""
    match = round_of(At(off=1, tokens="sn"), At(), At())
    assert deciding(match) == "A"
    assert stars(do(match, "A: total")) == (1, 0, 0)
    exact = do(match, "A: total sn:n-@11")
    assert stars(exact) == (2, 0, 0)
    assert standing(exact, "A").exact


def test_tokens_decide_a_round() -> None:
    """E8: distances count after tokens."""
    match = round_of(At(off=3, tokens="sn"), At(off=3, tokens="dn"), At())
    assert stars(do(match, "A: total", "B: total dn:n-@13")) == (0, 1, 0)
    assert stars(do(match, "A: total sn:n-@13", "B: total dn:n-@13")) == (1, 0, 0)


def test_equal_lots_have_equal_totals_whichever_card_carries_the_token() -> None:
    """E8: 10 and 10 doubled is the same on the face-up card as on the hand's."""
    match = round_of(At(off=2, tokens="sd"), At(off=9), At())
    totals = [
        enough.effect(seen(match, "A"), enough.parse_move(f"total sd:d@{card}")) for card in ("up", "10")
    ]
    assert totals[0] == totals[1]
    assert (totals[0].total, totals[0].distance) == (42, 12)


# The menu against a naive enumeration

LETTERS = {"s": ["s"], "d": ["d"], "i": ["i"], "n": ["n+", "n-"], "l": [], "h": []}
ALL_TOKENS = shipped_kit("standard").tokens


def naive(tokens: list[Token], cards: list[str]) -> set[tuple[str, ...]]:
    """Every way to place tokens, by trying each token or none on each card; a way is its sorted words."""
    choices = [(n, change) for n, token in enumerate(tokens) for x in str(token) for change in LETTERS[x]]
    ways = set()
    for placed in product([None, *choices], repeat=len(cards)):
        used = [choice[0] for choice in placed if choice]
        if len(used) == len(set(used)):
            words = [
                f"{tokens[choice[0]]}:{choice[1]}@{card}"
                for choice, card in zip(placed, cards, strict=True)
                if choice
            ]
            ways.add(tuple(sorted(words)))
    return ways


def holder(tokens: list[Token], hand: tuple[int, int], *, locked: bool) -> Player:
    return Player(face_up=9, hand=tuple(sorted(hand)), tokens=tuple(tokens), lock_token=locked)


def words_of(move: Total) -> tuple[str, ...]:
    return tuple(sorted(format_move(move).split()[1:]))


token_lists = st.lists(st.sampled_from(ALL_TOKENS), max_size=4)
hands = st.tuples(st.integers(1, 3), st.integers(1, 3))


@given(token_lists, hands, st.booleans())
@example(list(tokens_of("sd sd")), (3, 3), False)
@example(list(tokens_of("in in in")), (3, 3), True)
@example([], (1, 2), False)
def test_the_menu_is_every_way_to_place_tokens(
    tokens: list[Token], hand: tuple[int, int], locked: bool
) -> None:
    """E8: each way once, equal cards and equal tokens included, at most one token per card."""
    whole = total_menu(holder(tokens, hand, locked=locked))
    cards = ([] if locked else ["up"]) + [str(card) for card in hand]
    moves = list(whole)
    assert len(moves) == len(set(moves)) == len(whole)
    assert {words_of(move) for move in moves} == naive(tokens, cards)
    assert len(naive(tokens, cards)) == len(moves)
    assert all(move in whole for move in moves)


uses = st.builds(
    Use, st.sampled_from(ALL_TOKENS), st.sampled_from(list(Change)), st.sampled_from([None, 1, 2, 3])
)


@given(token_lists, hands, st.booleans(), st.lists(uses, max_size=3))
def test_membership_is_as_the_naive_enumeration_says(
    tokens: list[Token], hand: tuple[int, int], locked: bool, placed: list[Use]
) -> None:
    """E8: any other placing of tokens is refused; a legal one is accepted in its canonical order."""
    whole = total_menu(holder(tokens, hand, locked=locked))
    cards = ([] if locked else ["up"]) + [str(card) for card in hand]
    move = enough.parse_move(format_move(Total(tuple(placed))))  # in canonical order
    assert isinstance(move, Total)
    assert (move in whole) == (words_of(move) in naive(tokens, cards))
    assert enough.parse_move("deck") not in whole


@pytest.mark.parametrize(
    ("tokens", "hand", "locked", "size"),
    [
        ("", (4, 7), False, 1),
        ("lh", (4, 7), False, 1),
        ("sd", (4, 7), False, 1 + 2 * 3),
        ("sd", (4, 4), False, 1 + 2 * 2),
        ("sd", (4, 7), True, 1 + 2 * 2),
        ("sd", (4, 4), True, 1 + 2),
        ("in", (4, 7), False, 1 + 3 * 3),
        ("sl", (4, 7), False, 1 + 3),
        ("sd in", (4, 7), False, 1 + 6 + 9 + 6 * (2 * 3)),
        ("sd sd", (4, 7), False, 1 + 6 + 3 * (2 * 2)),
        ("sd in lh", (4, 7), True, 1 + 4 + 6 + 2 * (2 * 3)),
    ],
)
def test_sizes_counted_by_hand(tokens: str, hand: tuple[int, int], locked: bool, size: int) -> None:
    """E8: one way for each choice of cards, tokens and abilities."""
    whole = total_menu(holder(list(tokens_of(tokens)), hand, locked=locked))
    assert len(whole) == len(list(whole)) == size


def test_the_order_of_writing_does_not_matter() -> None:
    """E8: the same tokens on the same cards are the same move."""
    one = enough.parse_move("total in:n+@20 sd:d@up")
    assert one == enough.parse_move("total sd:d@up in:n+@20")
    assert enough.format_move(one) == "total sd:d@up in:n+@20"


def test_a_total_out_of_order_is_refused() -> None:
    """E8: a program that sends one learns how to write it."""
    match = do(TWO_TOTAL, "C: fold")
    move = enough.parse_move("total sd:d@up in:n+@7")
    assert isinstance(move, Total)
    backwards = Total(tuple(reversed(move.uses)))
    with pytest.raises(IllegalMove) as caught:
        match.commit(A, backwards, point=match.point)
    assert caught.value.code == "enough_total_order"


def test_every_total_on_the_menu_is_accepted() -> None:
    """E8: and scored; each leads to the total that its preview promised."""
    match = round_of(At(off=9, tokens="sd sn"), At(off=1), At())
    for text in menu(match, "A"):
        preview = enough.effect(seen(match, "A"), enough.parse_move(text))
        shown = standing(do(match, f"A: {text}"), "A").shown
        assert shown is not None
        assert (shown.total, shown.distance) == (preview.total, preview.distance)
