"""How strong are the bots of Close to the Mark!, and how long do they think? Games alone, on held-out dice.

Run: python benchmarks/strength_mark.py [--games N] [--seed S] [--levels expert hard …] [--layouts N]

For each level: the mean of the points with its standard error, their deviation, how often there were 100
points or more (the best grade), and the processor time of a move: on average over whole games, and the
slowest of a hundred moves in the middle of a game. With `--colours` the default layout is played with every
colour, else with the one that the expert chooses. With `--layouts` the expert also plays so many random
layouts. All levels have the same dice, so differences are surer than the errors say.
"""

import argparse
import time
from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net import play_alone
from closecall.bots.mark.net_choice import EASY, EXPERT, HARD, MEDIUM, choose, new_room
from closecall.bots.mark.net_values import hope_of, player_for
from closecall.games.mark.kernel import COLOURS, DICE, LAYOUT, ROUND, SHEETS, STARTER, Table, new_state

LEVELS = {"easy": EASY, "medium": MEDIUM, "hard": HARD, "expert": EXPERT}
MOVES = 500
"""So many moves in the middle of a game are timed."""


def started(layout: tuple[int, ...], own: int) -> Table:
    """A table for one, who has chosen a colour."""
    state = new_state(1)
    state[LAYOUT : LAYOUT + 25] = layout
    state[STARTER], state[COLOURS] = 0, own
    return state


def best_colour(layout: tuple[int, ...]) -> int:
    """The colour that the expert chooses."""
    return max(range(5), key=lambda own: hope_of(layout, own))


def played(level: int, state: Table, numbers: tuple[int, int], games: int) -> NDArray[np.int16]:
    """The points of many games."""
    points = np.zeros(games, np.int16)
    layout, own = tuple(state[LAYOUT : LAYOUT + 25].tolist()), int(state[COLOURS])
    play_alone(state, player_for(layout, own), level, numbers, points)
    return points


def seconds_of(action: Callable[[], object]) -> float:
    """Processor time, since machines are shared."""
    start = time.process_time()
    action()
    return time.process_time() - start


def slowest(level: int, state: Table, rng: Random) -> float:
    """The seconds that one of a hundred moves takes longer than, with eight to seventeen empty circles."""
    layout, own = tuple(state[LAYOUT : LAYOUT + 25].tolist()), int(state[COLOURS])
    player, room, times = player_for(layout, own), new_room(), []
    for _ in range(MOVES):
        table, empty = state.copy(), rng.randint(8, 17)
        numbers = [max(2, min(12, round(rng.gauss(7, 3)))) for _ in range(25)]
        for circle in rng.sample(range(25), empty):
            numbers[circle] = 0
        table[SHEETS : SHEETS + 25], table[ROUND] = numbers, 25 - empty
        table[DICE : DICE + 5] = [rng.randint(1, 6) for _ in range(5)]
        times.append(seconds_of(lambda table=table: choose(table, 0, player, level, room)))  # type: ignore[misc]
    return float(np.quantile(times, 0.99))


def row(name: str, points: NDArray[np.int16], *rest: str) -> str:
    """One line of the table."""
    mean, error = points.mean(), points.std() / len(points) ** 0.5
    figures = f"{mean:6.2f} ± {error:.2f}  {points.std():5.2f}  {(points >= 100).mean():7.4f}"
    return f"{name:24} {len(points):6}  {figures}  {'  '.join(rest)}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=20_181_016, help="of the dice")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--colours", action="store_true", help="play every colour")
    parser.add_argument(
        "--layouts", type=int, default=0, help="random layouts, a hundredth of the games on each"
    )
    given = parser.parse_args()
    layout = tuple(new_state(1)[LAYOUT : LAYOUT + 25].tolist())
    print(f"{'':24} {'games':>6}  {'points':>13}  {'dev.':>5}  {'≥ 100':>7}  ms a move  ms, 99 %")
    for own in range(5) if given.colours else [best_colour(layout)]:
        for name in given.levels:
            level, state = LEVELS[name], started(layout, own)
            played(level, state, (given.seed, 0), 2)  # Compiling is not counted.
            start = time.process_time()
            points = played(level, state, (given.seed, 0), given.games)
            mean = 1000 * (time.process_time() - start) / given.games / 25
            tail = 1000 * slowest(level, state, Random(given.seed))
            print(row(f"{name}, colour {own}", points, f"{mean:9.3f}", f"{tail:8.3f}"), flush=True)
    rng, found = np.random.default_rng(given.seed), []
    for _ in range(given.layouts):
        any_layout = tuple(rng.permutation(np.arange(25) % 5).tolist())
        state = started(any_layout, best_colour(any_layout))
        found.append(played(EXPERT, state, (given.seed, 0), max(1, given.games // 100)))
    if found:
        print(row(f"expert, {len(found)} layouts", np.concatenate(found)))
        print(f"{'worst layout':24} {len(found[0]):6}  {min(points.mean() for points in found):6.2f}")


if __name__ == "__main__":
    main()
