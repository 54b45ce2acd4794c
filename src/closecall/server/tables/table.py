"""A table: the decoded row of the store, and questions about it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from closecall.core import codec
from closecall.core.errors import GameError
from closecall.core.rules import AnyRules, Seat
from closecall.server.tables.options import known_game, options_at, options_text, stored_options
from closecall.server.tables.seats import Place, Places, StartWhen, decode_places, encode_places
from closecall.store.rows import Status, TableRow


class TableError(GameError):
    """A table cannot be changed like this."""


class Clock(StrEnum):
    """How long a decision may take."""

    NONE = "none"
    RELAXED = "relaxed"
    BRISK = "brisk"

    @property
    def limit_ms(self) -> int | None:
        """The time for each decision in milliseconds; None without a limit."""
        return _LIMITS_MS[self]


_LIMITS_MS = {Clock.NONE: None, Clock.RELAXED: 180_000, Clock.BRISK: 30_000}


class Role(StrEnum):
    """What a person is at a table."""

    STRANGER = "stranger"
    """Not known to the server."""
    PERSON = "person"
    """Known to the server, but not let in."""
    GUEST = "guest"
    PLAYER = "player"
    HOST = "host"
    """The owner of the table, with or without a seat."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment, without its secret seed and its log."""

    id: str
    code: str | None
    invite_hash: str = field(repr=False)
    game: str
    rules_version: int
    options: Any
    places: tuple[Place, ...]
    guests: tuple[str, ...]
    is_public: bool
    host: str
    clock: Clock
    start: StartWhen
    status: Status
    commitment: str
    words: tuple[str, ...]
    """Each seat's words for the seed, or an empty text."""
    created_at: int
    started_at: int | None = None
    ended_at: int | None = None
    rematch_of: str | None = None
    rematch: str | None = None
    """The id of the table that followed."""
    version: int = 0

    @classmethod
    def of(cls, row: TableRow) -> Self:
        """A table from its row; BadRecord if it is damaged or its game is unknown."""
        seats = decode_places(row.seats)
        return cls(
            id=row.id,
            code=row.code,
            invite_hash=row.invite_hash,
            game=row.game,
            rules_version=row.rules_version,
            options=stored_options(row.game, row.options),
            places=seats.places,
            guests=seats.guests,
            is_public=row.is_public,
            host=row.host,
            clock=codec.decode(Clock, row.clock, "clock"),
            start=seats.start,
            status=row.status,
            commitment=row.commitment,
            words=codec.decode(tuple[str, ...], codec.parse_json(row.words), "words"),
            created_at=row.created_at,
            started_at=row.started_at,
            ended_at=row.ended_at,
            rematch_of=row.rematch_of,
            rematch=seats.rematch,
            version=row.version,
        )

    def row(self) -> TableRow:
        """The row to be stored."""
        return TableRow(
            id=self.id,
            code=self.code,
            invite_hash=self.invite_hash,
            game=self.game,
            rules_version=self.rules_version,
            options=options_text(self.rules, self.options),
            seats=encode_places(Places(self.places, self.guests, self.start, self.rematch)),
            people=self.people,
            is_public=self.is_public,
            host=self.host,
            clock=self.clock.value,
            status=self.status,
            commitment=self.commitment,
            words=json.dumps(self.words, ensure_ascii=False, separators=(",", ":")),
            created_at=self.created_at,
            started_at=self.started_at,
            ended_at=self.ended_at,
            rematch_of=self.rematch_of,
            version=self.version,
        )

    @property
    def rules(self) -> AnyRules:
        """The rules of its game."""
        return known_game(self.game).rules

    @property
    def is_playing(self) -> bool:
        """Whether moves can be made."""
        return self.status is Status.PLAYING

    @property
    def people(self) -> frozenset[str]:
        """The people with a seat."""
        return frozenset(place.person for place in self.places if place.person is not None)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats where anybody may sit down."""
        return tuple(Seat(n) for n, place in enumerate(self.places) if place.is_open)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not self.open_seats


def seats_of(table: Table, person: str | None) -> tuple[Seat, ...]:
    """The seats of a person: none, one, or several on a shared device."""
    if person is None:
        return ()
    return tuple(Seat(n) for n, place in enumerate(table.places) if place.person == person)


def own_seat(table: Table, person: str | None) -> Seat | None:
    """The seat where a person plays, not somebody else on their device."""
    return next((seat for seat in seats_of(table, person) if not table.places[seat].local), None)


def is_away(table: Table, person: str) -> bool:
    """Whether a bot stands in for a person."""
    return any(table.places[seat].away for seat in seats_of(table, person))


def role_of(table: Table, person: str | None) -> Role:
    """A person's role at a table; None is a stranger."""
    if person is None:
        return Role.STRANGER
    if person == table.host:
        return Role.HOST
    if person in table.people:
        return Role.PLAYER
    return Role.GUEST if person in table.guests else Role.PERSON


# Building blocks of transitions.


def expect_seats(table: Table, person: str) -> tuple[Seat, ...]:
    """The seats of a person; TableError without one."""
    own = seats_of(table, person)
    if not own:
        raise TableError("table_not_seated")
    return own


def place_at(table: Table, seat: int) -> Place:
    """The place at a seat; TableError if there is no such seat."""
    if not 0 <= seat < len(table.places):
        raise TableError("table_no_place")
    return table.places[seat]


def expect(table: Table, *statuses: Status) -> None:
    """Refuse a step that the table's status does not allow."""
    if table.status not in statuses:
        raise TableError(f"table_{table.status}")


def with_place(table: Table, seat: int, place: Place, words: str = "") -> Table:
    """The table with another place and other words at a seat."""
    return replace(
        table,
        places=(*table.places[:seat], place, *table.places[seat + 1 :]),
        words=(*table.words[:seat], words, *table.words[seat + 1 :]),
    )


def with_each(table: Table, seats: tuple[int, ...], change: Callable[[Place], Place]) -> Table:
    """The table with these places changed."""
    places = enumerate(table.places)
    return replace(table, places=tuple(change(place) if seat in seats else place for seat, place in places))


def with_seats(table: Table, seats: tuple[int, ...]) -> Table:
    """The table with only these seats, in this order."""
    return replace(
        table,
        places=tuple(table.places[seat] for seat in seats),
        words=tuple(table.words[seat] for seat in seats),
        options=options_at(known_game(table.game), table.options, seats),
    )
