"""The bots of Close to the Mark!, in one table.

| level | how it judges an entry | circles it overlooks |
|---|---|---|
| expert | by the best answers to every roll that may follow; it solves the last circles exactly | none |
| hard | by the net's value of the sheet, without looking at the next roll | one in twelve |
| medium | by its points and the potential of its lines | one in eight |
| easy | by the points it scores at once, and whether a similar number is beside it | one in eight |

Easy and medium take any of the entries that look equally good, wherever they are on the sheet. What is
overlooked, and which of equals is taken, depends on the sheet and the dice only, so a level always answers
the same view with the same move.

This module is light; Numba is loaded when a level first chooses or a table is first played.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import AnyBot
from closecall.bots.mark import greedy
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.seen import Seen
from closecall.games.mark.layout import colours_of
from closecall.games.mark.moves import Choose, Move
from closecall.games.mark.state import ROUNDS, Options, Roll, State
from closecall.games.mark.view import View, own_sheet

LEVELS = ("easy", "medium", "hard", "expert")
"""By the number of the level in compiled code."""
trained_levels = ("expert", "hard")
"""The levels that play by values which can be trained."""
values_file = "values.npz"
"""What a finished training run has left for them in its folder."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A level as a bot."""

    level: int

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The colour with the most expected points, then the entries of this level."""
        from closecall.bots.mark.net_values import expected_points  # noqa: PLC0415  # Loads Numba.

        assert seen.menu is not None
        layout = tuple(colour.order for colour in colours_of(seen.view.layout))
        if seen.view.choosing is None:
            return self._enter(seen.view, layout)
        colours = [move for move in seen.menu if isinstance(move, Choose)]
        return max(colours, key=lambda move: expected_points(layout, move.colour.order))

    def _enter(self, view: View, layout: tuple[int, ...]) -> Move:
        import numpy as np  # noqa: PLC0415  # These load Numba.

        from closecall.bots.mark.choice import choose_entry, new_scratch  # noqa: PLC0415
        from closecall.bots.mark.net_values import player_for  # noqa: PLC0415
        from closecall.kernels.mark.kernel import DICE, ROUND, SHEETS, STATE, to_move  # noqa: PLC0415

        sheet = own_sheet(view)
        assert sheet.colour is not None
        assert view.dice is not None
        state = np.zeros(STATE, np.int8)
        state[ROUND], state[DICE : DICE + 5] = view.round, view.dice
        state[SHEETS : SHEETS + 25] = sheet.numbers
        player = player_for(layout, sheet.colour.order)
        return to_move(choose_entry(state, 0, player, self.level, new_scratch()))


def find(name: str) -> AnyBot:
    """A bot by its name."""
    return greedy if name == "greedy" else LevelBot(LEVELS.index(name))


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.mark import arena  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, arena.seated(bots, start), results)


def check_values(_run: str, path: Path) -> None:
    """Raise an exception unless a file holds the values of a training run."""
    from closecall.bots.mark.net_values import read_values  # noqa: PLC0415  # Loads Numba.

    read_values(path)


def rebuild(view: View) -> Rebuilt:
    """A table that could look like this to a seat."""
    seats = range(len(view.sheets))
    numbers = [number for sheet in view.sheets for number in sheet.numbers]
    expect(view.starter in seats, view.round in range(ROUNDS))
    expect(all(die in range(1, 7) for die in view.dice or ()))
    expect(all(number == 0 or number in range(2, 13) for number in numbers))
    black, blue, green, yellow, red = view.dice or (0,) * 5
    state = State(
        layout=view.layout,
        may_start=(),
        starter=view.starter,
        colours=tuple(sheet.colour for sheet in view.sheets),
        round=view.round,
        roll=Roll((black, blue, green, yellow, red)) if view.dice else None,
        sheets=tuple(sheet.numbers for sheet in view.sheets),
    )
    return len(view.sheets), Options(layout=view.layout), state
