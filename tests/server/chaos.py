"""A bad network on one machine: between clients and a server, it delays, holds back, tears and cuts."""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random

CHUNK = 4096
DELAY_S = 0.03
HOLD_S = 0.25

_COOKIE = re.compile(rb"cookie: closecall=(\w+)", re.IGNORECASE)


class Torn(Exception):
    """The connection is cut, with a frame half sent or none."""


class Chaos:
    """Connections that suffer; all are fine from `calm` on."""

    def __init__(self, port: int, rng: Random, rate: float = 0.08) -> None:
        self.events: Counter[str] = Counter()
        self._port, self._rng, self._rate = port, rng, rate
        self._is_calm = False
        self._tasks: set[asyncio.Task[None]] = set()
        # Of each person, over all their connections: what was sent when, and the latest that got through.
        self._sent: dict[bytes, count[int]] = defaultdict(count)
        self._through: dict[bytes, int] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """The address where the server can be reached, more or less."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks)

    @property
    def total(self) -> int:
        """How much has gone wrong."""
        return self.events.total()

    def calm(self) -> None:
        """From now on nothing goes wrong."""
        self._is_calm = True

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pumps: list[asyncio.Task[None]] = []
        writers = [writer]
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._port)
            writers.append(there_writer)
            pumps.append(asyncio.create_task(self._pump(reader, there_writer, is_up=True)))
            pumps.append(asyncio.create_task(self._pump(there_reader, writer, is_up=False)))
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            pass  # The server is not there.
        finally:
            for pump in pumps:
                pump.cancel()
            for each in writers:
                each.transport.abort()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_up: bool) -> None:
        person: bytes | None = None
        while chunk := await reader.read(CHUNK):
            found = _COOKIE.search(chunk) if is_up and person is None else None
            person = found[1] if found else person
            stamp = next(self._sent[person]) if person else -1
            await self._suffer(chunk, writer)
            if person is not None:
                self._arrived(person, stamp)
            writer.write(chunk)
            await writer.drain()

    async def _suffer(self, chunk: bytes, writer: asyncio.StreamWriter) -> None:
        if self._is_calm or self._rng.random() > self._rate:
            return
        kind = self._rng.choices(("delayed", "held back", "cut", "torn"), (10, 3, 2, 2))[0]
        self.events[kind] += 1
        match kind:
            case "delayed":
                await asyncio.sleep(self._rng.uniform(0, DELAY_S))
            case "held back":
                await asyncio.sleep(self._rng.uniform(DELAY_S, HOLD_S))
            case "torn":
                writer.write(chunk[: self._rng.randrange(len(chunk))])
                await writer.drain()
                raise Torn
            case "cut":
                raise Torn

    def _arrived(self, person: bytes, stamp: int) -> None:
        """Later than something that was sent after it, by another of the person's connections?"""
        if stamp < self._through.get(person, -1):
            self.events["overtaken"] += 1
        else:
            self._through[person] = stamp
