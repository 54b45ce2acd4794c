"""A best response to a frozen player of Qwixx at a table of two: how much can a player win who knows it?

A frozen player does not learn. The responder knows how often it makes which move, in both actions, and learns
the value of positions responder it, always from its own point of view. What it wins is a lower bound: longer
training, or a net that sees more, may win more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import MISTAKES, NO_WEIGHTS, decide_without_net, fraction
from closecall.bots.qwixx.beginner import write_beginner_parts
from closecall.bots.qwixx.moves import MOST_MOVES, Moves, copy_state, list_moves, nth_move, win_share
from closecall.bots.qwixx.net import Net, NetPlayer, chance, new_net_player, write_features
from closecall.bots.qwixx.net_turn import MatrixGame, best_second, draw_from, new_matrix_game, solve_turn
from closecall.bots.qwixx.policies import EASY, EVALUATOR, EXPERT, MEDIUM, PLAYERS, RANDOM
from closecall.bots.qwixx.sparring import weights_for
from closecall.bots.qwixx.sparring_moves import Weights
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.kernel import ACTION, ACTIVE, PASS, PLAYED, STATE, Table, apply_choices
from closecall.training.qwixx_self_play import MOST_TURNS, GameBatch, Positions, roll


class FrozenOpponent(NamedTuple):
    """A player of the arena at a table of two."""

    policy: int
    weights: Weights
    player: NetPlayer
    matrix: MatrixGame
    """Scratch space for a player with a net."""
    spare: Chances
    """Required by `decide_without_net`; no frozen player draws from them, since its mixture is known."""


class Mixture(NamedTuple):
    """Moves, and how often each of them is chosen."""

    moves: Moves
    parts: NDArray[np.float64]


def frozen_net(net: Net) -> FrozenOpponent:
    """A player with a net for two seats."""
    return FrozenOpponent(EXPERT, net, new_net_player(net), new_matrix_game(), np.zeros(2, np.uint64))


def frozen_player(name: str) -> FrozenOpponent:
    """A player of the arena by name."""
    weights = weights_for(name, 2)
    if name == "expert":
        return frozen_net(weights)
    return FrozenOpponent(
        PLAYERS.index(name), weights, new_net_player(NO_WEIGHTS), new_matrix_game(), np.zeros(2, np.uint64)
    )


def new_mixture() -> Mixture:
    """An empty mixture."""
    return Mixture(np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES))


@compiled
def write_mixture(frozen: FrozenOpponent, state: Table, seat: int, mixture: Mixture) -> int:
    """Fill in the mixture of a frozen player for a seat that decides; return its number of moves."""
    policy = frozen.policy
    if policy == EXPERT:
        return _net_mixture(frozen, state, seat, mixture)
    if policy == RANDOM:
        count = list_moves(state, seat, mixture.moves)
        for n in range(count):
            mixture.parts[n] = 1.0 / count
        return count
    if policy in (MEDIUM, EASY):
        return _weak_mixture(frozen, state, seat, mixture)
    mixture.moves[0] = decide_without_net(policy, state, seat, frozen.spare, frozen.weights)
    mixture.parts[0] = 1.0
    return 1


@compiled
def _net_mixture(frozen: FrozenOpponent, state: Table, seat: int, mixture: Mixture) -> int:
    """The mixture of a net, which mixes in action 1 only."""
    if state[ACTION] == 2:
        mixture.moves[0], mixture.parts[0] = best_second(frozen.player, state)[0], 1.0
        return 1
    matrix, is_active, count = frozen.matrix, seat == state[ACTIVE], 0
    solve_turn(frozen.player, state, matrix)
    moves, parts = (matrix.lines, matrix.mine) if is_active else (matrix.columns, matrix.theirs)
    for n in range(MOST_MOVES):
        if parts[n] > 0:
            mixture.moves[count], mixture.parts[count] = moves[n], parts[n]
            count += 1
    return count


@compiled
def _weak_mixture(frozen: FrozenOpponent, state: Table, seat: int, mixture: Mixture) -> int:
    """The mixture of easy, or of medium, which plays as easy does now and then."""
    parts, count = np.empty(MOST_MOVES), 0
    write_beginner_parts(state, seat, parts)
    if frozen.policy == MEDIUM:
        usual = decide_without_net(EVALUATOR, state, seat, frozen.spare, frozen.weights)
        for n in range(MOST_MOVES):
            parts[n] *= MISTAKES
            if nth_move(state, seat, n) == usual:
                parts[n] += 1.0 - MISTAKES
    for n in range(MOST_MOVES):
        if parts[n] > 0:
            mixture.moves[count], mixture.parts[count] = nth_move(state, seat, n), parts[n]
            count += 1
    return count


# The responder.


class Responder(NamedTuple):
    """A net that responds, and the player it responds to."""

    player: NetPlayer
    frozen: FrozenOpponent
    first: Mixture
    second: Mixture
    """The frozen player's mixtures in action 1, and in action 2 when it rolls."""
    own: Moves
    luck: Chances
    """Random numbers for both players; the dice have their own."""


def new_responder(net: Net, frozen: FrozenOpponent) -> Responder:
    """A net that responds to a frozen player."""
    own, luck = np.zeros(MOST_MOVES, np.int64), np.zeros(2, np.uint64)
    return Responder(new_net_player(net), frozen, new_mixture(), new_mixture(), own, luck)


@compiled
def play_responses(
    responder: Responder, start: Table, games: GameBatch, seen: Positions, shares: NDArray[np.float64]
) -> int:
    """Fill in positions, their targets, and the share of each win; return the number of positions.

    Two games in a row have the same dice; the responder has the first seat, then the second.
    """
    state, choices, outcome = np.empty(STATE, np.int16), np.full(5, PASS), np.empty(6, np.int64)
    dice, luck = np.empty(2, np.uint64), responder.luck
    predicted, is_exploring = np.empty(MOST_TURNS), np.empty(MOST_TURNS, np.bool_)
    count = 0
    for game in range(games.games):
        number = games.first_game + game
        seat = number % 2
        begin(dice, games.seed, number - seat)
        begin(luck, games.seed + 1, number)
        copy_state(start, state)
        state[ACTIVE] = below(dice, 2)
        turns = 0
        while state[PLAYED] == start[PLAYED]:
            write_features(state, seat, seen.features[count + turns])
            roll(state, dice, outcome)
            predicted[turns] = _respond(responder, state, seat, choices)
            is_exploring[turns] = _play(responder, state, seat, choices, games.explore)
            turns += 1
        shares[game] = target = win_share(state, seat)
        for turn in range(turns - 1, -1, -1):
            fade = 0.0 if is_exploring[turn] else games.fade
            target = (1.0 - fade) * predicted[turn] + fade * target
            seen.targets[count + turn] = target
        count += turns
    return count


@compiled
def _own_worth(player: NetPlayer, state: Table, seat: int, played: int) -> float:
    """The value of a position to the responder."""
    return win_share(state, seat) if state[PLAYED] > played else chance(player, state, seat)


@compiled
def _answer(player: NetPlayer, state: Table, seat: int) -> tuple[int, float]:
    """The responder's best move in action 2, and its value."""
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, seat, player.moves)):
        copy_state(state, player.later)
        player.choices[seat] = player.moves[n]
        apply_choices(player.later, player.choices)
        now = _own_worth(player, player.later, seat, state[PLAYED])
        if now > best_worth:
            best, best_worth = int(player.moves[n]), now
    return best, best_worth


@compiled
def _respond(responder: Responder, state: Table, seat: int, choices: Moves) -> float:
    """Both choices of action 1: the frozen player draws from a mixture that the responder knows."""
    own, first = responder.own, responder.first
    count = write_mixture(responder.frozen, state, 1 - seat, first)
    best, best_worth = PASS, -1.0
    for n in range(list_moves(state, seat, own)):
        now = 0.0
        for k in range(count):
            choices[seat], choices[1 - seat] = own[n], first.moves[k]
            now += first.parts[k] * _after_first(responder, state, seat, choices)
        if now > best_worth:
            best, best_worth = int(own[n]), now
    choices[seat], choices[1 - seat] = (
        best,
        first.moves[draw_from(first.parts[:count], fraction(responder.luck))],
    )
    return best_worth


@compiled
def _after_first(responder: Responder, state: Table, seat: int, choices: Moves) -> float:
    """The value of choices in action 1 to the responder."""
    player, second = responder.player, responder.second
    copy_state(state, player.middle)
    apply_choices(player.middle, choices)
    if player.middle[ACTION] != 2:
        return win_share(player.middle, seat)
    if seat == state[ACTIVE]:
        return _answer(player, player.middle, seat)[1]
    worth = 0.0
    for n in range(write_mixture(responder.frozen, player.middle, 1 - seat, second)):
        copy_state(player.middle, player.later)
        player.choices[1 - seat] = second.moves[n]
        apply_choices(player.later, player.choices)
        worth += second.parts[n] * _own_worth(player, player.later, seat, state[PLAYED])
    return worth


@compiled
def _play(responder: Responder, state: Table, seat: int, choices: Moves, explore: float) -> bool:
    """Play a turn, in which the responder may move at random; return whether it did."""
    is_exploring, active, own, luck = False, int(state[ACTIVE]), responder.own, responder.luck
    if fraction(luck) < explore:
        choices[seat], is_exploring = own[below(luck, list_moves(state, seat, own))], True
    apply_choices(state, choices)
    if state[ACTION] == 2:
        if seat == active:
            choices[seat] = _answer(responder.player, state, seat)[0]
            if fraction(luck) < explore:
                choices[seat], is_exploring = own[below(luck, list_moves(state, seat, own))], True
        else:
            count = write_mixture(responder.frozen, state, active, responder.second)
            parts = responder.second.parts[:count]
            choices[active] = responder.second.moves[draw_from(parts, fraction(luck))]
        apply_choices(state, choices)
    return is_exploring
