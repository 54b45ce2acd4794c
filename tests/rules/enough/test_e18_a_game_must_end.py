"""E18: a round without a call is dealt again, and the third in a row ends the game."""

from random import Random

import pytest

from closecall.core.fate import RandomSource
from closecall.games import enough
from rules.enough.table import (
    A,
    B,
    C,
    D,
    E,
    EnoughMatch,
    deal,
    do,
    held,
    lot,
    menu,
    moment,
    over,
    player,
    position,
    seen,
    stars,
    targets_of,
)

FULL = """
    A 2*  target 30  lot [10] 3 7  tokens sd
    B 3*  target 32  lot [11]L 4 8  used nl  silenced
    C 4*  target 34  lot [12] 5 9  used ih
    """


def late(turns: int = 119, *, turn: str = "C", redeals: int = 0) -> EnoughMatch:
    """A match in which this many turns have been taken."""
    return position(FULL, turn=turn, turns=turns, redeals=redeals, pile="1")


def idle(match: EnoughMatch, turns: int) -> EnoughMatch:
    """Everyone exchanges the first card of the hand for the top of the pile."""
    for _ in range(turns):
        name = moment(match)[-1]
        match = do(match, next(f"{name}: {move}" for move in menu(match, name) if "pile" in move))
    return match


def test_forty_turns_per_player() -> None:
    """E18: the hundred-and-twentieth turn of three players is the last; the filling ones count."""
    match = idle(position(FULL, pile="1"), 120 - 6 - 1)
    assert (moment(match), match.state.round, match.state.turns) == ("Turn C", 1, 119)
    match = idle(match, 1)
    assert (moment(match), match.state.round, match.state.turns) == ("DrawTarget A", 2, 0)


@pytest.mark.parametrize(("seats", "turns"), [(3, 120), (4, 160), (5, 200)])
def test_with_more_players(seats: int, turns: int) -> None:
    """E18: forty each."""
    lots = ["[10] 3 7", "[11] 4 8", "[12] 5 9", "[13] 6 2", "[14] 1 15"]
    lines = [f"{name} 0*  target {30 + 2 * n}  lot {lots[n]}" for n, name in enumerate("ABCDE"[:seats])]
    last = "ABCDE"[seats - 1]
    before = position("\n".join(lines), turn="ABCDE"[seats - 2], turns=turns - 2, pile="20")
    assert moment(idle(before, 1)) == f"Turn {last}"
    assert moment(idle(before, 2)) == "DrawTarget A"


def test_tokens_are_no_turns() -> None:
    """E18: Lock and Silence are extras; only the end of a turn counts."""
    match = position(FULL.replace("tokens sd", "tokens dl"), turn="A", turns=118, pile="1")
    match = do(match, "A: lock dl")
    assert (moment(match), match.state.turns) == ("Turn A", 118)
    assert match.state.round == 1


def test_a_call_on_the_last_turn_counts() -> None:
    """E18: the fortieth turn of the last player may still be a call, and the final turns follow."""
    match = do(late(), "C: call")
    assert (moment(match), match.state.round) == ("Declare A", 1)
    match = do(match, "A: stay", "A: deck => 20", "A: drop 20", "B: fold", "A: total")
    assert match.state.last is not None
    assert match.state.last.caller == C


def test_nobody_scores() -> None:
    """E18: the stars stay as they were, and no token is drawn."""
    match = idle(late(), 1)
    assert stars(match) == (2, 3, 4)
    assert moment(match) == "DrawTarget A"
    assert match.state.last is not None
    assert [standing.change for standing in match.state.last.standings] == [0, 0, 0]
    assert match.state.last.token is None


@pytest.mark.parametrize(("turn", "first"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_the_same_first(turn: str, first: str) -> None:
    """E18: the player who held First! holds it again; the last turn was that of the player to the right."""
    match = late(turn=turn)
    assert match.state.first == "ABC".index(first)
    match = idle(match, 1)
    assert moment(match) == f"DrawTarget {first}"
    assert moment(deal(match, "14 16 18", "1 2 3")) == f"Turn {first}"


def test_spent_tokens_go_back_to_the_box() -> None:
    """E18: unused tokens stay with their players."""
    match = idle(late(), 1)
    assert [held(match, name) for name in "ABC"] == ["sd", "", ""]
    assert "nl" in map(str, match.state.box)
    assert "ih" in map(str, match.state.box)
    assert len(match.state.box) == 14
    assert [player(match, name).used for name in "ABC"] == [(), (), ()]


def test_locks_and_silence_are_gone() -> None:
    """E18: everything in the round is dealt again."""
    match = deal(idle(late(), 1), "14 16 18", "1 2 3")
    assert [lot(match, name) for name in "ABC"] == ["[1]", "[2]", "[3]"]
    assert [player(match, name).silenced for name in "ABC"] == [False, False, False]
    assert menu(match, "A") == ["deck", "take B", "take C"]
    assert len(match.state.deck) == 57


def test_the_targets_rest() -> None:
    """E18: they are red side up: known to all, and out for the next round."""
    match = idle(late(), 1)
    assert match.state.resting == targets_of("30 32 34")
    drawn = [outcome for outcome, _ in enough.odds(match.state)]
    assert len(drawn) == 15
    for name in ("A", "B", "C", None):
        assert seen(match, name).resting == targets_of("30 32 34")


def test_nothing_is_shown() -> None:
    """E18: nobody has to prove anything."""
    match = idle(late(), 1)
    assert match.state.last is not None
    assert match.state.last.caller is None
    assert not match.state.last.won
    assert [standing.shown for standing in match.state.last.standings] == [None, None, None]
    assert [standing.face_up for standing in match.state.last.standings] == [10, 11, 12]


def test_any_way_to_end_a_turn_counts() -> None:
    """E18: drawing and discarding, taking from another, or a passed window of a Lock."""
    assert moment(do(late(), "C: deck => 1", "C: drop 1")) == "DrawTarget A"
    assert moment(do(late(), "C: take A 5")) == "DrawTarget A"
    window = position(FULL.replace("tokens sd", "tokens dl"), turn="C", turns=119)
    window = do(window, "C: take A 5")
    assert moment(window) == "NewFaceUp A"
    assert moment(do(window, "A: pass")) == "DrawTarget A"
    match = do(window, "A: lock dl")
    assert moment(match) == "DrawTarget A"
    assert "dl" in map(str, match.state.box)


def test_the_third_in_a_row_ends_the_game() -> None:
    """E18: most stars win."""
    second = idle(late(redeals=1), 1)
    assert (moment(second), second.state.redeals) == ("DrawTarget A", 2)
    end = over(idle(late(redeals=2), 1))
    assert (end.reason, end.scores, end.winners) == ("over.no_call", (2, 3, 4), (C,))


def test_three_rounds_played_out() -> None:
    """E18: from the first turn to the end, three times forty turns of everyone."""
    match = position(FULL, pile="1")
    match = idle(match, 114)
    for targets in ("14 16 18", "30 32 34"):
        match = deal(match, targets, "1 2 3")
        for name, card in zip("ABCABC", (4, 5, 6, 7, 8, 9), strict=True):
            match = do(match, f"{name}: deck => {card}")
        match = do(match, "A: deck => 20", "A: drop 20")
        match = idle(match, 113)
    assert over(match).winners == (C,)
    assert match.state.round == 3


@pytest.mark.parametrize(
    ("before", "winners"),
    [((0, 0, 0), (A, B, C)), ((7, 7, 1), (A, B)), ((0, 1, 0), (B,))],
)
def test_a_tie_is_shared(before: tuple[int, int, int], winners: tuple[int, ...]) -> None:
    """E18: as at any other end (E15)."""
    one, two, three = before
    drawing = FULL.replace("A 2*", f"A {one}*").replace("B 3*", f"B {two}*").replace("C 4*", f"C {three}*")
    match = idle(position(drawing, turn="C", turns=119, redeals=2, pile="1"), 1)
    assert (over(match).scores, over(match).winners) == (before, winners)


def test_a_call_starts_the_count_again() -> None:
    """E18: in a row means without any call between; after one, three more redeals are needed."""
    match = do(late(redeals=2), "C: call", "A: fold", "B: fold", "=> dn", "all: keep")
    assert match.state.redeals == 0
    assert moment(match) == "DrawTarget B"
    match = deal(match, "14 16 18", "1 2 3")
    for name, card in zip("BCABCA", (4, 5, 6, 7, 8, 9), strict=True):
        match = do(match, f"{name}: deck => {card}")
    match = idle(do(match, "B: deck => 20", "B: drop 20"), 113)
    assert (moment(match), match.state.redeals, match.state.round) == ("DrawTarget B", 1, 3)


def test_the_count_is_public() -> None:
    """E18: everyone can see that the end is near."""
    match = idle(late(redeals=1), 1)
    assert [seen(match, name).redeals for name in ("A", None)] == [2, 2]
    assert seen(late(turns=100), "B").turns == 100


def test_five_players_share_nothing_but_the_end() -> None:
    """E18: the player with the most stars wins, no matter who had First!."""
    match = position(
        """
        A 1*  target 30  lot [10] 3 7
        B 0*  target 32  lot [11] 4 8
        C 0*  target 34  lot [12] 5 9
        D 6*  target 36  lot [13] 6 2
        E 6*  target 38  lot [14] 1 15
        """,
        turn="E",
        turns=199,
        redeals=2,
    )
    assert over(do(match, "E: take A 1")).winners == (D, E)


def test_lots_of_a_game_without_a_last_call_can_be_redealt() -> None:
    """E18: nobody had to prove anything, so a player's hand may be any that the others did not see."""
    match = idle(late(redeals=2), 1)
    assert moment(match) == "Ended"
    source = RandomSource(Random(5))
    hands = {enough.redeal(match.state, A, source).players[B].hand for _ in range(50)}
    assert len(hands) > 5
