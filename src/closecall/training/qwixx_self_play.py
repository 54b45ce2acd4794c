"""Self-play of a net of Qwixx: games, and a target value for each position in them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import draw_dice, fraction
from closecall.bots.qwixx.moves import Moves, copy_state, list_moves, win_share
from closecall.bots.qwixx.net import NetPlayer, write_features
from closecall.bots.qwixx.net_layout import FEATURES
from closecall.bots.qwixx.net_turn import (
    PLAN,
    MatrixGame,
    apply_plan,
    best_second,
    draw_from,
    make_plan,
    solve_turn,
    worth,
)
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    GAMES,
    PLAYED,
    RESULTS,
    SEATS,
    STATE,
    Table,
    apply_choices,
    apply_fate,
)

MOST_TURNS = 240
"""More turns than a game can have: in each, one of five times 44 numbers is crossed, or a misthrow."""
LEAD = 41
"""Points from an earlier game of a match are drawn below this."""


class GameBatch(NamedTuple):
    """A batch of games, and how they are played."""

    seed: int
    first_game: int
    games: int
    explore: float
    """How often a seat makes a random move."""
    fade: float
    """The share of later positions in the target of a position, beside its own prediction."""
    leads: float
    """The share of games that are the last of a match, with points from before (Q11)."""


class Positions(NamedTuple):
    """Positions before rolls, and their target values."""

    features: NDArray[np.int16]
    targets: NDArray[np.float32]


def new_positions(seats: int, games: int) -> Positions:
    """Empty positions for a number of games."""
    size = games * MOST_TURNS * (1 if seats == 2 else seats)
    return Positions(np.zeros((size, seats - 1, FEATURES), np.int16), np.zeros(size, np.float32))


@inlined
def roll(state: Table, dice: Chances, outcome: NDArray[np.int64]) -> None:
    """Roll all dice but those that have left the game."""
    draw_dice(dice, outcome)
    for row in range(4):
        if state[CLOSED] >> row & 1:
            outcome[2 + row] = 0
    apply_fate(state, outcome)


@compiled
def self_play(player: NetPlayer, matrix: MatrixGame, start: Table, games: GameBatch, seen: Positions) -> int:
    """Fill in the positions before each roll and their targets; return how many there are.

    With two seats, the one who rolls sees the position; with more, all do. The target of a position is a
    mixture of the prediction after its roll and the target of the next position. After a random move only the
    prediction counts.
    """
    seats = int(start[SEATS])
    viewers = 1 if seats == 2 else seats
    state, plan, outcome = np.empty(STATE, np.int16), np.empty(PLAN, np.int64), np.empty(6, np.int64)
    dice, luck = np.empty(2, np.uint64), np.empty(2, np.uint64)
    predicted, is_exploring = np.empty((MOST_TURNS, viewers)), np.empty(MOST_TURNS, np.bool_)
    count = 0
    for game in range(games.first_game, games.first_game + games.games):
        begin(dice, games.seed, 2 * game)
        begin(luck, games.seed, 2 * game + 1)
        _begin_game(state, start, games.leads, luck)
        state[ACTIVE] = below(dice, seats)
        played, turns, last = state[PLAYED], 0, 0
        while state[PLAYED] == played:
            last = int(state[ACTIVE])
            for n in range(viewers):
                write_features(state, last if seats == 2 else n, seen.features[count + viewers * turns + n])
            roll(state, dice, outcome)
            if seats == 2:
                predicted[turns, 0] = _plan_for_two(player, matrix, state, plan, luck)
            else:
                make_plan(player, state, plan)
                apply_plan(state, plan, player.later)
                for seat in range(seats):
                    predicted[turns, seat] = worth(player, player.later, seat, played)
            is_exploring[turns] = _play_plan(player, state, plan, games.explore, luck)
            turns += 1
        for n in range(viewers):
            target = win_share(state, 1 - last if seats == 2 else n)
            for turn in range(turns - 1, -1, -1):
                if seats == 2:
                    target = 1.0 - target
                fade = 0.0 if is_exploring[turn] else games.fade
                target = (1.0 - fade) * predicted[turn, n] + fade * target
                seen.targets[count + viewers * turn + n] = target
        count += viewers * turns
    return count


@compiled
def _begin_game(state: Table, start: Table, leads: float, luck: Chances) -> None:
    """Begin a single game or, sometimes, the last of two with points from the first."""
    copy_state(start, state)
    if fraction(luck) < leads:
        state[GAMES], state[PLAYED] = 2, 1
        for seat in range(state[SEATS]):
            state[RESULTS + 1 + seat] = below(luck, LEAD)


@compiled
def _plan_for_two(player: NetPlayer, matrix: MatrixGame, state: Table, plan: Moves, luck: Chances) -> float:
    """Plan both moves of action 1; return the active player's predicted chance."""
    predicted = solve_turn(player, state, matrix)
    plan[state[ACTIVE]] = matrix.lines[draw_from(matrix.mine, fraction(luck))]
    plan[1 - state[ACTIVE]] = matrix.columns[draw_from(matrix.theirs, fraction(luck))]
    return predicted


@compiled
def _play_plan(player: NetPlayer, state: Table, plan: Moves, explore: float, luck: Chances) -> bool:
    """Play as planned, or sometimes at random; return whether any move was random."""
    is_exploring, active = False, int(state[ACTIVE])
    for seat in range(state[SEATS]):
        if fraction(luck) < explore:
            is_exploring = True
            plan[seat] = player.moves[below(luck, list_moves(state, seat, player.moves))]
    apply_choices(state, plan)
    if state[ACTION] == 2:
        plan[active] = best_second(player, state)[0]
        if fraction(luck) < explore:
            is_exploring = True
            plan[active] = player.moves[below(luck, list_moves(state, active, player.moves))]
        apply_choices(state, plan)
    return is_exploring
