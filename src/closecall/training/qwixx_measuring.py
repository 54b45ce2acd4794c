"""How well a net of Qwixx plays: its share of the wins beside others, in all orders of seats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import EXPERT, GREEDY, NO_WEIGHTS
from closecall.bots.qwixx.head_to_head import shares_beside
from closecall.bots.qwixx.net import Net
from closecall.kernels.qwixx import new_state
from closecall.training.qwixx_frozen import Frozen
from closecall.training.qwixx_play import Lesson, new_positions
from closecall.training.qwixx_response import new_against, play_responses
from closecall.training.training_runs import HELD_OUT

CURVE_SEED, RESULT_SEED = HELD_OUT, 2 * HELD_OUT
AT_ONCE = 50
"""So many tables of a response are played in a row."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A share of the wins, and how sure it is; the fair share is one part of as many as there are seats."""

    share: float
    standard_error: float


def _measured(by_table: NDArray[np.float64]) -> Measured:
    """From the shares of tables; games with the same dice belong together."""
    return Measured(float(by_table.mean()), float(by_table.std(ddof=1) / len(by_table) ** 0.5))


def beside_greedy(net: Net, seats: int, seed: int, tables: int) -> Measured:
    """The share of the wins beside greedy bots."""
    return _measured(shares_beside((EXPERT, net), (GREEDY, NO_WEIGHTS), seats, tables, seed))


def beside_net(net: Net, other: Net, seats: int, seed: int, tables: int) -> Measured:
    """The share of the wins with another net in all other seats."""
    return _measured(shares_beside((EXPERT, net), (EXPERT, other), seats, tables, seed))


def response_to(net: Net, frozen: Frozen, seed: int, tables: int) -> Measured:
    """The share of the wins of a net that has learnt to respond to a frozen player."""
    against, start, seen = new_against(net, frozen), new_state(2), new_positions(2, 2 * AT_ONCE)
    shares = np.zeros((tables, 2))
    for first in range(0, tables, AT_ONCE):
        some = shares[first : first + AT_ONCE].reshape(-1)
        lesson = Lesson(seed, 2 * first, len(some), explore=0.0, fade=0.0, leads=0.0)
        play_responses(against, start, lesson, seen, some)
    return _measured(shares.mean(axis=1))
