"""The bots of Qwixx, in one table.

| level | how it plays | mistakes |
|---|---|---|
| expert | to win: a net gives its chance to win before each roll; alone perfectly, by a table | none |
| hard | compares the points its sheet can expect with those of the best opponent | none |
| medium | the same | plays as easy does in one move of three |
| easy | crosses what skips few numbers, and avoids misthrows | those of a beginner (`beginner.py`) |

sparring.py describes the sparring partners. Asked for one more game, all of them want it (Q11). Until then
they play for the games agreed so far, as if nobody were asked.

This module is light; Numba is loaded when a bot first chooses a cross or a table is first played.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from closecall.bots import AnyBot
from closecall.bots.qwixx import greedy
from closecall.bots.view_check import Rebuilt, expect
from closecall.core.rules import Seat
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import MORE, Move
from closecall.games.qwixx.scoring import score
from closecall.games.qwixx.state import Options, Row, Sheet, State, reason_to_end
from closecall.games.qwixx.view import SheetView, View

trained_levels = ("expert",)
"""The levels that play by values which can be trained."""
values_file = "values.npz"
"""What a finished training run has left for them in its folder."""


@dataclass(frozen=True, slots=True)
class CompiledBot:
    """A level or sparring partner, by its name in the arena."""

    name: str

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move that it would make in the arena."""
        if seen.view.is_asking:
            return MORE
        # These load Numba.
        from closecall.bots.qwixx.arena import PLAYERS, decide_without_net, fraction  # noqa: PLC0415
        from closecall.bots.qwixx.net_turn import net_move  # noqa: PLC0415
        from closecall.bots.qwixx.sparring import new_chances, weights_for  # noqa: PLC0415
        from closecall.kernels.qwixx.kernel import state_of, to_move  # noqa: PLC0415

        seat, seats, chances = seen.viewer, len(seen.view.sheets), new_chances(rng)
        assert seat is not None
        state, weights = state_of(readable_state(seen.view)), weights_for(self.name, seats)
        if self.name == "expert" and seats > 1:
            return to_move(net_move(weights, state, seat, fraction(chances)))
        return to_move(decide_without_net(PLAYERS.index(self.name), state, seat, chances, weights))


def find(name: str) -> AnyBot:
    """A bot by its name."""
    return greedy if name == "greedy" else CompiledBot(name)


def play_tables(bots: tuple[str, ...], seed: int, first_table: int, start: Any, results: Any) -> None:
    """Play tables of these bots from a state to the end, one for each row of the kernel's results."""
    from closecall.bots.qwixx import arena, sparring  # noqa: PLC0415  # Loads Numba.

    arena.play_tables(seed, first_table, start, sparring.players_named(bots), results)


def check_values(run: str, path: Path) -> None:
    """Raise an exception unless a file holds the values of a training run."""
    from closecall.bots.qwixx.net_values import read_parts, seats_of  # noqa: PLC0415  # Loads Numba.

    if run != f"net{seats_of(read_parts(path).rest)}":
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
