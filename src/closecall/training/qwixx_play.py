"""Games of a net of Qwixx against itself, from which it learns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import fraction
from closecall.bots.qwixx.net import FEATURES, Desk, write_features
from closecall.bots.qwixx.net_many import PLAN, apply_plan, make_plan
from closecall.bots.qwixx.net_moves import Moves, best_second, copy_state, list_moves, share, worth
from closecall.bots.qwixx.net_two import Duel, drawn, solve_turn
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx import (
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

LONGEST = 240
"""More turns than a game has: in each somebody crosses one of five times 44 numbers, or misthrows."""
LEAD = 41
"""The points that a seat can bring from an earlier game of a match are below this, when they are drawn."""


class Lesson(NamedTuple):
    """Some games from which a net learns."""

    seed: int
    first_game: int
    games: int
    explore: float
    """How often a seat does anything, for trial."""
    fade: float
    """How much what came later counts for the worth of a position, beside what was promised there."""
    leads: float
    """How many games are the last of a match in which points have been made before (Q11)."""


class Positions(NamedTuple):
    """What was seen before rolls, and what it turned out to be worth."""

    features: NDArray[np.int16]
    targets: NDArray[np.float32]


def new_positions(seats: int, games: int) -> Positions:
    """Room for the positions of so many games."""
    size = games * LONGEST * (1 if seats == 2 else seats)
    return Positions(np.zeros((size, seats - 1, FEATURES), np.int16), np.zeros(size, np.float32))


@inlined
def roll(state: Table, dice: Chances, six: NDArray[np.int64]) -> None:
    """All dice from one number; the kernel puts none on the table that has left the game."""
    number = below(dice, 6**6)
    for die in range(5, -1, -1):
        six[die] = number % 6 + 1
        number //= 6
    for row in range(4):
        if state[CLOSED] >> row & 1:
            six[2 + row] = 0
    apply_fate(state, six)


@compiled
def self_play(desk: Desk, duel: Duel, start: Table, lesson: Lesson, seen: Positions) -> int:
    """Fill in what was seen before each roll and what it turned out to be worth; how many there are.

    Of two, who rolls looks at the table; of more, everybody does. The worth of a position is a mixture of
    what the choices after its roll promised and of the worth of the next position. After a move made for
    trial only the promise counts.
    """
    seats = int(start[SEATS])
    viewers = 1 if seats == 2 else seats
    state, plan, six = np.empty(STATE, np.int16), np.empty(PLAN, np.int64), np.empty(6, np.int64)
    dice, luck = np.empty(2, np.uint64), np.empty(2, np.uint64)
    promised, is_trial = np.empty((LONGEST, viewers)), np.empty(LONGEST, np.bool_)
    count = 0
    for game in range(lesson.first_game, lesson.first_game + lesson.games):
        begin(dice, lesson.seed, 2 * game)
        begin(luck, lesson.seed, 2 * game + 1)
        _begin_game(state, start, lesson.leads, luck)
        state[ACTIVE] = below(dice, seats)
        played, turns, last = state[PLAYED], 0, 0
        while state[PLAYED] == played:
            last = int(state[ACTIVE])
            for n in range(viewers):
                write_features(state, last if seats == 2 else n, seen.features[count + viewers * turns + n])
            roll(state, dice, six)
            if seats == 2:
                promised[turns, 0] = _plan_two(desk, duel, state, plan, luck)
            else:
                make_plan(desk, state, plan)
                apply_plan(state, plan, desk.later)
                for seat in range(seats):
                    promised[turns, seat] = worth(desk, desk.later, seat, played)
            is_trial[turns] = _play_plan(desk, state, plan, lesson.explore, luck)
            turns += 1
        for n in range(viewers):
            target = share(state, 1 - last if seats == 2 else n)
            for turn in range(turns - 1, -1, -1):
                if seats == 2:
                    target = 1.0 - target
                fade = 0.0 if is_trial[turn] else lesson.fade
                target = (1.0 - fade) * promised[turn, n] + fade * target
                seen.targets[count + viewers * turn + n] = target
        count += viewers * turns
    return count


@compiled
def _begin_game(state: Table, start: Table, leads: float, luck: Chances) -> None:
    """Mostly a game of its own; sometimes the last of two, with points from the first."""
    copy_state(start, state)
    if fraction(luck) < leads:
        state[GAMES], state[PLAYED] = 2, 1
        for seat in range(state[SEATS]):
            state[RESULTS + 1 + seat] = below(luck, LEAD)


@compiled
def _plan_two(desk: Desk, duel: Duel, state: Table, plan: Moves, luck: Chances) -> float:
    """What both do in action 1; what is promised to the active one."""
    promised = solve_turn(desk, state, duel)
    plan[state[ACTIVE]] = duel.lines[drawn(duel.mine, fraction(luck))]
    plan[1 - state[ACTIVE]] = duel.columns[drawn(duel.theirs, fraction(luck))]
    return promised


@compiled
def _play_plan(desk: Desk, state: Table, plan: Moves, explore: float, luck: Chances) -> bool:
    """Everybody does as planned, or seldom anything for trial; whether somebody did."""
    is_trial, active = False, int(state[ACTIVE])
    for seat in range(state[SEATS]):
        if fraction(luck) < explore:
            is_trial = True
            plan[seat] = desk.moves[below(luck, list_moves(state, seat, desk.moves))]
    apply_choices(state, plan)
    if state[ACTION] == 2:
        plan[active] = best_second(desk, state)[0]
        if fraction(luck) < explore:
            is_trial = True
            plan[active] = desk.moves[below(luck, list_moves(state, active, desk.moves))]
        apply_choices(state, plan)
    return is_trial
