"""Self-play of a net of Close to the Mark!: games, and a target value for each sheet in them.

The mean of the best entry over all next rolls is a better estimate of a sheet than the net's own value, since
it looks one roll further. The target of a sheet is this mean, plus a share of the amount by which later
sheets of the same game were better or worse than estimated.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.lookahead import best_by_die, mean_best, new_sorting
from closecall.bots.mark.net import PreparedNet, evaluate_entries, new_net_scratch, sheet_value
from closecall.bots.mark.pattern import RANKS
from closecall.bots.mark.sheet import IMPOSSIBLE, Floats, Pattern, Ranks, gain
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled


class SelfPlay(NamedTuple):
    """How games are played."""

    seed: int
    first_game: int
    fade: float
    """The share of later sheets in the targets of earlier ones."""
    explore: float
    """The chance of a random entry."""


PARTS = 1 << 20
"""Chances are compared with a random number below this."""


@compiled
def play_block(
    prepared: PreparedNet, pattern: Pattern, how: SelfPlay, sheets: NDArray[np.int8], targets: Floats
) -> float:
    """Play games; record every sheet that a roll finds, and its target; return the mean points."""
    scratch, chances = new_net_scratch(), np.empty(2, np.uint64)
    entry_values, best, sorting = scratch.entry_values, np.empty((5, RANKS), np.float32), new_sorting()
    dice, sheet = np.empty(5, np.int64), np.empty(25, np.int8)
    means, guesses, explored = np.empty(26), np.empty(26), np.empty(26, np.bool_)
    points = 0.0
    for game in range(len(sheets) // 25):
        begin(chances, how.seed, how.first_game + game)
        for circle in range(25):
            sheet[circle] = 0
        guesses[0], explored[0] = sheet_value(prepared.net, pattern, sheet, scratch), False
        for turn in range(25):
            for circle in range(25):
                sheets[25 * game + turn, circle] = sheet[circle]
            evaluate_entries(prepared, pattern, sheet, scratch)
            best_by_die(pattern, sheet, entry_values, best)
            means[turn] = mean_best(best, sorting)
            for die in range(5):
                dice[die] = below(chances, 6) + 1
            circle, rank = best_entry(pattern, sheet, entry_values, dice)
            explored[turn + 1] = below(chances, PARTS) < how.explore * PARTS
            if explored[turn + 1]:
                circle, rank = _any_entry(pattern, sheet, dice, chances)
            now = float(gain(sheet, scratch.crosses, circle, rank))
            points += now
            guesses[turn + 1] = entry_values[circle, rank] - now
            sheet[circle] = rank
        later = 0.0
        for turn in range(24, -1, -1):
            target = means[turn] + how.fade * later
            targets[25 * game + turn] = target
            later = 0.0 if explored[turn] else target - guesses[turn]
    return points / (len(sheets) // 25)


@compiled
def best_entry(
    pattern: Pattern, sheet: Ranks, entry_values: Floats, dice: NDArray[np.int64]
) -> tuple[int, int]:
    """The circle and the rank of the best entry for a roll (the own die first), the first of equals."""
    most, at, rank = IMPOSSIBLE, -1, 0
    for circle in range(25):
        if sheet[circle]:
            continue
        slot = pattern[circle]
        first, last = (slot, slot + 1) if slot else (1, 5)
        for die in range(first, last):
            here = dice[0] + dice[die] - 1
            if entry_values[circle, here] > most:
                most, at, rank = entry_values[circle, here], circle, here
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
