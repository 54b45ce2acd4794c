"""Conversion between readable moves and states and their numbers, in plain Python."""

from array import array
from functools import cache

from closecall.games.mark.layout import CIRCLES, COLOURS, Layout, colours_of
from closecall.games.mark.moves import Choose, Enter, Move, format_move, parse_move
from closecall.games.mark.state import State
from closecall.kernels.mark.array_layout import CHOOSE

_ENTRIES = [Enter(circle, die) for circle in CIRCLES for die in COLOURS]
# Parsing returns the same objects that menus contain, so that comparing with them is fast.
_MOVES: tuple[Move, ...] = (
    *[parse_move(format_move(entry)) for entry in _ENTRIES],
    *[Choose(colour) for colour in COLOURS],
)


def to_index(move: Move) -> int:
    """The number of a move."""
    if isinstance(move, Choose):
        return CHOOSE + move.colour.order
    return 5 * move.circle + move.die.order


def to_move(index: int) -> Move:
    """The move of a number."""
    return _MOVES[index]


@cache
def _orders(layout: Layout) -> tuple[int, ...]:
    """The colour of every circle by its number."""
    return tuple(colour.order for colour in colours_of(layout))


def encode_state(state: State) -> "array[int]":
    """A readable state as an array."""
    seats = len(state.sheets)
    spare = 5 - seats
    numbers = [number for sheet in state.sheets for number in sheet]
    return array(
        "b",
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
    )
