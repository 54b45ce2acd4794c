"""Shared games: the link to a finished game that any player can pass on, and what others see through it.

The token is sent in a body, and follows a `#` in the link, so that it appears in no access log.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response, post
from litestar.openapi import ResponseSpec

from closecall.core.rules import Seat
from closecall.server.http.bodies import SharedSteps, ShareToken
from closecall.server.http.errors import Unknown
from closecall.server.http.history import Proof, proven, recorded, replay_of
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.replays import Passage, Replay
from closecall.server.rooms.room import Room
from closecall.server.tables.options import encode_options
from closecall.server.tables.permissions import Action
from closecall.store import Status

_TAGS = ["history"]
_REFUSALS = problems(404, 408, 413)
_REPLAY = ResponseSpec(Replay, description="The steps.", generate_examples=False)
_RECORD = ResponseSpec(dict[str, Any], description="The record.", generate_examples=False)


class ShareLink(msgspec.Struct, frozen=True):
    """The link to a shared game; everybody who shares it gets the same one."""

    token: str
    link: str


@dataclass(frozen=True, slots=True)
class SharedSeat:
    """Who played at a seat, by name."""

    name: str
    bot: str | None
    character: str | None


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A finished game as everybody with its link may know it; nothing leads to the table or its people."""

    game: str
    options: dict[str, Any]
    """As `core.codec` encodes them; they contain no ages."""
    seats: tuple[SharedSeat, ...]
    ended_at: int


# For players.


@post(
    "/tables/{table_id:str}/share",
    tags=_TAGS,
    status_code=200,
    summary="Share a finished game",
    description=(
        "Everybody with the link may see the replay, through any seat's eyes, and verify the dice. Every "
        "player gets the same link, again and again, until somebody stops sharing."
    ),
    responses=problems(401, 403, 404),
)
async def share_game(context: RequestContext, table_id: str) -> ShareLink:
    """A link for others."""
    _ = context.me
    await context.room(table_id, Action.SHARE)
    server = context.server
    made = server.store.share_table(table_id, identity.new_secret(), server.now())
    token = await asyncio.wrap_future(made)
    return ShareLink(token, f"{context.base}/shared#{token}")


@post(
    "/tables/{table_id:str}/stop-sharing",
    tags=_TAGS,
    status_code=204,
    summary="Stop sharing a finished game",
    description="Its link becomes invalid for everybody. Sharing it again makes another one.",
    responses={**problems(401, 403, 404), 204: ResponseSpec(None, description="It is done.")},
)
async def stop_sharing(context: RequestContext, table_id: str) -> None:
    """Make the link invalid."""
    _ = context.me
    await context.room(table_id, Action.STOP_SHARING)
    await asyncio.wrap_future(context.server.store.stop_sharing(table_id))


# For everybody with the link.


async def _shared_room(context: RequestContext, data: ShareToken) -> Room:
    """The room of a shared game; wrong tokens are counted as guesses."""
    with context.counted_guess():
        found = None
        if identity.is_secret(data.token):
            found = await asyncio.to_thread(context.server.store.find_shared, data.token)
        if found is None:
            raise Unknown("unknown_share")
    room = await context.server.hub.room(found)
    assert room.table.status is Status.OVER, "only finished games can be shared, and they stay finished"
    return room


@post(
    "/shared",
    tags=_TAGS,
    status_code=200,
    summary="A shared game: who played what, and when",
    description="For people without a name too. Wrong tokens are counted.",
    responses=_REFUSALS,
)
async def show_shared(context: RequestContext, data: ShareToken) -> SharedGame:
    """What a link leads to."""
    table = (await _shared_room(context, data)).table
    assert table.ended_at is not None
    seats = tuple(SharedSeat(place.name, place.bot, place.character) for place in table.places)
    return SharedGame(table.game, encode_options(table.rules, table.options), seats, table.ended_at)


@post(
    "/shared/replay",
    tags=_TAGS,
    status_code=200,
    summary="A shared game step by step",
    description="As `GET /api/tables/{table_id}/replay`, through any seat's eyes.",
    responses={**_REFUSALS, 200: _REPLAY},
)
async def replay_shared(context: RequestContext, data: SharedSteps) -> Response[bytes]:
    """Steps of a shared game."""
    room = await _shared_room(context, data)
    eyes = None if data.viewer is None else Seat(data.viewer)
    content = await replay_of(context, room, Passage(eyes, data.step, data.limit))
    return Response(content, media_type="application/json")


@post(
    "/shared/record",
    tags=_TAGS,
    status_code=200,
    summary="The record of a shared game",
    description="The format is described in docs/records.md; `closecall verify` checks it.",
    responses={**_REFUSALS, 200: _RECORD},
)
async def record_shared(context: RequestContext, data: ShareToken) -> Response[bytes]:
    """The record."""
    room = await _shared_room(context, data)
    return Response(await recorded(context, room), media_type="application/json")


@post(
    "/shared/proof",
    tags=_TAGS,
    status_code=200,
    summary="The proof that the dice of a shared game were fair",
    responses=_REFUSALS,
)
async def prove_shared(context: RequestContext, data: ShareToken) -> Proof:
    """The proof."""
    return await proven(context, await _shared_room(context, data))


SHARING_ROUTES = [share_game, stop_sharing, show_shared, replay_shared, record_shared, prove_shared]
