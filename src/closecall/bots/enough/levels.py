"""The bots of Close Enough, in one table.

| level | how it plays |
|---|---|
| expert | deals hidden cards as the others' play suggests, and tries its moves on many such deals |
| hard | by thresholds that were tuned in games |
| medium | by untuned thresholds; it overlooks things and sometimes calls on nothing |
| easy | calls and stays in too far from its target, overlooks a lot, and never locks or silences |

Nobody overlooks a lot that is exactly on its target.

The last two sometimes show cards that they need not (`bragging.py`).

This module is light; Numba is loaded when a level first chooses a move that needs it, or a table is first
played.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from closecall.bots import AnyBot
from closecall.bots.enough import greedy
from closecall.bots.enough.bragging import BRAGS, brag_or_keep
from closecall.bots.enough.scored_view import check_scored
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.seen import Seen
from closecall.games.enough.moves import Move
from closecall.games.enough.state import REDEALS_IN_A_ROW, TURNS_WITHOUT_CALL, Options, Showing, Stance
from closecall.games.enough.view import View, own_player

if TYPE_CHECKING:
    from closecall.bots.enough.search import SearchEffort

trained_levels = ("expert", "hard")
"""The levels that play by values which can be trained."""
values_file = "knowledge.npz"
"""What a finished training run has left for them in its folder."""
MOST_ROUNDS = 10_000
"""More rounds and stars than any game has."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A level as a bot."""

    level: str
    effort: "SearchEffort | None" = None
    """How much the expert searches; None for its usual effort."""

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move of this level."""
        if seen.view.phase == "Showing":
            return brag_or_keep(seen.view, BRAGS.get(self.level, 0), rng)
        import numpy as np  # noqa: PLC0415  # These load Numba.

        from closecall.bots.enough.search import search_move  # noqa: PLC0415
        from closecall.bots.enough.threshold import threshold_move  # noqa: PLC0415
        from closecall.bots.enough.trained_values import (  # noqa: PLC0415
            EXPERT,
            level_row,
            new_expert,
            scale_of,
        )
        from closecall.kernels.counter_rng import begin  # noqa: PLC0415
        from closecall.kernels.enough.kernel import hand_of, possible_state, to_move  # noqa: PLC0415

        view, seat = seen.view, seen.viewer
        assert seat is not None
        state, chances = possible_state(view), np.zeros(2, np.uint64)
        begin(chances, rng.getrandbits(62), 0)
        seats, scale = len(view.players), scale_of(view.kit.cards)
        if self.level == "expert":
            searcher = new_expert(seats, scale, self.effort or EXPERT)
            move = search_move(state, seat, chances, searcher)
        else:
            moves = np.zeros(16, np.int64)
            move = threshold_move(state, seat, chances, level_row(self.level, seats, scale), moves)
        return to_move(move, hand_of(state, seat))


def find(name: str) -> AnyBot:
    """A bot by its name."""
    return greedy if name == "greedy" else LevelBot(name)


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.enough import arena  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, arena.players_named(bots, start), results)


def check_values(_run: str, path: Path) -> None:
    """Raise an exception unless a folder holds the values of a training run; `path` is one of its files."""
    from closecall.bots.enough.trained_values import expert_with, read_values  # noqa: PLC0415  # Loads Numba.

    values = read_values(path.parent)
    for seats in (3, 4, 5):
        expert_with(values, seats)


def rebuild(view: View) -> Rebuilt:
    """A table that could look like this to a seat."""
    from closecall.kernels.enough.view_conversion import readable_state  # noqa: PLC0415  # Loads Numba.

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
