"""Q11: a match of up to five games, summed, the first player redrawn each game."""

from fractions import Fraction

import pytest

from closecall.core.errors import BadOptions, IllegalMove
from closecall.core.match import Match
from closecall.core.rules import Decision, Seat
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
from support.matches import refusal

DICE = "w1 w2 r1 y1 g1 b1"
FIVE_RED = "R  x  x  x  x  x  7  8  9 10 11 12  L"
FIVE_YELLOW = "Y  x  x  x  x  x  7  8  9 10 11 12  L"


def first_game_over(games: int, *, one_more: bool = False) -> Table:
    """A match whose first game has just ended 1 to −20, seat B having the fourth misthrow."""
    match = table(sheet(), sheet(misthrows=3), active=B, games=games, one_more=one_more)
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
    assert after.results == (Result("over.fourth_misthrow", (1, -20), B),)
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


# One more


def answered(match: Table, *moves: str) -> Table:
    """The match after everybody's answer, from A on."""
    point = match.point
    for seat, move in zip((A, B), moves, strict=False):
        match = match.commit(seat, qwixx.parse_move(move), point=point)
    return match


def menus(match: Table) -> dict[Seat, list[str]]:
    """What each deciding seat may answer."""
    assert isinstance(match.pending, Decision)
    return {seat: list(map(qwixx.format_move, menu)) for seat, menu in match.pending.menus.items()}


def test_everybody_is_asked_for_one_more_game() -> None:
    """Q11: after the game, all at once; no answer means no."""
    match = first_game_over(games=1, one_more=True)
    assert menus(match) == {A: ["more", "stop"], B: ["more", "stop"]}
    assert isinstance(match.pending, Decision)
    assert (match.pending.default, match.pending.is_brief) == (qwixx.STOP, False)
    assert match.seen_by(A).view.is_asking


def test_one_more_if_everybody_wants_it() -> None:
    """Q11: the lot decides again who begins, on empty sheets, and the points are kept."""
    match = answered(first_game_over(games=1, one_more=True), "more", "more")
    assert waits_for_chance(match)
    assert match.state.games == 2
    match = match.fate(Lot(B))
    assert drawn(match, A) == drawn(match, B) == sheet()
    seen = match.seen_by(A).view
    assert (seen.games, seen.game, seen.totals, seen.is_asking) == (2, 2, (1, -20), False)


@pytest.mark.parametrize("moves", [("more", "stop"), ("stop", "more"), ("stop", "stop")])
def test_one_player_is_enough_to_stop(moves: tuple[str, str]) -> None:
    """Q11: then the match is over, with the points so far."""
    match = answered(first_game_over(games=1, one_more=True), *moves)
    assert (over(match).scores, over(match).winners) == ((1, -20), (A,))
    assert over(match).reason == "over.fourth_misthrow"
    assert len(match.state.results) == 1


def test_answers_are_sealed() -> None:
    """Q11: nobody sees an answer before all have answered, and it can be taken back until then."""
    asked = first_game_over(games=1, one_more=True)
    for viewer in (B, None):
        views = [answered(asked, move).seen_by(viewer).view for move in ("more", "stop")]
        assert views[0] == views[1] == asked.seen_by(viewer).view
    match = answered(asked, "stop")
    match = match.take_back(A, point=match.point)
    assert not is_over(answered(match, "more", "more"))


def test_there_are_at_most_five_games() -> None:
    """Q11: after the fifth nobody is asked."""
    match: Table = Match.start(qwixx, 1, Options(one_more=True))
    for game in range(1, 6):
        for _ in range(4):
            match = turn(match, DICE, "A pass", "A pass")
        assert len(match.state.results) == game
        if game < 5:
            match = answered(match, "more")
    assert over(match).scores == (-100,)


def test_one_more_follows_the_games_agreed_on() -> None:
    """Q11: of a match of two games, the question comes after the second."""
    assert waits_for_chance(first_game_over(games=2, one_more=True))
    earlier = (Result("over.fourth_misthrow", (30, 10)),)
    match = table(sheet(), sheet(misthrows=3), active=B, games=2, one_more=True, results=earlier)
    match = turn(match, DICE, "A r3, B pass", "B pass")
    assert match.seen_by(A).view.is_asking
    assert over(answered(match, "stop", "stop")).scores == (31, -10)


def test_refusals_about_one_more_game() -> None:
    """Q11: only when asked, and nothing else then."""
    asked = first_game_over(games=1, one_more=True)
    for move in ("r3", "pass"):
        assert refusal(IllegalMove, answered, asked, move).code == "qwixx_now_more"
    playing = rolled(table(sheet(), sheet(), one_more=True), DICE)
    fixed = rolled(table(sheet(), sheet()), DICE)
    for move in ("more", "stop"):
        assert refusal(IllegalMove, answered, playing, move).code == "qwixx_more_later"
        assert refusal(IllegalMove, answered, fixed, move).code == "qwixx_no_more"


def test_answers_change_no_sheet() -> None:
    """Q11: previews of both answers are empty."""
    asked = first_game_over(games=1, one_more=True)
    effects = {qwixx.effect(asked.seen_by(A).view, move) for move in (qwixx.MORE, qwixx.STOP)}
    assert effects == {qwixx.Effect(points=0, skipped=(), locks=False, misthrow=False)}
