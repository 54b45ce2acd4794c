"""What was played, for those who may see it: step by step, as a record, and the proof that it was fair."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from closecall.core.match import Fate
from closecall.core.record import (
    AnyEntry,
    AnyMatch,
    Player,
    Record,
    encode_entry,
    encode_record,
    record_of,
    steps,
)
from closecall.core.rules import Viewer
from closecall.messages import Catalogue
from closecall.server.rooms.live_match import Live
from closecall.server.sockets.protocol import seen_value
from closecall.server.tables import Table, seats_of, storage
from closecall.server.tables.permissions import NotAllowed
from closecall.server.tables.table import expect, place_at
from closecall.store import Status, StoredTable


@dataclass(frozen=True, slots=True)
class Step:
    """The match after so many entries of its log."""

    n: int
    entry: dict[str, Any] | None
    """The entry that led here, as in a record; None before the first, and where it is another's secret."""
    seen: dict[str, Any]
    """The match as the viewer saw it, as in the socket's `seen` frames."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that nobody has chosen the dice."""

    commitment: str
    """The SHA-256 of the secret seed, known to all before the first roll."""
    words: tuple[str, ...]
    """What each seat added to it."""
    entries: int
    """How long the log is."""
    seed: str | None
    """The secret seed, after the game."""
    effective_seed: str | None
    """The seed with the words mixed in, from which all outcomes come."""
    how: tuple[str, ...]
    """How everybody can recompute the outcomes."""


# Step by step.


def check_eyes(table: Table, person: str | None, viewer: Viewer) -> None:
    """Refuse somebody who may see the replay, but not through these eyes.

    After the game all hands are on the table; a game that was given up keeps everybody's secrets.
    """
    if viewer is None:
        return
    place_at(table, viewer)
    if table.status is not Status.OVER and viewer not in seats_of(table, person):
        raise NotAllowed("own_eyes_only")


def replayed(table: Table, match: AnyMatch, viewer: Viewer, first: int, most: int) -> tuple[Step, ...]:
    """Some steps of a match through a viewer's eyes; step n has n entries before it."""
    record = record_of(match, _players(table))
    return tuple(
        Step(n, _entry(table, match, n, viewer), seen_value(match.rules, at.seen_by(viewer)))
        for n, at in islice(enumerate(_moments(match, record)), first, first + most)
    )


def _moments(match: AnyMatch, record: Record) -> Iterator[AnyMatch]:
    yield from (before for before, _ in steps(match.rules, record))
    yield match


def _entry(table: Table, match: AnyMatch, n: int, viewer: Viewer) -> dict[str, Any] | None:
    if n == 0:
        return None
    entry = match.log[n - 1]
    may_know = table.status is Status.OVER or _is_own(entry, viewer)
    return encode_entry(match.rules, entry) if may_know else None


def _is_own(entry: AnyEntry, viewer: Viewer) -> bool:
    return not isinstance(entry, Fate) and entry.seat == viewer


# The record and the proof.


def record_file(stored: StoredTable) -> bytes:
    """The record of a game that is over, with its seed."""
    table, live = storage.loaded(stored)
    expect(table, Status.OVER)
    assert live is not None
    seed = bytes.fromhex(stored.seed)
    record = record_of(live.match, _players(table), table.commitment, seed, table.words)
    return encode_record(live.match.rules, record)


def _players(table: Table) -> tuple[Player, ...]:
    return tuple(Player(place.name, place.bot) for place in table.places)


def proof(table: Table, live: Live | None, seed: str | None, say: Catalogue) -> Proof:
    """The proof as far as it can be given now; `seed` is of a game that is over, else None."""
    assert seed is None or table.status is Status.OVER
    return Proof(
        commitment=table.commitment,
        words=table.words,
        entries=0 if live is None else len(live.match.log),
        seed=seed,
        effective_seed=None if seed is None else storage.effective_seed(table, seed).hex(),
        how=(say("proof.commitment"), say("proof.words"), say("proof.numbers"), say("proof.check")),
    )
