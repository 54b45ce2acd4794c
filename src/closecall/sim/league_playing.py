"""Some games of a league in a row, played and counted: for each fixture, and table by table."""

import numpy as np
from numpy.typing import NDArray

from closecall.sim.league import League, Standing
from closecall.sim.league_tables import Tables, Wins, no_wins
from closecall.sim.result_arrays import Games
from closecall.sim.spread import SIXTIETHS

Numbers = NDArray[np.int64]
"""By table, bot and bot: what `Wins` holds for one of them."""


def play_games(league: League, first: int, count: int) -> Standing:
    """Play so many games of a league, from one on."""
    standing, fixtures = Standing.empty(league), len(league.fixtures)
    first_table, last_table = first // fixtures, (first + count - 1) // fixtures
    wins = np.zeros((last_table - first_table + 1, len(league.bots), len(league.bots)), np.int64)
    for fixture, order in enumerate(league.fixtures):
        tables = league.tables(fixture, first, count)
        if tables:
            tally, games = league.plan(fixture).play(tables.start, len(tables))
            standing.count(fixture, tally)
            begin = tables.start - first_table
            _note(wins[begin : begin + len(tables)], games, [league.bots.index(bot) for bot in order])
    standing.tables = _tables(fixtures, first, count, wins)
    return standing


def _note(wins: Numbers, games: Games, order: list[int]) -> None:
    """Add the games of a fixture, one for each table."""
    won = games.won.astype(np.int64)
    shares = SIXTIETHS * won // won.sum(axis=1, keepdims=True)
    for seat, bot in enumerate(order):
        for other in order:
            wins[:, bot, other] += shares[:, seat]


def _tables(fixtures: int, first: int, count: int, wins: Numbers) -> Tables:
    """The wins of the tables of some games: those before the whole ones, the whole ones, those after them."""
    zero = first // fixtures
    begin, end = -(-first // fixtures) - zero, (first + count) // fixtures - zero
    if begin > end:  # All of it is the middle of one table.
        none = no_wins(wins.shape[1])
        return Tables(fixtures, first, count, _summed(wins), none, none)
    squares = _summed(wins[begin:end] ** 2)
    return Tables(fixtures, first, count, _summed(wins[:begin]), squares, _summed(wins[end:]))


def _summed(wins: Numbers) -> Wins:
    found: Wins = wins.sum(axis=0).tolist()
    return found
