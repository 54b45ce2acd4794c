"""E8: a player with many tokens has thousands of ways to total; few are listed, and all can be built."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from closecall.core.rules import Listed, Outline
from closecall.core.seen import decode_seen, encode_seen
from closecall.games import enough
from closecall.games.enough.kit import Token, sorted_kit
from closecall.games.enough.menus import LONGEST_OUTLINE, TotalMenu, total_menu
from closecall.games.enough.moves import CHANGES, Total, Use, in_order
from closecall.games.enough.state import Player
from rules.enough.table import A, B, C
from support.long_menus import ALL_KINDS, LISTED_WAYS, MOST_COPIES, totalling_match

Held = tuple[Token, ...]
Hand = tuple[int, int]


def menu_of(held: Held, hand: Hand = (4, 7), *, locked: bool = False) -> TotalMenu:
    return total_menu(Player(face_up=9, hand=hand, tokens=held, lock_token=locked))


def naive(menu: TotalMenu) -> list[Total]:
    """Every way: for each card no token at first, then each change of each token."""
    kinds = dict.fromkeys(menu.tokens)
    changes = [
        (kind, change) for kind in kinds for part in (kind.one, kind.other) for change in CHANGES[part]
    ]
    ways = []
    for placed in product((None, *changes), repeat=len(menu.cards)):
        uses = [Use(*choice, card) for choice, card in zip(placed, menu.cards, strict=True) if choice]
        used = [use.token for use in uses]
        if all(used.count(kind) <= menu.tokens.count(kind) for kind in used):
            ways.append(in_order(uses))
    return list(dict.fromkeys(ways))


held_tokens = st.lists(st.sampled_from(ALL_KINDS), max_size=6).map(
    lambda held: sorted_kit("", (), (), tuple(held)).tokens
)
hands: st.SearchStrategy[Hand] = st.sampled_from([(4, 7), (4, 4)])


@given(held_tokens, hands, st.booleans())
@example(ALL_KINDS, (4, 7), False)
@example(ALL_KINDS, (4, 4), False)
def test_the_order_of_the_ways(held: Held, hand: Hand, locked: bool) -> None:
    """E8: it is also the order of the compiled twin."""
    menu = menu_of(held, hand, locked=locked)
    assert list(menu) == naive(menu)


@given(held_tokens, hands, st.booleans())
@example(ALL_KINDS * 3, (4, 7), False)
@example(ALL_KINDS * 3, (4, 4), True)
def test_an_outline_has_as_many_tokens_as_stay_short(held: Held, hand: Hand, locked: bool) -> None:
    """E8: all ways, or those with at most two tokens, or those with at most one."""
    menu = menu_of(held, hand, locked=locked)
    by_tokens = [[way for way in menu if len(way.uses) <= most] for most in range(len(menu.cards), 0, -1)]
    short = next(ways for ways in by_tokens if len(ways) <= LONGEST_OUTLINE)
    assert menu.outline() == Outline(tuple(short), is_whole=short == by_tokens[0])


@pytest.mark.parametrize(
    ("held", "tokens", "lines"),
    [
        (ALL_KINDS[:3], 3, 1 + 21 + 3 * 32 + 72),
        (ALL_KINDS[:5], 2, 1 + 27 + 3 * 62),
        (ALL_KINDS, 1, LISTED_WAYS),
        (ALL_KINDS * MOST_COPIES, 1, LISTED_WAYS),
    ],
)
def test_outlines_of_known_length(held: Held, tokens: int, lines: int) -> None:
    """E8: however many tokens somebody holds, hardly more than 400 ways are listed."""
    outline = menu_of(held).outline()
    assert (max(len(way.uses) for way in outline.moves), len(outline.moves)) == (tokens, lines)


@given(held_tokens, hands, st.booleans(), st.data())
@example(ALL_KINDS, (4, 4), False, None)
def test_one_token_more(held: Held, hand: Hand, locked: bool, data: st.DataObject | None) -> None:
    """E8: exactly the ways that place the same tokens and one more."""
    menu = menu_of(held, hand, locked=locked)
    ways = list(menu)
    way = ways[len(ways) // 2] if data is None else data.draw(st.sampled_from(ways))
    longer = [other for other in ways if len(other.uses) == len(way.uses) + 1 and contains(other, way)]
    extending = menu.extending(way)
    assert len(set(extending)) == len(extending)
    assert set(extending) == set(longer)


def contains(longer: Total, way: Total) -> bool:
    left = list(longer.uses)
    for use in way.uses:
        if use not in left:
            return False
        left.remove(use)
    return True


def test_only_ways_are_extended() -> None:
    """E8: nothing follows from a token that somebody does not hold, or from another move."""
    menu = menu_of(ALL_KINDS[:1])
    assert menu.extending(enough.parse_move("total in:n+@4")) == ()
    assert menu.extending(enough.parse_move("deck")) == ()
    assert menu.extending("total") == ()


@pytest.mark.parametrize("copies", [1, 3, MOST_COPIES])
def test_the_menu_follows_from_what_is_sent(copies: int) -> None:
    """E8: who reads an outline of 76 ways can choose any of thousands."""
    match = totalling_match(copies)
    for viewer, listed in ((A, LISTED_WAYS), (B, LISTED_WAYS), (C, 1 + 2 * 25)):
        seen = match.seen_by(viewer)
        sent = encode_seen(enough, seen)
        assert (len(sent["menu"]), sent["has_more_moves"]) == (listed, True)
        assert decode_seen(enough, sent).menu == seen.menu
    assert encode_seen(enough, match.seen_by(None))["has_more_moves"] is False


@pytest.mark.parametrize(
    "change",
    [{"viewer": None}, {"viewer": 3}, {"viewer": -1}, {"viewer": 1}],
)
def test_a_contradictory_outline_is_the_menu(change: dict[str, int | None]) -> None:
    """E8: if the view does not tell whose tokens these are, only what is listed counts."""
    sent = encode_seen(enough, totalling_match().seen_by(A))
    sent["view"] |= change
    assert isinstance(decode_seen(enough, sent).menu, Listed)
