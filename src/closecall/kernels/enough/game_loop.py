"""Whole games of the kernel, and what a player cannot know dealt anew."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import PLAYERS, Chances, begin, below
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
    STARS,
    STATE,
    TOTAL,
    TOTALLING,
    VALUES,
    Moves,
    Table,
    player_at,
)
from closecall.kernels.enough.greedy import greedy_move
from closecall.kernels.enough.menus import list_moves
from closecall.kernels.enough.rounds import commit
from closecall.kernels.enough.turns import ALL_TOTALLED, after_chance, after_move, drawn_piece, go_on
from closecall.kernels.jit import compiled

RANDOM, GREEDY = 0, 1
"""Who decides for a seat."""


class Results(NamedTuple):
    """What comes of many games, a row for each table; calls are those scored since they began."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    rounds: NDArray[np.int16]
    """How many rounds there were, those dealt again included (E18)."""
    calls: NDArray[np.int16]
    """How often each seat called (E5)."""
    calls_won: NDArray[np.int16]
    """How often each seat won its call (E9)."""


def new_results(tables: int, seats: int) -> Results:
    """Room for the results of so many tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        rounds=np.zeros(tables, np.int16),
        calls=np.zeros((tables, seats), np.int16),
        calls_won=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, policies: NDArray[np.int64], results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a policy for each seat."""
    # Nothing else keeps compiled code from writing beside an array; a rewritten assert could not be compiled.
    if results.scores.shape[1] != start[SEATS] or len(policies) < start[SEATS]:
        raise ValueError("results and policies are not for so many seats")
    state, fate, own = np.empty(STATE, np.int64), np.empty(2, np.uint64), np.empty(2, np.uint64)
    moves, choices = np.empty(MOVES, np.int64), np.empty(5, np.int64)
    for at in range(VALUES, STATE):
        state[at] = start[at]
    for n in range(len(results.scores)):
        # In a loop, since a slice takes seconds to compile.
        for at in range(VALUES):
            state[at] = start[at]
        begin(fate, seed, first_table + n)
        begin(own, seed ^ PLAYERS, first_table + n)
        for seat in range(state[SEATS]):
            results.calls[n, seat], results.calls_won[n, seat] = 0, 0
        noted = state[LAST_ROUND]
        while state[PHASE] != ENDED:
            _advance(state, fate, own, policies, (moves, choices))
            if state[LAST_ROUND] != noted:
                noted = state[LAST_ROUND]
                _note_call(state, results, n)
        _note_end(state, results, n)


@compiled
def play_on(state: Table, chances: Chances, policies: NDArray[np.int64]) -> None:
    """Play on from a state to the end, in its place, with a policy for each seat; all draw in turn."""
    if len(policies) < state[SEATS]:
        raise ValueError("policies are not for so many seats")
    moves, choices = np.empty(MOVES, np.int64), np.empty(5, np.int64)
    while state[PHASE] != ENDED:
        _advance(state, chances, chances, policies, (moves, choices))


@compiled
def _advance(
    state: Table, fate: Chances, own: Chances, policies: NDArray[np.int64], room: tuple[Moves, Moves]
) -> None:
    """Fate acts, or those decide who have to, all with the same numbers; room for moves and choices."""
    moves, choices = room
    then, seat = ALL_TOTALLED, state[SEAT]
    if IS_CHANCE[state[PHASE]]:
        then = after_chance(state, drawn_piece(state, fate))
    elif state[PHASE] == TOTALLING:
        for each in range(state[SEATS]):
            choices[each] = chosen(state, each, policies[each], own, moves)
        for each in range(state[SEATS]):
            if choices[each] >= 0:
                commit(state, each, choices[each] - TOTAL)
    else:
        then = after_move(state, seat, chosen(state, seat, policies[seat], own, moves))
    go_on(state, then)


@compiled
def chosen(state: Table, seat: int, policy: int, chances: Chances, moves: Moves) -> int:
    """The move of a policy, −1 if the seat does not decide; `moves` is room to write on."""
    count = list_moves(state, seat, moves)
    if count == 0:
        return -1
    if policy == GREEDY:
        return greedy_move(state, seat, chances, moves, count)
    move: int = moves[below(chances, count)]
    return move


@compiled
def _note_call(state: Table, results: Results, n: int) -> None:
    """A round has ended, with or without a call."""
    caller = state[LAST_CALLER]
    if caller >= 0:
        results.calls[n, caller] += 1
        results.calls_won[n, caller] += state[LAST_WON]


@compiled
def _note_end(state: Table, results: Results, n: int) -> None:
    """Write down how a game ended."""
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
