"""The strong bots of Close to the Mark!: from what a seat sees to a move, and many games alone at once."""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.mark.net_choice import Player, choose, new_room
from closecall.bots.mark.net_values import hope_of, player_for
from closecall.compiling import compiled
from closecall.core.seen import Seen
from closecall.games.draws import begin, below
from closecall.games.mark.kernel import (
    DICE,
    ROUND,
    ROUNDS,
    SHEETS,
    STATE,
    Table,
    apply_choices,
    apply_fate,
    scores,
    to_move,
)
from closecall.games.mark.layout import colours_of
from closecall.games.mark.moves import Choose, Move
from closecall.games.mark.view import View, own_sheet


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


@compiled
def play_alone(
    start: Table, player: Player, level: int, numbers: tuple[int, int], points: NDArray[np.int16]
) -> None:
    """Play on alone from a state in which the colour is chosen, once for each place of the points.

    The numbers are the seed and the first table, as in the kernel: the dice are those of its games.
    """
    state, chances, room = np.empty(STATE, np.int8), np.empty(2, np.uint64), new_room()
    dice, choices = np.empty(5, np.int8), np.empty(1, np.int64)
    for n in range(len(points)):
        for at in range(STATE):
            state[at] = start[at]
        begin(chances, numbers[0], numbers[1] + n)
        while state[ROUND] < ROUNDS:
            if not state[DICE]:
                number = below(chances, 6**5)
                for die in range(4, -1, -1):
                    dice[die] = number % 6 + 1
                    number //= 6
                apply_fate(state, dice)
            choices[0] = choose(state, 0, player, level, room)
            apply_choices(state, choices)
        scores(state, points[n : n + 1])
