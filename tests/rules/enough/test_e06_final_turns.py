"""E6: after a call everyone else stays in or folds."""

import pytest

from closecall.core.errors import NotYourDecision
from closecall.games import enough
from rules.enough.table import (
    EnoughMatch,
    do,
    lot,
    menu,
    moment,
    player,
    position,
    refused,
    seat_of,
    seen,
    standing,
    stars,
)

FOUR = """
    A 0*  target 30  lot [10] 3 7
    B 0*  target 32  lot [11] 4 8
    C 0*  target 34  lot [12] 5 9
    D 0*  target 36  lot [13] 1 2
    """


def called_by(name: str, pile: str = "") -> EnoughMatch:
    return do(position(FOUR, turn=name, pile=pile), f"{name}: call")


def told_to_follow(match: EnoughMatch, name: str, move: str) -> list[str]:
    """What a player is told to be possible right after a move."""
    return list(enough.effect(seen(match, name), enough.parse_move(move)).then)


@pytest.mark.parametrize(("caller", "order"), [("A", "BCD"), ("B", "CDA"), ("C", "DAB"), ("D", "ABC")])
def test_one_final_turn_each_from_the_callers_left(caller: str, order: str) -> None:
    """E6: clockwise, no matter who started the round."""
    match = called_by(caller)
    for name in order:
        assert moment(match) == f"Declare {name}"
        assert menu(match, name) == ["stay", "fold"]
        match = do(match, f"{name}: fold")
    assert moment(match) == "DrawToken"


def test_declare_first() -> None:
    """E6: nothing is drawn or taken before the declaration."""
    match = called_by("A", pile="6")
    for line in ("B: deck", "B: take C 4", "B: take C", "B: pile 4", "B: call"):
        assert refused(match, line).code == "enough_now_declare"
    assert refused(match, "B: pass").code == "enough_no_pass"
    assert refused(match, "B: drop 4").code == "enough_nothing_drawn"


def test_staying_in_requires_fine_tuning() -> None:
    """E6: all three ways of fine-tuning are open, and nothing else."""
    match = do(called_by("A", pile="6"), "B: stay")
    assert moment(match) == "Turn B"
    assert menu(match, "B") == [
        "deck",
        *("pile 4", "pile 8"),
        *("take C 4", "take C 8", "take D 4", "take D 8"),
    ]
    assert refused(match, "B: pass").code == "enough_no_pass"
    assert refused(match, "B: fold").code == "enough_not_final"
    assert refused(match, "B: stay").code == "enough_not_final"


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        (("B: deck => 20", "B: drop 4"), "[11] 8 20"),
        (("B: deck => 20", "B: drop 20"), "[11] 4 8"),
        (("B: pile 8",), "[11] 4 6"),
        (("B: take D 4",), "[11] 8 13"),
    ],
)
def test_one_fine_tuning_and_the_turn_is_over(lines: tuple[str, ...], after: str) -> None:
    """E6: then the next player declares."""
    match = do(called_by("A", pile="6"), "B: stay", *lines)
    assert lot(match, "B") == after
    assert player(match, "B").stance.value == "stayed"
    assert moment(match) == "Declare C"


def test_the_card_of_a_stayer_is_locked() -> None:
    """E6: after the final fine-tuning nobody can take it."""
    match = do(called_by("A"), "B: stay", "B: deck => 20", "B: drop 20", "C: stay")
    assert seen(match, "C").players[1].locked
    assert menu(match, "C") == ["deck", "pile 5", "pile 9", "take D 5", "take D 9"]
    error = refused(match, "C: take B 5")
    assert (error.code, error.facts) == ("enough_locked", {"seat": "B"})


def test_the_last_one_to_stay_may_find_all_cards_locked() -> None:
    """E6: the deck and the pile are left."""
    match = do(called_by("A"), "B: stay", "B: deck => 20", "B: drop 20", "C: stay", "C: pile 9", "D: stay")
    assert menu(match, "D") == ["deck", "pile 1", "pile 2"]


def test_folding_ends_the_turn() -> None:
    """E6: no fine-tuning; the lot stays as it was."""
    match = do(called_by("A"), "B: fold")
    assert lot(match, "B") == "[11] 4 8"
    assert player(match, "B").stance.value == "folded"
    assert moment(match) == "Declare C"
    assert type(refused(match, "B: deck")) is NotYourDecision


def test_the_card_of_a_folder_can_be_taken() -> None:
    """E6: a later stayer may take it, giving a card for it."""
    match = do(called_by("A"), "B: fold", "C: stay")
    assert menu(match, "C") == ["deck", "take B 5", "take B 9", "take D 5", "take D 9"]
    match = do(match, "C: take B 5")
    assert (lot(match, "B"), lot(match, "C")) == ("[5] 4 8", "[12] 9 11")
    assert player(match, "B").stance.value == "folded"
    assert moment(match) == "Declare D"


def test_the_card_of_a_folder_under_a_token_cannot_be_taken() -> None:
    """E6: a Lock token protects it as before."""
    match = do(position(FOUR.replace("[11]", "[11]L")), "A: call", "B: fold", "C: stay")
    assert menu(match, "C") == ["deck", "take D 5", "take D 9"]
    assert refused(match, "C: take B 5").code == "enough_locked"


def test_a_folder_may_lock_first() -> None:
    """E6: a Lock may come before the declaration, since it is the player's turn."""
    match = do(position(FOUR.replace("4 8", "4 8  tokens nl")), "A: call")
    assert menu(match, "B") == ["stay", "fold", "lock nl"]
    match = do(match, "B: lock nl")
    assert moment(match) == "Declare B"
    assert menu(match, "B") == ["stay", "fold"]
    match = do(match, "B: fold", "C: stay")
    assert lot(match, "B") == "[11]L 4 8"
    assert refused(match, "C: take B 5").code == "enough_locked"


def test_a_silenced_player_may_stay_in() -> None:
    """E6: being silenced forbids calling only."""
    match = do(position(FOUR.replace("4 8", "4 8  silenced")), "A: call")
    assert menu(match, "B") == ["stay", "fold"]
    assert moment(do(match, "B: stay")) == "Turn B"


def test_declarations_are_public() -> None:
    """E6: everyone knows who has stayed in and who has folded."""
    match = do(called_by("D"), "A: fold", "B: stay", "B: deck => 20", "B: drop 20")
    for name in ("A", "C", None):
        stances = [own.stance.value for own in seen(match, name).players]
        assert stances == ["folded", "stayed", "playing", "called"]


def test_a_card_given_on_a_final_turn_counts() -> None:
    """E6: a player who still has to declare totals the card that a stayer left there."""
    match = do(called_by("A"), "B: stay", "B: take D 8", "C: fold", "D: stay", "D: deck => 20", "D: drop 20")
    # A is 10 from 30; B has 11 + 4 + 13 = 28, 4 from 32; D has 8 + 1 + 2 = 11, 25 from 36.
    shown = standing(match, "B").shown
    assert shown is not None
    assert (shown.total, shown.distance) == (28, 4)
    assert standing(match, "D").face_up == 8
    assert stars(match) == (0, 1, 0, 0)


def test_the_last_stayers_turn_ends_the_round() -> None:
    """E6: the caller is not asked again."""
    match = do(called_by("B"), "C: fold", "D: fold", "A: stay", "A: take C 3")
    assert match.state.last is not None
    assert match.state.last.caller == seat_of("B")
    assert [standing(match, name).stance.value for name in "ABCD"] == [
        "stayed",
        "called",
        "folded",
        "folded",
    ]
    assert standing(match, "C").face_up == 3


@pytest.mark.parametrize("pile", ["", "6"])
def test_staying_in_tells_what_may_follow(pile: str) -> None:
    """E6: the fine-tuning that is possible then; folding leads to nothing."""
    match = called_by("A", pile)
    assert told_to_follow(match, "B", "stay") == menu(do(match, "B: stay"), "B")
    assert ("pile 4" in told_to_follow(match, "B", "stay")) == bool(pile)
    assert told_to_follow(match, "B", "fold") == []


def test_locked_cards_do_not_follow_from_staying_in() -> None:
    """E6: the caller's card is locked and so is that of whoever stayed in; a folded player's is not."""
    match = do(called_by("A"), "B: stay", "B: deck => 6", "B: drop 6", "C: fold")
    follows = told_to_follow(match, "D", "stay")
    assert follows == menu(do(match, "D: stay"), "D")
    assert {move.split()[1] for move in follows if move.startswith("take")} == {"C"}
    assert {"pile 1", "pile 2"} < set(follows)
