"""What the database says about a table, past the server; read entry by entry, and held against the clients.

The log is the truth. What was acknowledged must stand in it at its place, what nobody sent must not, its
outcomes must be those that the seed gives, and whatever a client has been shown must be what follows from it.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from closecall.core import codec
from closecall.core.errors import GameError
from closecall.core.fate import SeededSource, mixed
from closecall.core.match import Fate, Match, TakeBack
from closecall.core.record import AnyMatch, parse_entry
from closecall.core.rules import Over
from closecall.core.seen import encode_seen
from closecall.games import rules_of
from server.clients import Choice, Client, Journal, Moment
from store.kept import execute


class Ledger:
    """The log of one table, as far as it was read."""

    def __init__(self, database: str, table_id: str) -> None:
        self.table_id = table_id
        self.texts: list[str] = []
        self.troubles: list[tuple[str, str]] = []
        """What must not be: its kind, and what it is about."""
        row = execute(
            database, f"SELECT game, options, words, seed, seats FROM tables WHERE id = '{table_id}'"
        )
        game, options, words, seed, seats = row[0]
        self.rules = rules_of(game)
        self._seed = mixed(bytes.fromhex(seed), tuple(json.loads(words)))
        places = json.loads(seats)["places"]
        decoded = codec.decode(self.rules.OPTIONS, json.loads(options), "options")
        self._matches: list[AnyMatch] = [Match.start(self.rules, len(places), decoded)]
        self._own: dict[tuple[int, int], list[Choice]] = defaultdict(list)
        self._at: list[Choice | None] = []
        self._reported: set[tuple[str, str]] = set()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self._matches[-1].pending, Over)

    @property
    def waiting(self) -> set[int]:
        """The seats that have to choose."""
        return {int(seat) for seat in self._matches[-1].seen_by(None).waiting}

    @property
    def choices(self) -> set[Choice]:
        """All choices that stand in the log, bots' too."""
        return {choice for choices in self._own.values() for choice in choices}

    def read(self, texts: list[str]) -> None:
        """Read what is new; what was there must be there still."""
        if texts[: len(self.texts)] != self.texts:
            self._trouble("lost", "what was in the log before is not there now")
            return
        for text in texts[len(self.texts) :]:
            try:
                self._take(text)
            except GameError as error:
                self._trouble("broken", f"log[{len(self.texts)}] {text}: {error.code}")
                return
            self.texts.append(text)

    def _take(self, text: str) -> None:
        match = self._matches[-1]
        entry = parse_entry(self.rules, text, "log")
        if isinstance(entry, Fate):
            if self.rules.draw(match.state, SeededSource(self._seed, match.point)) != entry.outcome:
                self._trouble("unfair", f"log[{len(self.texts)}] {text}")
            self._at.append(None)
            self._matches.append(match.fate(entry.outcome))
            return
        own = self._own[entry.seat, match.point]
        move = None if isinstance(entry, TakeBack) else self.rules.format_move(entry.move)
        own.append(Choice(entry.seat, match.point, len(own), move))
        self._at.append(own[-1])
        if isinstance(entry, TakeBack):
            self._matches.append(match.take_back(entry.seat, point=match.point))
            return
        after = match.commit(entry.seat, entry.move, point=match.point)
        if after is match:
            self._trouble("doubled", f"log[{len(self.texts)}] {text}")
        self._matches.append(after)

    def hold_against(
        self, journal: Journal, people: Iterable[int], acknowledged: Iterable[Choice] | None = None
    ) -> None:
        """All that was acknowledged stands at its place, and people did nothing that they did not send."""
        found = self.choices
        for choice in set(journal.acknowledged if acknowledged is None else acknowledged) - found:
            self._trouble("lost", str(choice))
        by_people = {choice for choice in found if choice.seat in people}
        for choice in by_people - journal.sent:
            self._trouble("doubled", str(choice))
        for choice in journal.unseen:
            self._trouble("unseen", str(choice))

    def hold_against_moment(self, viewer: int | None, moment: Moment) -> None:
        """What was shown is what the log says, and the log knew it before."""
        if moment.n > len(self.texts):
            self._trouble("lost", f"{viewer} has seen {moment.n} entries of {len(self.texts)}")
            return
        match = self._matches[moment.n]
        seen: Any = json.loads(json.dumps(encode_seen(self.rules, match.seen_by(_seat(viewer)))))
        if seen != moment.seen:
            self._trouble("differs", f"{viewer} at {moment.n}: {_difference(seen, moment.seen)}")
        if moment.nth != self._entries_of(viewer, moment.n):
            self._trouble("differs", f"{viewer} at {moment.n}: nth {moment.nth}")

    def _entries_of(self, viewer: int | None, n: int) -> int:
        point = self._matches[n].point
        before = [choice for choice in self._at[:n] if choice is not None and choice.point == point]
        return Counter(choice.seat for choice in before)[-1 if viewer is None else viewer]

    def _trouble(self, kind: str, about: str) -> None:
        if (kind, about) not in self._reported:
            self._reported.add((kind, about))
            self.troubles.append((kind, f"{self.rules.SLUG} {self.table_id}: {about}"))


def _seat(viewer: int | None) -> Any:
    return viewer


def _difference(expected: dict[str, Any], found: dict[str, Any]) -> str:
    return "; ".join(
        f"{key} {str(found.get(key))[:80]} and not {str(expected.get(key))[:80]}"
        for key in {*expected, *found}
        if expected.get(key) != found.get(key)
    )


def logs_of(database: str, table_ids: Iterable[str]) -> dict[str, list[str]]:
    """The logs of some tables, all of one moment."""
    found: dict[str, list[str]] = {table_id: [] for table_id in table_ids}
    listed = ", ".join(f"'{table_id}'" for table_id in found)
    rows = execute(
        database, f"SELECT table_id, n, entry FROM log WHERE table_id IN ({listed or 'NULL'}) ORDER BY n"
    )
    for table_id, n, entry in rows:
        assert n == len(found[table_id]), f"{table_id} has a gap at {n}"
        found[table_id].append(entry)
    return found


def statuses_of(database: str, table_ids: Iterable[str]) -> dict[str, str]:
    """How far some tables have come; those that are not there are left out."""
    listed = ", ".join(f"'{table_id}'" for table_id in table_ids)
    return dict(execute(database, f"SELECT id, status FROM tables WHERE id IN ({listed or 'NULL'})"))


def mistakes_in(log: Path) -> list[str]:
    """The lines of a server's log that tell of a mistake of its own, shortened."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [line[:400] for line in lines if re.search(r"^\S+ error |Traceback|Fatal Python", line)]


def check_table(database: str, journal: Journal, clients: Iterable[Client], people: Iterable[int]) -> Ledger:
    """The whole log of a table where all is quiet, held against all who were there."""
    present = list(clients)
    ledger = Ledger(database, present[0].table_id)
    ledger.read(logs_of(database, [ledger.table_id])[ledger.table_id])
    ledger.hold_against(journal, people)
    for client in present:
        for viewer, moment in client.moments().items():
            ledger.hold_against_moment(viewer, moment)
    return ledger
