"""What is counted in each game beside points, under the names that its kernel gives them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from closecall.bots import OUTSIDE
from closecall.core.record import AnyMatch
from closecall.games.mark.scoring import score


class Counted(NamedTuple):
    """How long a game is and what its seats do, by name."""

    length: str
    counts: tuple[str, ...]


COUNTED = {
    "mark": Counted("rounds", ("crosses", "extreme_crosses")),
    "qwixx": Counted("turns", ("misthrows", "locks")),
    "enough": Counted("rounds", ("calls", "calls_won")),
}
LOST_MOVES = "lost_moves"
"""What is counted too where programs of others play: how many moves another bot has made for them."""


def counted_for(game: str, bots: Sequence[str]) -> Counted:
    """What is counted at a table of these bots."""
    counted = COUNTED[game]
    has_programs = any(bot.startswith(OUTSIDE) for bot in bots)
    return counted._replace(counts=(*counted.counts, LOST_MOVES)) if has_programs else counted


class Watcher:
    """Counts while a match of the readable engine goes on: it is shown the match after every step."""

    def __init__(self, game: str, start: AnyMatch) -> None:
        self.length = 0
        self.counts = {name: [0] * start.seats for name in COUNTED[game].counts}
        self._look = _LOOKS[game]
        self._before: Any = start.state

    def look(self, match: AnyMatch) -> None:
        """See what has changed."""
        if match.state is not self._before:
            self._look(self, self._before, match.state)
            self._before = match.state


def _look_at_mark(watcher: Watcher, _before: Any, state: Any) -> None:
    """The sheets say it all when they are full."""
    watcher.length = state.round
    if state.round == 25:
        for seat, sheet in enumerate(state.sheets):
            scored = score(sheet)
            watcher.counts["crosses"][seat] = sum(scored.crosses)
            watcher.counts["extreme_crosses"][seat] = scored.extreme_crosses


def _look_at_qwixx(watcher: Watcher, before: Any, state: Any) -> None:
    """A finished game stays on the table until the next begins, so its sheets are read once."""
    if state.roll is not None and before.roll is None:
        watcher.length += 1
    if len(state.results) > len(before.results):
        for seat, sheet in enumerate(state.sheets):
            watcher.counts["misthrows"][seat] += sheet.misthrows
            watcher.counts["locks"][seat] += sum([row.locked for row in sheet.rows])


def _look_at_enough(watcher: Watcher, before: Any, state: Any) -> None:
    """The public end of a round names the caller; the token that is drawn after it changes no call."""
    ended, known = state.last, before.last
    if ended is None or (known is not None and known.round == ended.round):
        return
    watcher.length += 1
    if ended.caller is not None:
        watcher.counts["calls"][ended.caller] += 1
        watcher.counts["calls_won"][ended.caller] += ended.won


_LOOKS: dict[str, Callable[[Watcher, Any, Any], None]] = {
    "mark": _look_at_mark,
    "qwixx": _look_at_qwixx,
    "enough": _look_at_enough,
}
