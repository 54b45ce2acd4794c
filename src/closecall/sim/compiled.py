"""Tables played by compiled code, many thousands in a second."""

from importlib import import_module

import numpy as np

from closecall.sim.counting import COUNTED
from closecall.sim.engine_choice import kernel_name, play_of
from closecall.sim.plan import Plan
from closecall.sim.result_arrays import Games, empty_games

_FAR = 1 << 40
"""More tables than one rotation ever has."""


def play_compiled(plan: Plan, first: int, count: int) -> Games:
    """The games of some tables."""
    if not plan.rotate:
        return _with_order(plan, list(range(len(plan.bots))), first, count)
    return _rotated(plan, first, count)


def _rotated(plan: Plan, first: int, count: int) -> Games:
    """Tables with the same rotation are played together: compiled code wants many tables in a row.

    For chance, table n of s seats is number n // s of those with its rotation.
    """
    seats = len(plan.bots)
    games = empty_games(count, seats, COUNTED[plan.game])
    for moved in range(seats):
        begin = (moved - first) % seats
        if begin >= count:
            continue
        rows = slice(begin, count, seats)
        order = [(seat - moved) % seats for seat in range(seats)]
        number = _FAR * moved + (first + begin) // seats
        some = _with_order(plan, order, number, len(range(begin, count, seats)))
        games.scores[rows], games.won[rows], games.length[rows] = some.scores, some.won, some.length
        for name, counts in some.counts.items():
            games.counts[name][rows] = counts
    return games


def _with_order(plan: Plan, order: list[int], first_table: int, count: int) -> Games:
    """Tables at whose seats the bots sit in this order."""
    name, seats = kernel_name(plan.game), len(plan.bots)
    play = play_of(plan.game, tuple([plan.bots[bot] for bot in order]))
    assert name is not None
    assert play is not None
    kernel = import_module(name)
    results = kernel.new_results(count, seats)
    play(plan.seed, first_table, kernel.new_state(seats, plan.options), results)
    counted, seat_of = COUNTED[plan.game], np.argsort(order)
    return Games(
        results.scores[:, seat_of],
        results.won[:, seat_of],
        getattr(results, counted.length),
        {count: getattr(results, count)[:, seat_of] for count in counted.counts},
    )
