"""Q6: an active player who crosses nothing in both actions marks a misthrow; crossing is always optional."""

from closecall.games import qwixx
from rules.qwixx.table import (
    A,
    B,
    drawn,
    is_over,
    menu,
    misthrows,
    new_table,
    over,
    played,
    rolled,
    sheet,
    table,
    turn,
)

DICE = "w4 w1 r3 y2 g5 b6"


def test_nothing_in_both_actions_is_a_misthrow() -> None:
    """Q6: the active player passes twice and marks one; it may be chosen, for there was much to cross."""
    match = turn(new_table(2), DICE, "A pass, B pass", "A pass")
    assert drawn(match, A) == sheet(misthrows=1)
    assert drawn(match, B) == sheet()


def test_a_cross_in_action_1_is_enough() -> None:
    """Q6: who crossed the white sum marks no misthrow."""
    assert misthrows(turn(new_table(2), DICE, "A r5, B pass", "A pass")) == (0, 0)


def test_a_cross_in_action_2_is_enough() -> None:
    """Q6: who passed in action 1 can still avoid the misthrow in action 2."""
    assert misthrows(turn(new_table(2), DICE, "A pass, B pass", "A b10")) == (0, 0)


def test_the_others_never_mark_one() -> None:
    """Q6: only the active player can throw badly; the crosses of others do not help either."""
    match = turn(new_table(3), DICE, "A pass, B y5, C pass", "A pass")
    assert misthrows(match) == (1, 0, 0)
    match = turn(match, DICE, "A pass, B pass, C pass", "B b10")
    assert misthrows(match) == (1, 0, 0)


def test_the_cross_of_an_earlier_turn_does_not_count() -> None:
    """Q6: each turn of the active player is judged alone."""
    match = turn(new_table(1), DICE, "A r5", "A b10")
    assert misthrows(turn(match, DICE, "A pass", "A pass")) == (1,)


def test_the_effect_of_passing() -> None:
    """Q6: passing costs five points in action 2 after passing in action 1, and in no other case."""
    free, misthrow = qwixx.Effect(0, (), False, False), qwixx.Effect(-5, (), False, True)
    match = rolled(new_table(2), DICE)
    assert qwixx.effect(match.seen_by(A).view, qwixx.PASS) == free
    assert qwixx.effect(match.seen_by(B).view, qwixx.PASS) == free
    passed = played(match, "A pass, B y5")
    assert qwixx.effect(passed.seen_by(A).view, qwixx.PASS) == misthrow
    crossed = played(match, "A y5, B pass")
    assert qwixx.effect(crossed.seen_by(A).view, qwixx.PASS) == free


def test_passing_is_on_every_menu() -> None:
    """Q6: crossing is never a duty, not even to avoid the fourth misthrow."""
    match = rolled(table(sheet(misthrows=3), sheet()), DICE)
    assert menu(match, A) == "r5 y5 g5 b5 pass"
    match = played(match, "A pass, B pass")
    assert menu(match, A) == "r4 r7 y3 y6 g9 g6 b10 b7 pass"
    assert not is_over(match)
    match = played(match, "A pass")
    assert drawn(match, A) == sheet(misthrows=4)
    assert over(match).reason == "over.fourth_misthrow"
