"""The entry points of Qwixx."""

import numpy as np

from closecall.bots.entry_point import EntryPoint
from closecall.bots.qwixx import arena, solo_solver
from closecall.bots.qwixx.net_turn import chance_before_roll
from closecall.bots.qwixx.solo import read_rows
from closecall.bots.qwixx.solo_file import MISTHROWS
from closecall.bots.qwixx.solo_file import SHEETS as ALL_SHEETS
from closecall.bots.qwixx.solo_solver import Numbers
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.kernels.counter_rng import begin
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.array_layout import MISTHROWS as MISTHROWS_AT
from closecall.kernels.qwixx.array_layout import SHEETS
from closecall.kernels.qwixx.lookup_tables import Table


@compiled
def decide(policy: int, state: Table, seat: int, seed: int, weights: Weights) -> int:
    """The move of a player, with random numbers of its own."""
    chances = np.empty(2, np.uint64)
    begin(chances, seed, 0)
    return arena.decide(policy, state, seat, chances, weights)


@compiled
def win_chance(state: Table, seat: int, net: Weights) -> float:
    """The expert's estimate of a seat's chance to win, before a roll."""
    return chance_before_roll(net, state, seat)


@compiled
def points_to_come(state: Table, seat: int, table: Weights) -> float:
    """The points that perfect solo play can still expect on a sheet, before a roll."""
    rows = np.empty(4, np.int64)
    read_rows(state, seat, rows)
    misthrows = int(state[SHEETS + 5 * seat + MISTHROWS_AT])
    return np.float64(solo_solver.to_come(table.reshape((MISTHROWS, ALL_SHEETS)), misthrows, rows))


@compiled
def solve_level(values: Numbers, misthrows: int, level: int) -> int:
    """Fill in one level of the table of solo sheets."""
    solo_solver.solve_level(values.reshape((MISTHROWS, ALL_SHEETS)), misthrows, level, 0, 1)
    return 0


ENTRY_POINTS = (
    EntryPoint(decide, "q", ("q", "h[]", "q", "q", "f[]")),
    EntryPoint(win_chance, "d", ("h[]", "q", "f[]")),
    EntryPoint(points_to_come, "d", ("h[]", "q", "f[]")),
    EntryPoint(solve_level, "q", ("d[]", "q", "q")),
)
