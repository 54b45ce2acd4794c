"""Where compiled players of Close to the Mark! meet: one loop for all of them, at tables of one to five.

A seat is played by one of the kernel's own policies or by a level. Dice, and the numbers of each player, are
those of the kernel's games; the levels draw none, since what they overlook depends on what they see alone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_choice import EASY, EXPERT, HARD, MEDIUM, Player, choose, new_room
from closecall.bots.mark.net_values import hope_of, player_for
from closecall.kernels.counter_rng import Chances, begin, begin_player
from closecall.kernels.jit import compiled
from closecall.kernels.mark import (
    COLOURS,
    DICE,
    GREEDY,
    LAYOUT,
    RANDOM,
    ROUND,
    ROUNDS,
    STATE,
    Results,
    Table,
)
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
from closecall.kernels.mark.greedy import greedy_entry
from closecall.kernels.mark.rules import finish_round, next_to_choose, write

FIRST_LEVEL = 2
"""Policies from here on are levels."""
POLICIES = {"random": RANDOM, "greedy": GREEDY} | {
    name: FIRST_LEVEL + level
    for name, level in (("easy", EASY), ("medium", MEDIUM), ("hard", HARD), ("expert", EXPERT))
}
"""Who can be met, by the numbers of their policies."""

Five = tuple[Player, Player, Player, Player, Player]


class Seated(NamedTuple):
    """Who sits where, and what levels know of the layout."""

    policies: NDArray[np.int64]
    hopes: NDArray[np.float64]
    """The points that a player of each colour can expect."""
    players: Five
    """Who plays each colour."""


def seated(names: tuple[str, ...], start: Table) -> Seated:
    """The players of a table, from the first seat on."""
    layout = tuple(start[LAYOUT : LAYOUT + 25].tolist())
    hopes = np.array([hope_of(layout, own) for own in range(5)])
    black, blue, green, yellow, red = (player_for(layout, own) for own in range(5))
    policies = np.array([POLICIES[name] for name in names], np.int64)
    return Seated(policies, hopes, (black, blue, green, yellow, red))


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: Seated, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results."""
    if results.scores.shape[1] != start[SEATS] or len(players.policies) != start[SEATS]:
        raise ValueError("results and players are not for so many seats")
    state, fate, own = np.empty(STATE, np.int8), np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    rows, cells, room = np.empty(5, np.int64), np.empty((5, 5), np.int64), new_room()
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
                    player = players.players[state[COLOURS + seat]]
                    write(state, seat, choose(state, seat, player, policy - FIRST_LEVEL, room))
            finish_round(state)
        note(state, results, n)


@compiled
def _choose_colours(state: Table, own: Chances, players: Seated) -> None:
    """To a level the colour with the best hopes, the first of equals; all others take any (M3)."""
    seat = next_to_choose(state)
    while seat >= 0:
        if players.policies[seat] >= FIRST_LEVEL:
            state[COLOURS + seat] = _best_colour(state, players.hopes)
        else:
            state[COLOURS + seat] = any_colour(state, own[seat])
        seat = next_to_choose(state)


@compiled
def _best_colour(state: Table, hopes: NDArray[np.float64]) -> int:
    """Of the colours that nobody has."""
    best = -1
    for colour in range(5):
        is_free = True
        for seat in range(state[SEATS]):
            is_free &= state[COLOURS + seat] != colour
        if is_free and (best < 0 or hopes[colour] > hopes[best]):
            best = colour
    return best
