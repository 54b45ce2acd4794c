"""Qwixx once more, on small integers and compiled: for simulations, training and strong bots.

The readable rules say what is right; this module only says it fast, and the tests hold the two together at
every point of many games. A table is one array of int16, `STATE` long; a batch of tables is an array of them.

| at | what it holds |
|---|---|
| `SEATS` | how many players there are |
| `GAMES` | how many games the match has (Q11) |
| `PLAYED` | how many of them are finished; the last one stays on the table until the next begins |
| `ACTIVE` | who rolls, or −1 while the lot is to decide (Q3) |
| `ACTION` | 1 or 2 after a roll, else 0 |
| `HAS_CROSSED` | whether the active player crossed a number in action 1 (Q6) |
| `CLOSED` | the rows that somebody has locked, a bit for each (Q7): it follows from the sheets |
| `WHITE` … | the two white dice, 0 before the roll |
| `COLOURED` … | the dice red, yellow, green and blue, 0 for one that has left the game (Q7) |
| `SHEETS` … | five numbers for each of five seats: its rows red, yellow, green and blue, and its misthrows |
| `RESULTS` … | six numbers for each of five games: why it ended, and the score of each of five seats |

A row is a number whose bits 0 to 10 are the crossed places from left to right, and bit 11 the lock.

A move is a number below `MOVES`, in the order of the readable menus: `11 × row + place` for a cross, and last
`PASS`.

>>> state = new_state(1)
>>> apply_fate(state, np.array([3, 4, 1, 2, 5, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("r7"))])
(5, True)
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.compiling import compiled, inlined
from closecall.core.rules import Seat
from closecall.games.draws import Chances, begin, begin_player, below
from closecall.games.qwixx.moves import PASS as PASSING
from closecall.games.qwixx.moves import Cross, Move, format_move, parse_move
from closecall.games.qwixx.rules import setup
from closecall.games.qwixx.state import COLOURS, Options, Outcome, Roll, Row, State, closed_rows

Table = NDArray[np.int16]


# Where things are in a state.
SEATS, GAMES, PLAYED, ACTIVE, ACTION, HAS_CROSSED, CLOSED, WHITE = range(8)
COLOURED = WHITE + 2
SHEETS = COLOURED + 4
RESULTS = SHEETS + 5 * 5
STATE = RESULTS + 5 * 6
MISTHROWS = 4
"""Where in a sheet."""

# The moves.
PASS = 4 * 11
MOVES = PASS + 1

# What is pending.
LOT, ROLL, FIRST, SECOND, OVER = range(5)

# Why a game ended.
REASONS = ("", "over.fourth_misthrow", "over.two_rows_closed")

# Who decides for a seat in `play`.
RANDOM, GREEDY = 0, 1

LAST = 10
"""The place of a row's last number."""
LOCK = 1 << 11
POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)  # Q10
CROSSES = np.array([row.bit_count() for row in range(4096)], np.int8)
"""The crosses of a row, the lock included."""
ROW_POINTS = np.array([POINTS[row.bit_count()] for row in range(4096)], np.int8)


# The rules.


@compiled
def pending(state: Table) -> int:
    """The lot, then turns of a roll, action 1 of everybody and action 2 of the active player (Q3)."""
    if state[ACTION] == 1:
        return FIRST
    if state[ACTION] == 2:
        return SECOND
    if state[PLAYED] == state[GAMES]:
        return OVER
    return LOT if state[ACTIVE] < 0 else ROLL


@compiled
def is_over(state: Table) -> bool:
    """Whether all games of the match are finished (Q11)."""
    is_finished: bool = state[PLAYED] == state[GAMES]
    return is_finished


@compiled
def place_of(row: int, number: int) -> int:
    """Where a number stands in a row: red and yellow rise, green and blue fall (Q1)."""
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
    """Mark the moves of a seat, none if it does not decide; how many there are."""
    mask[:] = False
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
    """The lot has fallen on a seat, `outcome[0]`, or two white and four coloured dice have been rolled."""
    if _reason_to_end(state):
        _clear_sheets(state)
    if state[ACTIVE] < 0:
        state[ACTIVE] = outcome[0]
        return
    state[ACTION] = 1
    for die in range(6):
        state[WHITE + die] = outcome[die]


@compiled
def _clear_sheets(state: Table) -> None:
    """The next game of the match begins (Q11)."""
    for at in range(SHEETS, RESULTS):
        state[at] = 0
    state[CLOSED] = 0


@compiled
def apply_choices(state: Table, choices: NDArray[Any]) -> None:
    """Everybody's crosses of action 1 at the same time (Q4), or the active player's of action 2 (Q5)."""
    active = state[ACTIVE]
    if state[ACTION] == 1:
        for seat in range(state[SEATS]):
            if choices[seat] != PASS:
                _cross(state, seat, choices[seat] // 11, choices[seat] % 11)
        _after_first(state, choices[active] != PASS)
    else:
        if choices[active] != PASS:
            _cross(state, active, choices[active] // 11, choices[active] % 11)
        _after_second(state, choices[active] != PASS)


@compiled
def _with_cross(crossed: int, place: int) -> int:
    """A row with one more cross; the last number crosses the lock too (Q7)."""
    return crossed | 1 << place | (LOCK if place == LAST else 0)


@compiled
def _cross(state: Table, seat: int, row: int, place: int) -> None:
    """A seat crosses a number; a row that somebody locks is closed for everyone (Q7)."""
    at = SHEETS + 5 * seat + row
    state[at] = _with_cross(state[at], place)
    if place == LAST:
        state[CLOSED] |= 1 << row


@compiled
def _after_first(state: Table, has_crossed: bool) -> None:
    """The dice of closed rows are gone for action 2 (Q8), unless the game ends without one (Q9)."""
    if _has_two(state[CLOSED]):
        _end_turn(state)
        return
    state[ACTION] = 2
    state[HAS_CROSSED] = 1 if has_crossed else 0
    _remove_dice(state)


@compiled
def _remove_dice(state: Table) -> None:
    """The die of a closed row leaves the game (Q7)."""
    if state[CLOSED]:
        for row in range(4):
            if state[CLOSED] >> row & 1:
                state[COLOURED + row] = 0


@compiled
def _after_second(state: Table, has_crossed: bool) -> None:
    """The active player who crossed nothing in both actions marks a misthrow (Q6)."""
    if not has_crossed and state[HAS_CROSSED] == 0:
        state[SHEETS + 5 * state[ACTIVE] + MISTHROWS] += 1
    _end_turn(state)


@compiled
def _has_two(bits: int) -> bool:
    """Whether at least two bits are set."""
    return bits & (bits - 1) != 0


@compiled
def _reason_to_end(state: Table) -> int:
    """Why the game on the table is over, by its place in `REASONS`: 0 if it goes on (Q9)."""
    for seat in range(state[SEATS]):
        if state[SHEETS + 5 * seat + MISTHROWS] >= 4:
            return 1
    return 2 if _has_two(state[CLOSED]) else 0


@compiled
def _end_turn(state: Table) -> None:
    """The next player clockwise is active (Q3), unless the game has ended (Q9)."""
    for die in range(6):
        state[WHITE + die] = 0
    state[ACTION], state[HAS_CROSSED] = 0, 0
    # Nobody but the active player can have marked the fourth misthrow now.
    if state[SHEETS + 5 * state[ACTIVE] + MISTHROWS] < 4 and not _has_two(state[CLOSED]):
        state[ACTIVE] = state[ACTIVE] + 1 if state[ACTIVE] + 1 < state[SEATS] else 0
    else:
        _end_game(state)


@compiled
def _end_game(state: Table) -> None:
    """Note the result; alone you are active again, else the lot will decide (Q11)."""
    result = RESULTS + 6 * state[PLAYED]
    state[result] = _reason_to_end(state)
    for seat in range(state[SEATS]):
        state[result + 1 + seat] = score_sheet(state, seat)
    state[ACTIVE] = 0 if state[SEATS] == 1 else -1
    state[PLAYED] += 1


# Scores.


@compiled
def score_sheet(state: Table, seat: int) -> int:
    """What a sheet is worth as it stands (Q10)."""
    sheet = SHEETS + 5 * seat
    total: int = -5 * state[sheet + MISTHROWS]
    for row in range(4):
        total += ROW_POINTS[state[sheet + row]]
    return total


@compiled
def total_of(state: Table, seat: int) -> int:
    """The points of a seat in all finished games (Q11)."""
    total = 0
    for game in range(state[PLAYED]):
        total += state[RESULTS + 6 * game + 1 + seat]
    return total


@compiled
def scores(state: Table, totals: NDArray[Any]) -> None:
    """The points of each seat in all finished games (Q11)."""
    for seat in range(state[SEATS]):
        totals[seat] = total_of(state, seat)


@compiled
def winners(state: Table, won: NDArray[np.bool_]) -> None:
    """Most points win; a tie is shared (Q10)."""
    best = total_of(state, 0)
    for seat in range(1, state[SEATS]):
        best = max(best, total_of(state, seat))
    for seat in range(state[SEATS]):
        won[seat] = total_of(state, seat) == best


# Whole games.


class Results(NamedTuple):
    """What comes of many matches, a row for each table; games finished before they began count for points."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    turns: NDArray[np.int16]
    """How many rolls there were."""
    misthrows: NDArray[np.int16]
    """The misthrows of each seat (Q6)."""
    locks: NDArray[np.int16]
    """How many rows each seat has locked (Q7)."""


def new_results(tables: int, seats: int) -> Results:
    """Room for the results of so many tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        turns=np.zeros(tables, np.int16),
        misthrows=np.zeros((tables, seats), np.int16),
        locks=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, policies: NDArray[np.int64], results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a policy for each seat."""
    # Nothing else keeps compiled code from writing beside an array; a rewritten assert could not be compiled.
    if results.scores.shape[1] != start[SEATS] or len(policies) < start[SEATS]:
        raise ValueError("results and policies are not for so many seats")
    state, free = np.empty(STATE, np.int16), np.empty(5, np.int64)
    fate, own = np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    for n in range(len(results.scores)):
        _copy(start, state)
        begin(fate, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        clear_results(results, n)
        _find_free(state, free)
        while state[PLAYED] < state[GAMES]:
            if state[ACTION] == 0:
                _chance_acts(state, fate, free)
                results.turns[n] += 1
            if state[ACTION] == 1:
                _play_first(state, own, policies, free)
            if state[ACTION] == 2:
                _play_second(state, own, policies, free)
            if state[ACTIVE] < 0 or state[SEATS] == 1:
                note_sheets(state, results, n)
        note_totals(state, results, n)


@compiled
def _copy(start: Table, state: Table) -> None:
    """In a loop, since a slice takes seconds to compile."""
    for at in range(STATE):
        state[at] = start[at]


@compiled
def clear_results(results: Results, n: int) -> None:
    """Nothing has happened at this table yet."""
    results.turns[n] = 0
    for seat in range(results.scores.shape[1]):
        results.misthrows[n, seat] = 0
        results.locks[n, seat] = 0


@compiled
def note_totals(state: Table, results: Results, n: int) -> None:
    """Write down how a match ended; most points win (Q10)."""
    best = total_of(state, 0)
    for seat in range(state[SEATS]):
        results.scores[n, seat] = total_of(state, seat)
        best = max(best, total_of(state, seat))
    for seat in range(state[SEATS]):
        results.won[n, seat] = results.scores[n, seat] == best


@compiled
def note_sheets(state: Table, results: Results, n: int) -> None:
    """If a game is over, count what will be gone from the table with the next one."""
    if _reason_to_end(state):
        for seat in range(state[SEATS]):
            sheet = SHEETS + 5 * seat
            results.misthrows[n, seat] += state[sheet + MISTHROWS]
            for row in range(4):
                results.locks[n, seat] += state[sheet + row] >> 11


@inlined
def _chance_acts(state: Table, chances: Chances, free: NDArray[np.int64]) -> None:
    """The lot where it is due, and a roll: six dice from one number, without those of closed rows."""
    if (state[ACTIVE] < 0 or state[SEATS] == 1) and _reason_to_end(state):
        _clear_sheets(state)
        _find_free(state, free)
    if state[ACTIVE] < 0:
        state[ACTIVE] = below(chances, state[SEATS])
    number = below(chances, 6**6)
    for die in range(5, -1, -1):
        state[WHITE + die] = number % 6 + 1
        number //= 6
    _remove_dice(state)
    state[ACTION] = 1


@inlined
def _play_first(state: Table, own: Chances, policies: NDArray[np.int64], free: NDArray[np.int64]) -> None:
    """Action 1: nobody's cross changes what the others can do, for rows close when all have decided (Q8)."""
    has_crossed, closed = False, state[CLOSED]
    for seat in range(state[SEATS]):
        if policies[seat] == GREEDY:
            row, place = divmod(greedy_move(state, seat), 11)
        else:
            row, place = _any_first(state, own[seat], free[seat])
        if row < 4:
            _cross(state, seat, row, place)
            free[seat] = _free_after(state, seat, row, free[seat])
        if seat == state[ACTIVE]:
            has_crossed = row < 4
    _after_first(state, has_crossed)
    if state[CLOSED] != closed:
        _find_free(state, free)


@inlined
def _play_second(state: Table, own: Chances, policies: NDArray[np.int64], free: NDArray[np.int64]) -> None:
    """Action 2 of the active player (Q5)."""
    seat, closed = state[ACTIVE], state[CLOSED]
    if policies[seat] == GREEDY:
        row, place = divmod(greedy_move(state, seat), 11)
    else:
        row, place = _any_second(state, own[seat], free[seat])
    if row < 4:
        _cross(state, seat, row, place)
        free[seat] = _free_after(state, seat, row, free[seat])
    _after_second(state, row < 4)
    if state[CLOSED] != closed:
        _find_free(state, free)


# A random move is found by counting. The numbers that a seat may still cross are bits, `number − 2` for each,
# and the four rows lie side by side, twelve bits wide. A multiplication by ONES adds up from the left.
# A pass is a cross in the row after the last.

ONES = 1 | 1 << 12 | 1 << 24 | 1 << 36
TOPS = ONES << 11
LANE = 0xFFF


def _free_numbers(is_falling: int, row: int) -> int:
    """Those to the right of the last cross (Q2), the last one only after five crosses (Q7)."""
    places = range(row.bit_length(), 11 if row.bit_count() >= 5 else LAST)
    return sum(1 << (LAST - place if is_falling else place) for place in places)


FREE_NUMBERS = np.array(
    [[_free_numbers(falling, row) for row in range(4096)] for falling in range(2)], np.int16
)


@compiled
def _find_free(state: Table, free: NDArray[np.int64]) -> None:
    """The numbers that each seat may cross, if the dice offer them; in a closed row none."""
    for seat in range(state[SEATS]):
        free[seat] = 0
        for row in range(4):
            if not state[CLOSED] >> row & 1:
                free[seat] = _free_after(state, seat, row, free[seat])


@inlined
def _free_after(state: Table, seat: int, row: int, free: int) -> int:
    """What is free after a change of this row."""
    numbers = int(FREE_NUMBERS[row // 2, state[SHEETS + 5 * seat + row]])
    return free & ~(LANE << 12 * row) | numbers << 12 * row


@compiled
def _row_of(sums: int, n: int) -> int:
    """The first of four growing sums that is greater than n; 4 if none is."""
    greater = ((sums | TOPS) - (n + 1) * ONES & TOPS) >> 11
    return 4 - (greater * ONES >> 36 & LANE)


@inlined
def _any_first(state: Table, chances: Chances, free: int) -> tuple[int, int]:
    """The row and place of any move of the menu of action 1, each equally likely."""
    total = int(state[WHITE] + state[WHITE + 1])
    sums = (free >> total - 2 & ONES) * ONES
    row = _row_of(sums, below(chances, (sums >> 36 & LANE) + 1))
    return row, place_of(row, total)


@inlined
def _any_second(state: Table, chances: Chances, free: int) -> tuple[int, int]:
    """The row and place of any move of the menu of action 2, each equally likely."""
    low, high = min(state[WHITE], state[WHITE + 1]), max(state[WHITE], state[WHITE + 1])
    with_low, with_high = _hits(state, free, low), _hits(state, free, high)
    if low == high:
        with_high = 0
    sums = (with_low + with_high) * ONES
    n = below(chances, (sums >> 36 & LANE) + 1)
    row = _row_of(sums, n)
    if row == 4:
        return row, 0
    n -= (sums << 12) >> 12 * row & LANE
    has_low, has_high = with_low >> 12 * row & 1, with_high >> 12 * row & 1
    # Of two, the low sum stands left in a rising row and right in a falling one.
    is_low = (n == 0) == (row < 2) if has_low and has_high else has_low == 1
    return row, place_of(row, (low if is_low else high) + state[COLOURED + row])


@inlined
def _hits(state: Table, free: int, white: int) -> int:
    """For each row, 1 if the sum of this white die and the row's die is free; a closed row has no die."""
    sums = 0
    for row in range(4):
        if state[COLOURED + row]:
            sums |= 1 << 12 * row + white + state[COLOURED + row] - 2
    return ((free & sums) + 0x7FF * ONES & TOPS) >> 11


# The greedy bot, to the last bit of its numbers: see bots/qwixx/greedy.py.

ALONE = (0.2, 0.12, 0.8)
IN_COMPANY = (0.1, 0.1, 0.25)
MISTHROW = 9.0


def _expected(hopes: tuple[float, float, float], crosses: int, free: int) -> float:
    """The points of a row with so many crosses, if each of its free numbers comes with its chance."""
    if free == 0:
        return POINTS[crosses]
    if free == 1:
        chance = hopes[2] if crosses >= 5 else 0
        return chance * POINTS[min(crosses + 2, 12)] + (1 - chance) * POINTS[crosses]
    chance = hopes[0] + hopes[1] * (6 - abs(free - 6))
    come = _expected(hopes, crosses + 1, free - 1)
    return chance * come + (1 - chance) * _expected(hopes, crosses, free - 1)


def _expected_points(hopes: tuple[float, float, float]) -> list[list[float]]:
    """By crosses and free numbers; more than eleven crosses leave nothing free."""
    return [
        [_expected(hopes, crosses, min(free, 11 - crosses)) for free in range(12)] for crosses in range(12)
    ]


EXPECTED = np.array([_expected_points(ALONE), _expected_points(IN_COMPANY)])
FREE = np.array([11 - row.bit_length() for row in range(2048)], np.int8)
"""How many numbers of a row are free, by its crosses."""


@compiled
def greedy_move(state: Table, seat: int) -> int:
    """The move with the best hopes, both actions taken together, the first of equals."""
    is_both = state[ACTION] == 1 and seat == state[ACTIVE]
    pass_costs = state[ACTION] == 2 and state[HAS_CROSSED] == 0
    best, best_worth = -1, -np.inf
    for n in range(9):
        move = _nth_move(state, seat, n)
        if move < 0:
            continue
        worth = _after_both(state, seat, move) if is_both else _after_last(state, seat, move, pass_costs)
        if worth > best_worth:
            best, best_worth = move, worth
    return best


@compiled
def _nth_move(state: Table, seat: int, n: int) -> int:
    """One of the two crosses that the dice may offer to each row, or a pass; −1 if it is not on the menu."""
    if n == 8:
        return PASS
    row = n // 2
    place = offered(state, row, n % 2)
    if place < 0 or not can_cross(state[SHEETS + 5 * seat + row], place):
        return -1
    return 11 * row + place


@compiled
def _after_both(state: Table, seat: int, first: int) -> float:
    """What the sheet is worth after this action 1 and the best action 2; the state is left as it was."""
    at = SHEETS + 5 * seat + first // 11  # For a pass, its misthrows.
    before = state[at]
    if first != PASS:
        state[at] = _with_cross(before, first % 11)
    if first != PASS and _ends(state, seat):
        best = float(score_sheet(state, seat))
    else:
        best = -np.inf
        state[ACTION] = 2
        for n in range(9):
            second = _nth_move(state, seat, n)
            if second >= 0:
                best = max(best, _after_last(state, seat, second, first == PASS))
        state[ACTION] = 1
    state[at] = before
    return best


@compiled
def _after_last(state: Table, seat: int, move: int, pass_costs: bool) -> float:
    """What the sheet is worth after the last move of a turn; the state is left as it was."""
    if move == PASS:
        if pass_costs and state[SHEETS + 5 * seat + MISTHROWS] == 3:
            return float(score_sheet(state, seat) - 5)
        return _worth(state, seat) - (MISTHROW if pass_costs else 0.0)
    at = SHEETS + 5 * seat + move // 11
    before = state[at]
    state[at] = _with_cross(before, move % 11)
    worth = float(score_sheet(state, seat)) if _ends(state, seat) else _worth(state, seat)
    state[at] = before
    return worth


@compiled
def _ends(state: Table, seat: int) -> bool:
    """Whether so many rows are closed that the game is over."""
    count = 0
    for row in range(4):
        if state[SHEETS + 5 * seat + row] >= LOCK or state[COLOURED + row] == 0:
            count += 1
    return count >= 2


@compiled
def _worth(state: Table, seat: int) -> float:
    """The points that a sheet has and can hope for."""
    sheet, hopes, total = SHEETS + 5 * seat, 0 if state[SEATS] == 1 else 1, 0.0
    for row in range(4):
        crossed = state[sheet + row]
        if crossed >= LOCK or state[COLOURED + row] == 0:
            total += ROW_POINTS[crossed]
        else:
            total += EXPECTED[hopes, CROSSES[crossed], FREE[crossed]]
    worth: float = total - 5 * state[sheet + MISTHROWS]
    return worth


# Between the readable rules and the kernel; nothing here is compiled.

_CROSSES = [Cross(colour, number) for colour in COLOURS for number in colour.numbers]
# Written and read once: these are the very objects of the menus, and so are quick to compare with them.
_MOVES: tuple[Move, ...] = (*[parse_move(format_move(cross)) for cross in _CROSSES], PASSING)
_INDICES = {move: index for index, move in enumerate(_MOVES)}


def to_index(move: Move) -> int:
    """The number of a move."""
    return _INDICES[move]


def to_move(index: int) -> Move:
    """The move of a number."""
    return _MOVES[index]


def outcome_of(outcome: Outcome) -> NDArray[np.int8]:
    """What chance gave, as `apply_fate` takes it."""
    if isinstance(outcome, Roll):
        return np.array([*outcome.white, *[die or 0 for die in outcome.coloured]], np.int8)
    return np.array([outcome.seat], np.int8)


def new_state(seats: int, options: Options | None = None) -> Table:
    """The state before anything has happened; BadOptions if it cannot be."""
    return state_of(setup(seats, options or Options()))


def state_of(state: State) -> Table:
    """A readable state as an array."""
    spare = 5 - len(state.sheets)
    roll = state.roll
    numbers = [
        len(state.sheets),
        state.games,
        len(state.results),
        -1 if state.active is None else state.active,
        state.action or 0,
        int(state.has_crossed),
        sum([1 << colour.order for colour in closed_rows(state.sheets)]),
        *((0,) * 6 if roll is None else (*roll.white, *[die or 0 for die in roll.coloured])),
    ]
    for sheet in state.sheets:
        numbers += [*map(_bits, range(4), sheet.rows), sheet.misthrows]
    numbers += (0,) * (5 * spare)
    for result in state.results:
        numbers += (REASONS.index(result.reason), *result.scores, *(0,) * spare)
    return np.array(numbers + [0] * (STATE - len(numbers)), np.int16)


@lru_cache(maxsize=1 << 14)
def _bits(at: int, row: Row) -> int:
    """A row as a number."""
    places = [COLOURS[at].numbers.index(number) for number in row.crossed]
    return sum(1 << place for place in places) + LOCK * row.locked


def deciding(state: Table) -> list[Seat]:
    """The seats that decide now, all at once."""
    if state[ACTION] == 1:
        return [Seat(seat) for seat in range(state[SEATS])]
    return [Seat(int(state[ACTIVE]))] if state[ACTION] == 2 else []
