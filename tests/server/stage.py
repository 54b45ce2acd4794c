"""A server in this process, tables in every state, and people of every role, with and without sockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx

from closecall.core.fate import commitment
from closecall.core.rules import Over
from closecall.games import qwixx
from closecall.server import tables
from closecall.server.app import Server, create_app
from closecall.server.http.middleware import Gate
from closecall.server.people import identity
from closecall.server.rooms.live_match import Live, committed, entries_at
from closecall.server.settings import Settings
from closecall.server.tables import Fresh, Order, Table, Wanted, Wish, storage
from closecall.store import Also
from server.canaries import menus_of
from server.serving import PATIENCE_S

SEED = "ab" * 32
COLUMNS = ("open", "playing", "over", "ended", "closed")
"""`ended` was given up in the middle of the game, `closed` before it."""
LOCAL_URL = "http://tables.test"

ROLES = (
    "stranger", "person", "guest", "player", "bot player", "host who plays", "host who watches", "removed",
    "gone", "forger",
)  # fmt: skip
"""`removed` sat there until the host opened the seat; `gone` was a guest; `forger` has a false cookie."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whom the server knows, or claims to be known."""

    id: str | None
    headers: dict[str, str]


@dataclass(slots=True)
class Stage:
    """A server in this process, and everybody who tries something."""

    server: Server
    app: Gate
    browser: httpx.AsyncClient
    people: dict[str, Known]
    numbers: Any = field(default_factory=count)
    ended: Live | None = None

    async def table(self, column: str, role: str, *, is_public: bool) -> tuple[Table, str]:
        """A new table in this state, where this role is somebody's; and its invitation."""
        invite, table = identity.new_secret(), self._filled(role, is_public)
        number = next(self.numbers)
        table = tables_with(table, f"{number:016}", f"{number:06}", identity.hash_secret(invite))
        if column == "closed":
            table = tables.closed(table, 1)
        store = self.server.store
        kept = Table.of(await asyncio.wrap_future(store.create_table(table.row(), SEED)))
        if column in ("playing", "over", "ended"):
            playing = tables.started(kept, 1)
            live = storage.first_moment(playing, SEED)
            for name in ("player", "bot player"):
                playing = tables.left(playing, self.id_of(name), 1)
            if column == "over":
                live, playing = self._played_out(live), tables.over(playing, 2)
            if column == "ended":
                playing = tables.closed(playing, 2)
            texts = storage.texts(qwixx, live.match.log)
            also = Also(table=playing.row())
            await asyncio.wrap_future(store.append(kept.id, 0, texts, at=1, also=also))
        return (await self.server.hub.room(kept.id)).table, invite

    def _filled(self, role: str, is_public: bool) -> Table:
        """Host or bot, player, bot player and, before the game, an open seat."""
        first = Wish(Wanted.ME) if role == "host who plays" else Wish(Wanted.BOT, bot="greedy")
        fresh = Fresh("0" * 16, "222222", "", commitment(bytes.fromhex(SEED)), 0)
        order = Order("qwixx", (first, Wish(), Wish(), Wish()), is_public=is_public)
        host = self.id_of(role if role.startswith("host") else "host who plays")
        table = tables.new_table(fresh, order, host, "Host")
        for name in ("player", "bot player", "removed"):
            table = tables.seated(table, self.id_of(name), name)
        table = tables.emptied(table, 3)
        for name in ("guest", "gone"):
            table = tables.admitted(table, self.id_of(name))
        return tables.left(table, self.id_of("gone"), 1)

    def id_of(self, role: str) -> str:
        """The person of a role."""
        found = self.people[role].id
        assert found is not None
        return found

    def _played_out(self, live: Live) -> Live:
        if self.ended is None:
            rng = Random("roles")
            while not isinstance(live.match.pending, Over):
                match = live.match
                seat = rng.choice([seat for seat in menus_of(match) if seat not in match.sealed])
                move = rng.choice(list(menus_of(match)[seat]))
                live = committed(live, seat, move, point=match.point, nth=entries_at(live, seat))
            self.ended = live
        return self.ended

    async def asked(self, role: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """What somebody gets for a request."""
        headers = self.people[role].headers
        return await self.browser.request(method, f"/api{path}", json=body, headers=headers)


def tables_with(table: Table, table_id: str, code: str, invite_hash: str) -> Table:
    """The same table under another name."""
    return replace(table, id=table_id, code=code, invite_hash=invite_hash)


@asynccontextmanager
async def stage(folder: Path) -> AsyncIterator[Stage]:
    """The server, and a person for every role."""
    settings = Settings(folder / "tables.db", bots=1)
    server = Server(settings)
    app = create_app(settings, server)
    await server.start()
    transport = httpx.ASGITransport(app=app)
    try:
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL_URL) as browser:
            yield Stage(server, app, browser, await known_people(server))
    finally:
        await server.stop()


async def known_people(server: Server) -> dict[str, Known]:
    """A cookie or a token for everybody who has one."""
    found: dict[str, Known] = {"stranger": Known(None, {})}
    for role in ROLES[1:]:
        person, cookie = await server.people.welcome(role[:20], "en", server.now())
        found[role] = Known(person.id, {"Cookie": f"closecall={cookie}"})
        if role == "bot player":
            bot, token = await server.people.new_bot(person, "Robby", server.now())
            found[role] = Known(bot.id, {"Authorization": f"Bearer {token}"})
    claim = found["host who plays"].headers["Cookie"].split(".")
    found["forger"] = Known(None, {"Cookie": ".".join([*claim[:2], "A" * 43])})
    return found


class AsgiSocket:
    """A socket without a network."""

    def __init__(self, found: Stage, role: str, table_id: str) -> None:
        headers = {**found.people[role].headers, "Host": "tables.test", "Origin": LOCAL_URL}
        self.scope = {
            "type": "websocket",
            "path": f"/api/tables/{table_id}/socket",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
        }
        self.app = found.app
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[int]:
        """The socket for a while, or the status with which it was refused; 101 if it was not."""
        self.incoming.put_nowait({"type": "websocket.connect"})
        task = asyncio.ensure_future(self.app(self.scope, self.incoming.get, self.outgoing.put))
        try:
            async with asyncio.timeout(PATIENCE_S):
                first = await self.outgoing.get()
                yield 101 if first["type"] == "websocket.accept" else first["status"]
        finally:
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await task

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads((await self.outgoing.get())["text"])
            if frame["t"] in kinds:
                return frame

    async def answer(self, **frame: Any) -> str:
        """The answer to a frame: `ack`, or the code of the refusal."""
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": 1, **frame})})
        told = await self.until("ack", "refused")
        return str(told.get("code", told["t"]))
