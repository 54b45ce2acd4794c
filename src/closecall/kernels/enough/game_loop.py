"""Whole random games of the kernel."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import PLAYERS, Chances, begin, below
from closecall.kernels.enough.array_layout import (
    ENDED,
    LAST_CALLER,
    LAST_ROUND,
    LAST_WON,
    MOVES,
    PHASE,
    ROUND,
    SEAT,
    SEATS,
    STARS,
    STATE,
    VALUES,
)
from closecall.kernels.enough.menus import list_moves
from closecall.kernels.enough.table_access import IS_CHANCE, IS_JOINT, Moves, Table, player_at
from closecall.kernels.enough.turns import after_chance, after_joint_choices, after_move, drawn_piece, go_on
from closecall.kernels.jit import compiled


class Results(NamedTuple):
    """The results of many games, a row for each table; calls are counted from the start."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    rounds: NDArray[np.int16]
    """The number of rounds, those dealt again included (E18)."""
    calls: NDArray[np.int16]
    """How often each seat called (E5)."""
    calls_won: NDArray[np.int16]
    """How often each seat won its call (E9)."""


def new_results(tables: int, seats: int) -> Results:
    """Empty results for a number of tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        rounds=np.zeros(tables, np.int16),
        calls=np.zeros((tables, seats), np.int16),
        calls_won=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, results: Results) -> None:
    """Play random moves from a state to the end, once for each row of the results."""
    # Compiled code does not check bounds, and an assert that pytest rewrites could not be compiled.
    if results.scores.shape[1] != start[SEATS]:
        raise ValueError("results are for another number of seats")
    state, fate, own = np.empty(STATE, np.int64), np.empty(2, np.uint64), np.empty(2, np.uint64)
    moves, choices = np.empty(MOVES, np.int64), np.empty(5, np.int64)
    for at in range(VALUES, STATE):
        state[at] = start[at]
    for n in range(len(results.scores)):
        # A slice takes seconds to compile.
        for at in range(VALUES):
            state[at] = start[at]
        begin(fate, seed, first_table + n)
        begin(own, seed ^ PLAYERS, first_table + n)
        for seat in range(state[SEATS]):
            results.calls[n, seat], results.calls_won[n, seat] = 0, 0
        noted = state[LAST_ROUND]
        while state[PHASE] != ENDED:
            _advance(state, fate, own, moves, choices)
            if state[LAST_ROUND] != noted:
                noted = state[LAST_ROUND]
                _note_call(state, results, n)
        _note_end(state, results, n)


@compiled
def play_on(state: Table, chances: Chances) -> None:
    """Play random moves to the end, in place; fate and players share the random numbers."""
    moves, choices = np.empty(MOVES, np.int64), np.empty(5, np.int64)
    while state[PHASE] != ENDED:
        _advance(state, chances, chances, moves, choices)


@compiled
def _advance(state: Table, fate: Chances, own: Chances, moves: Moves, choices: Moves) -> None:
    """Let fate act, or those decide who have to, all with the same numbers; the rest is scratch space."""
    seat = state[SEAT]
    if IS_CHANCE[state[PHASE]]:
        then = after_chance(state, drawn_piece(state, fate))
    elif IS_JOINT[state[PHASE]]:
        for each in range(state[SEATS]):
            choices[each] = any_move(state, each, own, moves)
        then = after_joint_choices(state, choices)
    else:
        then = after_move(state, seat, any_move(state, seat, own, moves))
    go_on(state, then)


@compiled
def any_move(state: Table, seat: int, chances: Chances, moves: Moves) -> int:
    """Any move of the menu, each equally likely; −1 if the seat does not decide. `moves` is scratch space."""
    count = list_moves(state, seat, moves)
    if count == 0:
        return -1
    move: int = moves[below(chances, count)]
    return move


@compiled
def _note_call(state: Table, results: Results, n: int) -> None:
    """Record the end of a round, with or without a call."""
    caller = state[LAST_CALLER]
    if caller >= 0:
        results.calls[n, caller] += 1
        results.calls_won[n, caller] += state[LAST_WON]


@compiled
def _note_end(state: Table, results: Results, n: int) -> None:
    """Record how a game ended."""
    results.rounds[n] = state[ROUND]
    scores(state, results.scores[n])
    winners(state, results.won[n])


@compiled
def pending(state: Table) -> int:
    """What happens next: one of `DRAW_SCOREKEEPER` … `ENDED`."""
    return int(state[PHASE])


@compiled
def is_over(state: Table) -> bool:
    """Whether the game has ended: by eight stars (E15), or because nobody called (E18)."""
    return bool(state[PHASE] == ENDED)


@compiled
def scores(state: Table, totals: NDArray[Any]) -> None:
    """The stars of each seat."""
    for seat in range(state[SEATS]):
        totals[seat] = state[player_at(seat) + STARS]


@compiled
def winners(state: Table, won: NDArray[np.bool_]) -> None:
    """Most stars win; a tie makes Half-Champions (E15)."""
    best = 0
    for seat in range(state[SEATS]):
        best = max(best, state[player_at(seat) + STARS])
    for seat in range(state[SEATS]):
        won[seat] = state[player_at(seat) + STARS] == best
