"""Making tables, finding them, and everything that happens around the game."""

import asyncio
import secrets
from collections.abc import Callable

import msgspec
from litestar import get, post

from closecall.core.fate import SEED_BYTES, commitment
from closecall.core.rules import Seat
from closecall.server import tables
from closecall.server.http.bodies import NewTable, Ready, SeatWish, Sit, StandIn, Words
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import Asking
from closecall.server.people import identity
from closecall.server.rooms.room import Room
from closecall.server.tables import Fresh, Order, Table, TableError, TableInfo, Wish, table_info
from closecall.server.tables.permissions import Action
from closecall.store import Status, Store, Taken

MOST_LISTED = 100
TRIES = 5
"""How often another code is drawn for a table if the first is in use."""

_TAGS = ["tables"]


class MadeTable(msgspec.Struct, frozen=True):
    """A new table, and the invitation to it, which is shown this once."""

    table: TableInfo
    invite: str
    link: str


class TableList(msgspec.Struct, frozen=True):
    """Some tables, the newest first."""

    tables: tuple[TableInfo, ...]


# Making and finding.


@post(
    "/tables",
    tags=_TAGS,
    summary="Make a table",
    description="Its game begins at once if no seat is open and `start` is `full`.",
    responses=problems(401, 403, 408, 409, 413, 429),
)
async def make_table(asking: Asking, data: NewTable) -> MadeTable:
    """A new table."""
    me = asking.me
    order = Order(
        game=data.game,
        places=tuple(map(_wish, data.seats)),
        options=data.options,
        is_public=data.public,
        clock=data.clock,
        start=data.start,
        words=data.words,
    )
    room, invite = await _create(asking, lambda fresh: tables.new_table(fresh, order, me.id, me.name))
    return MadeTable(table_info(room.table, me.id), invite, f"{asking.base}/join#{invite}")


def _wish(seat: SeatWish) -> Wish:
    return Wish(seat.kind, seat.name, seat.bot)


async def _create(asking: Asking, make: Callable[[Fresh], Table]) -> tuple[Room, str]:
    """Draw what is new about a table, make it, and keep it."""
    asking.count_new()
    for _ in range(TRIES):
        seed, invite = secrets.token_bytes(SEED_BYTES), identity.new_secret()
        fresh = Fresh(
            id=identity.new_id(),
            code=identity.new_code(),
            invite_hash=identity.hash_secret(invite),
            commitment=commitment(seed),
            now=asking.services.now(),
        )
        try:
            return await asking.services.hub.create(make(fresh), seed.hex()), invite
        except Taken:  # Of a billion codes, just this one.
            continue
    raise Taken("store_taken")


@get(
    "/tables",
    tags=_TAGS,
    summary="The public tables that are open or playing",
    responses=problems(),
)
async def list_tables(asking: Asking) -> TableList:
    """The public tables, the newest first."""
    return await asyncio.to_thread(_listed, asking.services.store, asking.id)


def _listed(store: Store, viewer: str | None) -> TableList:
    found = [
        *store.public_tables(Status.OPEN, MOST_LISTED),
        *store.public_tables(Status.PLAYING, MOST_LISTED),
    ]
    found.sort(key=lambda row: row.created_at, reverse=True)
    return TableList(tuple(table_info(Table.of(row), viewer) for row in found[:MOST_LISTED]))


@get("/tables/{table_id:str}", tags=_TAGS, summary="One table", responses=problems(404))
async def show_table(asking: Asking, table_id: str) -> TableInfo:
    """A table as whoever asks may see it."""
    room = await asking.room(table_id)
    return table_info(room.table, asking.id)


# Before the game.

_STEP = problems(401, 403, 404, 409)
_STEP_WITH_BODY = problems(401, 403, 404, 408, 409, 413)


@post(
    "/tables/{table_id:str}/sit",
    tags=_TAGS,
    status_code=200,
    summary="Sit down, or move to another seat",
    responses=_STEP_WITH_BODY,
)
async def sit(asking: Asking, table_id: str, data: Sit) -> TableInfo:
    """Sit down."""
    me = asking.me
    return await asking.change(
        table_id, Action.SIT, lambda table: tables.seated(table, me.id, me.name, data.seat, data.words)
    )


@post(
    "/tables/{table_id:str}/leave",
    tags=_TAGS,
    status_code=200,
    summary="Leave a table",
    description="Before the game the seat becomes open; during it a bot plays on.",
    responses=_STEP,
)
async def leave(asking: Asking, table_id: str) -> TableInfo:
    """Leave."""
    me, now = asking.me, asking.services.now()
    return await asking.change(table_id, Action.LEAVE, lambda table: tables.left(table, me.id, now))


@post(
    "/tables/{table_id:str}/places/{seat:int}",
    tags=_TAGS,
    status_code=200,
    summary="See to a seat: a bot, somebody at my device, me, or open again",
    responses=_STEP_WITH_BODY,
)
async def set_place(asking: Asking, table_id: str, seat: int, data: SeatWish) -> TableInfo:
    """The host sees to a place."""
    me = asking.me
    return await asking.change(
        table_id, Action.SET_PLACE, lambda table: tables.arranged(table, me.name, seat, _wish(data))
    )


@post(
    "/tables/{table_id:str}/words",
    tags=_TAGS,
    status_code=200,
    summary="Add my own words to the dice",
    description="They are mixed into the secret seed, so that nobody alone decides the dice.",
    responses=_STEP_WITH_BODY,
)
async def set_words(asking: Asking, table_id: str, data: Words) -> TableInfo:
    """Words for the dice."""
    me = asking.me
    return await asking.change(
        table_id, Action.WORDS, lambda table: tables.with_words(table, me.id, data.words, data.seat)
    )


@post(
    "/tables/{table_id:str}/ready",
    tags=_TAGS,
    status_code=200,
    summary="Be ready for the game, or not yet",
    responses=_STEP_WITH_BODY,
)
async def set_ready(asking: Asking, table_id: str, data: Ready) -> TableInfo:
    """Ready, or not."""
    me = asking.me
    return await asking.change(table_id, Action.READY, lambda table: tables.ready(table, me.id, data.ready))


@post(
    "/tables/{table_id:str}/start",
    tags=_TAGS,
    status_code=200,
    summary="Begin the game, without the seats that are open",
    responses=_STEP,
)
async def start(asking: Asking, table_id: str) -> TableInfo:
    """The host begins."""
    now = asking.services.now()
    return await asking.change(table_id, Action.START, lambda table: tables.started(table, now))


@post(
    "/tables/{table_id:str}/close",
    tags=_TAGS,
    status_code=200,
    summary="Give a table up",
    responses=_STEP,
)
async def close(asking: Asking, table_id: str) -> TableInfo:
    """The host gives up."""
    now = asking.services.now()
    return await asking.change(table_id, Action.CLOSE, lambda table: tables.closed(table, now))


# During the game, and after it.


@post(
    "/tables/{table_id:str}/stand-in",
    tags=_TAGS,
    status_code=200,
    summary="Let a bot play for somebody who is gone",
    responses=_STEP_WITH_BODY,
)
async def stand_in(asking: Asking, table_id: str, data: StandIn) -> TableInfo:
    """A bot stands in."""
    me = asking.me
    room = await asking.room(table_id, Action.STAND_IN)

    def stood_in(table: Table) -> Table:
        after = tables.stood_in(table, data.seat)
        is_mine = table.places[data.seat].person == me.id
        if not is_mine and not room.is_missed(Seat(data.seat)):
            raise TableError("table_is_here")
        return after

    return await asking.change(table_id, Action.STAND_IN, stood_in)


@post(
    "/tables/{table_id:str}/return",
    tags=_TAGS,
    status_code=200,
    summary="Play on where a bot stood in for me",
    responses=_STEP,
)
async def come_back(asking: Asking, table_id: str) -> TableInfo:
    """Back at one's place."""
    me = asking.me
    return await asking.change(table_id, Action.RETURN, lambda table: tables.returned(table, me.id))


@post(
    "/tables/{table_id:str}/rematch",
    tags=_TAGS,
    status_code=200,
    summary="Play again: the same people, one seat on",
    description="Of all who ask, everybody gets the same new table; and is ready for it.",
    responses=problems(401, 403, 404, 409, 429),
)
async def rematch(asking: Asking, table_id: str) -> TableInfo:
    """The table that follows."""
    me = asking.me
    room = await asking.room(table_id, Action.REMATCH)
    if room.table.rematch is None:
        followed = room.table
        new, _ = await _create(asking, lambda fresh: tables.rematched(followed, fresh, me.id))
        try:
            await room.change(lambda table: tables.followed_by(table, new.table.id))
        except TableError:  # Somebody else was quicker, so this one is not needed.
            now = asking.services.now()
            await new.change(lambda table: tables.closed(table, now))
    assert room.table.rematch is not None
    following = await asking.services.hub.room(room.table.rematch)
    return table_info(await following.change(lambda table: _ready_if_asked(table, me.id)), me.id)


def _ready_if_asked(table: Table, person: str) -> Table:
    """Whoever asks for a rematch too wants to play."""
    is_asked = table.status is Status.OPEN and tables.seats_of(table, person)
    return tables.ready(table, person) if is_asked else table


TABLE_ROUTES = [
    make_table,
    list_tables,
    show_table,
    sit,
    leave,
    set_place,
    set_words,
    set_ready,
    start,
    close,
    stand_in,
    come_back,
    rematch,
]
