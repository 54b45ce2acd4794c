"""Cheap clients over real connections, which keep to what the server tells them."""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

PATIENCE_S = 20.0
"""How long a client waits for an answer."""


@dataclass(slots=True)
class Browser:
    """A person at an address: requests on one connection, and sockets."""

    port: int
    cookie: str
    address: str
    counted: Counter[str] = field(default_factory=Counter)
    """Answers by status, and frames."""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The decoded answer; None if it was refused. After 429 it waits as long as it was told to."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"X-Forwarded-For: {self.address}\r\nContent-Length: {len(content)}\r\n\r\n"
        ).encode()
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    status, headers, answer = await self._exchange(head + content)
            except (OSError, EOFError, TimeoutError):
                self.counted["no answer"] += 1
                self.close()
                return None
        self.counted[str(status)] += 1
        if status == 429:
            await asyncio.sleep(float(headers.get("retry-after", 1)))
        return json.loads(answer) if status in (200, 201) and answer[:1] == b"{" else None

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._streams is not None and self._streams[0].at_eof():
            self.close()  # The server closes idle connections.
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return int(lines[0].split()[1]), headers, answer

    def close(self) -> None:
        """Close the connection for requests."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def socket(self, table_id: str) -> "TableSocket | None":
        """A socket at a table; None if it was refused."""
        try:
            connection = await connect(
                f"ws://127.0.0.1:{self.port}/api/tables/{table_id}/socket",
                additional_headers={"Cookie": self.cookie, "X-Forwarded-For": self.address},
                compression=None,
                proxy=None,
                open_timeout=PATIENCE_S,
                close_timeout=0.1,
                max_queue=1,
            )
        except InvalidStatus as error:
            self.counted[f"handshake {error.response.status_code}"] += 1
            await asyncio.sleep(float(error.response.headers.get("retry-after", 1)))
            return None
        except (OSError, WebSocketException, TimeoutError):
            self.counted["no handshake"] += 1
            return None
        self.counted["handshake"] += 1
        return TableSocket(connection, self.counted)


class Closed(Exception):
    """The server has closed a socket."""


@dataclass(slots=True)
class TableSocket:
    """A socket, and the latest view of each seat."""

    connection: ClientConnection
    counted: Counter[str]
    seen: dict[int | None, dict[str, Any]] = field(default_factory=dict)
    sent: int = 0

    async def send(self, kind: str, **fields: Any) -> int:
        """Send a frame; its id."""
        self.sent += 1
        try:
            await self.connection.send(json.dumps({"t": kind, "id": self.sent, **fields}))
        except (OSError, WebSocketException):
            raise Closed from None
        self.counted["frame"] += 1
        return self.sent

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                frame: dict[str, Any] = json.loads(await self.connection.recv())
        except (OSError, WebSocketException, TimeoutError):
            self.counted["closed"] += 1
            raise Closed from None
        if frame["t"] == "seen":
            self.seen[frame["seen"]["viewer"]] = frame
        if frame["t"] == "bye":
            self.counted[f"bye {frame['code']}"] += 1
        return frame

    async def answer(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a frame; its answer."""
        number = await self.send(kind, **fields)
        while True:
            frame = await self.next()
            if frame.get("id") == number:
                return frame

    async def close(self) -> None:
        """Disconnect."""
        with suppress(OSError, WebSocketException):
            await self.connection.close()
