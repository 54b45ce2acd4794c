"""How well a net of Qwixx plays: its share of the wins against others, in all seats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import NO_WEIGHTS, shares_beside
from closecall.bots.qwixx.net import Net
from closecall.bots.qwixx.policies import EXPERT, GREEDY
from closecall.kernels.qwixx.kernel import new_state
from closecall.training.qwixx_best_response import FrozenOpponent, new_responder, play_responses
from closecall.training.qwixx_self_play import GameBatch, new_positions
from closecall.training.training_runs import HELD_OUT

CURVE_SEED, RESULT_SEED = HELD_OUT, 2 * HELD_OUT
TABLES_AT_ONCE = 50
"""Tables of a response that are played in one call."""


@dataclass(frozen=True, slots=True)
class WinShare:
    """A share of the wins and its standard error; the fair share is 1 / seats."""

    share: float
    standard_error: float


def _win_share(by_table: NDArray[np.float64]) -> WinShare:
    """From the shares of tables, whose games have the same dice."""
    return WinShare(float(by_table.mean()), float(by_table.std(ddof=1) / len(by_table) ** 0.5))


def beside_greedy(net: Net, seats: int, seed: int, tables: int) -> WinShare:
    """The share of the wins against greedy bots."""
    return _win_share(shares_beside((EXPERT, net), (GREEDY, NO_WEIGHTS), seats, tables, seed))


def beside_net(net: Net, other: Net, seats: int, seed: int, tables: int) -> WinShare:
    """The share of the wins with another net in all other seats."""
    return _win_share(shares_beside((EXPERT, net), (EXPERT, other), seats, tables, seed))


def response_to(net: Net, frozen: FrozenOpponent, seed: int, tables: int) -> WinShare:
    """The share of the wins of a net that has learned to respond to a frozen player."""
    responder, start, positions = (
        new_responder(net, frozen),
        new_state(2),
        new_positions(2, 2 * TABLES_AT_ONCE),
    )
    shares = np.zeros((tables, 2))
    for first in range(0, tables, TABLES_AT_ONCE):
        some = shares[first : first + TABLES_AT_ONCE].reshape(-1)
        games = GameBatch(seed, 2 * first, len(some), explore=0.0, fade=0.0, leads=0.0)
        play_responses(responder, start, games, positions, some)
    return _win_share(shares.mean(axis=1))
