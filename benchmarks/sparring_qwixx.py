"""How strong are the Qwixx sparring partners? Also tunes the evaluator's weights by evolution.

Run: python benchmarks/sparring_qwixx.py table [--seats N] [--games N] [--seed S] [--players A,B,…]
     python benchmarks/sparring_qwixx.py tune [--seats N] [--games N] [--generations N] [--seed S]

The table shows the percentage of games that the row's player wins against the column's; ties are shared. Each
sequence of dice is played in all seat orders, and the standard error is that of the mean over sequences.
With N seats the column's player takes all other seats, so an equally strong row wins one game in N.

Evolution keeps a mean and a step size for each weight. Each generation samples children around the mean and
plays them against the mean itself and against the greedy bot, all with the same dice; the best quarter gives
the next mean.
"""

import argparse
from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.arena import Player, shares_beside
from closecall.bots.qwixx.evaluator_weights import TUNED, Tuning, evaluator_weights
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.qwixx.sparring import player_named
from closecall.bots.qwixx.sparring_moves import Weights

CHILDREN = 16
PARENTS = 4
STEP = 0.25
"""The initial step size, relative to each weight."""
COOLING = 0.93


def print_table(names: list[str], seats: int, games: int, seed: int) -> None:
    """Print the table of all pairs."""
    print(f"{seats} seats: percent of games won by the row against the column, ± standard error")
    print(" " * 11 + "".join(f"{name:>14}" for name in names))
    for one in names:
        cells = []
        for other in names:
            won = shares_beside(player_named(one, seats), player_named(other, seats), seats, games, seed)
            error = won.std(ddof=1) / len(won) ** 0.5
            cells.append("–" if one == other else f"{100 * won.mean():.1f} ± {100 * error:.1f}")
        print(f"{one:11}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def tune(seats: int, games: int, generations: int, seed: int) -> Tuning:
    """Better weights; prints each generation."""
    rng = np.random.default_rng(seed)
    mean = np.log(np.array(astuple(TUNED[seats])))
    step = np.full(len(mean), STEP)
    evaluator, greedy = PLAYERS.index("evaluator"), player_named("greedy", seats)
    for generation in range(generations):
        steps = rng.standard_normal((CHILDREN, len(mean)))
        children = mean + step * steps
        against: list[Player] = [(evaluator, _weights(mean)), greedy]
        fitness = [
            sum(
                shares_beside((evaluator, _weights(child)), other, seats, games, seed + generation).mean()
                for other in against
            )
            for child in children
        ]
        best = np.argsort(fitness)[-PARENTS:]
        # Widen the step of a weight whose best children are far from the mean; narrow the others.
        step *= COOLING * np.clip(np.sqrt((steps[best] ** 2).mean(axis=0)), 0.8, 1.2)
        mean = children[best].mean(axis=0)
        beats_greedy = shares_beside((evaluator, _weights(mean)), greedy, seats, games, seed - 1).mean()
        print(f"{generation + 1:3}: {100 * beats_greedy:.1f} % against greedy; {_tuning(mean)}", flush=True)
    return _tuning(mean)


def _tuning(logarithms: NDArray[np.float64]) -> Tuning:
    return Tuning(*(float(f"{weight:.3g}") for weight in np.exp(logarithms)))


def _weights(logarithms: NDArray[np.float64]) -> Weights:
    return np.array(evaluator_weights(_tuning(logarithms)), np.float32)


def main() -> None:
    """Run the requested task."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=("table", "tune"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--players", default="greedy,skipper,rusher,evaluator,expectimax,solo")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.task == "table":
        print_table(given.players.split(","), given.seats, given.games, given.seed)
    else:
        print(tune(given.seats, given.games, given.generations, given.seed))


if __name__ == "__main__":
    main()
