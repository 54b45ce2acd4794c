"""The bots of Close Enough, in one table.

| level | how it plays |
|---|---|
| expert | deals hidden cards as the others' play suggests, and tries its moves on many such deals |
| hard | by thresholds that were tuned in games |
| medium | by untuned thresholds; it overlooks things and sometimes calls on nothing |
| easy | calls and stays in too far from its target, overlooks a lot, and never locks or silences |

Nobody overlooks a lot that is exactly on its target.

The last two sometimes show cards that they need not (`bragging.py`).

This module and what it imports need neither Numba nor NumPy: a runtime makes the choices (`bots/runtime.py`).
"""

from array import array
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import AnyBot
from closecall.bots.enough import greedy
from closecall.bots.enough.bragging import BRAGS, brag_or_keep
from closecall.bots.enough.level_values import current_values, level_row, models_of, read_values, scale_of
from closecall.bots.enough.scored_view import check_scored
from closecall.bots.enough.search_effort import EXPERT, SearchEffort
from closecall.bots.runtime import Argument, Runtime, find_runtime
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.seen import Seen
from closecall.games.enough.moves import Move
from closecall.games.enough.state import REDEALS_IN_A_ROW, TURNS_WITHOUT_CALL, Options, Showing, Stance
from closecall.games.enough.view import View, own_player
from closecall.kernels.enough.move_conversion import hand_of, to_move
from closecall.kernels.enough.state_conversion import encode_state
from closecall.kernels.enough.view_conversion import readable_state

trained_levels = ("expert", "hard")
"""The levels that play by values which can be trained."""
values_file = "knowledge.npz"
"""What a finished training run has left for them in its folder."""
ODDS, WORTHS = 16 * 3 * 3 * 16, 14
"""How many odds (`belief.py`) and worths (`search.py`) there are for a number of seats."""
MOST_ROUNDS = 10_000
"""More rounds and stars than any game has."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A level as a bot."""

    level: str
    effort: SearchEffort = EXPERT
    """How much the expert searches."""

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move of this level."""
        runtime = find_runtime()
        return greedy.choose(seen, rng) if runtime is None else self.choose_with(runtime, seen, rng)

    def choose_with(self, runtime: Runtime, seen: Seen[Move, View], rng: Random) -> Move:
        """The same with a given runtime."""
        view, seat = seen.view, seen.viewer
        if view.phase == "Showing":
            return brag_or_keep(view, BRAGS.get(self.level, 0), rng)
        assert seat is not None
        state, seed = encode_state(readable_state(view)), rng.getrandbits(62)
        seats, scale = len(view.players), scale_of(view.kit.cards)
        if self.level == "expert":
            known, effort = _knowledge(runtime, seats, scale), array("q", self.effort)
            move = runtime.call_int("enough_search", state, seat, seed, *known, effort)
        else:
            row = level_row(self.level, seats, scale)
            move = runtime.call_int("enough_follow_thresholds", state, seat, seed, row)
        return to_move(move, hand_of(state, seat))


@lru_cache(maxsize=16)
def _knowledge(runtime: Runtime, seats: int, scale: float) -> tuple[Argument, Argument, Argument]:
    """What the expert knows at a table with this many seats: models of players, odds and worths."""
    values = current_values()
    found = values.knowledge[f"odds{seats}"], values.knowledge[f"worths{seats}"]
    return models_of(values, seats, scale), *found


def find(name: str) -> AnyBot:
    """A bot by its name."""
    return greedy if name == "greedy" else LevelBot(name)


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.enough import arena  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, arena.players_named(bots, start), results)


def check_values(_run: str, path: Path) -> None:
    """Raise an exception unless a folder holds the values of a training run; `path` is one of its files."""
    values = read_values(path.parent)
    for seats in (3, 4, 5):
        models_of(values, seats, 1.0)
        if len(values.knowledge[f"odds{seats}"]) != ODDS or len(values.knowledge[f"worths{seats}"]) != WORTHS:
            raise ValueError("odds and worths of another shape")


def rebuild(view: View) -> Rebuilt:
    """A table that could look like this to a seat."""
    seats = range(len(view.players))
    expect(view.round in range(1, MOST_ROUNDS), view.first in seats, view.redeals in range(REDEALS_IN_A_ROW))
    expect(view.turns in range((TURNS_WITHOUT_CALL + 1) * len(seats)))  # Last turns after a call count too.
    expect(all(player.stars in range(MOST_ROUNDS) for player in view.players))
    expect(own_player(view).target in view.kit.targets)
    callers = [seat for seat in seats if view.players[seat].stance is Stance.CALLED]
    expect(callers == ([] if view.caller is None else [view.caller]))
    expect(view.last is None or view.last.caller is None or view.last.caller in seats)
    values, numbers = {*view.kit.cards, None}, [view.drawn, *[player.face_up for player in view.players]]
    expect(values.issuperset(numbers), set(view.kit.targets).issuperset(view.resting))
    state = readable_state(view)
    expect(all(Counter(player.known) <= Counter(player.hand) for player in state.players))
    if isinstance(state.phase, Showing):
        check_scored(state)
    return len(view.players), Options(kit=view.kit, advanced=view.advanced, showing=view.showing), state
