"""What a view contains besides the rules: previews, cards that everyone saw being taken, and redealing."""

from collections import Counter
from random import Random

import pytest

from closecall.core.fate import RandomSource
from closecall.core.rules import Viewer
from closecall.games import enough
from closecall.games.enough import Effect
from closecall.games.enough.state import GiveUp
from closecall.games.enough.view import LotView
from rules.enough.contests import At, round_of
from rules.enough.table import (
    A,
    B,
    C,
    EnoughMatch,
    dealt,
    do,
    kit_of,
    menu,
    moment,
    outcome_of,
    player,
    position,
    seen,
    standing,
    targets_of,
)

FULL = """
    A 0*  target 30  lot [10] 3 7  tokens nl sh
    B 0*  target 32  lot [11] 4 8
    C 0*  target 34  lot [12] 5 9
    """


def preview(match: EnoughMatch, name: str, move: str) -> Effect:
    return enough.effect(seen(match, name), enough.parse_move(move))


# Previews


@pytest.mark.parametrize(
    ("move", "total"),
    [
        ("take B 3", 10 + 7 + 11),
        ("take B 7", 10 + 3 + 11),
        ("take C 3", 10 + 7 + 12),
        ("pile 3", 10 + 7 + 20),
        ("pile 7", 10 + 3 + 20),
        ("call", 10 + 3 + 7),
        ("lock nl", 10 + 3 + 7),
        ("silence sh B", 10 + 3 + 7),
    ],
)
def test_the_lot_after_fine_tuning(move: str, total: int) -> None:
    """E4: what the total would be, and how far from the target."""
    match = position(FULL, pile="20")
    assert move in menu(match, "A")
    assert preview(match, "A", move) == Effect(total, abs(total - 30))


def test_everybody_knows_their_own_lot_alone() -> None:
    """E8: the total of the three cards as they lie and how far it is; nobody else sees it."""
    match = position(FULL)
    lots = {name: [one.lot for one in seen(match, name).players] for name in ("A", "B", None)}
    unknown = LotView(None, None)
    assert lots == {
        "A": [LotView(20, 10), unknown, unknown],
        "B": [unknown, LotView(23, 9), unknown],
        None: [unknown] * 3,
    }


def test_a_lot_has_a_total_while_it_is_full() -> None:
    """E3: not before its third card; and in E4 not while a fourth one is in the hand."""
    match = do(dealt("30 32 34", "10 11 12"), "A: deck => 9", "B: deck => 1", "C: deck => 2")
    assert seen(match, "A").players[A].lot == LotView(None, None)
    match = do(match, "A: take C => 3")
    assert seen(match, "A").players[A].lot == LotView(10 + 9 + 12, 1)
    assert seen(do(position(FULL), "A: deck => 20"), "A").players[A].lot == LotView(None, None)


def test_the_lot_to_show_is_that_with_the_committed_tokens() -> None:
    """E14: who may show sees the total that everybody would see."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 11  called
        B 0*  target 48  lot [4] 8 19  tokens sd in  stayed
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    match = do(match, "C: fold", "B: total in:n+@8 => sl")
    assert moment(match) == "Showing"
    assert seen(match, "B").players[B].lot == LotView(4 + 9 + 19, 16)
    assert seen(match, "B").players[B].uses == player(match, "B").uses != ()
    assert [seen(match, name).players[B].uses for name in ("A", "C", None)] == [()] * 3
    assert preview(match, "B", "show") == preview(match, "B", "keep") == Effect(4 + 9 + 19, 16)
    shown = standing(do(match, "B: show", "C: keep"), "B").shown
    assert shown is not None
    assert shown.total == 4 + 9 + 19


def test_a_card_from_the_deck_is_unknown() -> None:
    """E4: so is the lot after it."""
    assert preview(position(FULL), "A", "deck") == Effect(None, None)


@pytest.mark.parametrize(("move", "total"), [("drop 3", 37), ("drop 7", 33), ("drop 20", 20)])
def test_the_lot_after_discarding(move: str, total: int) -> None:
    """E4: one of three cards goes."""
    match = do(position(FULL), "A: deck => 20")
    assert preview(match, "A", move) == Effect(total, abs(total - 30))


def test_a_lot_that_is_not_full_has_no_total() -> None:
    """E3: with the second card of the hand it gets one."""
    match = dealt("30 32 34", "10 11 12")
    for move in ("deck", "take B"):
        assert preview(match, "A", move) == Effect(None, None)
    match = do(match, "A: deck => 9", "B: deck => 1", "C: deck => 2")
    assert preview(match, "A", "deck") == Effect(None, None)
    assert preview(match, "A", "take C") == Effect(10 + 9 + 12, 1)


def test_staying_folding_and_passing_change_nothing() -> None:
    """E6: the preview is the lot as it is."""
    match = do(position(FULL, turn="C"), "C: call")
    for move in ("stay", "fold", "lock nl"):
        told = preview(match, "A", move)
        assert (told.total, told.distance) == (20, 10)


# Cards that everyone saw being taken


def known(match: EnoughMatch, name: str) -> tuple[int, ...]:
    """What a spectator knows of a hand."""
    return seen(match, None).players["ABC".index(name)].known


def test_a_taken_face_up_card_is_known() -> None:
    """E3: a card from the deck is not."""
    match = do(dealt(), "A: take B => 1", "B: deck => 2", "C: deck => 3", "A: deck => 4")
    assert (known(match, "A"), player(match, "A").hand) == ((11,), (4, 11))
    assert (known(match, "B"), known(match, "C")) == ((), ())


def test_a_card_from_the_pile_is_known() -> None:
    """E4: everyone saw it lying there."""
    match = do(position(FULL, pile="20"), "A: pile 3")
    assert known(match, "A") == (20,)


def test_a_swapped_card_is_known() -> None:
    """E4: the taker's new card is known, the owner's hand is not touched."""
    match = do(position(FULL), "A: take B 3")
    assert (known(match, "A"), known(match, "B")) == ((11,), ())


def test_a_known_card_given_up_is_known_no_more() -> None:
    """E4: by discarding, to the pile, or to another player."""
    drawing = FULL.replace("lot [10] 3 7", "lot [10] 3 7  known 3 7")
    assert known(do(position(drawing), "A: deck => 1", "A: drop 3"), "A") == (7,)
    assert known(do(position(drawing, pile="20"), "A: pile 7"), "A") == (3, 20)
    assert known(do(position(drawing), "A: take B 3"), "A") == (7, 11)
    assert known(do(position(drawing), "A: deck => 1", "A: drop 1"), "A") == (3, 7)


def test_an_unseen_card_given_up_leaves_the_known_ones() -> None:
    """E4: what is left of the hand is exactly what everyone saw."""
    drawing = FULL.replace("lot [10] 3 7", "lot [10] 3 7  known 7")
    match = do(position(drawing), "A: take B 3")
    assert (known(match, "A"), player(match, "A").hand) == ((7, 11), (7, 11))


def test_of_two_equal_cards_nobody_knows_which_was_given() -> None:
    """E4: a 7 was seen, a 7 is given: the other card may be anything to the others."""
    drawing = FULL.replace("lot [10] 3 7", "lot [10] 7 7  known 7")
    match = do(position(drawing), "A: deck => 1", "A: drop 7")
    assert (known(match, "A"), player(match, "A").hand) == ((), (1, 7))


def test_a_card_taken_back() -> None:
    """E4: a 7 for a 7 leaves a 7 that everyone saw."""
    match = do(position(FULL, pile="7"), "A: pile 7")
    assert known(match, "A") == (7,)
    pair = position(FULL.replace("lot [10] 3 7", "lot [10] 7 7  known 7 7"))
    assert known(do(pair, "A: take C 7"), "A") == (7, 12)


def test_a_new_round_forgets() -> None:
    """E2: all cards are shuffled."""
    match = do(position(FULL.replace("tokens nl sh", "known 3 7")), "A: call", "B: fold", "C: fold", "=> sd")
    match = do(match, "all: keep")
    assert known(match, "A") == ()


# Redealing

PLAYED = do(
    position(FULL.replace("tokens nl sh", "tokens in"), pile="20"),
    *("A: pile 3", "B: take A 8", "C: deck => 19", "C: drop 5"),
)


def redealt(match: EnoughMatch, viewer: Viewer, times: int = 300) -> list[enough.State]:
    source = RandomSource(Random(5))
    return [enough.redeal(match.state, viewer, source) for _ in range(times)]


@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_redealing_changes_nothing_that_is_seen(viewer: Viewer) -> None:
    """E14: the viewer cannot tell the states apart; all cards and targets are still there once."""
    for state in redealt(PLAYED, viewer):
        assert enough.view(state, viewer) == enough.view(PLAYED.state, viewer)
        cards = [*state.deck, *state.discard]
        for own in state.players:
            cards += [*own.hand, *([] if own.face_up is None else [own.face_up])]
            assert not Counter(own.known) - Counter(own.hand)
        assert sorted(cards) == sorted(state.kit.cards)
        targets = [own.target for own in state.players]
        assert len(set(targets)) == 3


def test_redealing_gives_every_unseen_card() -> None:
    """E14: B's unseen card may be any card that A does not see, as often as there are such cards."""
    # A holds 7 and 20; B has taken A's 10 and still has an unseen 4; C holds 9 and 19, both unseen.
    assert (player(PLAYED, "B").hand, player(PLAYED, "B").known) == ((4, 10), (10,))
    unseen = Counter(PLAYED.state.deck) + Counter([4, 9, 19])
    hands = [Counter(state.players[B].hand) - Counter([10]) for state in redealt(PLAYED, A, 6000)]
    found = sum(hands, Counter[int]())
    assert found.total() == 6000
    assert found.keys() == unseen.keys()
    for card, count in unseen.items():
        expected = 6000 * count / unseen.total()
        assert abs(found[card] - expected) < 6 * expected**0.5


def test_redealing_gives_every_free_target() -> None:
    """E14: neither the viewer's own one nor one that rests."""
    match = position(FULL, resting="14 16 18")
    found = Counter(state.players[C].target for state in redealt(match, A, 3000))
    assert found.keys() == set(match.state.kit.targets) - set(targets_of("14 16 18 30"))
    assert max(found.values()) < 2 * min(found.values())


def test_redealing_deals_to_a_spectator_too() -> None:
    """E14: for a viewer who sees no hand, all hands are redealt."""
    hands = {state.players[A].hand for state in redealt(PLAYED, None)}
    assert len(hands) > 5
    assert all(20 in hand for hand in hands)  # everyone saw A take it


def test_redealing_keeps_the_own_draw() -> None:
    """E14: while someone chooses a discard, the drawn card is theirs to know."""
    match = do(position(FULL), "A: deck => 20")
    for state in redealt(match, A, 20):
        assert state.phase == GiveUp(A, 20)
    drawn = set()
    for state in redealt(match, B):
        assert isinstance(state.phase, GiveUp)
        assert state.phase.drawn in state.players[A].hand
        assert len(state.players[A].hand) == 3
        drawn.add(state.phase.drawn)
    assert len(drawn) > 5


def test_redealing_a_draw_to_a_hand_that_everybody_knows() -> None:
    """E14: the drawn card is the only one that may be another."""
    match = do(position(FULL.replace("lot [10] 3 7", "lot [10] 3 7  known 3 7")), "A: deck => 20")
    drawn = set()
    for state in redealt(match, B):
        assert isinstance(state.phase, GiveUp)
        assert state.players[A].hand == tuple(sorted((3, 7, state.phase.drawn)))
        drawn.add(state.phase.drawn)
    assert len(drawn) > 5


def test_redealing_a_scored_round() -> None:
    """E15: which targets were in it is known by now, and lots that were shown stay as they are."""
    match = round_of(At(off=3), At(off=5), At(off=5), At())
    assert moment(match) == "DrawToken"
    shown = match.state.players[A]
    after = do(match, "=> sd")
    for state in redealt(match, B, 50):
        assert state.players[A] == shown
        again = enough.after_chance(state, outcome_of(match, "sd"))
        assert enough.view(again, B) == enough.view(after.state, B)


def test_redealing_a_round_with_different_targets() -> None:
    """E15: the targets of those who mucked change hands among themselves only."""
    match = do(
        position(
            """
            A 0*  target 30  lot [10] 10 12  called
            B 0*  target 14  lot [4] 8 19  folded
            C 0*  target 48  lot [6] 9 18
            """,
            turn="C",
        ),
        "C: fold",
    )
    assert moment(match) == "DrawToken"
    found = {tuple(own.target for own in state.players) for state in redealt(match, B, 60)}
    assert found == {targets_of("30 14 48"), targets_of("48 14 30")}
    found = {tuple(own.target for own in state.players) for state in redealt(match, None, 200)}
    assert len(found) == 6


def test_redealing_keeps_committed_tokens_in_their_places() -> None:
    """E14: a token stays on the face-up card; one on the lower card of the hand lies on the new lower one."""
    match = position(
        """
        A 0*  target 30  lot [10] 10 11  called
        B 0*  target 48  lot [4] 8 19  tokens sd in  stayed
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    match = do(match, "C: fold", "B: total sd:s@up in:n+@8 => sl")
    assert standing(match, "B").shown is None
    hands = set()
    for state in redealt(match, C, 50):
        own = state.players[B]
        assert {str(use.token): use.card for use in own.uses} == {"sd": None, "in": own.hand[0]}
        hands.add(own.hand)
    assert len(hands) > 5


def test_redealing_a_round_whose_result_leaves_no_other_deal() -> None:
    """E14: with any other hand, B would have been closer than A and would have had to show it."""
    kit = kit_of("1x2 10x48", "20(1*) 30(1*) 40(1*) 50(1*) 60(1*) 70(1*)")
    match = position(
        """
        A 0*  target 40  lot [10] 10 10  called
        B 0*  target 30  lot [10] 1 1  stayed
        C 0*  target 50  lot [10] 10 10
        """,
        turn="C",
        kit=kit,
    )
    match = do(match, "C: fold")
    assert moment(match) == "DrawToken"
    assert redealt(match, C, 20) == [match.state] * 20
