"""How much does the Qwixx expert give away? Rollouts of its moves and of all alternatives.

Run: python benchmarks/regret_qwixx.py [--against NAME] [--seats N] [--games N] [--seed S] [--show]

One expert plays against copies of one opponent, and some decisions of each game are sampled. Every
alternative on the menu is rolled out to the end of the game, with the same dice as the expert's move and
against the same opponents. Moves that are clearly worse after a few hundred rollouts are dropped; the others
get thousands.

The regret of a decision is how much more often the best of these moves wins. Selected and measured on the
same dice it is biased upwards; selected on one half of the dice and measured on the other, slightly
downwards. The sum over a game estimates what a player could gain by playing each turn best and then
continuing like the expert. `--show` prints the costly decisions.
"""

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import TablePlayers, decide, play_match, seated
from closecall.bots.qwixx.moves import list_moves
from closecall.bots.qwixx.sparring import player_named
from closecall.games.qwixx.moves import format_move
from closecall.kernels.counter_rng import begin, begin_player, below
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    GAMES,
    PLAYED,
    SHEETS,
    WHITE,
    Table,
    apply_choices,
    apply_fate,
    new_state,
    score_sheet,
    to_move,
)
from closecall.training.qwixx_self_play import roll

FEW, MANY = 400, 4000
"""Rollouts of every move, and of those that may be as good as the expert's."""
SAMPLED = 5
"""Decisions per game."""
ROLLOUTS = 1 << 43
"""The first seed of the rollouts: no training and no other benchmark uses seeds this high."""
COSTLY = 0.01

Shares = NDArray[np.float64]


class Due(NamedTuple):
    """A decision of the expert."""

    state: Table
    choices: NDArray[np.int64]
    """The choices of all deciding seats."""
    menu: NDArray[np.int64]


class Regret(NamedTuple):
    """How much more often the best alternative wins, selected on other dice and on the same."""

    held_out: float
    in_sample: float
    better: int


def decisions(players: TablePlayers, seats: int, own: int, seed: int, game: int) -> Iterator[Due]:
    """Play a game; every decision of one seat with more than one move."""
    state, six, menu = new_state(seats), np.zeros(6, np.int64), np.zeros(9, np.int64)
    fate, numbers = np.zeros(2, np.uint64), np.zeros((5, 2), np.uint64)
    begin(fate, seed, game)
    for seat in range(seats):
        begin_player(numbers[seat], seed, game, seat)
    while state[PLAYED] < state[GAMES]:
        if state[ACTIVE] < 0:
            six[0] = below(fate, seats)
            apply_fate(state, six)
            continue
        if state[ACTION] == 0:
            roll(state, fate, six)
            continue
        assert players.weights is not None
        choices = np.zeros(5, np.int64)
        deciding = range(seats) if state[ACTION] == 1 else [int(state[ACTIVE])]
        for seat in deciding:
            policy, weights = players.policies[seat], players.weights[seat]
            choices[seat] = decide(policy, state, seat, numbers[seat], weights)
        if own in deciding and (count := list_moves(state, own, menu)) > 1:
            yield Due(state.copy(), choices, menu[:count].copy())
        apply_choices(state, choices)


def rollouts(due: Due, players: TablePlayers, own: int, move: int, dice: tuple[int, int]) -> Shares:
    """The seat's share of the win in each rollout after this move; `dice` is the seed and the count."""
    state, choices = due.state.copy(), due.choices.copy()
    choices[own] = move
    apply_choices(state, choices)
    seed, count = dice
    won = play_match(seed, 0, count, state, players).won
    shares: Shares = won[:, own] / won.sum(axis=1)
    return shares


def regret_of(due: Due, players: TablePlayers, own: int, seed: int) -> Regret | None:
    """The regret of a decision; None if all alternatives are clearly worse."""
    mine = int(due.choices[own])
    few, many = (seed, FEW), (seed + 1, MANY)
    base = rollouts(due, players, own, mine, few)
    close = [
        int(move)
        for move in due.menu
        if move != mine and _may_be_better(rollouts(due, players, own, int(move), few) - base)
    ]
    if not close:
        return None
    base = rollouts(due, players, own, mine, many)
    gains = np.array([base - base, *[rollouts(due, players, own, move, many) - base for move in close]])
    one, other = gains[:, : MANY // 2].mean(axis=1), gains[:, MANY // 2 :].mean(axis=1)
    held_out = float(other[one.argmax()] + one[other.argmax()]) / 2
    mean = gains.mean(axis=1)
    return Regret(held_out, float(mean.max()), [mine, *close][int(mean.argmax())])


def _may_be_better(gains: Shares) -> bool:
    return bool(gains.any() and gains.mean() > -2 * gains.std() / len(gains) ** 0.5)


def show(due: Due, own: int, regret: Regret, seats: int) -> None:
    """Print a decision and the sheets."""
    made, better = (format_move(to_move(int(move))) for move in (due.choices[own], regret.better))
    print(f"  seat {own} of {seats}, action {due.state[ACTION]}: {made}; {better} +{regret.in_sample:.1%}")
    print(f"    dice {due.state[WHITE : WHITE + 6].tolist()}, closed {int(due.state[CLOSED]):04b}")
    for seat in range(seats):
        rows = due.state[SHEETS + 5 * seat : SHEETS + 5 * seat + 4].tolist()
        shown = " ".join(["".join("x" if row >> at & 1 else "." for at in range(12)) for row in rows])
        print(f"    {seat} {shown} {score_sheet(due.state, seat):4}")


def main() -> None:
    """Measure, and print the estimate every ten games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", default="evaluator")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    seats, rng = given.seats, np.random.default_rng(given.seed)
    one, others = player_named("expert", seats), player_named(given.against, seats)
    sums: list[tuple[float, float]] = []
    for game in range(given.games):
        own = game % seats
        players = seated([one if seat == own else others for seat in range(seats)])
        found = list(decisions(players, seats, own, given.seed, game))
        total = np.zeros(2)
        for n in rng.choice(len(found), min(SAMPLED, len(found)), replace=False):
            regret = regret_of(found[n], players, own, ROLLOUTS + 2 * int(rng.integers(1 << 40)))
            if regret is not None:
                total += regret.held_out, regret.in_sample
                if given.show and regret.held_out > COSTLY:
                    show(found[n], own, regret, seats)
        low, high = (total * len(found) / min(SAMPLED, len(found))).tolist()
        sums.append((low, high))
        if (game + 1) % 10 == 0:
            _print_estimate(given.against, seats, np.array(sums))


def _print_estimate(against: str, seats: int, sums: Shares) -> None:
    means, errors = 100 * sums.mean(axis=0), 100 * sums.std(axis=0, ddof=1) / len(sums) ** 0.5
    low, high = (f"{mean:.1f} ± {error:.1f}" for mean, error in zip(means, errors, strict=True))
    given_away = f"{low} percentage points per game, at most {high}"
    spent = f"{time.process_time():.0f} CPU s"
    print(f"{seats} seats, {against}, {len(sums)} games: gives away {given_away} ({spent})", flush=True)


if __name__ == "__main__":
    main()
