"""What does the expert of Qwixx give away? Its moves beside all others, each played on many times.

Run: python benchmarks/regret_qwixx.py [--against NAME] [--seats N] [--games N] [--seed S] [--show]

One expert plays among others of a name. Of each of its games some decisions are taken by lot. Every other
move that was on the menu is played on to the end of the game, with the same dice as the expert's own and with
the true opponents; those that are surely worse after some hundred dice are left out, the rest gets thousands.

The regret of a decision is how much more often the best of these moves wins. Chosen and measured by the same
dice it is too great, since luck chooses too; chosen by one half of the dice and measured by the other it is
rather too small. The sum over the decisions of a game is about what a player could win more who plays each
turn best and then goes on like the expert. With `--show` the costly decisions are drawn.
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
from closecall.kernels.qwixx import (
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
"""Dice for every move, and for those that may be as good as the expert's."""
LOOKED_AT = 5
"""Decisions of each game."""
ROLLOUTS = 1 << 43
"""Where the seeds for playing on begin: no training and no other measurement uses them."""
COSTLY = 0.01

Shares = NDArray[np.float64]


class Due(NamedTuple):
    """A decision of the expert."""

    state: Table
    choices: NDArray[np.int64]
    """What everybody chooses who decides now."""
    menu: NDArray[np.int64]


class Regret(NamedTuple):
    """How much more often another move wins: chosen by other dice, and by the same."""

    held_out: float
    in_sample: float
    better: int


def decisions(players: TablePlayers, seats: int, own: int, seed: int, game: int) -> Iterator[Due]:
    """A game, and in it every decision of one seat that has a choice."""
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


def played_on(due: Due, players: TablePlayers, own: int, move: int, dice: tuple[int, int]) -> Shares:
    """What a seat gets of the win with each of so many dice, if it makes this move now."""
    state, choices = due.state.copy(), due.choices.copy()
    choices[own] = move
    apply_choices(state, choices)
    seed, count = dice
    won = play_match(seed, 0, count, state, players).won
    shares: Shares = won[:, own] / won.sum(axis=1)
    return shares


def regret_of(due: Due, players: TablePlayers, own: int, seed: int) -> Regret | None:
    """What another move would win more; None if all are surely worse."""
    mine = int(due.choices[own])
    few, many = (seed, FEW), (seed + 1, MANY)
    base = played_on(due, players, own, mine, few)
    close = [
        int(move)
        for move in due.menu
        if move != mine and _may_be_better(played_on(due, players, own, int(move), few) - base)
    ]
    if not close:
        return None
    base = played_on(due, players, own, mine, many)
    gains = np.array([base - base, *[played_on(due, players, own, move, many) - base for move in close]])
    one, other = gains[:, : MANY // 2].mean(axis=1), gains[:, MANY // 2 :].mean(axis=1)
    held_out = float(other[one.argmax()] + one[other.argmax()]) / 2
    mean = gains.mean(axis=1)
    return Regret(held_out, float(mean.max()), [mine, *close][int(mean.argmax())])


def _may_be_better(gains: Shares) -> bool:
    return bool(gains.any() and gains.mean() > -2 * gains.std() / len(gains) ** 0.5)


def draw(due: Due, own: int, regret: Regret, seats: int) -> None:
    """A decision in a few lines."""
    made, better = (format_move(to_move(int(move))) for move in (due.choices[own], regret.better))
    print(f"  seat {own} of {seats}, action {due.state[ACTION]}: {made}; {better} +{regret.in_sample:.1%}")
    print(f"    dice {due.state[WHITE : WHITE + 6].tolist()}, closed {int(due.state[CLOSED]):04b}")
    for seat in range(seats):
        rows = due.state[SHEETS + 5 * seat : SHEETS + 5 * seat + 4].tolist()
        shown = " ".join(["".join("x" if row >> at & 1 else "." for at in range(12)) for row in rows])
        print(f"    {seat} {shown} {score_sheet(due.state, seat):4}")


def main() -> None:
    """Measure, and print how it goes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", default="evaluator")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    seats, lots = given.seats, np.random.default_rng(given.seed)
    one, others = player_named("expert", seats), player_named(given.against, seats)
    sums: list[tuple[float, float]] = []
    for game in range(given.games):
        own = game % seats
        players = seated([one if seat == own else others for seat in range(seats)])
        found = list(decisions(players, seats, own, given.seed, game))
        total = np.zeros(2)
        for n in lots.choice(len(found), min(LOOKED_AT, len(found)), replace=False):
            regret = regret_of(found[n], players, own, ROLLOUTS + 2 * int(lots.integers(1 << 40)))
            if regret is not None:
                total += regret.held_out, regret.in_sample
                if given.show and regret.held_out > COSTLY:
                    draw(found[n], own, regret, seats)
        low, high = (total * len(found) / min(LOOKED_AT, len(found))).tolist()
        sums.append((low, high))
        if (game + 1) % 10 == 0:
            _tell(given.against, seats, np.array(sums))


def _tell(against: str, seats: int, sums: Shares) -> None:
    means, errors = 100 * sums.mean(axis=0), 100 * sums.std(axis=0, ddof=1) / len(sums) ** 0.5
    given_away = (
        f"{means[0]:.1f} ± {errors[0]:.1f} points of % a game, at most {means[1]:.1f} ± {errors[1]:.1f}"
    )
    spent = f"{time.process_time():.0f} CPU s"
    print(f"{seats} seats, {against}, {len(sums)} games: gives away {given_away} ({spent})", flush=True)


if __name__ == "__main__":
    main()
