"""Tables: creating and finding them, and everything around the game."""

import asyncio
import secrets
from collections.abc import Callable

import msgspec
from litestar import get, post

from closecall.core.errors import GameError
from closecall.core.fate import SEED_BYTES, commitment
from closecall.core.rules import Seat
from closecall.server import tables
from closecall.server.http.bodies import (
    AgeChange,
    Appointment,
    Contribution,
    NewTable,
    Ready,
    SeatWish,
    Sit,
    StandIn,
    Words,
)
from closecall.server.http.openapi import problems
from closecall.server.http.people import Me, me_of, welcome
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.polite_threads import politely
from closecall.server.rooms.room import Room
from closecall.server.tables import (
    SeatRequest,
    Table,
    TableError,
    TableIdentity,
    TableInfo,
    TableRequest,
    readable_tables,
    table_info,
)
from closecall.server.tables.permissions import Action
from closecall.store import Status, Store, Taken

MOST_LISTED = 100
MOST_UNATTENDED = 3
"""How many games of bots alone a person may have at the same time."""
TRIES = 5
"""How often a code is drawn for a table before giving up."""

_TAGS = ["tables"]


class MadeTable(msgspec.Struct, frozen=True):
    """A new table, and its invitation, which is shown only this once."""

    table: TableInfo
    invite: str
    link: str
    me: Me
    """The host, who may be new."""


class TableList(msgspec.Struct, frozen=True):
    """Some tables, the newest first."""

    tables: tuple[TableInfo, ...]


# Creating and finding.


@post(
    "/tables",
    tags=_TAGS,
    summary="Create a table",
    description=(
        "Its secret seed is drawn and stored now, and its `commitment` is in the answer. No game begins yet: "
        "people add their words to the seed and say that they are ready, or the host starts a game of bots. "
        "An option for ages is switched on with one `null` for each seat; ages belong to the seats, and "
        "nobody else sees them. Somebody without a name yet sends the `guest` to become; for anybody else it "
        "changes nothing."
    ),
    responses=problems(401, 403, 408, 409, 413, 429),
)
async def make_table(context: RequestContext, data: NewTable) -> MadeTable:
    """A new table."""
    guest = data.guest if context.person is None else None
    me = context.me if guest is None else await welcome(context, guest)
    wanted = TableRequest(
        game=data.game,
        places=tuple(map(_seat_request, data.seats)),
        options=data.options,
        is_public=data.public,
        clock=data.clock,
        start=data.start,
    )
    room, invite = await _create(context, lambda drawn: tables.new_table(drawn, wanted, me.id, me.name))
    return MadeTable(
        table_info(room.table, me.id), invite, f"{context.base}/join#{invite}", me_of(context, me)
    )


def _seat_request(seat: SeatWish) -> SeatRequest:
    return SeatRequest(seat.kind, seat.name, seat.bot, seat.character, seat.age)


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
        table = make(drawn)
        _check_bots(context, table)
        try:
            return await context.server.hub.create(table, seed.hex()), invite
        except Taken:  # Of a billion codes, this one is in use.
            continue
    raise Taken("store_taken")


def _check_bots(context: RequestContext, table: Table) -> None:
    """Refuse a table whose bots would keep others waiting."""
    server, bots = context.server, [place.bot for place in table.places if place.bot is not None]
    if bots and server.bot_workers.is_overloaded:
        raise GameError("bots_busy")
    if len(bots) == len(table.places) and server.hub.unattended(table.host) >= MOST_UNATTENDED:
        raise TableError("table_bots_only", most=MOST_UNATTENDED)


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
    listed = readable_tables(politely(found[:MOST_LISTED]))
    return TableList(tuple(table_info(table, viewer) for _, table in listed))


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

    def seated(table: Table) -> Table:
        after = _with_contribution(tables.with_person(table, me.id, me.name, data.seat), me.id, data)
        return after if data.age is None else tables.with_age(after, me.id, data.age)

    return await context.change(table_id, Action.SIT, seated)


def _with_contribution(table: Table, person: str, data: Contribution) -> Table:
    """The table with a person's words for the seed, if they gave any."""
    tables.expect_commitment(table, data.commitment)
    return tables.with_words(table, person, data.words) if data.words else table


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
    "/tables/{table_id:str}/appoint",
    tags=_TAGS,
    status_code=200,
    summary="Name the player of an option such as the scorekeeper",
    description="The host does this before the game. The option follows a player who moves to another seat.",
    responses=_STEP_WITH_BODY,
)
async def appoint(context: RequestContext, table_id: str, data: Appointment) -> TableInfo:
    """Name a seat, or nobody."""
    return await context.change(
        table_id, Action.APPOINT, lambda table: tables.with_appointed(table, data.option, data.seat)
    )


@post(
    "/tables/{table_id:str}/words",
    tags=_TAGS,
    status_code=200,
    summary="Add my words to the seed",
    description=(
        "Before the game begins. They are mixed into the secret seed, which was drawn before, so that nobody "
        "alone determines the dice."
    ),
    responses=_STEP_WITH_BODY,
)
async def set_words(context: RequestContext, table_id: str, data: Words) -> TableInfo:
    """Words for the seed."""
    me = context.me

    def with_words(table: Table) -> Table:
        tables.expect_commitment(table, data.commitment)
        return tables.with_words(table, me.id, data.words, data.seat)

    return await context.change(table_id, Action.WORDS, with_words)


@post(
    "/tables/{table_id:str}/age",
    tags=_TAGS,
    status_code=200,
    summary="Give, change or remove my age",
    description=(
        "Before the game, at a table that asks for ages (`asks_age`). Nobody else ever sees it, "
        "and it is not in the record."
    ),
    responses=_STEP_WITH_BODY,
)
async def set_age(context: RequestContext, table_id: str, data: AgeChange) -> TableInfo:
    """An age."""
    me = context.me
    return await context.change(
        table_id, Action.AGE, lambda table: tables.with_age(table, me.id, data.age, data.seat)
    )


@post(
    "/tables/{table_id:str}/ready",
    tags=_TAGS,
    status_code=200,
    summary="Be ready for the game, or not",
    description="My words for the seed can come with it, because the game may begin at once.",
    responses=_STEP_WITH_BODY,
)
async def set_ready(context: RequestContext, table_id: str, data: Ready) -> TableInfo:
    """Ready, or not."""
    me = context.me

    def with_ready(table: Table) -> Table:
        after = tables.with_ready(_with_contribution(table, me.id, data), me.id, data.ready)
        if tables.should_start(after):
            _check_bots(context, after)
        return after

    return await context.change(table_id, Action.READY, with_ready)


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

    def started(table: Table) -> Table:
        after = tables.after_start(table, now)
        _check_bots(context, after)
        return after

    return await context.change(table_id, Action.START, started)


@post(
    "/tables/{table_id:str}/close",
    tags=_TAGS,
    status_code=200,
    summary="Close a table, or ask for it during a game",
    description=(
        "The host closes a table before the game, and during it as long as no other person has chosen and "
        "nobody has lost the connection a moment ago. After that the game closes when every person with a "
        "seat has asked for it, or when one of them asks after a day without a move."
    ),
    responses=_STEP,
)
async def close(context: RequestContext, table_id: str) -> TableInfo:
    """Close the table, or note who wants to."""
    me, now = context.me, context.server.now()
    room = await context.room(table_id, Action.CLOSE)
    moved_at = await room.moved_at()

    def closed(table: Table) -> Table:
        if table.status is Status.OPEN:
            return tables.after_close(table, now)
        if tables.can_close_alone(table, me.id):
            room.check_nobody_may_be_back(me.id)
        return tables.after_close_wish(table, me.id, now, moved_at=moved_at)

    return await context.change(table_id, Action.CLOSE, closed)


@post(
    "/tables/{table_id:str}/keep-playing",
    tags=_TAGS,
    status_code=200,
    summary="Withdraw that I want to close the game",
    description="The next choice of a person withdraws it too.",
    responses=_STEP,
)
async def keep_playing(context: RequestContext, table_id: str) -> TableInfo:
    """Keep playing."""
    me = context.me
    return await context.change(
        table_id, Action.KEEP_PLAYING, lambda table: tables.after_withdrawal(table, me.id)
    )


# During the game, and after it.


@post(
    "/tables/{table_id:str}/stand-in",
    tags=_TAGS,
    status_code=200,
    summary="Let a bot play for somebody who is not there",
    description=(
        "Possible when the person has been disconnected for a while (`stand_in_from` in the `table` frame) "
        "or has kept the others waiting for two minutes; at a seat of one's own at any time."
    ),
    responses=_STEP_WITH_BODY,
)
async def stand_in(context: RequestContext, table_id: str, data: StandIn) -> TableInfo:
    """A bot stands in."""
    me = context.me
    room = await context.room(table_id, Action.STAND_IN)

    def stood_in(table: Table) -> Table:
        after = tables.after_stand_in(table, data.seat)
        is_mine = table.places[data.seat].person == me.id
        if not is_mine:
            room.check_replaceable(Seat(data.seat))
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
    description=(
        "Everybody who asks gets the same new table. It has a seed of its own and its `commitment` is in the "
        "answer, so people say that they are ready as at every new table."
    ),
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
    return table_info(following.table, me.id)


TABLE_ROUTES = [
    make_table,
    list_tables,
    show_table,
    sit,
    leave,
    set_place,
    appoint,
    set_words,
    set_age,
    set_ready,
    start,
    close,
    keep_playing,
    stand_in,
    come_back,
    rematch,
]
