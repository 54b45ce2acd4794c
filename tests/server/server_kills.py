"""A real server, killed again and again in the middle of many games, and people who play on."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired
from typing import Any

import httpx

from server.clients import (
    PATIENCE_S,
    SPECTATOR,
    Client,
    Journal,
    LogCheck,
    Moment,
    Person,
    ServerAddress,
    Strategy,
    errors_in,
    logs_of,
    new_person,
    new_table,
    play,
    post,
    statuses_of,
)
from server.server_process import Running, running_server

UNLIMITED = (
    "--log-level=warning",
    "--most-frames-per-second=100000",
    "--most-frames-at-once=100000",
    "--most-sockets-per-address=100000",
)
PEOPLE = 9
PAUSE_S = 0.03
"""How long people think, at most."""
EARLY = 0.25
"""How often a server is killed before all tables have continued."""
TRAP_S = 2.0
"""How long to wait for the acknowledgement of a choice."""
LONGEST_LIFE_S = 0.5
"""How long a server lives, at most, after all tables have continued."""


@dataclass(slots=True)
class Figures:
    """The figures of a run."""

    kills: int = 0
    tables: int = 0
    finished: int = 0
    commits: int = 0
    """Acknowledged ones."""
    take_backs: int = 0
    unanswered: int = 0
    """How many choices were under way when a server was killed."""
    kept: int = 0
    """How many of those stood in the log afterwards."""
    entries: int = 0
    """The length of all logs."""
    stalled: int = 0
    troubles: list[tuple[str, str]] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    """How long the server took to be ready, in seconds."""
    going_on: list[float] = field(default_factory=list)
    """How long it took from then until every table had continued."""
    seconds: float = 0.0

    def count(self, kind: str) -> int:
        """How many troubles there are of a kind."""
        return Counter(found for found, _ in self.troubles)[kind]


@dataclass(slots=True)
class Game:
    """A table and its clients."""

    table_id: str
    kind: str
    people: frozenset[int]
    """The seats that only people play."""
    clients: list[Client]
    journal: Journal
    playing: list[asyncio.Task[None]] = field(default_factory=list)
    ledger: LogCheck | None = None
    over_at: float | None = None
    """Since when the database says that it is over."""

    async def stop(self) -> None:
        """Disconnect everybody."""
        for task in self.playing:
            task.cancel()
        if self.playing:
            await asyncio.wait(self.playing)
        for task in self.playing:
            if not task.cancelled():
                task.result()
        await asyncio.gather(*(client.stop() for client in self.clients))

    @property
    def is_known_to_be_over(self) -> bool:
        """Whether all clients know that the game is over, and no answer is missing."""
        return all(client.is_over and client.is_answered for client in self.clients)


class ServerKills:
    """The server, its tables and the people."""

    def __init__(self, folder: Path, database: str, tables: int, rng: Random) -> None:
        self.figures = Figures()
        self._folder, self._database, self._tables, self._rng = folder, database, tables, rng
        self._door = ServerAddress()
        self._people: list[Person] = []
        self._games: list[Game] = []
        self._kinds = cycle(("people", "mixed", "bots", "shared", "people", "away"))
        self._slugs = cycle(("mark", "qwixx", "enough", "qwixx", "mark"))
        self._names = count(1)
        self._server = ExitStack()
        self._running: Running | None = None

    async def run(self, kills: int, report: Callable[[Figures], None] = lambda figures: None) -> Figures:
        """Kill the server this many times; nothing is left running afterwards."""
        started = time.monotonic()
        try:
            await self._start()
            async with self._http() as http:
                self._people = [await new_person(http, f"Person {n}") for n in range(PEOPLE)]
            await self._fill()
            for _ in range(kills):
                await self._live_and_die()
                await self._come_back(is_early=self._rng.random() < EARLY)
                report(self.figures)
            await self._come_back(is_early=False)
        finally:
            self.figures.seconds = time.monotonic() - started
            await asyncio.gather(*(game.stop() for game in self._games))
            await asyncio.to_thread(self._server.close)
            for game in self._games:
                self._count(game)
            mistakes = errors_in(self._folder / "server.log")
            self.figures.troubles += [("mistake", line) for line in mistakes]
        return self.figures

    # The server.

    async def _start(self) -> None:
        started = time.monotonic()
        serving = running_server(self._folder, self._database, *UNLIMITED)
        self._running = await asyncio.to_thread(self._server.enter_context, serving)
        self._door.open(self._running.url)
        self.figures.starts.append(time.monotonic() - started)

    async def _live_and_die(self) -> None:
        """New tables are being made while the server lives its last moments.

        Two of three die as soon as they have acknowledged something: whatever was not on disk is lost.
        """
        assert self._running is not None
        process = self._running.process
        filling = asyncio.create_task(self._fill())
        await asyncio.sleep(self._rng.uniform(0, LONGEST_LIFE_S))
        if self.figures.kills % 3:
            self._door.trap = process.kill
            with suppress(TimeoutExpired):
                await asyncio.to_thread(process.wait, TRAP_S)
            self._door.trap = None
        process.kill()
        self._door.close()
        await asyncio.to_thread(process.wait)
        self._server.close()
        self.figures.kills += 1
        await filling

    async def _come_back(self, *, is_early: bool) -> None:
        if self._running is None or self._running.process.poll() is not None:
            under_way = {id(game): game.journal.sent - _answered(game.journal) for game in self._games}
            shown = {id(game): _shown(game) for game in self._games}
            done = {id(game): set(game.journal.acknowledged) for game in self._games}
            await self._start()
            self._check(done, shown)
            for game in self._games:
                if game.ledger is not None:
                    self.figures.unanswered += len(under_way[id(game)])
                    self.figures.kept += len(under_way[id(game)] & game.ledger.choices)
        if not is_early:
            await self._await_progress()
            self._check({id(game): set(game.journal.acknowledged) for game in self._games}, {})
        await self._clear()

    # The tables.

    def _http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self._door.url, timeout=PATIENCE_S)

    async def _fill(self) -> None:
        """Make tables until there are enough; the server may be killed meanwhile."""
        with suppress(httpx.HTTPError):
            async with self._http() as http:
                while len(self._games) < self._tables:
                    self._games.append(await self._new_game(http))

    async def _new_game(self, http: httpx.AsyncClient) -> Game:
        kind, slug = next(self._kinds), next(self._slugs)
        first, second, third = self._rng.sample(self._people, 3)
        arrangements: dict[str, list[Any]] = {
            "people": [first, second, third],
            "mixed": [first, "greedy", second],
            "bots": ["random", "greedy", "random", "greedy"],
            "shared": [first, "+guest", "random"],
            "away": [first, "greedy", "random"],
        }
        seats = arrangements[kind]
        options = {"games": 3} if slug == "qwixx" and kind in ("bots", "away") else None
        words = f"words {next(self._names)}"
        order = {"host": first, "options": options} | ({} if kind == "bots" else {"words": words})
        table_id = await new_table(http, slug, seats, **order)
        game = Game(table_id, kind, frozenset(), [], Journal())
        self.figures.tables += 1
        if kind == "away":  # A bot plays on, and nobody looks.
            await post(http, first, f"/tables/{table_id}/leave")
        elif kind != "bots":
            self._sit_down(game, seats)
        return game

    def _sit_down(self, game: Game, seats: list[Any]) -> None:
        people = [seat for seat in seats if isinstance(seat, Person)]
        own = [seat for seat, who in enumerate(seats) if isinstance(who, Person) or who.startswith("+")]
        game.people = frozenset(own)
        for person in (*people, people[0], SPECTATOR):  # One of them has two tabs.
            client = Client(self._door, game.table_id, person, game.journal)
            client.start()
            game.clients.append(client)
            if person is not SPECTATOR:
                mind = Strategy(Random(self._rng.random()), hasty=0.3, pause_s=PAUSE_S)
                game.playing.append(asyncio.create_task(play(client, mind)))

    async def _await_progress(self) -> None:
        """Every table continues after a start: people play on, and bots do so by themselves."""
        started = time.monotonic()
        before = {game.table_id: len(game.ledger.texts) if game.ledger else 0 for game in self._games}
        while True:
            logs = await asyncio.to_thread(logs_of, self._database, before)
            statuses = statuses_of(self._database, before)
            still = [
                game
                for game in self._games
                if len(logs[game.table_id]) <= before[game.table_id]
                and statuses.get(game.table_id) not in ("over",)
            ]
            if not still:
                self.figures.going_on.append(time.monotonic() - started)
                return
            if time.monotonic() - started > PATIENCE_S:
                self.figures.stalled += len(still)
                about = [(game.kind, game.table_id, statuses.get(game.table_id)) for game in still]
                self.figures.troubles += [("stalled", str(each)) for each in about]
                for game in still:
                    await self._remove(game)
                return
            await asyncio.sleep(0.05)

    async def _clear(self) -> None:
        """Finished tables make room for new ones, once nobody waits for an answer."""
        statuses = statuses_of(self._database, [game.table_id for game in self._games])
        for game in list(self._games):
            if statuses.get(game.table_id) != "over":
                continue
            game.over_at = game.over_at or time.monotonic()
            if game.is_known_to_be_over:
                self._check_one(game, logs_of(self._database, [game.table_id])[game.table_id])
                self.figures.finished += 1
                await self._remove(game)
            elif time.monotonic() - game.over_at > PATIENCE_S:
                self.figures.troubles.append(("stalled", f"{game.table_id}: somebody waits for the end"))
                await self._remove(game)

    async def _remove(self, game: Game) -> None:
        self._games.remove(game)
        await game.stop()
        self._count(game)

    # Checks.

    def _check(self, done: dict[int, set[Any]], shown: dict[int, list[tuple[int | None, Moment]]]) -> None:
        """Everything that was acknowledged or shown before is in the logs now."""
        now = {id(game): _shown(game) for game in self._games}
        logs = logs_of(self._database, [game.table_id for game in self._games])
        for game in self._games:
            if id(game) in done:
                self._check_one(
                    game,
                    logs[game.table_id],
                    done[id(game)],
                    [*shown.get(id(game), []), *now[id(game)]],
                )

    def _check_one(
        self,
        game: Game,
        texts: list[str],
        done: set[Any] | None = None,
        shown: list[tuple[int | None, Moment]] | None = None,
    ) -> None:
        if game.ledger is None:
            game.ledger = LogCheck(self._database, game.table_id)
        ledger = game.ledger
        known = len(ledger.troubles)
        ledger.read(texts)
        ledger.hold_against(game.journal, game.people, done)
        for viewer, moment in _shown(game) if shown is None else shown:
            ledger.hold_against_moment(viewer, moment)
        self.figures.troubles += ledger.troubles[known:]
        for client in game.clients:
            if client.turned_away:
                self.figures.troubles.append(("lost", f"{game.table_id}: {client.turned_away}"))

    def _count(self, game: Game) -> None:
        done = game.journal.acknowledged
        self.figures.commits += sum(choice.move is not None for choice in done)
        self.figures.take_backs += sum(choice.move is None for choice in done)
        self.figures.entries += len(game.ledger.texts) if game.ledger else 0


def _shown(game: Game) -> list[tuple[int | None, Moment]]:
    return [shown for client in game.clients for shown in client.moments().items()]


def _answered(journal: Journal) -> set[Any]:
    return journal.acknowledged | set(journal.refused)
