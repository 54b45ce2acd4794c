"""Whole tables of the levels, the greedy and the random bot, played by compiled code for simulations."""

from collections.abc import Callable
from functools import partial

import numpy as np

from closecall.bots.enough.arena import GREEDY, RANDOM, SEARCH, THRESHOLD, Players, new_players, play_tables
from closecall.bots.enough.levels import EXPERT, THRESHOLD_LEVELS, expert_desk, level_row, scale_of_cards
from closecall.bots.enough.search import Patience
from closecall.bots.enough.threshold import LENGTH
from closecall.kernels.enough import Results, Table
from closecall.kernels.enough.array_layout import COPIES, KINDS, VALUES

POLICIES = {"random": RANDOM, "greedy": GREEDY, "expert": SEARCH} | dict.fromkeys(THRESHOLD_LEVELS, THRESHOLD)


def compiled_play(game: str, bots: tuple[str, ...]) -> Callable[[int, int, Table, Results], None] | None:
    """How to play tables at which just these bots sit, or None if there is another one among them."""
    return partial(play_levels, bots) if game == "enough" and set(bots) <= set(POLICIES) else None


def play_levels(bots: tuple[str, ...], seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a bot for each seat."""
    play_tables(seed, first_table, start, players_named(bots, start), results)


def players_named(
    bots: tuple[str, ...], start: Table, patience: Patience = EXPERT, *, is_turning: bool = False
) -> Players:
    """The bots of a table; all experts think so long."""
    seats, scale = len(bots), scale_of_table(start)
    rows = np.zeros((seats, LENGTH))
    for seat, bot in enumerate(bots):
        if bot in THRESHOLD_LEVELS:
            rows[seat] = level_row(bot, seats, scale)
    desk = expert_desk(seats, scale, patience) if "expert" in bots else None
    return new_players([POLICIES[bot] for bot in bots], rows, desk, is_turning=is_turning)


def scale_of_table(table: Table) -> float:
    """How far the cards at a table are spread, those of the standard kit being 1."""
    kinds = int(table[KINDS])
    values, copies = table[VALUES : VALUES + kinds], table[COPIES : COPIES + kinds]
    return scale_of_cards(np.repeat(values, copies).tolist())
