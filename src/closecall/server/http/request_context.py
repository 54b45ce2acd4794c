"""Who sends a request, and what every route needs to answer it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from litestar import Request

from closecall.server.context import ServerContext
from closecall.server.http.errors import Nobody, Throttled, Unknown, reader_language
from closecall.server.http.origins import base_of_links
from closecall.server.people.authentication import Person
from closecall.server.people.identity import is_id
from closecall.server.rate_limits import Throttle, network_of
from closecall.server.rooms.hub import NoTable
from closecall.server.rooms.room import Room
from closecall.server.tables import Table, TableInfo, permissions, table_info
from closecall.server.tables.permissions import Action, NotAllowed


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request's person, language and address."""

    server: ServerContext
    person: Person | None
    language: str
    headers: tuple[tuple[bytes, bytes], ...]
    base: str
    """The beginning of links."""
    network: str
    """The addresses whose wrong guesses are counted together."""
    is_secure: bool

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
    def id(self) -> str | None:
        """The id of the person who sent the request."""
        return None if self.person is None else self.person.id

    async def room(self, table_id: str, action: Action = Action.SEE) -> Room:
        """The room of a table where this person may do this; NoTable if they may not even see it."""
        if not is_id(table_id):
            raise NoTable("no_table")
        room = await self.server.hub.room(table_id)
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
        wait = self._counted(self.server.creation_throttle)
        if wait is not None:
            raise Throttled("too_many_new", seconds=wait[0], minutes=wait[1])

    @contextmanager
    def counted_guess(self) -> Iterator[None]:
        """Count what may be a guess; it was wrong if it ends with Unknown. Refuse after too many.

        It is counted first and forgiven afterwards. Otherwise many simultaneous guesses would all be checked
        before the first turned out to be wrong.
        """
        wait = self._counted(self.server.guess_throttle)
        if wait is not None:
            raise Throttled("too_many_guesses", seconds=wait[0], minutes=wait[1])
        is_wrong = False
        try:
            yield
        except Unknown:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                self.server.guess_throttle.forgive(self.network)

    def _counted(self, throttle: Throttle) -> tuple[int, int] | None:
        """Count one more or, if that is too many, the time to wait, in seconds and in minutes."""
        now = self.server.now()
        wait_ms = throttle.wait_ms(self.network, now)
        if wait_ms > 0:
            return _rounded_up(wait_ms)
        throttle.count(self.network, now)
        return None


def _rounded_up(wait_ms: int) -> tuple[int, int]:
    """Milliseconds as seconds, and as minutes."""
    seconds = -(-wait_ms // 1000)
    return seconds, -(-seconds // 60)


async def request_context(request: Request[Any, Any, Any]) -> RequestContext:
    """Identify the sender of a request."""
    server: ServerContext = request.app.state["server"]
    scope = request.scope
    headers = tuple(scope["headers"])
    state = scope["state"]
    if "person" not in state:  # The middleware may have identified them, for the language of a refusal.
        state["person"] = await server.people.identify(headers, server.now())
    person: Person | None = state["person"]
    host = request.headers.get("host", "")
    base = base_of_links(scope["scheme"], host, server.settings)
    return RequestContext(
        server=server,
        person=person,
        language=reader_language(person, headers),
        headers=headers,
        base=base,
        network=network_of((scope["client"] or ("", 0))[0]),
        is_secure=base.startswith("https:"),
    )
