"""Histograms of simulated games and their statistics: exact integers until the last division.

Everything that is reported follows from a tally. It stays small however many games there are, and tallies
can be added in any order.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

ALL = -1
"""Stands for the whole table in place of the number of a bot."""
PERCENTILES = (5, 25, 50, 75, 95)
Z_95 = 1.959963984540054
"""The standard errors on either side of the mean that enclose 95 % of a normal distribution."""
SIXTIETHS = 60
"""Parts of a win: one to five winners can share them evenly."""

Histogram = dict[int, int]
"""How often each number occurred."""


@dataclass(slots=True)
class Tally:
    """Histograms of some games, by what was counted and for which bot.

    `score` is the points, and `winners` the number of winners, the bot included, or 0 if it has not won.

    >>> one = Tally(1, {("score", 0): {70: 1}})
    >>> one.add(Tally(2, {("score", 0): {64: 1, 70: 1}}))
    >>> one
    Tally(games=3, histograms={('score', 0): {70: 2, 64: 1}})
    """

    games: int = 0
    histograms: dict[tuple[str, int], Histogram] = field(default_factory=dict)

    def total(self, name: str, bot: int) -> int:
        """The sum of what was counted for a bot; 0 if it was not counted."""
        return sum([number * times for number, times in self.histograms.get((name, bot), {}).items()])

    def add(self, other: "Tally") -> None:
        """Add the games of another tally."""
        self.games += other.games
        for key, histogram in other.histograms.items():
            self.histograms[key] = dict(Counter(self.histograms.get(key, {})) + Counter(histogram))


@dataclass(frozen=True, slots=True)
class Spread:
    """Where some numbers lie; None where there are too few of them."""

    n: int
    mean: float | None
    sd: float | None
    """The standard deviation, estimated from a sample."""
    se: float | None
    """The standard error of the mean."""
    least: int | None
    most: int | None
    percentiles: dict[int, int]
    """By percentage: the least number that at least this share of the numbers does not exceed."""


def spread_of(histogram: Histogram) -> Spread:
    """The spread of the numbers in a histogram.

    >>> spread = spread_of({60: 1, 70: 2, 90: 1})
    >>> spread.mean, round(spread.sd, 2), spread.percentiles[50]
    (72.5, 12.58, 70)
    """
    n = sum(histogram.values())
    if not n:
        return Spread(0, None, None, None, None, None, {})
    total = sum([number * count for number, count in histogram.items()])
    squares = sum([number * number * count for number, count in histogram.items()])
    sd = math.sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else None
    se = None if sd is None else sd / math.sqrt(n)
    return Spread(n, total / n, sd, se, min(histogram), max(histogram), _percentiles(histogram, n))


def _percentiles(histogram: Histogram, n: int) -> dict[int, int]:
    found, below = {}, 0
    waiting = list(PERCENTILES)
    for number in sorted(histogram):
        below += histogram[number]
        while waiting and 100 * below >= waiting[0] * n:
            found[waiting.pop(0)] = number
    return found


def win_sixtieths(winners: Histogram) -> int:
    """The wins in sixtieths, a shared win split evenly."""
    return sum([SIXTIETHS // sharing * count for sharing, count in winners.items() if sharing])


def win_share(winners: Histogram) -> float | None:
    """The share of wins, a shared win split evenly; None without games.

    >>> win_share({1: 2, 2: 1, 0: 1})
    0.625
    """
    n = sum(winners.values())
    return win_sixtieths(winners) / (SIXTIETHS * n) if n else None


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share of wins.

    The plain normal interval has no width if all games or none were won, and is too narrow near there.
    Wilson's assumes wins and losses. A split win varies less than those (a part w of a win has w² < w), so
    with ties it is slightly too wide and never too narrow.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    >>> [round(bound, 3) for bound in wilson(0.0, 100)]
    [0.0, 0.037]
    """
    squared = Z_95 * Z_95 / n
    middle = (share + squared / 2) / (1 + squared)
    half = Z_95 * math.sqrt(share * (1 - share) / n + squared / (4 * n)) / (1 + squared)
    # Rounding must not move a bound past the share itself.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
