"""Tables played by compiled code, many thousands a second."""

from typing import TYPE_CHECKING

import numpy as np

from closecall.bots import compiled_play
from closecall.games import game_of
from closecall.games.descriptor import options_at
from closecall.kernels import find_kernel
from closecall.sim.result_arrays import GameArrays, empty_arrays

if TYPE_CHECKING:
    from closecall.sim.plan import Plan

_FAR = 1 << 40
"""More tables than any one rotation has."""


def play_compiled(plan: "Plan", first: int, count: int) -> GameArrays:
    """Play some tables in a row."""
    if not plan.rotate:
        return _play_in_order(plan, list(range(len(plan.bots))), first, count)
    return _play_rotated(plan, first, count)


def _play_rotated(plan: "Plan", first: int, count: int) -> GameArrays:
    """Play tables with the same rotation together: compiled code wants many tables in a row.

    For chance, table n of s seats is number n // s of those with its rotation.
    """
    seats = len(plan.bots)
    arrays = empty_arrays(count, seats, plan.counts())
    for moved in range(seats):
        begin = (moved - first) % seats
        if begin >= count:
            continue
        rows = slice(begin, count, seats)
        order = [(seat - moved) % seats for seat in range(seats)]
        number = _FAR * moved + (first + begin) // seats
        some = _play_in_order(plan, order, number, len(range(begin, count, seats)))
        arrays.scores[rows], arrays.won[rows], arrays.length[rows] = some.scores, some.won, some.length
        for name, counts in some.counts.items():
            arrays.counts[name][rows] = counts
    return arrays


def _play_in_order(plan: "Plan", order: list[int], first_table: int, count: int) -> GameArrays:
    """Play tables where the bots sit in this order."""
    game, kernel, seats = game_of(plan.game), find_kernel(plan.game), len(plan.bots)
    play = compiled_play(plan.game, tuple([plan.bots[bot] for bot in order]))
    assert play is not None
    results = kernel.new_results(count, seats)
    start = kernel.new_state(seats, options_at(game, plan.options, order))
    play(plan.seed, first_table, start, results)
    statistics, seat_of = game.statistics, np.argsort(order)
    return GameArrays(
        results.scores[:, seat_of],
        results.won[:, seat_of],
        getattr(results, statistics.length),
        {name: getattr(results, name)[:, seat_of] for name in statistics.counts},
    )
