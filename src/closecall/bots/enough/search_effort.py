"""How much the expert of Close Enough searches."""

from typing import NamedTuple


class SearchEffort(NamedTuple):
    """How much to search: playouts, and the length of the chain of deals."""

    playouts: int
    burn_in: int
    exchanges: int
    extras: bool
    """Whether to consider Lock and Silence."""


EXPERT = SearchEffort(playouts=1500, burn_in=40, exchanges=8, extras=True)
