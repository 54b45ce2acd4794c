"""Whole tables of the levels, the greedy and the random bot and partners, played by compiled code."""

from collections.abc import Callable
from functools import partial

from closecall.bots import NAMES, PARTNERS
from closecall.bots.qwixx.arena import play_tables
from closecall.bots.qwixx.sparring import players_named
from closecall.kernels.qwixx import Results, Table

BOTS = frozenset((*NAMES, *PARTNERS["qwixx"]))


def compiled_play(game: str, bots: tuple[str, ...]) -> Callable[[int, int, Table, Results], None] | None:
    """How to play tables at which just these bots sit, or None if there is another one among them."""
    return partial(play_levels, bots) if game == "qwixx" and set(bots) <= BOTS else None


def play_levels(bots: tuple[str, ...], seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a bot for each seat."""
    play_tables(seed, first_table, start, players_named(bots), results)
