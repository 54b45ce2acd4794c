"""The exponential function, the same to the last bit on every machine and in WebAssembly.

A C library computes `exp` in its own way, and so does a browser. A difference in the last bit could decide
between two moves, and the same seed would give another game elsewhere.
"""

from decimal import Context, Decimal

import numpy as np

from closecall.kernels.jit import compiled

_EXACT = Context(prec=60)
_PARTS = 32
"""An exponent is taken apart into a power of two, one of its 32nd parts, and a small rest."""
_LN_2 = _EXACT.ln(Decimal(2))
_FIRST_BITS = 32
"""The bits of the upper half of a part, so that its multiples are exact."""


def _halves(number: Decimal, bits: int) -> tuple[float, float]:
    """A number as the sum of two, the first with few bits."""
    scale = Decimal(2) ** bits
    upper = _EXACT.divide(_EXACT.multiply(number, scale).to_integral_value(), scale)
    return float(upper), float(_EXACT.subtract(number, upper))


_PER_PART = float(_EXACT.divide(Decimal(_PARTS), _LN_2))
_PART_HIGH, _PART_LOW = _halves(_EXACT.divide(_LN_2, Decimal(_PARTS)), _FIRST_BITS)
_ROOTS = [
    _EXACT.exp(_EXACT.divide(_EXACT.multiply(_LN_2, Decimal(n)), Decimal(_PARTS))) for n in range(_PARTS)
]
_ROOT_HIGH = np.array([float(root) for root in _ROOTS])
_ROOT_LOW = np.array([float(_EXACT.subtract(root, Decimal(float(root)))) for root in _ROOTS])
_LEAST, _MOST = -700.0, 700.0
"""Beyond these, a result would be of no use to anybody, and nearly 0 or infinite."""
_LEAST_POWER = -1022
_POWERS = np.array([2.0**power for power in range(_LEAST_POWER, 1024)])


@compiled
def exp(exponent: float) -> float:
    """The exponential of a number, with an error below 0.55 units in the last place.

    >>> exp(0.0), exp(1.0), exp(-1e9) == exp(-700.0)
    (1.0, 2.718281828459045, True)
    """
    limited = min(max(exponent, _LEAST), _MOST)
    parts = np.floor(limited * _PER_PART + 0.5)
    rest = (limited - parts * _PART_HIGH) - parts * _PART_LOW
    whole = int(parts)
    root, power = whole & (_PARTS - 1), whole >> 5
    square = rest * rest
    series = square * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest / 720.0))))
    small = rest + series
    high = _ROOT_HIGH[root]
    return float((high + (_ROOT_LOW[root] + high * small)) * _POWERS[power - _LEAST_POWER])
