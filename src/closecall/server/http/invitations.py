"""Invitations: using one, renewing it, and showing it as a QR code."""

import asyncio
import hmac
import io
from dataclasses import replace

import msgspec
from litestar import Response, post

from closecall.messages import Word
from closecall.server import tables
from closecall.server.http.bodies import Invite, Join
from closecall.server.http.errors import BadRequest, Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.rooms.room import Room
from closecall.server.tables import Role, Table, TableInfo, role_of, table_info
from closecall.server.tables.permissions import Action, NotAllowed, check
from closecall.server.tables.seats import PlaceKind
from closecall.store import Status

_TAGS = ["tables"]


class Invitation(msgspec.Struct, frozen=True):
    """A new invitation, which is shown only this once."""

    invite: str
    link: str
    code: str | None


class Invited(msgspec.Struct, frozen=True):
    """What somebody is invited to."""

    table: str
    game: str
    host: str
    """The host's name."""
    players: tuple[str, ...]
    """The names of the people who sit there."""
    open_seats: int
    status: Status


@post(
    "/join",
    tags=_TAGS,
    status_code=200,
    summary="Join a table with an invitation or a code",
    description="Guests may watch, and then sit down. Wrong guesses are counted.",
    responses=problems(401, 403, 404, 408, 409, 413, 429),
)
async def join(context: RequestContext, data: Join) -> TableInfo:
    """Become a guest of a table."""
    me = context.me
    with context.counted_guess(is_code=data.code is not None):
        room = await _invited_to(context, data)

    def let_in(table: Table) -> Table:
        check(table, me.id, Action.JOIN)
        return tables.with_guest(table, me.id)

    return table_info(await room.change(let_in), me.id)


async def _invited_to(context: RequestContext, data: Join) -> Room:
    if (data.invite is None) == (data.code is None):
        raise BadRequest("bad_request", where="$.invite")
    store = context.server.store
    if data.invite is not None:
        if not identity.is_secret(data.invite):
            raise Unknown("unknown_invite")
        found = await asyncio.to_thread(store.find_by_invite_hash, identity.hash_secret(data.invite))
    else:
        code = identity.clean_code(data.code or "")
        found = None if code is None else await asyncio.to_thread(store.find_by_code, code)
    if found is None:
        raise Unknown("unknown_invite")
    return await context.server.hub.room(found.id)


@post(
    "/invitation",
    tags=_TAGS,
    status_code=200,
    summary="Who invites me, and to what?",
    description="For people without a name too, before they join. Wrong guesses are counted.",
    responses=problems(404, 408, 413, 429),
)
async def show_invitation(context: RequestContext, data: Join) -> Invited:
    """What an invitation or a code is for."""
    with context.counted_guess(is_code=data.code is not None):
        table = (await _invited_to(context, data)).table
    return Invited(
        table=table.id,
        game=table.game,
        host=await _host_name(context, table),
        players=tuple(place.name for place in table.places if place.person is not None),
        open_seats=sum(place.kind is PlaceKind.OPEN for place in table.places),
        status=table.status,
    )


async def _host_name(context: RequestContext, table: Table) -> str:
    """The host's name at the table or, if they only watch, their own."""
    own = [place.name for place in table.places if place.person == table.host]
    if own:
        return own[0]
    found = await asyncio.to_thread(context.server.store.find_person, table.host)
    return "" if found is None else found.name


@post(
    "/tables/{table_id:str}/invite",
    tags=_TAGS,
    status_code=200,
    summary="Get a new invitation; the old one becomes invalid",
    responses=problems(401, 403, 404, 409),
)
async def renew_invitation(context: RequestContext, table_id: str) -> Invitation:
    """A new invitation."""
    me, invite = context.me, identity.new_secret()
    room = await context.room(table_id)

    def invited(table: Table) -> Table:
        if role_of(table, me.id) not in (Role.HOST, Role.PLAYER):
            raise NotAllowed("players_invite")
        if table.daily is not None:
            raise NotAllowed("not_allowed", reason=Word("why.daily"))
        return replace(table, invite_hash=identity.hash_secret(invite))

    table = await room.change(invited)
    return Invitation(invite, _link(context, invite), table.code)


@post(
    "/tables/{table_id:str}/qr",
    tags=_TAGS,
    status_code=200,
    media_type="image/svg+xml",
    summary="An invitation as a QR code",
    description="The invitation is sent in the body, so that it appears in no access log.",
    responses=problems(401, 403, 404, 408, 413),
)
async def draw_qr(context: RequestContext, table_id: str, data: Invite) -> Response[bytes]:
    """The link as a picture."""
    _ = context.me
    table = (await context.room(table_id)).table
    if role_of(table, context.id) is Role.PERSON:
        raise NotAllowed("players_invite")
    if not hmac.compare_digest(identity.hash_secret(data.invite), table.invite_hash):
        raise Unknown("unknown_invite")
    import segno  # noqa: PLC0415  # rarely needed, and would slow down the start

    picture = io.BytesIO()
    segno.make_qr(_link(context, data.invite)).save(
        picture, kind="svg", scale=4, light="white", xmldecl=False
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


def _link(context: RequestContext, invite: str) -> str:
    return f"{context.base}/join#{invite}"


INVITING_ROUTES = [join, show_invitation, renew_invitation, draw_qr]
