"""Conversion between readable moves and states and their numbers, in plain Python."""

from array import array
from functools import lru_cache

from closecall.games.qwixx.moves import MORE, PASS, STOP, Cross, Move, format_move, parse_move
from closecall.games.qwixx.state import COLOURS, Row, State, closed_rows
from closecall.kernels.qwixx.array_layout import LOCK, REASONS, STATE

_CROSSES = [Cross(colour, number) for colour in COLOURS for number in colour.numbers]
# Parsing returns the same objects that menus contain, so that comparing with them is fast.
_MOVES: tuple[Move, ...] = (*[parse_move(format_move(cross)) for cross in _CROSSES], PASS, MORE, STOP)
_INDICES = {move: index for index, move in enumerate(_MOVES)}


def to_index(move: Move) -> int:
    """The number of a move."""
    return _INDICES[move]


def to_move(index: int) -> Move:
    """The move of a number."""
    return _MOVES[index]


def encode_state(state: State) -> "array[int]":
    """A readable state as an array."""
    spare = 5 - len(state.sheets)
    roll = state.roll
    numbers = [
        len(state.sheets),
        state.games,
        int(state.one_more),
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
    return array("h", numbers + [0] * (STATE - len(numbers)))


@lru_cache(maxsize=1 << 14)
def _bits(at: int, row: Row) -> int:
    """A row as a number."""
    places = [COLOURS[at].numbers.index(number) for number in row.crossed]
    return sum(1 << place for place in places) + LOCK * row.locked
