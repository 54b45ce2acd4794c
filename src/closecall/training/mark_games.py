"""Games of a net of Close to the Mark! against the dice, and what each sheet on their way was worth.

After an entry, the mean of the best over all next rolls is known to the net without rolling: a better judge
of the sheet than its own first guess, since it looks one roll further. The target of a sheet is this mean,
plus a share of what later sheets of the same game turned out better or worse than guessed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_chance import best_by_die, mean_best, new_sorting
from closecall.bots.mark.net_eval import Ready, new_desk, weigh_entries, worth_of
from closecall.bots.mark.net_sheet import IMPOSSIBLE, RANKS, Floats, Pattern, Ranks, gain
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled


class Habits(NamedTuple):
    """How games are played to learn from them."""

    seed: int
    first_game: int
    share: float
    """How much later sheets count for earlier ones."""
    wander: float
    """The chance of a random entry."""


EVER = 1 << 20
"""Into how many parts a chance is divided."""


@compiled
def play_block(
    ready: Ready, pattern: Pattern, habits: Habits, sheets: NDArray[np.int8], targets: Floats
) -> float:
    """Play games; note each sheet after an entry (the empty one too) and its target; the mean points."""
    desk, chances = new_desk(), np.empty(2, np.uint64)
    leaves, best, sorting = desk.leaves, np.empty((5, RANKS), np.float32), new_sorting()
    dice, sheet = np.empty(5, np.int64), np.empty(25, np.int8)
    means, guesses, strayed = np.empty(26), np.empty(26), np.empty(26, np.bool_)
    points = 0.0
    for game in range(len(sheets) // 25):
        begin(chances, habits.seed, habits.first_game + game)
        for circle in range(25):
            sheet[circle] = 0
        guesses[0], strayed[0] = worth_of(ready.net, pattern, sheet, desk), False
        for turn in range(25):
            for circle in range(25):
                sheets[25 * game + turn, circle] = sheet[circle]
            weigh_entries(ready, pattern, sheet, desk)
            best_by_die(pattern, sheet, leaves, best)
            means[turn] = mean_best(best, sorting)
            for die in range(5):
                dice[die] = below(chances, 6) + 1
            circle, rank = best_entry(pattern, sheet, leaves, dice)
            strayed[turn + 1] = below(chances, EVER) < habits.wander * EVER
            if strayed[turn + 1]:
                circle, rank = _any_entry(pattern, sheet, dice, chances)
            now = float(gain(sheet, desk.crosses, circle, rank))
            points += now
            guesses[turn + 1] = leaves[circle, rank] - now
            sheet[circle] = rank
        later = 0.0
        for turn in range(24, -1, -1):
            target = means[turn] + habits.share * later
            targets[25 * game + turn] = target
            later = 0.0 if strayed[turn] else target - guesses[turn]
    return points / (len(sheets) // 25)


@compiled
def best_entry(pattern: Pattern, sheet: Ranks, leaves: Floats, dice: NDArray[np.int64]) -> tuple[int, int]:
    """The best entry of a roll (the own die first), the first of equals: its circle and its rank."""
    most, at, rank = IMPOSSIBLE, -1, 0
    for circle in range(25):
        if sheet[circle]:
            continue
        slot = pattern[circle]
        first, last = (slot, slot + 1) if slot else (1, 5)
        for die in range(first, last):
            here = dice[0] + dice[die] - 1
            if leaves[circle, here] > most:
                most, at, rank = leaves[circle, here], circle, here
    return at, rank


@compiled
def _any_entry(pattern: Pattern, sheet: Ranks, dice: NDArray[np.int64], chances: Chances) -> tuple[int, int]:
    """Any empty circle, each equally likely, and any sum for it."""
    empty = 0
    for circle in range(25):
        empty += sheet[circle] == 0
    n = below(chances, empty)
    for circle in range(25):
        if sheet[circle] == 0:
            if n == 0:
                slot = pattern[circle]
                die = slot if slot else 1 + below(chances, 4)
                return circle, dice[0] + dice[die] - 1
            n -= 1
    return -1, 0
