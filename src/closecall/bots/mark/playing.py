"""Whole tables of the levels, the greedy and the random bot, played by compiled code for simulations."""

from collections.abc import Callable
from functools import partial

from closecall.bots.mark.arena import POLICIES, play_tables, seated
from closecall.kernels.mark import Results, Table


def compiled_play(game: str, bots: tuple[str, ...]) -> Callable[[int, int, Table, Results], None] | None:
    """How to play tables at which just these bots sit, or None if there is another one among them."""
    return partial(play_levels, bots) if game == "mark" and set(bots) <= set(POLICIES) else None


def play_levels(bots: tuple[str, ...], seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a bot for each seat."""
    play_tables(seed, first_table, start, seated(bots, start), results)
