"""The way from the store's thread back to the event loop."""

import asyncio
from concurrent.futures import Future

import pytest

from closecall.server.event_loop import StoreFutures, start_eagerly

pytestmark = pytest.mark.anyio


async def test_an_idle_store_is_not_awaited() -> None:
    """It returns at once if nothing is pending."""
    await asyncio.wait_for(StoreFutures().next_done(), 1)


async def test_a_turn_comes_when_something_is_done() -> None:
    """It waits for the next write to complete, successfully or not, and for no other."""
    futures = StoreFutures()
    first, second = Future[str](), Future[str]()
    one, two = futures.wait(first), futures.wait(second)
    waiters = [asyncio.ensure_future(futures.next_done()) for _ in range(3)]
    waiters[2].cancel()
    await asyncio.sleep(0)
    assert not waiters[0].done()
    first.set_exception(ValueError("full"))
    await asyncio.wait_for(asyncio.gather(*waiters[:2]), 1)
    assert isinstance(one.exception(), ValueError)
    assert not two.done()
    later = asyncio.ensure_future(futures.next_done())
    await asyncio.sleep(0)
    assert not later.done()
    second.set_result("kept")
    await asyncio.wait_for(later, 1)
    assert await two == "kept"
    await asyncio.wait_for(futures.next_done(), 1)


async def test_eager_coroutines() -> None:
    """Finished at once if nothing has to be awaited; otherwise a task that can be cancelled, and notices
    it."""
    steps: list[str] = []

    async def work(waits: bool, event: asyncio.Event) -> None:
        try:
            steps.append("begun")
            if waits:
                await event.wait()
                await asyncio.sleep(0)
            steps.append("done")
        finally:
            steps.append("left")

    event = asyncio.Event()
    assert start_eagerly(work(False, event)) is None
    assert steps == ["begun", "done", "left"]
    task = start_eagerly(work(True, event))
    assert task is not None
    event.set()
    await task
    assert steps[3:] == ["begun", "done", "left"]
    event.clear()
    task = start_eagerly(work(True, event))
    assert task is not None
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert steps[6:] == ["begun", "left"]


async def test_eager_coroutines_hear_of_failures() -> None:
    """Awaited futures may fail, the first or a later one: the coroutine gets the exception and may
    continue."""
    heard: list[str] = []
    futures = [asyncio.get_running_loop().create_future() for _ in range(3)]

    async def work() -> None:
        for future in futures:
            try:
                await future
            except OSError as error:
                heard.append(str(error))

    task = start_eagerly(work())
    assert task is not None
    for number, future in enumerate(futures):
        await asyncio.sleep(0)
        future.set_exception(OSError(f"failure {number}"))
    await task
    assert heard == ["failure 0", "failure 1", "failure 2"]
