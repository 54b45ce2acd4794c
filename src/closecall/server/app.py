"""The server put together: what it holds while it runs, and the application that a web server calls."""

import asyncio
import time
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException

from closecall.core.errors import GameError
from closecall.server.http import ROUTES
from closecall.server.http.bodies import Strict
from closecall.server.http.errors import answer_failure, answer_http_error, answer_refusal
from closecall.server.http.middleware import Gate
from closecall.server.http.openapi import DESCRIPTION
from closecall.server.http.pages import answer_missing
from closecall.server.http.request_context import asking
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.people.authentication import People
from closecall.server.people.identity import GUESS_WINDOW_MS, Throttle
from closecall.server.rooms.bot_workers import Thinkers
from closecall.server.rooms.hub import Hub
from closecall.server.settings import Settings
from closecall.server.sockets.table_socket import TableSocket
from closecall.store import Store

log = Log("closecall.server")

WARM_UP_S = 1
"""How long after the start the bots' processes are started, if nobody needs them before."""


class Server:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.started = self.now()
        self.metrics = Metrics(self.started)
        self.guesses = Throttle(settings.most_guesses, GUESS_WINDOW_MS)
        self.newcomers = Throttle(settings.most_new, GUESS_WINDOW_MS)
        self.boards: dict[tuple[str, str], tuple[int, Any]] = {}
        self.replaying = asyncio.Lock()  # Replays are work, and share the processor with those who play.
        self.is_draining = False
        self.sockets = TableSocket(self)
        self._store: Store | None = None
        self._people: People | None = None
        self._hub: Hub | None = None
        self._thinkers: Thinkers | None = None

    def now(self) -> int:
        """The time, in ms since 1970."""
        return time.time_ns() // 1_000_000

    @property
    def store(self) -> Store:
        """What is kept."""
        assert self._store is not None, "the server is not open"
        return self._store

    @property
    def people(self) -> People:
        """Who is who."""
        assert self._people is not None, "the server is not open"
        return self._people

    @property
    def hub(self) -> Hub:
        """The tables in memory."""
        assert self._hub is not None, "the server has not started"
        return self._hub

    def open(self) -> None:
        """Open the database; GameError if it cannot be."""
        if self._store is None:
            self._store = Store.open(self.settings.database, may_upgrade=self.settings.may_upgrade)
            self._people = People.of(self._store)
            self.metrics.watch_store(self._store.statistics)

    async def start(self) -> None:
        """Be ready to answer; the tables that go on by themselves wake in the background."""
        if self._store is None:
            await asyncio.to_thread(self.open)
        self._thinkers = Thinkers(self.settings.bots)
        self._hub = Hub(self.store, self._thinkers, self.settings, self.metrics)
        self._hub.start()
        # Bots need not wait for their processes when the first one has to think.
        asyncio.get_running_loop().call_later(WARM_UP_S, self._thinkers.start)
        log.info("started", address=self.settings.address, database=self.settings.shown_database)

    async def drain(self) -> None:
        """Take no more part in anything: everybody at a table hears that we will be back."""
        if not self.is_draining:
            self.is_draining = True
            log.info("draining", seconds=self.settings.drain_seconds)
            await self.hub.close()

    async def stop(self) -> None:
        """End everything, the store last."""
        await self.drain()
        if self._thinkers is not None:
            await self._thinkers.close()
        await asyncio.to_thread(self.close)
        log.info("stopped")

    def close(self) -> None:
        """Write what waits, and close the database."""
        if self._store is not None:
            self._store.close()


def create_app(settings: Settings, server: Server | None = None) -> Gate:
    """The application; it opens the database when it starts unless the given server has done so."""
    server = server or Server(settings)
    inner = Litestar(
        ROUTES,
        dependencies={"asking": Provide(asking)},
        dto=Strict,
        return_dto=None,
        exception_handlers={
            GameError: answer_refusal,
            NotFoundException: answer_missing,
            HTTPException: answer_http_error,
            Exception: answer_failure,
        },
        logging_config=None,
        openapi_config=DESCRIPTION,
        request_max_body_size=None,  # The gate has looked already.
    )
    inner.state["server"] = server
    return Gate(server, inner)
