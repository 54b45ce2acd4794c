"""Sparring partners for Qwixx: whoever wants to be strong has to beat them.

| name | how it plays |
|---|---|
| `skipper` | crosses what skips least, never more than two numbers, even if it is a misthrow |
| `rusher` | locks whenever it can, and works on the row that has come furthest |
| `weigher` | weighs four things about its own sheet, as the evolved player of [another project][1] does |
| `evaluator` | compares what its sheet can hope for with that of the best of the others, as `hard` does |
| `scorer` | the greatest expectation of points after one more own turn, and nothing else |
| `expectimax` | the same, but of points and of what its sheet can still hope for |
| `solo` | plays its own sheet perfectly, as if nobody else were there |

The levels can be met too (see `slips.py` and `expert.py`). All are compiled (see `arena.py`), and each is a
bot that sees what a person in its seat would see (see `partners.py`):
`closecall league qwixx --bots expert,evaluator,solo`.

[1]: https://github.com/vibelyova/qwixxer
"""

from dataclasses import astuple, dataclass
from functools import cache
from random import Random

import numpy as np

from closecall.bots.qwixx.arena import NO_WEIGHTS, PLAYERS, Seated, seated
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.solo_sheets import (
    BEFORE_LAST,
    CLOSED_ROW,
    CROSSED,
    FIRST_OF,
    HAS_CLOSED,
    IS_OVER,
    LAST_PLACE,
    PAIRS,
    SECOND_OF,
)
from closecall.bots.qwixx.solo_solving import COST, MISTHROWS
from closecall.bots.qwixx.solo_table import KeptTable, best_table
from closecall.bots.qwixx.sparring_moves import EVALUATOR, HOPES, Weights
from closecall.kernels.counter_rng import Chances, begin
from closecall.kernels.qwixx import LAST, POINTS
from closecall.kernels.qwixx.greedy import EXPECTED, MISTHROW


@dataclass(frozen=True, slots=True)
class Tuning:
    """The weights of the evaluator, before tables are made of them."""

    chance: float
    """That a free number is crossed some day, whatever it is."""
    chance_per_way: float
    """The same, more for each way two dice make the number."""
    chance_of_lock: float
    """That of the last number, in a row with five crosses."""
    late: float
    """With a row closed, all these chances are so many times as great: the end is near."""
    misthrow: float
    """What a misthrow costs."""
    spread: float
    """A lead of so many points over the best of the others is a good one …"""
    spread_late: float
    """… and with a row closed, one of so many."""


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
WEIGHED = np.array([0.560, -0.826, 0.021, -0.063], np.float32)
"""As they were published: of what comes next, of misthrows, of squares of crosses, of skipped numbers."""
TUNED = {1: TWO, 2: TWO, 3: MORE, 4: MORE, 5: MORE}
"""By the number of seats; found by evolution with two and with four (benchmarks/sparring_qwixx.py)."""


def evaluator_weights(tuning: Tuning) -> Weights:
    """The weights as compiled code takes them."""
    weights = np.zeros(EVALUATOR, np.float32)
    for at, scale in ((0, 1.0), (HOPES // 2, tuning.late)):
        chances = tuple(scale * chance for chance in astuple(tuning)[:3])
        for crosses in range(12):
            for free in range(12):
                weights[at + 12 * crosses + free] = _hope(chances, crosses, min(free, 11 - crosses))
    weights[HOPES:] = tuning.misthrow, tuning.spread, tuning.spread_late
    return weights


@cache
def _hope(chances: tuple[float, ...], crosses: int, free: int) -> float:
    """The points of a row with so many crosses, if each of its free numbers comes with its chance."""
    if free == 0:
        return POINTS[crosses]
    if free == 1:
        chance = min(1.0, chances[2]) if crosses >= BEFORE_LAST else 0.0
        return chance * POINTS[min(crosses + 2, 12)] + (1 - chance) * POINTS[crosses]
    chance = min(1.0, chances[0] + chances[1] * (6 - abs(free - 6)))
    come = _hope(chances, crosses + 1, free - 1)
    return chance * come + (1 - chance) * _hope(chances, crosses, free - 1)


def hopeful_table(in_company: bool) -> KeptTable:
    """What the greedy bot hopes for, as a table: the points of a sheet still to come."""
    hopes = [
        EXPECTED[int(in_company), CROSSED[row], LAST - LAST_PLACE[row]] - POINTS[CROSSED[row]]
        for row in range(CLOSED_ROW)
    ]
    by_row = np.array([*hopes, 0.0], np.float32)
    by_pair = by_row[FIRST_OF] + by_row[SECOND_OF]
    rising, falling = np.tril_indices(PAIRS)
    is_over = IS_OVER[rising] | IS_OVER[falling] | (HAS_CLOSED[rising] & HAS_CLOSED[falling])
    by_sheet = by_pair[rising] + by_pair[falling]
    costs = [np.float32((MISTHROW - COST) * misthrows) for misthrows in range(MISTHROWS)]
    return np.array([np.where(is_over, 0, by_sheet - cost) for cost in costs], np.float32)


@cache
def weights_of(name: str, seats: int) -> Weights:
    """What a player knows at a table of so many."""
    if name in ("evaluator", "hard", "medium"):
        return evaluator_weights(TUNED[seats])
    if name == "weigher":
        return WEIGHED
    if name in ("scorer", "expectimax"):
        hopes = hopeful_table(seats > 1).ravel()
        leaves = hopes if name == "expectimax" else np.zeros_like(hopes)
        return np.concatenate([leaves, np.full_like(hopes, np.nan)])
    if name == "expert" and seats > 1:
        return values_for(seats)
    return best_table().ravel() if name in ("solo", "expert") else NO_WEIGHTS


def players_named(names: tuple[str, ...]) -> Seated:
    """The players of a table, from the first seat on."""
    return seated([PLAYERS.index(name) for name in names], [weights_of(name, len(names)) for name in names])


def new_chances(rng: Random) -> Chances:
    """The numbers of a player for one move."""
    chances = np.zeros(2, np.uint64)
    begin(chances, rng.getrandbits(62), 0)
    return chances
