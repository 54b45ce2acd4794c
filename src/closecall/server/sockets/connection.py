"""One connected socket: who is at the other end, and what waits to be sent there."""

import asyncio
from collections.abc import Awaitable, Callable

from closecall.core.rules import Seat
from closecall.messages import catalogue
from closecall.server.rooms import eager_task
from closecall.server.sockets.outbox import Outbox
from closecall.server.sockets.protocol import Bye, encode_frame

Send = Callable[[dict[str, object]], Awaitable[None]]
Sent = Callable[[], None]

TRY_AGAIN = 1012  # The WebSocket code of a server that restarts.
POLICY = 1008  # … of a client that does what it must not.


class Socket:
    """A viewer of one table; frames go out one by one, in a task that lives only while there are any."""

    __slots__ = (
        "_hanging_up",
        "_is_woken",
        "_outbox",
        "_send",
        "_sending",
        "_sent",
        "is_closed",
        "language",
        "own",
        "person",
        "session",
    )

    def __init__(
        self,
        send: Send,
        person: str | None,
        language: str,
        session: str | None = None,
        sent: Sent = lambda: None,
    ) -> None:
        """`sent` is told of every frame that has gone out."""
        self.person = person
        self.session = session
        self.language = language
        self.own: tuple[Seat, ...] = ()
        self.is_closed = False
        self._send = send
        self._sent = sent
        self._outbox = Outbox()
        self._is_woken = False
        self._sending: asyncio.Task[None] | None = None
        self._hanging_up: asyncio.Task[None] | None = None

    def put(self, kind: str, frame: str) -> None:
        """Send the latest frame of a kind."""
        self._outbox.put(kind, frame)
        self._wake()

    def drop(self, kind: str) -> None:
        """A frame of this kind that has not gone yet is old."""
        self._outbox.drop(kind)

    def answer(self, frame: str) -> None:
        """Send a frame besides all others; whoever never reads is let go."""
        self._outbox.answer(frame)
        if self._outbox.is_overfull:
            self.close(POLICY, "too_slow", again=True)
        self._wake()

    def close(self, status: int, reason: str, *, again: bool) -> None:
        """Say why, and hang up; what has not gone yet never will."""
        if self.is_closed:
            return
        self.is_closed = True
        self._outbox = Outbox()
        if self._sending is not None:
            self._sending.cancel()
        self._hanging_up = asyncio.ensure_future(self._hang_up(status, self._bye(reason, again)))

    async def closed(self) -> None:
        """Wait until it is hung up, if we do."""
        if self._hanging_up is not None:
            await asyncio.wait([self._hanging_up])

    def _wake(self) -> None:
        """Send soon: what comes in this turn of the loop and the next goes out together, the latest of it.

        In the next turn those whose choices were kept together hear of it, and answer.
        """
        if self._sending is None and not self._is_woken and not self.is_closed:
            self._is_woken = True
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._start)

    def _start(self) -> None:
        self._is_woken = False
        if self._sending is None and not self.is_closed:
            self._sending = eager_task.start(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                await self._send_frame(self._outbox.pop())
        except OSError:
            self.is_closed = True  # The receiving side will hear of it too.
        finally:
            self._sending = None

    async def _send_frame(self, frame: str) -> None:
        await self._send({"type": "websocket.send", "text": frame})
        self._sent()

    def _bye(self, reason: str, again: bool) -> Bye:
        say = catalogue(self.language)
        return Bye(reason, say(f"bye.{reason}"), again)

    async def _hang_up(self, status: int, bye: Bye) -> None:
        try:
            async with asyncio.timeout(2):  # Whoever does not read will not read this either.
                await self._send_frame(encode_frame(bye))
                await self._send({"type": "websocket.close", "code": status, "reason": bye.code})
        except (OSError, TimeoutError):
            pass
