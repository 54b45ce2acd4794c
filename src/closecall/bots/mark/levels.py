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

This module and what it imports need neither Numba nor NumPy: a runtime makes the choices (`bots/runtime.py`).
"""

from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from closecall.bots import AnyBot
from closecall.bots.mark import greedy
from closecall.bots.mark.net_file import files_for, player_weights, read_file
from closecall.bots.mark.net_layout import SPREAD
from closecall.bots.mark.pattern import pattern_of
from closecall.bots.runtime import Runtime, Stored, find_runtime
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.seen import Seen
from closecall.games.mark.layout import colours_of
from closecall.games.mark.moves import Choose, Move
from closecall.games.mark.state import ROUNDS, Options, Roll, State
from closecall.games.mark.view import View, own_sheet
from closecall.kernels.mark.array_layout import DICE, ROUND, SHEETS, STATE
from closecall.kernels.mark.state_conversion import to_move

LEVELS = ("easy", "medium", "hard", "expert")
"""By the number of the level in compiled code."""
trained_levels = ("expert", "hard")
"""The levels that play by values which can be trained."""
values_file = "values.npz"
"""What a finished training run has left for them in its folder."""
MOST_PLAYERS = 5
"""The players that are held at once: one for each colour of a layout, 7.5 MB each."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A level as a bot."""

    level: int

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The colour with the most expected points, then the entries of this level."""
        runtime = find_runtime()
        return greedy.choose(seen, rng) if runtime is None else self.choose_with(runtime, seen, rng)

    def choose_with(self, runtime: Runtime, seen: Seen[Move, View], _rng: Random) -> Move:
        """The same with a given runtime."""
        assert seen.menu is not None
        layout = tuple([colour.order for colour in colours_of(seen.view.layout)])
        if seen.view.choosing is None:
            return self._enter(runtime, seen.view, layout)
        colours = [move for move in seen.menu if isinstance(move, Choose)]
        return max(colours, key=lambda move: _expected_points(runtime, layout, move.colour.order))

    def _enter(self, runtime: Runtime, view: View, layout: tuple[int, ...]) -> Move:
        sheet = own_sheet(view)
        assert sheet.colour is not None
        assert view.dice is not None
        state = array("b", bytes(STATE))
        state[ROUND] = view.round
        state[DICE : DICE + 5] = array("b", view.dice)
        state[SHEETS : SHEETS + 25] = array("b", sheet.numbers)
        player = _players(runtime).find(layout, sheet.colour.order)
        return to_move(runtime.call_int("mark_choose", state, 0, self.level, *player))


class _Player(NamedTuple):
    """What the entry points need to play one colour of one layout."""

    weights: Stored
    spread: Stored
    pattern: "array[int]"
    dice: "array[int]"


class _Players:
    """The players that a runtime holds; they are large, so the one used least recently makes room."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._held: dict[tuple[tuple[int, ...], int], _Player] = {}

    def find(self, layout: tuple[int, ...], own: int) -> _Player:
        """The player of a colour of a layout."""
        player = self._held.pop((layout, own), None) or self._new(layout, own)
        self._held[layout, own] = player
        return player

    def _new(self, layout: tuple[int, ...], own: int) -> _Player:
        if len(self._held) == MOST_PLAYERS:
            oldest = self._held.pop(next(iter(self._held)))
            self._runtime.release(oldest.weights)
            self._runtime.release(oldest.spread)
        found = player_weights(layout, own)
        weights = self._runtime.store(found.weights)
        spread = self._runtime.reserve("f", found.nets * SPREAD)
        self._runtime.call_int("mark_prepare", weights, spread)
        return _Player(weights, spread, found.pattern, found.dice)


@lru_cache(maxsize=4)
def _players(runtime: Runtime) -> _Players:
    return _Players(runtime)


@lru_cache(maxsize=64)
def _expected_points(runtime: Runtime, layout: tuple[int, ...], own: int) -> float:
    """The points that a player of this colour can expect, as measured or as the nets estimate."""
    files, _ = files_for(pattern_of(layout, own))
    if files[0].pattern:
        return files[0].mean
    player = _players(runtime).find(layout, own)
    empty = array("b", bytes(25))
    return runtime.call("mark_expect", player.weights, player.spread, player.pattern, empty)


def find(name: str) -> AnyBot:
    """A bot by its name."""
    return greedy if name == "greedy" else LevelBot(LEVELS.index(name))


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.mark import arena  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, arena.seated(bots, start), results)


def check_values(_run: str, path: Path) -> None:
    """Raise an exception unless a file holds the values of a training run."""
    read_file(path)


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
