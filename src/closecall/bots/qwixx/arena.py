"""Where compiled players of Qwixx meet: one loop for all of them, at tables of one to five.

A player is a number, `policies[seat]`, and an array of float32, `weights[seat]`: a net, a table, or nothing.
All choose through `decide`; a new kind of player is one more line there.

Dice are a pure function of the seed and the table, whoever plays: a player who draws numbers has those of its
seat. So matches with the same seed but other players, or other seats, are played with the same dice.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net_choice import net_move
from closecall.bots.qwixx.solo import table_move
from closecall.bots.qwixx.solo_sheets import SHEETS as ALL_SHEETS
from closecall.bots.qwixx.solo_solving import MISTHROWS
from closecall.bots.qwixx.sparring_moves import (
    Weights,
    evaluator_move,
    nth_move,
    rusher_move,
    skipper_move,
    weigher_move,
)
from closecall.kernels.counter_rng import Chances, begin, begin_player, below
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    GAMES,
    PLAYED,
    SEATS,
    STATE,
    Results,
    Table,
    apply_choices,
    apply_fate,
    clear_results,
    greedy_move,
    new_results,
    note_sheets,
    note_totals,
)

PLAYERS = (
    *("random", "greedy", "skipper", "rusher", "evaluator", "expectimax", "solo"),
    *("expert", "hard", "medium", "easy", "weigher", "scorer"),
)
"""Who can be met, by the numbers of their policies."""
RANDOM, GREEDY, SKIPPER, RUSHER, EVALUATOR, EXPECTIMAX, SOLO = range(7)
EXPERT, HARD, MEDIUM, EASY, WEIGHER, SCORER = range(7, 13)
SLIPS = 0.35
"""How often medium and easy fall back to a simpler mind."""
NO_WEIGHTS = np.zeros(1, np.float32)

Five = tuple[Weights, Weights, Weights, Weights, Weights]


class Seated(NamedTuple):
    """Who sits where; compiled code takes always five, whatever is on empty seats."""

    policies: NDArray[np.int64]
    weights: Five


def seated(policies: list[int], weights: list[Weights]) -> Seated:
    """The players of a table, from the first seat on."""
    numbers, arrays = policies + [RANDOM] * 5, weights + [NO_WEIGHTS] * 5
    one, two, three, four, five = arrays[:5]
    return Seated(np.array(numbers[:5], np.int64), (one, two, three, four, five))


@compiled
def fraction(chances: Chances) -> float:
    """At least 0 and below 1."""
    return below(chances, 1 << 30) / float(1 << 30)


@compiled
def decide(policy: int, state: Table, seat: int, chances: Chances, weights: Weights) -> int:
    """The move of a player for a seat that has something to decide."""
    if policy == EXPERT and state[SEATS] > 1:
        return net_move(weights, state, seat, fraction(chances))
    return decide_simply(policy, state, seat, chances, weights)


@compiled
def decide_simply(policy: int, state: Table, seat: int, chances: Chances, weights: Weights) -> int:
    """The same for all who have no net: that takes longest to compile, and few need it."""
    mind = mind_at_work(policy, fraction(chances)) if policy in (MEDIUM, EASY) else policy
    if mind == GREEDY:
        return greedy_move(state, seat)
    if mind == SKIPPER:
        return skipper_move(state, seat)
    if mind == RUSHER:
        return rusher_move(state, seat)
    if mind == WEIGHER:
        return weigher_move(state, seat, weights)
    if mind in (EVALUATOR, HARD):
        return evaluator_move(state, seat, weights)
    if mind in (SCORER, EXPECTIMAX, SOLO, EXPERT):  # Alone, the expert has a table too.
        tables = weights.reshape((-1, MISTHROWS, ALL_SHEETS))
        return table_move(state, seat, tables)
    return _any_move(state, seat, chances)


@compiled
def mind_at_work(policy: int, luck: float) -> int:
    """Who decides for a player that slips now and then."""
    if policy == MEDIUM:
        return SKIPPER if luck < SLIPS else EVALUATOR
    return RUSHER if luck < SLIPS else SKIPPER


@compiled
def _any_move(state: Table, seat: int, chances: Chances) -> int:
    """Any move of the menu, each equally likely."""
    count = 0
    for n in range(9):
        count += nth_move(state, seat, n) >= 0
    chosen = below(chances, count)
    for n in range(9):
        move = nth_move(state, seat, n)
        if move >= 0:
            if chosen == 0:
                return move
            chosen -= 1
    raise AssertionError("a pass is on every menu")


def play_match(seed: int, first_table: int, tables: int, start: Table, players: Seated) -> Results:
    """Play on from a state at so many tables."""
    results = new_results(tables, int(start[SEATS]))
    play_tables(seed, first_table, start, players, results)
    return results


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: Seated, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results."""
    if results.scores.shape[1] != start[SEATS]:
        raise ValueError("results are not for so many seats")
    state, choices, outcome = np.empty(STATE, np.int16), np.empty(5, np.int64), np.empty(6, np.int64)
    dice, own = np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    for n in range(len(results.scores)):
        for at in range(STATE):
            state[at] = start[at]
        begin(dice, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        clear_results(results, n)
        while state[PLAYED] < state[GAMES]:
            if state[ACTION] == 0:
                results.turns[n] += _roll(state, dice, outcome)
                continue
            played = state[PLAYED]
            for seat in range(state[SEATS]):
                if state[ACTION] == 1 or seat == state[ACTIVE]:
                    choices[seat] = decide(
                        players.policies[seat], state, seat, own[seat], players.weights[seat]
                    )
            apply_choices(state, choices)
            if state[PLAYED] > played:
                note_sheets(state, results, n)
        note_totals(state, results, n)


@compiled
def _roll(state: Table, dice: Chances, outcome: NDArray[np.int64]) -> int:
    """The lot, or six dice from one number, without those of closed rows; how many rolls that were."""
    if state[ACTIVE] < 0:
        outcome[0] = below(dice, state[SEATS])
        apply_fate(state, outcome)
        return 0
    number = below(dice, 6**6)
    for die in range(5, -1, -1):
        outcome[die] = number % 6 + 1
        number //= 6
    apply_fate(state, outcome)  # If a new game begins, no row is closed any more.
    for row in range(4):
        if state[CLOSED] >> row & 1:
            state[COLOURED + row] = 0
    return 1
