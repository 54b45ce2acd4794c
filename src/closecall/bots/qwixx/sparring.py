"""Sparring partners for Qwixx, to measure other bots by, and the weights of all players of the arena.

| name | how it plays |
|---|---|
| `skipper` | crosses what skips least, never more than two numbers, even if it is a misthrow |
| `rusher` | locks whenever it can, and works on the row with the most crosses |
| `weigher` | weighs four features of its own sheet, as the evolved player of [another project][1] does |
| `evaluator` | compares the points its sheet can expect with those of the best opponent, as `hard` does |
| `scorer` | maximises its expected points after one more own turn, and nothing else |
| `expectimax` | the same, with the points that its sheet can still expect |
| `solo` | plays its own sheet perfectly, as if alone |

Simulations and leagues take them by name: `closecall league qwixx --bots expert,evaluator,solo`.

[1]: https://github.com/vibelyova/qwixxer
"""

from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from closecall.bots.qwixx.arena import NO_WEIGHTS, PLAYERS, Player, TablePlayers, seated
from closecall.bots.qwixx.greedy import MISTHROW, CrossingChances, expected_points
from closecall.bots.qwixx.greedy_kernel import EXPECTED
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.solo_sheets import (
    CLOSED_ROW,
    CROSSED,
    FIRST_OF,
    HAS_CLOSED,
    IS_OVER,
    LAST_PLACE,
    PAIRS,
    SECOND_OF,
)
from closecall.bots.qwixx.solo_solver import COST, MISTHROWS
from closecall.bots.qwixx.solo_table import SoloTable, load_table
from closecall.bots.qwixx.sparring_moves import EVALUATOR, EXPECTED_SIZE, Weights
from closecall.kernels.counter_rng import Chances, begin
from closecall.kernels.qwixx.kernel import LAST, POINTS


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
WEIGHED = np.array([0.560, -0.826, 0.021, -0.063], np.float32)
"""As published: chances of the next numbers, misthrows, squares of crosses, skipped numbers."""
TUNED = {1: TWO, 2: TWO, 3: MORE, 4: MORE, 5: MORE}
"""By the number of seats; found by evolution with two and with four (benchmarks/sparring_qwixx.py)."""


def evaluator_weights(tuning: Tuning) -> Weights:
    """The weights of the evaluator, as compiled code takes them."""
    weights = np.zeros(EVALUATOR, np.float32)
    for at, scale in ((0, 1.0), (EXPECTED_SIZE // 2, tuning.late)):
        chances = CrossingChances(
            scale * tuning.chance, scale * tuning.chance_per_way, scale * tuning.chance_of_lock
        )
        for crosses in range(12):
            for free in range(12):
                points = expected_points(chances, crosses, min(free, 11 - crosses))
                weights[at + 12 * crosses + free] = points
    weights[EXPECTED_SIZE:] = tuning.misthrow, tuning.spread, tuning.spread_late
    return weights


def greedy_table(in_company: bool) -> SoloTable:
    """The points still to come that the greedy bot expects, as a table of all sheets."""
    still = [
        EXPECTED[int(in_company), CROSSED[row], LAST - LAST_PLACE[row]] - POINTS[CROSSED[row]]
        for row in range(CLOSED_ROW)
    ]
    by_row = np.array([*still, 0.0], np.float32)
    by_pair = by_row[FIRST_OF] + by_row[SECOND_OF]
    rising, falling = np.tril_indices(PAIRS)
    is_over = IS_OVER[rising] | IS_OVER[falling] | (HAS_CLOSED[rising] & HAS_CLOSED[falling])
    by_sheet = by_pair[rising] + by_pair[falling]
    costs = [np.float32((MISTHROW - COST) * misthrows) for misthrows in range(MISTHROWS)]
    return np.array([np.where(is_over, 0, by_sheet - cost) for cost in costs], np.float32)


@cache
def weights_for(name: str, seats: int) -> Weights:
    """The weights of a player at a table with this many seats."""
    if name in ("evaluator", "hard", "medium"):
        return evaluator_weights(TUNED[seats])
    if name == "weigher":
        return WEIGHED
    if name in ("scorer", "expectimax"):
        table = greedy_table(seats > 1).ravel()
        leaves = table if name == "expectimax" else np.zeros_like(table)
        return np.concatenate([leaves, np.full_like(table, np.nan)])
    if name == "expert" and seats > 1:
        return values_for(seats)
    return load_table().ravel() if name in ("solo", "expert") else NO_WEIGHTS


def players_named(names: tuple[str, ...]) -> TablePlayers:
    """The players of a table, from the first seat on."""
    return seated([player_named(name, len(names)) for name in names])


def player_named(name: str, seats: int) -> Player:
    """A player at a table with this many seats."""
    return PLAYERS.index(name), weights_for(name, seats)


def new_chances(rng: Random) -> Chances:
    """The random numbers of a player for one move."""
    chances = np.zeros(2, np.uint64)
    begin(chances, rng.getrandbits(62), 0)
    return chances
