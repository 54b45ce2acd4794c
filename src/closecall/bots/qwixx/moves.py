"""What all compiled players of Qwixx need: the moves of a seat, and who has won a game."""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.kernel import (
    GAMES,
    PASS,
    PLAYED,
    RESULTS,
    SEATS,
    SHEETS,
    STATE,
    Table,
    can_cross,
    offered,
    total_of,
)

Moves = NDArray[np.int64]

MOST_MOVES = 9
"""Two numbers in each of four rows, or a pass; in action 1 at most five."""


@inlined
def nth_move(state: Table, seat: int, n: int) -> int:
    """One of the two crosses that the dice may offer in each row, or a pass; −1 if it is not on the menu."""
    if n == MOST_MOVES - 1:
        return PASS
    row = n // 2
    place = offered(state, row, n % 2)
    if place < 0 or not can_cross(state[SHEETS + 5 * seat + row], place):
        return -1
    return 11 * row + place


@compiled
def list_moves(state: Table, seat: int, moves: Moves) -> int:
    """List the moves of a seat, the pass last; return how many there are."""
    count = 0
    for n in range(MOST_MOVES):
        move = nth_move(state, seat, n)
        if move >= 0:
            moves[count] = move
            count += 1
    return count


@compiled
def any_of(state: Table, seat: int, choices: int, chances: Chances) -> int:
    """Any of some moves, each equally likely; `choices` has a bit for each number of `nth_move`."""
    count = 0
    for n in range(MOST_MOVES):
        count += choices >> n & 1
    chosen = below(chances, count)
    for n in range(MOST_MOVES):
        if choices >> n & 1:
            if chosen == 0:
                return nth_move(state, seat, n)
            chosen -= 1
    raise AssertionError("there is at least one")


@inlined
def copy_state(source: Table, state: Table) -> None:
    """Copy in a loop, which compiles faster than a slice."""
    for at in range(STATE):
        state[at] = source[at]


@inlined
def carried_points(state: Table, seat: int) -> int:
    """The points from earlier games that count now: in the last game of a match, and only there (Q11).

    Players who may be asked for one more game play for the games agreed so far, as if nobody were asked.
    """
    is_last = state[PLAYED] > 0 and state[PLAYED] + 1 == state[GAMES]
    return int(total_of(state, seat)) if is_last else 0


@inlined
def _final_points(state: Table, seat: int) -> int:
    """The points that decided: those of the game, or after the last agreed one those of the match (Q11)."""
    if state[PLAYED] == state[GAMES]:
        return total_of(state, seat)
    return int(state[RESULTS + 6 * (state[PLAYED] - 1) + 1 + seat])


@compiled
def win_share(state: Table, seat: int) -> float:
    """A seat's share of the win of a game that has just ended; a tie is shared (Q10)."""
    mine, count = _final_points(state, seat), 0
    for other in range(state[SEATS]):
        if _final_points(state, other) > mine:
            return 0.0
        count += 1 if _final_points(state, other) == mine else 0
    return 1.0 / count
