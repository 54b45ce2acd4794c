"""E7: Silence, which stops another player calling this round."""

from closecall.core.errors import NotYourDecision
from closecall.games.enough.menus import can_be_silenced
from rules.enough.table import A, B, C, deal, do, held, menu, moment, player, position, refused, seen


def table(a: str = "", b: str = "", c: str = "") -> str:
    """Three full lots, with the rest of each line as given."""
    return f"""
        A 0*  target 30  lot [10] 3 7  {a}
        B 0*  target 32  lot [11] 4 8  {b}
        C 0*  target 34  lot [12] 5 9  {c}
        """


FILLING = """
    A 0*  target 30  lot [10]  tokens sh
    B 0*  target 32  lot [11]
    C 0*  target 34  lot [12]
    """


def test_on_ones_own_turn() -> None:
    """E7: Silence is a free extra: the turn continues, and the other player cannot call."""
    match = position(table("tokens sh"))
    assert menu(match, "A")[-2:] == ["silence sh B", "silence sh C"]
    match = do(match, "A: silence sh B")
    assert moment(match) == "Turn A"
    assert (held(match, "A"), player(match, "B").silenced, player(match, "C").silenced) == ("", True, False)
    match = do(match, "A: deck => 1", "A: drop 1")
    assert "call" not in menu(match, "B")
    assert refused(match, "B: call").code == "enough_silenced"
    match = do(match, "B: pile 4")
    assert "call" in menu(match, "C")


def test_everyone_sees_who_is_silenced() -> None:
    """E7: the token lies in front of them."""
    match = do(position(table("tokens sh")), "A: silence sh C")
    for name in ("A", "B", "C", None):
        assert [own.silenced for own in seen(match, name).players] == [False, False, True]
        assert [list(map(str, own.used)) for own in seen(match, name).players] == [["sh"], [], []]


def test_then_call() -> None:
    """E7: silence the others and call in the same turn."""
    match = do(position(table("tokens sh ih")), "A: silence sh B", "A: silence ih C", "A: call")
    assert moment(match) == "Declare B"


def test_while_filling() -> None:
    """E7: before taking a card, or once more after it."""
    match = position(FILLING)
    assert menu(match, "A") == ["deck", "take B", "take C", "silence sh B", "silence sh C"]
    assert moment(do(match, "A: silence sh B")) == "Turn A"
    match = do(match, "A: deck => 9")
    assert (moment(match), menu(match, "A")) == ("EndOfTurn A", ["silence sh B", "silence sh C", "pass"])
    match = do(match, "A: silence sh C")
    assert (moment(match), player(match, "C").silenced) == ("Turn B", True)


def test_several_after_filling() -> None:
    """E7: the window stays open while something can be played."""
    drawing = FILLING.replace("tokens sh", "tokens sh ih nl")
    match = do(position(drawing), "A: deck => 9", "A: silence sh B")
    assert menu(match, "A") == ["lock nl", "silence ih C", "pass"]
    match = do(match, "A: silence ih C")
    assert menu(match, "A") == ["lock nl", "pass"]
    assert moment(do(match, "A: lock nl")) == "Turn B"


def test_the_window_closes_when_nobody_can_be_silenced() -> None:
    """E7: the last Silence token has no aim left, so the turn passes by itself."""
    drawing = FILLING.replace("tokens sh", "tokens sh ih nh")
    match = do(position(drawing), "A: deck => 9", "A: silence sh B", "A: silence ih C")
    assert (moment(match), held(match, "A")) == ("Turn B", "nh")


def test_before_discarding() -> None:
    """E7: after drawing for fine-tuning it is still the own turn."""
    match = do(position(table("tokens sh")), "A: deck => 1")
    assert menu(match, "A") == ["drop 1", "drop 3", "drop 7", "silence sh B", "silence sh C"]
    match = do(match, "A: silence sh C")
    assert menu(match, "A") == ["drop 1", "drop 3", "drop 7"]


def test_never_oneself() -> None:
    """E7: Silence is played on another."""
    assert refused(position(table("tokens sh")), "A: silence sh A").code == "enough_silence_self"


def test_nobody_who_is_not_there() -> None:
    """E7: at a table of three there is no D to silence."""
    error = refused(position(table("tokens sh")), "A: silence sh D")
    assert (error.code, error.facts) == ("enough_no_seat", {"letter": "D"})


def test_nobody_twice() -> None:
    """E7: a silenced player cannot be silenced again."""
    match = position(table("tokens sh", "silenced"))
    assert [move for move in menu(match, "A") if "silence" in move] == ["silence sh C"]
    error = refused(match, "A: silence sh B")
    assert (error.code, error.facts) == ("enough_silence_twice", {"seat": "B"})


def test_not_the_last_player_able_to_call() -> None:
    """E7: with A and B silenced, C must be left able to call."""
    match = position(table("tokens sh  silenced", "silenced"))
    assert [move for move in menu(match, "A") if "silence" in move] == []
    error = refused(match, "A: silence sh C")
    assert (error.code, error.facts) == ("enough_silence_last", {"seat": "C"})


def test_all_others_may_be_silenced() -> None:
    """E7: the one who silences them is then the last able to call, and safe."""
    match = do(position(table("tokens sh ih", "tokens dh")), "A: silence sh B", "A: silence ih C")
    assert [player(match, name).silenced for name in "ABC"] == [False, True, True]
    match = do(match, "A: deck => 1", "A: drop 1")
    error = refused(match, "B: silence dh A")
    assert (error.code, error.facts) == ("enough_silence_last", {"seat": "A"})


def test_a_silenced_player_may_silence() -> None:
    """E7: as long as somebody is left who can call."""
    match = position(table("tokens sh  silenced"))
    assert menu(match, "A")[-2:] == ["silence sh B", "silence sh C"]
    match = do(match, "A: silence sh B")
    assert [player(match, name).silenced for name in "ABC"] == [True, True, False]


def test_after_a_call_it_is_too_late() -> None:
    """E7: not before declaring, not while fine-tuning a last time, not while totalling."""
    match = do(position(table(b="tokens sh", c="tokens ih")), "A: call")
    assert menu(match, "B") == ["stay", "fold"]
    error = refused(match, "B: silence sh C")
    assert (error.code, error.facts) == ("enough_silence_late", {"seat": "A"})
    match = do(match, "B: stay")
    assert refused(match, "B: silence sh C").code == "enough_silence_late"
    match = do(match, "B: deck => 1")
    assert refused(match, "B: silence sh C").code == "enough_silence_late"
    match = do(match, "B: drop 1", "C: fold")
    assert moment(match) == "Totalling"
    assert refused(match, "B: silence sh C").code == "enough_silence_late"


def test_too_late_in_a_lock_window_of_the_final_turns() -> None:
    """E7: a new face-up card brings no chance to silence."""
    match = do(position(table(c="tokens lh")), "A: call", "B: stay", "B: take C 4")
    assert moment(match) == "NewFaceUp C"
    assert refused(match, "C: silence lh B").code == "enough_silence_late"


def test_only_with_a_token_that_silences() -> None:
    """E7: the token must show it, and be held."""
    match = position(table("tokens sd", "tokens sh"))
    error = refused(match, "A: silence sd B")
    assert error.code == "enough_no_ability"
    assert str(error) == "The token subtract/double cannot silence."
    assert refused(match, "A: silence sh B").code == "enough_no_token"


def test_not_on_anothers_turn() -> None:
    """E7: on the own turn only."""
    assert type(refused(position(table(b="tokens sh")), "B: silence sh A")) is NotYourDecision


def test_a_token_for_lock_or_silence() -> None:
    """E7: one of the two, once."""
    match = position(table("tokens lh"))
    assert menu(match, "A")[-3:] == ["lock lh", "silence lh B", "silence lh C"]
    locked = do(match, "A: lock lh")
    assert refused(locked, "A: silence lh B").code == "enough_no_token"
    silenced = do(match, "A: silence lh B")
    assert refused(silenced, "A: lock lh").code == "enough_no_token"


def test_a_token_for_lock_or_silence_is_no_help_while_totalling() -> None:
    """E7: its holder is not asked."""
    match = do(position(table("tokens lh")), "A: call", "B: fold", "C: fold")
    assert moment(match) == "DrawToken"
    assert held(match, "A") == "lh"


def test_silence_is_for_one_round() -> None:
    """E7: in the next round a silenced player can call again."""
    match = do(position(table("tokens sh")), "A: silence sh C", "A: call", "B: fold", "C: fold", "=> sd")
    match = do(match, "all: keep")
    match = deal(match, "14 16 18", "1 2 3")
    for name, card in zip("CABCAB", (4, 5, 6, 7, 8, 9), strict=True):
        match = do(match, f"{name}: deck => {card}")
    assert "call" in menu(match, "C")


def test_who_can_be_silenced() -> None:
    """E7: all who can still call, nobody if only one can, nobody after a call."""
    assert can_be_silenced(position(table()).state) == (A, B, C)
    assert can_be_silenced(position(table(b="silenced")).state) == (A, C)
    assert can_be_silenced(position(table(b="silenced", c="silenced")).state) == ()
    assert can_be_silenced(do(position(table()), "A: call").state) == ()
