"""Tables in the middle of a game, written to a database before the server starts: much faster than HTTP."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from closecall.core.fate import commitment
from closecall.core.record import entry_text
from closecall.server import tables
from closecall.server.people import authentication, identity
from closecall.server.rooms.live_match import start_table
from closecall.server.tables import (
    Clock,
    SeatRequest,
    SeatRequestKind,
    Table,
    TableIdentity,
    TableRequest,
)
from closecall.store import PersonRow, SecretKind, SecretRow, Store

SEATS = 4
AT_ONCE = 500
"""How many writes are awaited together."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser at one table: its cookie and the seats that are played there."""

    cookie: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table in the database, and its devices."""

    id: str
    game: str
    devices: tuple[Device, ...]


@dataclass(frozen=True, slots=True)
class _Guest:
    id: str
    cookie: str


def prepare(
    database: str, count: int, games: tuple[str, ...], *, devices: int = SEATS, clock: Clock = Clock.NONE
) -> list[Prepared]:
    """Started tables for four, with one device each or with four."""
    assert devices in (1, SEATS)
    with Store.open(database) as store:
        key = store.keep_key(authentication.KEY, identity.new_key()).result()
        guests = _guests(store, key, count * devices)
        found: list[Prepared] = []
        waiting: list[Future[Any]] = []
        for n in range(count):
            mine = [next(guests) for _ in range(devices)]
            table, seed = _started(games[n % len(games)], [guest.id for guest in mine], clock)
            first = start_table(table, seed)
            waiting.append(store.create_table(table.row(), seed))
            texts = [entry_text(table.rules, entry) for entry in first.match.log]
            waiting.append(store.append(table.id, 0, texts, at=table.created_at))
            seats = tuple(range(SEATS))
            shares = [seats] if devices == 1 else [(seat,) for seat in seats]
            at_table = tuple(Device(guest.cookie, share) for guest, share in zip(mine, shares, strict=True))
            found.append(Prepared(table.id, table.game, at_table))
            if len(waiting) >= AT_ONCE:
                _wait_for(waiting)
        _wait_for(waiting)
        return found


def _guests(store: Store, key: str, count: int) -> Iterator[_Guest]:
    """New people, stored before they are returned."""
    for start in range(0, count, AT_ONCE):
        made: list[_Guest] = []
        waiting: list[Future[Any]] = []
        for _ in range(min(AT_ONCE, count - start)):
            now, secret = _now(), identity.new_secret()
            row = PersonRow(identity.new_id(), "Guest", "en", is_bot=False, created_at=now, seen_at=now)
            kept = SecretRow(identity.hash_secret(secret), row.id, SecretKind.SESSION, now)
            waiting.append(store.add_person(row, kept))
            made.append(_Guest(row.id, identity.sign_session(key, row.id, secret, is_secure=False).value))
        _wait_for(waiting)
        yield from made


def _started(game: str, persons: list[str], clock: Clock) -> tuple[Table, str]:
    """A started table and its seed: with four people, or with one who has all seats on one device."""
    seed = identity.hash_secret(identity.new_secret())
    invite = identity.hash_secret(identity.new_secret())
    promise = commitment(bytes.fromhex(seed))
    drawn = TableIdentity(identity.new_id(), identity.new_code(), invite, promise, _now())
    places = [SeatRequest(SeatRequestKind.ME)]
    if len(persons) == 1:
        places += [SeatRequest(SeatRequestKind.LOCAL, name=f"Guest {seat}") for seat in range(1, SEATS)]
    else:
        places += [SeatRequest()] * (SEATS - 1)
    table = tables.new_table(drawn, TableRequest(game, tuple(places), clock=clock), persons[0], "Guest")
    table = tables.with_ready(table, persons[0])
    for seat, person in enumerate(persons[1:], start=1):
        table = tables.with_person(table, person, f"Guest {seat}", seat)
    return tables.after_start(table, drawn.now), seed


def _wait_for(waiting: list[Future[Any]]) -> None:
    for future in waiting:
        future.result()
    waiting.clear()


def _now() -> int:
    return time.time_ns() // 1_000_000
