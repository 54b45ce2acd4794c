"""The strong bots of Close to the Mark!: from what a seat sees to a move."""

import numpy as np

from closecall.bots.mark.net_choice import choose, new_room
from closecall.bots.mark.net_values import hope_of, player_for
from closecall.core.seen import Seen
from closecall.games.mark.layout import colours_of
from closecall.games.mark.moves import Choose, Move
from closecall.games.mark.view import View, own_sheet
from closecall.kernels.mark import DICE, ROUND, SHEETS, STATE, to_move


def move_of(seen: Seen[Move, View], level: int) -> Move:
    """The move of a level: the colour with the best hopes, then entries."""
    assert seen.menu is not None
    layout = tuple(colour.order for colour in colours_of(seen.view.layout))
    if seen.view.choosing is not None:
        colours = [move for move in seen.menu if isinstance(move, Choose)]
        return max(colours, key=lambda move: hope_of(layout, move.colour.order))
    sheet = own_sheet(seen.view)
    assert sheet.colour is not None
    assert seen.view.dice is not None
    state = np.zeros(STATE, np.int8)
    state[ROUND], state[DICE : DICE + 5] = seen.view.round, seen.view.dice
    state[SHEETS : SHEETS + 25] = sheet.numbers
    return to_move(choose(state, 0, player_for(layout, sheet.colour.order), level, new_room()))
