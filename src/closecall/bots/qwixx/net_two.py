"""What two seats choose, if both trust a net: both decide at once in action 1, so a turn is a matrix game.

The lines are what the active player can do with the white dice, the columns what the other one can; an entry
is the active player's chance to win, the best answer in action 2 included. Almost always one line and one
column are best against each other; else both mix their choices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import CHOICES, Desk
from closecall.bots.qwixx.net_moves import Moves, best_second, copy_state, list_moves, share
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import ACTION, ACTIVE, Table, apply_choices

Numbers = NDArray[np.float64]

ROUNDS = 400
"""How often both sides improve their mixture."""


class Duel(NamedTuple):
    """The matrix game of an action 1."""

    lines: Moves
    columns: Moves
    """What the active player and the other one can do."""
    matrix: Numbers
    mine: Numbers
    theirs: Numbers
    """How often each line and each column is chosen."""
    both: Moves
    """Room for a choice of both."""


def new_duel() -> Duel:
    """Room for a matrix game."""
    return Duel(
        lines=np.zeros(CHOICES, np.int64),
        columns=np.zeros(CHOICES, np.int64),
        matrix=np.zeros((CHOICES, CHOICES)),
        mine=np.zeros(CHOICES),
        theirs=np.zeros(CHOICES),
        both=np.zeros(2, np.int64),
    )


@compiled
def solve_turn(desk: Desk, state: Table, duel: Duel) -> float:
    """Fill in and solve the game of action 1; the active player's chance to win."""
    high, wide = write_matrix(desk, state, duel)
    return solve(duel, high, wide)


@compiled
def write_matrix(desk: Desk, state: Table, duel: Duel) -> tuple[int, int]:
    """Fill in the choices of both and the active player's chances; how many choices there are."""
    active = int(state[ACTIVE])
    high, wide = list_moves(state, active, duel.lines), list_moves(state, 1 - active, duel.columns)
    for i in range(high):
        for j in range(wide):
            copy_state(state, desk.middle)
            duel.both[active], duel.both[1 - active] = duel.lines[i], duel.columns[j]
            apply_choices(desk.middle, duel.both)
            if desk.middle[ACTION] == 2:
                duel.matrix[i, j] = best_second(desk, desk.middle)[1]
            else:
                duel.matrix[i, j] = share(desk.middle, active)
    return high, wide


@compiled
def solve(duel: Duel, high: int, wide: int) -> float:
    """What the game is worth to the lines; two choices that are best against each other need no mixture."""
    for n in range(CHOICES):
        duel.mine[n], duel.theirs[n] = 0.0, 0.0
    line, column, best, least = 0, 0, -1.0, 2.0
    for i in range(high):
        worst = duel.matrix[i, 0]
        for j in range(1, wide):
            worst = min(worst, duel.matrix[i, j])
        if worst > best:
            line, best = i, worst
    for j in range(wide):
        worst = duel.matrix[0, j]
        for i in range(1, high):
            worst = max(worst, duel.matrix[i, j])
        if worst < least:
            column, least = j, worst
    if best >= least:
        duel.mine[line], duel.theirs[column] = 1.0, 1.0
        return float(best)
    return _mix(duel, high, wide)


@compiled
def _mix(duel: Duel, high: int, wide: int) -> float:
    """Regret matching: a choice is made as often as it has been missed; later rounds count for more."""
    mine, theirs = np.full(high, 1.0 / high), np.full(wide, 1.0 / wide)
    missed, missed_by_other = np.zeros(high), np.zeros(wide)
    gains, gains_of_other = np.zeros(high), np.zeros(wide)
    for n in range(1, ROUNDS + 1):
        for i in range(high):
            gains[i] = 0.0
            for j in range(wide):
                gains[i] += duel.matrix[i, j] * theirs[j]
        _improve(mine, missed, gains)
        for j in range(wide):
            gains_of_other[j] = 0.0
            for i in range(high):
                gains_of_other[j] -= duel.matrix[i, j] * mine[i]
        _improve(theirs, missed_by_other, gains_of_other)
        _add(duel.mine, mine, 2.0 * n / (ROUNDS * (ROUNDS + 1)))
        _add(duel.theirs, theirs, 2.0 * n / (ROUNDS * (ROUNDS + 1)))
    worth = 0.0
    for i in range(high):
        for j in range(wide):
            worth += duel.mine[i] * duel.matrix[i, j] * duel.theirs[j]
    return worth


@compiled
def _improve(mixture: Numbers, missed: Numbers, gains: Numbers) -> None:
    """Mix by what each choice would have gained beyond the mixture, all rounds together."""
    mean, total = 0.0, 0.0
    for k in range(len(mixture)):
        mean += mixture[k] * gains[k]
    for k in range(len(mixture)):
        missed[k] = max(missed[k] + gains[k] - mean, 0.0)
        total += missed[k]
    if total > 0:
        for k in range(len(mixture)):
            mixture[k] = missed[k] / total


@compiled
def _add(sums: Numbers, mixture: Numbers, weight: float) -> None:
    for k in range(len(mixture)):
        sums[k] += weight * mixture[k]


@compiled
def drawn(mixture: Numbers, luck: float) -> int:
    """The choice that luck, at least 0 and below 1, draws from a mixture."""
    last = 0
    for n in range(len(mixture)):
        if mixture[n] > 0:
            last = n
            luck -= mixture[n]
            if luck < 0:
                return n
    return last
