"""A server in this process with everything as large as its limits allow, and clients without a network."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from closecall.core.fate import commitment, mixed
from closecall.core.record import entry_text
from closecall.core.rules import Decision
from closecall.games import rules_of, slugs
from closecall.games.enough.kit import ABILITIES, MOST_PIECES
from closecall.server import tables
from closecall.server.app import create_app
from closecall.server.context import ServerContext
from closecall.server.http.middleware import Middleware
from closecall.server.rooms.live_match import LiveMatch, after_commit, entry_count, start_match
from closecall.server.settings import Settings
from closecall.server.tables import SeatRequest, Table, TableIdentity, TableRequest
from closecall.server.tables.seating import MOST_GUESTS
from closecall.store import Also, Company, ResultRow, Status, Store

HOST = "tables.test"
SEED = "5e" * 32
LONG = 6_000
"""The entries of the long game; its limit is three times as high, and takes minutes to play."""
WATCHERS = 200
"""The sockets at the busiest table."""
MANY_GAMES = 100
"""The most tables that one answer lists."""
LONGEST_NAME = "Ж" * 24

_UNLIMITED = 1_000_000
_PAIRS = [(one.value, other.value) for one in ABILITIES for other in ABILITIES if one.order < other.order]

HOARD = {
    "advanced": True,
    # All cards are equal and no target can be reached, so that tokens pile up.
    "kit": {
        "name": "hoard",
        "cards": [1] * MOST_PIECES,
        "targets": [{"number": 999, "stars": 1}] * MOST_PIECES,
        "tokens": [{"one": one, "other": other} for one, other in _PAIRS for _ in range(13)],
    },
}
"""Options of Close Enough with the largest kit that a request can hold."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person of the world."""

    id: str
    cookie: str


class Refused(Exception):
    """The server did not do what the measurement needs."""


@dataclass(slots=True)
class World:
    """The server, its people and its tables."""

    server: ServerContext
    app: Middleware
    ann: Visitor
    """The host of everything."""
    others: list[Visitor] = field(default_factory=list)
    finished: str = ""
    """A game with a long log that is over."""
    crowded: str = ""
    """A game with the largest kit and many viewers, at its most expensive moment."""
    sockets: list["AsgiSocket"] = field(default_factory=list)

    async def call(self, method: str, path: str, body: Any = None, who: Visitor | None = None) -> bytes:
        """The answer to a request; Refused unless it succeeds."""
        status, answer = await self.ask(method, path, body, who)
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    async def ask(
        self, method: str, path: str, body: Any = None, who: Visitor | None = None
    ) -> tuple[int, bytes]:
        """The status and the content of an answer; bytes are sent as they are."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        place, _, query = path.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": _headers(who or self.ann),
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
            "state": {},
        }
        requests = iter([{"type": "http.request", "body": content, "more_body": False}])
        status, parts = 0, []

        async def receive() -> Any:
            return next(requests, None) or {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, b"".join(parts)

    async def new_person(self, name: str) -> Visitor:
        """Somebody new."""
        person, cookie = await self.server.people.welcome(name, "en")
        return Visitor(person.id, f"closecall={cookie.value}")

    async def new_table(self, game: str = "enough", people: int = 1, **more: Any) -> dict[str, Any]:
        """A table with five seats: Ann's, others' who were invited, and people on Ann's device."""
        local = [{"kind": "local", "name": LONGEST_NAME[:-1] + str(n)} for n in range(5 - people)]
        seats = [{"kind": "me"}, *local, *[{"kind": "open"}] * (people - 1)]
        more = {"options": HOARD} | more if game == "enough" else more
        body = {"game": game, "seats": seats, "public": True, **more}
        made: dict[str, Any] = json.loads(await self.call("POST", "/api/tables", body))
        await self.call("POST", f"/api/tables/{made['table']['id']}/ready", {})
        return made

    async def full_table(self, **more: Any) -> str:
        """An open table with as many guests as there may be; its id."""
        made = await self.new_table(people=2, **more)
        room = await self.server.hub.room(made["table"]["id"])
        guests = [f"guest{n:011}" for n in range(MOST_GUESTS - 1)]

        def with_guests(table: Table) -> Table:
            for guest in guests:
                table = tables.with_guest(table, guest)
            return table

        await room.change(with_guests)
        table_id: str = made["table"]["id"]
        return table_id


def _headers(who: Visitor) -> list[tuple[bytes, bytes]]:
    return [
        (b"host", HOST.encode()),
        (b"origin", f"http://{HOST}".encode()),
        (b"cookie", who.cookie.encode()),
        (b"accept-language", b"de-CH,de;q=0.9,en;q=0.8"),
        (b"user-agent", b"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
    ]


class AsgiSocket:
    """A socket without a network."""

    def __init__(self, world: World, table_id: str, who: Visitor) -> None:
        self._scope = {
            "type": "websocket",
            "path": f"/api/tables/{table_id}/socket",
            "headers": _headers(who),
            "client": ("127.0.0.1", 1),
        }
        self._app = world.app
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.seen: dict[int | None, dict[str, Any]] = {}
        """The latest view of each seat."""

    async def open(self) -> None:
        """Connect, and read what a newcomer is told."""
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(self._app(self._scope, self._incoming.get, self._outgoing.put))
        if (await self._outgoing.get())["type"] != "websocket.accept":
            raise Refused(str((await self._outgoing.get())["body"]))
        await self.answer_to('{"t":"ping","id":0}')

    async def close(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await self._task

    async def answer_to(self, frame: str | bytes) -> dict[str, Any]:
        """Send a frame; the frame that answers it."""
        kind = "text" if isinstance(frame, str) else "bytes"
        self._incoming.put_nowait({"type": "websocket.receive", kind: frame})
        while True:
            message = await self._outgoing.get()
            if message["type"] == "websocket.close":
                raise Refused(str(message))
            text = message["text"]
            if text.startswith('{"t":"seen"'):
                told = json.loads(text)
                self.seen[told["seen"]["viewer"]] = told
            elif text.startswith(('{"t":"ack"', '{"t":"refused"', '{"t":"effects"', '{"t":"pong"')):
                answer: dict[str, Any] = json.loads(text)
                return answer

    def forget(self) -> None:
        """Drop what was sent so far."""
        while not self._outgoing.empty():
            self._outgoing.get_nowait()


# The making of a world.


@asynccontextmanager
async def opened_world(folder: Path) -> AsyncIterator[World]:
    """A server with everything in it, stopped afterwards."""
    settings = Settings(
        folder / "tables.db",
        bots=1,
        metrics=True,
        most_cpu_per_person=1000,
        most_cpu_per_address=1000,
        most_new=_UNLIMITED,
        most_guesses=_UNLIMITED,
        most_guesses_everywhere=_UNLIMITED,
        most_frames_per_second=100_000,
        most_frames_at_once=100_000,
        most_sockets_per_address=_UNLIMITED,
    )
    server = ServerContext.open(settings)
    app = create_app(server)
    await server.start()
    try:
        person, cookie = await server.people.welcome(LONGEST_NAME, "de")
        world = World(server, app, Visitor(person.id, f"closecall={cookie.value}"))
        await _fill(world)
        yield world
        for socket in world.sockets:
            await socket.close()
    finally:
        await server.stop()


async def _fill(world: World) -> None:
    server = world.server
    world.others = [await world.new_person(f"Ben {n}") for n in range(4)]
    for n in range(MANY_GAMES):
        await world.new_table(("mark", "qwixx", "enough")[n % 3], people=2)
    await _fill_household(world)
    people = [world.ann.id, *(person.id for person in world.others)]
    world.finished, world.crowded = await asyncio.to_thread(store_games, server.store, people, 0)
    for person in [*world.others, world.ann] * (WATCHERS // 5):
        socket = AsgiSocket(world, world.crowded, person)
        await socket.open()
        world.sockets.append(socket)


async def _fill_household(world: World) -> None:
    """Devices and bots up to their limits."""
    for _ in range(45):
        made = json.loads(await world.call("POST", "/api/me/carry"))
        nobody = Visitor("", "")
        await world.call("POST", "/api/carry", {"token": made["token"]}, nobody)
    for n in range(18):
        await world.call("POST", "/api/me/bots", {"name": f"{LONGEST_NAME[:-2]}{n:02}"})


def store_games(store: Store, people: Sequence[str], n: int) -> tuple[str, str]:
    """The nth pair of games of five people: a long one that is over (as far as the store knows), and one at
    its most expensive moment."""
    identity = TableIdentity("", "", "", commitment(bytes.fromhex(SEED)), 0)
    request = TableRequest("enough", (SeatRequest(),) * 5, HOARD, is_public=True)
    table = tables.new_table(identity, request, people[0], LONGEST_NAME)
    for person in people:
        table = tables.with_person(table, person, f"Zoë {person[:4]}")
    table = tables.after_start(table, 1)
    long, worst = _played(table.options)
    over = tables.after_game_over(table, 2)
    return _store(store, over, long, 2 * n), _store(store, table, worst, 2 * n + 1)


@cache
def _played(options: Any) -> tuple[LiveMatch, LiveMatch]:
    """A long game of five hoarders, and its moment with the longest menus."""
    live = start_match(rules_of("enough"), 5, options, mixed(bytes.fromhex(SEED), ("",) * 5))
    rng, worst, most = Random("world"), live, 0
    while len(live.match.log) < LONG:
        match = live.match
        assert isinstance(match.pending, Decision), "the kit of hoarders lets no game end"
        if not match.sealed and (size := sum(map(len, match.pending.menus.values()))) > most:
            worst, most = live, size
        seat = next(seat for seat in match.pending.menus if seat not in match.sealed)
        moves = [match.rules.format_move(move) for move in match.pending.menus[seat]]
        move = match.rules.parse_move(_hoarding(moves, rng))
        live = after_commit(live, seat, move, point=match.point, nth=entry_count(live, seat))
    return live, worst


def _hoarding(moves: list[str], rng: Random) -> str:
    """A move that spends no token, and wins new ones as often as possible."""
    for wanted in ("call", "stay", "pass", "total", "show"):
        found = [move for move in moves if move.split()[0] == wanted]
        if found:
            return min(found, key=len)
    return rng.choice(moves)


def _store(store: Store, table: Table, live: LiveMatch, n: int) -> str:
    named = replace(table, id=f"{n:016}", code=f"WRLD{n:02}", invite_hash=f"{n:064x}")
    created = replace(named, status=Status.OPEN, started_at=None, ended_at=None)
    stored = store.create_table(created.row(), SEED).result()
    texts = [entry_text(named.rules, entry) for entry in live.match.log]
    row = replace(named.row(), version=stored.version)
    store.append(named.id, 0, texts, at=1, also=Also(table=row)).result()
    return named.id


def store_results(store: Store, person: str, count: int) -> None:
    """As many results of a person, all at one table, for the store does not mind."""
    identity = TableIdentity(person, person[:6].upper(), person, commitment(bytes.fromhex(SEED)), 0)
    table = tables.new_table(identity, TableRequest("mark", (SeatRequest(),) * 2), person, "Ann")
    store.create_table(table.row(), SEED).result()
    rng = Random(person)
    results = tuple(
        ResultRow(
            *(person, n, person, None, "Ann", rng.choice(slugs()), rng.randrange(200), rng.random() < 0.5, n),
            company=Company.BOTS,
            level=rng.choice(("expert", "hard", "medium", "easy")),
        )
        for n in range(count)
    )
    store.append(person, 0, ["{}"], at=1, also=Also(results=results)).result()
