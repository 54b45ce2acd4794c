"""What three seats and more choose, if all trust a net: each does what is best beside what the others do.

That is looked for in turns, from the active player clockwise: a plan for everybody, in which one seat after
the other improves its own part. Mostly locks change what is best for others, so with none in reach once is
enough.
"""

import numpy as np

from closecall.bots.qwixx.net import CHOICES, Desk
from closecall.bots.qwixx.net_moves import Moves, best_second, copy_state, list_moves, share, worth
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import (
    ACTION,
    ACTIVE,
    COLOURED,
    LAST,
    PASS,
    PLAYED,
    SEATS,
    Table,
    apply_choices,
)

PLAN = 6
"""Everybody's move of action 1, and after five seats the active player's of action 2."""
ANSWER = 5


@compiled
def apply_plan(state: Table, plan: Moves, later: Table) -> None:
    """What is on the table if all keep to a plan; whose number of action 2 cannot be crossed then passes."""
    copy_state(state, later)
    apply_choices(later, plan)
    if later[ACTION] == 2:
        active, first, answer = state[ACTIVE], plan[state[ACTIVE]], plan[ANSWER]
        is_gone = answer != PASS and later[COLOURED + answer // 11] == 0
        plan[active] = PASS if is_gone else answer
        apply_choices(later, plan)
        plan[active] = first


@compiled
def make_plan(desk: Desk, state: Table, plan: Moves) -> None:
    """Fill in what everybody does in this turn."""
    seats, active = int(state[SEATS]), int(state[ACTIVE])
    menus, sizes = np.empty((5, CHOICES), np.int64), np.empty(5, np.int64)
    has_lock = False
    for seat in range(seats):
        sizes[seat] = list_moves(state, seat, menus[seat])
        for n in range(sizes[seat] - 1):
            has_lock = has_lock or menus[seat, n] % 11 == LAST
    for n in range(PLAN):
        plan[n] = PASS
    for _ in range(2 if has_lock else 1):
        _improve_active(desk, state, plan, menus[active, : sizes[active]])
        for n in range(1, seats):
            seat = (active + n) % seats
            if sizes[seat] > 1:
                _improve_other(desk, state, plan, seat, menus[seat, : sizes[seat]])


@compiled
def _improve_active(desk: Desk, state: Table, plan: Moves, menu: Moves) -> None:
    """The active player's best moves of both actions beside what the others plan."""
    active = int(state[ACTIVE])
    best_worth, best, best_answer = -1.0, PASS, PASS
    for move in menu:
        copy_state(state, desk.middle)
        plan[active] = move
        apply_choices(desk.middle, plan)
        answer, now = PASS, 0.0
        if desk.middle[ACTION] == 2:
            answer, now = best_second(desk, desk.middle)
        else:
            now = share(desk.middle, active)
        if now > best_worth:
            best_worth, best, best_answer = now, int(move), answer
    plan[active], plan[ANSWER] = best, best_answer


@compiled
def _improve_other(desk: Desk, state: Table, plan: Moves, seat: int, menu: Moves) -> None:
    """The best move of action 1 of another player beside what the rest plan."""
    best_worth, best = -1.0, PASS
    for move in menu:
        plan[seat] = move
        apply_plan(state, plan, desk.later)
        now = worth(desk, desk.later, seat, state[PLAYED])
        if now > best_worth:
            best_worth, best = now, int(move)
    plan[seat] = best
