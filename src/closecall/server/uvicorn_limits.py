"""Limits that uvicorn lacks, against abusive clients.

uvicorn reads the head of a request however long it is and however slowly it arrives, answers every ping even
if nobody reads the answers, and collects the fragments of a message that never ends.
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

from closecall.server.rate_limits import TokenBucket
from closecall.server.sockets.connection import POLICY

LONGEST_HEAD = 16 * 1024
"""The most bytes of a request line and its headers."""
MOST_UNREAD = 1024 * 1024
"""The most bytes of a whole request. The body is refused much earlier, but what follows it may not end."""
REQUEST_S = 20
"""How long a request may take to arrive."""
SLICE = 4 * 1024
"""How much is parsed at a time: up to 700 tiny frames, which takes ten milliseconds."""
MOST_QUEUED = 500
"""Messages that wait for the application, which allows far fewer at once."""
FEW_A_SECOND, FEW_AT_ONCE = 20, 60
"""Pings, pongs and fragments, of which a browser sends almost none."""


class _HeadTooLong(Exception):
    pass


class Requests(HttpToolsProtocol):
    """HTTP with a limit on the head of a request, and on its time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._is_in_head = True
        self._unread = 0
        self._head = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows the type in the same way.
        """A client connects; its request is due soon."""
        super().connection_made(transport)
        self._expect_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request arrives."""
        if self._deadline is None:
            self._expect_soon()
        self._unread += len(data)
        super().data_received(data)
        # The parser does not report a header that never ends, before the body or after it.
        most = LONGEST_HEAD if self._is_in_head else MOST_UNREAD
        if self._unread > most and not self.transport.is_closing():
            self._refuse_head()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which may stay idle."""
        self._expect_nothing()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # As uvicorn does when a connection is lost.

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is malformed or too long."""
        if self._head > LONGEST_HEAD:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head, self._is_in_head = 0, True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Part of its address arrives."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header arrives."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """All headers have arrived."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request has arrived."""
        self._is_in_head, self._unread = True, 0
        self._expect_nothing()
        super().on_message_complete()

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LONGEST_HEAD:
            raise _HeadTooLong  # The parser stops and asks for a 400 response.

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
    """WebSockets with a limit on frames that never reach the application."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._bucket = TokenBucket(FEW_A_SECOND, FEW_AT_ONCE, time.monotonic())
        self._is_writing = False

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        self.conn.parser.close()  # It refers to itself, and would stay in memory until garbage is collected.

    def data_received(self, data: bytes) -> None:
        """Part of a frame or of the handshake arrives, or many frames at once."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.queue.qsize() > MOST_QUEUED and not self.close_sent:
                self._cut_off()
                return
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # Too many or too long headers; uvicorn would not answer, and wait.
            self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a frame; a client that was just cut off counts as gone."""
        await self.writable.wait()
        if self.close_sent and self.initial_response is None:
            raise ClientDisconnected
        text = message.get("text") if message["type"] == "websocket.send" else None
        if isinstance(text, str) and not self.disconnected:
            self._send_text(text)
        else:
            await super().send(message)

    def _send_text(self, text: str) -> None:
        """Write all frames of one loop iteration together: the system call costs more than the rest."""
        try:
            self.conn.send_text(text.encode())
        except InvalidState:  # The closing handshake is under way.
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
        if self._is_within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Accept a pong, unless there are too many."""
        if self._is_within_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Accept a fragment, unless there are too many."""
        if self._is_within_limit():
            super().handle_cont(event)

    def _is_within_limit(self) -> bool:
        if self.close_sent:
            return False
        if self._bucket.allows(time.monotonic()):
            return True
        self._cut_off()
        return False

    def _cut_off(self) -> None:
        self.conn.fail(POLICY, "too_many_frames")
        self.handle_parser_exception()
