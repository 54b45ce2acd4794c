"""One turn of Qwixx by a net: from the chances to win after the turn to everybody's moves.

Action 2 is the active player's alone, who takes the move with the best chance to win.

In action 1 all decide at once. For two seats that is a matrix game: rows (`lines`) are the active player's
moves, columns the other's, and an entry is the active player's chance to win, with the best action 2. Almost
always there is a saddle point; otherwise both mix their moves.

Three and more seats make a plan for everybody, in which one seat after the other, from the active player
clockwise, improves its own part. It is mostly locks that change what is best for others, so without a lock in
reach one pass is enough.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.moves import MOST_MOVES, Moves, copy_state, list_moves, win_share
from closecall.bots.qwixx.net import Net, NetPlayer, chance
from closecall.bots.qwixx.net_layout import FEATURES, LAYERS
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    COLOURED,
    LAST,
    PASS,
    PLAYED,
    SEATS,
    STATE,
    Table,
    apply_choices,
)

Numbers = NDArray[np.float64]

ROUNDS = 400
"""How often both sides improve their mixture."""
PLAN = 6
"""The length of a plan: the moves of five seats in action 1, then the active player's in action 2."""
ANSWER = 5


class MatrixGame(NamedTuple):
    """The matrix game of an action 1."""

    lines: Moves
    columns: Moves
    """The moves of the active player and of the other one."""
    matrix: Numbers
    mine: Numbers
    theirs: Numbers
    """How often each line and each column is to be chosen."""
    both: Moves
    """Scratch space for a choice of both."""


def new_matrix_game() -> MatrixGame:
    """An empty matrix game."""
    return MatrixGame(
        lines=np.zeros(MOST_MOVES, np.int64),
        columns=np.zeros(MOST_MOVES, np.int64),
        matrix=np.zeros((MOST_MOVES, MOST_MOVES)),
        mine=np.zeros(MOST_MOVES),
        theirs=np.zeros(MOST_MOVES),
        both=np.zeros(2, np.int64),
    )


@compiled
def choose(player: NetPlayer, game: MatrixGame, state: Table, seat: int, drawn: float) -> int:
    """The move of a seat that decides; `drawn`, at least 0 and below 1, picks one of a mixture."""
    if state[ACTION] == 2:
        return best_second(player, state)[0]
    if state[SEATS] == 2:
        solve_turn(player, state, game)
        if seat == state[ACTIVE]:
            return int(game.lines[draw_from(game.mine, drawn)])
        return int(game.columns[draw_from(game.theirs, drawn)])
    plan = np.empty(PLAN, np.int64)
    make_plan(player, state, plan)
    return int(plan[seat])


@compiled
def _player_with(net: Net) -> NetPlayer:
    """A net with scratch space."""
    return NetPlayer(
        net,
        np.empty(LAYERS, np.float32),
        np.empty((4, FEATURES), np.int16),
        np.empty(STATE, np.int16),
        np.empty(STATE, np.int16),
        np.empty(MOST_MOVES, np.int64),
        np.empty(5, np.int64),
    )


@compiled
def chance_before_roll(net: Net, state: Table, seat: int) -> float:
    """The chance of a seat to win, before a roll."""
    return worth(_player_with(net), state, seat, state[PLAYED])


@compiled
def net_move(net: Net, state: Table, seat: int, drawn: float) -> int:
    """The same with scratch space of its own, so that several threads can use a net at once."""
    player = _player_with(net)
    game = MatrixGame(
        np.empty(MOST_MOVES, np.int64),
        np.empty(MOST_MOVES, np.int64),
        np.empty((MOST_MOVES, MOST_MOVES)),
        np.empty(MOST_MOVES),
        np.empty(MOST_MOVES),
        np.empty(2, np.int64),
    )
    return choose(player, game, state, seat, drawn)


@compiled
def worth(player: NetPlayer, state: Table, seat: int, played: int) -> float:
    """The chance of a seat to win, after a turn; `played` games were finished before it."""
    if state[PLAYED] > played:
        return win_share(state, seat)
    if state[SEATS] == 2 and seat != state[ACTIVE]:  # Of two, the net knows the view of the one who rolls.
        return 1.0 - chance(player, state, 1 - seat)
    return chance(player, state, seat)


@compiled
def best_second(player: NetPlayer, state: Table) -> tuple[int, float]:
    """The active player's best move in action 2, and the chance to win with it."""
    active = int(state[ACTIVE])
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, active, player.moves)):
        copy_state(state, player.later)
        player.choices[active] = player.moves[n]
        apply_choices(player.later, player.choices)
        now = worth(player, player.later, active, state[PLAYED])
        if now > best_worth:
            best, best_worth = int(player.moves[n]), now
    return best, best_worth


# Two seats: a matrix game.


@compiled
def solve_turn(player: NetPlayer, state: Table, game: MatrixGame) -> float:
    """Fill in and solve the game of action 1; return the active player's chance to win."""
    high, wide = write_matrix(player, state, game)
    return solve(game, high, wide)


@compiled
def write_matrix(player: NetPlayer, state: Table, game: MatrixGame) -> tuple[int, int]:
    """Fill in the moves of both and the active player's chances; return how many moves each has."""
    active = int(state[ACTIVE])
    high, wide = list_moves(state, active, game.lines), list_moves(state, 1 - active, game.columns)
    for i in range(high):
        for j in range(wide):
            copy_state(state, player.middle)
            game.both[active], game.both[1 - active] = game.lines[i], game.columns[j]
            apply_choices(player.middle, game.both)
            if player.middle[ACTION] == 2:
                game.matrix[i, j] = best_second(player, player.middle)[1]
            else:
                game.matrix[i, j] = win_share(player.middle, active)
    return high, wide


@compiled
def solve(game: MatrixGame, high: int, wide: int) -> float:
    """The value of the game to the lines; a saddle point needs no mixture."""
    for n in range(MOST_MOVES):
        game.mine[n], game.theirs[n] = 0.0, 0.0
    line, column, best, least = 0, 0, -1.0, 2.0
    for i in range(high):
        worst = game.matrix[i, 0]
        for j in range(1, wide):
            worst = min(worst, game.matrix[i, j])
        if worst > best:
            line, best = i, worst
    for j in range(wide):
        worst = game.matrix[0, j]
        for i in range(1, high):
            worst = max(worst, game.matrix[i, j])
        if worst < least:
            column, least = j, worst
    if best >= least:
        game.mine[line], game.theirs[column] = 1.0, 1.0
        return float(best)
    return _mix(game, high, wide)


@compiled
def _mix(game: MatrixGame, high: int, wide: int) -> float:
    """Regret matching, with later rounds counting for more."""
    mine, theirs = np.full(high, 1.0 / high), np.full(wide, 1.0 / wide)
    missed, missed_by_other = np.zeros(high), np.zeros(wide)
    gains, gains_of_other = np.zeros(high), np.zeros(wide)
    for n in range(1, ROUNDS + 1):
        for i in range(high):
            gains[i] = 0.0
            for j in range(wide):
                gains[i] += game.matrix[i, j] * theirs[j]
        _improve(mine, missed, gains)
        for j in range(wide):
            gains_of_other[j] = 0.0
            for i in range(high):
                gains_of_other[j] -= game.matrix[i, j] * mine[i]
        _improve(theirs, missed_by_other, gains_of_other)
        _add(game.mine, mine, 2.0 * n / (ROUNDS * (ROUNDS + 1)))
        _add(game.theirs, theirs, 2.0 * n / (ROUNDS * (ROUNDS + 1)))
    worth = 0.0
    for i in range(high):
        for j in range(wide):
            worth += game.mine[i] * game.matrix[i, j] * game.theirs[j]
    return worth


@compiled
def _improve(mixture: Numbers, missed: Numbers, gains: Numbers) -> None:
    """Mix in proportion to the positive regrets of all rounds."""
    mean, total = 0.0, 0.0
    for k in range(len(mixture)):
        mean += mixture[k] * gains[k]
    for k in range(len(mixture)):
        missed[k] = max(missed[k] + gains[k] - mean, 0.0)
        total += missed[k]
    if total > 0:
        for k in range(len(mixture)):
            mixture[k] = missed[k] / total


@compiled
def _add(sums: Numbers, mixture: Numbers, weight: float) -> None:
    for k in range(len(mixture)):
        sums[k] += weight * mixture[k]


@compiled
def draw_from(mixture: Numbers, drawn: float) -> int:
    """The choice that a number, at least 0 and below 1, picks from a mixture."""
    last = 0
    for n in range(len(mixture)):
        if mixture[n] > 0:
            last = n
            drawn -= mixture[n]
            if drawn < 0:
                return n
    return last


# Three and more seats: a plan.


@compiled
def apply_plan(state: Table, plan: Moves, later: Table) -> None:
    """The table after a plan; if the number of action 2 is no longer possible, the active player passes."""
    copy_state(state, later)
    apply_choices(later, plan)
    if later[ACTION] == 2:
        active, first, answer = state[ACTIVE], plan[state[ACTIVE]], plan[ANSWER]
        is_gone = answer != PASS and later[COLOURED + answer // 11] == 0
        plan[active] = PASS if is_gone else answer
        apply_choices(later, plan)
        plan[active] = first


@compiled
def make_plan(player: NetPlayer, state: Table, plan: Moves) -> None:
    """Fill in everybody's moves of this turn."""
    seats, active = int(state[SEATS]), int(state[ACTIVE])
    menus, sizes = np.empty((5, MOST_MOVES), np.int64), np.empty(5, np.int64)
    has_lock = False
    for seat in range(seats):
        sizes[seat] = list_moves(state, seat, menus[seat])
        for n in range(sizes[seat] - 1):
            has_lock = has_lock or menus[seat, n] % 11 == LAST
    for n in range(PLAN):
        plan[n] = PASS
    for _ in range(2 if has_lock else 1):
        _improve_active(player, state, plan, menus[active, : sizes[active]])
        for n in range(1, seats):
            seat = (active + n) % seats
            if sizes[seat] > 1:
                _improve_other(player, state, plan, seat, menus[seat, : sizes[seat]])


@compiled
def _improve_active(player: NetPlayer, state: Table, plan: Moves, menu: Moves) -> None:
    """The active player's best moves in both actions, given the plans of the others."""
    active = int(state[ACTIVE])
    best_worth, best, best_answer = -1.0, PASS, PASS
    for move in menu:
        copy_state(state, player.middle)
        plan[active] = move
        apply_choices(player.middle, plan)
        answer, now = PASS, 0.0
        if player.middle[ACTION] == 2:
            answer, now = best_second(player, player.middle)
        else:
            now = win_share(player.middle, active)
        if now > best_worth:
            best_worth, best, best_answer = now, int(move), answer
    plan[active], plan[ANSWER] = best, best_answer


@compiled
def _improve_other(player: NetPlayer, state: Table, plan: Moves, seat: int, menu: Moves) -> None:
    """Another player's best move in action 1, given the plans of the rest."""
    best_worth, best = -1.0, PASS
    for move in menu:
        plan[seat] = move
        apply_plan(state, plan, player.later)
        now = worth(player, player.later, seat, state[PLAYED])
        if now > best_worth:
            best_worth, best = now, int(move)
    plan[seat] = best
