"""A running match and its transitions: pure functions, so that a step is computed before it is stored.

The entries of a seat at one point are numbered: `nth` is 0 for its first choice, 1 to take it back, and so
on. A message that arrives twice, late or out of order therefore takes effect once: either the nth entry is in
the log already, or another entry is due. All of this follows from the log, so it survives a restart.
"""

from dataclasses import dataclass
from typing import Any

from closecall.core.errors import AlreadyChosen, GameError, StaleDecision
from closecall.core.fate import mixed, with_fate
from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.record import (
    MOST_ENTRIES,
    AnyEntry,
    AnyMatch,
    after_entry,
    knows_version,
    parse_entry,
)
from closecall.core.rules import AnyRules, Decision, Seat, Viewer, letter
from closecall.server.polite_threads import politely
from closecall.server.tables import Table
from closecall.store import StoredTable

MOST_TAKE_BACKS = 200
"""Of one seat in one game. Each adds two entries, itself and the next choice: 2,000 at five seats."""
LONGEST_LOG = MOST_ENTRIES - 100
"""A game with a longer log is abandoned, so that every finished game fits into a record.

A choice and the outcomes after it are at most a dozen entries. Only a game without a bound on its length,
such as Close Enough, gets here; all others end thousands of entries earlier.
"""


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match and the seed of its outcomes."""

    match: AnyMatch
    seed: bytes
    """The secret seed, mixed with the players' words."""
    starts: tuple[int, ...]
    """For each point so far, the length of the log when it began."""

    def __repr__(self) -> str:
        return f"Live(point={self.match.point})"  # The seed is a secret.


def start_match(rules: AnyRules, seats: int, options: Any, seed: bytes) -> LiveMatch:
    """A new match, up to its first decision."""
    return _after_fate(LiveMatch(Match.start(rules, seats, options), seed, (0,)))


def resume_match(
    rules: AnyRules, seats: int, options: Any, seed: bytes, log: tuple[AnyEntry, ...]
) -> LiveMatch:
    """A match rebuilt from its log, in a thread other than the event loop's."""
    live = LiveMatch(Match.start(rules, seats, options), seed, (0,))
    for entry in politely(log):
        live = _with_match(live, after_entry(live.match, entry))
    return live


def start_table(table: Table, seed: str) -> LiveMatch:
    """The new match of a table that has just started."""
    return start_match(table.rules, len(table.places), table.options, effective_seed(table, seed))


def load_table(stored: StoredTable) -> tuple[Table, LiveMatch | None]:
    """A table from the store, and its match if it has started."""
    table = Table.of(stored.table)
    if table.started_at is None:
        return table, None
    rules = table.rules
    if not knows_version(rules, table.rules_version):
        raise GameError("table_old_rules", version=table.rules_version, ours=rules.VERSION)
    log = tuple(parse_entry(rules, kept.entry, f"log[{kept.n}]") for kept in stored.entries)
    seed = effective_seed(table, stored.seed)
    return table, resume_match(rules, len(table.places), table.options, seed, log)


def effective_seed(table: Table, seed: str) -> bytes:
    """The seed of a table's outcomes: its secret seed, mixed with the players' words."""
    return mixed(bytes.fromhex(seed), table.words)


def after_commit(live: LiveMatch, seat: Seat, move: Any, *, point: int, nth: int) -> LiveMatch:
    """The match after a seat's choice; the same object if the log has this entry already."""
    if _is_known(live, Commit(seat, move), point, nth):
        return live
    after = live.match.commit(seat, move, point=point)
    if after is live.match:  # Sealed already, but as another entry.
        raise AlreadyChosen("already_chosen", seat=letter(seat))
    return _after_fate(_with_match(live, after))


def after_take_back(live: LiveMatch, seat: Seat, *, point: int, nth: int) -> LiveMatch:
    """The match after a seat takes its choice back; the same object if the log has this entry already."""
    if _is_known(live, TakeBack(seat), point, nth):
        return live
    after = live.match.take_back(seat, point=point)
    if live.match.log.count(TakeBack(seat)) >= MOST_TAKE_BACKS:
        raise AlreadyChosen("take_backs_spent", most=MOST_TAKE_BACKS)
    return _with_match(live, after)


def is_too_long(live: LiveMatch) -> bool:
    """Whether an unfinished match has to be abandoned."""
    return len(live.match.log) > LONGEST_LOG


def waiting_seats(live: LiveMatch) -> tuple[Seat, ...]:
    """The seats that have to choose."""
    match = live.match
    if not isinstance(match.pending, Decision):
        return ()
    return tuple(seat for seat in match.pending.menus if seat not in match.sealed)


def entry_count(live: LiveMatch, viewer: Viewer) -> int:
    """The number of entries of a seat at the current point."""
    return len(_own(live.match.log[live.starts[-1] :], viewer))


def has_entry(live: LiveMatch, entry: Commit[Any] | TakeBack, *, point: int, nth: int) -> bool:
    """Whether the log has this entry as its seat's nth at this point."""
    own = _entries_at(live, entry.seat, point)
    return nth < len(own) and own[nth] == entry


def _is_known(live: LiveMatch, entry: Commit[Any] | TakeBack, point: int, nth: int) -> bool:
    if not 0 <= point < len(live.starts):
        raise StaleDecision("stale", point=point, now=live.match.point)
    if has_entry(live, entry, point=point, nth=nth):
        return True
    if point == live.match.point and nth != entry_count(live, entry.seat):
        raise StaleDecision("stale_choice")
    return False


def _entries_at(live: LiveMatch, seat: Seat, point: int) -> list[AnyEntry]:
    if not 0 <= point < len(live.starts):
        return []
    end = live.starts[point + 1] if point + 1 < len(live.starts) else None
    return _own(live.match.log[live.starts[point] : end], seat)


def _own(entries: tuple[AnyEntry, ...], viewer: Viewer) -> list[AnyEntry]:
    return [entry for entry in entries if not isinstance(entry, Fate) and entry.seat == viewer]


def _after_fate(live: LiveMatch) -> LiveMatch:
    """Draw outcomes until a seat has to decide."""
    match = with_fate(live.match, live.seed)
    # Each outcome is one entry and begins one point.
    fates = range(len(live.match.log) + 1, len(match.log) + 1)
    return LiveMatch(match, live.seed, (*live.starts, *fates))


def _with_match(live: LiveMatch, match: AnyMatch) -> LiveMatch:
    is_new_point = match.point != live.match.point
    return LiveMatch(match, live.seed, (*live.starts, len(match.log)) if is_new_point else live.starts)
