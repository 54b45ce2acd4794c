"""Where compiled players of Close Enough meet: one loop for all of them, at tables of three to five.

A seat is played by one of the kernel's own policies, by thresholds (a row of them for each seat), or by a
search. Cards come from numbers of their own, so players who draw numbers do not change what fate gives; they
do change what the others draw, since all players of a table share theirs.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.search import Desk, idle_desk, search_move
from closecall.bots.enough.threshold import threshold_move
from closecall.kernels.counter_rng import PLAYERS, Chances, begin
from closecall.kernels.enough.array_layout import (
    ENDED,
    IS_CHANCE,
    LAST_CALLER,
    LAST_ROUND,
    LAST_WON,
    MOVES,
    PHASE,
    ROUND,
    SEAT,
    SEATS,
    STATE,
    TOTAL,
    TOTALLING,
    Moves,
    Table,
)
from closecall.kernels.enough.game_loop import Results, chosen, scores, winners
from closecall.kernels.enough.menus import decides
from closecall.kernels.enough.rounds import commit
from closecall.kernels.enough.turns import ALL_TOTALLED, after_chance, after_move, drawn_piece, go_on
from closecall.kernels.jit import compiled

RANDOM, GREEDY, THRESHOLD, SEARCH = range(4)
"""Who decides for a seat."""


class Players(NamedTuple):
    """Who plays, each with a policy; for one thread."""

    policies: NDArray[np.int64]
    rows: NDArray[np.float64]
    """The thresholds of each who goes by them."""
    desk: Desk
    """Of all who search."""
    is_turning: bool
    """Whether at the nth table seat s is player (s + n) mod seats, so that all sit everywhere in turn."""
    moves: Moves
    choices: Moves


def new_players(
    policies: Sequence[int], rows: NDArray[np.float64], desk: Desk | None = None, *, is_turning: bool = False
) -> Players:
    """Players with room to work."""
    return Players(
        np.array(policies, np.int64),
        np.ascontiguousarray(rows, np.float64),
        desk or idle_desk(),
        is_turning,
        np.empty(MOVES, np.int64),
        np.empty(5, np.int64),
    )


@compiled
def decide(state: Table, seat: int, who: int, chances: Chances, players: Players) -> int:
    """The move of a player for a seat that has something to decide."""
    policy = players.policies[who]
    if policy == THRESHOLD:
        return threshold_move(state, seat, chances, players.rows[who], players.moves)
    if policy == SEARCH:
        return search_move(state, seat, chances, players.desk)
    return chosen(state, seat, policy, chances, players.moves)


@compiled
def advance(state: Table, turned: int, fate: Chances, own: Chances, players: Players) -> None:
    """Fate acts, or those decide who have to; seat s is player (s + turned) mod all players."""
    if IS_CHANCE[state[PHASE]]:
        go_on(state, after_chance(state, drawn_piece(state, fate)))
        return
    choices, everyone = players.choices, len(players.policies)
    if state[PHASE] != TOTALLING:
        seat = state[SEAT]
        go_on(state, after_move(state, seat, decide(state, seat, (seat + turned) % everyone, own, players)))
        return
    for seat in range(state[SEATS]):
        choices[seat] = -1
        if decides(state, seat):
            choices[seat] = decide(state, seat, (seat + turned) % everyone, own, players)
    for seat in range(state[SEATS]):
        if choices[seat] >= 0:
            commit(state, seat, choices[seat] - TOTAL)
    go_on(state, ALL_TOTALLED)


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: Players, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, which are the players'."""
    seats = start[SEATS]
    if results.scores.shape[1] != seats or len(players.policies) != seats or len(players.rows) != seats:
        raise ValueError("results and players are not for so many seats")
    state, fate, own = np.empty(STATE, np.int64), np.empty(2, np.uint64), np.empty(2, np.uint64)
    for n in range(len(results.scores)):
        for at in range(STATE):
            state[at] = start[at]
        begin(fate, seed, first_table + n)
        begin(own, seed ^ PLAYERS, first_table + n)
        turned, noted = (first_table + n) % seats if players.is_turning else 0, state[LAST_ROUND]
        for seat in range(seats):
            results.calls[n, seat], results.calls_won[n, seat] = 0, 0
        while state[PHASE] != ENDED:
            advance(state, turned, fate, own, players)
            if state[LAST_ROUND] != noted:
                noted = state[LAST_ROUND]
                _note_call(state, turned, results, n)
        _note_end(state, turned, results, n)


@compiled
def _note_call(state: Table, turned: int, results: Results, n: int) -> None:
    """A round has ended, with or without a call."""
    if state[LAST_CALLER] >= 0:
        who = (state[LAST_CALLER] + turned) % state[SEATS]
        results.calls[n, who] += 1
        results.calls_won[n, who] += state[LAST_WON]


@compiled
def _note_end(state: Table, turned: int, results: Results, n: int) -> None:
    """Write down how a game ended."""
    seats = state[SEATS]
    stars, won = np.empty(seats, np.int64), np.empty(seats, np.bool_)
    scores(state, stars)
    winners(state, won)
    results.rounds[n] = state[ROUND]
    for seat in range(seats):
        who = (seat + turned) % seats
        results.scores[n, who], results.won[n, who] = stars[seat], won[seat]
