"""Menus, chance and moves: the counterpart of `games/qwixx/rules.py` (Q1 to Q9, Q11)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.array_layout import (
    ACTION,
    ACTIVE,
    ASK,
    CLOSED,
    COLOURED,
    FIRST,
    GAMES,
    HAS_CROSSED,
    LAST,
    LOCK,
    LOT,
    MISTHROWS,
    MORE,
    MOST_GAMES,
    ONE_MORE,
    OVER,
    PASS,
    PLAYED,
    RESULTS,
    ROLL,
    SEATS,
    SECOND,
    SHEETS,
    STOP,
    WHITE,
)
from closecall.kernels.qwixx.lookup_tables import CROSSES, Table
from closecall.kernels.qwixx.scoring import score_sheet


@compiled
def pending(state: Table) -> int:
    """What comes next: the draw, a roll, action 1, action 2 (Q3), or the question for one more game (Q11)."""
    if state[ACTION] == 1:
        return FIRST
    if state[ACTION] == 2:
        return SECOND
    if state[PLAYED] == state[GAMES]:
        return ASK if is_asking(state) else OVER
    return LOT if state[ACTIVE] < 0 else ROLL


@compiled
def is_asking(state: Table) -> bool:
    """Whether the players decide about one more game: all agreed games are played, but not five (Q11)."""
    asks: bool = state[ONE_MORE] != 0 and state[PLAYED] == state[GAMES] and state[PLAYED] < MOST_GAMES
    return asks


@compiled
def is_over(state: Table) -> bool:
    """Whether all agreed games of the match are finished, and nobody is asked for one more (Q11)."""
    return state[PLAYED] == state[GAMES] and not is_asking(state)


@compiled
def place_of(row: int, number: int) -> int:
    """The place of a number in a row: red and yellow ascend, green and blue descend (Q1)."""
    return number - 2 if row < 2 else 12 - number


@compiled
def can_cross(crossed: int, place: int) -> bool:
    """Whether nothing is crossed here or to the right (Q2), and five are before the last number (Q7)."""
    return crossed >> place == 0 and (place < LAST or CROSSES[crossed] >= 5)


@compiled
def offered(state: Table, row: int, n: int) -> int:
    """The place of the nth number, from the left, that the dice offer to a row; −1 if there is none."""
    die, one, other = state[COLOURED + row], state[WHITE], state[WHITE + 1]
    if die == 0:
        return -1
    if state[ACTION] == 1:
        return place_of(row, one + other) if n == 0 else -1
    if one == other:
        return place_of(row, one + die) if n == 0 else -1
    some, others = place_of(row, one + die), place_of(row, other + die)
    return min(some, others) if n == 0 else max(some, others)


@compiled
def menu_mask(state: Table, seat: int, mask: NDArray[np.bool_]) -> int:
    """Mark the moves of a seat, none if it does not decide, and return their number."""
    mask[:] = False
    if is_asking(state):
        mask[MORE], mask[STOP] = True, True
        return 2
    if state[ACTION] == 0 or (state[ACTION] == 2 and seat != state[ACTIVE]):
        return 0
    count = 1
    mask[PASS] = True
    for row in range(4):
        for n in range(2):
            place = offered(state, row, n)
            if place >= 0 and can_cross(state[SHEETS + 5 * seat + row], place):
                mask[11 * row + place] = True
                count += 1
    return count


@compiled
def apply_fate(state: Table, outcome: NDArray[Any]) -> None:
    """Apply the draw of a starter, `outcome[0]`, or a roll of two white and four coloured dice."""
    if reason_to_end(state):
        clear_sheets(state)
    if state[ACTIVE] < 0:
        state[ACTIVE] = outcome[0]
        return
    state[ACTION] = 1
    for die in range(6):
        state[WHITE + die] = outcome[die]


@compiled
def clear_sheets(state: Table) -> None:
    """Begin the next game of the match (Q11)."""
    for at in range(SHEETS, RESULTS):
        state[at] = 0
    state[CLOSED] = 0


@compiled
def apply_choices(state: Table, choices: NDArray[Any]) -> None:
    """Apply everybody's choices in action 1 (Q4) or about one more game (Q11), or those of action 2 (Q5)."""
    active = state[ACTIVE]
    if state[ACTION] == 1:
        for seat in range(state[SEATS]):
            if choices[seat] != PASS:
                cross(state, seat, choices[seat] // 11, choices[seat] % 11)
        after_first(state, choices[active] != PASS)
    elif state[ACTION] == 2:
        if choices[active] != PASS:
            cross(state, active, choices[active] // 11, choices[active] % 11)
        after_second(state, choices[active] != PASS)
    else:
        apply_answers(state, choices)


@compiled
def apply_answers(state: Table, choices: NDArray[Any]) -> None:
    """Agree on one more game if everybody wants it, otherwise the match is over (Q11)."""
    for seat in range(state[SEATS]):
        if choices[seat] != MORE:
            state[ONE_MORE] = 0
            return
    state[GAMES] += 1


@compiled
def with_cross(crossed: int, place: int) -> int:
    """A row with one more cross; crossing the last number crosses the lock too (Q7)."""
    return crossed | 1 << place | (LOCK if place == LAST else 0)


@compiled
def cross(state: Table, seat: int, row: int, place: int) -> None:
    """Cross a number; a row that one player locks is closed for everyone (Q7)."""
    at = SHEETS + 5 * seat + row
    state[at] = with_cross(state[at], place)
    if place == LAST:
        state[CLOSED] |= 1 << row


@compiled
def after_first(state: Table, has_crossed: bool) -> None:
    """Go on to action 2 without the dice of closed rows (Q8), unless the game ends here (Q9)."""
    if _has_two(state[CLOSED]):
        _end_turn(state)
        return
    state[ACTION] = 2
    state[HAS_CROSSED] = 1 if has_crossed else 0
    remove_dice(state)


@compiled
def remove_dice(state: Table) -> None:
    """Remove the dice of closed rows (Q7)."""
    if state[CLOSED]:
        for row in range(4):
            if state[CLOSED] >> row & 1:
                state[COLOURED + row] = 0


@compiled
def after_second(state: Table, has_crossed: bool) -> None:
    """Mark a misthrow if the active player has crossed nothing in both actions (Q6)."""
    if not has_crossed and state[HAS_CROSSED] == 0:
        state[SHEETS + 5 * state[ACTIVE] + MISTHROWS] += 1
    _end_turn(state)


@compiled
def _has_two(bits: int) -> bool:
    """Whether at least two bits are set."""
    return bits & (bits - 1) != 0


@compiled
def reason_to_end(state: Table) -> int:
    """Why the game on the table is over, as an index into `REASONS`; 0 if it is not (Q9)."""
    for seat in range(state[SEATS]):
        if state[SHEETS + 5 * seat + MISTHROWS] >= 4:
            return 1
    return 2 if _has_two(state[CLOSED]) else 0


@compiled
def _end_turn(state: Table) -> None:
    """Make the next player clockwise active (Q3), unless the game has ended (Q9)."""
    for die in range(6):
        state[WHITE + die] = 0
    state[ACTION], state[HAS_CROSSED] = 0, 0
    # Only the active player can have marked a fourth misthrow now.
    if state[SHEETS + 5 * state[ACTIVE] + MISTHROWS] < 4 and not _has_two(state[CLOSED]):
        state[ACTIVE] = state[ACTIVE] + 1 if state[ACTIVE] + 1 < state[SEATS] else 0
    else:
        _end_game(state)


@compiled
def _end_game(state: Table) -> None:
    """Record the result. A single player is active again; several draw (Q11)."""
    result = RESULTS + 6 * state[PLAYED]
    state[result] = reason_to_end(state)
    for seat in range(state[SEATS]):
        state[result + 1 + seat] = score_sheet(state, seat)
    state[ACTIVE] = 0 if state[SEATS] == 1 else -1
    state[PLAYED] += 1
