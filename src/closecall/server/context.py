"""Everything that lives as long as the server, in one object that rooms, sockets and routes share."""

import asyncio
from typing import Any

from closecall.server.cpu_budgets import CpuBudgets, PaidThreads
from closecall.server.daily import DailyGames
from closecall.server.event_loop import StoreFutures
from closecall.server.lan_switch import LanSwitch
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.people.authentication import People
from closecall.server.rate_limits import GuessLimits, Throttle
from closecall.server.replays import Replays
from closecall.server.rooms.bot_workers import BotWorkers
from closecall.server.rooms.hub import Hub
from closecall.server.settings import Settings
from closecall.server.time_source import TimeSource
from closecall.store import Store

log = Log("closecall.server")

WARM_UP_S = 1
"""When the bot workers start, in seconds after the server, unless a bot is needed earlier."""

THREADS = 8
"""For reading from the store and for computations; they share one interpreter, so more would not help."""


class ServerContext:
    """The parts of a running server."""

    def __init__(self, settings: Settings, store: Store, time_source: TimeSource | None = None) -> None:
        """Take over an open store."""
        self.time_source = time_source or TimeSource()
        self.settings = settings
        self.store = store
        self.store_futures = StoreFutures()
        self.started_at = self.now()
        self.metrics = Metrics(self.started_at)
        self.metrics.watch_store(store.statistics)
        self.people = People.of(store, self.time_source)
        self.guess_limits = GuessLimits(settings.most_guesses, settings.most_guesses_everywhere)
        self.creation_throttle = Throttle(settings.most_new)
        self.cpu_budgets = CpuBudgets(settings.most_cpu_per_person / 100, settings.most_cpu_per_address / 100)
        self.bot_workers = BotWorkers(settings.bots)
        self.lan_switch = LanSwitch(settings)
        self.hub = Hub(self)
        self.daily = DailyGames(self)
        self.leaderboards: dict[tuple[str, str], tuple[int, Any]] = {}
        self.replays = Replays()
        self.is_draining = False

    @classmethod
    def open(cls, settings: Settings, time_source: TimeSource | None = None) -> "ServerContext":
        """Open the database; GameError if that is impossible."""
        return cls(settings, Store.open(settings.database, may_upgrade=settings.may_upgrade), time_source)

    def now(self) -> int:
        """The time, in ms since 1970."""
        return self.time_source.now()

    async def start(self) -> None:
        """Get ready to answer; tables that continue without people wake up in the background."""
        asyncio.get_running_loop().set_default_executor(PaidThreads(THREADS))
        self.hub.start()
        # So that the first bot need not wait for its process.
        asyncio.get_running_loop().call_later(WARM_UP_S, self.bot_workers.start)
        log.info("started", address=self.settings.address, database=self.settings.shown_database)

    async def drain(self) -> None:
        """Close all tables' sockets, telling everybody that the server will be back."""
        if not self.is_draining:
            self.is_draining = True
            log.info("draining", seconds=self.settings.drain_seconds)
            await self.hub.close()

    async def stop(self) -> None:
        """Stop everything, the store last."""
        await self.drain()
        await self.daily.pars.close()
        await self.bot_workers.close()
        await asyncio.to_thread(self.store.close)
        log.info("stopped")
