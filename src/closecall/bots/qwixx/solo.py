"""Playing Qwixx by a table of all sheets, as if alone.

Alone this is perfect play, 115.483 points on average. Against others it maximises the expectation of its own
sheet: it notices rows that others have closed, but neither their sheets nor that most rolls are not its own.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.solo_file import MISTHROWS as MOST_MISTHROWS
from closecall.bots.qwixx.solo_sheets import CLOSED_ROW, GAIN, NEXT, PAIR, ROW_NUMBER, sheet_number
from closecall.bots.qwixx.solo_solver import (
    COST,
    NEVER,
    Scratch,
    expectation,
    is_over,
    new_scratch,
    place_in,
    to_come,
)
from closecall.kernels.jit import compiled, inlined
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    HAS_CROSSED,
    MISTHROWS,
    PASS,
    SHEETS,
    WHITE,
    Table,
)

Rows = NDArray[np.int64]
Tables = NDArray[np.float32]
"""One table or two, each by misthrows and sheet."""


@compiled
def table_move(state: Table, seat: int, tables: Tables) -> int:
    """The best move by a table, the first of equals in the order of the menu.

    With a second table, sheets are valued by the expectation of the first after one more own turn. That is
    slow to compute, so the second caches it, with NaN where it is not known yet.
    """
    rows, scratch = np.empty(4, np.int64), new_scratch()
    read_rows(state, seat, rows)
    misthrows = int(state[SHEETS + 5 * seat + MISTHROWS])
    if state[ACTION] == 2:
        return best_second(state, misthrows, rows, state[HAS_CROSSED] == 1, (tables, scratch))[0]
    best, best_worth = PASS, NEVER
    for row in range(5):  # The last one is a pass.
        move, gained, before = PASS, 0.0, 0
        if row < 4:
            before, place = int(rows[row]), place_in(row, state[WHITE] + state[WHITE + 1])
            if NEXT[before, place] < 0:
                continue
            move, gained = 11 * row + place, float(GAIN[before, place])
            rows[row] = NEXT[before, place]
        if seat == state[ACTIVE] and not is_over(rows):
            worth = gained + best_second(state, misthrows, rows, row < 4, (tables, scratch))[1]
        else:
            worth = gained + _worth(misthrows, rows, (tables, scratch))
        if row < 4:
            rows[row] = before
        if worth > best_worth:
            best, best_worth = move, worth
    return best


@inlined
def read_rows(state: Table, seat: int, rows: Rows) -> None:
    """The rows of a seat as numbers."""
    for row in range(4):
        is_closed = state[CLOSED] >> row & 1
        rows[row] = CLOSED_ROW if is_closed else ROW_NUMBER[state[SHEETS + 5 * seat + row]]


Look = tuple[Tables, Scratch]
"""The table, possibly with the cache of looking ahead, and scratch space."""


@inlined
def _worth(misthrows: int, rows: Rows, look: Look) -> float:
    """The points still to come."""
    tables, scratch = look
    if misthrows == MOST_MISTHROWS or is_over(rows):
        return 0.0
    if len(tables) == 1:
        return to_come(tables[0], misthrows, rows)
    return _ahead(tables, misthrows, rows, scratch)


@compiled
def _ahead(tables: Tables, misthrows: int, rows: Rows, scratch: Scratch) -> float:
    """The points still to come, by looking one own turn ahead; cached.

    Several threads may compute the same entry at once; they write the same number.
    """
    at = sheet_number(int(PAIR[rows[0], rows[1]]), int(PAIR[rows[2], rows[3]]))
    if np.isnan(tables[1, misthrows, at]):
        tables[1, misthrows, at] = expectation(tables[0], misthrows, rows, scratch)
    return float(tables[1, misthrows, at])


@compiled
def best_second(state: Table, misthrows: int, rows: Rows, has_crossed: bool, look: Look) -> tuple[int, float]:
    """The best move of action 2, and the points still to come with those of its cross."""
    best, best_worth = PASS, NEVER
    low, high = min(state[WHITE], state[WHITE + 1]), max(state[WHITE], state[WHITE + 1])
    for row in range(4):
        before = int(rows[row])
        for n in range(2):
            place = place_in(row, state[COLOURED + row] + (low if (n == 0) == (row < 2) else high))
            if before == CLOSED_ROW or NEXT[before, place] < 0 or (n == 1 and low == high):
                continue
            rows[row] = NEXT[before, place]
            worth = GAIN[before, place] + _worth(misthrows, rows, look)
            if worth > best_worth:
                best, best_worth = 11 * row + place, worth
        rows[row] = before
    passed = _worth(misthrows, rows, look) if has_crossed else _worth(misthrows + 1, rows, look) - COST  # Q6
    return (PASS, passed) if passed > best_worth else (best, best_worth)
