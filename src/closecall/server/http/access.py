"""Access: a person's devices, bots and open links, ending one of them, and signing out."""

from collections.abc import Collection

import msgspec
from litestar import delete, get, post
from litestar.openapi import ResponseSpec

from closecall.server.http.bodies import SignOut
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people.authentication import Access
from closecall.server.sockets.connection import POLICY
from closecall.store import SecretKind

_TAGS = ["people"]
_DONE = {204: ResponseSpec(None, description="It is done.")}


class Device(msgspec.Struct, frozen=True):
    """A browser in which I am signed in."""

    id: str
    name: str | None
    """The browser and the system, such as `Firefox, Android`; null if unknown."""
    created_at: int
    seen_at: int | None
    is_this: bool
    """Whether the request came from it."""


class OwnBot(msgspec.Struct, frozen=True):
    """A bot of mine whose token is valid."""

    id: str
    name: str
    created_at: int
    seen_at: int | None


class OpenLink(msgspec.Struct, frozen=True):
    """A link to another device that nobody has used yet."""

    id: str
    created_at: int
    expires_at: int


class AccessList(msgspec.Struct, frozen=True):
    """Everything that can act as me or as a bot of mine, the newest first."""

    devices: tuple[Device, ...]
    bots: tuple[OwnBot, ...]
    links: tuple[OpenLink, ...]


@get(
    "/me/access",
    tags=_TAGS,
    summary="List my devices, bots and open links",
    responses=problems(401, 403),
)
async def list_access(context: RequestContext) -> AccessList:
    """Where I am signed in."""
    me, this = context.human, context.secret
    found = await context.server.people.accesses(me)
    sockets = context.server.hub.sockets_of({access.secret.person_id for access in found})
    connected = {socket.secret for socket in sockets}
    now = context.server.now()

    def seen_at(access: Access) -> int | None:
        return now if access.secret.hash in connected else access.secret.seen_at

    def of_kind(kind: SecretKind) -> list[Access]:
        return [access for access in reversed(found) if access.secret.kind is kind]

    return AccessList(
        devices=tuple(
            Device(
                access.id,
                access.secret.device,
                access.secret.created_at,
                seen_at(access),
                access.secret.hash == this,
            )
            for access in of_kind(SecretKind.SESSION)
        ),
        bots=tuple(
            OwnBot(access.id, access.name, access.secret.created_at, seen_at(access))
            for access in of_kind(SecretKind.BOT)
        ),
        links=tuple(
            OpenLink(access.id, access.secret.created_at, access.secret.expires_at or now)
            for access in of_kind(SecretKind.CARRY)
        ),
    )


@delete(
    "/me/access/{access_id:str}",
    tags=_TAGS,
    status_code=204,
    summary="Sign out a device of mine, revoke the token of a bot of mine, or an open link",
    description="Its sockets are closed. Ending the session that sends the request is signing out here.",
    responses={**problems(401, 403, 404, 408, 413), **_DONE},
)
async def end_access(context: RequestContext, access_id: str) -> None:
    """End one of them."""
    me = context.human
    found = await context.server.people.accesses(me)
    access = next((each for each in found if each.id == access_id), None)
    if access is None:
        raise Unknown("unknown_access")
    await _end(context, access.secret.person_id, access.secret.hash)


@post(
    "/me/sign-out",
    tags=_TAGS,
    status_code=204,
    summary="Sign out, on this device or everywhere",
    description="Everywhere: it ends all my sessions and open links, and the tokens of my bots.",
    responses={**problems(401, 403, 408, 413), **_DONE},
)
async def sign_out(context: RequestContext, data: SignOut) -> None:
    """Sign out."""
    me = context.human
    if not data.everywhere:
        await _end(context, me.id, context.secret)
        return
    _disconnect(context, await context.server.people.sign_out_everywhere(me))
    context.end_session()


async def _end(context: RequestContext, person_id: str, secret: str) -> None:
    await context.server.people.sign_out(person_id, secret)
    _disconnect(context, [person_id], secret)  # Other tabs of the same browser too.
    if secret == context.secret:
        context.end_session()


def _disconnect(context: RequestContext, people: Collection[str], secret: str | None = None) -> None:
    for socket in context.server.hub.sockets_of(people, secret):
        socket.close(POLICY, "signed_out", again=False)


ACCESS_ROUTES = [list_access, end_access, sign_out]
