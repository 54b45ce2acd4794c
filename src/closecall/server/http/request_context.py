"""Who asks, and what every route needs to answer them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from litestar import Request

from closecall.server.http.errors import Nobody, Throttled, Unknown, reader_language
from closecall.server.http.origins import base_of_links
from closecall.server.metrics import Metrics
from closecall.server.people.authentication import People, Person
from closecall.server.people.identity import Throttle, is_id, network_of
from closecall.server.rooms.hub import Hub, NoTable
from closecall.server.rooms.room import Room
from closecall.server.settings import Settings
from closecall.server.tables import Table, TableInfo, permissions, table_info
from closecall.server.tables.permissions import Action, NotAllowed
from closecall.store import Store


class Services(Protocol):
    """What the routes need of the server."""

    settings: Settings
    metrics: Metrics
    guesses: Throttle
    newcomers: Throttle
    boards: dict[tuple[str, str], tuple[int, Any]]
    replaying: asyncio.Lock
    started: int
    is_draining: bool

    @property
    def store(self) -> Store: ...
    @property
    def people(self) -> People: ...
    @property
    def hub(self) -> Hub: ...

    def now(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Asking:
    """One request's person, language and address."""

    services: Services
    person: Person | None
    language: str
    headers: tuple[tuple[bytes, bytes], ...]
    base: str
    """What links begin with."""
    network: str
    """Whose wrong guesses are counted together."""
    is_secure: bool

    @property
    def me(self) -> Person:
        """The person who asks; Nobody if they have no name yet."""
        if self.person is None:
            raise Nobody("nobody")
        return self.person

    @property
    def human(self) -> Person:
        """The person who asks; a bot is refused."""
        if self.me.is_bot:
            raise NotAllowed("people_only")
        return self.me

    @property
    def id(self) -> str | None:
        """The id of the person who asks."""
        return None if self.person is None else self.person.id

    async def room(self, table_id: str, action: Action = Action.SEE) -> Room:
        """The room of a table where this person may do this; a table that they may not see is none."""
        if not is_id(table_id):
            raise NoTable("no_table")
        room = await self.services.hub.room(table_id)
        if not permissions.may(room.table, self.id, Action.SEE):
            raise NoTable("no_table")
        permissions.check(room.table, self.id, action)
        return room

    async def change(self, table_id: str, action: Action, act: Callable[[Table], Table]) -> TableInfo:
        """Change a table as this person, and get it as they see it."""
        me = self.me
        room = await self.room(table_id, action)

        def checked(table: Table) -> Table:
            # Again, since it may have changed while we waited for others.
            permissions.check(table, me.id, action)
            return act(table)

        return table_info(await room.change(checked), me.id)

    def count_new(self) -> None:
        """Count something new that is kept for ever; refuse whoever makes too much of it."""
        wait = self._counted(self.services.newcomers)
        if wait is not None:
            raise Throttled("too_many_new", seconds=wait[0], minutes=wait[1])

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """What may be a guess, and is a wrong one if it ends with Unknown; whoever had too many is refused.

        It counts from the beginning, else many that come at once would all be looked at before the first is
        known to be wrong. What was no wrong guess is forgiven.
        """
        wait = self._counted(self.services.guesses)
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
                self.services.guesses.forgive(self.network)

    def _counted(self, throttle: Throttle) -> tuple[int, int] | None:
        """Count one more; if it is one too many, how long to wait instead, in seconds and in minutes."""
        now = self.services.now()
        wait_ms = throttle.wait_ms(self.network, now)
        if wait_ms > 0:
            return _rounded_up(wait_ms)
        throttle.count(self.network, now)
        return None


def _rounded_up(wait_ms: int) -> tuple[int, int]:
    """Milliseconds as seconds, and as minutes."""
    seconds = -(-wait_ms // 1000)
    return seconds, -(-seconds // 60)


async def asking(request: Request[Any, Any, Any]) -> Asking:
    """Find out who asks."""
    services: Services = request.app.state["server"]
    scope = request.scope
    headers = tuple(scope["headers"])
    state = scope["state"]
    if "person" not in state:  # Else the gate knows already; it is for the language of a refusal too.
        state["person"] = await services.people.identify(headers, services.now())
    person: Person | None = state["person"]
    host = request.headers.get("host", "")
    base = base_of_links(scope["scheme"], host, services.settings)
    return Asking(
        services=services,
        person=person,
        language=reader_language(person, headers),
        headers=headers,
        base=base,
        network=network_of((scope["client"] or ("", 0))[0]),
        is_secure=base.startswith("https:"),
    )
