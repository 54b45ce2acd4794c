"""A league: every table of different bots, in every order of their seats, on the same dice.

A *fixture* is some bots in the order of their seats. All fixtures play table 0, then all play table 1, and so
on, so that whenever one stops, everybody has played (nearly) the same tables. What comes of it are whole
numbers, such as the sixtieths of wins of each bot of each fixture, which can be kept in a file and added to
later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import factorial
from typing import Any

from closecall.core.errors import BadOptions
from closecall.sim.counting import LOST_MOVES
from closecall.sim.engine_choice import play_of
from closecall.sim.league_tables import Tables, are_numbers, joined, no_tables
from closecall.sim.plan import Plan, plan_of
from closecall.sim.spread import SIXTIETHS
from closecall.sim.tally import Tally

MOST_FIXTURES = 5_000


@dataclass(frozen=True, slots=True)
class League:
    """A league before it is played. Table n of a fixture plays the same wherever and whenever it does."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    """How many are played in all."""
    seed: int
    options: Any

    @property
    def fixtures(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where, in the order in which they play."""
        return _fixtures(self.bots, self.seats)

    def plan(self, fixture: int) -> Plan:
        """A fixture as a simulation of its own; all are played one way, since each way has its own dice."""
        games, order = -(-(self.games - fixture) // len(self.fixtures)), self.fixtures[fixture]
        readable = not self.is_compiled()
        return Plan(
            self.game, order, max(1, games), self.seed, self.options, readable=readable, wanted="arrays"
        )

    def is_compiled(self) -> bool:
        """Whether compiled code plays all of it; nothing is compiled to find out."""
        return _is_compiled(self.game, self.bots, self.seats)

    def prepare(self) -> None:
        """Load what playing needs."""
        for fixture in range(len(self.fixtures)):
            self.plan(fixture).prepare()

    def play(self, first: int, count: int) -> "tuple[Standing, None]":
        """Play some games of the league."""
        # What follows loads NumPy, which whoever only adds up does not need.
        from closecall.sim.league_playing import play_games  # noqa: PLC0415

        return play_games(self, first, count), None

    def tables(self, fixture: int, first: int, count: int) -> range:
        """The tables of a fixture among some games of the league: game n belongs to fixture n modulo all."""
        many = len(self.fixtures)
        return range(-(-(first - fixture) // many), -(-(first + count - fixture) // many))


@cache
def _fixtures(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    return tuple(order for lineup in combinations(bots, seats) for order in permutations(lineup))


@cache
def _is_compiled(game: str, bots: tuple[str, ...], seats: int) -> bool:
    return all(play_of(game, order) is not None for order in _fixtures(bots, seats))


def league_of(  # noqa: PLR0913  # As many as a league has.
    game: str, bots: Sequence[str], seats: int, games: int, *, seed: int, options: Any = None
) -> League:
    """A league that can be played; BadOptions says why another cannot.

    >>> league_of("qwixx", ["greedy", "random"], 2, 10, seed=1).fixtures
    (('greedy', 'random'), ('random', 'greedy'))
    """
    if len(set(bots)) < len(bots):
        raise BadOptions("league_twice")
    if not 2 <= seats <= len(bots):
        raise BadOptions("league_few", seats=seats, n=len(bots))
    many = factorial(len(bots)) // factorial(len(bots) - seats)
    if many > MOST_FIXTURES:
        raise BadOptions("league_many", fixtures=many, most=MOST_FIXTURES)
    first = plan_of(game, bots[:seats], games, seed, options)
    for bot in bots[seats:]:
        plan_of(game, [bot, *bots[1:seats]], games, seed, options)
    return League(game, tuple(bots), seats, games, seed, first.options)


@dataclass(slots=True)
class Standing:
    """What has come of a league so far: games of a fixture, by seat sixtieths of wins, points, lost moves."""

    games: list[int]
    wins: list[list[int]]
    points: list[list[int]]
    lost: list[list[int]]
    """Moves that another bot has made for a program."""
    tables: Tables

    @classmethod
    def empty(cls, league: League) -> "Standing":
        """Nothing has been played."""
        many, none = len(league.fixtures), [0] * league.seats
        tables = no_tables(many, len(league.bots))
        return cls([0] * many, [none] * many, [none] * many, [none] * many, tables)

    @property
    def played(self) -> int:
        """How many games have been played."""
        return sum(self.games)

    def count(self, fixture: int, tally: Tally) -> None:
        """Some games of a fixture have been played."""
        self.games[fixture] += tally.games
        seats = range(len(self.wins[fixture]))
        won = [tally.histograms["winners", seat] for seat in seats]
        wins = [sum([SIXTIETHS // many * n for many, n in winners.items() if many]) for winners in won]
        self.wins[fixture] = _sums(self.wins[fixture], wins)
        self.points[fixture] = _sums(self.points[fixture], [tally.total("score", seat) for seat in seats])
        self.lost[fixture] = _sums(self.lost[fixture], [tally.total(LOST_MOVES, seat) for seat in seats])

    def add(self, other: "Standing") -> None:
        """Count these games too, which come next."""
        self.tables = joined(self.tables, other.tables)
        self.games = _sums(self.games, other.games)
        self.wins = [_sums(mine, theirs) for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.points = [_sums(mine, theirs) for mine, theirs in zip(self.points, other.points, strict=True)]
        self.lost = [_sums(mine, theirs) for mine, theirs in zip(self.lost, other.lost, strict=True)]

    def fits(self, league: League) -> bool:
        """Whether this can have come of a league: its first games have been played, and each has a winner."""
        if not are_numbers(self.games) or not self._has_seats(league):
            return False
        wanted = [len(league.tables(fixture, 0, self.played)) for fixture in range(len(league.fixtures))]
        shared = [SIXTIETHS * games for games in self.games]
        are_counted = self.games == wanted and [sum(wins) for wins in self.wins] == shared
        return are_counted and self.tables.are_first(len(league.fixtures), self.played, len(league.bots))

    def _has_seats(self, league: League) -> bool:
        """Whether there is a number for each seat of each fixture."""
        tables = (self.wins, self.points, self.lost)
        rows = [row for table in tables for row in table]
        return all(len(table) == len(league.fixtures) for table in tables) and all(
            are_numbers(row) and len(row) == league.seats for row in rows
        )


def _sums(one: list[int], other: list[int]) -> list[int]:
    return [mine + theirs for mine, theirs in zip(one, other, strict=True)]


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a bot did at the tables where it met another, or at all of its tables."""

    games: int
    share: float
    """Of the wins; a shared win is split."""
    points: float
    lost: int
    """Moves that another bot has made for it."""
    independent: float
    """So many games with dice of their own would tell as much."""


def meeting(league: League, standing: Standing, bot: str, other: str | None = None) -> Meeting | None:
    """How a bot did where it met another one, or everywhere; None if it has not played there."""
    games = wins = points = lost = fixtures = 0
    for fixture, order in enumerate(league.fixtures):
        if bot in order and (other is None or other in order):
            seat = order.index(bot)
            games += standing.games[fixture]
            wins += standing.wins[fixture][seat]
            points += standing.points[fixture][seat]
            lost += standing.lost[fixture][seat]
            fixtures += 1
    if games == 0:
        return None
    which = league.bots.index(bot), league.bots.index(other or bot)
    alike = _alike(standing.tables, which, wins, fixtures)
    return Meeting(games, wins / SIXTIETHS / games, points / games, lost, games / alike)


def _alike(tables: Tables, which: tuple[int, int], wins: int, fixtures: int) -> float:
    """How many times as great the variance of the wins of a table is as if its games had dice of their own.

    At least 1: where games of a table balance each other, chance may have had a hand in it. As long as there
    is one whole table at most, nobody can tell, and all games with the same dice count as one.
    """
    bot, other = which
    whole, squares = tables.whole, tables.squares[bot][other]
    wins -= tables.tail[bot][other]
    share = wins / (SIXTIETHS * fixtures * whole) if whole else 0.0
    usual = SIXTIETHS**2 * fixtures * share * (1 - share)
    if whole < 2:
        return float(fixtures)
    if usual <= 0:
        return 1.0
    return max(1.0, (squares - wins * wins / whole) / (whole - 1) / usual)


def by_strength(league: League, standing: Standing) -> list[str]:
    """The bots, whoever won most first; whoever has not played comes last."""
    found = {bot: meeting(league, standing, bot) for bot in league.bots}
    shares = {bot: 0.0 if met is None else met.share for bot, met in found.items()}
    return sorted(league.bots, key=lambda bot: -shares[bot])
