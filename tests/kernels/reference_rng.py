"""The kernels' random numbers in plain Python, and tests of fairness."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar, cast

X = TypeVar("X")

_BITS = 2**64 - 1


def mixed(word: int) -> int:
    """The finaliser of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _BITS
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _BITS
    return word ^ (word >> 31)


class Numbers:
    """The numbers of one kernel table: a source for rules and a generator for bots."""

    def __init__(self, seed: int, table: int) -> None:
        self._key = mixed(mixed(seed + 0x9E3779B97F4A7C15 & _BITS) ^ (table * 0x94D049BB133111EB & _BITS))
        self.drawn = 0

    def below(self, n: int, /) -> int:
        """A number from 0 to n−1: the upper 32 bits times n, unless they are rejected as biased."""
        while True:
            self.drawn += 1
            word = mixed(self._key + self.drawn * 0x9E3779B97F4A7C15 & _BITS) >> 32
            if word * n % 2**32 >= 2**32 % n:
                return word * n // 2**32

    def randrange(self, n: int) -> int:
        """For bots that ask a `Random`."""
        return self.below(n)

    def choice(self, options: Sequence[X]) -> X:
        """For bots that ask a `Random`."""
        return options[self.below(len(options))]

    def as_random(self) -> Random:
        """The same object, typed as the `Random` whose methods it has."""
        return cast("Random", self)

    def dice(self, count: int) -> tuple[int, ...]:
        """Dice from one number: its digits in base six."""
        number = self.below(6**count)
        return tuple(number // 6**place % 6 + 1 for place in reversed(range(count)))


PLAYERS = 0x5DEECE66D


@dataclass(frozen=True)
class TableNumbers:
    """The numbers of chance at a table, and those of its players."""

    fate: Numbers
    own: Sequence[Numbers]

    @classmethod
    def of(cls, seed: int, table: int) -> "TableNumbers":
        """Each player draws from their own numbers."""
        return cls(Numbers(seed, table), [Numbers(seed ^ PLAYERS, 5 * table + seat) for seat in range(5)])

    @classmethod
    def shared(cls, seed: int, table: int) -> "TableNumbers":
        """All players draw from the same numbers."""
        return cls(Numbers(seed, table), [Numbers(seed ^ PLAYERS, table)] * 5)

    @classmethod
    def in_turn(cls, numbers: Numbers) -> "TableNumbers":
        """Chance and all players draw from the same numbers."""
        return cls(numbers, [numbers] * 5)


def chi_square(counts: Iterable[int], expected: Iterable[float]) -> float:
    """The probability of counts at least as far from the expected ones (χ² test)."""
    pairs = list(zip(counts, expected, strict=True))
    return tail(sum((count - wanted) ** 2 / wanted for count, wanted in pairs), len(pairs) - 1)


def same_distribution(some: Sequence[int], others: Sequence[int], bins: int = 12) -> float:
    """The probability that two samples of one distribution differ at least as much as these."""
    every = sorted([*some, *others])
    edges = sorted({every[len(every) * n // bins] for n in range(1, bins)})
    statistic = 0.0
    for low, high in zip([-math.inf, *edges], [*edges, math.inf], strict=True):
        one, other = (sum(low <= each < high for each in sample) for sample in (some, others))
        share = (one + other) / len(every)
        for count, sample in ((one, some), (other, others)):
            statistic += (count - share * len(sample)) ** 2 / (share * len(sample)) if share else 0
    return tail(statistic, len(edges))


def tail(statistic: float, freedom: int) -> float:
    """The upper tail of the χ² distribution, by the series of the incomplete gamma function.

    >>> round(tail(3.841, 1), 4), round(tail(18.307, 10), 4)
    (0.05, 0.05)
    """
    half, x = freedom / 2, statistic / 2
    if x == 0:
        return 1.0
    term = total = 1 / half
    n = 0
    while term > total * 1e-16:
        n += 1
        term *= x / (half + n)
        total += term
    return max(0.0, 1 - total * math.exp(half * math.log(x) - x - math.lgamma(half)))
