"""Players of Qwixx that learn no more, and how often each of their moves is chosen."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import (
    EASY,
    EXPERT,
    MEDIUM,
    NO_WEIGHTS,
    PLAYERS,
    RANDOM,
    SLIPS,
    decide_simply,
    mind_at_work,
)
from closecall.bots.qwixx.net import CHOICES, Desk, Net, new_desk
from closecall.bots.qwixx.net_moves import Moves, best_second, list_moves
from closecall.bots.qwixx.net_two import Duel, new_duel, solve_turn
from closecall.bots.qwixx.sparring import weights_of
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.kernels.counter_rng import Chances
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import ACTION, ACTIVE, Table


class Frozen(NamedTuple):
    """A player of the arena at a table of two."""

    policy: int
    weights: Weights
    desk: Desk
    duel: Duel
    """Room for a player that has a net."""
    spare: Chances
    """Nobody here draws from these: `decide_simply` wants them for players whose mixture is known."""


class Mixture(NamedTuple):
    """Moves, and how often each of them is chosen."""

    moves: Moves
    parts: NDArray[np.float64]


def frozen_net(net: Net) -> Frozen:
    """Whoever trusts a net for two seats."""
    return Frozen(EXPERT, net, new_desk(net), new_duel(), np.zeros(2, np.uint64))


def frozen_player(name: str) -> Frozen:
    """A player of the arena by name."""
    weights = weights_of(name, 2)
    if name == "expert":
        return frozen_net(weights)
    return Frozen(PLAYERS.index(name), weights, new_desk(NO_WEIGHTS), new_duel(), np.zeros(2, np.uint64))


def new_mixture() -> Mixture:
    """Room for all moves of a seat."""
    return Mixture(np.zeros(CHOICES, np.int64), np.zeros(CHOICES))


@compiled
def write_mixture(frozen: Frozen, state: Table, seat: int, mixture: Mixture) -> int:
    """Fill in what a frozen player does for a seat that decides; how many moves it may choose."""
    policy = frozen.policy
    if policy == EXPERT:
        return _trusts_net(frozen, state, seat, mixture)
    if policy == RANDOM:
        count = list_moves(state, seat, mixture.moves)
        for n in range(count):
            mixture.parts[n] = 1.0 / count
        return count
    if policy in (MEDIUM, EASY):
        minds = mind_at_work(policy, SLIPS), mind_at_work(policy, 0.0)
        for n in range(2):
            mixture.moves[n] = decide_simply(minds[n], state, seat, frozen.spare, frozen.weights)
        mixture.parts[0], mixture.parts[1] = 1.0 - SLIPS, SLIPS
        return 2
    mixture.moves[0] = decide_simply(policy, state, seat, frozen.spare, frozen.weights)
    mixture.parts[0] = 1.0
    return 1


@compiled
def _trusts_net(frozen: Frozen, state: Table, seat: int, mixture: Mixture) -> int:
    """Both actions by a net: only in action 1 it may mix."""
    if state[ACTION] == 2:
        mixture.moves[0], mixture.parts[0] = best_second(frozen.desk, state)[0], 1.0
        return 1
    duel, is_active, count = frozen.duel, seat == state[ACTIVE], 0
    solve_turn(frozen.desk, state, duel)
    moves, parts = (duel.lines, duel.mine) if is_active else (duel.columns, duel.theirs)
    for n in range(CHOICES):
        if parts[n] > 0:
            mixture.moves[count], mixture.parts[count] = moves[n], parts[n]
            count += 1
    return count
