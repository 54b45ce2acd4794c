"""Two ways to play a table: compiled, if every bot of the table is compiled for the game, or readable."""

from functools import cache

from closecall.bots import Play, compiled_play
from closecall.games import game_of


def kernel_name(game: str) -> str | None:
    """The module of a game's kernel, or None if it has none."""
    return game_of(game).kernel


@cache
def play_of(game: str, bots: tuple[str, ...]) -> Play | None:
    """How to play such a table by compiled code, or None if it has to be the readable way."""
    return compiled_play(game, bots)
