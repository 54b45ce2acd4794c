"""Menus, chance and moves: the counterpart of `games/mark/rules.py` (M3 to M5, M7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled
from closecall.kernels.mark.array_layout import (
    CHOOSE,
    COLOUR,
    COLOURS,
    DICE,
    ENTRY,
    LAYOUT,
    LOT,
    OVER,
    ROLL,
    ROUND,
    ROUNDS,
    SEATS,
    SHEETS,
    STARTER,
)
from closecall.kernels.mark.lookup_tables import Table


@compiled
def next_to_choose(state: Table) -> int:
    """Who chooses a colour next, clockwise from the starter, or −1 when all have one (M3)."""
    seats = state[SEATS]
    for n in range(seats):
        seat: int = (state[STARTER] + n) % seats
        if state[COLOURS + seat] < 0:
            return seat
    return -1


@compiled
def pending(state: Table) -> int:
    """What comes next: the draw, the colours (M3), or in 25 rounds a roll and everybody's entry (M4, M7)."""
    if state[STARTER] < 0:
        return LOT
    if next_to_choose(state) >= 0:
        return COLOUR
    if state[ROUND] == ROUNDS:
        return OVER
    return ENTRY if state[DICE] else ROLL


@compiled
def is_over(state: Table) -> bool:
    """Whether all sheets are full (M7)."""
    is_full: bool = state[ROUND] == ROUNDS
    return is_full


@compiled
def menu_mask(state: Table, seat: int, mask: NDArray[np.bool_]) -> int:
    """Mark the moves of a seat, none if it does not decide, and return their number."""
    mask[:] = False
    due = pending(state)
    if due == COLOUR and seat == next_to_choose(state):
        return _mark_colours(state, mask)
    if due == ENTRY:
        return _mark_entries(state, seat, mask)
    return 0


@compiled
def _mark_colours(state: Table, mask: NDArray[np.bool_]) -> int:
    """The colours that nobody has taken (M3)."""
    mask[CHOOSE:] = True
    count = 5
    for seat in range(state[SEATS]):
        if state[COLOURS + seat] >= 0:
            mask[CHOOSE + state[COLOURS + seat]] = False
            count -= 1
    return count


@compiled
def is_entry(own: int, circle: int, die: int) -> bool:
    """Whether a circle has the colour of exactly one of two dice, which are then different (M5)."""
    return (circle == own) != (circle == die)


@compiled
def _mark_entries(state: Table, seat: int, mask: NDArray[np.bool_]) -> int:
    """Entries of the own die plus another one, into empty circles of one of the two colours (M5)."""
    own, count = state[COLOURS + seat], 0
    for circle in range(25):
        if state[SHEETS + 25 * seat + circle]:
            continue
        for die in range(5):
            if is_entry(own, state[LAYOUT + circle], die):
                mask[5 * circle + die] = True
                count += 1
    return count


@compiled
def apply_fate(state: Table, outcome: NDArray[Any]) -> None:
    """Apply the draw of a starter, `outcome[0]`, or a roll of the five dice."""
    if state[STARTER] < 0:
        state[STARTER] = outcome[0]
        return
    for die in range(5):
        state[DICE + die] = outcome[die]


@compiled
def apply_choices(state: Table, choices: NDArray[Any]) -> None:
    """Apply the chosen colour, or everybody's entries; choices of seats that do not decide are ignored."""
    chooser = next_to_choose(state)
    if chooser >= 0:
        state[COLOURS + chooser] = choices[chooser] - CHOOSE
        return
    for seat in range(state[SEATS]):
        write(state, seat, choices[seat])
    finish_round(state)


@compiled
def write(state: Table, seat: int, move: int) -> None:
    """Write the sum of the own die and the other one into a circle (M5)."""
    circle, die = move // 5, move % 5
    state[SHEETS + 25 * seat + circle] = state[DICE + state[COLOURS + seat]] + state[DICE + die]


@compiled
def finish_round(state: Table) -> None:
    for die in range(5):
        state[DICE + die] = 0
    state[ROUND] += 1
