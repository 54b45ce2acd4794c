"""A best response to a frozen player of Qwixx at a table of two: how much can be won by whoever knows it?

The one who responds knows how often the frozen player makes which move, in both actions, and learns what
positions are worth against it, in its own view whoever rolls. What it wins is a lower bound of what can be
won: somebody who learns longer, or sees more, may win more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import fraction
from closecall.bots.qwixx.net import CHOICES, Desk, Net, chance, new_desk, write_features
from closecall.bots.qwixx.net_moves import Moves, copy_state, list_moves, share
from closecall.bots.qwixx.net_two import drawn
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import ACTION, ACTIVE, PASS, PLAYED, STATE, Table, apply_choices
from closecall.training.qwixx_frozen import Frozen, Mixture, new_mixture, write_mixture
from closecall.training.qwixx_play import LONGEST, Lesson, Positions, roll


class Against(NamedTuple):
    """Who responds, and to whom."""

    desk: Desk
    frozen: Frozen
    first: Mixture
    second: Mixture
    """What the frozen player does in action 1, and when it rolls in action 2."""
    own: Moves
    luck: Chances
    """Numbers for both of them; the dice have their own."""


def new_against(net: Net, frozen: Frozen) -> Against:
    """A net that learns to respond to a frozen player."""
    own, luck = np.zeros(CHOICES, np.int64), np.zeros(2, np.uint64)
    return Against(new_desk(net), frozen, new_mixture(), new_mixture(), own, luck)


@compiled
def play_responses(
    against: Against, start: Table, lesson: Lesson, seen: Positions, shares: NDArray[np.float64]
) -> int:
    """Fill in positions, what they turned out to be worth, and the share of each win; how many positions.

    Two games in a row have the same dice, and the one who responds has the first seat, then the second.
    """
    state, choices, six = np.empty(STATE, np.int16), np.full(5, PASS), np.empty(6, np.int64)
    dice, luck = np.empty(2, np.uint64), against.luck
    promised, is_trial = np.empty(LONGEST), np.empty(LONGEST, np.bool_)
    count = 0
    for game in range(lesson.games):
        number = lesson.first_game + game
        seat = number % 2
        begin(dice, lesson.seed, number - seat)
        begin(luck, lesson.seed + 1, number)
        copy_state(start, state)
        state[ACTIVE] = below(dice, 2)
        turns = 0
        while state[PLAYED] == start[PLAYED]:
            write_features(state, seat, seen.features[count + turns])
            roll(state, dice, six)
            promised[turns] = _respond(against, state, seat, choices)
            is_trial[turns] = _play(against, state, seat, choices, lesson.explore)
            turns += 1
        shares[game] = target = share(state, seat)
        for turn in range(turns - 1, -1, -1):
            fade = 0.0 if is_trial[turn] else lesson.fade
            target = (1.0 - fade) * promised[turn] + fade * target
            seen.targets[count + turn] = target
        count += turns
    return count


@compiled
def _own_worth(desk: Desk, state: Table, seat: int, played: int) -> float:
    """What a position is worth to the one who responds."""
    return share(state, seat) if state[PLAYED] > played else chance(desk, state, seat)


@compiled
def _answer(desk: Desk, state: Table, seat: int) -> tuple[int, float]:
    """The best move of action 2 of the one who responds, and what it leads to."""
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, seat, desk.moves)):
        copy_state(state, desk.later)
        desk.choices[seat] = desk.moves[n]
        apply_choices(desk.later, desk.choices)
        now = _own_worth(desk, desk.later, seat, state[PLAYED])
        if now > best_worth:
            best, best_worth = int(desk.moves[n]), now
    return best, best_worth


@compiled
def _respond(against: Against, state: Table, seat: int, choices: Moves) -> float:
    """Both choices of action 1: the frozen player draws from a mixture, which the other one knows."""
    own, first = against.own, against.first
    count = write_mixture(against.frozen, state, 1 - seat, first)
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, seat, own)):
        now = 0.0
        for k in range(count):
            choices[seat], choices[1 - seat] = own[n], first.moves[k]
            now += first.parts[k] * _after_first(against, state, seat, choices)
        if now > best_worth:
            best, best_worth = int(own[n]), now
    choices[seat], choices[1 - seat] = best, first.moves[drawn(first.parts[:count], fraction(against.luck))]
    return best_worth


@compiled
def _after_first(against: Against, state: Table, seat: int, choices: Moves) -> float:
    """What choices of action 1 are worth to the one who responds."""
    desk, second = against.desk, against.second
    copy_state(state, desk.middle)
    apply_choices(desk.middle, choices)
    if desk.middle[ACTION] != 2:
        return share(desk.middle, seat)
    if seat == state[ACTIVE]:
        return _answer(desk, desk.middle, seat)[1]
    worth = 0.0
    for n in range(write_mixture(against.frozen, desk.middle, 1 - seat, second)):
        copy_state(desk.middle, desk.later)
        desk.choices[1 - seat] = second.moves[n]
        apply_choices(desk.later, desk.choices)
        worth += second.parts[n] * _own_worth(desk, desk.later, seat, state[PLAYED])
    return worth


@compiled
def _play(against: Against, state: Table, seat: int, choices: Moves, explore: float) -> bool:
    """Play a turn; only the one who responds tries things, and whether that was so is told."""
    is_trial, active, own, luck = False, int(state[ACTIVE]), against.own, against.luck
    if fraction(luck) < explore:
        choices[seat], is_trial = own[below(luck, list_moves(state, seat, own))], True
    apply_choices(state, choices)
    if state[ACTION] == 2:
        if seat == active:
            choices[seat] = _answer(against.desk, state, seat)[0]
            if fraction(luck) < explore:
                choices[seat], is_trial = own[below(luck, list_moves(state, seat, own))], True
        else:
            count = write_mixture(against.frozen, state, active, against.second)
            parts = against.second.parts[:count]
            choices[active] = against.second.moves[drawn(parts, fraction(luck))]
        apply_choices(state, choices)
    return is_trial
