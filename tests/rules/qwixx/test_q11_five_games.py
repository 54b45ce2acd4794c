"""Q11: a match of up to five games, summed, the first player redrawn each game."""

from fractions import Fraction

import pytest

from closecall.core.errors import BadOptions
from closecall.core.match import Match
from closecall.games import qwixx
from closecall.games.qwixx import Lot, Options, Result
from rules.qwixx.table import (
    A,
    B,
    Table,
    drawn,
    fate_refusal,
    is_over,
    new_table,
    over,
    roll,
    rolled,
    sheet,
    table,
    told,
    turn,
    waits_for_chance,
)

DICE = "w1 w2 r1 y1 g1 b1"
FIVE_RED = "R  x  x  x  x  x  7  8  9 10 11 12  L"
FIVE_YELLOW = "Y  x  x  x  x  x  7  8  9 10 11 12  L"


def first_game_over(games: int) -> Table:
    """A match whose first game has just ended 1 to −20, seat B having the fourth misthrow."""
    match = table(sheet(), sheet(misthrows=3), active=B, games=games)
    return turn(match, DICE, "A r3, B pass", "B pass")


def test_a_match_is_one_game_unless_said_otherwise() -> None:
    """Q11: without options one game is played."""
    assert Options() == Options(games=1)
    assert is_over(first_game_over(games=1))


@pytest.mark.parametrize("games", [0, 6, -1])
def test_one_to_five_games(games: int) -> None:
    """Q11: a sheet has room for five results."""
    with pytest.raises(BadOptions) as refused:
        new_table(2, games=games)
    assert told(refused.value) == (
        "qwixx_games",
        f"Option “games”: a match has 1 to 5 games, not {games}.",
    )


def test_the_lot_is_drawn_again() -> None:
    """Q11: after a game the lot decides again who begins the next one."""
    match = first_game_over(games=2)
    assert not is_over(match)
    assert waits_for_chance(match)
    assert match.state.active is None
    assert fate_refusal(match, roll(DICE)).code == "lot_first"
    assert list(qwixx.odds(match.state)) == [(Lot(A), Fraction(1, 2)), (Lot(B), Fraction(1, 2))]
    assert match.fate(Lot(B)).state.active == B


def test_every_game_begins_with_empty_sheets() -> None:
    """Q11: the finished game stays on the table until the lot falls; then all sheets are empty."""
    match = first_game_over(games=2)
    assert drawn(match, B) == sheet(misthrows=4)
    match = match.fate(Lot(A))
    assert drawn(match, A) == drawn(match, B) == sheet()
    match = rolled(match, DICE)
    assert match.state.roll == roll(DICE)


def test_all_dice_come_back() -> None:
    """Q11: the dice of closed rows are rolled again in the next game, alone too, where no lot is drawn."""
    match = table(sheet(f"{FIVE_RED}\n{FIVE_YELLOW}"), games=2)
    match = turn(match, "w6 w6 r1 y6 g1 b1", "A r12", "A y12")
    assert match.state.active == A
    assert waits_for_chance(match)
    assert fate_refusal(match, roll("w1 w2 g1 b1")).code == "qwixx_die_missing"
    assert len(list(qwixx.odds(match.state))) == 6**6
    match = rolled(match, DICE)
    assert drawn(match, A) == sheet()
    assert match.state.results == (Result("over.two_rows_closed", (56,)),)


def test_the_view_of_a_match() -> None:
    """Q11: the view has the number of the game, the results and the totals so far."""
    match = first_game_over(games=3)
    after = match.seen_by(A).view
    assert (after.games, after.game, after.totals) == (3, 1, (1, -20))
    assert after.results == (Result("over.fourth_misthrow", (1, -20)),)
    match = turn(match.fate(Lot(A)), DICE, "A r3, B y3", "A g3")
    during = match.seen_by(None).view
    assert (during.games, during.game, during.totals) == (3, 2, (3, -19))
    assert during.results == after.results
    assert "\ngame 1: over.fourth_misthrow (1, -20)\n" in qwixx.picture(match.state)


def test_the_results_are_summed() -> None:
    """Q11: the most points of all games together win, and the last game says why the match is over."""
    earlier = (Result("over.fourth_misthrow", (30, 10)),)
    match = table(sheet(f"{FIVE_YELLOW}"), sheet(FIVE_RED), games=2, results=earlier)
    match = turn(match, "w6 w6 r1 y1 g1 b1", "A y12, B r12")
    assert over(match).scores == (58, 38)
    assert over(match).winners == (A,)
    assert over(match).reason == "over.two_rows_closed"
    assert match.seen_by(A).view.totals == (58, 38)


def test_a_whole_match_of_five_games() -> None:
    """Q11: five games of four misthrows each are −100 points, and the sixth never begins."""
    match: Table = Match.start(qwixx, 1, Options(games=5))
    for game in range(1, 6):
        assert match.seen_by(A).view.game == min(game, max(1, len(match.state.results)))
        for _ in range(4):
            assert not is_over(match)
            match = turn(match, DICE, "A pass", "A pass")
    assert over(match).scores == (-100,)
    assert len(match.state.results) == 5
    assert match.seen_by(A).view.game == 5
