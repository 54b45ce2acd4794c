"""Connections that do not wait for ever, nor take in everything: what uvicorn leaves open to rude clients.

uvicorn reads the head of a request however long it becomes and however slowly it comes, answers every ping
at once even if nobody reads the answers, and keeps the pieces of a message that never ends.
"""

import asyncio
import time
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from closecall.server.sockets.connection import POLICY
from closecall.server.sockets.table_socket import Brake

LONGEST_HEAD = 16 * 1024
"""Of a request: its line and its headers."""
MOST_UNREAD = 1024 * 1024
"""Of a request in all: its body has been refused long before, but what follows it need not end either."""
REQUEST_S = 20
"""How long a request may take to come in; its body is short."""
FEW_A_SECOND, FEW_AT_ONCE = 20, 60
"""Pings, pongs and pieces of messages, of which a browser sends almost none."""


class _LongHead(Exception):
    pass


class Requests(HttpToolsProtocol):
    """HTTP with a limit on the head of a request, and on its time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._is_in_head = True
        self._unread = 0
        self._head = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As uvicorn's.
        """Somebody comes, and should say what for."""
        super().connection_made(transport)
        self._expect_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._deadline is None:
            self._expect_soon()
        self._unread += len(data)
        super().data_received(data)
        # A header that never ends is not told to us by the parser, be it before the body or after it.
        most = LONGEST_HEAD if self._is_in_head else MOST_UNREAD
        if self._unread > most and not self.transport.is_closing():
            self._refuse_head()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which may be silent as long as it likes."""
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read, or is too long."""
        if self._head > LONGEST_HEAD:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """A new request."""
        self._head, self._is_in_head = 0, True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of its headers."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """All of its headers."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it."""
        self._is_in_head, self._unread = True, 0
        self._expect_nothing()
        super().on_message_complete()

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LONGEST_HEAD:
            raise _LongHead  # The parser stops, and we are asked for a 400.

    def _refuse_head(self) -> None:
        lines = [STATUS_LINE[431], b"content-length: 0\r\n", b"connection: close\r\n", b"\r\n"]
        self.transport.write(b"".join(lines))
        self.transport.close()

    def _expect_soon(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_S, self.transport.close)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets with a limit on what never reaches the application."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._brake = Brake(FEW_A_SECOND, FEW_AT_ONCE, time.monotonic())
        self._is_writing = False

    def data_received(self, data: bytes) -> None:
        """Some bytes of frames, or the handshake."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # It has more headers than there are, or longer ones; uvicorn would say nothing, and wait.
            self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a frame; to somebody whom the protocol has just hung up on it is as if they had gone."""
        await self.writable.wait()
        if self.close_sent and self.initial_response is None:
            raise ClientDisconnected
        text = message.get("text") if message["type"] == "websocket.send" else None
        if isinstance(text, str) and not self.disconnected:
            self._send_text(text)
        else:
            await super().send(message)

    def _send_text(self, text: str) -> None:
        """Write all frames of one turn of the loop together: the call costs more than the rest of it."""
        try:
            self.conn.send_text(text.encode())
        except InvalidState:  # They are just saying goodbye.
            raise ClientDisconnected from None
        if not self._is_writing:
            self._is_writing = True
            self.loop.call_soon(self._write)

    def _write(self) -> None:
        self._is_writing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._is_patient():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note an answer to a ping of ours, or one that nobody has asked for."""
        if self._is_patient():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to a message, unless there are too many."""
        if self._is_patient():
            super().handle_cont(event)

    def _is_patient(self) -> bool:
        if self.close_sent:
            return False
        if self._brake.allows(time.monotonic()):
            return True
        self.conn.fail(POLICY, "too_many_frames")
        self.handle_parser_exception()
        return False
