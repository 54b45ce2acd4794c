"""M4: one roll of five dice for everyone, used at the same time and unseen."""

from fractions import Fraction

from closecall.core.errors import NotYourDecision
from closecall.core.rules import Chance, Decision, Seat, all_seats
from closecall.games import mark
from support.mark import EMPTY, A, B, C, dice, drawn, entered, sheet, table
from support.matches import refusal


def test_all_five_dice_are_rolled_once() -> None:
    """M4: the roll has five dice whatever the number of players, all 7,776 of them equally likely."""
    for players in ("K", "KBGYR"):
        match = table(*[EMPTY] * len(players), players=players)
        assert isinstance(match.pending, Chance)
        odds = dict(mark.odds(match.state))
        assert len(odds) == 6**5
        assert set(odds.values()) == {Fraction(1, 6**5)}
        assert dice("K1 B6 G2 Y5 R3") in odds
        match = match.fate(dice("K1 B6 G2 Y5 R3"))
        error = refusal(NotYourDecision, match.fate, dice("K1 B6 G2 Y5 R3"))
        assert error.code == "no_chance"


def test_all_players_use_the_same_roll() -> None:
    """M4: the same dice, even the same second die, serve everyone in the same round."""
    match = table(EMPTY, EMPTY, EMPTY, players="YKG", roll="K1 B2 G3 Y4 R6")
    assert isinstance(match.pending, Decision)
    assert set(match.pending.menus) == {A, B, C}
    match = entered(match, "e1+r", "e1+r", "e1+r")
    assert [sheet[4] for sheet in match.state.sheets] == [4 + 6, 1 + 6, 3 + 6]
    assert match.state.round == 1


def test_nobody_sees_an_entry_before_all_have_entered() -> None:
    """M4: a sealed entry is known to its owner alone, and nothing is written until the last one."""
    match = table(EMPTY, EMPTY, players="YK", roll="K1 B2 G3 Y4 R6")
    before = {viewer: match.seen_by(viewer) for viewer in (B, None)}
    sealed = match.commit(A, mark.parse_move("b2+g"), point=0)
    assert drawn(sealed, A) == EMPTY
    assert sealed.seen_by(A).sealed == mark.parse_move("b2+g")
    assert sealed.seen_by(A).menu is None
    for viewer in (B, None):
        seen = sealed.seen_by(viewer)
        assert (seen.view, seen.menu, seen.sealed) == (before[viewer].view, before[viewer].menu, None)
        assert seen.waiting == (B,)
    after = sealed.commit(B, mark.parse_move("a1+r"), point=0)
    assert [after.state.sheets[A][6], after.state.sheets[B][0]] == [7, 7]


def test_an_entry_can_be_taken_back_until_the_last_one() -> None:
    """M4: only what was sealed at the end is written."""
    match = table(EMPTY, EMPTY, players="YK", roll="K1 B2 G3 Y4 R6")
    match = match.commit(A, mark.parse_move("b2+g"), point=0).take_back(A, point=0)
    match = match.commit(A, mark.parse_move("b2+r"), point=0)
    match = match.commit(B, mark.parse_move("a1+r"), point=0)
    assert drawn(match, A) == sheet("""
             a     b     c     d     e
        1   .K -  .B -  .G -  .Y -  .R   0
             |     |     |     |     |
        2   .G - 10Y -  .R -  .K -  .B   0
             |     |     |     |     |
        3   .R -  .K -  .B -  .G -  .Y   0
             |     |     |     |     |
        4   .B -  .G -  .Y -  .R -  .K   0
             |     |     |     |     |
        5   .Y -  .R -  .K -  .B -  .G   0
             0     0     0     0     0
        """)


def test_the_starter_rolls_first_then_clockwise() -> None:
    """M4: the dice go round, one roll each."""
    match = table(EMPTY, EMPTY, EMPTY, players="KBG", starter=B)
    rollers: list[Seat | None] = []
    for row in "12345":
        rollers.append(match.seen_by(None).view.roller)
        match = match.fate(dice("K1 B2 G3 Y4 R6"))
        assert match.seen_by(A).view.roller == rollers[-1]
        circle = {"1": "e1", "2": "c2", "3": "a3", "4": "d4", "5": "b5"}[row]
        match = entered(match, *[f"{circle}+r"] * 3)
    assert rollers == [B, C, A, B, C]


def test_alone_you_always_roll() -> None:
    """M4: with one player the dice stay."""
    match = table(EMPTY, players="Y")
    for circle in ("d1", "b2", "e3"):
        assert match.seen_by(A).view.roller == A
        match = entered(match.fate(dice("K1 B2 G3 Y4 R6")), f"{circle}+k")


def test_everyone_sees_the_roll() -> None:
    """M4: the dice lie on the table until all have entered."""
    match = table(EMPTY, EMPTY, players="YK", roll="K1 B2 G3 Y4 R6")
    for viewer in (*all_seats(2), None):
        assert match.seen_by(viewer).view.dice == (1, 2, 3, 4, 6)
    match = entered(match, "b2+g", "a1+r")
    assert match.seen_by(None).view.dice is None
