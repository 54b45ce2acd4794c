"""The tables of a simulation, played one way or the other, and counted."""

from typing import Any

from closecall.sim.compiled import play_compiled
from closecall.sim.counting import counted_for
from closecall.sim.csv_export import csv_lines
from closecall.sim.plan import Plan
from closecall.sim.readable import play_readable
from closecall.sim.result_arrays import tally_of
from closecall.sim.tally import Tally


def play_tables(plan: Plan, first: int, count: int) -> tuple[Tally, Any]:
    """Play some tables in a row."""
    play = play_compiled if plan.is_compiled() else play_readable
    games = play(plan, first, count)
    more: Any = None
    if plan.wanted == "arrays":
        more = games
    elif plan.wanted == "lines":
        more = csv_lines(plan, games, first)
    return tally_of(games, counted_for(plan.game, plan.bots)), more
