"""Whole tables of compiled players of Qwixx: one loop for all bots, with one to five seats.

A player is the number of a policy and an array of float32, its weights: a net, a table, or nothing. All
choose through `decide`; a new kind of player is one more line there. Asked for one more game, all want it but
the random one, which draws its answer.

Dice depend on the seed and the table only. A player that draws random numbers has those of its seat. So
tables with the same seed but other players, or other seats, are played with the same dice.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.beginner import beginner_move
from closecall.bots.qwixx.greedy_kernel import greedy_move
from closecall.bots.qwixx.moves import MOST_MOVES, any_of, nth_move
from closecall.bots.qwixx.net_turn import net_move
from closecall.bots.qwixx.policies import (
    EASY,
    EVALUATOR,
    EXPECTIMAX,
    EXPERT,
    GREEDY,
    HARD,
    MEDIUM,
    RANDOM,
    RUSHER,
    SCORER,
    SKIPPER,
    SOLO,
    WEIGHER,
)
from closecall.bots.qwixx.solo import table_move
from closecall.bots.qwixx.solo_file import MISTHROWS
from closecall.bots.qwixx.solo_file import SHEETS as ALL_SHEETS
from closecall.bots.qwixx.sparring_moves import (
    Weights,
    evaluator_move,
    rusher_move,
    skipper_move,
    weigher_move,
)
from closecall.kernels.counter_rng import Chances, begin, begin_player, below
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    MORE,
    PLAYED,
    SEATS,
    STATE,
    Results,
    Table,
    apply_choices,
    apply_fate,
    clear_results,
    is_asking,
    is_over,
    new_results,
    new_state,
    note_sheets,
    note_totals,
)

MISTAKES = 0.35
"""How often medium plays as easy does."""
NO_WEIGHTS = np.zeros(1, np.float32)

Player = tuple[int, Weights]
"""The number of a policy, and its weights."""
SeatWeights = tuple[Weights, Weights, Weights, Weights, Weights]


class TablePlayers(NamedTuple):
    """The policies and weights of five seats, whether they are taken or not.

    Weights are None if all players are random or greedy: such a table compiles faster.
    """

    policies: NDArray[np.int64]
    weights: SeatWeights | None


def seated(players: list[Player]) -> TablePlayers:
    """The players of a table, from the first seat on."""
    policies, weights = zip(*[*players, *[(RANDOM, NO_WEIGHTS)] * 5][:5], strict=True)
    one, two, three, four, five = weights
    is_simple = max(policies) <= GREEDY
    return TablePlayers(np.array(policies, np.int64), None if is_simple else (one, two, three, four, five))


@compiled
def fraction(chances: Chances) -> float:
    """A random number, at least 0 and below 1."""
    return below(chances, 1 << 30) / float(1 << 30)


@compiled
def decide(policy: int, state: Table, seat: int, chances: Chances, weights: Weights) -> int:
    """The move of a player for a seat that has to decide."""
    if policy == EXPERT and state[SEATS] > 1:
        return net_move(weights, state, seat, fraction(chances))
    return decide_without_net(policy, state, seat, chances, weights)


@compiled
def decide_without_net(policy: int, state: Table, seat: int, chances: Chances, weights: Weights) -> int:
    """The same for players without a net, which takes longest to compile."""
    acting = policy
    if policy == MEDIUM:
        acting = EASY if fraction(chances) < MISTAKES else EVALUATOR
    if acting == EASY:
        return beginner_move(state, seat, chances)
    if acting == GREEDY:
        return greedy_move(state, seat)
    if acting == SKIPPER:
        return skipper_move(state, seat)
    if acting == RUSHER:
        return rusher_move(state, seat)
    if acting == WEIGHER:
        return weigher_move(state, seat, weights)
    if acting in (EVALUATOR, HARD):
        return evaluator_move(state, seat, weights)
    if acting in (SCORER, EXPECTIMAX, SOLO, EXPERT):  # Alone, the expert has a table too.
        tables = weights.reshape((-1, MISTHROWS, ALL_SHEETS))
        return table_move(state, seat, tables)
    return _any_move(state, seat, chances)


@compiled
def _any_move(state: Table, seat: int, chances: Chances) -> int:
    """Any move of the menu, each equally likely."""
    found = 0
    for n in range(MOST_MOVES):
        if nth_move(state, seat, n) >= 0:
            found |= 1 << n
    return any_of(state, seat, found, chances)


@compiled
def _seat_move(policy: int, state: Table, seat: int, chances: Chances, weights: SeatWeights | None) -> int:
    """The move of a seat. Numba drops the branch that weights of None rule out, and all that it calls."""
    if is_asking(state):
        return MORE + below(chances, 2) if policy == RANDOM else MORE  # The next number is STOP.
    if weights is None:
        return greedy_move(state, seat) if policy == GREEDY else _any_move(state, seat, chances)
    return decide(policy, state, seat, chances, weights[seat])


@compiled
def play_tables(seed: int, first_table: int, start: Table, players: TablePlayers, results: Results) -> None:
    """Play on from a state to the end, once for each row of the results."""
    if results.scores.shape[1] != start[SEATS]:
        raise ValueError("results are for another number of seats")
    state, choices, outcome = np.empty(STATE, np.int16), np.empty(5, np.int64), np.empty(6, np.int64)
    dice, own = np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    for n in range(len(results.scores)):
        for at in range(STATE):
            state[at] = start[at]
        begin(dice, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        clear_results(results, n)
        while not is_over(state):
            if state[ACTION] == 0 and not is_asking(state):
                results.turns[n] += _draw_lot_or_roll(state, dice, outcome)
                continue
            played = state[PLAYED]
            for seat in range(state[SEATS]):
                if state[ACTION] != 2 or seat == state[ACTIVE]:
                    policy = players.policies[seat]
                    choices[seat] = _seat_move(policy, state, seat, own[seat], players.weights)
            apply_choices(state, choices)
            if state[PLAYED] > played:
                note_sheets(state, results, n)
        note_totals(state, results, n)


@compiled
def _draw_lot_or_roll(state: Table, dice: Chances, outcome: NDArray[np.int64]) -> int:
    """Draw the lot, or roll all dice but those of closed rows; return the number of rolls."""
    if state[ACTIVE] < 0:
        outcome[0] = below(dice, state[SEATS])
        apply_fate(state, outcome)
        return 0
    draw_dice(dice, outcome)
    apply_fate(state, outcome)  # If a new game begins, no row is closed any more.
    for row in range(4):
        if state[CLOSED] >> row & 1:
            state[COLOURED + row] = 0
    return 1


@compiled
def draw_dice(dice: Chances, outcome: NDArray[np.int64]) -> None:
    """Six dice from one random number."""
    number = below(dice, 6**6)
    for die in range(5, -1, -1):
        outcome[die] = number % 6 + 1
        number //= 6


def play_match(seed: int, first_table: int, tables: int, start: Table, players: TablePlayers) -> Results:
    """Play a number of tables from a state to the end."""
    results = new_results(tables, int(start[SEATS]))
    play_tables(seed, first_table, start, players, results)
    return results


def shares_beside(one: Player, others: Player, seats: int, tables: int, seed: int) -> NDArray[np.float64]:
    """For each table, one player's share of the wins over all seats, with others in the rest; ties are split.

    The games of a table have the same dice and so belong together: standard errors are taken over tables.
    """
    total = np.zeros(tables)
    for own in range(seats):
        players = seated([one if seat == own else others for seat in range(seats)])
        won = play_match(seed, 0, tables, new_state(seats), players).won
        total += won[:, own] / won.sum(axis=1)
    shares: NDArray[np.float64] = total / seats
    return shares
