"""The hub: all rooms that are in memory, loaded when somebody needs them and forgotten when nobody does."""

import asyncio
import time
from contextlib import suppress
from itertools import count

from closecall.core.errors import GameError
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.rooms.bot_workers import Thinkers
from closecall.server.rooms.room import Room
from closecall.server.rooms.store_futures import Bridge
from closecall.server.settings import Settings
from closecall.server.sockets.connection import TRY_AGAIN, Socket
from closecall.server.tables import Table, should_start, storage
from closecall.store import Status, Store, StoreError, TableRow

log = Log("closecall.hub")

IDLE_MS = 60_000
"""How long an idle room is kept in memory."""
SWEEP_S = 15
"""How often idle rooms are looked for, and a store that has failed is tried again though nobody plays."""
SWEEPS_PER_NOTE = 20
"""After how many sweeps it is written down who is here."""
PEOPLE_AT_ONCE = 200
WAKE_AT_ONCE = 200
"""How many tables are looked through at a time after a start, so that people need not wait."""

WAKE_AGAIN_S = 5
"""How long to wait if the store does not tell which tables there are."""


class NoTable(GameError):
    """There is no such table, or it is not for this person: nobody learns which."""


class Hub:
    """All that is live in one server; made inside its event loop."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.bridge = Bridge()
        self.thinkers = thinkers
        self.settings = settings
        self.metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chores: list[asyncio.Task[None]] = []

    def now(self) -> int:
        """The time, in ms since 1970."""
        return time.time_ns() // 1_000_000

    def start(self) -> None:
        """Wake the tables that go on by themselves, and look after the rooms from now on."""
        self._chores = [asyncio.create_task(self._wake()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Hang up on everybody, saying that the server will be back, and stop all bots and clocks."""
        for chore in self._chores:
            chore.cancel()
        sockets = [socket for room in self._rooms.values() for socket in room.sockets]
        for socket in sockets:
            socket.close(TRY_AGAIN, "server_restarts", again=True)
        await asyncio.gather(*(socket.closed() for socket in sockets))
        for room in self._rooms.values():
            room.close()

    async def create(self, table: Table, seed: str) -> Room:
        """A new table, kept and ready."""
        self._make_room()
        row = await asyncio.wrap_future(self.store.create_table(table.row(), seed))
        room = self._rooms[table.id] = Room(self, Table.of(row), seed, None)
        self.metrics.room_loaded()
        await room.change(lambda table: table)  # A table of bots, or for one, starts at once.
        return room

    async def room(self, table_id: str) -> Room:
        """The room of a table, loaded if it is not in memory; NoTable if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            room = await asyncio.shield(loading)  # Others may wait for it too.
        room.touched = self.now()
        return room

    def live_rooms(self) -> tuple[Room, ...]:
        """The rooms in memory."""
        return tuple(self._rooms.values())

    def sockets_of(self, person: str, session: str | None = None) -> list[Socket]:
        """All sockets of one person, or those of one of their sessions."""
        return [
            socket
            for room in self._rooms.values()
            for socket in room.sockets
            if socket.person == person and session in (None, socket.session)
        ]

    async def _load(self, table_id: str) -> Room:
        try:
            self._make_room()
            stored = await asyncio.to_thread(self.store.load_table, table_id)
            if stored is None:
                raise NoTable("no_table")
            table, live = await asyncio.to_thread(storage.loaded, stored)
            room = self._rooms[table_id] = Room(self, table, stored.seed, live)
            self.metrics.room_loaded()
            if should_start(table):  # The server died between the last place taken and the start.
                await room.change(lambda table: table)
            return room
        finally:
            del self._loading[table_id]

    async def _wake(self) -> None:
        """After a start: load the tables where bots have to think or a clock runs."""
        after = ""
        while rows := await self._unfinished(after):
            for row in rows:
                await self._wake_one(row)
            after = rows[-1].id

    async def _unfinished(self, after: str) -> tuple[TableRow, ...]:
        """The next tables that may go on, asked for until the store answers: nobody else will wake them."""
        while True:
            try:
                return await asyncio.to_thread(self.store.unfinished_tables, after, WAKE_AT_ONCE)
            except StoreError as error:
                log.error("tables_not_woken", reason=error.code)
                await asyncio.sleep(WAKE_AGAIN_S)

    async def _wake_one(self, row: TableRow) -> None:
        try:
            table = Table.of(row)
            if should_start(table) or (table.status is Status.PLAYING and _may_go_on(table)):
                await self.room(row.id)
        except GameError as error:
            # One table that cannot be read must not keep the others asleep.
            log.error("table_not_woken", table=row.id, reason=error.code)

    async def _sweep(self) -> None:
        for n in count():
            await asyncio.sleep(SWEEP_S)
            self._forget_idle()
            if self.store.statistics().failing is not None:
                with suppress(StoreError):  # The store has said so itself, and will say when it works again.
                    await asyncio.wrap_future(self.store.try_out())
            if n % SWEEPS_PER_NOTE == 0:
                try:
                    await self._note()
                except StoreError as error:
                    log.warning("note_failed", reason=error.code)

    async def _note(self) -> None:
        """Write down who is here, a few at a time so that nobody's move waits, and forget old secrets."""
        here = {socket.person for room in self._rooms.values() for socket in room.sockets}
        people = sorted(person for person in here if person is not None)
        for start in range(0, len(people), PEOPLE_AT_ONCE):
            some = people[start : start + PEOPLE_AT_ONCE]
            await asyncio.wrap_future(self.store.people_seen(some, self.now()))
        await asyncio.wrap_future(self.store.forget_expired(self.now()))

    def _make_room(self) -> None:
        """Forget what nobody needs if there are too many rooms; refuse if all are needed."""
        if len(self._rooms) >= self.settings.most_rooms:
            self._forget_idle(0)
        if len(self._rooms) >= self.settings.most_rooms:
            raise GameError("server_full")

    def _forget_idle(self, idle_ms: int = IDLE_MS) -> None:
        before = self.now() - idle_ms
        for table_id, room in list(self._rooms.items()):
            if room.is_idle and room.touched <= before:
                room.close()
                del self._rooms[table_id]
                self.metrics.room_dropped()


def _may_go_on(table: Table) -> bool:
    """Whether something happens at a table though nobody is there."""
    return table.clock.limit_ms is not None or any(place.bot or place.away for place in table.places)
