"""Whole tables of compiled players of Close to the Mark!: one loop for all bots, with one to five seats.

Dice, and the random numbers of each player, are those of the kernel's own random games. Levels draw none:
their mistakes depend on what they see only.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.choice import ColourPlayer, Scratch, choose_entry, new_scratch
from closecall.bots.mark.greedy_kernel import greedy_entry
from closecall.bots.mark.levels import LEVELS
from closecall.bots.mark.net_values import expected_points, player_for
from closecall.kernels.counter_rng import Chances, begin, begin_player
from closecall.kernels.jit import compiled
from closecall.kernels.mark.array_layout import SEATS
from closecall.kernels.mark.game_loop import (
    any_colour,
    copy_state,
    draw_lot,
    note,
    roll,
    weigh_circles,
    write_any,
)
from closecall.kernels.mark.kernel import COLOURS, DICE, LAYOUT, ROUND, ROUNDS, STATE, Results, Table
from closecall.kernels.mark.rules import finish_round, next_to_choose, write

POLICIES = ("random", "greedy", *LEVELS)
"""Who can play, by the number of the policy."""
RANDOM, GREEDY, FIRST_LEVEL = range(3)


class LayoutPlayers(NamedTuple):
    """What the levels know about a layout."""

    expected: NDArray[np.float64]
    """The points that a player of each colour can expect."""
    players: tuple[ColourPlayer, ColourPlayer, ColourPlayer, ColourPlayer, ColourPlayer]
    """The player of each colour."""


class TablePlayers(NamedTuple):
    """The policy of each seat, and what levels know; None at a table without one, which compiles faster."""

    policies: NDArray[np.int64]
    levels: LayoutPlayers | None


def seated(names: tuple[str, ...], start: Table) -> TablePlayers:
    """The players of a table, from the first seat on."""
    policies = np.array([POLICIES.index(name) for name in names], np.int64)
    if policies.max() < FIRST_LEVEL:
        return TablePlayers(policies, None)
    layout = tuple(start[LAYOUT : LAYOUT + 25].tolist())
    expected = np.array([expected_points(layout, own) for own in range(5)])
    black, blue, green, yellow, red = (player_for(layout, own) for own in range(5))
    return TablePlayers(policies, LayoutPlayers(expected, (black, blue, green, yellow, red)))


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: TablePlayers, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results."""
    if results.scores.shape[1] != start[SEATS] or len(players.policies) != start[SEATS]:
        raise ValueError("results and players are for another number of seats")
    state, fate, own = np.empty(STATE, np.int8), np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    rows, cells, scratch = np.empty(5, np.int64), np.empty((5, 5), np.int64), _scratch_for(players.levels)
    for n in range(len(results.scores)):
        copy_state(start, state)
        begin(fate, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        draw_lot(state, fate)
        _choose_colours(state, own, players)
        weigh_circles(state, rows, cells)
        while state[ROUND] < ROUNDS:
            if not state[DICE]:
                roll(state, fate)
            for seat in range(state[SEATS]):
                policy = players.policies[seat]
                if policy == RANDOM:
                    write_any(state, own[seat], seat, rows, cells)
                elif policy == GREEDY:
                    write(state, seat, greedy_entry(state, seat))
                else:
                    write(state, seat, _level_entry(state, seat, policy, players.levels, scratch))
            finish_round(state)
        note(state, results, n)


# Numba drops the branch that an argument of None rules out, and with it all that only levels need.


@compiled
def _scratch_for(levels: LayoutPlayers | None) -> Scratch | None:
    if levels is None:
        return None
    return new_scratch()


@compiled
def _level_entry(
    state: Table, seat: int, policy: int, levels: LayoutPlayers | None, scratch: Scratch | None
) -> int:
    """The entry of a level, as a move of the kernel."""
    if levels is None or scratch is None:
        return -1
    player = levels.players[state[COLOURS + seat]]
    return choose_entry(state, seat, player, policy - FIRST_LEVEL, scratch)


@compiled
def _choose_colours(state: Table, own: Chances, players: TablePlayers) -> None:
    """A level takes the colour with the most expected points, the first of equals; others take any (M3)."""
    seat = next_to_choose(state)
    while seat >= 0:
        if players.policies[seat] >= FIRST_LEVEL:
            state[COLOURS + seat] = _best_colour(state, players.levels)
        else:
            state[COLOURS + seat] = any_colour(state, own[seat])
        seat = next_to_choose(state)


@compiled
def _best_colour(state: Table, levels: LayoutPlayers | None) -> int:
    """Of the colours that are free."""
    best = -1
    if levels is None:
        return best
    for colour in range(5):
        is_free = True
        for seat in range(state[SEATS]):
            is_free &= state[COLOURS + seat] != colour
        if is_free and (best < 0 or levels.expected[colour] > levels.expected[best]):
            best = colour
    return best
