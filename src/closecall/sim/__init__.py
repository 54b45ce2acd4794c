"""Many games at once: what happens on average, how far results spread, and who wins.

>>> from closecall.sim import simulate
>>> result = simulate("qwixx", ["greedy", "random"], games=20, seed=1, readable=True)
>>> result.scores.shape, result.seats[0].win_share
((20, 2), 1.0)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from closecall.sim.plan import Plan
    from closecall.sim.result import Result, SeatResult, simulate
    from closecall.sim.spread import Spread

__all__ = ["Plan", "Result", "SeatResult", "Spread", "simulate"]

_HOMES = {
    "Plan": "plan",
    "Result": "result",
    "SeatResult": "result",
    "Spread": "spread",
    "simulate": "result",
}


def __getattr__(name: str) -> Any:
    """Whatever is exported, when it is first asked for: whoever needs one module does not load them all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
