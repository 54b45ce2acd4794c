"""Many games at once: average results, how far they spread, and who wins.

>>> from closecall.sim import simulate
>>> result = simulate("qwixx", ["greedy", "random"], games=20, seed=1, readable=True)
>>> result.scores.shape, result.seats[0].win_share
((20, 2), 1.0)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from closecall.sim.plan import Plan
    from closecall.sim.result import Result, SeatResult
    from closecall.sim.run import simulate
    from closecall.sim.statistics import Spread

__all__ = ["Plan", "Result", "SeatResult", "Spread", "simulate"]

_MODULES = {
    "Plan": "plan",
    "Result": "result",
    "SeatResult": "result",
    "Spread": "statistics",
    "simulate": "run",
}


def __getattr__(name: str) -> Any:
    """Import an exported name when it is first used: NumPy is slow to load, and help needs none of it."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
