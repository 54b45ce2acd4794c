"""What a seat does that trusts a net, whatever the number of seats."""

import numpy as np

from closecall.bots.qwixx.net import CHOICES, FEATURES, ROOM, Desk, Net
from closecall.bots.qwixx.net_many import PLAN, make_plan
from closecall.bots.qwixx.net_moves import best_second
from closecall.bots.qwixx.net_two import Duel, drawn, solve_turn
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import ACTION, ACTIVE, SEATS, STATE, Table


@compiled
def choose_with(desk: Desk, duel: Duel, state: Table, seat: int, luck: float) -> int:
    """The move of a seat that decides; luck, at least 0 and below 1, draws from a mixture of choices."""
    if state[ACTION] == 2:
        return best_second(desk, state)[0]
    if state[SEATS] == 2:
        solve_turn(desk, state, duel)
        if seat == state[ACTIVE]:
            return int(duel.lines[drawn(duel.mine, luck)])
        return int(duel.columns[drawn(duel.theirs, luck)])
    plan = np.empty(PLAN, np.int64)
    make_plan(desk, state, plan)
    return int(plan[seat])


@compiled
def net_move(net: Net, state: Table, seat: int, luck: float) -> int:
    """The same with room of its own, so that several threads can use a net at once."""
    desk = Desk(
        net,
        np.empty(ROOM, np.float32),
        np.empty((4, FEATURES), np.int16),
        np.empty(STATE, np.int16),
        np.empty(STATE, np.int16),
        np.empty(CHOICES, np.int64),
        np.empty(5, np.int64),
    )
    duel = Duel(
        np.empty(CHOICES, np.int64),
        np.empty(CHOICES, np.int64),
        np.empty((CHOICES, CHOICES)),
        np.empty(CHOICES),
        np.empty(CHOICES),
        np.empty(2, np.int64),
    )
    return choose_with(desk, duel, state, seat, luck)
