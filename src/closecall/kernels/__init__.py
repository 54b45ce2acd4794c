"""Compiled twins of the rules, their random number generator, and the cache of machine code."""

from importlib import import_module
from typing import Any

from closecall.games import game_of


def find_kernel(game: str) -> Any:
    """The kernel of a game, imported; None if it has none."""
    name = game_of(game).kernel
    return None if name is None else import_module(name)
