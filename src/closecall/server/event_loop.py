"""Two shortcuts through asyncio, for the server's busiest moments.

`StoreFutures` brings results from the store's thread to the event loop, all results of one commit with one
call. `asyncio.wrap_future` would wake the loop for each of them, which takes a tenth of a core at three
thousand writes a second.

`start_eagerly` makes a task only if a coroutine has to wait. Sending a frame hardly ever waits, and a task
for each frame was an eighth of the server's time when everybody moves at once. (Python 3.12 has eager tasks.)
"""

import asyncio
import types
from collections import deque
from collections.abc import Coroutine, Generator
from concurrent.futures import Future
from typing import Any, TypeVar

from closecall.server.cpu_budgets import current_payer, metered

T = TypeVar("T")


class StoreFutures:
    """Awaits futures that another thread completes."""

    def __init__(self) -> None:
        self._done: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._is_scheduled = False
        self._pending = 0
        self._waiting_for_next: list[asyncio.Future[None]] = []

    async def next_done(self) -> None:
        """Wait until the other thread completes something, or return at once if it has nothing to do.

        A write that is submitted now would wait for that anyway. Waiting here first leaves time to add to it.
        """
        if self._pending:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting_for_next.append(waiter)
            await waiter

    def wait(self, future: Future[T]) -> asyncio.Future[T]:
        """The result of a future; to stop waiting does not cancel it."""
        waiter: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pending += 1
        future.add_done_callback(lambda done: self._schedule(waiter, done))
        return waiter

    def _schedule(self, waiter: asyncio.Future[Any], done: Future[Any]) -> None:
        # Runs in the other thread. One call is enough for everything that completes before the loop runs it.
        self._done.append((waiter, done))
        if not self._is_scheduled:
            self._is_scheduled = True
            waiter.get_loop().call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._is_scheduled = False  # First, so that whatever completes from now on is scheduled again.
        while self._done:
            waiter, done = self._done.popleft()
            self._pending -= 1
            if waiter.done():
                continue
            error = done.exception()
            if error is None:
                waiter.set_result(done.result())
            else:
                waiter.set_exception(error)
        waiters, self._waiting_for_next = self._waiting_for_next, []
        for each in waiters:
            if not each.done():
                each.set_result(None)


def start_eagerly(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it first waits; the task that continues it, or None if it has finished."""
    try:
        awaited = coroutine.send(None)
    except StopIteration:
        return None
    rest, payer = _continue(coroutine, awaited), current_payer()
    # So far the caller's own meter was running.
    return asyncio.ensure_future(rest if payer is None else metered(rest, payer.charge))


@types.coroutine
def _continue(coroutine: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    while True:
        try:
            yield awaited  # The task waits for exactly what the coroutine waits for.
            break
        except BaseException as error:
            # Failures and cancellations belong to the coroutine, which may catch them and wait again.
            try:
                awaited = coroutine.throw(error)
            except StopIteration:
                return
    yield from coroutine.__await__()
