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
    SPECTATOR,
    TIMEOUT_S,
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
from server.server_process import RunningServer, running_server

UNLIMITED = (
    "--log-level=warning",
    "--most-frames-per-second=100000",
    "--most-frames-at-once=100000",
    "--most-sockets-per-address=100000",
)
PEOPLE = 9
PAUSE_S = 0.03
"""The longest that people think."""
EARLY_RATE = 0.25
"""The share of servers that are killed before all tables have continued."""
ACK_WAIT_S = 2.0
"""How long to wait for an acknowledgement to kill at."""
LONGEST_LIFE_S = 0.5
"""How long a server lives, at most, after all tables have continued."""


@dataclass(slots=True)
class Figures:
    """The figures of a run."""

    kills: int = 0
    tables: int = 0
    finished: int = 0
    commits: int = 0
    """Acknowledged moves; likewise the take-backs."""
    take_backs: int = 0
    unanswered: int = 0
    """How many choices were under way when a server was killed."""
    stored: int = 0
    """How many of those were in the log afterwards."""
    entries: int = 0
    """The length of all logs."""
    stalled: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    """How long the server took to be ready, in seconds."""
    resumes: list[float] = field(default_factory=list)
    """How long it took from then until every table had continued, in seconds."""
    seconds: float = 0.0

    def count(self, kind: str) -> int:
        """The number of failures of a kind."""
        return Counter(found for found, _ in self.failures)[kind]


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
    log_check: LogCheck | None = None
    over_at: float | None = None
    """When the database was first seen to say that it is over."""

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
        self._address = ServerAddress()
        self._people: list[Person] = []
        self._games: list[Game] = []
        self._kinds = cycle(("people", "mixed", "bots", "shared", "people", "away"))
        self._slugs = cycle(("mark", "qwixx", "enough", "qwixx", "mark"))
        self._names = count(1)
        self._server = ExitStack()
        self._running: RunningServer | None = None

    async def run(self, kills: int, report: Callable[[Figures], None] = lambda figures: None) -> Figures:
        """Kill the server this many times; nothing is left running afterwards."""
        started = time.monotonic()
        try:
            await self._start()
            async with self._http() as http:
                self._people = [await new_person(http, f"Person {n}") for n in range(PEOPLE)]
            await self._fill()
            for _ in range(kills):
                await self._kill()
                await self._restart(is_early=self._rng.random() < EARLY_RATE)
                report(self.figures)
            await self._restart(is_early=False)
        finally:
            self.figures.seconds = time.monotonic() - started
            await asyncio.gather(*(game.stop() for game in self._games))
            await asyncio.to_thread(self._server.close)
            for game in self._games:
                self._count(game)
            errors = errors_in(self._folder / "server.log")
            self.figures.failures += [("error", line) for line in errors]
        return self.figures

    # The server.

    async def _start(self) -> None:
        started = time.monotonic()
        serving = running_server(self._folder, self._database, *UNLIMITED)
        self._running = await asyncio.to_thread(self._server.enter_context, serving)
        self._address.open(self._running.url)
        self.figures.starts.append(time.monotonic() - started)

    async def _kill(self) -> None:
        """Let the server run for a moment, while tables are created, then kill it.

        Two of three are killed at the moment of an acknowledgement: anything not on disk by then is lost.
        """
        assert self._running is not None
        process = self._running.process
        filling = asyncio.create_task(self._fill())
        await asyncio.sleep(self._rng.uniform(0, LONGEST_LIFE_S))
        if self.figures.kills % 3:
            self._address.on_ack = process.kill
            with suppress(TimeoutExpired):
                await asyncio.to_thread(process.wait, ACK_WAIT_S)
            self._address.on_ack = None
        process.kill()
        self._address.close()
        await asyncio.to_thread(process.wait)
        self._server.close()
        self.figures.kills += 1
        await filling

    async def _restart(self, *, is_early: bool) -> None:
        """Start the server if it is not running, and check the logs; unless early, also await progress."""
        if self._running is None or self._running.process.poll() is not None:
            under_way = {id(game): game.journal.sent - _answered(game.journal) for game in self._games}
            shown = {id(game): _shown(game) for game in self._games}
            acknowledged = {id(game): set(game.journal.acknowledged) for game in self._games}
            await self._start()
            self._check(acknowledged, shown)
            for game in self._games:
                if game.log_check is not None:
                    self.figures.unanswered += len(under_way[id(game)])
                    self.figures.stored += len(under_way[id(game)] & game.log_check.choices)
        if not is_early:
            await self._await_progress()
            self._check({id(game): set(game.journal.acknowledged) for game in self._games}, {})
        await self._clear()

    # The tables.

    def _http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self._address.url, timeout=TIMEOUT_S)

    async def _fill(self) -> None:
        """Create tables until there are enough; the server may be killed meanwhile."""
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
            client = Client(self._address, game.table_id, person, game.journal)
            client.start()
            game.clients.append(client)
            if person is not SPECTATOR:
                strategy = Strategy(Random(self._rng.random()), hasty=0.3, pause_s=PAUSE_S)
                game.playing.append(asyncio.create_task(play(client, strategy)))

    async def _await_progress(self) -> None:
        """Every table continues after a start: people play on, and bots do so by themselves."""
        started = time.monotonic()
        before = {game.table_id: len(game.log_check.texts) if game.log_check else 0 for game in self._games}
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
                self.figures.resumes.append(time.monotonic() - started)
                return
            if time.monotonic() - started > TIMEOUT_S:
                self.figures.stalled += len(still)
                about = [(game.kind, game.table_id, statuses.get(game.table_id)) for game in still]
                self.figures.failures += [("stalled", str(each)) for each in about]
                for game in still:
                    await self._remove(game)
                return
            await asyncio.sleep(0.05)

    async def _clear(self) -> None:
        """Remove finished tables whose clients have all their answers."""
        statuses = statuses_of(self._database, [game.table_id for game in self._games])
        for game in list(self._games):
            if statuses.get(game.table_id) != "over":
                continue
            game.over_at = game.over_at or time.monotonic()
            if game.is_known_to_be_over:
                self._check_one(game, logs_of(self._database, [game.table_id])[game.table_id])
                self.figures.finished += 1
                await self._remove(game)
            elif time.monotonic() - game.over_at > TIMEOUT_S:
                self.figures.failures.append(
                    ("stalled", f"{game.table_id}: a client does not know that it is over")
                )
                await self._remove(game)

    async def _remove(self, game: Game) -> None:
        self._games.remove(game)
        await game.stop()
        self._count(game)

    # Checks.

    def _check(
        self, acknowledged: dict[int, set[Any]], shown: dict[int, list[tuple[int | None, Moment]]]
    ) -> None:
        """Everything that was acknowledged or shown before is in the logs now."""
        now = {id(game): _shown(game) for game in self._games}
        logs = logs_of(self._database, [game.table_id for game in self._games])
        for game in self._games:
            if id(game) in acknowledged:
                self._check_one(
                    game,
                    logs[game.table_id],
                    acknowledged[id(game)],
                    [*shown.get(id(game), []), *now[id(game)]],
                )

    def _check_one(
        self,
        game: Game,
        texts: list[str],
        acknowledged: set[Any] | None = None,
        shown: list[tuple[int | None, Moment]] | None = None,
    ) -> None:
        if game.log_check is None:
            game.log_check = LogCheck(self._database, game.table_id)
        log_check = game.log_check
        known = len(log_check.failures)
        log_check.read(texts)
        log_check.check_choices(game.journal, game.people, acknowledged)
        for viewer, moment in _shown(game) if shown is None else shown:
            log_check.check_moment(viewer, moment)
        self.figures.failures += log_check.failures[known:]
        for client in game.clients:
            if client.turned_away:
                self.figures.failures.append(("lost", f"{game.table_id}: {client.turned_away}"))

    def _count(self, game: Game) -> None:
        done = game.journal.acknowledged
        self.figures.commits += sum(choice.move is not None for choice in done)
        self.figures.take_backs += sum(choice.move is None for choice in done)
        self.figures.entries += len(game.log_check.texts) if game.log_check else 0


def _shown(game: Game) -> list[tuple[int | None, Moment]]:
    return [shown for client in game.clients for shown in client.moments().items()]


def _answered(journal: Journal) -> set[Any]:
    return journal.acknowledged | set(journal.refused)
