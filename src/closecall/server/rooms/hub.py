"""The hub: all rooms in memory, loaded when they are needed and dropped when they are idle."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from closecall.core.errors import GameError
from closecall.server.logs import Log
from closecall.server.rooms.live_match import load_table
from closecall.server.rooms.room import Room
from closecall.server.sockets.connection import TRY_AGAIN, Socket
from closecall.server.tables import Table
from closecall.store import Status, StoreError, TableRow

if TYPE_CHECKING:
    from closecall.server.context import ServerContext

log = Log("closecall.hub")

IDLE_MS = 60_000
"""How long an idle room stays in memory."""
SWEEP_S = 15
"""How often idle rooms are dropped, and a store that has failed is tried again even if nobody plays."""
SWEEPS_PER_PRESENCE = 20
"""How many sweeps there are from one record of who is connected to the next."""
PEOPLE_AT_ONCE = 200
WAKE_AT_ONCE = 200
"""How many tables are read at a time after a start, so that requests need not wait."""
WAKE_AGAIN_S = 5
"""How long to wait if the store cannot list the tables."""


class NoTable(GameError):
    """There is no such table, or this person may not see it; the answer does not tell which."""


class Hub:
    """The rooms of one server."""

    def __init__(self, server: "ServerContext") -> None:
        self._server = server
        self._rooms: dict[str, Room] = {}
        self._dropped: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Rooms that left memory but are still held by a request: a table never has two rooms."""
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chores: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Wake the tables that continue without people, and start the regular chores."""
        self._chores = [asyncio.create_task(self._wake()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Close all sockets, telling everybody that the server will be back, and stop all bots and clocks."""
        for chore in self._chores:
            chore.cancel()
        sockets = [socket for room in self._rooms.values() for socket in room.sockets]
        for socket in sockets:
            socket.close(TRY_AGAIN, "server_restarts", again=True)
        await asyncio.gather(*(socket.closed() for socket in sockets))
        for room in self._rooms.values():
            room.close()

    async def create(self, table: Table, seed: str) -> Room:
        """Store a new table and open its room."""
        self._ensure_capacity()
        row = await asyncio.wrap_future(self._server.store.create_table(table.row(), seed))
        room = self._rooms[table.id] = Room(self._server, Table.of(row), seed, None)
        self._server.metrics.room_loaded()
        return room

    async def room(self, table_id: str) -> Room:
        """The room of a table, loaded if necessary; NoTable if there is no such table."""
        room = self._rooms.get(table_id) or self._dropped.get(table_id)
        if room is not None:
            self.keep(room)
        else:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            room = await asyncio.shield(loading)  # Other requests may be waiting for it too.
        room.last_used = self._server.now()
        return room

    def keep(self, room: Room) -> None:
        """Take a room back into memory that was dropped while a request still held it."""
        if room.table.id not in self._rooms:
            self._rooms[room.table.id] = room
            self._server.metrics.room_loaded()

    def unattended(self, host: str) -> int:
        """How many games of bots alone a person has going on."""
        tables = [room.table for room in self._rooms.values()]
        return sum(table.host == host and table.is_playing and not table.people for table in tables)

    def sockets_of(self, people: Collection[str], secret: str | None = None) -> list[Socket]:
        """The sockets of some people, or those of them that were opened with one session or token."""
        return [
            socket
            for room in self._rooms.values()
            for socket in room.sockets
            if socket.person in people and secret in (None, socket.secret)
        ]

    async def _load(self, table_id: str) -> Room:
        try:
            self._ensure_capacity()
            stored = await asyncio.to_thread(self._server.store.load_table, table_id)
            if stored is None:
                raise NoTable("no_table")
            table, live = await asyncio.to_thread(load_table, stored)
            room = self._rooms[table_id] = Room(self._server, table, stored.seed, live)
            self._server.metrics.room_loaded()
            return room
        finally:
            del self._loading[table_id]

    async def _wake(self) -> None:
        """Load the tables where a bot has to decide or a clock runs."""
        after = ""
        while rows := await self._unfinished(after):
            for row in rows:
                await self._wake_one(row)
            after = rows[-1].id

    async def _unfinished(self, after: str) -> tuple[TableRow, ...]:
        """The next unfinished tables; retried until the store answers, because nothing else wakes them."""
        while True:
            try:
                return await asyncio.to_thread(self._server.store.unfinished_tables, after, WAKE_AT_ONCE)
            except StoreError as error:
                log.error("tables_not_woken", reason=error.code)
                await asyncio.sleep(WAKE_AGAIN_S)

    async def _wake_one(self, row: TableRow) -> None:
        try:
            table = Table.of(row)
            if table.status is Status.PLAYING and _continues_alone(table):
                await self.room(row.id)
        except GameError as error:
            log.error("table_not_woken", table=row.id, reason=error.code)
        except Exception:
            # Whatever is wrong with one table must not keep the others from waking.
            log.exception("table_not_woken", table=row.id)

    async def _sweep(self) -> None:
        store = self._server.store
        for n in count():
            await asyncio.sleep(SWEEP_S)
            self._drop_idle()
            if store.statistics().failing is not None:
                with suppress(StoreError):  # The store logs when it fails and when it works again.
                    await asyncio.wrap_future(store.try_out())
            if n % SWEEPS_PER_PRESENCE == 0:
                try:
                    await self._record_presence()
                except StoreError as error:
                    log.warning("note_failed", reason=error.code)

    async def _record_presence(self) -> None:
        """Store who is connected, a few at a time so that no move has to wait, and delete expired secrets."""
        store, now = self._server.store, self._server.now()
        sockets = [socket for room in self._rooms.values() for socket in room.sockets]
        people = sorted({socket.person for socket in sockets if socket.person is not None})
        for start in range(0, len(people), PEOPLE_AT_ONCE):
            await asyncio.wrap_future(store.people_seen(people[start : start + PEOPLE_AT_ONCE], now))
        await self._server.people.record_uses(
            {socket.secret for socket in sockets if socket.secret is not None}
        )
        await asyncio.wrap_future(store.forget_expired(now))

    def _ensure_capacity(self) -> None:
        """Drop idle rooms if there are too many; refuse if none is idle."""
        most = self._server.settings.most_rooms
        if len(self._rooms) >= most:
            self._drop_idle(0)
        if len(self._rooms) >= most:
            raise GameError("server_full")

    def _drop_idle(self, idle_ms: int = IDLE_MS) -> None:
        before = self._server.now() - idle_ms
        for table_id, room in list(self._rooms.items()):
            if room.is_idle and room.last_used <= before:
                self._dropped[table_id] = self._rooms.pop(table_id)
                self._server.metrics.room_dropped()


def _continues_alone(table: Table) -> bool:
    """Whether something happens at a table even if nobody is connected."""
    return table.clock.limit_ms is not None or any(place.bot or place.away for place in table.places)
