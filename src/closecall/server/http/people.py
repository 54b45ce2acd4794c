"""Having a name: coming, being renamed, going to another device, leaving."""

import msgspec
from litestar import Response, get, patch, post
from litestar.openapi import ResponseSpec

from closecall.core.errors import GameError
from closecall.server.http.bodies import CarryToken, NewBot, NewPerson, PersonChange, SignOut
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import Asking
from closecall.server.people import identity
from closecall.server.people.authentication import People, Person
from closecall.server.people.names import parse_name
from closecall.server.sockets.connection import POLICY
from closecall.store import Spent

_TAGS = ["people"]


class Me(msgspec.Struct, frozen=True):
    """Whoever asks."""

    id: str
    name: str
    language: str
    is_bot: bool


class Carry(msgspec.Struct, frozen=True):
    """What makes another device's user the same person, once and within ten minutes."""

    token: str
    link: str
    expires_at: int


class BotToken(msgspec.Struct, frozen=True):
    """A bot and what it sends as `Authorization: Bearer …`, which is shown this once."""

    id: str
    name: str
    token: str


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.language, person.is_bot)


def _with_cookie(answer: Me, cookie: str, asking: Asking, status: int) -> Response[Me]:
    header = identity.cookie_header(cookie, is_secure=asking.is_secure)
    return Response(answer, status_code=status, headers={"set-cookie": header})


@post(
    "/people",
    tags=_TAGS,
    summary="Get a name",
    description="Makes somebody new, who is known by the cookie from now on.",
    responses=problems(403, 408, 409, 413, 429),
)
async def add_person(asking: Asking, data: NewPerson) -> Response[Me]:
    """Somebody new."""
    if asking.person is not None:
        # Two tabs may ask at once, and nobody must lose who they are by it.
        raise GameError("already_somebody")
    language, name = data.language or asking.language, parse_name(data.name)
    asking.count_new()
    people, now = asking.services.people, asking.services.now()
    person, cookie = await people.welcome(name, language, now)
    return _with_cookie(_me(person), cookie, asking, 201)


@get("/me", tags=_TAGS, summary="Who am I?", responses=problems(401))
async def show_me(asking: Asking) -> Me:
    """Whoever asks."""
    return _me(asking.me)


@patch(
    "/me",
    tags=_TAGS,
    summary="Get another name or language",
    description="Tables where one sits keep the old name.",
    responses=problems(401, 403, 408, 413),
)
async def change_me(asking: Asking, data: PersonChange) -> Me:
    """Another name or language."""
    me = asking.me
    name = me.name if isinstance(data.name, msgspec.UnsetType) else parse_name(data.name)
    language = me.language if isinstance(data.language, msgspec.UnsetType) else data.language
    return _me(await asking.services.people.rename(me, name, language))


@post(
    "/me/carry",
    tags=_TAGS,
    summary="Get a link that carries me to another device",
    description="It is good once, for ten minutes. The secret stands behind the `#`, which no browser sends.",
    responses=problems(401, 403),
)
async def carry_me(asking: Asking) -> Carry:
    """A link to another device."""
    now = asking.services.now()
    token = await asking.services.people.carry_token(asking.human, now)
    return Carry(token, f"{asking.base}/carry#{token}", now + identity.CARRY_MS)


@post(
    "/carry",
    tags=_TAGS,
    status_code=200,
    summary="Be the person of a carry link on this device",
    responses=problems(403, 404, 408, 413, 429),
)
async def use_carry(asking: Asking, data: CarryToken) -> Response[Me]:
    """The other device."""
    people, now = asking.services.people, asking.services.now()
    with asking.guessing():
        cookie = await _carried(people, data.token, now)
    person = await people.identify([(b"cookie", f"{identity.COOKIE}={cookie}".encode())], now)
    assert person is not None
    return _with_cookie(_me(person), cookie, asking, 200)


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
    summary="Be nobody again, on this device or everywhere",
    responses={**problems(401, 403, 408, 413), 204: ResponseSpec(None, description="It is done.")},
)
async def sign_out(asking: Asking, data: SignOut) -> Response[None]:
    """No longer known here."""
    me, people, hub = asking.human, asking.services.people, asking.services.hub
    if data.everywhere:
        await people.sign_out_everywhere(me)
        sockets = hub.sockets_of(me.id)
    else:
        session = people.session_of(asking.headers)
        assert session is not None, "else this person would be nobody"
        await people.sign_out(session)
        sockets = hub.sockets_of(me.id, session)  # Of other tabs of this browser.
    for socket in sockets:
        socket.close(POLICY, "signed_out", again=False)
    header = identity.ended_cookie_header(is_secure=asking.is_secure)
    return Response(None, status_code=204, headers={"set-cookie": header})


@post(
    "/me/bots",
    tags=_TAGS,
    summary="Get a token for a bot of mine",
    description="The bot is somebody of its own, who belongs to me; its token is shown this once.",
    responses=problems(401, 403, 408, 413, 429),
)
async def add_bot(asking: Asking, data: NewBot) -> BotToken:
    """A bot that comes over the network."""
    owner, name, now = asking.human, parse_name(data.name), asking.services.now()
    asking.count_new()
    bot, token = await asking.services.people.new_bot(owner, name, now)
    return BotToken(bot.id, bot.name, token)


PEOPLE_ROUTES = [add_person, show_me, change_me, carry_me, use_carry, sign_out, add_bot]
