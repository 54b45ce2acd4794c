"""Tables: creating and finding them, and everything around the game."""

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
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.rooms.room import Room
from closecall.server.tables import (
    SeatRequest,
    Table,
    TableError,
    TableIdentity,
    TableInfo,
    TableRequest,
    table_info,
)
from closecall.server.tables.permissions import Action
from closecall.store import Status, Store, Taken

MOST_LISTED = 100
TRIES = 5
"""How often a code is drawn for a table before giving up."""

_TAGS = ["tables"]


class MadeTable(msgspec.Struct, frozen=True):
    """A new table, and its invitation, which is shown only this once."""

    table: TableInfo
    invite: str
    link: str


class TableList(msgspec.Struct, frozen=True):
    """Some tables, the newest first."""

    tables: tuple[TableInfo, ...]


# Creating and finding.


@post(
    "/tables",
    tags=_TAGS,
    summary="Create a table",
    description="Its game begins at once if no seat is open and `start` is `full`.",
    responses=problems(401, 403, 408, 409, 413, 429),
)
async def make_table(context: RequestContext, data: NewTable) -> MadeTable:
    """A new table."""
    me = context.me
    wanted = TableRequest(
        game=data.game,
        places=tuple(map(_seat_request, data.seats)),
        options=data.options,
        is_public=data.public,
        clock=data.clock,
        start=data.start,
        words=data.words,
    )
    room, invite = await _create(context, lambda drawn: tables.new_table(drawn, wanted, me.id, me.name))
    return MadeTable(table_info(room.table, me.id), invite, f"{context.base}/join#{invite}")


def _seat_request(seat: SeatWish) -> SeatRequest:
    return SeatRequest(seat.kind, seat.name, seat.bot)


async def _create(context: RequestContext, make: Callable[[TableIdentity], Table]) -> tuple[Room, str]:
    """Draw a table's identity, create it, and store it."""
    context.count_creation()
    for _ in range(TRIES):
        seed, invite = secrets.token_bytes(SEED_BYTES), identity.new_secret()
        drawn = TableIdentity(
            id=identity.new_id(),
            code=identity.new_code(),
            invite_hash=identity.hash_secret(invite),
            commitment=commitment(seed),
            now=context.server.now(),
        )
        try:
            return await context.server.hub.create(make(drawn), seed.hex()), invite
        except Taken:  # Of a billion codes, this one is in use.
            continue
    raise Taken("store_taken")


@get(
    "/tables",
    tags=_TAGS,
    summary="The public tables that are open or playing",
    responses=problems(),
)
async def list_tables(context: RequestContext) -> TableList:
    """The public tables, the newest first."""
    return await asyncio.to_thread(_listed, context.server.store, context.id)


def _listed(store: Store, viewer: str | None) -> TableList:
    found = [
        *store.public_tables(Status.OPEN, MOST_LISTED),
        *store.public_tables(Status.PLAYING, MOST_LISTED),
    ]
    found.sort(key=lambda row: row.created_at, reverse=True)
    return TableList(tuple(table_info(Table.of(row), viewer) for row in found[:MOST_LISTED]))


@get("/tables/{table_id:str}", tags=_TAGS, summary="One table", responses=problems(404))
async def show_table(context: RequestContext, table_id: str) -> TableInfo:
    """A table as the viewer may see it."""
    room = await context.room(table_id)
    return table_info(room.table, context.id)


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
async def sit(context: RequestContext, table_id: str, data: Sit) -> TableInfo:
    """Sit down."""
    me = context.me
    return await context.change(
        table_id, Action.SIT, lambda table: tables.with_person(table, me.id, me.name, data.seat, data.words)
    )


@post(
    "/tables/{table_id:str}/leave",
    tags=_TAGS,
    status_code=200,
    summary="Leave a table",
    description="Before the game the seat becomes open; during it a bot plays on.",
    responses=_STEP,
)
async def leave(context: RequestContext, table_id: str) -> TableInfo:
    """Leave."""
    me, now = context.me, context.server.now()
    return await context.change(table_id, Action.LEAVE, lambda table: tables.after_leave(table, me.id, now))


@post(
    "/tables/{table_id:str}/places/{seat:int}",
    tags=_TAGS,
    status_code=200,
    summary="Fill a seat with a bot, somebody on my device or me, or open it again",
    responses=_STEP_WITH_BODY,
)
async def set_place(context: RequestContext, table_id: str, seat: int, data: SeatWish) -> TableInfo:
    """Fill or open a seat."""
    me = context.me
    return await context.change(
        table_id,
        Action.SET_PLACE,
        lambda table: tables.with_seat_request(table, me.name, seat, _seat_request(data)),
    )


@post(
    "/tables/{table_id:str}/words",
    tags=_TAGS,
    status_code=200,
    summary="Add my words to the seed",
    description="They are mixed into the secret seed, so that nobody alone determines the dice.",
    responses=_STEP_WITH_BODY,
)
async def set_words(context: RequestContext, table_id: str, data: Words) -> TableInfo:
    """Words for the seed."""
    me = context.me
    return await context.change(
        table_id, Action.WORDS, lambda table: tables.with_words(table, me.id, data.words, data.seat)
    )


@post(
    "/tables/{table_id:str}/ready",
    tags=_TAGS,
    status_code=200,
    summary="Be ready for the game, or not",
    responses=_STEP_WITH_BODY,
)
async def set_ready(context: RequestContext, table_id: str, data: Ready) -> TableInfo:
    """Ready, or not."""
    me = context.me
    return await context.change(
        table_id, Action.READY, lambda table: tables.with_ready(table, me.id, data.ready)
    )


@post(
    "/tables/{table_id:str}/start",
    tags=_TAGS,
    status_code=200,
    summary="Start the game, without the open seats",
    responses=_STEP,
)
async def start(context: RequestContext, table_id: str) -> TableInfo:
    """The host starts the game."""
    now = context.server.now()
    return await context.change(table_id, Action.START, lambda table: tables.after_start(table, now))


@post(
    "/tables/{table_id:str}/close",
    tags=_TAGS,
    status_code=200,
    summary="Close a table",
    responses=_STEP,
)
async def close(context: RequestContext, table_id: str) -> TableInfo:
    """The host closes the table."""
    now = context.server.now()
    return await context.change(table_id, Action.CLOSE, lambda table: tables.after_close(table, now))


# During the game, and after it.


@post(
    "/tables/{table_id:str}/stand-in",
    tags=_TAGS,
    status_code=200,
    summary="Let a bot play for somebody who is not there",
    responses=_STEP_WITH_BODY,
)
async def stand_in(context: RequestContext, table_id: str, data: StandIn) -> TableInfo:
    """A bot stands in."""
    me = context.me
    room = await context.room(table_id, Action.STAND_IN)

    def stood_in(table: Table) -> Table:
        after = tables.after_stand_in(table, data.seat)
        is_mine = table.places[data.seat].person == me.id
        if not is_mine and not room.may_be_replaced(Seat(data.seat)):
            raise TableError("table_is_here")
        return after

    return await context.change(table_id, Action.STAND_IN, stood_in)


@post(
    "/tables/{table_id:str}/return",
    tags=_TAGS,
    status_code=200,
    summary="Take over again from the bot that stood in for me",
    responses=_STEP,
)
async def come_back(context: RequestContext, table_id: str) -> TableInfo:
    """Return to the seat."""
    me = context.me
    return await context.change(table_id, Action.RETURN, lambda table: tables.after_return(table, me.id))


@post(
    "/tables/{table_id:str}/rematch",
    tags=_TAGS,
    status_code=200,
    summary="Play again: the same people, each one seat further",
    description="Everybody who asks gets the same new table, and is ready for it.",
    responses=problems(401, 403, 404, 409, 429),
)
async def rematch(context: RequestContext, table_id: str) -> TableInfo:
    """The table that follows."""
    me = context.me
    room = await context.room(table_id, Action.REMATCH)
    if room.table.rematch is None:
        followed = room.table
        new, _ = await _create(context, lambda drawn: tables.new_rematch(followed, drawn, me.id))
        try:
            await room.change(lambda table: tables.with_rematch(table, new.table.id))
        except TableError:  # Somebody else was faster, so this table is not needed.
            now = context.server.now()
            await new.change(lambda table: tables.after_close(table, now))
    assert room.table.rematch is not None
    following = await context.server.hub.room(room.table.rematch)
    return table_info(await following.change(lambda table: _ready_if_asked(table, me.id)), me.id)


def _ready_if_asked(table: Table, person: str) -> Table:
    """A person who asks for a rematch wants to play."""
    is_asked = table.status is Status.OPEN and tables.seats_of(table, person)
    return tables.with_ready(table, person) if is_asked else table


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
