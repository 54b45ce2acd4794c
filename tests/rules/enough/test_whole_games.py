"""Whole games from the first lot to the last star, with given cards."""

from closecall.core.match import Match
from closecall.core.record import Player, decode_record, encode_record, record_of, replay
from closecall.games import enough, find_rules
from rules.enough.table import (
    A,
    B,
    EnoughMatch,
    deal,
    dealt,
    do,
    held,
    kit_of,
    lot,
    moment,
    over,
    position,
    standing,
    stars,
    targets_of,
)

# Ann (A), Ben (B) and Cleo (C) play the advanced variant.

# Ann has First! and 30, Ben 14 (3★), Cleo 44 (3★). Ben and Cleo both hit exactly.
ROUND_1 = """
A: deck => 9
B: deck => 4
C: take A => 12
A: deck => 8
B: deck => 5
C: deck => 15
A: deck => 20
A: drop 20
B: call
C: stay
C: deck => 16
C: drop 15
A: fold
"""  # Ben 5 + 4 + 5, Cleo 18 + 10 + 16

# Ann sits at Ben's right: First!. She has 26 (1★) and hits it, all fold. Ben locks his new card at last.
ROUND_2 = """
A: take B => 7
B: pass
B: deck => 20
B: pass
C: deck => 9
A: deck => 1
B: deck => 18
B: lock nl
C: deck => 10
A: call
B: fold
C: fold
"""  # Ann 6 + 19 + 1

# Cleo has First!. Ann calls with 11 for 14, sees two stay in, and backs out; both others are exact.
ROUND_3 = """
C: deck => 10
A: deck => 6
B: deck => 15
C: deck => 13
A: deck => 2
B: deck => 14
C: deck => 11
C: drop 13
A: call
B: stay
B: deck => 13
B: drop 14
C: stay
C: deck => 1
C: drop 1
A: out sd
"""  # Ben 16 + 15 + 13 for 44, Cleo 11 + 10 + 11 for 32

# Cleo has First! again. Ben hits 22 (2★).
ROUND_4 = """
C: deck => 13
A: deck => 9
B: deck => 8
C: deck => 14
A: deck => 12
B: deck => 6
C: deck => 20
C: drop 20
A: pile 12
B: call
C: fold
A: fold
"""  # Ben 8 + 8 + 6


def game_of_four_rounds() -> tuple[EnoughMatch, list[tuple[int, ...]]]:
    """The match when it is over, and the stars after each round."""
    told = []
    match = do(dealt("30 14 44", "10 5 18", first="A", advanced=True), ROUND_1.strip())
    told.append(stars(match))
    match = do(deal(do(match, "=> nl", "A: show"), "26 48 20", "6 19 2"), ROUND_2.strip())
    told.append(stars(match))
    match = do(deal(do(match, "=> sd", "all: keep"), "14 44 32", "3 16 11"), ROUND_3.strip())
    told.append(stars(match))
    match = do(deal(do(match, "all: keep"), "30 22 38", "10 8 12"), ROUND_4.strip())
    told.append(stars(match))
    return do(match, "=> dn"), told


def test_a_game_to_eight_stars() -> None:
    """E15: four rounds with a tie at zero, an exact hit unopposed, a backing out, and a champion."""
    match, told = game_of_four_rounds()
    assert told == [
        (0, 4, 1),  # Ben 3 + 1 for the exact hit; Cleo stayed and lost 1 of 0, and has the bonus
        (2, 4, 1),  # Ann 1 + 1
        (1, 6, 3),  # Ann backed out; the others get 1, and 1 for the exact hit
        (1, 9, 3),  # Ben 2 + 1
    ]
    assert over(match).scores == (1, 9, 3)
    assert over(match).winners == (B,)
    assert over(match).reason == "over.eight_stars"
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("", "dn", "")
    assert (lot(match, "A"), lot(match, "B"), lot(match, "C")) == ("[10] 9 20", "[8] 6 8", "[12] 13 14")
    assert standing(match, "B").exact


def test_its_record() -> None:
    """E14: when the game is over the whole record is open, and replays to the same end."""
    match, _ = game_of_four_rounds()
    record = record_of(match, (Player("Ann"), Player("Ben"), Player("Cleo")))
    read = decode_record(find_rules, encode_record(enough, record))
    assert read == record
    assert replay(enough, read) == match


def test_its_last_picture() -> None:
    """E15: the end of the last round and the table as plain text."""
    match, _ = game_of_four_rounds()
    assert enough.picture(match.state).splitlines() == [
        "round 4: B called and won and drew dn, targets 22 30 38",
        "  A folded +0* = 1*",
        "  B called +3* = 9* exact, shows [8] 6 8, total = 22 for 22: 0 off",
        "  C folded +0* = 3*",
        "round 4, First! C, turn 12, deck 50, pile 12, box 14: Ended",
        "A 1*  target 30 (1*)  lot [10] 9 20  tokens -  folded",
        "B 9*  target 22 (2*)  lot [8]l 6 8  tokens dn  called",
        "C 3*  target 38 (2*)  lot [12] 13 14  tokens -  folded",
    ]


def test_half_champions() -> None:
    """E15: Ann and Ben win seven stars each, both beat Cleo's call, and share the victory."""
    kit = kit_of("1-20x3", "30(7*) 31(7*) 32(1*) 33(1*) 34(1*) 35(1*) 36(1*) 37(1*)", "sl")
    match = do(
        dealt("30 32 33", "10 11 12", first="A", kit=kit),
        *("A: deck => 10", "B: deck => 1", "C: deck => 1", "A: deck => 9", "B: deck => 2", "C: deck => 2"),
        *("A: call", "B: fold", "C: fold", "=> sl", "all: keep"),
    )
    assert stars(match) == (7, 0, 0)
    match = do(
        deal(match, "34 31 35", "10 11 12"),
        *("C: deck => 1", "A: deck => 1", "A: pass", "B: deck => 10"),
        *("C: deck => 2", "A: deck => 2", "A: lock sl", "B: deck => 9"),
        *("C: deck => 20", "C: drop 20", "A: pile 1", "B: call", "C: fold", "A: fold", "=> sl", "all: keep"),
    )
    assert stars(match) == (7, 7, 0)
    match = do(
        deal(match, "32 33 37", "10 11 12"),
        *("A: deck => 10", "B: deck => 10", "B: pass", "C: deck => 1"),
        *("A: deck => 11", "B: deck => 11", "B: pass", "C: deck => 2"),
        *("A: deck => 20", "A: drop 20", "B: deck => 20", "B: drop 20"),
        *("C: call", "A: stay", "A: deck => 19", "A: drop 19", "B: stay", "B: deck => 19", "B: drop 19"),
        "B: total",
    )
    # Ann has 31 for 32, Ben 32 for 33, Cleo 15 for 37.
    assert over(match).scores == (8, 8, 0)
    assert over(match).winners == (A, B)


def test_pictures_can_be_drawn_again() -> None:
    """E4: the lines of players in a picture are the drawings that these tests begin with."""
    drawing = """
        A 3*  target 30 (1*)  lot [5] 7 20  tokens sd in
        B 0*  target 14 (3*)  lot [9]L 3 4  tokens -  used nl  silenced
        C 1*  target 48 (3*)  lot [2] 6 8  tokens -
        """
    match = position(drawing)
    lines = [line.strip() for line in drawing.strip().splitlines()]
    assert enough.picture(match.state).splitlines()[1:] == lines
    assert enough.picture(match.state).splitlines()[0] == (
        "round 1, First! A, turn 7, deck 51, pile -, box 12: Turn A"
    )
    assert [own.target for own in match.state.players] == list(targets_of("30 14 48"))
    assert moment(match) == "Turn A"


def test_pictures_of_the_beginning_and_of_a_round_without_a_call() -> None:
    """E18: plain text for every moment."""
    match: EnoughMatch = Match.start(enough, 3)
    assert enough.picture(match.state).splitlines() == [
        "round 0, First! -, turn 1, deck 60, pile -, box 15: DrawScorekeeper",
        "A 0*  target -  lot -  tokens -",
        "B 0*  target -  lot -  tokens -",
        "C 0*  target -  lot -  tokens -",
    ]
    match = position(
        """
        A 2*  target 30  lot [10] 3 7
        B 3*  target 14  lot [11] 4 8
        C 4*  target 48  lot [12] 5 9
        """,
        turn="C",
        turns=119,
    )
    match = do(match, "C: take A 5")
    assert enough.picture(match.state).splitlines()[:2] == [
        "round 1 had no call, targets 14 30 48",
        "round 2, First! A, turn 1, deck 60, pile -, box 15: DrawTarget A",
    ]
