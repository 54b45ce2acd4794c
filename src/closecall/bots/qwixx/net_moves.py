"""What every seat that trusts a net needs: its moves, what a table is worth to it, and its best action 2."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import Desk, chance
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx import (
    ACTIVE,
    GAMES,
    PASS,
    PLAYED,
    RESULTS,
    SEATS,
    SHEETS,
    STATE,
    Table,
    apply_choices,
    can_cross,
    offered,
    total_of,
)

Moves = NDArray[np.int64]


@compiled
def list_moves(state: Table, seat: int, moves: Moves) -> int:
    """The moves of a seat, the pass last; how many there are."""
    count = 0
    for row in range(4):
        for n in range(2):
            place = offered(state, row, n)
            if place >= 0 and can_cross(state[SHEETS + 5 * seat + row], place):
                moves[count] = 11 * row + place
                count += 1
    moves[count] = PASS
    return count + 1


@inlined
def copy_state(source: Table, state: Table) -> None:
    """In a loop, since that is compiled sooner than a slice."""
    for at in range(STATE):
        state[at] = source[at]


@inlined
def _final(state: Table, seat: int) -> int:
    """The points that decided: those of the game, or after the last one of the whole match (Q11)."""
    if state[PLAYED] == state[GAMES]:
        return total_of(state, seat)
    return int(state[RESULTS + 6 * (state[PLAYED] - 1) + 1 + seat])


@compiled
def share(state: Table, seat: int) -> float:
    """What a seat got of the win of a game that has just ended; a tie is shared (Q10)."""
    mine, count = _final(state, seat), 0
    for other in range(state[SEATS]):
        if _final(state, other) > mine:
            return 0.0
        count += 1 if _final(state, other) == mine else 0
    return 1.0 / count


@compiled
def worth(desk: Desk, state: Table, seat: int, played: int) -> float:
    """The chance of a seat to win, after a turn; `played` is how many games were finished before it."""
    if state[PLAYED] > played:
        return share(state, seat)
    if state[SEATS] == 2 and seat != state[ACTIVE]:  # Of two, the net knows the view of who rolls.
        return 1.0 - chance(desk, state, 1 - seat)
    return chance(desk, state, seat)


@compiled
def best_second(desk: Desk, state: Table) -> tuple[int, float]:
    """The active player's best move of action 2, and the chance to win with it."""
    active = int(state[ACTIVE])
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, active, desk.moves)):
        copy_state(state, desk.later)
        desk.choices[active] = desk.moves[n]
        apply_choices(desk.later, desk.choices)
        now = worth(desk, desk.later, active, state[PLAYED])
        if now > best_worth:
            best, best_worth = int(desk.moves[n]), now
    return best, best_worth
