"""A bot for any game: every move of its menu is equally likely."""

from random import Random

from closecall.core.rules import M, V
from closecall.core.seen import Seen


def choose(seen: Seen[M, V], rng: Random) -> M:
    """Any legal move."""
    assert seen.menu is not None
    moves = tuple(iter(seen.menu))  # Listed once: iterating and counting may both be slow for a long menu.
    return moves[rng.randrange(len(moves))]
