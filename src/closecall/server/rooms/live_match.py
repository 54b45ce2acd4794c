"""A running match and what happens to it: pure, so that it can be computed before it is kept.

The entries of a seat at one point are numbered: `nth` is 0 for its first choice, 1 to take it back, and so
on. So a message that arrives twice, late or out of order has its effect once: the nth entry is in the log
already, or it is not the nth entry's turn. All of it follows from the log, and survives a restart with it.
"""

from dataclasses import dataclass
from typing import Any

from closecall.core.errors import AlreadyChosen, StaleDecision
from closecall.core.fate import with_fate
from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.record import MOST_ENTRIES, AnyEntry, AnyMatch
from closecall.core.rules import AnyRules, Seat, Viewer, letter

MOST_TAKE_BACKS = 200
"""Of one seat in one game. Each makes two entries more, itself and the next choice: 2,000 at five seats."""
LONGEST_LOG = MOST_ENTRIES - 100
"""A game that goes on behind this is given up, so that the record of every game that is over can be had.

A choice and what fate does after it are a dozen entries at most. Five games of Qwixx have fewer than 8,300
and take-backs, since each turn crosses something on the active sheet or is one of its misthrows; Close to the
Mark! has 156. Only Close Enough can go on for ever: what one player wins, another may lose.
"""


@dataclass(frozen=True, slots=True)
class Live:
    """A match with what its fate comes from."""

    match: AnyMatch
    seed: bytes
    """What the outcomes are drawn from: the secret seed with the players' words."""
    starts: tuple[int, ...]
    """For each point until now, how long the log was when it began."""

    def __repr__(self) -> str:
        return f"Live(point={self.match.point})"  # The seed is a secret.


def begun(rules: AnyRules, seats: int, options: Any, seed: bytes) -> Live:
    """A match that starts now: fate has acted until a seat must decide."""
    return _after(Live(Match.start(rules, seats, options), seed, (0,)))


def resumed(rules: AnyRules, seats: int, options: Any, seed: bytes, log: tuple[AnyEntry, ...]) -> Live:
    """A match as its log tells it; its rules were obeyed when it was written."""
    live = Live(Match.start(rules, seats, options), seed, (0,))
    for entry in log:
        live = _with(live, _replayed(live.match, entry))
    return live


def committed(live: Live, seat: Seat, move: Any, *, point: int, nth: int) -> Live:
    """The match after a seat's choice; the very same if this entry is known."""
    if _is_known(live, Commit(seat, move), point, nth):
        return live
    after = live.match.commit(seat, move, point=point)
    if after is live.match:  # Sealed already, and this would be another entry.
        raise AlreadyChosen("already_chosen", seat=letter(seat))
    return _after(_with(live, after))


def taken_back(live: Live, seat: Seat, *, point: int, nth: int) -> Live:
    """The match after a seat has taken its choice back; the very same if this entry is known."""
    if _is_known(live, TakeBack(seat), point, nth):
        return live
    after = live.match.take_back(seat, point=point)
    if live.match.log.count(TakeBack(seat)) >= MOST_TAKE_BACKS:
        raise AlreadyChosen("take_backs_spent", most=MOST_TAKE_BACKS)
    return _with(live, after)


def is_too_long(live: Live) -> bool:
    """Whether a match that is not over has to be given up."""
    return len(live.match.log) > LONGEST_LOG


def entries_at(live: Live, viewer: Viewer) -> int:
    """How many entries a seat has made at the current point."""
    return len(_own(live.match.log[live.starts[-1] :], viewer))


def has(live: Live, entry: Commit[Any] | TakeBack, *, point: int, nth: int) -> bool:
    """Whether an entry is in the log as its seat's nth at this point."""
    own = _entries(live, entry.seat, point)
    return nth < len(own) and own[nth] == entry


def _is_known(live: Live, entry: Commit[Any] | TakeBack, point: int, nth: int) -> bool:
    if not 0 <= point < len(live.starts):
        raise StaleDecision("stale", point=point, now=live.match.point)
    if has(live, entry, point=point, nth=nth):
        return True
    if point == live.match.point and nth != entries_at(live, entry.seat):
        raise StaleDecision("stale_choice")
    return False


def _entries(live: Live, seat: Seat, point: int) -> list[AnyEntry]:
    if not 0 <= point < len(live.starts):
        return []
    end = live.starts[point + 1] if point + 1 < len(live.starts) else None
    return _own(live.match.log[live.starts[point] : end], seat)


def _own(entries: tuple[AnyEntry, ...], viewer: Viewer) -> list[AnyEntry]:
    return [entry for entry in entries if not isinstance(entry, Fate) and entry.seat == viewer]


def _after(live: Live) -> Live:
    """Let fate act until a seat must decide."""
    match = with_fate(live.match, live.seed)
    # Each outcome is one entry and begins one point.
    fates = range(len(live.match.log) + 1, len(match.log) + 1)
    return Live(match, live.seed, (*live.starts, *fates))


def _with(live: Live, match: AnyMatch) -> Live:
    is_new_point = match.point != live.match.point
    return Live(match, live.seed, (*live.starts, len(match.log)) if is_new_point else live.starts)


def _replayed(match: AnyMatch, entry: AnyEntry) -> AnyMatch:
    match entry:
        case Fate(outcome):
            return match.fate(outcome)
        case Commit(seat, move):
            return match.commit(seat, move, point=match.point)
        case TakeBack(seat):
            return match.take_back(seat, point=match.point)
