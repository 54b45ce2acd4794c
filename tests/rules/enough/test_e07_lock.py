"""E7: Lock, on one's own turn or as a new face-up card comes on another's."""

import pytest

from closecall.core.errors import NotYourDecision
from rules.enough.table import (
    deciding,
    do,
    held,
    kit_of,
    lot,
    menu,
    moment,
    player,
    position,
    refused,
    seen,
)


def table(a: str = "", b: str = "", c: str = "") -> str:
    """Three full lots, with the rest of each line as given."""
    return f"""
        A 0*  target 30  lot [10] 3 7  {a}
        B 0*  target 32  lot [11] 4 8  {b}
        C 0*  target 34  lot [12] 5 9  {c}
        """


def filling(a: str = "", b: str = "", c: str = "") -> str:
    """Three players on their first turns."""
    return f"""
        A 0*  target 30  lot [10]  {a}
        B 0*  target 32  lot [11]  {b}
        C 0*  target 34  lot [12]  {c}
        """


def test_on_ones_own_turn() -> None:
    """E7: Lock is a free extra: the turn continues, and nobody can take the card."""
    match = position(table("tokens nl"))
    assert menu(match, "A")[-1] == "lock nl"
    match = do(match, "A: lock nl")
    assert lot(match, "A") == "[10]L 3 7"
    assert moment(match) == "Turn A"
    assert "lock nl" not in menu(match, "A")
    match = do(match, "A: deck => 1", "A: drop 1")
    assert menu(match, "B") == ["deck", "pile 4", "pile 8", "take C 4", "take C 8", "call"]
    error = refused(match, "B: take A 4")
    assert (error.code, error.facts) == ("enough_locked", {"seat": "A"})


def test_the_token_is_spent() -> None:
    """E7: it lies on the card for the rest of the round."""
    match = do(position(table("tokens sd nl")), "A: lock nl")
    assert held(match, "A") == "sd"
    assert list(map(str, player(match, "A").used)) == ["nl"]
    assert seen(match, "C").players[0].lock_token
    assert seen(match, "C").players[0].locked


def test_on_a_filling_turn() -> None:
    """E7: before taking a card, and then the card is taken as usual."""
    match = position(filling("tokens nl"))
    assert menu(match, "A") == ["deck", "take B", "take C", "lock nl"]
    match = do(match, "A: lock nl")
    assert menu(match, "A") == ["deck", "take B", "take C"]
    match = do(match, "A: take B => 1")
    assert moment(match) == "Turn B"
    assert menu(match, "B") == ["deck", "take C"]


def test_once_more_after_filling() -> None:
    """E7: the card taken is known by now; the turn ends with a pass."""
    match = do(position(filling("tokens nl")), "A: deck => 9")
    assert moment(match) == "EndOfTurn A"
    assert menu(match, "A") == ["lock nl", "pass"]
    assert moment(do(match, "A: pass")) == "Turn B"
    match = do(match, "A: lock nl")
    assert lot(match, "A") == "[10]L 9"
    assert moment(match) == "Turn B"


def test_once_more_after_taking() -> None:
    """E7: also after a face-up card was taken and replaced."""
    match = do(position(filling("tokens nl")), "A: take C => 1")
    assert moment(match) == "EndOfTurn A"
    assert moment(do(match, "A: lock nl")) == "Turn B"


def test_after_filling_nobody_else_is_asked() -> None:
    """E7: only a player with a token to play; a card under a token needs no second one."""
    assert moment(do(position(filling()), "A: deck => 9")) == "Turn B"
    assert moment(do(position(filling("tokens sd in")), "A: deck => 9")) == "Turn B"
    assert moment(do(position(filling(b="tokens nl")), "A: deck => 9")) == "Turn B"
    locked = filling("tokens nl  used dl").replace("[10]", "[10]L")
    assert moment(do(position(locked), "A: deck => 9")) == "Turn B"


def test_after_filling_only_tokens() -> None:
    """E7: the card has been taken; no second one, no call."""
    match = do(position(filling("tokens nl")), "A: deck => 9")
    for line in ("A: deck", "A: take B", "A: take B 9", "A: pile 9", "A: call"):
        assert refused(match, line).code == "enough_now_end"
    assert refused(match, "A: drop 9").code == "enough_nothing_drawn"


def test_before_discarding() -> None:
    """E7: after drawing for fine-tuning it is still the own turn."""
    match = do(position(table("tokens nl")), "A: deck => 1")
    assert menu(match, "A") == ["drop 1", "drop 3", "drop 7", "lock nl"]
    match = do(match, "A: lock nl")
    assert menu(match, "A") == ["drop 1", "drop 3", "drop 7"]
    assert lot(match, "A") == "[10]L 1 3 7"
    assert moment(do(match, "A: drop 1")) == "Turn B"


def test_no_window_after_fine_tuning() -> None:
    """E7: a fine-tuning turn is over with the card given up."""
    match = position(table("tokens nl"), pile="1")
    for line in ("A: pile 3", "A: take C 3"):
        assert moment(do(match, line)) == "Turn B"


def test_then_call() -> None:
    """E7: a player may lock and call in the same turn."""
    match = do(position(table("tokens nl")), "A: lock nl", "A: call")
    assert moment(match) == "Declare B"
    assert lot(match, "A") == "[10]L 3 7"


def test_not_twice() -> None:
    """E7: one token per card, so a second Lock token is of no use this round."""
    match = do(position(table("tokens nl dl")), "A: lock nl")
    assert "lock dl" not in menu(match, "A")
    assert refused(match, "A: lock dl").code == "enough_lock_twice"


def test_not_with_a_token_that_has_no_lock() -> None:
    """E7: the token must show a lock, and be held."""
    match = position(table("tokens sd", "tokens nl"))
    error = refused(match, "A: lock sd")
    assert error.code == "enough_no_ability"
    assert str(error) == "The token subtract/double cannot lock."
    error = refused(match, "A: lock nl")
    assert (error.code, error.facts) == ("enough_no_token", {"one": "ability.nudge", "other": "ability.lock"})


def test_not_on_anothers_turn() -> None:
    """E7: without a new face-up card nobody may lock out of turn."""
    match = position(table(b="tokens nl"))
    assert type(refused(match, "B: lock nl")) is NotYourDecision


# As a new face-up card comes


def test_a_replaced_card_may_be_locked_while_filling() -> None:
    """E7: A takes B's card; B sees the new one and locks it before C can take it."""
    match = do(position(filling(b="tokens nl")), "A: take B => 2")
    assert (moment(match), deciding(match)) == ("NewFaceUp B", "B")
    assert menu(match, "B") == ["lock nl", "pass"]
    assert seen(match, "B").players[1].face_up == 2
    assert seen(match, "C").acting == 0  # it is still A's turn
    match = do(match, "B: lock nl")
    assert lot(match, "B") == "[2]L"
    assert moment(match) == "Turn B"


def test_a_given_card_may_be_locked_while_fine_tuning() -> None:
    """E7: A swaps with C; C locks the card that A gave."""
    match = do(position(table(c="tokens nl")), "A: take C 3")
    assert (moment(match), menu(match, "C")) == ("NewFaceUp C", ["lock nl", "pass"])
    match = do(match, "C: lock nl")
    assert lot(match, "C") == "[3]L 5 9"
    assert moment(match) == "Turn B"
    assert refused(match, "B: take C 4").code == "enough_locked"


def test_passing_keeps_the_token() -> None:
    """E7: the chance comes again with the next new card."""
    match = do(position(table(c="tokens nl")), "A: take C 3", "C: pass")
    assert (lot(match, "C"), held(match, "C"), moment(match)) == ("[3] 5 9", "nl", "Turn B")
    match = do(match, "B: take C 8")
    assert moment(match) == "NewFaceUp C"
    assert lot(do(match, "C: lock nl"), "C") == "[8]L 5 9"


def test_a_new_card_during_the_final_turns() -> None:
    """E7: also the card that a stayer leaves to someone who has yet to declare."""
    match = do(position(table(c="tokens nl")), "A: call", "B: stay", "B: take C 4")
    assert moment(match) == "NewFaceUp C"
    match = do(match, "C: lock nl")
    assert (lot(match, "C"), moment(match)) == ("[4]L 5 9", "Declare C")


def test_a_folded_player_may_lock_a_new_card() -> None:
    """E7: folding does not take tokens away; the last stayer's turn then ends the round."""
    match = do(position(table(b="tokens nl")), "A: call", "B: fold", "C: stay", "C: take B 5")
    assert (moment(match), menu(match, "B")) == ("NewFaceUp B", ["lock nl", "pass"])
    match = do(match, "B: lock nl")
    assert match.state.last is not None
    assert list(map(str, match.state.last.standings[1].used)) == ["nl"]
    assert match.state.last.standings[1].face_up == 5


def test_the_round_goes_on_after_the_last_window() -> None:
    """E7: passing in the window on the last final turn ends the round as well."""
    match = do(position(table(b="tokens nl")), "A: call", "B: fold", "C: stay", "C: take B 5", "B: pass")
    assert match.state.last is not None
    assert held(match, "B") == "nl"


def test_several_lock_tokens() -> None:
    """E7: each kind is offered, and one is enough."""
    match = do(position(table(c="tokens sl nl lh sd")), "A: take C 3")
    assert menu(match, "C") == ["lock sl", "lock nl", "lock lh", "pass"]
    match = do(match, "C: lock lh")
    assert (held(match, "C"), moment(match)) == ("sl nl sd", "Turn B")


def test_equal_lock_tokens_are_one_choice() -> None:
    """E7: a kit may hold the same token twice."""
    kit = kit_of("1-20x3", "30(1*) 32(1*) 34(1*) 36(1*) 38(1*) 40(1*)", "nl nl sd")
    match = do(position(table(c="tokens nl nl"), kit=kit), "A: take C 3")
    assert menu(match, "C") == ["lock nl", "pass"]
    assert held(do(match, "C: lock nl"), "C") == "nl"


@pytest.mark.parametrize("tokens", ["-", "sd in", "sh ih"])
def test_no_window_without_a_lock_token(tokens: str) -> None:
    """E7: a player without a lock token is not asked."""
    assert moment(do(position(table(c=f"tokens {tokens}")), "A: take C 3")) == "Turn B"
    assert moment(do(position(filling(c=f"tokens {tokens}")), "A: take C => 1")) == "Turn B"


def test_only_the_owner_of_the_new_card_is_asked() -> None:
    """E7: a third player with a Lock token has no new card."""
    assert moment(do(position(table(b="tokens nl")), "A: take C 3")) == "Turn B"


def test_the_window_is_for_a_lock_only() -> None:
    """E7: it is another's turn, so nothing else can be done, not even silencing."""
    match = do(position(table(c="tokens lh ih"), pile="1"), "A: take C 3")
    for line in ("C: deck", "C: take A 5", "C: take A", "C: pile 5", "C: call", "C: silence ih A"):
        assert refused(match, line).code == "enough_now_lock"
    assert refused(match, "C: silence lh B").code == "enough_now_lock"
    assert refused(match, "C: lock ih").code == "enough_no_ability"
    assert refused(match, "C: stay").code == "enough_not_final"
    assert type(refused(match, "A: lock lh")) is NotYourDecision


def test_first_the_owner_then_the_taker() -> None:
    """E7: the new card comes during the taker's turn; the taker's own tokens may still follow."""
    match = do(position(filling("tokens dl", "tokens nl")), "A: take B => 2")
    assert moment(match) == "NewFaceUp B"
    for line in ("B: lock nl", "B: pass"):
        after = do(match, line)
        assert (moment(after), menu(after, "A")) == ("EndOfTurn A", ["lock dl", "pass"])
        assert moment(do(after, "A: pass")) == "Turn B"


def test_the_last_filling_turn_has_its_window() -> None:
    """E7: the sixth turn of three players is still filling."""
    drawing = """
        A 0*  target 30  lot [10] 3 7
        B 0*  target 32  lot [11] 4 8  tokens nl
        C 0*  target 34  lot [12] 5  tokens dl
        """
    match = do(position(drawing, turn="C"), "C: take B => 2")
    assert moment(match) == "NewFaceUp B"
    match = do(match, "B: pass")
    assert moment(match) == "EndOfTurn C"
    assert moment(do(match, "C: pass")) == "Turn A"


def test_the_first_fine_tuning_turn_has_none() -> None:
    """E7: from the seventh turn of three players on, a turn ends with the swap."""
    match = do(position(table("tokens dl", "tokens nl")), "A: take B 3", "B: pass")
    assert moment(match) == "Turn B"


# On a final turn


def test_before_declaring() -> None:
    """E7: a final turn is one's own turn, too."""
    match = do(position(table(b="tokens nl")), "A: call")
    assert menu(match, "B") == ["stay", "fold", "lock nl"]


def test_not_while_fine_tuning_after_staying() -> None:
    """E7: the card is about to be locked anyway, so a token would be wasted."""
    match = do(position(table(b="tokens nl")), "A: call", "B: stay")
    assert menu(match, "B") == ["deck", "take C 4", "take C 8"]
    refusal = refused(match, "B: lock nl")
    assert refusal.code == "enough_lock_needless"
    assert str(refusal) == "You have called or stayed in, so your card needs no token to lock it."
    match = do(match, "B: deck => 1")
    assert menu(match, "B") == ["drop 1", "drop 4", "drop 8"]
    assert refused(match, "B: lock nl").code == "enough_lock_needless"


def test_a_stayer_who_locked_first() -> None:
    """E7: then the token lies on the face-up card and no other can while totalling."""
    match = do(
        position(table(b="tokens nl in")),
        *("A: call", "B: lock nl", "B: stay", "B: deck => 1", "B: drop 1", "C: fold"),
    )
    assert moment(match) == "Totalling"
    assert refused(match, "B: total in:i@up").code == "enough_lock_on_card"
    assert "total in:i@4" in menu(match, "B")


def test_not_by_the_caller_afterwards() -> None:
    """E7: the caller's card is locked by the call, and while totalling there is nothing to lock."""
    match = do(position(table("tokens nl")), "A: call", "B: fold", "C: fold")
    assert moment(match) == "Totalling"
    assert refused(match, "A: lock nl").code == "enough_lock_needless"
