"""Which engine plays a table: a kernel, if compiled code knows every bot there, or the readable one.

A kernel knows some bots itself: those of `IN_KERNELS`, whose names in capitals are its policies. The module
of any other bot may offer

    compiled_play(game: str, bots: tuple[str, ...]) -> Play | None

which gives a function that plays tables of just these bots, with what it needs (a trained net, a table of
values) bound into it, or None if it does not know one of them. Asking must be cheap: heavy imports wait for
the first call.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from closecall.bots import find_bot
from closecall.games import game_of

Play = Callable[[int, int, Any, Any], None]
"""Plays tables to their end: seed, number of the first table, start state, and results to be filled."""

IN_KERNELS = ("random", "greedy")


def find_kernel(game: str) -> Any:
    """The kernel of a game, imported; None if it has none."""
    name = game_of(game).kernel
    return None if name is None else import_module(name)


@cache
def find_compiled_play(game: str, bots: tuple[str, ...]) -> Play | None:
    """The compiled way to play tables of these bots, or None if there is none."""
    if game_of(game).kernel is None:
        return None
    if set(bots) <= set(IN_KERNELS):
        return _KernelPlay(game, bots)
    for bot in bots:
        offered = getattr(find_bot(bot, game), "compiled_play", None)
        play: Play | None = None if offered is None else offered(game, bots)
        if play is not None:
            return play
    return None


class _KernelPlay:
    """A kernel with its own policies, imported when the first table is played."""

    def __init__(self, game: str, bots: tuple[str, ...]) -> None:
        self._game = game
        self._bots = bots

    def __call__(self, seed: int, first_table: int, start: Any, results: Any) -> None:
        kernel = find_kernel(self._game)
        policies = np.array([getattr(kernel, bot.upper()) for bot in self._bots], np.int64)
        kernel.play(seed, first_table, start, policies, results)
