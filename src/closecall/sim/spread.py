"""Statistics of a histogram: exact whole numbers until the last division."""

import math
from dataclasses import dataclass

from closecall.sim.tally import Histogram

PERCENTILES = (5, 25, 50, 75, 95)
Z_95 = 1.959963984540054
"""How many standard errors to each side hold 95 % of a normal distribution."""
SIXTIETHS = 60
"""A win that one to five share can be split into whole ones."""


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
    """The least number such that at least so many percent are not greater."""


def spread_of(histogram: Histogram) -> Spread:
    """The spread of numbers that are counted.

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


def win_share(winners: Histogram) -> float | None:
    """The share of wins, of which each winner of a shared one has an equal part.

    >>> win_share({1: 2, 2: 1, 0: 1})
    0.625
    """
    n = sum(winners.values())
    sixtieths = sum([SIXTIETHS // many * count for many, count in winners.items() if many])
    return sixtieths / (SIXTIETHS * n) if n else None


def wilson(share: float, n: float) -> tuple[float, float]:
    """The interval that holds the true share of wins in 95 % of simulations.

    Wilson's, since the plain normal one has no width where somebody has won all games or none, and is too
    narrow near there. It is made for wins and losses; a win that is split spreads less than those (a part w
    of a win has w² < w), so with ties it is a little too wide and never too narrow.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    >>> [round(bound, 3) for bound in wilson(0.0, 100)]
    [0.0, 0.037]
    """
    squared = Z_95 * Z_95 / n
    middle = (share + squared / 2) / (1 + squared)
    half = Z_95 * math.sqrt(share * (1 - share) / n + squared / (4 * n)) / (1 + squared)
    # Rounding must not push a bound beside the share itself.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
