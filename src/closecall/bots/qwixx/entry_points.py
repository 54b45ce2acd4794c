"""The entry points of Qwixx."""

import numpy as np

from closecall.bots.entry_point import EntryPoint
from closecall.bots.qwixx import arena, solo_solver
from closecall.bots.qwixx.solo_file import MISTHROWS
from closecall.bots.qwixx.solo_file import SHEETS as ALL_SHEETS
from closecall.bots.qwixx.solo_solver import Numbers
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.kernels.counter_rng import begin
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.lookup_tables import Table


@compiled
def decide(policy: int, state: Table, seat: int, seed: int, weights: Weights) -> int:
    """The move of a player, with random numbers of its own."""
    chances = np.empty(2, np.uint64)
    begin(chances, seed, 0)
    return arena.decide(policy, state, seat, chances, weights)


@compiled
def solve_level(values: Numbers, misthrows: int, level: int) -> int:
    """Fill in one level of the table of solo sheets."""
    solo_solver.solve_level(values.reshape((MISTHROWS, ALL_SHEETS)), misthrows, level, 0, 1)
    return 0


ENTRY_POINTS = (
    EntryPoint(decide, "q", ("q", "h[]", "q", "q", "f[]")),
    EntryPoint(solve_level, "q", ("d[]", "q", "q")),
)
