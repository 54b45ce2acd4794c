"""The exponential function: accurate, monotonic, and the same everywhere."""

import math
from decimal import Context, Decimal
from random import Random

import numpy as np

from closecall.kernels.exponential import exp

EXACT = Context(prec=40)


def test_it_is_accurate() -> None:
    """Within 0.55 units in the last place, over the whole range and near the edges of its parts."""
    rng = Random(1)
    part = math.log(2) / 32
    exponents = [rng.uniform(-700, 700) for _ in range(3000)]
    exponents += [rng.uniform(-20, 20) for _ in range(3000)]
    exponents += [part * (n + 0.5) + rng.uniform(-1e-9, 1e-9) for n in range(-500, 500)]
    for exponent in exponents:
        found = exp(exponent)
        error = abs(Decimal(found) - EXACT.exp(Decimal(exponent)))
        assert error <= Decimal("0.55") * Decimal(math.ulp(found)), exponent


def test_known_values() -> None:
    """Powers of two of the limits, and nothing infinite or zero."""
    assert exp(0.0) == 1.0
    assert exp(-0.0) == 1.0
    assert exp(math.log(2)) == 2.0
    assert 0 < exp(-1e300) == exp(-700.0)
    assert exp(1e300) == exp(700.0) < math.inf


def test_it_never_falls() -> None:
    """Between neighbouring numbers, also where one part ends and the next begins."""
    rng = Random(2)
    for n in range(-300, 300):
        start = math.log(2) / 32 * (n + 0.5) + rng.uniform(-1e-15, 1e-15)
        numbers = [start]
        for _ in range(20):
            numbers.append(float(np.nextafter(numbers[-1], np.inf)))
        values = [exp(number) for number in numbers]
        assert values == sorted(values)
