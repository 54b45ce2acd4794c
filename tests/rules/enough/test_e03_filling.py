"""E3: the first two turns of everyone fill the lot."""

from closecall.core.errors import IllegalMove, NotYourDecision
from rules.enough.table import (
    cards_of,
    dealt,
    deciding,
    do,
    lot,
    menu,
    moment,
    player,
    position,
    refused,
    seen,
)

FILLING = """
    A 0*  target 30  lot [10] 3
    B 0*  target 32  lot [11] 4
    C 0*  target 34  lot [12]
    """


def test_from_the_deck() -> None:
    """E3: the deck's top card goes into the hand, and the turn passes to the left."""
    match = do(dealt(), "A: deck => 9")
    assert lot(match, "A") == "[10] 9"
    assert moment(match) == "Turn B"
    assert match.state.deck.count(9) == 2
    assert len(match.state.deck) == 60 - 4


def test_from_another_player() -> None:
    """E3: the face-up card goes into the hand, and a card of the deck takes its place."""
    match = do(dealt(), "A: take C => 5")
    assert (lot(match, "A"), lot(match, "B"), lot(match, "C")) == ("[10] 12", "[11]", "[5]")
    assert moment(match) == "Turn B"
    assert len(match.state.deck) == 60 - 4


def test_between_taking_and_replacing_the_owner_has_no_card() -> None:
    """E3: the replacement always comes next."""
    match = do(dealt(), "A: take C")
    assert player(match, "C").face_up is None
    assert moment(match) == "ReplaceFaceUp C"
    assert seen(match, "B").acting == 0


def test_the_whole_menu() -> None:
    """E3: the deck and the others' face-up cards, never the own one, never the pile, no call."""
    assert menu(dealt(), "A") == ["deck", "take B", "take C"]
    assert menu(do(dealt(), "A: deck => 9"), "B") == ["deck", "take A", "take C"]
    assert menu(position(FILLING, turn="C"), "C") == ["deck", "take A", "take B"]
    assert menu(position(FILLING, turn="C", pile="1 2"), "C") == ["deck", "take A", "take B"]


def test_only_one_player_decides() -> None:
    """E3: nobody acts out of turn."""
    match = dealt(first="B")
    assert deciding(match) == "B"
    error = refused(match, "A: deck")
    assert type(error) is NotYourDecision


def test_never_the_own_card() -> None:
    """E3: your face-up card is yours already."""
    error = refused(dealt(), "A: take A")
    assert (type(error), error.code) == (IllegalMove, "enough_own_card")


def test_never_the_pile() -> None:
    """E3: the discard pile is for fine-tuning, should there ever be one."""
    for pile in ("", "1 2"):
        match = position(FILLING, turn="C", pile=pile)
        assert refused(match, "C: pile 3").code == "enough_pile_filling"
    assert refused(position(FILLING, pile="1 2"), "A: pile 3").code == "enough_pile_filling"


def test_never_a_locked_card() -> None:
    """E3: a card under a Lock token stays where it is."""
    match = position(
        """
        A 0*  target 30  lot [10]
        B 0*  target 32  lot [11]L  used nl
        C 0*  target 34  lot [12]
        """
    )
    assert menu(match, "A") == ["deck", "take C"]
    error = refused(match, "A: take B")
    assert (error.code, error.facts) == ("enough_locked", {"seat": "B"})


def test_no_such_player() -> None:
    """E3: at a table of three there is no card of D."""
    error = refused(dealt(), "A: take D")
    assert (error.code, error.facts) == ("enough_no_seat", {"letter": "D"})


def test_no_calling_while_filling() -> None:
    """E3: with no card or one card in the hand the lot is not full."""
    assert refused(dealt(), "A: call").code == "enough_call_filling"
    assert refused(position(FILLING), "A: call").code == "enough_call_filling"


def test_nothing_is_given_up_while_filling() -> None:
    """E3: a card is taken without putting one of the hand in its place."""
    error = refused(position(FILLING), "A: take B 3")
    assert error.code == "enough_give_filling"
    assert refused(position(FILLING), "A: drop 3").code == "enough_nothing_drawn"


def test_a_lot_is_three_cards() -> None:
    """E3: after two turns of everyone all lots are full, and the third turn is for fine-tuning or calling."""
    match = do(
        dealt(first="B"),
        "B: deck => 1",
        "C: take B => 2",
        "A: take C => 3",
        "B: take A => 4",
        "C: deck => 5",
        "A: deck => 6",
    )
    assert moment(match) == "Turn B"
    assert (lot(match, "A"), lot(match, "B"), lot(match, "C")) == ("[4] 6 12", "[2] 1 10", "[3] 5 11")
    assert "call" in menu(match, "B")
    assert "take A" not in menu(match, "B")
    assert len(match.state.deck) + len(match.state.discard) == 60 - 9


def test_the_replacing_card_can_be_taken_too() -> None:
    """E3: each face-up card can be taken, also one that came a moment ago."""
    match = do(dealt(), "A: take B => 1", "B: take C => 2", "C: take B => 3")
    assert [lot(match, name) for name in "ABC"] == ["[10] 11", "[3] 12", "[2] 1"]


def test_hands_are_secret_but_taken_cards_were_seen() -> None:
    """E3: what came from the deck only its holder sees; what lay face up everyone has seen."""
    match = do(dealt(), "A: deck => 9", "B: take C => 2")
    for name in ("B", "C", None):
        own = seen(match, name).players[0]
        assert (own.hand, own.hand_size, own.known) == (None, 1, ())
    assert seen(match, "A").players[0].hand == (9,)
    for name in ("A", "C", None):
        own = seen(match, name).players[1]
        assert (own.hand, own.hand_size, own.known) == (None, 1, cards_of("12"))


def test_five_players_fill_too() -> None:
    """E3: ten turns for five players, and no pile after them."""
    match = dealt("14 16 18 20 22", "1 2 3 4 5", first="D", seats=5)
    for name, card in zip("DEABCDEABC", range(6, 16), strict=True):
        assert moment(match) == f"Turn {name}"
        assert "call" not in menu(match, name)
        match = do(match, f"{name}: deck => {card}")
    assert moment(match) == "Turn D"
    assert [lot(match, name) for name in "DEABC"] == [
        "[4] 6 11",
        "[5] 7 12",
        "[1] 8 13",
        "[2] 9 14",
        "[3] 10 15",
    ]
    assert match.state.discard == ()
    assert "call" in menu(match, "D")
