"""A best response to a net of Qwixx for two seats: how much can be won from it by whoever knows it?

The one who responds knows what the frozen net mixes in action 1 and how it answers in action 2, and learns
what positions are worth against it, in its own view whoever rolls.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import Desk, Net, chance, new_desk, write_features
from closecall.bots.qwixx.net_moves import Moves, best_second, copy_state, list_moves, share
from closecall.bots.qwixx.net_two import Duel, drawn, new_duel, solve_turn
from closecall.compiling import compiled
from closecall.games.draws import Chances, begin, below
from closecall.games.qwixx.kernel import ACTION, ACTIVE, PASS, PLAYED, STATE, Table, apply_choices
from closecall.training.qwixx_play import LONGEST, Lesson, Positions, fraction, roll


class Against(NamedTuple):
    """Who responds, and to whom."""

    desk: Desk
    frozen: Desk
    duel: Duel
    luck: Chances
    """Numbers for both of them; the dice have their own."""


def new_against(net: Net, frozen: Net) -> Against:
    """A net that learns to respond to another."""
    return Against(new_desk(net), new_desk(frozen), new_duel(), np.zeros(2, np.uint64))


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
    """Both choices of action 1: the frozen net draws from its mixture, the other one knows that mixture."""
    duel, active = against.duel, int(state[ACTIVE])
    solve_turn(against.frozen, state, duel)
    is_active = seat == active
    own, others = (duel.lines, duel.columns) if is_active else (duel.columns, duel.lines)
    mixture = duel.theirs if is_active else duel.mine
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, seat, own)):
        now = 0.0
        for k in range(len(mixture)):
            if mixture[k] > 0:
                choices[seat], choices[1 - seat] = own[n], others[k]
                now += mixture[k] * _after_first(against, state, seat, choices)
        if now > best_worth:
            best, best_worth = int(own[n]), now
    choices[seat], choices[1 - seat] = best, others[drawn(mixture, fraction(against.luck))]
    return best_worth


@compiled
def _after_first(against: Against, state: Table, seat: int, choices: Moves) -> float:
    """What choices of action 1 are worth to the one who responds."""
    desk, active = against.desk, int(state[ACTIVE])
    copy_state(state, desk.middle)
    apply_choices(desk.middle, choices)
    if desk.middle[ACTION] != 2:
        return share(desk.middle, seat)
    if seat == active:
        return _answer(desk, desk.middle, seat)[1]
    desk.choices[active] = best_second(against.frozen, desk.middle)[0]
    apply_choices(desk.middle, desk.choices)
    return _own_worth(desk, desk.middle, seat, state[PLAYED])


@compiled
def _play(against: Against, state: Table, seat: int, choices: Moves, explore: float) -> bool:
    """Play a turn; only the one who responds tries things, and whether that was so is told."""
    is_trial, active, moves, luck = False, int(state[ACTIVE]), against.desk.moves, against.luck
    if fraction(luck) < explore:
        choices[seat], is_trial = moves[below(luck, list_moves(state, seat, moves))], True
    apply_choices(state, choices)
    if state[ACTION] == 2:
        if seat == active:
            choices[seat] = _answer(against.desk, state, seat)[0]
            if fraction(luck) < explore:
                choices[seat], is_trial = moves[below(luck, list_moves(state, seat, moves))], True
        else:
            choices[active] = best_second(against.frozen, state)[0]
        apply_choices(state, choices)
    return is_trial
