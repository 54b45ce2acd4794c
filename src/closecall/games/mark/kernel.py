"""Close to the Mark! once more, on small integers and compiled: for simulations, training and strong bots.

The readable rules say what is right; this module only says it fast, and the tests hold the two together at
every point of many games. A table is one array of int8, `STATE` long; a batch of tables is an array of them.

| at | what it holds |
|---|---|
| `SEATS` | how many players there are |
| `MAY_START` | those among whom the lot decides, a bit for each seat (M3) |
| `STARTER` | who starts, or −1 before the lot |
| `ROUND` | how many rounds are complete (M7) |
| `DICE` … | the five dice, black, blue, green, yellow, red; all 0 before the roll (M4) |
| `COLOURS` … | the colour of each of five seats, or −1 before it has chosen |
| `LAYOUT` … | the colour of each of the 25 circles, row by row (M2) |
| `SHEETS` … | the numbers of each seat's 25 circles, 0 for an empty one |

A move is a number below `MOVES`, in the order of the readable menus: `5 × circle + die` for an entry, and
`CHOOSE + colour` for the choice of a colour.

>>> state = new_state(1)
>>> apply_choices(state, np.array([to_index(parse_move("yellow"))]))
>>> apply_fate(state, np.array([1, 2, 1, 4, 6]))
>>> mask = np.zeros(MOVES, np.bool_)
>>> menu_mask(state, 0, mask), bool(mask[to_index(parse_move("b2+g"))])
(40, True)
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.compiling import compiled, inlined
from closecall.core.rules import Seat
from closecall.games.draws import Chances, begin, begin_player, below
from closecall.games.mark.layout import CIRCLES, Layout, colours_of
from closecall.games.mark.layout import COLOURS as COLOUR_ORDER
from closecall.games.mark.moves import Choose, Enter, Move, format_move, parse_move
from closecall.games.mark.rules import setup
from closecall.games.mark.state import Options, Outcome, Roll, State

Table = NDArray[np.int8]

# Where things are in a state.
SEATS, MAY_START, STARTER, ROUND, DICE = 0, 1, 2, 3, 4
COLOURS = DICE + 5
LAYOUT = COLOURS + 5
SHEETS = LAYOUT + 25
STATE = SHEETS + 5 * 25

# The moves.
CHOOSE = 5 * 25
MOVES = CHOOSE + 5

# What is pending.
LOT, COLOUR, ROLL, ENTRY, OVER = range(5)

# Who decides for a seat in `play`.
RANDOM, GREEDY = 0, 1

ROUNDS = 25
LINE_POINTS = np.array([0, 1, 3, 6, 10])  # M8
EXTREME_CROSSES = np.array([0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2])  # M9: by the number


# The rules.


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
    """The lot, then the colours (M3), then 25 rounds of a roll and everybody's entry (M4, M7)."""
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
    """Mark the moves of a seat, none if it does not decide; how many there are."""
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
    """Whether the colour of a circle is that of exactly one of two dice, so that they are two dice (M5)."""
    return (circle == own) != (circle == die)


@compiled
def _mark_entries(state: Table, seat: int, mask: NDArray[np.bool_]) -> int:
    """The sums of the own die and another one, for an empty circle of one of the two colours (M5)."""
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
    """The lot has fallen on a seat, `outcome[0]`, or the five dice have been rolled."""
    if state[STARTER] < 0:
        state[STARTER] = outcome[0]
        return
    for die in range(5):
        state[DICE + die] = outcome[die]


@compiled
def apply_choices(state: Table, choices: NDArray[Any]) -> None:
    """A colour is taken, or everybody's entry is written; what other seats would choose is not looked at."""
    chooser = next_to_choose(state)
    if chooser >= 0:
        state[COLOURS + chooser] = choices[chooser] - CHOOSE
        return
    for seat in range(state[SEATS]):
        _write(state, seat, choices[seat])
    _finish_round(state)


@compiled
def _write(state: Table, seat: int, move: int) -> None:
    """Write the sum of the own die and the other one into a circle (M5)."""
    circle, die = move // 5, move % 5
    state[SHEETS + 25 * seat + circle] = state[DICE + state[COLOURS + seat]] + state[DICE + die]


@compiled
def _finish_round(state: Table) -> None:
    for die in range(5):
        state[DICE + die] = 0
    state[ROUND] += 1


# Scores.


@compiled
def _is_crossed(one: int, other: int) -> int:
    """Whether the box between two numbers is crossed (M6): 0 for an empty circle is never beside 1."""
    return 1 if one - other == 1 or other - one == 1 else 0


@inlined
def score_sheet(state: Table, seat: int) -> tuple[int, int, int]:
    """The points from lines (M8), the crossed boxes (M6) and the crosses among the extremes (M9)."""
    sheet = SHEETS + 25 * seat
    from_lines, crosses, extremes = 0, 0, 0
    for line in range(5):
        across, down = 0, 0
        for n in range(4):
            in_row, in_column = sheet + 5 * line + n, sheet + line + 5 * n
            across += _is_crossed(state[in_row], state[in_row + 1])
            down += _is_crossed(state[in_column], state[in_column + 5])
        from_lines += LINE_POINTS[across] + LINE_POINTS[down]
        crosses += across + down
    for circle in range(25):
        extremes += EXTREME_CROSSES[state[sheet + circle]]
    return from_lines, crosses, extremes


@compiled
def scores(state: Table, totals: NDArray[Any]) -> None:
    """The total of each seat: lines, and two points for each cross among the extremes."""
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        totals[seat] = from_lines + 2 * extremes


@compiled
def winners(state: Table, won: NDArray[np.bool_]) -> None:
    """Highest total; a tie goes to more points from lines; still tied, to all of them (M10)."""
    best = -1
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        best = max(best, _rank(from_lines, extremes))
    for seat in range(state[SEATS]):
        from_lines, _, extremes = score_sheet(state, seat)
        won[seat] = _rank(from_lines, extremes) == best


@compiled
def _rank(from_lines: int, extremes: int) -> int:
    """Total first, then points from lines, which are never a thousand (M10)."""
    return 1000 * (from_lines + 2 * extremes) + from_lines


# Whole games.


class Results(NamedTuple):
    """What comes of many games, a row for each table."""

    scores: NDArray[np.int16]
    won: NDArray[np.bool_]
    rounds: NDArray[np.int16]
    crosses: NDArray[np.int16]
    """The crossed boxes of each seat (M6)."""
    extreme_crosses: NDArray[np.int16]


def new_results(tables: int, seats: int) -> Results:
    """Room for the results of so many tables."""
    return Results(
        scores=np.zeros((tables, seats), np.int16),
        won=np.zeros((tables, seats), np.bool_),
        rounds=np.zeros(tables, np.int16),
        crosses=np.zeros((tables, seats), np.int16),
        extreme_crosses=np.zeros((tables, seats), np.int16),
    )


@compiled
def play(seed: int, first_table: int, start: Table, policies: NDArray[np.int64], results: Results) -> None:
    """Play on from a state to the end, once for each row of the results, with a policy for each seat."""
    # Nothing else keeps compiled code from writing beside an array; a rewritten assert could not be compiled.
    if results.scores.shape[1] != start[SEATS] or len(policies) < start[SEATS]:
        raise ValueError("results and policies are not for so many seats")
    state, fate, own = np.empty(STATE, np.int8), np.empty(2, np.uint64), np.empty((5, 2), np.uint64)
    rows, cells = np.empty(5, np.int64), np.empty((5, 5), np.int64)
    for n in range(len(results.scores)):
        _copy(start, state)
        begin(fate, seed, first_table + n)
        for seat in range(state[SEATS]):
            begin_player(own[seat], seed, first_table + n, seat)
        _prepare(state, fate, own)
        _weigh_circles(state, rows, cells)
        while state[ROUND] < ROUNDS:
            if not state[DICE]:
                _roll(state, fate)
            for seat in range(state[SEATS]):
                if policies[seat] == GREEDY:
                    _write(state, seat, greedy_entry(state, seat))
                else:
                    _write_any(state, own[seat], seat, rows, cells)
            _finish_round(state)
        _note(state, results, n)


@compiled
def _copy(start: Table, state: Table) -> None:
    """In a loop, since a slice takes seconds to compile."""
    for at in range(STATE):
        state[at] = start[at]


@compiled
def _note(state: Table, results: Results, n: int) -> None:
    """Write down how a game ended."""
    best = -1
    for seat in range(state[SEATS]):
        from_lines, crosses, extremes = score_sheet(state, seat)
        results.scores[n, seat] = from_lines + 2 * extremes
        results.crosses[n, seat] = crosses
        results.extreme_crosses[n, seat] = extremes
        best = max(best, _rank(from_lines, extremes))
    for seat in range(state[SEATS]):
        extremes = results.extreme_crosses[n, seat]
        results.won[n, seat] = _rank(results.scores[n, seat] - 2 * extremes, extremes) == best
    results.rounds[n] = state[ROUND]


@compiled
def _prepare(state: Table, fate: Chances, own: Chances) -> None:
    """The lot and the colours, where they are still to come: all colours are alike to every policy (M3)."""
    seats = state[SEATS]
    if state[STARTER] < 0:
        count = 0
        for seat in range(seats):
            count += state[MAY_START] >> seat & 1
        state[STARTER] = _nth(state[MAY_START], below(fate, count))
    taken = 0
    for seat in range(seats):
        if state[COLOURS + seat] >= 0:
            taken |= 1 << state[COLOURS + seat]
    for n in range(seats):
        seat = (state[STARTER] + n) % seats
        if state[COLOURS + seat] < 0:
            state[COLOURS + seat] = _nth(31 & ~taken, below(own[seat], 5 - n))
            taken |= 1 << state[COLOURS + seat]


@compiled
def _nth(bits: int, n: int) -> int:
    """The place of the nth bit that is set, from 0."""
    for at in range(5):
        if bits >> at & 1:
            if n == 0:
                return at
            n -= 1
    return -1


@compiled
def _roll(state: Table, chances: Chances) -> None:
    """All five dice with one number: its digits to the base of six, black first."""
    number = below(chances, 6**5)
    state[DICE] = number // 1296 + 1
    state[DICE + 1] = number // 216 % 6 + 1
    state[DICE + 2] = number // 36 % 6 + 1
    state[DICE + 3] = number // 6 % 6 + 1
    state[DICE + 4] = number % 6 + 1


# A random entry is found by weight: an empty circle of the own colour takes four entries, any other one.
# Five weights lie in the bytes of one number: a multiplication by ONES adds them up from the left.

ONES = 0x0101010101
TOPS = 0x8080808080


@compiled
def _weigh_circles(state: Table, rows: NDArray[np.int64], cells: NDArray[np.int64]) -> None:
    """Prepare the weights of each seat's rows, and of the circles in each row."""
    for seat in range(state[SEATS]):
        rows[seat] = 0
        for row in range(5):
            cells[seat, row] = 0
            for column in range(5):
                circle = 5 * row + column
                if state[SHEETS + 25 * seat + circle] == 0:
                    weight = 4 if state[LAYOUT + circle] == state[COLOURS + seat] else 1
                    cells[seat, row] += weight << 8 * column
                    rows[seat] += weight << 8 * row


@compiled
def _place(sums: int, n: int) -> int:
    """The first of five growing sums that is greater than n."""
    greater = ((sums | TOPS) - (n + 1) * ONES & TOPS) >> 7
    return 5 - (greater * ONES >> 32 & 0xFF)


@inlined
def _write_any(
    state: Table, chances: Chances, seat: int, rows: NDArray[np.int64], cells: NDArray[np.int64]
) -> None:
    """Write any entry of the menu, each equally likely."""
    sums = rows[seat] * ONES
    n = below(chances, sums >> 32 & 0xFF)
    row = _place(sums, n)
    n -= (sums << 8) >> (8 * row) & 0xFF
    sums = cells[seat, row] * ONES
    column = _place(sums, n)
    n -= (sums << 8) >> (8 * column) & 0xFF
    weight = cells[seat, row] >> (8 * column) & 0xFF
    cells[seat, row] -= weight << (8 * column)
    rows[seat] -= weight << (8 * row)
    circle, own = 5 * row + column, state[COLOURS + seat]
    die = state[LAYOUT + circle]
    if die == own:
        die = n + (n >= own)  # The nth of the four others.
    state[SHEETS + 25 * seat + circle] = state[DICE + own] + state[DICE + die]


# The greedy bot, to the last bit of its numbers: see bots/mark/greedy.py.

EMPTY_CHANCE = 0.2
NUMBER_CHANCE = 0.15
NUMBER_CHANCE_PER_WAY = 0.8 / 36
OWN_CIRCLE = 0.75


def _chance(one: int, other: int) -> float:
    """The chance that the box between these two circles is or will be crossed."""
    if one and other:
        return float(abs(one - other) == 1)
    number = one or other
    if not number:
        return EMPTY_CHANCE
    ways = max(0, 6 - abs(number - 8)) + max(0, 6 - abs(number - 6))
    return NUMBER_CHANCE + NUMBER_CHANCE_PER_WAY * ways


CHANCES = np.array([[_chance(one, other) for other in range(13)] for one in range(13)])


@compiled
def greedy_entry(state: Table, seat: int) -> int:
    """The entry with the best hopes, the first of equals."""
    own, best, best_worth = state[COLOURS + seat], -1, -np.inf
    for circle in range(25):
        if state[SHEETS + 25 * seat + circle]:
            continue
        colour = state[LAYOUT + circle]
        for die in range(5):
            if is_entry(own, colour, die):
                number = state[DICE + own] + state[DICE + die]
                worth = _worth(state, seat, circle, number) - (OWN_CIRCLE if colour == own else 0.0)
                if worth > best_worth:
                    best, best_worth = 5 * circle + die, worth
    return best


@compiled
def _worth(state: Table, seat: int, circle: int, number: int) -> float:
    """The extreme points of a number, and how much it adds to the hopes of its row and its column."""
    sheet = SHEETS + 25 * seat
    row, column = circle // 5, circle % 5
    across, down = sheet + 5 * row, sheet + column
    in_row = _expected(state, across, 1, column, number) - _expected(state, across, 1, -1, 0)
    in_column = _expected(state, down, 5, row, number) - _expected(state, down, 5, -1, 0)
    from_extremes: int = 2 * EXTREME_CROSSES[number]
    return from_extremes + (in_row + in_column)


@compiled
def _expected(state: Table, first: int, step: int, place: int, number: int) -> float:
    """The expected points of a line, with this number in one of its places, or as it is if there is none."""
    with_0, with_1, with_2, with_3, with_4 = 0.0, 1.0, 3.0, 6.0, 10.0
    right = number if place == 4 else state[first + 4 * step]
    for n in range(3, -1, -1):
        left = number if place == n else state[first + n * step]
        chance = CHANCES[left, right]
        with_0 = chance * with_1 + (1 - chance) * with_0
        with_1 = chance * with_2 + (1 - chance) * with_1
        with_2 = chance * with_3 + (1 - chance) * with_2
        with_3 = chance * with_4 + (1 - chance) * with_3
        right = left
    return with_0


# Between the readable rules and the kernel; nothing here is compiled.

_ENTRIES = [Enter(circle, die) for circle in CIRCLES for die in COLOUR_ORDER]
# Written and read once: these are the very objects of the menus, and so are quick to compare with them.
_MOVES: tuple[Move, ...] = (
    *[parse_move(format_move(entry)) for entry in _ENTRIES],
    *[Choose(colour) for colour in COLOUR_ORDER],
)


def to_index(move: Move) -> int:
    """The number of a move."""
    if isinstance(move, Choose):
        return CHOOSE + move.colour.order
    return 5 * move.circle + move.die.order


def to_move(index: int) -> Move:
    """The move of a number."""
    return _MOVES[index]


def outcome_of(outcome: Outcome) -> NDArray[np.int8]:
    """What chance gave, as `apply_fate` takes it."""
    return np.array(outcome.dice if isinstance(outcome, Roll) else [outcome.seat], np.int8)


def new_state(seats: int, options: Options | None = None) -> Table:
    """The state before anything has happened; BadOptions if it cannot be."""
    return state_of(setup(seats, options or Options()))


@cache
def _orders(layout: Layout) -> tuple[int, ...]:
    """The colour of every circle by its number."""
    return tuple(colour.order for colour in colours_of(layout))


def state_of(state: State) -> Table:
    """A readable state as an array."""
    seats = len(state.sheets)
    spare = 5 - seats
    numbers = [number for sheet in state.sheets for number in sheet]
    return np.array(
        [
            seats,
            sum(1 << seat for seat in state.may_start),
            -1 if state.starter is None else state.starter,
            state.round,
            *((0,) * 5 if state.roll is None else state.roll.dice),
            *[-1 if colour is None else colour.order for colour in state.colours],
            *(-1,) * spare,
            *_orders(state.layout),
            *numbers,
            *(0,) * (25 * spare),
        ],
        np.int8,
    )


def deciding(state: Table) -> list[Seat]:
    """The seats that decide now, all at once."""
    due = pending(state)
    if due == COLOUR:
        return [Seat(next_to_choose(state))]
    return [Seat(seat) for seat in range(state[SEATS])] if due == ENTRY else []
