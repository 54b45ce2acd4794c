"""A league: every table of different bots, in every seating order, with the same dice.

A *fixture* is some bots in the order of their seats. All fixtures play table 0, then all play table 1, and
so on, so a league can stop at any time and everybody has played (nearly) the same tables. Its standing
consists of integers, such as the sixtieths of wins of each seat of each fixture, so it can be stored and
continued later.

All fixtures play a table with the same dice or cards, so its games are alike, and only tables are
independent of each other. To know the error of a share of wins, the wins of every whole table are therefore
squared and added up, for every bot and for every two bots that meet. A league may stop in the middle of a
table, and a chunk may begin and end in one: adding chunks in their order puts the two parts of such a table
together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.bots import compiled_play
from closecall.core.errors import BadOptions
from closecall.sim.plan import Plan, plan_of
from closecall.sim.result_arrays import LOST_MOVES, GameArrays
from closecall.sim.statistics import SIXTIETHS, Tally, win_sixtieths

MOST_FIXTURES = 5_000

Wins = list[list[int]]
"""By bot and bot: sixtieths of wins of the first where it met the second; on the diagonal, of all wins."""
WinArray = NDArray[np.int64]
"""By table, bot and bot: the same for single tables."""


@dataclass(frozen=True, slots=True)
class League:
    """A league before it is played. Table n of a fixture plays the same wherever and whenever it does."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    """All games, those of every fixture together."""
    seed: int
    options: Any
    """An age or another choice that names a player belongs to a seat here, whichever bot sits there."""

    @property
    def fixtures(self) -> tuple[tuple[str, ...], ...]:
        """The seating orders, in the order in which they play."""
        return _fixtures(self.bots, self.seats)

    def plan(self, fixture: int) -> Plan:
        """A fixture as a simulation. One engine plays all of them, since each engine has its own dice."""
        games, order = -(-(self.games - fixture) // len(self.fixtures)), self.fixtures[fixture]
        readable = not self.is_compiled()
        return Plan(
            self.game, order, max(1, games), self.seed, self.options, readable=readable, wanted="arrays"
        )

    def is_compiled(self) -> bool:
        """Whether compiled code plays all of it; compiles nothing to find out."""
        return _is_compiled(self.game, self.bots, self.seats)

    def prepare(self) -> None:
        """Import what playing needs."""
        for fixture in range(len(self.fixtures)):
            self.plan(fixture).prepare()

    def tables(self, fixture: int, first: int, count: int) -> range:
        """The tables of a fixture among some games: game n belongs to fixture n modulo their number."""
        fixtures = len(self.fixtures)
        return range(-(-(first - fixture) // fixtures), -(-(first + count - fixture) // fixtures))

    def play(self, first: int, count: int) -> "tuple[Standing, None]":
        """Play some games in a row."""
        standing, fixtures = Standing.empty(self), len(self.fixtures)
        first_table, last_table = first // fixtures, (first + count - 1) // fixtures
        wins = np.zeros((last_table - first_table + 1, len(self.bots), len(self.bots)), np.int64)
        for fixture, order in enumerate(self.fixtures):
            tables = self.tables(fixture, first, count)
            if tables:
                tally, arrays = self.plan(fixture).play(tables.start, len(tables))
                standing.count(fixture, tally)
                begin = tables.start - first_table
                _add_wins(wins[begin : begin + len(tables)], arrays, [self.bots.index(bot) for bot in order])
        standing.tables = _table_wins(fixtures, first, count, wins)
        return standing, None


@cache
def _fixtures(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    return tuple(order for lineup in combinations(bots, seats) for order in permutations(lineup))


@cache
def _is_compiled(game: str, bots: tuple[str, ...], seats: int) -> bool:
    return all(compiled_play(game, order) is not None for order in _fixtures(bots, seats))


def league_of(  # noqa: PLR0913  # A league has this many settings.
    game: str, bots: Sequence[str], seats: int, games: int, *, seed: int, options: Any = None
) -> League:
    """A league that can be played; BadOptions says what is wrong.

    >>> league_of("qwixx", ["greedy", "random"], 2, 10, seed=1).fixtures
    (('greedy', 'random'), ('random', 'greedy'))
    """
    if len(set(bots)) < len(bots):
        raise BadOptions("league_twice")
    if not 2 <= seats <= len(bots):
        raise BadOptions("league_few", seats=seats, n=len(bots))
    fixtures = factorial(len(bots)) // factorial(len(bots) - seats)
    if fixtures > MOST_FIXTURES:
        raise BadOptions("league_many", fixtures=fixtures, most=MOST_FIXTURES)
    first = plan_of(game, bots[:seats], games, seed, options)
    for bot in bots[seats:]:
        plan_of(game, [bot, *bots[1:seats]], games, seed, options)
    return League(game, tuple(bots), seats, games, seed, first.options)


def _add_wins(wins: WinArray, arrays: GameArrays, order: list[int]) -> None:
    """Add the games of a fixture, one for each table."""
    won = arrays.won.astype(np.int64)
    shares = SIXTIETHS * won // won.sum(axis=1, keepdims=True)
    for seat, bot in enumerate(order):
        for other in order:
            wins[:, bot, other] += shares[:, seat]


def _table_wins(fixtures: int, first: int, count: int, wins: WinArray) -> "TableWins":
    """The wins before the whole tables, those of the whole tables, and those after them."""
    zero = first // fixtures
    begin, end = -(-first // fixtures) - zero, (first + count) // fixtures - zero
    if begin > end:  # All games are in the middle of one table.
        none = _no_wins(wins.shape[1])
        return TableWins(fixtures, first, count, _summed(wins), none, none)
    squares = _summed(wins[begin:end] ** 2)
    return TableWins(fixtures, first, count, _summed(wins[:begin]), squares, _summed(wins[end:]))


def _summed(wins: WinArray) -> Wins:
    found: Wins = wins.sum(axis=0).tolist()
    return found


@dataclass(frozen=True, slots=True)
class TableWins:
    """The wins of some games in a row, table by table."""

    fixtures: int
    """The games of a table."""
    first: int
    games: int
    head: Wins
    """The wins before the first whole table, or all of them if no table begins or ends here."""
    squares: Wins
    """The sum of the squares of the wins of whole tables."""
    tail: Wins
    """The wins after the last whole table."""

    @classmethod
    def empty(cls, fixtures: int, bots: int) -> "TableWins":
        """Before the first game."""
        return cls(fixtures, 0, 0, _no_wins(bots), _no_wins(bots), _no_wins(bots))

    @property
    def end(self) -> int:
        """The number of the game after the last one."""
        return self.first + self.games

    @property
    def whole(self) -> int:
        """The number of whole tables."""
        return max(0, self.end // self.fixtures - -(-self.first // self.fixtures))

    @property
    def has_border(self) -> bool:
        """Whether a table begins or ends here, the very first and the very last game included."""
        return self.end // self.fixtures * self.fixtures >= self.first

    def followed_by(self, other: "TableWins") -> "TableWins":
        """These games and the ones that come next."""
        assert other.first == self.end, "chunks are added in the order of their games"
        games = self.games + other.games
        between = _added(self.tail if self.has_border else self.head, other.head)
        if not other.has_border:
            head, tail = (self.head, between) if self.has_border else (between, self.tail)
            return TableWins(self.fixtures, self.first, games, head, self.squares, tail)
        squares = _added(self.squares, other.squares)
        if not self.has_border:
            return TableWins(self.fixtures, self.first, games, between, squares, other.tail)
        squares = _added(squares, [[number * number for number in row] for row in between])
        return TableWins(self.fixtures, self.first, games, self.head, squares, other.tail)

    def are_first(self, fixtures: int, games: int, bots: int) -> bool:
        """Whether these can be the first games of such a league; a file may hold anything."""
        tables = (self.head, self.squares, self.tail)
        have_bots = all(type(table) is list and len(table) == bots for table in tables) and all(
            _are_integers(row) and len(row) == bots for table in tables for row in table
        )
        return have_bots and (self.fixtures, self.first, self.games) == (fixtures, 0, games)


def _no_wins(bots: int) -> Wins:
    return [[0] * bots for _ in range(bots)]


def _added(one: Wins, other: Wins) -> Wins:
    return [_sums(*rows) for rows in zip(one, other, strict=True)]


def _sums(one: list[int], other: list[int]) -> list[int]:
    return [mine + theirs for mine, theirs in zip(one, other, strict=True)]


def _are_integers(found: Any) -> bool:
    """Whether this is a list of integers."""
    return type(found) is list and all(type(number) is int for number in found)


@dataclass(slots=True)
class Standing:
    """A league so far: the games of each fixture; the wins, points and lost moves of each of its seats."""

    games: list[int]
    wins: list[list[int]]
    """In sixtieths."""
    points: list[list[int]]
    lost: list[list[int]]
    """Moves that the fallback made for an external program."""
    tables: TableWins

    @classmethod
    def empty(cls, league: League) -> "Standing":
        """Before the first game."""
        fixtures, none = len(league.fixtures), [0] * league.seats
        tables = TableWins.empty(fixtures, len(league.bots))
        return cls([0] * fixtures, [none] * fixtures, [none] * fixtures, [none] * fixtures, tables)

    @property
    def played(self) -> int:
        """How many games have been played."""
        return sum(self.games)

    def count(self, fixture: int, tally: Tally) -> None:
        """Add some games of a fixture."""
        seats = range(len(self.wins[fixture]))
        self.games[fixture] += tally.games
        wins = [win_sixtieths(tally.histograms["winners", seat]) for seat in seats]
        self.wins[fixture] = _sums(self.wins[fixture], wins)
        self.points[fixture] = _sums(self.points[fixture], [tally.total("score", seat) for seat in seats])
        self.lost[fixture] = _sums(self.lost[fixture], [tally.total(LOST_MOVES, seat) for seat in seats])

    def add(self, other: "Standing") -> None:
        """Add the games that come next."""
        self.tables = self.tables.followed_by(other.tables)
        self.games = _sums(self.games, other.games)
        self.wins = _added(self.wins, other.wins)
        self.points = _added(self.points, other.points)
        self.lost = _added(self.lost, other.lost)

    def fits(self, league: League) -> bool:
        """Whether a league can stand so: its first games have been played, and each has a winner."""
        if not _are_integers(self.games) or not self._has_seats(league):
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
            _are_integers(row) and len(row) == league.seats for row in rows
        )
