"""What a seat sees of Qwixx as a state of the kernel: all of it lies open, so nothing is missing."""

from closecall.games.qwixx.state import Row, Sheet, State
from closecall.games.qwixx.view import SheetView, View
from closecall.kernels.qwixx import Table, state_of


def state_seen(view: View) -> Table:
    """The state that compiled players look at."""
    return state_of(readable_state(view))


def readable_state(view: View) -> State:
    """The same as the rules have it."""
    return State(
        games=view.games,
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
