"""Whether a view can come from a table at all.

Compiled bots trust what they see: an impossible seat or card would make them read outside their arrays, or
crash. So a view from a stranger is compared with the view of a table that the rules accept.
"""

from importlib import import_module
from typing import Any

from closecall.core.match import Match
from closecall.core.rules import Decision
from closecall.core.seen import Seen
from closecall.games import game_of

Rebuilt = tuple[int, Any, Any]
"""The number of seats, the options, and a state."""


def is_possible(game: str, seen: Seen[Any, Any]) -> bool:
    """Whether the viewer can see exactly this when it has to decide.

    Without a kernel a game has no compiled bots, and any view will do.
    """
    described, viewer = game_of(game), seen.viewer
    if described.bots is None or described.kernel is None:
        return True
    rules = described.rules
    try:
        seats, options, state = import_module(described.bots).rebuild(seen.view)
        Match.start(rules, seats, options)
        pending = rules.pending(state)
        is_asked = isinstance(pending, Decision) and viewer in pending.menus
        return is_asked and rules.view(state, viewer) == seen.view
    except Exception:  # A view can be wrong in more ways than its types tell.
        return False


def seats_in(game: str, seen: Seen[Any, Any]) -> int | None:
    """The number of seats at the table that a possible view shows; None if its game has no compiled bots."""
    described = game_of(game)
    if described.bots is None or described.kernel is None:
        return None
    rebuilt: Rebuilt = import_module(described.bots).rebuild(seen.view)
    return rebuilt[0]


def expect(*facts: bool) -> None:
    """Refuse numbers that a view shows as they are, whether a table allows them or not."""
    if not all(facts):
        raise ValueError("no table shows this")
