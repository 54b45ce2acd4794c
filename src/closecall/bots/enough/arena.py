"""Whole tables of compiled players of Close Enough: one loop for all bots, with three to five seats.

Cards have random numbers of their own, so players that draw numbers do not change the cards. They do change
what the others draw, since all players of a table share theirs.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.greedy_kernel import greedy_move
from closecall.bots.enough.level_values import THRESHOLD_LEVELS, scale_of
from closecall.bots.enough.search import Searcher, search_move
from closecall.bots.enough.search_effort import EXPERT, SearchEffort
from closecall.bots.enough.threshold import threshold_move
from closecall.bots.enough.threshold_names import LENGTH
from closecall.bots.enough.trained_values import level_row, new_expert
from closecall.kernels.counter_rng import PLAYERS, Chances, begin
from closecall.kernels.enough.array_layout import (
    COPIES,
    ENDED,
    KINDS,
    LAST_CALLER,
    LAST_ROUND,
    LAST_WON,
    MOVES,
    PHASE,
    ROUND,
    SEAT,
    SEATS,
    STATE,
    VALUES,
)
from closecall.kernels.enough.game_loop import Results, any_move, scores, winners
from closecall.kernels.enough.menus import decides, list_moves
from closecall.kernels.enough.table_access import IS_CHANCE, IS_JOINT, Moves, Table
from closecall.kernels.enough.turns import after_chance, after_joint_choices, after_move, drawn_piece, go_on
from closecall.kernels.jit import compiled

RANDOM, GREEDY, THRESHOLD, SEARCH = range(4)
"""Policies."""
POLICIES = {"random": RANDOM, "greedy": GREEDY, "expert": SEARCH} | dict.fromkeys(THRESHOLD_LEVELS, THRESHOLD)

Rows = NDArray[np.float64]
"""The thresholds of each player, a row each."""


class TablePlayers(NamedTuple):
    """The players of a table; for one thread. Without thresholds or a search the loop compiles faster."""

    policies: NDArray[np.int64]
    rows: Rows | None
    searcher: Searcher | None
    """Shared by all players that search."""
    is_rotating: bool
    """Whether seat s at the nth table is player (s + n) mod seats, so that all sit everywhere in turn."""
    moves: Moves
    choices: Moves


def new_players(
    policies: Sequence[int], rows: Rows | None, searcher: Searcher | None = None, *, is_rotating: bool = False
) -> TablePlayers:
    """Players with scratch space."""
    return TablePlayers(
        np.array(policies, np.int64),
        None if rows is None else np.ascontiguousarray(rows, np.float64),
        searcher,
        is_rotating,
        np.empty(MOVES, np.int64),
        np.empty(5, np.int64),
    )


def players_named(
    bots: tuple[str, ...], start: Table, effort: SearchEffort = EXPERT, *, is_rotating: bool = False
) -> TablePlayers:
    """The bots of a table, with the effort of its experts."""
    seats, scale = len(bots), _scale_of_table(start)
    rows = None if set(bots) <= {"random", "greedy"} else np.zeros((seats, LENGTH))
    for seat, bot in enumerate(bots):
        if rows is not None and bot in THRESHOLD_LEVELS:
            rows[seat] = level_row(bot, seats, scale)
    searcher = new_expert(seats, scale, effort) if "expert" in bots else None
    return new_players([POLICIES[bot] for bot in bots], rows, searcher, is_rotating=is_rotating)


def _scale_of_table(table: Table) -> float:
    """How widely the cards at a table are spread, relative to the standard kit."""
    kinds = int(table[KINDS])
    values, copies = table[VALUES : VALUES + kinds], table[COPIES : COPIES + kinds]
    return scale_of(np.repeat(values, copies).tolist())


@compiled
def decide(state: Table, seat: int, who: int, chances: Chances, players: TablePlayers) -> int:
    """The move of a player for a seat that has to decide."""
    policy = players.policies[who]
    if policy == THRESHOLD:
        return _by_thresholds(state, seat, chances, players.rows, (who, players.moves))
    if policy == SEARCH:
        return _by_search(state, seat, chances, players.searcher)
    if policy == GREEDY:
        count = list_moves(state, seat, players.moves)
        return greedy_move(state, seat, chances, players.moves, count)
    return any_move(state, seat, chances, players.moves)


# Numba drops the branch that an argument of None rules out, and all that it calls.


@compiled
def _by_thresholds(
    state: Table, seat: int, chances: Chances, rows: Rows | None, how: tuple[int, Moves]
) -> int:
    if rows is None:
        return -1
    return threshold_move(state, seat, chances, rows[how[0]], how[1])


@compiled
def _by_search(state: Table, seat: int, chances: Chances, searcher: Searcher | None) -> int:
    if searcher is None:
        return -1
    return search_move(state, seat, chances, searcher)


@compiled
def advance(state: Table, turned: int, fate: Chances, own: Chances, players: TablePlayers) -> None:
    """Let fate act, or those decide who have to; seat s is player (s + turned) mod all players."""
    if IS_CHANCE[state[PHASE]]:
        go_on(state, after_chance(state, drawn_piece(state, fate)))
        return
    choices, everyone = players.choices, len(players.policies)
    if not IS_JOINT[state[PHASE]]:
        seat = state[SEAT]
        go_on(state, after_move(state, seat, decide(state, seat, (seat + turned) % everyone, own, players)))
        return
    for seat in range(state[SEATS]):
        if decides(state, seat):
            choices[seat] = decide(state, seat, (seat + turned) % everyone, own, players)
    go_on(state, after_joint_choices(state, choices))


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: TablePlayers, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, whose columns are the players."""
    seats = start[SEATS]
    if results.scores.shape[1] != seats or len(players.policies) != seats:
        raise ValueError("results and players are for another number of seats")
    state, fate, own = np.empty(STATE, np.int64), np.empty(2, np.uint64), np.empty(2, np.uint64)
    for at in range(VALUES, STATE):  # The kit stays the same.
        state[at] = start[at]
    for n in range(len(results.scores)):
        for at in range(VALUES):
            state[at] = start[at]
        begin(fate, seed, first_table + n)
        begin(own, seed ^ PLAYERS, first_table + n)
        turned, noted = (first_table + n) % seats if players.is_rotating else 0, state[LAST_ROUND]
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
    """Record the end of a round, with or without a call."""
    if state[LAST_CALLER] >= 0:
        who = (state[LAST_CALLER] + turned) % state[SEATS]
        results.calls[n, who] += 1
        results.calls_won[n, who] += state[LAST_WON]


@compiled
def _note_end(state: Table, turned: int, results: Results, n: int) -> None:
    """Record how a game ended."""
    seats = state[SEATS]
    stars, won = np.empty(seats, np.int64), np.empty(seats, np.bool_)
    scores(state, stars)
    winners(state, won)
    results.rounds[n] = state[ROUND]
    for seat in range(seats):
        who = (seat + turned) % seats
        results.scores[n, who], results.won[n, who] = stars[seat], won[seat]
