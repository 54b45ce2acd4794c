"""From the store's thread back to the event loop: all writes of one commit are answered with one call.

`asyncio.wrap_future` would wake the loop once for each of them, and at three thousand writes a second that
alone takes a tenth of a core.
"""

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Bridge:
    """The way of one event loop to what other threads do for it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._done: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._is_called = False
        self._under_way = 0
        self._in_turn: list[asyncio.Future[None]] = []

    async def turn(self) -> None:
        """Wait until the other thread has finished something, if it is at work.

        Whatever is asked of it now waits for that anyway. Whoever waits here instead can still put more into
        what they will ask for.
        """
        if self._under_way:
            waiter: asyncio.Future[None] = self._loop.create_future()
            self._in_turn.append(waiter)
            await waiter

    def wait(self, future: Future[T]) -> asyncio.Future[T]:
        """What the other thread makes of it; whoever gives up waiting does not stop it."""
        waiter: asyncio.Future[T] = self._loop.create_future()
        self._under_way += 1
        future.add_done_callback(lambda done: self._call(waiter, done))
        return waiter

    def _call(self, waiter: asyncio.Future[Any], done: Future[Any]) -> None:
        # In the other thread. One call is enough for all that are done before the loop hears of it.
        self._done.append((waiter, done))
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._is_called = False  # First: whatever is done from now on calls again.
        while self._done:
            waiter, done = self._done.popleft()
            self._under_way -= 1
            if waiter.done():
                continue
            error = done.exception()
            if error is None:
                waiter.set_result(done.result())
            else:
                waiter.set_exception(error)
        turns, self._in_turn = self._in_turn, []
        for turn in turns:
            if not turn.done():
                turn.set_result(None)
