"""Who sends a request, and what every route needs to answer it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from litestar import Request

from closecall.server.context import ServerContext
from closecall.server.http.errors import Headers, Nobody, Throttled, Unknown, reader_language
from closecall.server.http.origins import base_of_links, is_from_this_machine
from closecall.server.people.authentication import Person
from closecall.server.people.devices import device_of
from closecall.server.people.identity import SessionCookie, cookie_header, ended_cookie_header, is_id
from closecall.server.rate_limits import network_of
from closecall.server.rooms.hub import NoTable
from closecall.server.rooms.room import Room
from closecall.server.tables import Role, Table, TableInfo, permissions, role_of, table_info
from closecall.server.tables.permissions import Action, NotAllowed

_LOOKING = frozenset({Action.SEE, Action.REPLAY, Action.RECORD, Action.PROOF})
"""What everybody may do at the tables of a daily game that is open to them."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request's person, language and address."""

    server: ServerContext
    person: Person | None
    language: str
    headers: tuple[tuple[bytes, bytes], ...]
    device: str | None
    """The browser and the system."""
    cookies: list[str]
    """The `Set-Cookie` headers of the answer."""
    scheme: str
    host: str
    """The `Host` header."""
    network: str
    """The addresses whose wrong guesses are counted together."""
    is_secure: bool
    can_turn_lan: bool
    """Whether the sender may let others on the local network join: they sit at the server itself."""

    @property
    def base(self) -> str:
        """The beginning of links."""
        return base_of_links(self.scheme, self.host, self.server.settings, self.server.lan_switch)

    @property
    def me(self) -> Person:
        """The person who sent the request; Nobody if they have no name yet."""
        if self.person is None:
            raise Nobody("nobody")
        return self.person

    @property
    def human(self) -> Person:
        """The person who sent the request; a bot is refused."""
        if self.me.is_bot:
            raise NotAllowed("people_only")
        return self.me

    @property
    def secret(self) -> str:
        """The hash of the session or token of the person who sent the request."""
        found = self.server.people.secret_of(self.headers)
        assert found is not None, "a person without a session or token would be nobody"
        return found

    @property
    def id(self) -> str | None:
        """The id of the person who sent the request."""
        return None if self.person is None else self.person.id

    async def room(self, table_id: str, action: Action = Action.SEE) -> Room:
        """The room of a table where this person may do this; NoTable if they may not even see it."""
        if not is_id(table_id):
            raise NoTable("no_table")
        room = await self.server.hub.room(table_id)
        is_outside = role_of(room.table, self.id) in (Role.STRANGER, Role.PERSON)
        if is_outside and action in _LOOKING and await self.server.daily.has_opened(room.table, self.id):
            return room
        if not permissions.may(room.table, self.id, Action.SEE):
            raise NoTable("no_table")
        permissions.check(room.table, self.id, action)
        return room

    async def change(self, table_id: str, action: Action, act: Callable[[Table], Table]) -> TableInfo:
        """Change a table on behalf of this person; the table as they see it afterwards."""
        me = self.me
        room = await self.room(table_id, action)

        def checked(table: Table) -> Table:
            # Again, because the table may have changed while this request waited.
            permissions.check(table, me.id, action)
            return act(table)

        return table_info(await room.change(checked), me.id)

    def count_creation(self) -> None:
        """Count something new that is stored forever; refuse an address that creates too much."""
        throttle, now = self.server.creation_throttle, self.server.time_source.elapsed()
        if wait_ms := throttle.wait_ms(self.network, now):
            raise Throttled("too_many_new", **_rounded_up(wait_ms))
        throttle.count(self.network, now)

    @contextmanager
    def counted_guess(self, *, is_code: bool = False) -> Iterator[None]:
        """Count what may be a guess; it was wrong if it ends with Unknown. Refuse after too many.

        It is counted first and forgiven afterwards. Otherwise many simultaneous guesses would all be checked
        before the first turned out to be wrong.
        """
        limits, now = self.server.guess_limits, self.server.time_source.elapsed()
        if wait_ms := limits.wait_ms(self.network, now):
            raise Throttled("too_many_guesses", **_rounded_up(wait_ms))
        if is_code and (wait_ms := limits.code_wait_ms(self.network, now)):
            raise Throttled("codes_paused", **_rounded_up(wait_ms))
        limits.count(self.network, now)
        is_wrong = False
        try:
            yield
        except Unknown:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                limits.forgive(self.network)

    def set_session(self, cookie: SessionCookie) -> None:
        """Sign the browser in with the answer."""
        self.cookies[:] = [cookie_header(cookie)]

    def end_session(self) -> None:
        """Let the browser forget its session with the answer."""
        # Over https, a cookie of the other name may be left from before the server had it.
        names = (True, False) if self.is_secure else (False,)
        self.cookies[:] = [ended_cookie_header(is_secure=is_secure) for is_secure in names]


def _rounded_up(wait_ms: int) -> dict[str, int]:
    """A time to wait, in seconds and in minutes."""
    seconds = -(-wait_ms // 1000)
    return {"seconds": seconds, "minutes": -(-seconds // 60)}


async def request_context(request: Request[Any, Any, Any]) -> RequestContext:
    """Identify the sender of a request."""
    server: ServerContext = request.app.state["server"]
    scope = request.scope
    headers = tuple(scope["headers"])
    state = scope["state"]
    if "person" not in state:  # The middleware may have identified them, for the language of a refusal.
        state["person"] = await server.people.identify(headers)
    person: Person | None = state["person"]
    host = request.headers.get("host", "")
    client = (scope["client"] or ("", 0))[0]
    base = base_of_links(scope["scheme"], host, server.settings, server.lan_switch)
    is_secure = base.startswith("https:")
    if is_secure and person is not None:
        _renew_cookie(server, headers, state["cookies"])
    return RequestContext(
        server=server,
        person=person,
        language=reader_language(person, headers),
        headers=headers,
        device=device_of(request.headers.get("user-agent", "")),
        cookies=state["cookies"],
        scheme=scope["scheme"],
        host=host,
        network=network_of(client),
        is_secure=is_secure,
        can_turn_lan=server.lan_switch.can_turn and is_from_this_machine(client, host, headers),
    )


def _renew_cookie(server: ServerContext, headers: Headers, cookies: list[str]) -> None:
    """Give a browser that has signed in before the server had https the cookie for it."""
    renewed = server.people.renewed_cookie(headers)
    if renewed is not None:
        cookies[:] = [cookie_header(renewed), ended_cookie_header(is_secure=False)]
