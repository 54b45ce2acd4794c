"""The statistics, against Python's own and NumPy's."""

import math
import statistics
from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.sim.statistics import PERCENTILES, Z_95, Tally, spread_of, wilson, win_share


@given(st.lists(st.integers(-40, 1400), min_size=2, max_size=300))
def test_a_spread(numbers: list[int]) -> None:
    """Mean, deviation, standard error, least, most, and percentiles that occur among the numbers."""
    spread = spread_of(Counter(numbers))
    assert spread.n == len(numbers)
    assert spread.mean == statistics.mean(numbers)
    assert spread.sd == pytest.approx(statistics.stdev(numbers), rel=1e-12, abs=1e-12)
    assert spread.se == pytest.approx(
        statistics.stdev(numbers) / math.sqrt(len(numbers)), rel=1e-12, abs=1e-12
    )
    assert (spread.least, spread.most) == (min(numbers), max(numbers))
    wanted = np.percentile(numbers, PERCENTILES, method="inverted_cdf")
    assert [spread.percentiles[percent] for percent in PERCENTILES] == wanted.tolist()


def test_the_spread_of_few_numbers() -> None:
    """One number has no deviation; without numbers everything is None."""
    one, none = spread_of({7: 1}), spread_of({})
    assert (one.mean, one.sd, one.se, one.percentiles[5]) == (7.0, None, None, 7)
    assert (none.n, none.mean, none.sd, none.percentiles) == (0, None, None, {})


def test_large_sums_are_exact() -> None:
    """Floats would be too coarse for this sum of squares."""
    spread = spread_of({10**9: 10**12, 10**9 + 1: 10**12})
    assert spread.sd == pytest.approx(0.5, rel=1e-9)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=60))
def test_ties_are_split(winners: list[int]) -> None:
    """Each of n winners gets a win divided by n."""
    wanted = sum(Fraction(1, many) if many else Fraction(0) for many in winners) / len(winners)
    assert win_share(Counter(winners)) == float(wanted)


@pytest.mark.parametrize(
    ("share", "n"), [(0.0, 1), (0.0, 50), (1.0, 50), (0.3, 10), (0.5, 10**7), (0.97, 200)]
)
def test_wilson_solves_its_equation(share: float, n: int) -> None:
    """From each bound, the observed share is exactly 1.96 standard deviations away."""
    low, high = wilson(share, n)
    assert 0 <= low <= share <= high <= 1
    for bound in (low, high):
        if bound not in (0, 1):
            away = abs(share - bound) / math.sqrt(bound * (1 - bound) / n)
            assert away == pytest.approx(Z_95, rel=1e-6)


def test_the_interval_covers_the_true_share() -> None:
    """In 95 of 100 simulations, with few ties or many."""
    rng = Random(5)
    for win, tie in ((0.3, 0.05), (0.3, 0.4), (0.02, 0.02)):
        held = 0
        for _ in range(400):
            seen = Counter(rng.choices([1, 2, 0], [win, tie, 1 - win - tie], k=200))
            share = win_share(seen)
            assert share is not None
            low, high = wilson(share, 200)
            held += low <= win + tie / 2 <= high
        assert held / 400 > 0.93


@given(st.lists(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), max_size=5), max_size=6), st.randoms())
def test_tallies_add_in_any_order(parts: list[dict[int, int]], rng: Random) -> None:
    """With the same totals."""
    totals = []
    for _ in range(2):
        rng.shuffle(parts)
        tally = Tally()
        for part in parts:
            tally.add(Tally(sum(part.values()), {("score", 0): part}))
        totals.append((tally.games, tally.histograms.get(("score", 0), {})))
    assert totals[0] == totals[1]
    assert totals[0][0] == sum(totals[0][1].values())
