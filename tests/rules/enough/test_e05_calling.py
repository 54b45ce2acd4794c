"""E5: calling it, instead of fine-tuning."""

import pytest

from closecall.core.errors import NotYourDecision
from rules.enough.table import (
    A,
    B,
    C,
    dealt,
    do,
    lot,
    menu,
    moment,
    player,
    position,
    refused,
    seat_of,
    seen,
)

FULL = """
    A 0*  target 30  lot [10] 3 7
    B 0*  target 32  lot [11] 4 8
    C 0*  target 34  lot [12] 5 9
    """


def test_a_full_lot_may_call() -> None:
    """E5: the call is one of the choices of a turn, and the next player declares."""
    match = position(FULL)
    assert menu(match, "A").count("call") == 1
    match = do(match, "A: call")
    assert match.state.caller == A
    assert player(match, "A").stance.value == "called"
    assert moment(match) == "Declare B"
    assert lot(match, "A") == "[10] 3 7"


def test_the_earliest_call() -> None:
    """E5: the third turn of First! is the first one with a full lot."""
    match = dealt(first="C")
    for name, card in zip("CABCAB", (1, 2, 3, 4, 5, 6), strict=True):
        assert "call" not in menu(match, name)
        assert refused(match, f"{name}: call").code == "enough_call_filling"
        match = do(match, f"{name}: deck => {card}")
    assert moment(match) == "Turn C"
    match = do(match, "C: call")
    assert (match.state.caller, moment(match)) == (C, "Declare A")


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_anyone_may_call_on_their_turn(name: str) -> None:
    """E5: on the own turn, and only then."""
    match = position(FULL, turn=name)
    assert do(match, f"{name}: call").state.caller == seat_of(name)
    for other in set("ABC") - {name}:
        assert type(refused(match, f"{other}: call")) is NotYourDecision


def test_a_silenced_player_cannot_call() -> None:
    """E5: everything else remains possible."""
    match = position(FULL.replace("3 7", "3 7  silenced"))
    assert menu(match, "A") == ["deck", "take B 3", "take B 7", "take C 3", "take C 7"]
    assert refused(match, "A: call").code == "enough_silenced"


def test_not_after_fine_tuning() -> None:
    """E5: calling replaces fine-tuning; a player who has drawn must discard, and the turn is over."""
    match = do(position(FULL), "A: deck => 6")
    assert "call" not in menu(match, "A")
    assert refused(match, "A: call").code == "enough_now_drop"
    match = do(match, "A: drop 6")
    assert type(refused(match, "A: call")) is NotYourDecision


def test_one_caller_per_round() -> None:
    """E5: nobody can call once someone has; not on declaring, nor while fine-tuning a last time."""
    match = do(position(FULL, pile="1"), "A: call")
    assert menu(match, "B") == ["stay", "fold"]
    assert refused(match, "B: call").code == "enough_now_declare"
    match = do(match, "B: stay")
    assert "call" not in menu(match, "B")
    error = refused(match, "B: call")
    assert (error.code, error.facts) == ("enough_called", {"seat": "A"})


def test_the_callers_card_is_locked() -> None:
    """E5: nobody who fine-tunes on a final turn can take it."""
    match = do(position(FULL), "A: call")
    assert seen(match, None).players[A].locked
    assert not seen(match, None).players[A].lock_token
    assert not seen(match, None).players[C].locked
    match = do(match, "B: stay")
    assert menu(match, "B") == ["deck", "take C 4", "take C 8"]
    error = refused(match, "B: take A 4")
    assert (error.code, error.facts) == ("enough_locked", {"seat": "A"})


def test_the_caller_has_no_further_turn() -> None:
    """E5: after the final turns of all others the round is over."""
    match = do(position(FULL, turn="B"), "B: call")
    decisions = []
    for line in ("C: fold", "A: fold"):
        decisions.append(moment(match))
        match = do(match, line)
    assert decisions == ["Declare C", "Declare A"]
    assert moment(match) == "DrawToken"
    assert match.state.last is not None
    assert match.state.last.caller == B


def test_the_call_is_public() -> None:
    """E5: everyone sees who has called."""
    match = do(position(FULL), "A: call")
    for name in ("A", "B", "C", None):
        assert seen(match, name).caller == A
        assert seen(match, name).players[A].stance.value == "called"


def test_a_call_shows_nothing() -> None:
    """E5: the caller's hand and target stay secret until the round is scored."""
    match = do(position(FULL), "A: call")
    for name in ("B", "C", None):
        assert seen(match, name).players[A].hand is None
        assert seen(match, name).players[A].target is None
