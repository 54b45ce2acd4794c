"""Whether any table looks like what a seat is said to see.

Compiled bots trust what they see: a seat or a card that there cannot be would let them read what is not
theirs, or die. So what comes from strangers is compared with the view of a table that the rules know.
"""

from collections.abc import Callable
from typing import Any

from closecall.core.match import Match
from closecall.core.rules import Decision
from closecall.core.seen import Seen
from closecall.games import enough, mark, qwixx, rules_of
from closecall.games.enough.state import REDEALS_IN_A_ROW, TURNS_WITHOUT_CALL, Stance
from closecall.games.enough.view import own_player
from closecall.games.mark.state import ROUNDS, Roll, State

Rebuilt = tuple[int, Any, Any]
"""How many seats there are, the options, and a state."""
DIE = range(1, 7)
SUMS = range(2, 13)
MOST_ROUNDS = 10_000
"""Of Close Enough, which nothing but patience ends; and its stars are fewer."""


def is_possible(game: str, seen: Seen[Any, Any]) -> bool:
    """Whether the viewer can see just this where it has to decide."""
    rules, viewer = rules_of(game), seen.viewer
    try:
        seats, options, state = _REBUILT[game](seen.view)
        Match.start(rules, seats, options)
        pending = rules.pending(state)
        is_asked = isinstance(pending, Decision) and viewer in pending.menus
        return is_asked and rules.view(state, viewer) == seen.view
    except Exception:  # A view can be odd in more ways than its fields can tell.
        return False


def _of_mark(view: mark.View) -> Rebuilt:
    seats = range(len(view.sheets))
    numbers = [number for sheet in view.sheets for number in sheet.numbers]
    _expect(view.starter in seats, view.round in range(ROUNDS), all(die in DIE for die in view.dice or ()))
    _expect(all(number == 0 or number in SUMS for number in numbers))
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
    return len(view.sheets), mark.Options(layout=view.layout), state


def _of_qwixx(view: qwixx.View) -> Rebuilt:
    from closecall.bots.qwixx.state_from_view import readable_state  # noqa: PLC0415  # Loads Numba.

    _expect(view.active in range(len(view.sheets)), view.action in (1, 2), view.dice is not None)
    if view.dice is not None:
        _expect(all(die in DIE for die in view.dice.white))
        _expect(all(die is None or die in DIE for die in view.dice.coloured))
    return len(view.sheets), qwixx.Options(games=view.games), readable_state(view)


def _of_enough(view: enough.View) -> Rebuilt:
    from closecall.kernels.enough.view_conversion import readable_state  # noqa: PLC0415  # Loads Numba.

    seats = range(len(view.players))
    _expect(view.round in range(1, MOST_ROUNDS), view.first in seats, view.redeals in range(REDEALS_IN_A_ROW))
    _expect(view.turns in range((TURNS_WITHOUT_CALL + 1) * len(seats)))  # Last turns after a call count too.
    _expect(all(player.stars in range(MOST_ROUNDS) for player in view.players))
    _expect(own_player(view).target in view.kit.targets)
    callers = [seat for seat in seats if view.players[seat].stance is Stance.CALLED]
    _expect(callers == ([] if view.caller is None else [view.caller]))
    _expect(view.last is None or view.last.caller is None or view.last.caller in seats)
    values, numbers = {*view.kit.cards, None}, [view.drawn, *[player.face_up for player in view.players]]
    _expect(values.issuperset(numbers), set(view.kit.targets).issuperset(view.resting))
    options = enough.Options(kit=view.kit, advanced=view.advanced)
    return len(view.players), options, readable_state(view)


def _expect(*facts: bool) -> None:
    """What the view of a state does not tell: it shows any number as it is."""
    if not all(facts):
        raise ValueError("no table shows this")


_REBUILT: dict[str, Callable[[Any], Rebuilt]] = {"mark": _of_mark, "qwixx": _of_qwixx, "enough": _of_enough}
