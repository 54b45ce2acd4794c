"""How much the tables of a league differ from each other: what its errors are made of.

All fixtures play a table with the same dice or cards, so its games are alike, and only tables are
independent of each other. So for every bot, and for every two where they meet, the wins of a whole table are
squared and added up. A league may be stopped in the middle of a table, and a chunk of it begins and ends in
one: the two parts of such a table become whole when chunks are added in their order.
"""

from dataclasses import dataclass
from typing import Any

Wins = list[list[int]]
"""By bot and bot: sixtieths of wins of the first where it met the second; where both are one, all of its."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Some games of a league in a row, table by table."""

    fixtures: int
    """The games of a table."""
    first: int
    games: int
    head: Wins
    """The wins before the first whole table, or all of them if no table begins or ends here."""
    squares: Wins
    """The squares of the wins of whole tables, added up."""
    tail: Wins
    """The wins after the last whole table."""

    @property
    def end(self) -> int:
        """The number of the game after the last one."""
        return self.first + self.games

    @property
    def whole(self) -> int:
        """How many whole tables there are."""
        return max(0, self.end // self.fixtures - -(-self.first // self.fixtures))

    @property
    def has_border(self) -> bool:
        """Whether a table begins or ends here, be it at the very first or the very last."""
        return self.end // self.fixtures * self.fixtures >= self.first

    def are_first(self, fixtures: int, games: int, bots: int) -> bool:
        """Whether these can be the first games of such a league; what a file holds may be anything."""
        tables = (self.head, self.squares, self.tail)
        have_bots = all(type(table) is list and len(table) == bots for table in tables) and all(
            are_numbers(row) and len(row) == bots for table in tables for row in table
        )
        return have_bots and (self.fixtures, self.first, self.games) == (fixtures, 0, games)


def are_numbers(found: Any) -> bool:
    """Whether this is a list of whole numbers, as it should be."""
    return type(found) is list and all(type(number) is int for number in found)


def no_tables(fixtures: int, bots: int) -> Tables:
    """Nothing has been played."""
    return Tables(fixtures, 0, 0, no_wins(bots), no_wins(bots), no_wins(bots))


def no_wins(bots: int) -> Wins:
    """Nobody has won anything."""
    return [[0] * bots for _ in range(bots)]


def joined(one: Tables, other: Tables) -> Tables:
    """Some games and those that come next."""
    assert other.first == one.end, "chunks are added in the order of their games"
    games = one.games + other.games
    between = added(one.tail if one.has_border else one.head, other.head)
    if not other.has_border:
        head, tail = (one.head, between) if one.has_border else (between, one.tail)
        return Tables(one.fixtures, one.first, games, head, one.squares, tail)
    squares = added(one.squares, other.squares)
    if not one.has_border:
        return Tables(one.fixtures, one.first, games, between, squares, other.tail)
    return Tables(one.fixtures, one.first, games, one.head, added(squares, _squared(between)), other.tail)


def added(one: Wins, other: Wins) -> Wins:
    """The sums, place by place."""
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(one, other, strict=True)]


def _squared(wins: Wins) -> Wins:
    return [[number * number for number in row] for row in wins]
