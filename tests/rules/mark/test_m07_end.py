"""M7: the game ends after exactly 25 rounds, with every sheet full."""

from closecall.core.errors import NotYourDecision
from closecall.core.match import Match
from closecall.core.rules import Chance, Over, all_seats
from closecall.games import mark
from closecall.games.mark.state import Lot
from support.mark import A, B, dice, drawn, entered, sheet, table
from support.matches import over, refusal


def test_exactly_25_rounds() -> None:
    """M7: 25 rolls are made, no more and no fewer, and then no circle is free."""
    match = Match.start(mark, 2).fate(Lot(A))
    match = match.commit(A, mark.parse_move("k"), point=1).commit(B, mark.parse_move("r"), point=2)
    for played in range(25):
        assert isinstance(match.pending, Chance)
        assert match.state.round == played
        assert [sum(map(bool, sheet)) for sheet in match.state.sheets] == [played, played]
        match = match.fate(dice("K1 B2 G3 Y4 R6"))
        for seat in all_seats(2):
            menu = match.seen_by(seat).menu
            assert menu is not None
            match = match.commit(seat, next(iter(menu)), point=match.point)
    assert isinstance(match.pending, Over)
    assert match.point == 3 + 50
    assert all(all(sheet) for sheet in match.state.sheets)


def test_the_last_entry_ends_the_game() -> None:
    """M7: with the 25th number the game is over at once, and why is said in words."""
    match = table(
        """
             a     b     c     d     e
        1   7K -  7B -  7G -  7Y -  7R
        2   7G -  .Y -  7R -  7K -  7B
        3   7R -  7K -  7B -  7G -  7Y
        4   7B -  7G -  7Y -  7R -  7K
        5   7Y -  7R -  7K -  7B -  7G
        """,
        roll="K2 B5 G1 Y6 R1",
    )
    assert match.seen_by(A).over is None
    match = entered(match, "b2+k")
    assert drawn(match) == sheet("""
             a     b     c     d     e
        1   7K -  7B -  7G -  7Y -  7R   0
             |     x     |     |     |
        2   7G x  8Y x  7R -  7K -  7B   3
             |     x     |     |     |
        3   7R -  7K -  7B -  7G -  7Y   0
             |     |     |     |     |
        4   7B -  7G -  7Y -  7R -  7K   0
             |     |     |     |     |
        5   7Y -  7R -  7K -  7B -  7G   0
             0     3     0     0     0
        """)
    assert over(match) == Over("over.sheets_full", (6,), (A,))
    for viewer in (A, None):
        assert match.seen_by(viewer).over == over(match)


def test_nothing_happens_after_the_end() -> None:
    """M7: no roll and no entry is accepted any more."""
    full = """
             a     b     c     d     e
        1   7K -  7B -  7G -  7Y -  7R
        2   7G -  7Y -  7R -  7K -  7B
        3   7R -  7K -  7B -  7G -  7Y
        4   7B -  7G -  7Y -  7R -  7K
        5   7Y -  7R -  7K -  7B -  7G
        """
    match = table(full)
    assert refusal(NotYourDecision, match.fate, dice("K2 B5 G1 Y6 R1")).code == "no_chance"
    error = refusal(NotYourDecision, match.commit, A, mark.parse_move("b2+k"), point=0)
    assert error.code == "not_your_decision"
    assert match.seen_by(A).waiting == ()
