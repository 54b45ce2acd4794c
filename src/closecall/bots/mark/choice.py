"""How the levels of Close to the Mark! choose an entry, compiled; levels.py describes them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.beginner import any_of_best, evaluate_as_beginner
from closecall.bots.mark.greedy import OWN_CIRCLE
from closecall.bots.mark.greedy_kernel import expected_points
from closecall.bots.mark.lookahead import (
    DEEPEST,
    Endgame,
    Sorting,
    best_by_die,
    mean_best,
    mean_to_end,
    new_sorting,
)
from closecall.bots.mark.net import Net, NetScratch, PreparedNet, evaluate_entries, new_net_scratch
from closecall.bots.mark.pattern import RANKS
from closecall.bots.mark.sheet import EXTREME_POINTS, IMPOSSIBLE, Floats, Pattern, Ranks, count_crosses, gain
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled
from closecall.kernels.mark.kernel import DICE, ROUND, ROUNDS, SHEETS, Table

EASY, MEDIUM, HARD, EXPERT = range(4)
OVERLOOKED = np.array([0.12, 0.12, 0.08, 0.0])
"""The chance that each level overlooks an empty circle."""
UNSEEN = np.float32(1000.0)
"""Points deducted from an overlooked entry; it still counts for more than an impossible one."""
MARGIN = np.float32(1.5)
"""Entries that look worse than the best by more than this many points are not examined further."""
CANDIDATES = 6
"""The most entries that are examined further."""
PARTS = 1 << 20
"""Chances are compared with a random number below this."""


class ColourPlayer(NamedTuple):
    """What it takes to play one colour of one layout: nets, whose mean counts, and which die is which."""

    nets: PreparedNet
    """With one more axis in front, for the nets."""
    pattern: Pattern
    dice: NDArray[np.int64]
    """The colour of the die at each place in the pattern, the own one first."""


class Scratch(NamedTuple):
    """Scratch space of a choice."""

    net: NetScratch
    entry_values: Floats
    best: Floats
    sorting: Sorting
    end: Floats
    sheet: Ranks
    dice: NDArray[np.int64]
    worths: Floats
    """The value of each entry, by five times the circle plus the place of the other die."""
    closer: Floats
    chances: Chances


@compiled
def new_scratch() -> Scratch:
    """Scratch space that can be used again and again."""
    return Scratch(
        new_net_scratch(),
        np.empty((25, RANKS), np.float32),
        np.empty((5, RANKS), np.float32),
        new_sorting(),
        np.empty((DEEPEST + 1, 25, RANKS), np.float32),
        np.empty(25, np.int8),
        np.empty(5, np.int64),
        np.empty(125, np.float32),
        np.empty(125, np.float32),
        np.empty(2, np.uint64),
    )


@compiled
def choose_entry(state: Table, seat: int, player: ColourPlayer, level: int, scratch: Scratch) -> int:
    """The entry of a seat at a table of the kernel, by its number."""
    _read_table(state, seat, player, scratch)
    entry = _best_entry(player, level, ROUNDS - state[ROUND], scratch)
    chosen: int = 5 * (entry // 5) + player.dice[entry % 5]
    return chosen


@compiled
def _read_table(state: Table, seat: int, player: ColourPlayer, scratch: Scratch) -> None:
    """The sheet of a seat as ranks, and the dice in the order of the pattern."""
    for circle in range(25):
        number = state[SHEETS + 25 * seat + circle]
        scratch.sheet[circle] = number - 1 if number else 0
    for place in range(5):
        scratch.dice[place] = state[DICE + player.dice[place]]


@compiled
def write_entry_values(
    state: Table, seat: int, player: ColourPlayer, scratch: Scratch, values: NDArray[np.float64]
) -> None:
    """Write the points of every entry and the mean of what follows; `IMPOSSIBLE` for what is no entry."""
    _read_table(state, seat, player, scratch)
    empty = ROUNDS - state[ROUND]
    for entry in range(125):
        values[entry] = IMPOSSIBLE
    for circle in range(25):
        if scratch.sheet[circle] == 0:
            slot = player.pattern[circle]
            first, last = (slot, slot + 1) if slot else (1, 5)
            for place in range(first, last):
                worth = _closer_worth(player, empty, 5 * circle + place, scratch)
                values[5 * circle + player.dice[place]] = worth


@compiled
def mean_to_come(nets: PreparedNet, pattern: Pattern, sheet: Ranks, scratch: Scratch) -> float:
    """The points to come on a sheet before a roll; exact for the last few circles."""
    empty = 0
    for circle in range(25):
        empty += sheet[circle] == 0
    if empty > DEEPEST:
        return mean_after_roll(nets, pattern, sheet, scratch)
    count_crosses(sheet, scratch.net.crosses)
    end = Endgame(pattern, sheet, scratch.net.crosses, scratch.end, scratch.best, scratch.sorting)
    return mean_to_end(end, empty)


@compiled
def _best_entry(player: ColourPlayer, level: int, empty: int, scratch: Scratch) -> int:
    """The best entry for the sheet and the dice in the scratch space."""
    _judge(player, level, scratch)
    _seed_mistakes(scratch)
    for entry in range(125):
        scratch.worths[entry] = IMPOSSIBLE
    for circle in range(25):
        if scratch.sheet[circle] == 0:
            is_seen = below(scratch.chances, PARTS) >= OVERLOOKED[level] * PARTS
            slot = player.pattern[circle]
            first, last = (slot, slot + 1) if slot else (1, 5)
            for place in range(first, last):
                worth = scratch.entry_values[circle, scratch.dice[0] + scratch.dice[place] - 1]
                scratch.worths[5 * circle + place] = worth if is_seen else worth - UNSEEN
    if level == EXPERT and empty > 1:
        return _look_closer(player, empty, scratch)
    best = _first_of_best(scratch.worths)
    if level >= HARD:
        return best
    return any_of_best(scratch.worths, float(scratch.worths[best]), scratch.chances)


@compiled
def _judge(player: ColourPlayer, level: int, scratch: Scratch) -> None:
    """Evaluate every rank in every empty circle as a level does."""
    if level >= HARD:
        evaluate_together(player.nets, player.pattern, scratch.sheet, scratch)
    elif level == MEDIUM:
        _evaluate_lines(player.pattern, scratch.sheet, scratch.entry_values)
    else:
        count_crosses(scratch.sheet, scratch.net.crosses)
        evaluate_as_beginner(scratch.sheet, scratch.net.crosses, scratch.entry_values)


@compiled
def _evaluate_lines(pattern: Pattern, sheet: Ranks, entry_values: Floats) -> None:
    """The points of every rank in every empty circle, and the potential that it adds to its lines."""
    numbers = np.empty(25, np.int8)
    for circle in range(25):
        numbers[circle] = sheet[circle] + 1 if sheet[circle] else 0
    for circle in range(25):
        if sheet[circle]:
            continue
        row, column = circle // 5, circle % 5
        before = expected_points(numbers, 5 * row, 1, -1, 0) + expected_points(numbers, column, 5, -1, 0)
        if pattern[circle] == 0:
            before += OWN_CIRCLE
        for rank in range(1, RANKS):
            in_row = expected_points(numbers, 5 * row, 1, column, rank + 1)
            after = in_row + expected_points(numbers, column, 5, row, rank + 1)
            entry_values[circle, rank] = np.float32(EXTREME_POINTS[rank] + after - before)


@compiled
def _seed_mistakes(scratch: Scratch) -> None:
    """Seed what is overlooked, and which of equals is taken, from the sheet and the dice only."""
    key = 0
    for place in range(5):
        key = 7 * key + scratch.dice[place]
    for circle in range(25):
        key = 31 * key + scratch.sheet[circle]
    begin(scratch.chances, key, 0)


@compiled
def evaluate_together(nets: PreparedNet, pattern: Pattern, sheet: Ranks, scratch: Scratch) -> None:
    """Write the mean value of every rank in every empty circle over the nets into `scratch.entry_values`."""
    count, found = len(nets.spread), scratch.net.entry_values
    part = np.float32(1.0) / np.float32(count)
    for n in range(count):
        evaluate_entries(_member(nets, n), pattern, sheet, scratch.net)
        for circle in range(25):
            if sheet[circle] == 0:
                for rank in range(1, RANKS):
                    before = scratch.entry_values[circle, rank] if n else np.float32(0.0)
                    scratch.entry_values[circle, rank] = before + part * found[circle, rank]


@compiled
def _member(nets: PreparedNet, n: int) -> PreparedNet:
    """One of several nets."""
    net = nets.net
    one = Net(
        net.boxes[n],
        net.units[n],
        net.mixing[n],
        net.rounds[n],
        net.colours[n],
        net.joining[n],
        net.joined[n],
        net.worth[n],
        net.base[n],
    )
    return PreparedNet(one, nets.spread[n])


@compiled
def mean_after_roll(nets: PreparedNet, pattern: Pattern, sheet: Ranks, scratch: Scratch) -> float:
    """The points to come on a sheet: the mean of the best entry over all rolls."""
    evaluate_together(nets, pattern, sheet, scratch)
    best_by_die(pattern, sheet, scratch.entry_values, scratch.best)
    return mean_best(scratch.best, scratch.sorting)


@compiled
def _look_closer(player: ColourPlayer, empty: int, scratch: Scratch) -> int:
    """Evaluate the most promising entries again, by the rolls that may follow; return the best of them."""
    most = scratch.worths[_first_of_best(scratch.worths)]
    for entry in range(125):
        scratch.closer[entry] = IMPOSSIBLE
    for _ in range(CANDIDATES):
        entry = _first_of_best(scratch.worths)
        if scratch.worths[entry] < most - MARGIN:
            break
        scratch.closer[entry] = _closer_worth(player, empty, entry, scratch)
        _put_aside(entry, scratch)
    return _first_of_best(scratch.closer)


@compiled
def _closer_worth(player: ColourPlayer, empty: int, entry: int, scratch: Scratch) -> float:
    """The points of an entry and the mean of what follows."""
    circle, rank = entry // 5, scratch.dice[0] + scratch.dice[entry % 5] - 1
    sheet, crosses = scratch.sheet, scratch.net.crosses
    count_crosses(sheet, crosses)
    now = gain(sheet, crosses, circle, rank)
    sheet[circle] = rank
    if empty <= DEEPEST:
        count_crosses(sheet, crosses)
        end = Endgame(player.pattern, sheet, crosses, scratch.end, scratch.best, scratch.sorting)
        later = mean_to_end(end, empty - 1)
    else:
        later = mean_after_roll(player.nets, player.pattern, sheet, scratch)
    sheet[circle] = 0
    return now + later


@compiled
def _put_aside(entry: int, scratch: Scratch) -> None:
    """Cross an entry off the list, and with it all others that write the same number."""
    circle, sum_with = entry // 5, scratch.dice[entry % 5]
    for place in range(1, 5):
        if scratch.dice[place] == sum_with:
            scratch.worths[5 * circle + place] = IMPOSSIBLE


@compiled
def _first_of_best(worths: Floats) -> int:
    best = 0
    for entry in range(1, 125):
        if worths[entry] > worths[best]:
            best = entry
    return best
