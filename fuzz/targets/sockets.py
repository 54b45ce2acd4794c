"""A client at a table's socket: every frame is answered, and none with `server_failed`.

The first byte chooses the game; the rest are frames, one in each line. They go through the real socket, room
and store of a server in this process, at a new table whose seats all belong to the sender.
"""

import asyncio
import json
from atexit import register
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from closecall.core.fate import commitment
from closecall.games import game_of, slugs
from closecall.server.context import ServerContext
from closecall.server.settings import Settings
from closecall.server.sockets.protocol import MOST_BYTES
from closecall.server.sockets.table_socket import TableSocket
from closecall.server.tables import (
    SeatRequest,
    SeatRequestKind,
    TableIdentity,
    TableRequest,
    new_table,
    with_ready,
)
from fuzz.targets.frames import WORDS

__all__ = ["WORDS", "test_one_input"]

SEED = bytes(32)
HOST = b"fuzz.test"
NO_LIMIT = 1_000_000
MOST_FRAMES = 24
"""At one table; more add nothing but time."""


class InProcessServer:
    """A server without a network, and one person who is signed in."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.numbers = count(1)
        self.loop.run_until_complete(self._open(folder))
        self.sockets = TableSocket(self.server)

    async def _open(self, folder: Path) -> None:
        # Without limits on frames, which would refuse others each time.
        settings = Settings(
            folder / "tables.db",
            bots=1,
            most_frames_per_second=NO_LIMIT,
            most_frames_at_once=NO_LIMIT,
            most_rooms=50,
        )
        self.server = ServerContext.open(settings)
        person, cookie = await self.server.people.welcome("Ann", "en")
        self.person = person.id
        self.headers = [
            (b"host", HOST),
            (b"origin", b"http://" + HOST),
            (b"cookie", f"closecall={cookie.value}".encode()),
        ]

    def answers(self, game: str, frames: list[bytes]) -> list[dict[str, Any]]:
        """The answers to these frames at a new table."""
        return self.loop.run_until_complete(asyncio.wait_for(self._talk(game, frames), 60))

    async def _talk(self, game: str, frames: list[bytes]) -> list[dict[str, Any]]:
        table_id = await self._new_table(game)
        incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        answers: list[dict[str, Any]] = []
        all_answered = asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            answers.append(json.loads(message["text"]) if "text" in message else message)
            if _count(answers) >= len(frames):
                all_answered.set()

        incoming.put_nowait({"type": "websocket.connect"})
        for frame in frames:
            incoming.put_nowait({"type": "websocket.receive", "bytes": frame})
        scope = {"type": "websocket", "headers": self.headers, "client": ("127.0.0.1", 1)}
        payer = self.server.cpu_budgets.payer(None)
        talk = asyncio.ensure_future(self.sockets(scope, incoming.get, send, table_id, payer))
        answered = asyncio.ensure_future(all_answered.wait())
        await asyncio.wait([talk, answered], return_when=asyncio.FIRST_COMPLETED)
        answered.cancel()
        incoming.put_nowait({"type": "websocket.disconnect"})
        await talk
        return answers

    async def _new_table(self, game: str) -> str:
        number, least = next(self.numbers), game_of(game).rules.SEATS[0]
        table_id = f"{number:016}"
        identity = TableIdentity(table_id, f"{number:06}", f"{number:064}", commitment(SEED), 0)
        others = (SeatRequest(SeatRequestKind.LOCAL, name=f"P{n}") for n in range(1, max(least, 2)))
        request = TableRequest(game, (SeatRequest(SeatRequestKind.ME), *others))
        table = new_table(identity, request, self.person, "Ann")
        room = await self.server.hub.create(table, SEED.hex())
        await room.change(lambda table: with_ready(table, self.person))
        return table_id

    def close(self) -> None:
        """Close the database; nothing else is running between two inputs."""
        self.server.store.close()
        self.loop.close()


ANSWERS = ("ack", "refused", "effects", "pong", "bye")


def _count(answers: list[dict[str, Any]]) -> int:
    return sum(answer.get("t") in ANSWERS for answer in answers)


@cache
def _server() -> InProcessServer:
    folder = TemporaryDirectory()
    server = InProcessServer(Path(folder.name))
    register(folder.cleanup)
    register(server.close)  # Called first.
    return server


def test_one_input(data: bytes) -> None:
    """Frames at a new table."""
    game = slugs()[data[0] % len(slugs())] if data else slugs()[0]
    frames = [line[:MOST_BYTES] for line in data[1:].split(b"\n")][:MOST_FRAMES]
    answers = _server().answers(game, frames)
    assert answers[0]["type"] == "websocket.accept", answers
    assert _count(answers) >= len(frames) or answers[-1].get("type") == "websocket.close", answers
    for answer in answers:
        assert answer.get("code") != "server_failed", answer
