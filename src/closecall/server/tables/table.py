"""A table: the decoded row of the store, and questions about it."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from closecall.core import codec
from closecall.core.errors import BadOptions, BadRecord, GameError
from closecall.core.rules import AnyRules, Seat
from closecall.daily import parse_day
from closecall.games.descriptor import options_at
from closecall.server.logs import Log
from closecall.server.tables.options import (
    ages_in,
    ages_option,
    known_game,
    options_text,
    renewed_options,
    stored_options,
    with_named_seat,
    without_ages,
)
from closecall.server.tables.seats import Place, Places, StartWhen, decode_places, encode_places
from closecall.store.rows import Status, TableRow

log = Log("closecall.tables")


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
class DailyTry:
    """Which try at which daily game a table is."""

    day: date
    attempt: int
    """From 1, and only the first one counts."""
    is_sealed: bool
    """Whether the dice also depend on a secret of that day."""

    @property
    def counts(self) -> bool:
        """Whether its result is in the ranking."""
        return self.attempt == 1


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
    daily: DailyTry | None = None

    @classmethod
    def of(cls, row: TableRow) -> "Table":
        """A table from its row; BadRecord if it is damaged or its game is unknown."""
        seats = decode_places(row.seats)
        table = cls(
            id=row.id,
            code=row.code,
            invite_hash=row.invite_hash,
            game=row.game,
            rules_version=row.rules_version,
            options=stored_options(row.game, row.rules_version, row.options),
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
            daily=_daily_try(row),
        )
        _check_lengths(table)
        if row.rules_version >= table.rules.VERSION:
            return table
        return renewed(table) if row.status is Status.OPEN else _without_old_ages(table)

    def row(self) -> TableRow:
        """The row to be stored."""
        return TableRow(
            id=self.id,
            code=self.code,
            invite_hash=self.invite_hash,
            game=self.game,
            rules_version=self.rules_version,
            options=options_text(self.rules, self.rules_version, self.options),
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
            day=None if self.daily is None else self.daily.day.isoformat(),
            attempt=None if self.daily is None else self.daily.attempt,
            is_sealed=None if self.daily is None else self.daily.is_sealed,
        )

    @property
    def rules(self) -> AnyRules:
        """The rules of its game."""
        return known_game(self.game).rules

    @property
    def asks_age(self) -> bool:
        """Whether it depends on the players' ages who starts."""
        return ages_in(known_game(self.game), self.options) is not None

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


def _daily_try(row: TableRow) -> DailyTry | None:
    if row.day is None:
        return None
    day = parse_day(row.day)
    if day is None or row.attempt is None:
        raise BadRecord("not_a_day", "day")
    return DailyTry(day, row.attempt, bool(row.is_sealed))


def readable_tables(rows: Iterable[TableRow]) -> Iterator[tuple[TableRow, Table]]:
    """The tables of these rows; one that is damaged is logged and left out, so that it hides no other."""
    for row in rows:
        try:
            yield row, Table.of(row)
        except GameError as error:
            log.error("table_damaged", table=row.id, reason=error.code)


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
    """The table with another place and other words at a seat; options do not name a player who has gone."""
    before, options = table.places[seat], table.options
    if place != before and not before.is_open:
        options = with_named_seat(known_game(table.game), options, seat, None)
    return replace(
        table,
        options=options,
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


def _check_lengths(table: Table) -> None:
    """BadRecord unless there are words for each seat, and an age for each if there are any."""
    expected, ages = len(table.places), ages_in(known_game(table.game), table.options)
    for where, values in (("words", table.words), ("options", ages)):
        if values is not None and len(values) != expected:
            raise BadRecord("wrong_length", where, length=len(values), expected=expected)


def renewed(table: Table) -> Table:
    """The table with the newest rules, for a game that has not begun."""
    game = known_game(table.game)
    options = renewed_options(game, table.rules_version, table.options)
    return with_seated_ages(replace(table, rules_version=game.rules.VERSION, options=options))


def _without_old_ages(table: Table) -> Table:
    """An old table that was played by age, with what followed from the ages in place of them."""
    game = known_game(table.game)
    option, ages = ages_option(game), ages_in(game, table.options)
    if option is None or ages is None:
        return table
    try:
        options = option.conceal(table.options, ages)
    except BadOptions as error:
        raise BadRecord("breaks_rules", "options", reason=error) from error
    return replace(with_seated_ages(table), rules_version=game.rules.VERSION, options=options)


def with_seated_ages(table: Table) -> Table:
    """The table with the ages in its options moved to the people at the seats; a bot has no age."""
    game = known_game(table.game)
    ages = ages_in(game, table.options)
    if ages is None:
        return table
    places = tuple(
        replace(place, age=age) if place.person is not None and place.age is None else place
        for place, age in zip(table.places, ages, strict=True)
    )
    return replace(table, places=places, options=without_ages(game, table.options))
