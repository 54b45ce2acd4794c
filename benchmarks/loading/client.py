"""The clients: thousands of sockets in one process, which must cost far less than the server.

One process plays all seats of its tables, so that it knows when everybody has seen a choice.
"""

import asyncio
import os
import random
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection

import uvloop
from benchmarks.loading.player import Asked, Choice, Counted, Player, Table, text_frame
from benchmarks.loading.tables import Device, Prepared

AT_ONCE = 40
"""How many handshakes are in progress at a time."""
TICK_S = 0.002
_SOURCES = tuple(f"127.0.0.{n}" for n in range(2, 34))
"""The source addresses: one alone does not have enough ports."""


class Manner(Enum):
    """How the players of a process play."""

    IDLE = "idle"
    """They only watch."""
    PACED = "paced"
    """Each thinks for a while about every decision."""
    RUSHED = "rushed"
    """At some tables everybody decides at once; a finished table is replaced by a waiting one."""
    EVEN = "even"
    """A fixed number of choices per second in all."""


@dataclass(frozen=True, slots=True)
class Job:
    """What one process has to do."""

    host: str
    port: int
    tables: tuple[Prepared, ...]
    manner: Manner
    pace: float = 0
    """PACED: about how many seconds a decision takes. RUSHED: how many tables. EVEN: choices a second."""
    seed: int = 1


class _Crew:
    """All players of one process."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.counted = Counted()
        self.random: Callable[[], float] = random.Random(job.seed).random
        self.connected = 0
        self.is_going = False
        self._loop = asyncio.get_running_loop()
        self._tables: list[Table] = []
        self._reserve: deque[Table] = deque()
        self._queue: deque[Asked] = deque()
        self._ids = 0
        self._cpu = 0.0
        self._ticked = 0.0

    async def connect(self) -> None:
        """Connect everybody."""
        places: list[tuple[Table, Prepared, Device]] = []
        for prepared in self.job.tables:
            table = Table()
            self._tables.append(table)
            places += [(table, prepared, device) for device in prepared.devices]
        coming = iter(enumerate(places))
        await asyncio.gather(*(self._connect_each(coming) for _ in range(AT_ONCE)))

    async def _connect_each(self, coming: Iterable[tuple[int, tuple[Table, Prepared, Device]]]) -> None:
        job = self.job
        for n, (table, prepared, device) in coming:
            request = (
                f"GET /api/tables/{prepared.id}/socket HTTP/1.1\r\nHost: {job.host}:{job.port}\r\n"
                f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: closecall={device.cookie}\r\n\r\n"
            ).encode()
            player = Player(self, table, request)
            source = (_SOURCES[n % len(_SOURCES)], 0)
            await self._loop.create_connection(partial(_same, player), job.host, job.port, local_addr=source)
            await player.opened
            self.connected += 1

    # Events.

    def asked(self, asked: Asked) -> None:
        """A seat has to decide."""
        table = asked.player.table
        if not self.is_going:
            table.asked.append(asked)
        elif self.job.manner is Manner.PACED:
            self._loop.call_later(self._thinking_s(), self._choose, asked)
        elif self.job.manner is Manner.EVEN:
            self._queue.append(asked)
        elif table.is_moving:
            self._choose(asked)
        else:
            table.asked.append(asked)

    def _thinking_s(self) -> float:
        # A decision of four takes as long as the slowest, so it is about the pace.
        return self.job.pace * (0.3 + 0.85 * self.random())

    def over(self, table: Table) -> None:
        """A game has ended: a waiting table begins."""
        if table.is_moving and self._reserve:
            self._move(self._reserve.popleft())

    def go(self) -> None:
        """Everybody begins to play."""
        self.is_going = True
        match self.job.manner:
            case Manner.RUSHED:
                self._reserve.extend(self._tables)
                for _ in range(min(len(self._tables), int(self.job.pace))):
                    self._move(self._reserve.popleft())
            case Manner.PACED:
                for table in self._tables:
                    for asked in table.asked:
                        self._loop.call_later(self.random() * self.job.pace, self._choose, asked)
            case Manner.EVEN:
                for table in self._tables:
                    self._queue.extend(table.asked)
                self._ticked = self._loop.time()
                self._tick()

    def _move(self, table: Table) -> None:
        table.is_moving = True
        for asked in table.asked:
            self._choose(asked)
        table.asked.clear()

    def _tick(self) -> None:
        each = 1 / self.job.pace
        now = self._loop.time()
        while self._ticked <= now:
            self._ticked += each
            if self._queue:
                self._choose(self._queue.popleft())
        if self.is_going:
            self._loop.call_at(max(self._ticked, now + TICK_S), self._tick)

    def _choose(self, asked: Asked) -> None:
        if not self.is_going:
            return
        self._ids += 1
        text = (
            f'{{"t":"commit","id":{self._ids},"point":{asked.point},"nth":{asked.nth},"move":"{asked.move}",'
            f'"seat":{asked.seat}}}'
        ).encode()
        table = asked.player.table
        table.choices.append(Choice(asked.seat, asked.point, time.perf_counter(), table.everybody))
        asked.player.transport.write(text_frame(text))

    # Counting.

    def measure(self) -> None:
        """Count from now on."""
        self._cpu = time.process_time()
        self.counted = Counted()

    def result(self) -> Counted:
        """What was counted."""
        # In the clients' own time; nobody disconnects before the end.
        self.is_going = False
        counted = self.counted
        counted.cpu = time.process_time() - self._cpu
        counted.missing = sum(len(table.choices) for table in self._tables)
        return counted

    def close(self) -> None:
        """Disconnect."""
        for table in self._tables:
            for player in table.players:
                if player.transport is not None:
                    player.transport.abort()


def _same(player: Player) -> Player:
    return player


# The process.


def run(job: Job, pipe: Connection) -> None:
    """Do a job. The words in the pipe are go, measure, tell, stop; a broken pipe ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent.
    uvloop.run(_run(job, pipe))


async def _run(job: Job, pipe: Connection) -> None:
    crew = _Crew(job)
    loop, words = asyncio.get_running_loop(), asyncio.Queue[str]()
    loop.add_reader(pipe.fileno(), _listen, pipe, words)
    os.set_blocking(pipe.fileno(), True)  # The event loop has changed it.
    connecting = asyncio.ensure_future(crew.connect())
    try:
        while not connecting.done():
            await asyncio.wait([connecting], timeout=0.5)
            pipe.send(("connected", crew.connected))
            if not words.empty():  # Only an end can come this early.
                return
        await connecting
        pipe.send(("ready", crew.connected))
        while (word := await words.get()) != "stop":
            match word:
                case "go":
                    crew.go()
                case "measure":
                    crew.measure()
                case "tell":
                    pipe.send(("told", crew.counted.acks))
                case "result":
                    pipe.send(("result", crew.result()))
    except Exception as error:
        pipe.send(("failed", f"{type(error).__name__}: {error}"))
    finally:
        connecting.cancel()
        loop.remove_reader(pipe.fileno())
        crew.close()


def _listen(pipe: Connection, words: "asyncio.Queue[str]") -> None:
    try:
        words.put_nowait(pipe.recv())
    except (EOFError, OSError):
        words.put_nowait("stop")
        asyncio.get_running_loop().remove_reader(pipe.fileno())
