"""E4: with a full lot, take one card and give one up."""

import pytest

from closecall.core.errors import IllegalMove
from rules.enough.table import dealt, do, lot, menu, moment, player, position, refused, seen

FULL = """
    A 0*  target 30  lot [10] 3 7
    B 0*  target 32  lot [11] 4 8
    C 0*  target 34  lot [12] 5 9
    """


def test_the_whole_menu() -> None:
    """E4: the deck, another's face-up card for either card of the hand, or a call; no pile exists yet."""
    assert menu(position(FULL), "A") == ["deck", "take B 3", "take B 7", "take C 3", "take C 7", "call"]


def test_the_whole_menu_with_a_pile() -> None:
    """E4: the top of the pile for either card of the hand."""
    assert menu(position(FULL, turn="B", pile="1 2"), "B") == [
        "deck",
        *("pile 4", "pile 8"),
        *("take A 4", "take A 8", "take C 4", "take C 8"),
        "call",
    ]


def test_the_pile_starts_empty() -> None:
    """E4: the first card that is discarded starts it; before that there is none to take from."""
    match = position(FULL)
    assert match.state.discard == ()
    assert refused(match, "A: pile 3").code == "enough_no_pile"
    match = do(match, "A: deck => 6", "A: drop 6")
    assert match.state.discard == (6,)
    assert "pile 4" in menu(match, "B")


@pytest.mark.parametrize(("dropped", "kept"), [("3", "[10] 6 7"), ("6", "[10] 3 7"), ("7", "[10] 3 6")])
def test_from_the_deck_any_card_is_discarded(dropped: str, kept: str) -> None:
    """E4: one of the two cards held before, or the drawn one."""
    match = do(position(FULL), "A: deck => 6")
    assert moment(match) == "GiveUp A"
    assert menu(match, "A") == ["drop 3", "drop 6", "drop 7"]
    match = do(match, f"A: drop {dropped}")
    assert lot(match, "A") == kept
    assert match.state.discard == (int(dropped),)
    assert moment(match) == "Turn B"


def test_the_drawn_card_is_seen_before_one_is_discarded() -> None:
    """E4: its drawer alone sees it."""
    match = do(position(FULL), "A: deck => 6")
    assert (seen(match, "A").drawn, seen(match, "A").players[0].hand) == (6, (3, 6, 7))
    for name in ("B", "C", None):
        assert seen(match, name).drawn is None
        assert seen(match, name).players[0].hand is None
        assert seen(match, name).players[0].hand_size == 3


def test_after_drawing_a_card_must_be_discarded() -> None:
    """E4: nothing else is possible, not even calling."""
    match = do(position(FULL, pile="1"), "A: deck => 6")
    for line in ("A: deck", "A: pile 3", "A: take B 3", "A: take B", "A: call"):
        assert refused(match, line).code == "enough_now_drop"
    assert refused(match, "A: pass").code == "enough_no_pass"


def test_only_a_card_of_the_hand_is_discarded() -> None:
    """E4: the face-up card never leaves in this way."""
    match = do(position(FULL), "A: deck => 6")
    error = refused(match, "A: drop 10")
    assert (type(error), error.code) == (IllegalMove, "enough_not_in_hand")
    assert error.facts == {"card": 10, "hand": "3, 6, 7"}


def test_nothing_is_dropped_without_drawing() -> None:
    """E4: discarding follows the draw."""
    assert refused(position(FULL), "A: drop 3").code == "enough_nothing_drawn"


def test_from_the_pile() -> None:
    """E4: the top card is taken, and the card given up is the new top."""
    match = do(position(FULL, pile="1 2"), "A: pile 7")
    assert lot(match, "A") == "[10] 2 3"
    assert match.state.discard == (1, 7)
    assert moment(match) == "Turn B"


def test_only_the_top_of_the_pile() -> None:
    """E4: each turn takes the card that was discarded last."""
    match = do(position(FULL, pile="1 2"), "A: pile 7", "B: pile 4", "C: pile 5")
    assert [lot(match, name) for name in "ABC"] == ["[10] 2 3", "[11] 7 8", "[12] 4 9"]
    assert match.state.discard == (1, 5)


def test_the_last_card_of_the_pile() -> None:
    """E4: a pile of one card stays a pile of one card."""
    match = do(position(FULL, pile="1"), "A: pile 3")
    assert lot(match, "A") == "[10] 1 7"
    assert match.state.discard == (3,)


def test_a_different_card_goes_to_the_pile() -> None:
    """E4: the card just taken from the pile cannot be put back, unless one like it was in the hand."""
    match = position(FULL, pile="1 2")
    error = refused(match, "A: pile 2")
    assert (error.code, error.facts) == ("enough_not_in_hand", {"card": 2, "hand": "3, 7"})


def test_a_seven_for_a_seven_from_the_pile() -> None:
    """E4: different means another card, not another number."""
    match = do(position(FULL, pile="1 7"), "A: pile 7")
    assert lot(match, "A") == "[10] 3 7"
    assert match.state.discard == (1, 7)
    assert player(match, "A").known == (7,)


def test_from_another_player() -> None:
    """E4: a card of the hand takes the place of the face-up card; the deck is not touched."""
    match = position(FULL)
    after = do(match, "A: take C 3")
    assert [lot(after, name) for name in "ABC"] == ["[10] 7 12", "[11] 4 8", "[3] 5 9"]
    assert after.state.deck == match.state.deck
    assert after.state.discard == ()
    assert moment(after) == "Turn B"


def test_a_different_card_takes_its_place() -> None:
    """E4: the card just taken cannot be put back, unless one like it was in the hand."""
    error = refused(position(FULL), "A: take C 12")
    assert (error.code, error.facts) == ("enough_not_in_hand", {"card": 12, "hand": "3, 7"})


def test_a_seven_for_a_seven_from_another() -> None:
    """E4: equal cards may be exchanged."""
    match = position(
        """
        A 0*  target 30  lot [10] 3 7
        B 0*  target 32  lot [7] 4 8
        C 0*  target 34  lot [12] 5 9
        """
    )
    match = do(match, "A: take B 7")
    assert (lot(match, "A"), lot(match, "B")) == ("[10] 3 7", "[7] 4 8")
    assert player(match, "A").known == (7,)
    assert moment(match) == "Turn B"


def test_a_pair_in_the_hand_is_one_choice() -> None:
    """E4: equal cards of a hand are interchangeable, so each is offered once."""
    pair = position(FULL.replace("3 7", "7 7"), pile="1")
    assert menu(pair, "A") == ["deck", "pile 7", "take B 7", "take C 7", "call"]
    assert lot(do(pair, "A: pile 7"), "A") == "[10] 1 7"
    assert menu(do(pair, "A: deck => 7"), "A") == ["drop 7"]
    assert lot(do(pair, "A: deck => 7", "A: drop 7"), "A") == "[10] 7 7"


def test_what_is_given_must_be_said() -> None:
    """E4: with a full lot, taking a card alone is not enough."""
    error = refused(position(FULL), "A: take B")
    assert error.code == "enough_give_needed"


def test_never_the_own_nor_a_locked_card() -> None:
    """E4: the face-up card must be another's and not locked."""
    match = position(FULL.replace("[11]", "[11]L"))
    assert menu(match, "A") == ["deck", "take C 3", "take C 7", "call"]
    assert refused(match, "A: take A 3").code == "enough_own_card"
    assert refused(match, "A: take B 3").code == "enough_locked"
    assert refused(match, "A: take E 3").code == "enough_no_seat"


def test_with_all_others_locked_the_deck_is_left() -> None:
    """E4: there is always a card to take."""
    match = position(FULL.replace("[11]", "[11]L").replace("[12]", "[12]L"))
    assert menu(match, "A") == ["deck", "call"]
    assert menu(do(match, "A: deck => 1", "A: drop 1"), "B") == [
        *("deck", "pile 4", "pile 8"),
        *("take A 4", "take A 8"),
        "call",
    ]


def test_the_own_card_may_be_locked_and_still_another_taken() -> None:
    """E4: a lock protects a card, it does not bind its owner."""
    match = position(FULL.replace("[10]", "[10]L"))
    assert lot(do(match, "A: take B 3"), "A") == "[10]L 7 11"


def test_nothing_may_be_skipped() -> None:
    """E4: a turn with a full lot is fine-tuning or calling, never passing."""
    match = position(FULL)
    assert refused(match, "A: pass").code == "enough_no_pass"
    assert refused(match, "A: stay").code == "enough_not_final"
    assert refused(match, "A: fold").code == "enough_not_final"
    assert refused(match, "A: total").code == "enough_total_later"


def test_a_whole_round_of_turns() -> None:
    """E4: after filling, turn after turn clockwise; what one gives up the next may take."""
    match = dealt()
    for name, card in zip("ABCABC", (1, 2, 3, 4, 5, 6), strict=True):
        match = do(match, f"{name}: deck => {card}")
    match = do(match, "A: deck => 20", "A: drop 20", "B: pile 2", "C: pile 3")
    assert moment(match) == "Turn A"
    assert [lot(match, name) for name in "ABC"] == ["[10] 1 4", "[11] 5 20", "[12] 2 6"]
    assert match.state.discard == (3,)
    match = do(match, "A: take B 4", "B: take A 5", "C: take B 2")
    assert [lot(match, name) for name in "ABC"] == ["[5] 1 11", "[2] 10 20", "[12] 4 6"]
    assert moment(match) == "Turn A"
    assert match.state.turns == 12
