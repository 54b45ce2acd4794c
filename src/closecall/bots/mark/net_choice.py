"""How the net's players of Close to the Mark! choose an entry, from the strongest to the most forgiving.

| level | how it judges an entry | what it overlooks |
|---|---|---|
| expert | by its best answers to all rolls that may follow; the last circles are counted out | nothing |
| hard | by what the net says of the sheet, without looking at the next roll | one circle in twelve |
| medium | by its points and what its lines can hope for | one circle in eight |
| easy | by its points at once | one circle in eight |

What is overlooked depends on the sheet and the dice alone: whoever sees the same chooses the same.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.line_potential import weigh_hopes
from closecall.bots.mark.net_chance import Sorting, best_by_die, mean_best, new_sorting
from closecall.bots.mark.net_end import DEEPEST, Ending, mean_to_come
from closecall.bots.mark.net_eval import Desk, Net, Ready, new_desk, weigh_entries
from closecall.bots.mark.net_sheet import IMPOSSIBLE, RANKS, Floats, Pattern, Ranks, count_crosses, gain
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.jit import compiled
from closecall.kernels.mark import DICE, ROUND, ROUNDS, SHEETS, Table

EASY, MEDIUM, HARD, EXPERT = range(4)
OVERLOOKED = np.array([0.12, 0.12, 0.08, 0.0])
"""The chance of each level that it does not see an empty circle."""
UNSEEN = np.float32(1000.0)
"""How many points less an entry seems to be worth that is overlooked: still more than what cannot be."""
MARGIN = np.float32(1.5)
"""Entries that look worse than the best by more points than this are not looked at more closely."""
CLOSER = 6
"""So many entries are looked at more closely."""
PARTS = 1 << 20


class Player(NamedTuple):
    """Whoever plays one colour of one layout: nets whose mean counts, and which die is which."""

    nets: Ready
    """With one more axis in front: one for each net."""
    pattern: Pattern
    dice: NDArray[np.int64]
    """The colour of the die of each place in the pattern: the own one first."""


class Room(NamedTuple):
    """Room to calculate in."""

    desk: Desk
    leaves: Floats
    best: Floats
    sorting: Sorting
    end: Floats
    sheet: Ranks
    dice: NDArray[np.int64]
    worths: Floats
    """What each entry seems to be worth: five times the circle, plus the place of the other die."""
    closer: Floats
    chances: Chances


@compiled
def new_room() -> Room:
    """Room for one choice after the other."""
    return Room(
        new_desk(),
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
def choose(state: Table, seat: int, player: Player, level: int, room: Room) -> int:
    """The entry of a seat of a table of the kernel, by its number."""
    for circle in range(25):
        number = state[SHEETS + 25 * seat + circle]
        room.sheet[circle] = number - 1 if number else 0
    for place in range(5):
        room.dice[place] = state[DICE + player.dice[place]]
    entry = _choose_entry(player, level, ROUNDS - state[ROUND], room)
    chosen: int = 5 * (entry // 5) + player.dice[entry % 5]
    return chosen


@compiled
def _choose_entry(player: Player, level: int, empty: int, room: Room) -> int:
    """The best entry of the sheet and the dice that lie in the room."""
    _judge(player, level, room)
    _begin_slips(room)
    for entry in range(125):
        room.worths[entry] = IMPOSSIBLE
    for circle in range(25):
        if room.sheet[circle] == 0:
            is_seen = below(room.chances, PARTS) >= OVERLOOKED[level] * PARTS
            slot = player.pattern[circle]
            first, last = (slot, slot + 1) if slot else (1, 5)
            for place in range(first, last):
                worth = room.leaves[circle, room.dice[0] + room.dice[place] - 1]
                room.worths[5 * circle + place] = worth if is_seen else worth - UNSEEN
    if level == EXPERT and empty > 1:
        return _look_closer(player, empty, room)
    return _first_of_best(room.worths)


@compiled
def _judge(player: Player, level: int, room: Room) -> None:
    """What every rank in every empty circle is worth to a level."""
    if level >= HARD:
        weigh_together(player.nets, player.pattern, room.sheet, room)
    elif level == MEDIUM:
        weigh_hopes(player.pattern, room.sheet, room.leaves)
    else:
        count_crosses(room.sheet, room.desk.crosses)
        for circle in range(25):
            if room.sheet[circle] == 0:
                for rank in range(1, RANKS):
                    room.leaves[circle, rank] = gain(room.sheet, room.desk.crosses, circle, rank)


@compiled
def _begin_slips(room: Room) -> None:
    """Numbers that depend on nothing but the sheet and the dice."""
    key = 0
    for place in range(5):
        key = 7 * key + room.dice[place]
    for circle in range(25):
        key = 31 * key + room.sheet[circle]
    begin(room.chances, key, 0)


@compiled
def weigh_together(nets: Ready, pattern: Pattern, sheet: Ranks, room: Room) -> None:
    """What every rank in every empty circle is worth to the nets on average, into `room.leaves`."""
    count, found = len(nets.spread), room.desk.leaves
    part = np.float32(1.0) / np.float32(count)
    for n in range(count):
        weigh_entries(_member(nets, n), pattern, sheet, room.desk)
        for circle in range(25):
            if sheet[circle] == 0:
                for rank in range(1, RANKS):
                    before = room.leaves[circle, rank] if n else np.float32(0.0)
                    room.leaves[circle, rank] = before + part * found[circle, rank]


@compiled
def _member(nets: Ready, n: int) -> Ready:
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
    return Ready(one, nets.spread[n])


@compiled
def mean_after_roll(nets: Ready, pattern: Pattern, sheet: Ranks, room: Room) -> float:
    """What a sheet can hope for: the mean of the best entry over all rolls."""
    weigh_together(nets, pattern, sheet, room)
    best_by_die(pattern, sheet, room.leaves, room.best)
    return mean_best(room.best, room.sorting)


@compiled
def _look_closer(player: Player, empty: int, room: Room) -> int:
    """Weigh the most promising entries again, by the rolls that may follow; the best of them."""
    most = room.worths[_first_of_best(room.worths)]
    for entry in range(125):
        room.closer[entry] = IMPOSSIBLE
    for _ in range(CLOSER):
        entry = _first_of_best(room.worths)
        if room.worths[entry] < most - MARGIN:
            break
        room.closer[entry] = _closer_worth(player, empty, entry, room)
        _put_aside(entry, room)
    return _first_of_best(room.closer)


@compiled
def _closer_worth(player: Player, empty: int, entry: int, room: Room) -> float:
    """The points of an entry, and the mean of what follows."""
    circle, rank = entry // 5, room.dice[0] + room.dice[entry % 5] - 1
    sheet, crosses = room.sheet, room.desk.crosses
    count_crosses(sheet, crosses)
    now = gain(sheet, crosses, circle, rank)
    sheet[circle] = rank
    if empty <= DEEPEST:
        count_crosses(sheet, crosses)
        end = Ending(player.pattern, sheet, crosses, room.end, room.best, room.sorting)
        later = mean_to_come(end, empty - 1)
    else:
        later = mean_after_roll(player.nets, player.pattern, sheet, room)
    sheet[circle] = 0
    return now + later


@compiled
def _put_aside(entry: int, room: Room) -> None:
    """An entry has been looked at, and with it all others that write the same."""
    circle, sum_with = entry // 5, room.dice[entry % 5]
    for place in range(1, 5):
        if room.dice[place] == sum_with:
            room.worths[5 * circle + place] = IMPOSSIBLE


@compiled
def _first_of_best(worths: Floats) -> int:
    best = 0
    for entry in range(1, 125):
        if worths[entry] > worths[best]:
            best = entry
    return best
