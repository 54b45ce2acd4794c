"""A table as it is sent to a viewer."""

from dataclasses import dataclass
from typing import Any

from closecall.server.tables.options import encode_options
from closecall.server.tables.permissions import Action, allowed
from closecall.server.tables.seats import Place, PlaceKind, StartWhen
from closecall.server.tables.table import Clock, DailyTry, Role, Table, role_of
from closecall.store.rows import Status


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat and who is there, by name, never by id."""

    kind: PlaceKind
    name: str
    bot: str | None
    """What plays here: a level such as `easy`, or another of the game's bots."""
    character: str | None
    """Who the bot is: a character of the cast, by its slug."""
    ready: bool
    away: bool
    local: bool
    """Whether somebody else plays here on a person's device."""
    mine: bool
    """Whether the seat is the viewer's."""
    host: bool
    """Whether the seat is the host's."""
    age: int | None
    """The age given for one of the viewer's own seats; None for all others."""
    wants_close: bool
    """Whether its person wants to close the game without a result."""


@dataclass(frozen=True, slots=True)
class DailyTryInfo:
    """Which daily game a table is."""

    day: str
    """Like 2026-11-18."""
    counts: bool
    """Whether it is the first try, and in the ranking of the day."""
    is_sealed: bool
    """Whether the dice depend on more than the date."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as one viewer sees it."""

    id: str
    game: str
    options: dict[str, Any]
    """As `core.codec` encodes them; they contain no ages."""
    asks_age: bool
    """Whether players should give their ages, because the game depends on them."""
    seats: tuple[SeatInfo, ...]
    is_public: bool
    clock: Clock
    start: StartWhen
    status: Status
    commitment: str
    words: tuple[str, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    rematch_of: str | None
    rematch: str | None
    version: int
    role: Role
    allowed: tuple[Action, ...]
    """What the viewer may do now."""
    code: str | None
    """The short code to invite others with; only for guests, players and the host."""
    daily: DailyTryInfo | None
    """The daily game that is played here, if it is one."""


def table_info(table: Table, viewer: str | None) -> TableInfo:
    """The table as a viewer sees it; `permissions.check` decides whether they may."""
    role = role_of(table, viewer)
    return TableInfo(
        id=table.id,
        game=table.game,
        options=encode_options(table.rules, table.options),
        asks_age=table.asks_age,
        seats=tuple(_seat_info(table, place, viewer) for place in table.places),
        is_public=table.is_public,
        clock=table.clock,
        start=table.start,
        status=table.status,
        commitment=table.commitment,
        words=table.words,
        created_at=table.created_at,
        started_at=table.started_at,
        ended_at=table.ended_at,
        rematch_of=table.rematch_of,
        rematch=table.rematch,
        version=table.version,
        role=role,
        allowed=allowed(table, viewer),
        code=None if role in (Role.STRANGER, Role.PERSON) else table.code,
        daily=None if table.daily is None else _daily_info(table.daily),
    )


def _daily_info(daily: DailyTry) -> DailyTryInfo:
    return DailyTryInfo(daily.day.isoformat(), daily.counts, daily.is_sealed)


def _seat_info(table: Table, place: Place, viewer: str | None) -> SeatInfo:
    is_mine = place.person is not None and place.person == viewer
    return SeatInfo(
        kind=place.kind,
        name=place.name,
        bot=place.bot,
        character=place.character,
        ready=place.ready,
        away=place.away,
        local=place.local,
        mine=is_mine,
        host=place.person == table.host,
        age=place.age if is_mine else None,
        wants_close=place.wants_close,
    )
