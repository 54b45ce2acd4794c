"""Games over a bad network; once it is quiet, every client must know the same.

`FaultyProxy` sits between clients and a server; it delays, holds back, truncates and cuts.
"""

import asyncio
import re
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from random import Random
from typing import Any

import httpx

from server.clients import (
    SPECTATOR,
    TIMEOUT_S,
    Choice,
    Client,
    Journal,
    Moment,
    Person,
    ServerAddress,
    Strategy,
    check_table,
    errors_in,
    new_person,
    new_table,
)
from server.server_process import RunningServer

CHUNK = 4096
DELAY_S = 0.03
HOLD_S = 0.25
MOST_TRIES = 20
"""How often a refused choice is tried again."""

_COOKIE = re.compile(rb"cookie: closecall=(\w+)", re.IGNORECASE)


class ConnectionCut(Exception):
    """The proxy cuts a connection, possibly in the middle of a frame."""


class FaultyProxy:
    """A proxy that injects faults into its connections until `stop_faults`."""

    def __init__(self, port: int, rng: Random, rate: float = 0.08) -> None:
        self.events: Counter[str] = Counter()
        self._port, self._rng, self._rate = port, rng, rate
        self._has_stopped = False
        self._tasks: set[asyncio.Task[None]] = set()
        # For each person, over all connections: the number of chunks sent, and the latest to arrive.
        self._sent: dict[bytes, count[int]] = defaultdict(count)
        self._through: dict[bytes, int] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """The address of the proxy."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks)

    @property
    def total(self) -> int:
        """The number of faults so far."""
        return self.events.total()

    def stop_faults(self) -> None:
        """From now on, forward everything unharmed."""
        self._has_stopped = True

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._forward(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pumps: list[asyncio.Task[None]] = []
        writers = [writer]
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._port)
            writers.append(there_writer)
            pumps.append(asyncio.create_task(self._pump(reader, there_writer, is_up=True)))
            pumps.append(asyncio.create_task(self._pump(there_reader, writer, is_up=False)))
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            pass  # The server is not there.
        finally:
            for pump in pumps:
                pump.cancel()
            for each in writers:
                each.transport.abort()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_up: bool) -> None:
        person: bytes | None = None
        while chunk := await reader.read(CHUNK):
            found = _COOKIE.search(chunk) if is_up and person is None else None
            person = found[1] if found else person
            stamp = next(self._sent[person]) if person else -1
            await self._inject_fault(chunk, writer)
            if person is not None:
                self._arrived(person, stamp)
            writer.write(chunk)
            await writer.drain()

    async def _inject_fault(self, chunk: bytes, writer: asyncio.StreamWriter) -> None:
        if self._has_stopped or self._rng.random() > self._rate:
            return
        kind = self._rng.choices(("delayed", "held back", "cut", "truncated"), (10, 3, 2, 2))[0]
        self.events[kind] += 1
        match kind:
            case "delayed":
                await asyncio.sleep(self._rng.uniform(0, DELAY_S))
            case "held back":
                await asyncio.sleep(self._rng.uniform(DELAY_S, HOLD_S))
            case "truncated":
                writer.write(chunk[: self._rng.randrange(len(chunk))])
                await writer.drain()
                raise ConnectionCut
            case "cut":
                raise ConnectionCut

    def _arrived(self, person: bytes, stamp: int) -> None:
        """Count a chunk that arrives after a later one from another connection of the same person."""
        if stamp < self._through.get(person, -1):
            self.events["overtaken"] += 1
        else:
            self._through[person] = stamp


PEOPLE = 6


@dataclass(slots=True)
class Figures:
    """The figures of a run."""

    events: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    clients: int = 0
    connections: int = 0
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    """How many views were compared with a fresh one and with the log."""
    failures: list[tuple[str, str]] = field(default_factory=list)
    faulty_s: float = 0.0
    compare_s: float = 0.0


class Player:
    """A person with several tabs, each with its own connection, who uses them alternately."""

    def __init__(self, tabs: list[Client], rng: Random) -> None:
        self.tabs = tabs
        self.strategy = Strategy(rng, fickle=0.3, hasty=0.3)
        self._tries: Counter[tuple[int, int, int]] = Counter()

    async def play(self) -> None:
        """Play until the game is over."""
        while not any(tab.is_over for tab in self.tabs):
            viewers = {viewer for tab in self.tabs for viewer in tab.seen_frames}
            choices = [
                choice
                for viewer in viewers
                if (choice := self.strategy.next_choice(newest(self.tabs, viewer))) is not None
            ]
            for choice in choices:
                await self._choose(choice)
            if not choices:
                await _any_news(self.tabs)

    async def _choose(self, choice: Choice) -> None:
        plan = self.strategy.plan(choice)
        answers = await asyncio.gather(*(self._send(each) for each in plan))
        for each, code in zip(plan, answers, strict=True):
            key = each.seat, each.point, each.nth
            self._tries[key] += 1
            # A refused choice, overtaken by another, is tried again if it is still due.
            self.strategy.consider(each, is_done=not code or self._tries[key] > MOST_TRIES)

    async def _send(self, choice: Choice) -> str:
        self.strategy.consider(choice, is_done=True)
        return await self.strategy.rng.choice(self.tabs).ask(choice)


def newest(tabs: list[Client], viewer: int | None) -> Moment | None:
    """The newest state that any tab has seen."""
    known = [moment for tab in tabs if (moment := tab.moment(viewer)) is not None]
    return max(known, key=lambda moment: moment.n, default=None)


async def _any_news(tabs: list[Client]) -> None:
    waiting = [asyncio.ensure_future(tab.news()) for tab in tabs]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


@dataclass(slots=True)
class Game:
    """A table, its clients, and their tasks."""

    journal: Journal
    seats: list[Any]
    clients: list[Client]
    playing: list[asyncio.Task[None]]


class BadNetwork:
    """Many tables at a server behind a bad network."""

    def __init__(self, running: RunningServer, database: str, tables: int, rng: Random) -> None:
        self.figures = Figures()
        self._running, self._database, self._tables, self._rng = running, database, tables, rng
        self._address, self._bad_address = ServerAddress().open(running.url), ServerAddress()
        self._slugs = cycle(("qwixx", "mark", "enough"))
        self._games: list[Game] = []

    async def run(self, events: int, report: Callable[[Figures], None] = lambda figures: None) -> Figures:
        """Play until this many faults have happened, then compare everything."""
        proxy = FaultyProxy(int(self._running.url.rpartition(":")[2]), Random(self._rng.random()))
        self.figures.events = proxy.events
        http = httpx.AsyncClient(base_url=self._running.url, timeout=TIMEOUT_S)
        try:
            async with http, proxy.running() as address:
                self._bad_address.open(address)
                people = [await new_person(http, f"Person {n}") for n in range(PEOPLE)]
                started = time.monotonic()
                try:
                    while proxy.total < events:
                        await self._fill(http, people)
                        report(self.figures)
                        await asyncio.sleep(0.1)
                finally:
                    proxy.stop_faults()
                    self.figures.faulty_s = time.monotonic() - started
                    await self._compare()
                    self.figures.compare_s = time.monotonic() - started - self.figures.faulty_s
        finally:
            await asyncio.gather(*(_stop(game) for game in self._games))
            self.figures.failures += [("error", line) for line in errors_in(self._running.log)]
        return self.figures

    async def _fill(self, http: httpx.AsyncClient, people: list[Person]) -> None:
        """Create tables until enough are being played."""
        while sum(any(not task.done() for task in game.playing) for game in self._games) < self._tables:
            first, second, third = self._rng.sample(people, 3)
            seats = [first, second, self._rng.choice([third, "+guest"])]
            table_id = await new_table(http, next(self._slugs), seats)
            self._games.append(self._sit_down(table_id, seats))
            self.figures.tables += 1

    def _sit_down(self, table_id: str, seats: list[Any]) -> Game:
        journal = Journal()
        players = []
        for person in filter(lambda seat: isinstance(seat, Person), seats):
            tabs = [Client(self._bad_address, table_id, person, journal) for _ in range(2)]
            players.append(Player(tabs, Random(self._rng.random())))
        watching = [Client(self._bad_address, table_id, SPECTATOR, journal) for _ in range(2)]
        clients = [*(tab for player in players for tab in player.tabs), *watching]
        for client in clients:
            client.start()
        return Game(journal, seats, clients, [asyncio.create_task(player.play()) for player in players])

    async def _compare(self) -> None:
        """Stop playing, then compare what each client knows with what a new one is told."""
        for game in self._games:
            for task in game.playing:
                if task.done():
                    task.result()
        async with asyncio.timeout(2 * TIMEOUT_S):
            await asyncio.gather(*(self._compare_one(game) for game in self._games))

    async def _compare_one(self, game: Game) -> None:
        for task in game.playing:
            task.cancel()
        if game.playing:
            await asyncio.wait(game.playing)
        while not all(client.is_answered for client in game.clients):
            await asyncio.sleep(0.01)
        await _seal_one_choice(game)
        await asyncio.gather(*(client.ping() for client in game.clients))
        failures = self.figures.failures
        log_check = check_table(self._database, game.journal, game.clients, range(len(game.seats)))
        failures += log_check.failures
        public = set()
        for client in game.clients:
            fresh = Client(self._address, client.table_id, client.person)
            async with fresh.connected():
                await fresh.ping()
            public |= {repr(_public(client)), repr(_public(fresh))}
            self.figures.compared += 1
            if client.moments() != fresh.moments():
                failures.append(("differs", f"{client.table_id} {client.person.name}: not like a new socket"))
            if client.n != len(log_check.texts):
                failures.append(("behind", f"{client.table_id}: {client.n} of {len(log_check.texts)}"))
        if len(public) != 1:
            failures.append(("differs", f"{game.clients[0].table_id}: {public}"))
        self._count(game)

    def _count(self, game: Game) -> None:
        self.figures.clients += len(game.clients)
        self.figures.connections += sum(client.connections for client in game.clients)
        self.figures.acknowledged += len(game.journal.acknowledged)
        self.figures.refused.update(code for codes in game.journal.refused.values() for code in codes)


async def _seal_one_choice(game: Game) -> None:
    """Where several seats have to choose, choose for one, so that a sealed choice is compared too."""
    await asyncio.gather(*(client.ping() for client in game.clients))
    for client in game.clients:
        for viewer, moment in client.moments().items():
            if viewer is not None and moment.seen["menu"] and len(moment.seen["waiting"]) > 1:
                choice = Choice(viewer, moment.seen["point"], moment.nth, moment.seen["menu"][0])
                assert await client.ask(choice) == ""
                return


def _public(client: Client) -> list[Any]:
    """The part of a client's knowledge that does not depend on the viewer."""
    table = client.table["table"]
    places = [(seat["name"], seat["kind"], seat["away"]) for seat in table["seats"]]
    shared = [
        (moment.n, moment.seen["point"], moment.seen["waiting"], moment.seen["over"])
        for moment in client.moments().values()
    ]
    return [table["status"], table["version"], places, shared[:1], len(set(map(repr, shared)))]


async def _stop(game: Game) -> None:
    for task in game.playing:
        task.cancel()
    await asyncio.gather(*(client.stop() for client in game.clients))
