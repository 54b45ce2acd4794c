"""Two servers on one database: the slower one finds out, and nothing is written twice or lost.

The servers do not notify each other. A viewer sees what was done on the other server when somebody acts on
its own: that server then loses a race and reloads the table.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from server.bad_network import newest
from server.clients import (
    SPECTATOR,
    TIMEOUT_S,
    Choice,
    Client,
    Journal,
    LogCheck,
    Moment,
    Person,
    ServerAddress,
    Strategy,
    check_table,
    errors_in,
    logs_of,
    new_person,
    new_table,
)
from server.server_kills import UNLIMITED
from server.server_process import RunningServer, running_server
from store.postgres_wheel import running_postgres

pytestmark = pytest.mark.anyio

REFUSALS = {"stale", "stale_choice", "already_chosen", "not_your_decision", "not_allowed"}
"""The refusals that the slower one may get."""
RACES = 40
"""How often they race at one table, at most."""
GAMES: list[tuple[str, list[Any]]] = [
    ("qwixx", ["Ann", "Bob"]),
    ("mark", ["Ann", "Bob", "greedy"]),
    ("enough", ["Ann", "Bob", "random"]),
]


@contextmanager
def two_servers(folder: Path, database: str) -> Iterator[list[RunningServer]]:
    """Both of them, with no room for more tables than we play at."""
    flags = (*UNLIMITED, f"--most-rooms={len(GAMES)}")
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        folders = [folder / name for name in ("first", "second")]
        for each in folders:
            each.mkdir()
        serving = [running_server(each, database, *flags) for each in folders]
        yield list(threads.map(stack.enter_context, serving))


class Racer:
    """A person with a tab on each server who chooses on both at once, not always the same."""

    def __init__(self, tabs: list[Client], rng: Random, races: Iterator[int]) -> None:
        self.tabs = tabs
        self.strategy = Strategy(rng, fickle=0.25)
        self._races = races
        """Shared by all at a table: it ends when they have raced often enough."""
        self.answers: Counter[str] = Counter()
        self.won = [0, 0]

    async def play(self) -> None:
        """Play until the game is over, or for this many races."""
        while not any(tab.is_over for tab in self.tabs):
            viewers = {viewer for tab in self.tabs for viewer in tab.seen_frames}
            moments = [moment for viewer in viewers if (moment := newest(self.tabs, viewer)) is not None]
            for moment in moments:
                choice = self.strategy.next_choice(moment)
                if choice is not None:
                    if next(self._races, None) is None:
                        return
                    await self._race(choice, moment.seen["menu"] or [None])
                await self._catch_up(moment)
            await asyncio.sleep(0.002)

    async def _catch_up(self, known: Moment) -> None:
        """Act on a server that has not heard of the last point, like a person who sees only that server."""
        for tab in self.tabs:
            old = tab.moment(known.seen["viewer"])
            if old is None or old.seen["point"] >= known.seen["point"]:
                continue
            seat, point, menu = old.seen["viewer"], old.seen["point"], old.seen["menu"]
            if menu or old.seen["sealed"] is not None:
                choice = Choice(seat, point, old.nth, self.strategy.rng.choice(menu) if menu else None)
                self.answers.update([await tab.ask(choice)])

    async def _race(self, choice: Choice, menu: list[str | None]) -> None:
        key = choice.seat, choice.point, choice.nth
        other = Choice(*key, self.strategy.rng.choice(menu)) if self.strategy.rng.random() < 0.4 else choice
        codes = ["", ""]

        async def ask(side: int, choice: Choice) -> None:
            codes[side] = await self.tabs[side].ask(choice)

        first = self.strategy.rng.randrange(2)  # Neither server always hears of it before the other.
        await asyncio.gather(ask(first, choice), ask(1 - first, other))
        self.answers.update(codes)
        if choice != other:
            assert codes.count("") <= 1, "two different choices at one place"
            self.won = [won + (not code) for won, code in zip(self.won, codes, strict=True)]
        self.strategy.consider(choice, is_done="" in codes)


async def race(
    servers: list[RunningServer], database: str, game: str, seats: list[Any]
) -> tuple[LogCheck, list[Racer]]:
    """A whole game, every choice of which is made at both servers at once."""
    journal, addresses = Journal(), [ServerAddress().open(server.url) for server in servers]
    async with (
        httpx.AsyncClient(base_url=servers[0].url, timeout=TIMEOUT_S) as http,
        AsyncExitStack() as stack,
    ):
        people = {seat: await new_person(http, seat) for seat in seats if seat[0].isupper()}
        table_id = await new_table(http, game, [people.get(seat, seat) for seat in seats], words="two")

        async def racer(person: Person) -> Racer:
            tabs = [Client(address, table_id, person, journal) for address in addresses]
            for tab in tabs:
                await stack.enter_async_context(tab.connected())
            return Racer(tabs, Random(f"{game} {person.name}"), together)

        together = iter(range(RACES))
        racers = [await racer(person) for person in people.values()]
        playing = [asyncio.create_task(each.play()) for each in racers]
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        for task in playing:
            if not task.cancelled():
                task.result()
        clients = [tab for each in racers for tab in each.tabs]
        persons = [seat for seat, who in enumerate(seats) if who in people]
        await _silence(database, clients, persons)
    return check_table(database, journal, clients, persons), racers


async def _silence(database: str, clients: list[Client], persons: list[int]) -> None:
    """Wait until nobody has anything under way, and no bot has anything to choose, however long it thinks."""
    while not all(client.is_answered for client in clients):
        await asyncio.sleep(0.01)
    table_id = clients[0].table_id
    log_check = LogCheck(database, table_id)
    while True:
        log_check.read(logs_of(database, [table_id])[table_id])
        if log_check.failures or log_check.waiting <= set(persons):
            return
        await asyncio.sleep(0.05)


async def shown(server: RunningServer, table_ids: list[str]) -> Any:
    """What a spectator sees after the server has dropped its rooms."""
    async with httpx.AsyncClient(base_url=server.url, timeout=TIMEOUT_S) as http:
        host = await new_person(http, "Host")
        wanted = {"game": "qwixx", "seats": [{"kind": "open"}]}
        # Another table fits only after the idle rooms are dropped.
        while (await http.post("/api/tables", json=wanted, headers=host.headers)).status_code != 201:
            await asyncio.sleep(0.02)
    found = []
    for table_id in table_ids:
        client = Client(ServerAddress().open(server.url), table_id, SPECTATOR)
        async with client.connected():
            await client.ping()
        found.append((client.moments(), client.table["table"]))
    return found


async def races(servers: list[RunningServer], database: str) -> list[tuple[LogCheck, list[Racer]]]:
    """All games at once; then both servers show the same after reloading."""
    raced = await asyncio.gather(*(race(servers, database, *game) for game in GAMES))
    table_ids = [log_check.table_id for log_check, _ in raced]
    first, second = [await shown(server, table_ids) for server in servers]
    assert first == second
    for (log_check, _), (moments, table) in zip(raced, first, strict=True):
        assert moments[None].n == len(log_check.texts)
        assert table["status"] == ("over" if log_check.is_over else "playing")
    return raced


async def check(folder: Path, database: str) -> None:
    """Race, then check the logs."""
    with two_servers(folder, database) as servers:
        raced = await asyncio.wait_for(races(servers, database), 15 * TIMEOUT_S)
        assert [errors_in(server.log) for server in servers] == [[], []]
    for log_check, racers in raced:
        assert log_check.failures == []
        assert log_check.is_over or sum(each.answers.total() for each in racers) >= RACES
        assert {code for each in racers for code in each.answers if code} <= REFUSALS
    won = [sum(each.won[side] for _, racers in raced for each in racers) for side in (0, 1)]
    assert sum(won), "nobody raced"  # A busy machine may let the same one be first each time.


async def test_on_sqlite(tmp_path: Path) -> None:
    """On one file."""
    await check(tmp_path, f"sqlite:///{tmp_path}/tables.db")


async def test_on_postgres(tmp_path: Path) -> None:
    """On one server."""
    with running_postgres("fsync=off", "autovacuum=off") as url:
        await check(tmp_path, url)
