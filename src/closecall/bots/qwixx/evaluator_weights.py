"""The weights of the evaluator of Qwixx, by which hard and medium play.

They are two tables of the expected points of a row, by crosses and free numbers: for a game without closed
rows and for one with. They are followed by the cost of a misthrow and by the size of a good lead, again
without and with closed rows.
"""

from array import array
from dataclasses import dataclass

from closecall.bots.qwixx.greedy import CrossingChances, expected_points

EXPECTED_SIZE = 2 * 12 * 12
MISTHROW_AT, SPREAD_AT = EXPECTED_SIZE, EXPECTED_SIZE + 1
EVALUATOR = EXPECTED_SIZE + 3
"""The number of weights."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The parameters of the evaluator, from which its tables are made."""

    chance: float
    """The base chance that a free number will be crossed."""
    chance_per_way: float
    """How much it grows with each way two dice make the number."""
    chance_of_lock: float
    """The chance of the last number, in a row with five crosses."""
    late: float
    """The factor of all these chances once a row is closed and the end is near."""
    misthrow: float
    """The cost of a misthrow."""
    spread: float
    """The size of a good lead over the best opponent, in points …"""
    spread_late: float
    """… and the same once a row is closed."""


TWO = Tuning(
    chance=0.082,
    chance_per_way=0.0783,
    chance_of_lock=0.144,
    late=0.905,
    misthrow=3.91,
    spread=18.3,
    spread_late=9.49,
)
MORE = Tuning(
    chance=0.0772,
    chance_per_way=0.0648,
    chance_of_lock=0.164,
    late=1.02,
    misthrow=7.59,
    spread=17.9,
    spread_late=11.2,
)
TUNED = {1: TWO, 2: TWO, 3: MORE, 4: MORE, 5: MORE}
"""By the number of seats; found by evolution with two and with four (benchmarks/sparring_qwixx.py)."""


def evaluator_weights(tuning: Tuning) -> "array[float]":
    """The weights of the evaluator, as compiled code takes them."""
    weights = array("f", [0.0] * EVALUATOR)
    for at, scale in ((0, 1.0), (EXPECTED_SIZE // 2, tuning.late)):
        chances = CrossingChances(
            scale * tuning.chance, scale * tuning.chance_per_way, scale * tuning.chance_of_lock
        )
        for crosses in range(12):
            for free in range(12):
                points = expected_points(chances, crosses, min(free, 11 - crosses))
                weights[at + 12 * crosses + free] = points
    weights[EXPECTED_SIZE:] = array("f", [tuning.misthrow, tuning.spread, tuning.spread_late])
    return weights
