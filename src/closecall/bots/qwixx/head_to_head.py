"""Players of the arena meet in every seat with the same dice: how much one wins beside the others."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import PLAYERS, play_match, seated
from closecall.bots.qwixx.sparring import weights_of
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.kernels.qwixx import new_state

Player = tuple[int, Weights]
"""The number of a policy, and what it knows."""


def player_named(name: str, seats: int) -> Player:
    """A player at a table of so many."""
    return PLAYERS.index(name), weights_of(name, seats)


def shares_beside(one: Player, others: Player, seats: int, tables: int, seed: int) -> NDArray[np.float64]:
    """For each table the part of its games that one player wins, a game in each seat; ties are shared.

    The games of a table have the same dice and so belong together: errors are those of the tables.
    """
    total = np.zeros(tables)
    for own in range(seats):
        at_table = [one if seat == own else others for seat in range(seats)]
        players = seated([policy for policy, _ in at_table], [weights for _, weights in at_table])
        won = play_match(seed, 0, tables, new_state(seats), players).won
        total += won[:, own] / won.sum(axis=1)
    shares: NDArray[np.float64] = total / seats
    return shares
