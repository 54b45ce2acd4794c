"""Two ways to play a table: compiled, if every bot of the table is compiled for the game, or readable.

A kernel knows some bots itself: those of `IN_KERNELS` whose name, in capitals, is one of its policies. Any
other bot may bring its own way. Its module then has a function

    compiled_play(game: str, bots: tuple[str, ...]) -> Play | None

that gives a function to play tables at which just these bots sit, with whatever it needs (a trained net, a
table of values) bound into it, or None if it cannot play with one of them. That function and its bots may be
asked for without a game being played, so it should load what is heavy when it is called.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from closecall.bots import find_bot

Play = Callable[[int, int, Any, Any], None]
"""Play tables to their end: seed, number of the first one, start, and the kernel's results, a row each."""

IN_KERNELS = ("random", "greedy")


def kernel_name(game: str) -> str | None:
    """The module of a game's kernel, or None if it has none."""
    name = f"closecall.kernels.{game}"
    return None if find_spec(name) is None else name


@cache
def play_of(game: str, bots: tuple[str, ...]) -> Play | None:
    """How to play such a table by compiled code, or None if it cannot be."""
    name = kernel_name(game)
    if name is None:
        return None
    if set(bots) <= set(IN_KERNELS):
        return _KernelPlay(name, bots)
    for bot in bots:
        offered = getattr(find_bot(bot, game), "compiled_play", None)
        play: Play | None = None if offered is None else offered(game, bots)
        if play is not None:
            return play
    return None


class _KernelPlay:
    """A kernel with policies that it knows itself; loaded when the first table is played."""

    def __init__(self, name: str, bots: tuple[str, ...]) -> None:
        self._name = name
        self._bots = bots

    def __call__(self, seed: int, first_table: int, start: Any, results: Any) -> None:
        import numpy as np  # noqa: PLC0415  # See above.

        kernel = import_module(self._name)
        policies = np.array([getattr(kernel, bot.upper()) for bot in self._bots], np.int64)
        kernel.play(seed, first_table, start, policies, results)
