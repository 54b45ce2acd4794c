"""Many games at once: average results, how far they spread, and who wins.

>>> from closecall.sim import simulate
>>> result = simulate("qwixx", ["greedy", "random"], games=20, seed=1, readable=True)
>>> result.scores.shape, result.seats[0].win_share
((20, 2), 1.0)
"""

from closecall.sim.plan import Plan
from closecall.sim.result import Result, SeatResult
from closecall.sim.run import simulate
from closecall.sim.statistics import Spread

__all__ = ["Plan", "Result", "SeatResult", "Spread", "simulate"]
