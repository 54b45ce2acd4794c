"""Leagues: every seating order on the same tables, counted exactly, stopped and continued."""

from dataclasses import replace
from itertools import combinations, permutations
from math import exp
from typing import Any

import numpy as np
import pytest

from closecall.core.errors import BadOptions
from closecall.games import mark, qwixx
from closecall.sim.chunks import Chunk, play_chunk
from closecall.sim.league import League, Standing, TableWins, league_of
from closecall.sim.ratings import Meeting, by_strength, meeting, ratings_of
from closecall.sim.run import play_chunks, simulate
from closecall.sim.statistics import SIXTIETHS, wilson


def played(league: League, workers: int = 1, before: Standing | None = None) -> Standing:
    """The standing of a league once it is played, perhaps continued from an earlier standing."""
    standing = before or Standing.empty(league)
    for chunk in play_chunks(league, workers, first=standing.played):
        standing.add(chunk.tally)
    return standing


def test_every_order_of_every_table() -> None:
    """Three of four bots, in all six orders."""
    league = league_of("enough", ["greedy", "random", "bot:a", "bot:b"], 3, 100, seed=1)
    assert len(league.fixtures) == len(set(league.fixtures)) == 24
    assert {tuple(sorted(order)) for order in league.fixtures} == {
        ("bot:a", "bot:b", "greedy"),
        ("bot:a", "bot:b", "random"),
        ("bot:a", "greedy", "random"),
        ("bot:b", "greedy", "random"),
    }
    assert set(permutations(("greedy", "random", "bot:a"))) <= set(league.fixtures)


@pytest.mark.parametrize("games", [1, 2, 3, 7, 24, 25, 100])
@pytest.mark.parametrize("cut", [0, 1, 5, 30])
def test_each_game_is_played_once(games: int, cut: int) -> None:
    """Wherever the games are cut, each fixture plays its tables from 0 on, each of them once."""
    league = league_of("qwixx", ["greedy", "random", "bot:a"], 2, games, seed=1)
    cut = min(cut, games)
    for fixture in range(len(league.fixtures)):
        parts = [*league.tables(fixture, 0, cut), *league.tables(fixture, cut, games - cut)]
        assert parts == list(range(len(parts)))
    assert sum(len(league.tables(f, 0, games)) for f in range(len(league.fixtures))) == games


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("qwixx", None),
        ("qwixx", qwixx.Options(one_more=True)),
        ("mark", mark.Options(ages=(9, 38))),  # The second seat starts, whoever sits there.
    ],
)
def test_a_fixture_is_a_simulation(game: str, options: Any) -> None:
    """The same games, points and wins as `simulate` with the same seed and seating order."""
    league = league_of(game, ["greedy", "random"], 2, 40, seed=5, options=options)
    standing = played(league)
    assert standing.fits(league)
    for fixture, order in enumerate(league.fixtures):
        result = simulate(game, order, 20, seed=5, options=options)
        assert standing.games[fixture] == 20
        assert standing.points[fixture] == result.scores.sum(axis=0).tolist()
        shares = [seat.win_share for seat in result.seats]
        assert [wins / SIXTIETHS / 20 for wins in standing.wins[fixture]] == shares


def test_the_same_dice_for_everybody() -> None:
    """In Close to the Mark! the greedy bot fills its sheet the same way beside any other bot."""
    alike = simulate("mark", ("greedy", "greedy"), 50, seed=4).scores
    assert (simulate("mark", ("greedy", "random"), 50, seed=4).scores[:, 0] == alike[:, 0]).all()
    assert (simulate("mark", ("random", "greedy"), 50, seed=4).scores[:, 1] == alike[:, 1]).all()


@pytest.mark.parametrize(
    ("game", "bots", "is_compiled"),
    [
        ("mark", ("greedy", "random"), True),
        ("mark", ("greedy", "random", "expert"), True),
        ("mark", ("greedy", "expert", "bot:a"), False),
        ("qwixx", ("greedy", "random", "expert"), True),
        ("qwixx", ("greedy", "random", "bot:a"), False),
    ],
)
def test_one_engine_plays_all_fixtures(game: str, bots: tuple[str, ...], is_compiled: bool) -> None:
    """Compiled code and the readable engine have different dice, so only one of them plays a league."""
    league = league_of(game, bots, 2, 60, seed=1)
    plans = [league.plan(fixture) for fixture in range(len(league.fixtures))]
    assert {plan.is_compiled() for plan in plans} == {league.is_compiled()} == {is_compiled}


@pytest.mark.long
def test_a_league_on_ray() -> None:
    """A real local Ray with two workers plays the same league."""
    pytest.importorskip("ray")
    league = league_of("mark", ["greedy", "random"], 2, 40, seed=3)
    standing = Standing.empty(league)
    for chunk in play_chunks(league, 2, "ray"):
        standing.add(chunk.tally)
    assert standing == played(league)


def test_stopped_and_continued() -> None:
    """A part and then the rest give the same as all at once, with one worker or two."""
    whole = league_of("mark", ["greedy", "random"], 2, 30, seed=2)
    part = league_of("mark", ["greedy", "random"], 2, 13, seed=2)
    standing = played(part)
    assert standing.fits(part)
    assert played(whole, before=standing) == played(whole) == played(whole, workers=2)


def made_up(copies: int = 1) -> tuple[League, Standing]:
    """A league with given results: a beats b 3:1 with one draw, a always beats c, and b always beats c."""
    league = league_of("mark", ["greedy", "random", "bot:c"], 2, 30 * copies, seed=1)
    standing = Standing.empty(league)
    standing.tables = replace(standing.tables, games=league.games)
    strength = {"greedy": 0, "random": 1, "bot:c": 2}
    for n, (one, other) in enumerate(league.fixtures):
        if {one, other} == {"greedy", "random"}:
            wins = {"greedy": 3 * 60 + 30, "random": 60 + 30}
        else:
            best = min(one, other, key=lambda bot: strength[bot])
            wins = {bot: 300 if bot == best else 0 for bot in (one, other)}
        standing.games[n] = 5 * copies
        standing.wins[n] = [copies * wins[one], copies * wins[other]]
        standing.points[n] = [50 * copies, 40 * copies]
    return league, standing


def test_meetings() -> None:
    """Shares and points over both orders, against one bot and against all."""
    league, standing = made_up()
    assert standing.fits(league)
    met = meeting(league, standing, "greedy", "random")
    assert met is not None
    assert (met.games, met.share, met.points) == (10, 0.7, 9.0)
    everywhere = meeting(league, standing, "greedy")
    assert everywhere is not None
    assert (everywhere.games, everywhere.share) == (20, 0.85)
    assert by_strength(league, standing) == ["greedy", "random", "bot:c"]


# Errors: the games of a table have the same dice.


@pytest.mark.parametrize("sizes", [[60], [1] * 60, [13, 47], [6, 6, 48], [5, 2, 4, 1, 30, 18], [59, 1]])
def test_tables_become_whole(sizes: list[int]) -> None:
    """Wherever the games are cut, the squares are those of the wins of whole tables."""
    league = league_of("qwixx", ["greedy", "random", "skipper"], 2, 60, seed=3)
    parts, first = [], 0
    for size in sizes:
        parts.append(play_chunk(league, Chunk(first, size)).tally.tables)
        first += size
    tables = TableWins.empty(6, 3)
    for part in parts:
        tables = tables.followed_by(part)
    backwards = parts[-1]
    for part in parts[-2::-1]:
        backwards = part.followed_by(backwards)
    assert tables == TableWins.empty(6, 3).followed_by(backwards)
    assert tables.whole == 10
    for (n, bot), (m, other) in permutations(enumerate(league.bots), 2):
        assert tables.squares[n][m] == sum([wins**2 for wins in won_by_table(bot, other, 10)])
    assert not np.any(tables.tail)


def won_by_table(bot: str, other: str, tables: int) -> list[int]:
    """By table, the sixtieths of wins of a bot against another in Qwixx, both orders together."""
    first, second = (simulate("qwixx", order, tables, seed=3).won for order in ((bot, other), (other, bot)))
    shares = first[:, 0] / first.sum(axis=1) + second[:, 1] / second.sum(axis=1)
    return [round(SIXTIETHS * share) for share in shares.tolist()]


def test_a_league_that_stops_in_the_middle_of_a_table() -> None:
    """The games of that table count as wins, but not yet towards the variance between tables."""
    league = league_of("qwixx", ["greedy", "random", "skipper"], 2, 15, seed=3)
    standing = played(league)
    assert standing.tables.whole == 2
    by_bot = dict.fromkeys(league.bots, 0)
    for fixture, order in list(enumerate(league.fixtures))[:3]:
        table = play_chunk(league, Chunk(12 + fixture, 1)).tally
        for seat, bot in enumerate(order):
            by_bot[bot] += table.wins[fixture][seat]
    assert [standing.tables.tail[n][n] for n in range(3)] == [by_bot[bot] for bot in league.bots]
    assert sum(map(sum, standing.wins)) == 15 * SIXTIETHS
    bots = ("greedy", "skipper", "rusher")
    whole, more = (league_of("qwixx", bots, 2, games, seed=3) for games in (600, 604))
    before, after = ([met.games / met.independent for met in met_in(one)] for one in (whole, more))
    assert before == after
    assert min(before) > 1


def met_in(league: League) -> list[Meeting]:
    """The result of each bot of a league."""
    standing = played(league)
    return [met for bot in league.bots if (met := meeting(league, standing, bot))]


def alike(rng: np.random.Generator, tables: int, luck: float) -> float:
    """How many games are worth one, in a league where the dice of a table have this influence."""
    league = league_of("mark", ["greedy", "random", "bot:c"], 2, 6 * tables, seed=1)
    standing = Standing.empty(league)
    for n in range(tables):
        table = Standing.empty(league)
        likely = 0.5 + luck * (1 if rng.random() < 0.5 else -1)
        won = np.zeros((3, 3), np.int64)
        for fixture, order in enumerate(league.fixtures):
            first, last = sorted(order, key=league.bots.index)
            winner, loser = (first, last) if rng.random() < likely else (last, first)
            table.games[fixture] = 1
            table.wins[fixture] = [SIXTIETHS * (bot == winner) for bot in order]
            for other in (winner, loser):
                won[league.bots.index(winner), league.bots.index(other)] += SIXTIETHS
        squares = (won**2).tolist()
        table.tables = replace(TableWins.empty(6, 3), first=6 * n, games=6, squares=squares)
        standing.add(table)
    met = meeting(league, standing, "greedy")
    assert met is not None
    assert met.games == 4 * tables
    return met.games / met.independent


def test_dice_that_decide_make_games_alike() -> None:
    """Four games that are won or lost together tell no more than one; independent ones all count."""
    rng = np.random.default_rng(1)
    assert alike(rng, 400, luck=0.5) == pytest.approx(4, abs=0.1)
    assert 1 <= alike(rng, 2000, luck=0.0) < 1.15


def test_one_table_is_one_game() -> None:
    """All of its games have the same dice, whose influence is still unknown."""
    bots = ("greedy", "skipper", "rusher", "random")
    for met in met_in(league_of("qwixx", bots, 2, 12, seed=5)):
        assert (met.games, met.independent) == (6, 1)


def test_intervals_cover_the_true_share() -> None:
    """In small leagues with different seeds, about 95 of 100 intervals cover the share of a large one."""
    bots = ("greedy", "skipper", "rusher", "random")
    whole = league_of("qwixx", bots, 2, 12 * 4000, seed=0)
    truth = {bot: met.share for bot in bots if (met := meeting(whole, played(whole), bot))}
    inside = tried = 0
    for seed in range(1, 151):
        league = league_of("qwixx", bots, 2, 12 * 40, seed=seed)
        standing = played(league)
        for bot in bots[:3]:
            met = meeting(league, standing, bot)
            assert met is not None
            low, high = wilson(met.share, met.independent)
            inside, tried = inside + (low <= truth[bot] <= high), tried + 1
    assert inside / tried == pytest.approx(0.95, abs=0.03)


# Ratings.


def test_ratings() -> None:
    """Winners are rated higher, more games narrow the interval, and the same games give the same ratings."""
    league, standing = made_up()
    ratings = ratings_of(league, standing)
    means = [ratings[bot].mean for bot in ("greedy", "random", "bot:c")]
    assert means == sorted(means, reverse=True)
    assert ratings == ratings_of(league, standing)
    surer = ratings_of(*made_up(copies=20))
    for bot in league.bots:
        assert surer[bot].high - surer[bot].low < ratings[bot].high - ratings[bot].low


STRENGTHS = {"greedy": 1.5, "random": 0.5, "bot:c": 0.0, "bot:d": -2.0}
UNIT = 25 / 6 * 2**0.5
"""A difference of one in strength, in points of the model."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_recover_given_strengths(seats: int) -> None:
    """A bot that always loses ends far below one that often loses, with any number of seats."""
    league = league_of("mark", tuple(STRENGTHS), seats, 24_000, seed=1)
    standing = Standing.empty(league)
    each = league.games // len(league.fixtures)
    for n, order in enumerate(league.fixtures):
        weights = [exp(STRENGTHS[bot]) for bot in order]
        standing.games[n] = each
        standing.wins[n] = [round(SIXTIETHS * each * weight / sum(weights)) for weight in weights]
    ratings = ratings_of(league, standing)
    for one, other in combinations(STRENGTHS, 2):
        found = (ratings[one].mean - ratings[other].mean) / UNIT
        assert found == pytest.approx(STRENGTHS[one] - STRENGTHS[other], rel=0.2, abs=0.25)
        sure = (ratings[one].high - ratings[one].mean + ratings[other].high - ratings[other].mean) / UNIT
        assert abs(found - STRENGTHS[one] + STRENGTHS[other]) < sure


def test_ratings_do_not_depend_on_the_order_of_bots() -> None:
    """The same games give the same ratings."""
    league, standing = made_up()
    turned = league_of("mark", league.bots[::-1], 2, 30, seed=1)
    where = [league.fixtures.index(order) for order in turned.fixtures]
    games, wins = [standing.games[n] for n in where], [standing.wins[n] for n in where]
    same = Standing(games, wins, standing.points, standing.lost, standing.tables)
    assert turned.fixtures != league.fixtures
    assert ratings_of(turned, same) == ratings_of(league, standing)


@pytest.mark.parametrize(
    ("bots", "seats", "code"),
    [
        (["greedy", "greedy"], 2, "league_twice"),
        (["greedy"], 2, "league_few"),
        (["greedy", "random"], 1, "league_few"),
        (["greedy", "deep"], 2, "unknown_bot"),
        (["greedy", "random", "deep"], 2, "unknown_bot"),
        ([f"bot:{n}" for n in range(9)], 5, "league_many"),
    ],
)
def test_impossible_leagues(bots: list[str], seats: int, code: str) -> None:
    """Refused with a reason."""
    with pytest.raises(BadOptions) as refusal:
        league_of("mark", bots, seats, 10, seed=1)
    assert refusal.value.code == code
