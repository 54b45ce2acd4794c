"""A server in this process: rooms and tables in any state, people of every role, bot workers, listeners."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from closecall.core.fate import commitment, with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch, entry_text
from closecall.core.rules import Decision, Over, Seat
from closecall.core.seen import encode_seen
from closecall.games import rules_of
from closecall.server import tables
from closecall.server.app import create_app
from closecall.server.context import ServerContext
from closecall.server.http.middleware import Middleware
from closecall.server.people import identity
from closecall.server.rooms.bot_workers import BotWorkers
from closecall.server.rooms.live_match import LiveMatch, after_commit, entry_count, start_table
from closecall.server.rooms.room import Room
from closecall.server.settings import Settings
from closecall.server.sockets.connection import Socket
from closecall.server.tables import (
    Clock,
    SeatRequest,
    SeatRequestKind,
    Table,
    TableError,
    TableIdentity,
    TableRequest,
    new_table,
    seats_of,
    with_guest,
    with_person,
    with_ready,
)
from closecall.server.time_source import TimeSource
from closecall.store import Also, PersonRow, SecretKind, SecretRow
from server.canaries import menus_of
from support.processes import children

SEED = "5e" * 32
TIMEOUT_S = 100
"""The longest that a test waits, on a busy machine."""


class SetTime(TimeSource):
    """A time of day and an elapsed time that the test sets."""

    def __init__(self) -> None:
        self.day_ms, self.elapsed_ms = super().now(), 0

    def now(self) -> int:
        """The time of day that was set."""
        return self.day_ms

    def elapsed(self) -> int:
        """The elapsed time that was set."""
        return self.elapsed_ms


@asynccontextmanager
async def server_on(
    folder: Path, time_source: TimeSource | None = None, **settings: Any
) -> AsyncIterator[ServerContext]:
    """A server without HTTP, on the database in a folder; its bots do not pause."""
    chosen = Settings(folder / "tables.db", bots=1, **{"bot_pause_ms": 0, **settings})
    server = ServerContext.open(chosen, time_source)
    server.hub.start()
    try:
        async with asyncio.timeout(TIMEOUT_S):
            yield server
    finally:
        await server.stop()


def rooms_in_memory(server: ServerContext) -> tuple[Room, ...]:
    """The rooms that are loaded."""
    return tuple(server.hub._rooms.values())


async def person(server: ServerContext, name: str) -> str:
    """The id of a new person."""
    row = PersonRow(identity.new_id(), name, "en", is_bot=False, created_at=0, seen_at=0)
    secret = SecretRow(identity.hash_secret(identity.new_secret()), row.id, SecretKind.SESSION, 0)
    await asyncio.wrap_future(server.store.add_person(row, secret))
    return row.id


async def new_room(
    server: ServerContext, game: str, *places: str, clock: Clock = Clock.NONE, host: str = ""
) -> Room:
    """A table; its places are people (by id), bots (`bot:greedy`) or open (empty). It starts when full."""
    host = host or next(place for place in places if place and ":" not in place)
    table = tables.new_table(
        new_identity(),
        TableRequest(game, tuple(map(_seat_request, places)), is_public=True, clock=clock),
        host,
        "Host",
    )
    for seat, place in enumerate(places):
        if place and ":" not in place:
            table = tables.with_person(table, place, f"P{seat}", seat)
    room = await server.hub.create(table, SEED)
    if table.is_full:
        await room.change(lambda table: tables.after_start(table, server.now()))
    return room


def new_identity() -> TableIdentity:
    """The identity of a new table with the known seed."""
    invite = identity.hash_secret(identity.new_secret())
    return TableIdentity(identity.new_id(), identity.new_code(), invite, commitment(bytes.fromhex(SEED)), 0)


def _seat_request(place: str) -> SeatRequest:
    return SeatRequest(SeatRequestKind.BOT, bot=place.removeprefix("bot:")) if ":" in place else SeatRequest()


class Listener:
    """A viewer that records all frames; it stops reading while `hearing` is cleared."""

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


async def enter(room: Room, person: str | None = None) -> Listener:
    """Connect a viewer to a table."""
    listener = Listener(person)
    await room.enter(listener.socket)
    return listener


async def wait_until(condition: Callable[[], Any]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():
            await asyncio.sleep(0.002)


async def run_ready_tasks() -> None:
    """Let the event loop run every task that is ready, so that all frames are sent."""
    for _ in range(20):
        await asyncio.sleep(0)


class LoopClock:
    """The event loop's clock, which stands still until the test lets time pass."""

    def __init__(self, now: float) -> None:
        self.now = now

    async def advance(self, seconds: float) -> None:
        """Let time pass for everything that waits by now, and run what was due."""
        await run_ready_tasks()
        self.now += seconds
        await run_ready_tasks()

    async def wait_until(self, condition: Callable[[], Any]) -> None:
        """Wait for threads and processes, while no time passes for timers."""
        ends_at = time.monotonic() + TIMEOUT_S
        while not condition():
            assert time.monotonic() < ends_at
            await asyncio.sleep(0)


@contextmanager
def stopped_clock() -> Iterator[LoopClock]:
    """Stop the event loop's clock, so that timers depend on the test and not on the machine's speed."""
    loop = asyncio.get_running_loop()
    clock = LoopClock(loop.time())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "time", lambda: clock.now)
        yield clock


async def choose(room: Room, seat: int, nth: int | None = None, which: int = 0) -> str:
    """Make one of a seat's moves; the move in notation."""
    live = room.live
    assert live is not None
    assert isinstance(live.match.pending, Decision)
    move = list(live.match.pending.menus[Seat(seat)])[which]
    notation = live.match.rules.format_move(move)
    nth = entry_count(live, Seat(seat)) if nth is None else nth
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


# Tables without a server. People are called by their ids, which look like their names.

OPEN = SeatRequest()
ME = SeatRequest(SeatRequestKind.ME)
NOW = 1_000_000
LATER = NOW + 60_000


def bot(name: str = "greedy") -> SeatRequest:
    """A bot at a place."""
    return SeatRequest(SeatRequestKind.BOT, bot=name)


def local(name: str) -> SeatRequest:
    """A person on the host's device."""
    return SeatRequest(SeatRequestKind.LOCAL, name=name)


def numbered_identity(n: int = 1) -> TableIdentity:
    """The identity of the nth table."""
    return TableIdentity(f"table{n:011}", f"CODE{n:02}", f"{n:064x}", f"{n + 1000:064x}", NOW + n)


def table_for(*places: SeatRequest, game: str = "qwixx", host: str = "ann", **more: Any) -> Table:
    """A table whose host is Ann, and ready for the game."""
    table = new_table(numbered_identity(), TableRequest(game, places, **more), host, host.capitalize())
    return with_ready(table, host) if seats_of(table, host) else table


def with_people(table: Table, *people: str) -> Table:
    """The table after these people have sat down, one after the other."""
    for person in people:
        table = with_person(table, person, person.capitalize())
    return table


def names(table: Table) -> str:
    """The names at the seats: `Ann Ben .`."""
    return " ".join(place.name or "." for place in table.places)


def with_guests(table: Table, *people: str) -> Table:
    """The table after these people were let in."""
    for person in people:
        table = with_guest(table, person)
    return table


@contextmanager
def raises_table_error(code: str) -> Iterator[None]:
    """Expect a TableError with this code and a sentence."""
    with pytest.raises(TableError) as found:
        yield
    assert found.value.code == code
    assert str(found.value)


# Tables in every state, and people of every role.

TABLE_STATES = ("open", "playing", "over", "ended", "closed")
"""`ended` was closed in the middle of the game, `closed` before it."""
LOCAL_URL = "http://tables.test"
UNLIMITED_CPU: dict[str, Any] = {"most_cpu_per_person": 1000, "most_cpu_per_address": 1000}
"""Tests ask for more than people do, and all of them from one address."""

ROLES = (
    "stranger", "person", "guest", "player", "bot player", "host who plays", "host who watches", "removed",
    "gone", "forger",
)  # fmt: skip
"""`removed` sat there until the host opened the seat; `gone` was a guest; `forger` has a false cookie."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """The headers of a person, or of a claim to be one, and the person's id."""

    id: str | None
    headers: dict[str, str]


@dataclass(slots=True)
class RoleServer:
    """A server in this process, with a person for every role."""

    server: ServerContext
    app: Middleware
    browser: httpx.AsyncClient
    people: dict[str, Credentials]
    numbers: Any = field(default_factory=count)
    ended: LiveMatch | None = None

    async def table(
        self, state: str, role: str, *, is_public: bool, game: str = "qwixx", options: Any = None
    ) -> tuple[Table, str]:
        """A new table in this state, at which this role exists; and its invitation."""
        invite, table = identity.new_secret(), self._filled(role, game, options, is_public=is_public)
        number = next(self.numbers)
        table = with_identity(table, f"{number:016}", f"{number:06}", identity.hash_secret(invite))
        if state == "closed":
            table = tables.after_close(table, 1)
        store = self.server.store
        stored = Table.of(await asyncio.wrap_future(store.create_table(table.row(), SEED)))
        if state in ("playing", "over", "ended"):
            playing = tables.after_start(stored, 1)
            live = start_table(playing, SEED)
            for name in ("player", "bot player"):
                playing = tables.after_leave(playing, self.id_of(name), 1)
            if state == "over":
                live, playing = self._finished(live), tables.after_game_over(playing, 2)
            if state == "ended":
                playing = tables.after_close(playing, 2)
            texts = [entry_text(playing.rules, entry) for entry in live.match.log]
            also = Also(table=playing.row())
            await asyncio.wrap_future(store.append(stored.id, 0, texts, at=1, also=also))
        return (await self.server.hub.room(stored.id)).table, invite

    def _filled(self, role: str, game: str, options: Any, *, is_public: bool) -> Table:
        """A table with the host or a bot, a player, a bot player and an open seat."""
        first = (
            SeatRequest(SeatRequestKind.ME)
            if role == "host who plays"
            else SeatRequest(SeatRequestKind.BOT, bot="greedy")
        )
        fresh = TableIdentity("0" * 16, "222222", "", commitment(bytes.fromhex(SEED)), 0)
        places = (first, SeatRequest(), SeatRequest(), SeatRequest())
        order = TableRequest(game, places, options, is_public=is_public)
        host = self.id_of(role if role.startswith("host") else "host who plays")
        table = tables.new_table(fresh, order, host, "Host")
        if role == "host who plays":
            table = tables.with_ready(table, host)
        for name in ("player", "bot player", "removed"):
            table = tables.with_person(table, self.id_of(name), name)
        table = tables.with_open_seat(table, 3)
        for name in ("guest", "gone"):
            table = tables.with_guest(table, self.id_of(name))
        return tables.after_leave(table, self.id_of("gone"), 1)

    def id_of(self, role: str) -> str:
        """The person of a role."""
        found = self.people[role].id
        assert found is not None
        return found

    def _finished(self, live: LiveMatch) -> LiveMatch:
        if self.ended is None:
            rng = Random("roles")
            while not isinstance(live.match.pending, Over):
                match = live.match
                seat = rng.choice([seat for seat in menus_of(match) if seat not in match.sealed])
                move = rng.choice(list(menus_of(match)[seat]))
                live = after_commit(live, seat, move, point=match.point, nth=entry_count(live, seat))
            self.ended = live
        return self.ended

    async def request(self, role: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """The answer to a request."""
        headers = self.people[role].headers
        return await self.browser.request(method, f"/api{path}", json=body, headers=headers)


def with_identity(table: Table, table_id: str, code: str, invite_hash: str) -> Table:
    """The same table with another identity."""
    return replace(table, id=table_id, code=code, invite_hash=invite_hash)


@asynccontextmanager
async def role_server(
    folder: Path, time_source: TimeSource | None = None, **limits: Any
) -> AsyncIterator[RoleServer]:
    """A server in this process, with a person for every role."""
    settings = Settings(folder / "tables.db", bots=1, **{**UNLIMITED_CPU, **limits})
    server = ServerContext.open(settings, time_source)
    app = create_app(server)
    await server.start()
    transport = httpx.ASGITransport(app=app)
    try:
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL_URL) as browser:
            yield RoleServer(server, app, browser, await credentials_by_role(server))
    finally:
        await server.stop()


async def credentials_by_role(server: ServerContext) -> dict[str, Credentials]:
    """A cookie or a token for every role that has one."""
    found: dict[str, Credentials] = {"stranger": Credentials(None, {})}
    for role in ROLES[1:]:
        person, cookie = await server.people.welcome(role[:20], "en")
        found[role] = Credentials(person.id, {"Cookie": f"closecall={cookie.value}"})
        if role == "bot player":
            session = server.people.secret_of([(b"cookie", f"closecall={cookie.value}".encode())])
            assert session is not None
            bot, token = await server.people.new_bot(person, session, "Robby")
            found[role] = Credentials(bot.id, {"Authorization": f"Bearer {token}"})
    claim = found["host who plays"].headers["Cookie"].split(".")
    found["forger"] = Credentials(None, {"Cookie": ".".join([*claim[:2], "A" * 43])})
    return found


class AsgiSocket:
    """A socket without a network."""

    def __init__(self, found: RoleServer, role: str, table_id: str) -> None:
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
        """The status of the opening, 101 if it succeeded; the socket is open during the block."""
        self.incoming.put_nowait({"type": "websocket.connect"})
        task = asyncio.ensure_future(self.app(self.scope, self.incoming.get, self.outgoing.put))
        try:
            async with asyncio.timeout(TIMEOUT_S):
                first = await self.outgoing.get()
                yield 101 if first["type"] == "websocket.accept" else first["status"]
        finally:
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await task

    async def await_frame(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads((await self.outgoing.get())["text"])
            if frame["t"] in kinds:
                return frame

    async def answer(self, **frame: Any) -> str:
        """The answer to a frame: `ack`, or the code of the refusal."""
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": 1, **frame})})
        told = await self.await_frame("ack", "refused")
        return str(told.get("code", told["t"]))


# Bot workers.

BACKENDS = [
    pytest.param(("asyncio", {"use_uvloop": False}), id="asyncio"),
    pytest.param(("asyncio", {"use_uvloop": True}), id="uvloop"),
]
"""The event loops that a server may use, for a parameter `anyio_backend`."""


@asynccontextmanager
async def bot_workers(workers: int = 1, timeout_s: float = 20) -> AsyncIterator[BotWorkers]:
    """Bot workers, closed afterwards."""
    pool = BotWorkers(workers, timeout_s)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            yield pool
    finally:
        await pool.close()


def question(
    game: str = "qwixx", bot: str = "greedy", seats: int = 3
) -> tuple[str, str, dict[str, Any], str]:
    """The question for the first seat that decides in a new game."""
    rules = rules_of(game)
    match: AnyMatch = with_fate(Match.start(rules, seats), seed=bytes([4] * 32))
    assert isinstance(match.pending, Decision)
    return game, bot, encode_seen(rules, match.seen_by(next(iter(match.pending.menus)))), "table/A"


MENU = question()[2]["menu"]


async def workers_of(pool: BotWorkers, before: set[int]) -> set[int]:
    """The worker processes that have started since."""
    await pool.choose(*question())  # Now at least one is ready.
    return children() - before


def log_fields(record: logging.LogRecord) -> dict[str, str]:
    """The fields of a log record."""
    found: dict[str, str] = vars(record)["fields"]
    return found
