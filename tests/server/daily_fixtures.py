"""A server in this process whose clock the test sets, and people who play daily games on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx

from closecall.core.match import Fate
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Over, Seat
from closecall.daily import DAY_MS, start_of
from closecall.server.app import create_app
from closecall.server.context import ServerContext
from closecall.server.rooms.room import Room
from closecall.server.settings import Settings
from server.room_fixtures import LOCAL_URL, UNLIMITED_CPU, SetTime, choose

DAY = date(2026, 11, 18)
NEXT = DAY + timedelta(days=1)


@dataclass(slots=True)
class DailyServer:
    """A server, its clock, and everything that it has sent."""

    server: ServerContext
    clock: SetTime
    browser: httpx.AsyncClient
    sent: list[str]

    def set_time(self, day: date, ms: int = DAY_MS // 2) -> None:
        """Set the clock to a time on a day, noon unless another one is given."""
        self.clock.day_ms = start_of(day) + ms

    async def person(self, name: str) -> dict[str, str]:
        """The headers of a new person."""
        _, cookie = await self.server.people.welcome(name, "en")
        return {"Cookie": f"closecall={cookie.value}"}

    async def get(self, who: dict[str, str], path: str, status: int = 200) -> Any:
        """The answer to a GET."""
        answer = await self.browser.get(f"/api{path}", headers=who)
        assert answer.status_code == status, answer.text
        self.sent.append(answer.text)
        return answer.json()

    async def post(self, who: dict[str, str], path: str, status: int = 200, **body: Any) -> Any:
        """The answer to a POST."""
        answer = await self.browser.post(f"/api{path}", headers=who, json=body)
        assert answer.status_code == status, answer.text
        self.sent.append(answer.text)
        return answer.json()

    async def room(self, table_id: str) -> Room:
        """The room of a table."""
        return await self.server.hub.room(table_id)

    async def finish(self, table_id: str, which: int = 0) -> int:
        """Play a table to its end, always with the same choice as far as that exists; the score."""
        room = await self.room(table_id)
        while isinstance(pending := live(room).pending, Decision):
            await choose(room, 0, which=min(which, len(pending.menus[Seat(0)]) - 1))
        assert isinstance(pending, Over)
        return pending.scores[0]

    async def play(self, who: dict[str, str], game: str = "mark", which: int = 0, **body: Any) -> Any:
        """Play a daily game to its end; the table."""
        table = await self.post(who, f"/daily/{game}", **body)
        await self.finish(table["id"], which)
        return table


def live(room: Room) -> AnyMatch:
    """The match in a room."""
    assert room.live is not None
    return room.live.match


def rolls_of(match: AnyMatch) -> list[Any]:
    """What chance gave in a match."""
    return [entry.outcome for entry in match.log if isinstance(entry, Fate)]


@asynccontextmanager
async def daily_server(
    folder: Path, clock: SetTime | None = None, **settings: Any
) -> AsyncIterator[DailyServer]:
    """A server whose clock stands at noon of DAY."""
    chosen = Settings(folder / "tables.db", bots=1, **{**UNLIMITED_CPU, **settings})
    clock = clock or SetTime()
    server = ServerContext.open(chosen, clock)
    app = create_app(server)
    transport = httpx.ASGITransport(app=app)
    async with asyncio.timeout(300), httpx.AsyncClient(transport=transport, base_url=LOCAL_URL) as browser:
        found = DailyServer(server, clock, browser, [])
        found.set_time(DAY)
        await server.start()
        try:
            yield found
        finally:
            await server.stop()
