"""Clients that stay connected, and checks of what they were told against the stored log.

A client that is cut off reconnects and sends again what was not answered. A choice is identified by its seat,
its point and its number there, so it is the same however often it is sent. The log is the truth: every
acknowledged choice stands in it at its place, nothing else does, its outcomes follow from the seed, and every
view that a client was shown follows from it.
"""

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from closecall.core import codec
from closecall.core.errors import GameError
from closecall.core.fate import SeededSource, mixed
from closecall.core.match import Fate, Match, TakeBack
from closecall.core.record import AnyMatch, parse_entry
from closecall.core.rules import Over
from closecall.core.seen import encode_seen
from closecall.games import rules_of
from store.store_helpers import execute

TIMEOUT_S = 20
"""The longest that one step of a test may take."""
ANSWER_S = 3.0
"""A connection without an answer for this long is considered dead."""
MOST_ENTRIES = 6
"""A seat makes at most this many entries at one point."""
TRANSIENT = ("server_busy", "server_failed", "store_not_kept", "store_in_doubt")
"""Refusals after which a client tries again."""


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """The nth entry of a seat at a point: a sealed move, or without one, a take-back."""

    seat: int
    point: int
    nth: int
    move: str | None

    def frame(self, number: int) -> str:
        """The frame that asks for it."""
        choice = {"id": number, "seat": self.seat, "point": self.point, "nth": self.nth}
        kind = {"t": "take_back"} if self.move is None else {"t": "commit", "move": self.move}
        return json.dumps(choice | kind)


@dataclass(slots=True)
class Journal:
    """What the clients of one table have sent, and the answers they got."""

    sent: set[Choice] = field(default_factory=set)
    acknowledged: set[Choice] = field(default_factory=set)
    refused: dict[Choice, set[str]] = field(default_factory=dict)
    unseen: set[Choice] = field(default_factory=set)
    """Those whose acknowledgement came before their effect was shown."""


@dataclass(slots=True)
class ServerAddress:
    """Where the server is: its address may change when it restarts, and is closed until then."""

    url: str = ""
    on_ack: Callable[[], object] | None = None
    """Called at the moment when the next choice is acknowledged."""
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self, url: str) -> "ServerAddress":
        """The server is here."""
        self.url = url
        self._opened.set()
        return self

    def close(self) -> None:
        """No server is running: clients wait without using the CPU."""
        self._opened.clear()

    async def opened(self) -> None:
        """Wait for the server."""
        await self._opened.wait()

    def socket(self, table_id: str) -> str:
        """The address of a table's socket."""
        return f"{self.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a cookie; a spectator has none."""

    name: str
    cookie: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify them."""
        return {} if self.cookie is None else {"cookie": self.cookie}


SPECTATOR = Person("")


@dataclass(frozen=True, slots=True)
class Moment:
    """A match as one viewer sees it."""

    n: int
    nth: int
    seen: Any


class Client:
    """One viewer of one table, in one tab."""

    def __init__(
        self, address: ServerAddress, table_id: str, person: Person, journal: Journal | None = None
    ) -> None:
        self.table_id = table_id
        self.person = person
        self.journal = Journal() if journal is None else journal
        self.table: Any = None
        self.seen_frames: dict[int | None, Any] = {}
        """The newest `seen` frame of each of one's seats."""
        self.waiting: Any = None
        """The newest `waiting` frame."""
        self.connections = 0
        """The number of connections so far."""
        self.turned_away = ""
        """The answer with which the server refused the connection for good; empty if it did not."""
        self._address = address
        self._connection: ClientConnection | None = None
        self._numbers = count(1)
        self._open: dict[int, tuple[str, asyncio.Future[str]]] = {}
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # State.

    def moment(self, viewer: int | None) -> Moment | None:
        """The match as seen by this seat or, without one, by a spectator."""
        frame = self.seen_frames.get(viewer)
        if frame is None:
            return None
        seen, n = frame["seen"], frame["n"]
        # Newer `waiting` lists may have arrived since, alone or with the view of another of one's seats.
        others = [(other["n"], other["seen"]) for other in self.seen_frames.values()]
        if self.waiting is not None:
            others.append((self.waiting["n"], self.waiting))
        for newer, public in others:
            if newer > n and public["point"] == seen["point"]:
                seen, n = {**seen, "waiting": public["waiting"]}, newer
        return Moment(n, frame["nth"], seen)

    def moments(self) -> dict[int | None, Moment]:
        """The match as seen by each of one's seats."""
        found = {viewer: self.moment(viewer) for viewer in self.seen_frames}
        return {viewer: moment for viewer, moment in found.items() if moment is not None}

    @property
    def n(self) -> int:
        """The length of the log, as far as is known."""
        return max((moment.n for moment in self.moments().values()), default=-1)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return any(frame["seen"]["over"] is not None for frame in self.seen_frames.values())

    @property
    def is_answered(self) -> bool:
        """Whether every request has been answered."""
        return not self._open

    async def news(self) -> None:
        """Wait for the next frame."""
        self._news.clear()
        await self._news.wait()

    # The connection.

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Client"]:
        """Stay connected during the block, reconnecting as needed."""
        self.start()
        try:
            yield self
        finally:
            await self.stop()

    def start(self) -> None:
        """Connect, and stay connected from now on."""
        self._task = asyncio.create_task(self._stay())

    async def stop(self) -> None:
        """Disconnect for good."""
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
            await self._address.opened()
            # A cut connection is not an error: connect again after a moment.
            with suppress(OSError, TimeoutError, WebSocketException, EOFError):
                await self._visit()
            self._connection = None
            await asyncio.sleep(jitter.uniform(0.01, 0.06))

    async def _visit(self) -> None:
        try:
            connection = await connect(
                self._address.socket(self.table_id),
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
            self.connections += 1
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
                if viewer not in self.seen_frames or frame["n"] >= self.seen_frames[viewer]["n"]:
                    self.seen_frames[viewer] = frame
            case "waiting":
                if self.waiting is None or frame["n"] >= self.waiting["n"]:
                    self.waiting = frame
            case "ack" | "pong" | "refused":
                self._answered(frame["id"], frame.get("code", ""))
        self._news.set()

    def _answered(self, number: int | None, code: str) -> None:
        assert number is not None, f"a frame was not understood: {code}"
        text, future = self._open.pop(number, ("", None))
        if self._address.on_ack is not None and not code and '"ping"' not in text:
            self._address.on_ack()
            self._address.on_ack = None
        if future is not None and not future.done():
            future.set_result(code)

    # Requests.

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
        """Wait until everything that was on its way has arrived: news are sent before answers."""
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
class Strategy:
    """What a player has decided already, so that nothing is decided twice."""

    rng: Random
    fickle: float = 0.15
    """How often a sealed choice is taken back."""
    hasty: float = 0.0
    """How often a choice is taken back and made again without waiting for an answer in between."""
    pause_s: float = 0.0
    considered: Counter[tuple[int, int, int]] = field(default_factory=Counter)

    def next_choice(self, moment: Moment | None) -> Choice | None:
        """The next choice of this seat, if any."""
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
        """The choices to send together."""
        if choice.move is None or self.rng.random() >= self.hasty:
            return [choice]
        seat, point, nth = choice.seat, choice.point, choice.nth
        return [choice, Choice(seat, point, nth + 1, None), Choice(seat, point, nth + 2, choice.move)]

    def consider(self, choice: Choice, *, is_done: bool) -> None:
        """Mark a choice as decided, or as open again."""
        self.considered[choice.seat, choice.point, choice.nth] = int(is_done)


async def play(client: Client, strategy: Strategy) -> None:
    """Play at random and without pauses until the game is over."""
    while not client.is_over:
        for viewer in list(client.seen_frames):
            choice = strategy.next_choice(client.moment(viewer))
            if choice is None:
                continue
            if strategy.pause_s:
                await asyncio.sleep(strategy.rng.uniform(0, strategy.pause_s))
            await asyncio.gather(*(_ask(client, strategy, each) for each in strategy.plan(choice)))
            break
        else:
            await client.news()


async def _ask(client: Client, strategy: Strategy, choice: Choice) -> None:
    strategy.consider(choice, is_done=True)
    if await client.ask(choice) in TRANSIENT:
        strategy.consider(choice, is_done=False)


# The way to a table.


async def new_person(http: httpx.AsyncClient, name: str) -> Person:
    """A new person."""
    answer = await http.post("/api/people", json={"name": name})
    assert answer.status_code == 201, answer.text
    http.cookies.clear()  # One client serves many people.
    return Person(name, answer.headers["set-cookie"].partition(";")[0])


async def post(http: httpx.AsyncClient, person: Person, path: str, **body: Any) -> Any:
    """Send a request that must succeed; its answer."""
    answer = await http.post(f"/api{path}", json=body, headers=person.headers)
    assert answer.is_success, answer.text
    return answer.json()


async def new_table(http: httpx.AsyncClient, game: str, seats: list[Any], **order: Any) -> str:
    """A public table where people (Person), bots (by name) and others at the host's device (`+name`) play."""
    people, words = [seat for seat in seats if isinstance(seat, Person)], order.pop("words", "")
    host = order.pop("host", None) or people[0]
    requests = [_seat_request(seat, host) for seat in seats]
    made = await post(http, host, "/tables", game=game, seats=requests, public=True, **order)
    table_id: str = made["table"]["id"]
    for seat, person in enumerate(seats):
        if isinstance(person, Person) and person != host:
            await post(http, person, f"/tables/{table_id}/sit", seat=seat)
    if people:
        await post(http, host, f"/tables/{table_id}/ready", words=words)
    else:
        await post(http, host, f"/tables/{table_id}/start")
    return table_id


def _seat_request(seat: Any, host: Person) -> dict[str, str]:
    if isinstance(seat, Person):
        return {"kind": "me" if seat == host else "open"}
    return {"kind": "local", "name": seat[1:]} if seat.startswith("+") else {"kind": "bot", "bot": seat}


# The log in the database.


class LogCheck:
    """The log of one table, as far as it was read."""

    def __init__(self, database: str, table_id: str) -> None:
        self.table_id = table_id
        self.texts: list[str] = []
        self.failures: list[tuple[str, str]] = []
        """What is wrong: the kind, and the details."""
        row = execute(
            database, f"SELECT game, options, words, seed, seats FROM tables WHERE id = '{table_id}'"
        )
        game, options, words, seed, seats = row[0]
        self.rules = rules_of(game)
        self._seed = mixed(bytes.fromhex(seed), tuple(json.loads(words)))
        places = json.loads(seats)["places"]
        decoded = codec.decode(self.rules.OPTIONS, json.loads(options), "options")
        self._matches: list[AnyMatch] = [Match.start(self.rules, len(places), decoded)]
        self._own: dict[tuple[int, int], list[Choice]] = defaultdict(list)
        self._at: list[Choice | None] = []
        self._reported: set[tuple[str, str]] = set()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self._matches[-1].pending, Over)

    @property
    def waiting(self) -> set[int]:
        """The seats that have to choose."""
        return {int(seat) for seat in self._matches[-1].seen_by(None).waiting}

    @property
    def choices(self) -> set[Choice]:
        """All choices in the log, including the bots'."""
        return {choice for choices in self._own.values() for choice in choices}

    def read(self, texts: list[str]) -> None:
        """Read new entries; the old ones must be unchanged."""
        if texts[: len(self.texts)] != self.texts:
            self._report("lost", "earlier entries have changed or are missing")
            return
        for text in texts[len(self.texts) :]:
            try:
                self._take(text)
            except GameError as error:
                self._report("broken", f"log[{len(self.texts)}] {text}: {error.code}")
                return
            self.texts.append(text)

    def _take(self, text: str) -> None:
        match = self._matches[-1]
        entry = parse_entry(self.rules, text, "log")
        if isinstance(entry, Fate):
            if self.rules.draw(match.state, SeededSource(self._seed, match.point)) != entry.outcome:
                self._report("unfair", f"log[{len(self.texts)}] {text}")
            self._at.append(None)
            self._matches.append(match.fate(entry.outcome))
            return
        own = self._own[entry.seat, match.point]
        move = None if isinstance(entry, TakeBack) else self.rules.format_move(entry.move)
        own.append(Choice(entry.seat, match.point, len(own), move))
        self._at.append(own[-1])
        if isinstance(entry, TakeBack):
            self._matches.append(match.take_back(entry.seat, point=match.point))
            return
        after = match.commit(entry.seat, entry.move, point=match.point)
        if after is match:
            self._report("duplicated", f"log[{len(self.texts)}] {text}")
        self._matches.append(after)

    def check_choices(
        self, journal: Journal, people: Iterable[int], acknowledged: Iterable[Choice] | None = None
    ) -> None:
        """Every acknowledged choice is in its place, and people made no choices that they did not send."""
        found = self.choices
        for choice in set(journal.acknowledged if acknowledged is None else acknowledged) - found:
            self._report("lost", str(choice))
        by_people = {choice for choice in found if choice.seat in people}
        for choice in by_people - journal.sent:
            self._report("duplicated", str(choice))
        for choice in journal.unseen:
            self._report("unseen", str(choice))

    def check_moment(self, viewer: int | None, moment: Moment) -> None:
        """A view that was shown follows from the log, and the log already had it."""
        if moment.n > len(self.texts):
            self._report("lost", f"{viewer} has seen {moment.n} entries of {len(self.texts)}")
            return
        match = self._matches[moment.n]
        seen: Any = json.loads(json.dumps(encode_seen(self.rules, match.seen_by(_seat(viewer)))))
        if seen != moment.seen:
            self._report("differs", f"{viewer} at {moment.n}: {_difference(seen, moment.seen)}")
        if moment.nth != self._entries_of(viewer, moment.n):
            self._report("differs", f"{viewer} at {moment.n}: nth {moment.nth}")

    def _entries_of(self, viewer: int | None, n: int) -> int:
        point = self._matches[n].point
        before = [choice for choice in self._at[:n] if choice is not None and choice.point == point]
        return Counter(choice.seat for choice in before)[-1 if viewer is None else viewer]

    def _report(self, kind: str, about: str) -> None:
        if (kind, about) not in self._reported:
            self._reported.add((kind, about))
            self.failures.append((kind, f"{self.rules.SLUG} {self.table_id}: {about}"))


def _seat(viewer: int | None) -> Any:
    return viewer


def _difference(expected: dict[str, Any], found: dict[str, Any]) -> str:
    return "; ".join(
        f"{key} {str(found.get(key))[:80]} and not {str(expected.get(key))[:80]}"
        for key in {*expected, *found}
        if expected.get(key) != found.get(key)
    )


def logs_of(database: str, table_ids: Iterable[str]) -> dict[str, list[str]]:
    """The logs of some tables, all of one moment."""
    found: dict[str, list[str]] = {table_id: [] for table_id in table_ids}
    listed = ", ".join(f"'{table_id}'" for table_id in found)
    rows = execute(
        database, f"SELECT table_id, n, entry FROM log WHERE table_id IN ({listed or 'NULL'}) ORDER BY n"
    )
    for table_id, n, entry in rows:
        assert n == len(found[table_id]), f"{table_id} has a gap at {n}"
        found[table_id].append(entry)
    return found


def statuses_of(database: str, table_ids: Iterable[str]) -> dict[str, str]:
    """The status of some tables; missing ones are left out."""
    listed = ", ".join(f"'{table_id}'" for table_id in table_ids)
    return dict(execute(database, f"SELECT id, status FROM tables WHERE id IN ({listed or 'NULL'})"))


def errors_in(log: Path) -> list[str]:
    """The lines of a server's log that report an error, shortened."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [line[:400] for line in lines if re.search(r"^\S+ error |Traceback|Fatal Python", line)]


def check_table(
    database: str, journal: Journal, clients: Iterable[Client], people: Iterable[int]
) -> LogCheck:
    """Compare the log of a quiet table with everything its clients were told."""
    present = list(clients)
    log_check = LogCheck(database, present[0].table_id)
    log_check.read(logs_of(database, [log_check.table_id])[log_check.table_id])
    log_check.check_choices(journal, people)
    for client in present:
        for viewer, moment in client.moments().items():
            log_check.check_moment(viewer, moment)
    return log_check
