"""Rooms on a real store with real bots, and ears that hear what their viewers are sent."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from closecall.core.fate import commitment
from closecall.core.rules import Decision, Seat
from closecall.server import tables
from closecall.server.metrics import Metrics
from closecall.server.people import identity
from closecall.server.rooms.bot_workers import Thinkers
from closecall.server.rooms.hub import Hub
from closecall.server.rooms.live_match import entries_at
from closecall.server.rooms.room import Room
from closecall.server.settings import Settings
from closecall.server.sockets.connection import Socket
from closecall.server.tables import Clock, Fresh, Order, Wanted, Wish
from closecall.store import PersonRow, SecretKind, SecretRow, Store

SEED = "5e" * 32
PATIENCE_S = 100
"""No test waits longer for anything."""

Scene = Callable[[Hub], Awaitable[None]]


@asynccontextmanager
async def hub_on(database: Path, **settings: Any) -> AsyncIterator[Hub]:
    """A hub on this file, with bots that do not dawdle."""
    chosen = Settings(database, bots=1, **{"bot_pause_ms": 0, **settings})
    store, thinkers = Store.open(database), Thinkers(chosen.bots)
    hub = Hub(store, thinkers, chosen, Metrics(0))
    hub.start()
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield hub
    finally:
        await hub.close()
        await thinkers.close()
        store.close()


def play(tmp_path: Path, *scenes: Scene, **settings: Any) -> None:
    """Each scene on the same database, with a server of its own."""

    async def all_scenes() -> None:
        for scene in scenes:
            async with hub_on(tmp_path / "tables.db", **settings) as hub:
                await scene(hub)

    asyncio.run(all_scenes())


async def person(hub: Hub, name: str) -> str:
    """Somebody new; their id."""
    row = PersonRow(identity.new_id(), name, "en", is_bot=False, created_at=0, seen_at=0)
    secret = SecretRow(identity.hash_secret(identity.new_secret()), row.id, SecretKind.SESSION, 0)
    await asyncio.wrap_future(hub.store.add_person(row, secret))
    return row.id


async def new_room(hub: Hub, game: str, *places: str, clock: Clock = Clock.NONE, host: str = "") -> Room:
    """A table; its places are people (by id), bots (`bot:greedy`) or open (empty). It starts when full."""
    host = host or next(place for place in places if place and ":" not in place)
    table = tables.new_table(
        fresh(), Order(game, tuple(map(_wish, places)), is_public=True, clock=clock), host, "Host"
    )
    for seat, place in enumerate(places):
        if place and ":" not in place:
            table = tables.seated(table, place, f"P{seat}", seat)
    return await hub.create(table, SEED)


def fresh() -> Fresh:
    """What a server draws for a new table, but for its seed."""
    invite = identity.hash_secret(identity.new_secret())
    return Fresh(identity.new_id(), identity.new_code(), invite, commitment(bytes.fromhex(SEED)), 0)


def _wish(place: str) -> Wish:
    return Wish(Wanted.BOT, bot=place.removeprefix("bot:")) if ":" in place else Wish()


class Ear:
    """A viewer who hears everything, and nothing while `hearing` is cleared."""

    def __init__(self, person: str | None = None) -> None:
        self.frames: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.closed: int | None = None
        self.hearing = asyncio.Event()
        self.hearing.set()
        self.socket = Socket(self._send, person, "en")

    async def _send(self, message: dict[str, Any]) -> None:
        await self.hearing.wait()
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        else:
            self.texts.append(message["text"])
            self.frames.append(json.loads(message["text"]))

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The frames of one kind."""
        return [frame for frame in self.frames if frame["t"] == kind]


async def enter(room: Room, person: str | None = None) -> Ear:
    """Somebody begins to look at a table."""
    ear = Ear(person)
    await room.enter(ear.socket)
    return ear


async def until(condition: Callable[[], Any]) -> None:
    """Wait for something that must become true; the hub's patience ends it."""
    while not condition():
        await asyncio.sleep(0.002)


async def settled() -> None:
    """Let everything go out that is on its way."""
    for _ in range(20):
        await asyncio.sleep(0)


async def choose(room: Room, seat: int, nth: int | None = None, which: int = 0) -> str:
    """A seat takes one of its moves; which one, in notation."""
    live = room.live
    assert live is not None
    assert isinstance(live.match.pending, Decision)
    move = list(live.match.pending.menus[Seat(seat)])[which]
    notation = live.match.rules.format_move(move)
    nth = entries_at(live, Seat(seat)) if nth is None else nth
    await room.commit(Seat(seat), notation, point=live.match.point, nth=nth)
    return notation


def waiting(room: Room) -> list[int]:
    """The seats that have to choose."""
    live = room.live
    assert live is not None
    return [int(seat) for seat in live.match.seen_by(None).waiting]


def point_of(room: Room) -> int:
    """The point at which the match is."""
    assert room.live is not None
    return room.live.match.point
