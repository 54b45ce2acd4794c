"""People and spectators who stay: cut off, they come back, and send again what nobody has answered.

A choice is named by its seat, its point and its number there, so it is the same however often it is sent.
Of all that is heard, the newest counts: the length of the log says which that is.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

PATIENCE_S = 20
"""No step of a test takes longer."""
ANSWER_S = 3.0
"""Who waits longer than this for an answer takes the connection for dead."""
MOST_ENTRIES = 6
"""Nobody changes their mind more often than this."""
PASSING = ("server_busy", "server_failed", "store_not_kept", "store_in_doubt")
"""Refusals that say: try again."""


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """The nth entry of a seat at a point: a sealed move, or without one, a take-back."""

    seat: int
    point: int
    nth: int
    move: str | None

    def frame(self, number: int) -> str:
        """The frame that asks for it."""
        named = {"id": number, "seat": self.seat, "point": self.point, "nth": self.nth}
        kind = {"t": "take_back"} if self.move is None else {"t": "commit", "move": self.move}
        return json.dumps(named | kind)


@dataclass(slots=True)
class Journal:
    """What the clients of one table have sent, and what they were told about it."""

    sent: set[Choice] = field(default_factory=set)
    acknowledged: set[Choice] = field(default_factory=set)
    refused: dict[Choice, set[str]] = field(default_factory=dict)
    unseen: set[Choice] = field(default_factory=set)
    """Those whose acknowledgement came before their effect was shown."""


@dataclass(slots=True)
class Door:
    """Where the server is; it may move when it starts again, and is closed meanwhile."""

    url: str = ""
    trap: Callable[[], object] | None = None
    """What happens when the next choice has been acknowledged, at that very moment."""
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self, url: str) -> "Door":
        """The server is here."""
        self.url = url
        self._opened.set()
        return self

    def close(self) -> None:
        """There is no server for now: everybody waits, and leaves it the processor."""
        self._opened.clear()

    async def opened(self) -> None:
        """Wait for the server."""
        await self._opened.wait()

    def socket(self, table_id: str) -> str:
        """The address of a table's socket."""
        return f"{self.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a cookie; a spectator has none."""

    name: str
    cookie: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What makes them known."""
        return {} if self.cookie is None else {"cookie": self.cookie}


SPECTATOR = Person("")


@dataclass(frozen=True, slots=True)
class Moment:
    """A match as one viewer knows it."""

    n: int
    nth: int
    seen: Any


class Client:
    """One viewer of one table, in one tab."""

    def __init__(self, door: Door, table_id: str, person: Person, journal: Journal | None = None) -> None:
        self.table_id = table_id
        self.person = person
        self.journal = Journal() if journal is None else journal
        self.table: Any = None
        self.sights: dict[int | None, Any] = {}
        """The newest `seen` frame of each of one's seats."""
        self.waiting: Any = None
        """The newest `waiting` frame."""
        self.connected = 0
        """How often the door was found open."""
        self.turned_away = ""
        """Why the server does not let us in at all."""
        self._door = door
        self._connection: ClientConnection | None = None
        self._numbers = count(1)
        self._open: dict[int, tuple[str, asyncio.Future[str]]] = {}
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # What is known.

    def moment(self, viewer: int | None) -> Moment | None:
        """The match as this seat knows it, or without one, a spectator."""
        frame = self.sights.get(viewer)
        if frame is None:
            return None
        seen, n = frame["seen"], frame["n"]
        # Who has chosen may have come since, alone or with what another of one's seats sees.
        others = [(other["n"], other["seen"]) for other in self.sights.values()]
        if self.waiting is not None:
            others.append((self.waiting["n"], self.waiting))
        for newer, public in others:
            if newer > n and public["point"] == seen["point"]:
                seen, n = {**seen, "waiting": public["waiting"]}, newer
        return Moment(n, frame["nth"], seen)

    def moments(self) -> dict[int | None, Moment]:
        """The match as each of one's seats knows it."""
        found = {viewer: self.moment(viewer) for viewer in self.sights}
        return {viewer: moment for viewer, moment in found.items() if moment is not None}

    @property
    def n(self) -> int:
        """The length of the log, as far as is known."""
        return max((moment.n for moment in self.moments().values()), default=-1)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return any(frame["seen"]["over"] is not None for frame in self.sights.values())

    @property
    def is_answered(self) -> bool:
        """Whether nothing is under way."""
        return not self._open

    async def news(self) -> None:
        """Wait until anything is heard."""
        self._news.clear()
        await self._news.wait()

    # The connection.

    @asynccontextmanager
    async def staying(self) -> AsyncIterator["Client"]:
        """Be there meanwhile, again and again."""
        self.start()
        try:
            yield self
        finally:
            await self.stop()

    def start(self) -> None:
        """Be there from now on."""
        self._task = asyncio.create_task(self._stay())

    async def stop(self) -> None:
        """Go."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    def cut(self) -> None:
        """Lose the connection, as if the network were gone."""
        if self._connection is not None:
            self._connection.transport.abort()

    async def _stay(self) -> None:
        jitter = Random(id(self))
        while not self.turned_away:
            await self._door.opened()
            # Over when cut: then there is nobody to talk to for a while.
            with suppress(OSError, TimeoutError, WebSocketException, EOFError):
                await self._visit()
            self._connection = None
            await asyncio.sleep(jitter.uniform(0.01, 0.06))

    async def _visit(self) -> None:
        try:
            connection = await connect(
                self._door.socket(self.table_id),
                additional_headers=self.person.headers,
                compression=None,
                open_timeout=ANSWER_S,
                close_timeout=0.2,
                ping_interval=None,
                proxy=None,
            )
        except InvalidStatus as error:
            if error.response.status_code in (403, 404):
                self.turned_away = error.response.body.decode() if error.response.body else "?"
                self._news.set()
            return
        try:
            self._connection = connection
            self.connected += 1
            for text, _ in list(self._open.values()):
                await connection.send(text)
            async for frame in connection:
                self._hear(json.loads(frame))
        finally:
            connection.transport.abort()

    def _hear(self, frame: Any) -> None:
        match frame["t"]:
            case "table":
                if self.table is None or frame["table"]["version"] >= self.table["table"]["version"]:
                    self.table = frame
            case "seen":
                viewer = frame["seen"]["viewer"]
                if viewer not in self.sights or frame["n"] >= self.sights[viewer]["n"]:
                    self.sights[viewer] = frame
            case "waiting":
                if self.waiting is None or frame["n"] >= self.waiting["n"]:
                    self.waiting = frame
            case "ack" | "pong" | "refused":
                self._answered(frame["id"], frame.get("code", ""))
        self._news.set()

    def _answered(self, number: int | None, code: str) -> None:
        assert number is not None, f"a frame was not understood: {code}"
        text, future = self._open.pop(number, ("", None))
        if self._door.trap is not None and not code and '"ping"' not in text:
            self._door.trap()
            self._door.trap = None
        if future is not None and not future.done():
            future.set_result(code)

    # What is asked.

    async def ask(self, choice: Choice) -> str:
        """Send a choice until it is answered: with an empty text if acknowledged, or with a code."""
        self.journal.sent.add(choice)
        code = await self._asked(choice.frame)
        if code:
            self.journal.refused.setdefault(choice, set()).add(code)
        else:
            self.journal.acknowledged.add(choice)
            if not self._shows(choice):
                self.journal.unseen.add(choice)
        return code

    def _shows(self, choice: Choice) -> bool:
        moment = self.moment(choice.seat)
        return moment is not None and (moment.seen["point"], moment.nth) > (choice.point, choice.nth)

    async def ping(self) -> None:
        """Wait until all that was under way to us has come: news come before answers."""
        await self._asked(lambda number: json.dumps({"t": "ping", "id": number}))

    async def _asked(self, frame_of: Callable[[int], str]) -> str:
        number = next(self._numbers)
        text = frame_of(number)
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._open[number] = text, future
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                await connection.send(text)
        while True:
            # Not `wait_for`, which may forget that it was cancelled.
            await asyncio.wait([future], timeout=ANSWER_S)
            if future.done():
                return future.result()
            self.cut()


# Playing.


@dataclass(slots=True)
class Mind:
    """What somebody has thought of already, so that nothing is considered twice."""

    rng: Random
    fickle: float = 0.15
    """How often a sealed choice is taken back."""
    hasty: float = 0.0
    """How often somebody takes a choice back and makes it again without waiting for an answer in between."""
    pause_s: float = 0.0
    considered: Counter[tuple[int, int, int]] = field(default_factory=Counter)

    def next_choice(self, moment: Moment | None) -> Choice | None:
        """What this seat does now, if anything."""
        if moment is None or moment.seen["viewer"] is None or moment.seen["over"] is not None:
            return None
        seat, point, nth = moment.seen["viewer"], moment.seen["point"], moment.nth
        if self.considered[seat, point, nth]:
            return None
        if moment.seen["menu"]:
            return Choice(seat, point, nth, self.rng.choice(moment.seen["menu"]))
        if moment.seen["sealed"] is not None and nth < MOST_ENTRIES and self.rng.random() < self.fickle:
            return Choice(seat, point, nth, None)
        if moment.seen["sealed"] is not None:
            self.considered[seat, point, nth] += 1
        return None

    def plan(self, choice: Choice) -> list[Choice]:
        """What is sent at once for a choice."""
        if choice.move is None or self.rng.random() >= self.hasty:
            return [choice]
        seat, point, nth = choice.seat, choice.point, choice.nth
        return [choice, Choice(seat, point, nth + 1, None), Choice(seat, point, nth + 2, choice.move)]

    def consider(self, choice: Choice, *, is_done: bool) -> None:
        """Think of it no more, or once more."""
        self.considered[choice.seat, choice.point, choice.nth] = int(is_done)


async def play(client: Client, mind: Mind) -> None:
    """Play at one's seats, at random and at once, until the game is over."""
    while not client.is_over:
        for viewer in list(client.sights):
            choice = mind.next_choice(client.moment(viewer))
            if choice is None:
                continue
            if mind.pause_s:
                await asyncio.sleep(mind.rng.uniform(0, mind.pause_s))
            await asyncio.gather(*(_ask(client, mind, each) for each in mind.plan(choice)))
            break
        else:
            await client.news()


async def _ask(client: Client, mind: Mind, choice: Choice) -> None:
    mind.consider(choice, is_done=True)
    if await client.ask(choice) in PASSING:
        mind.consider(choice, is_done=False)


# The way to a table.


async def named(http: httpx.AsyncClient, name: str) -> Person:
    """Somebody new."""
    answer = await http.post("/api/people", json={"name": name})
    assert answer.status_code == 201, answer.text
    http.cookies.clear()  # We are many.
    return Person(name, answer.headers["set-cookie"].partition(";")[0])


async def did(http: httpx.AsyncClient, person: Person, path: str, **body: Any) -> Any:
    """Send something that is not refused, and get the answer."""
    answer = await http.post(f"/api{path}", json=body, headers=person.headers)
    assert answer.is_success, answer.text
    return answer.json()


async def new_table(http: httpx.AsyncClient, game: str, seats: list[Any], **order: Any) -> str:
    """A public table where people (Person), bots (by name) and others at the host's device (`+name`) play."""
    people = [seat for seat in seats if isinstance(seat, Person)]
    host = order.pop("host", None) or people[0]
    wishes = [_wish(seat, host) for seat in seats]
    made = await did(http, host, "/tables", game=game, seats=wishes, public=True, **order)
    table_id: str = made["table"]["id"]
    for seat, person in enumerate(seats):
        if isinstance(person, Person) and person != host:
            await did(http, person, f"/tables/{table_id}/sit", seat=seat)
    return table_id


def _wish(seat: Any, host: Person) -> dict[str, str]:
    if isinstance(seat, Person):
        return {"kind": "me" if seat == host else "open"}
    return {"kind": "local", "name": seat[1:]} if seat.startswith("+") else {"kind": "bot", "bot": seat}
