"""The bots of Qwixx, in one table.

| level | how it plays | mistakes |
|---|---|---|
| expert | to win: a net gives its chance to win before each roll; alone perfectly, by a table | none |
| hard | compares the points its sheet can expect with those of the best opponent | none |
| medium | the same | plays as easy does in one move of three |
| easy | crosses what skips few numbers, and avoids misthrows | those of a beginner (`beginner.py`) |

sparring.py describes the sparring partners. Asked for one more game, all of them want it (Q11). Until then
they play for the games agreed so far, as if nobody were asked.

This module and what it imports need neither Numba nor NumPy: a runtime makes the choices (`bots/runtime.py`).
"""

from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import AnyBot, SolvedTable
from closecall.bots.qwixx import greedy, solo_file
from closecall.bots.qwixx.evaluator_weights import TUNED, evaluator_weights
from closecall.bots.qwixx.net_file import net_for, read_net, seats_with
from closecall.bots.qwixx.net_layout import SCORE_AT
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.runtime import Runtime, Stored, find_runtime
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.rules import Seat
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import MORE, Move
from closecall.games.qwixx.scoring import score
from closecall.games.qwixx.state import Options, Row, Sheet, State, reason_to_end
from closecall.games.qwixx.view import SheetView, View
from closecall.kernels.jit import timed_build
from closecall.kernels.qwixx.state_conversion import encode_state, to_move

LEVELS = ("expert", "hard", "medium", "easy")
trained_levels = ("expert",)
"""The levels that play by values which can be trained."""
values_file = "values.npz"
"""What a finished training run has left for them in its folder."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A level as a bot."""

    level: str

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move that it would make in the arena."""
        runtime = find_runtime()
        return greedy.choose(seen, rng) if runtime is None else self.choose_with(runtime, seen, rng)

    def choose_with(self, runtime: Runtime, seen: Seen[Move, View], rng: Random) -> Move:
        """The same with a given runtime."""
        if seen.view.is_asking:
            return MORE
        assert seen.viewer is not None
        state, seats = encode_state(readable_state(seen.view)), len(seen.view.sheets)
        policy, weights = PLAYERS.index(self.level), _weights(runtime, self.level, seats)
        return to_move(
            runtime.call_int("qwixx_decide", policy, state, seen.viewer, rng.getrandbits(62), weights)
        )


@dataclass(frozen=True, slots=True)
class SparringPartner:
    """A sparring partner as a bot. They are for simulations, and need Numba."""

    name: str

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move that it would make in the arena."""
        if seen.view.is_asking:
            return MORE
        from closecall.bots.qwixx.sparring import sparring_move  # noqa: PLC0415  # Loads Numba.

        return sparring_move(self.name, seen, rng)


@cache
def _weights(runtime: Runtime, level: str, seats: int) -> Stored:
    """What a level knows at a table with this many seats, held by a runtime."""
    if level == "easy":
        return runtime.store(array("f", [0.0]))
    if level != "expert":
        return runtime.store(evaluator_weights(TUNED[seats]))
    return runtime.store(net_for(seats) if seats > 1 else _solo_table(runtime))


def _solo_table(runtime: Runtime) -> "array[float]":
    """The table of this machine, computed if it is missing."""
    kept = solo_file.read_table(solo_file.cache_folder())
    if kept is not None:
        return kept
    with timed_build("the table of solo Qwixx"):
        return solo_file.solve_with(runtime)


def find(name: str) -> AnyBot:
    """A bot by its name."""
    if name == "greedy":
        return greedy
    return LevelBot(name) if name in LEVELS else SparringPartner(name)


def table_for(name: str, seats: int) -> SolvedTable | None:
    """The table by which a level plays with this many seats."""
    return solo_file if name == "expert" and seats == 1 else None


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.qwixx import arena, sparring  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, sparring.players_named(bots), results)


def check_values(run: str, path: Path) -> None:
    """Raise an exception unless a file holds the values of a training run."""
    if run != f"net{seats_with(len(read_net(path)) - SCORE_AT)}":
        raise ValueError("values for another number of seats")


def rebuild(view: View) -> Rebuilt:
    """A table that could look like this to a seat."""
    seats, state = len(view.sheets), readable_state(view)
    if view.is_asking:
        _check_asking(state)
    else:
        expect(view.active in range(seats), view.action in (1, 2), view.dice is not None)
        expect(len(view.results) < view.games)
    if view.dice is not None:
        expect(all(die in range(1, 7) for die in view.dice.white))
        expect(all(die is None or die in range(1, 7) for die in view.dice.coloured))
    return seats, Options(view.games, view.one_more), state


def _check_asking(state: State) -> None:
    """Refuse a question for one more game unless the last one has ended on the table, with its result."""
    first = Seat(0) if len(state.sheets) == 1 else None
    expect(state.active == first, state.action is None, state.roll is None, not state.has_crossed)
    last, scores = state.results[-1], tuple([score(sheet).total for sheet in state.sheets])
    expect(last.reason == reason_to_end(state.sheets), last.scores == scores)


def readable_state(view: View) -> State:
    """The state behind a view: nothing is hidden."""
    return State(
        games=view.games,
        one_more=view.one_more,
        results=view.results,
        active=view.active,
        action=view.action,
        roll=view.dice,
        has_crossed=view.has_crossed,
        sheets=tuple(map(_sheet, view.sheets)),
    )


def _sheet(seen: SheetView) -> Sheet:
    red, yellow, green, blue = (Row(row.crossed, row.locked) for row in seen.rows)
    return Sheet((red, yellow, green, blue), seen.misthrows)
