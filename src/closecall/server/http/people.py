"""People: getting a name, changing it, moving to another device, signing out, and bots."""

import msgspec
from litestar import Response, get, patch, post
from litestar.openapi import ResponseSpec

from closecall.core.errors import GameError
from closecall.server.http.bodies import CarryToken, NewBot, NewPerson, PersonChange, SignOut
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.people.authentication import People, Person
from closecall.server.people.names import parse_name
from closecall.server.sockets.connection import POLICY
from closecall.store import Spent

_TAGS = ["people"]


class Me(msgspec.Struct, frozen=True):
    """The person who sent the request."""

    id: str
    name: str
    language: str
    is_bot: bool


class Carry(msgspec.Struct, frozen=True):
    """A link that signs another device in as this person, once and within ten minutes."""

    token: str
    link: str
    expires_at: int


class BotToken(msgspec.Struct, frozen=True):
    """A bot and its token for `Authorization: Bearer …`, which is shown only this once."""

    id: str
    name: str
    token: str


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.language, person.is_bot)


def _with_cookie(answer: Me, cookie: str, context: RequestContext, status: int) -> Response[Me]:
    header = identity.cookie_header(cookie, is_secure=context.is_secure)
    return Response(answer, status_code=status, headers={"set-cookie": header})


@post(
    "/people",
    tags=_TAGS,
    summary="Get a name",
    description="Creates a person, who is identified by the cookie from now on.",
    responses=problems(403, 408, 409, 413, 429),
)
async def add_person(context: RequestContext, data: NewPerson) -> Response[Me]:
    """A new person."""
    if context.person is not None:
        # Two tabs may ask at once; neither may replace the other's person.
        raise GameError("already_somebody")
    language, name = data.language or context.language, parse_name(data.name)
    context.count_creation()
    people, now = context.server.people, context.server.now()
    person, cookie = await people.welcome(name, language, now)
    return _with_cookie(_me(person), cookie, context, 201)


@get("/me", tags=_TAGS, summary="Who am I?", responses=problems(401))
async def show_me(context: RequestContext) -> Me:
    """The person who sent the request."""
    return _me(context.me)


@patch(
    "/me",
    tags=_TAGS,
    summary="Change my name or language",
    description="Tables where I sit keep the old name.",
    responses=problems(401, 403, 408, 413),
)
async def change_me(context: RequestContext, data: PersonChange) -> Me:
    """Rename."""
    me = context.me
    name = me.name if isinstance(data.name, msgspec.UnsetType) else parse_name(data.name)
    language = me.language if isinstance(data.language, msgspec.UnsetType) else data.language
    return _me(await context.server.people.rename(me, name, language))


@post(
    "/me/carry",
    tags=_TAGS,
    summary="Get a link that signs me in on another device",
    description="Valid once, for ten minutes. The secret is after the `#`, which no browser sends.",
    responses=problems(401, 403),
)
async def carry_me(context: RequestContext) -> Carry:
    """A link to another device."""
    now = context.server.now()
    token = await context.server.people.carry_token(context.human, now)
    return Carry(token, f"{context.base}/carry#{token}", now + identity.CARRY_MS)


@post(
    "/carry",
    tags=_TAGS,
    status_code=200,
    summary="Sign in on this device with a carry link",
    responses=problems(403, 404, 408, 413, 429),
)
async def use_carry(context: RequestContext, data: CarryToken) -> Response[Me]:
    """The other device."""
    people, now = context.server.people, context.server.now()
    with context.counted_guess():
        cookie = await _carried(people, data.token, now)
    person = await people.identify([(b"cookie", f"{identity.COOKIE}={cookie}".encode())], now)
    assert person is not None
    return _with_cookie(_me(person), cookie, context, 200)


async def _carried(people: People, token: str, now: int) -> str:
    try:
        if not identity.is_secret(token):
            raise Spent("store_spent")
        return await people.carried(token, now)
    except Spent:
        raise Unknown("store_spent") from None


@post(
    "/me/sign-out",
    tags=_TAGS,
    status_code=204,
    summary="Sign out, on this device or everywhere",
    responses={**problems(401, 403, 408, 413), 204: ResponseSpec(None, description="It is done.")},
)
async def sign_out(context: RequestContext, data: SignOut) -> Response[None]:
    """Sign out."""
    me, people, hub = context.human, context.server.people, context.server.hub
    if data.everywhere:
        await people.sign_out_everywhere(me)
        sockets = hub.sockets_of(me.id)
    else:
        session = people.session_of(context.headers)
        assert session is not None, "a person without a session would be nobody"
        await people.sign_out(session)
        sockets = hub.sockets_of(me.id, session)  # Of other tabs of this browser.
    for socket in sockets:
        socket.close(POLICY, "signed_out", again=False)
    header = identity.ended_cookie_header(is_secure=context.is_secure)
    return Response(None, status_code=204, headers={"set-cookie": header})


@post(
    "/me/bots",
    tags=_TAGS,
    summary="Get a token for a bot of mine",
    description="The bot is a person of its own that belongs to me; its token is shown only this once.",
    responses=problems(401, 403, 408, 413, 429),
)
async def add_bot(context: RequestContext, data: NewBot) -> BotToken:
    """A bot that connects over the network."""
    owner, name, now = context.human, parse_name(data.name), context.server.now()
    context.count_creation()
    bot, token = await context.server.people.new_bot(owner, name, now)
    return BotToken(bot.id, bot.name, token)


PEOPLE_ROUTES = [add_person, show_me, change_me, carry_me, use_carry, sign_out, add_bot]
