"""Q8: in action 1 several players may lock the same row; closures apply at the end of action 1."""

from itertools import permutations

from rules.qwixx.table import (
    A,
    B,
    C,
    drawn_row,
    is_over,
    menu,
    misthrows,
    played,
    refusal,
    rolled,
    sheet,
    table,
)

FIVE = sheet("Y  x  x  x  x  x  7  8  9 10 11 12  L")
SIX = sheet("Y  x  x  -  x  -  x  -  x  x 11 12  L")
FOUR = sheet("Y  x  x  x  x  6  7  8  9 10 11 12  L")
DICE = "w6 w6 r1 y1 g1 b1"


def test_two_players_lock_the_same_row() -> None:
    """Q8: both get the last number and the lock, each with five crosses of their own."""
    match = played(rolled(table(FIVE, SIX, FOUR), DICE), "A y12, B y12, C pass")
    assert drawn_row(match, A, "Y") == "Y  x  x  x  x  x  -  -  -  -  -  x  x"
    assert drawn_row(match, B, "Y") == "Y  x  x  -  x  -  x  -  x  x  -  x  x"
    assert drawn_row(match, C, "Y") == "Y  x  x  x  x  -  -  -  -  -  -  -  -"
    assert [len(sheet.rows[1].crossed) + sheet.rows[1].locked for sheet in match.state.sheets] == [7, 8, 4]
    assert not is_over(match)


def test_four_crosses_are_not_enough_to_join() -> None:
    """Q8: the last number stays refused without five crosses, even while others lock the row."""
    match = played(rolled(table(FIVE, SIX, FOUR), DICE), "A y12, B y12")
    assert menu(match, C) == "g12 b12 pass"
    assert refusal(match, C, "y12").code == "qwixx_five_crosses"


def test_locking_together_does_not_depend_on_the_order() -> None:
    """Q8: the row closes at the end of action 1, so nobody can close it before another."""
    choices = ["A y12", "B y12", "C g12"]
    start = rolled(table(FIVE, SIX, FOUR), DICE)
    states = {played(start, ", ".join(order)).state for order in permutations(choices)}
    assert len(states) == 1


def test_the_die_is_gone_for_action_2() -> None:
    """Q8: the active player cannot use the die of a row that another has just closed."""
    eight = sheet("Y  x  x  x  x  x  x  8  9 10 11 12  L")
    match = rolled(table(eight, FIVE), "w6 w6 r1 y2 g1 b1")
    assert "y8" not in menu(match, A).split()
    gone = played(match, "A pass, B y12")
    assert menu(gone, A) == "r7 g7 b7 pass"
    assert refusal(gone, A, "y8").code == "qwixx_die_gone"
    still_there = played(match, "A pass, B pass")
    assert menu(still_there, A) == "r7 y8 g7 b7 pass"


def test_a_lost_die_excuses_no_misthrow() -> None:
    """Q8: who can cross nothing because the row was closed in action 1 marks a misthrow all the same."""
    only_yellow = sheet("""
        R  -  -  -  -  -  -  -  -  -  x 12  L
        Y  x  x  x  x  x  x  8  9 10 11 12  L
        G  -  -  -  -  -  -  -  -  -  x  2  L
        B  -  -  -  -  -  -  -  -  -  x  2  L
    """)
    match = played(rolled(table(only_yellow, FIVE), "w6 w6 r1 y2 g1 b1"), "A pass, B y12")
    assert menu(match, A) == "pass"
    assert misthrows(played(match, "A pass")) == (1, 0)
