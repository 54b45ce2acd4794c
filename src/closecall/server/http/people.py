"""People: getting a name, changing it, moving to another device, and bots."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from litestar import get, patch, post

from closecall.core.errors import GameError
from closecall.server.http.bodies import CarryToken, NewBot, NewPerson, PersonChange
from closecall.server.http.errors import Nobody, Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.people.authentication import Person
from closecall.server.people.names import parse_name
from closecall.store import Spent

_TAGS = ["people"]


class Me(msgspec.Struct, frozen=True):
    """The person who sent the request."""

    id: str
    name: str
    language: str
    is_bot: bool
    address: str
    """Where others reach this server, for links to pass on."""
    lan: bool | None
    """Whether devices on the local network can join; null if the person may not change that."""


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


def me_of(context: RequestContext, person: Person) -> Me:
    """A person as they see themselves."""
    can_turn_lan = context.can_turn_lan and not person.is_bot
    lan = context.server.lan_switch.url is not None if can_turn_lan else None
    return Me(person.id, person.name, person.language, person.is_bot, context.base, lan)


async def welcome(context: RequestContext, data: NewPerson) -> Person:
    """Create a person, who is identified by the cookie of the answer from now on."""
    language, name = data.language or context.language, parse_name(data.name)
    context.count_creation()
    person, cookie = await context.server.people.welcome(
        name, language, device=context.device, is_secure=context.is_secure
    )
    context.set_session(cookie)
    return person


@post(
    "/people",
    tags=_TAGS,
    summary="Get a name",
    description="Creates a person, who is identified by the cookie from now on.",
    responses=problems(403, 408, 409, 413, 429),
)
async def add_person(context: RequestContext, data: NewPerson) -> Me:
    """A new person."""
    if context.person is not None:
        # Two tabs may ask at once; neither may replace the other's person.
        raise GameError("already_somebody")
    return me_of(context, await welcome(context, data))


@get("/me", tags=_TAGS, summary="Who am I?", responses=problems(401))
async def show_me(context: RequestContext) -> Me:
    """The person who sent the request."""
    return me_of(context, context.me)


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
    return me_of(context, await context.server.people.rename(me, name, language))


@post(
    "/me/carry",
    tags=_TAGS,
    summary="Get a link that signs me in on another device",
    description=(
        "Valid once, for ten minutes. The secret is after the `#`, which no browser sends. "
        "Of one's open links, a fourth replaces the oldest."
    ),
    responses=problems(401, 403),
)
async def carry_me(context: RequestContext) -> Carry:
    """A link to another device."""
    me = context.human
    with _asked_in_time():
        token, expires_at = await context.server.people.carry_token(me, context.secret)
    return Carry(token, f"{context.base}/carry#{token}", expires_at)


@contextmanager
def _asked_in_time() -> Iterator[None]:
    """Somebody whose session ends while they ask for something is nobody."""
    try:
        yield
    except Spent:
        raise Nobody("nobody") from None


@post(
    "/carry",
    tags=_TAGS,
    status_code=200,
    summary="Sign in on this device with a carry link",
    responses=problems(403, 404, 408, 409, 413, 429),
)
async def use_carry(context: RequestContext, data: CarryToken) -> Me:
    """The other device."""
    with context.counted_guess():
        person, cookie = await _carried(context, data.token)
    context.set_session(cookie)
    return me_of(context, person)


async def _carried(context: RequestContext, token: str) -> tuple[Person, identity.SessionCookie]:
    try:
        if not identity.is_secret(token):
            raise Spent("store_spent")
        return await context.server.people.carried(token, device=context.device, is_secure=context.is_secure)
    except Spent:
        raise Unknown("store_spent") from None


@post(
    "/me/bots",
    tags=_TAGS,
    summary="Get a token for a bot of mine",
    description="The bot is a person of its own that belongs to me; its token is shown only this once.",
    responses=problems(401, 403, 408, 409, 413, 429),
)
async def add_bot(context: RequestContext, data: NewBot) -> BotToken:
    """A bot that connects over the network."""
    owner, name = context.human, parse_name(data.name)
    context.count_creation()
    with _asked_in_time():
        bot, token = await context.server.people.new_bot(owner, context.secret, name)
    return BotToken(bot.id, bot.name, token)


PEOPLE_ROUTES = [add_person, show_me, change_me, carry_me, use_carry, add_bot]
