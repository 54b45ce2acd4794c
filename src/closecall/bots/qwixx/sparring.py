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

from functools import cache
from random import Random

import numpy as np

from closecall.bots.qwixx.arena import NO_WEIGHTS, Player, TablePlayers, decide_without_net, seated
from closecall.bots.qwixx.evaluator_weights import TUNED, evaluator_weights
from closecall.bots.qwixx.greedy import MISTHROW
from closecall.bots.qwixx.greedy_kernel import EXPECTED
from closecall.bots.qwixx.levels import readable_state
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.qwixx.solo_file import MISTHROWS, PAIRS
from closecall.bots.qwixx.solo_sheets import (
    CLOSED_ROW,
    CROSSED,
    FIRST_OF,
    HAS_CLOSED,
    IS_OVER,
    LAST_PLACE,
    SECOND_OF,
)
from closecall.bots.qwixx.solo_solver import COST
from closecall.bots.qwixx.solo_table import SoloTable, load_table
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View
from closecall.kernels.counter_rng import Chances, begin
from closecall.kernels.qwixx.kernel import LAST, POINTS, state_of, to_move

WEIGHED = np.array([0.560, -0.826, 0.021, -0.063], np.float32)
"""As published: chances of the next numbers, misthrows, squares of crosses, skipped numbers."""


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
        return np.array(evaluator_weights(TUNED[seats]), np.float32)
    if name == "weigher":
        return WEIGHED
    if name in ("scorer", "expectimax"):
        table = greedy_table(seats > 1).ravel()
        leaves = table if name == "expectimax" else np.zeros_like(table)
        return np.concatenate([leaves, np.full_like(table, np.nan)])
    if name == "expert" and seats > 1:
        return values_for(seats)
    return load_table().ravel() if name in ("solo", "expert") else NO_WEIGHTS


def sparring_move(name: str, seen: Seen[Move, View], rng: Random) -> Move:
    """The move of a sparring partner at a table."""
    seat, state = seen.viewer, state_of(readable_state(seen.view))
    assert seat is not None
    policy, weights = player_named(name, len(seen.view.sheets))
    return to_move(decide_without_net(policy, state, seat, new_chances(rng), weights))


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
