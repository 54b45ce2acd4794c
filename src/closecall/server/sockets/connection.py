"""A connected socket: who is at the other end, and what waits to be sent there."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from closecall.core.rules import Seat
from closecall.messages import catalogue
from closecall.server.cpu_budgets import charged
from closecall.server.event_loop import start_eagerly
from closecall.server.sockets.protocol import Bye, encode_frame

Send = Callable[[dict[str, object]], Awaitable[None]]
Sent = Callable[[], None]

TRY_AGAIN = 1012  # The WebSocket close code of a server that restarts.
POLICY = 1008  # The close code for a client that breaks the rules.
MOST_ANSWERS = 256
"""With more waiting answers than this, the client is not reading."""


class Outbox:
    """Frames that wait to be sent: the latest of each kind, in order of first arrival, and all answers.

    A slow reader holds up nobody: after a hundred moves it gets one view, not a hundred.
    """

    __slots__ = ("_answers", "_latest")

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._answers: deque[str] = deque()

    def __bool__(self) -> bool:
        return bool(self._latest or self._answers)

    @property
    def is_overfull(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > MOST_ANSWERS

    def put(self, kind: str, frame: str) -> None:
        """Replace the waiting frame of the same kind."""
        self._latest[kind] = frame

    def drop(self, kind: str) -> None:
        """Drop the waiting frame of this kind, which is outdated."""
        self._latest.pop(kind, None)

    def answer(self, frame: str) -> None:
        """Add a frame that replaces no other."""
        self._answers.append(frame)

    def pop(self) -> str:
        """The next frame: news before answers, so that an answer arrives after its effect."""
        if self._latest:
            return self._latest.pop(next(iter(self._latest)))
        return self._answers.popleft()


class Socket:
    """A viewer of one table. Frames go out one by one, in a task that exists only while there are some."""

    __slots__ = (
        "_closing",
        "_is_woken",
        "_outbox",
        "_send",
        "_sending",
        "_sent",
        "is_closed",
        "language",
        "own",
        "person",
        "secret",
    )

    def __init__(
        self,
        send: Send,
        person: str | None,
        language: str,
        secret: str | None = None,
        sent: Sent = lambda: None,
    ) -> None:
        """`secret` is the hash of the session or token it was opened with; `sent` is called after every
        frame."""
        self.person = person
        self.secret = secret
        self.language = language
        self.own: tuple[Seat, ...] = ()
        self.is_closed = False
        self._send = send
        self._sent = sent
        self._outbox = Outbox()
        self._is_woken = False
        self._sending: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    def put(self, kind: str, frame: str) -> None:
        """Send the latest frame of a kind."""
        self._outbox.put(kind, frame)
        self._wake()

    def drop(self, kind: str) -> None:
        """Do not send the waiting frame of this kind."""
        self._outbox.drop(kind)

    def answer(self, frame: str) -> None:
        """Send a frame in addition to all others; a client that never reads is disconnected."""
        self._outbox.answer(frame)
        if self._outbox.is_overfull:
            self.close(POLICY, "too_slow", again=True)
        self._wake()

    def close(self, status: int, reason: str, *, again: bool) -> None:
        """Disconnect, with a reason; frames that are still waiting are dropped."""
        if self.is_closed:
            return
        self.is_closed = True
        self._outbox = Outbox()
        if self._sending is not None:
            self._sending.cancel()
        self._closing = asyncio.ensure_future(self._disconnect(status, self._bye(reason, again)))

    async def closed(self) -> None:
        """Wait until the socket is closed, if `close` was called."""
        if self._closing is not None:
            await asyncio.wait([self._closing])

    def _wake(self) -> None:
        """Send after the next iteration of the loop, so that frames of this one and the next go out together.

        In the next iteration, all callers whose choices were stored together continue and answer.
        """
        if self._sending is None and not self._is_woken and not self.is_closed:
            self._is_woken = True
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._start)

    def _start(self) -> None:
        self._is_woken = False
        if self._sending is None and not self.is_closed:
            with charged():
                self._sending = start_eagerly(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                await self._send_frame(self._outbox.pop())
        except OSError:
            self.is_closed = True  # The receiving side will notice it too.
        finally:
            self._sending = None

    async def _send_frame(self, frame: str) -> None:
        await self._send({"type": "websocket.send", "text": frame})
        self._sent()

    def _bye(self, reason: str, again: bool) -> Bye:
        say = catalogue(self.language)
        return Bye(reason, say(f"bye.{reason}"), again)

    async def _disconnect(self, status: int, bye: Bye) -> None:
        try:
            async with asyncio.timeout(2):  # A client that does not read will not read this either.
                await self._send_frame(encode_frame(bye))
                await self._send({"type": "websocket.close", "code": status, "reason": bye.code})
        except (OSError, TimeoutError):
            pass
