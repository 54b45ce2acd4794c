"""The way from the store's thread back to the event loop."""

import asyncio
from concurrent.futures import Future

import pytest

from closecall.server.event_loop import StoreFutures, start_eagerly

pytestmark = pytest.mark.anyio


async def test_nobody_waits_for_an_idle_thread() -> None:
    """A turn comes at once when nothing is under way."""
    await asyncio.wait_for(StoreFutures().next_done(), 1)


async def test_a_turn_comes_when_something_is_done() -> None:
    """Whoever comes while a write is under way waits for it, be it kept or not, and for no other."""
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
    """Done at once where nothing is waited for; else a task that can be cancelled, and that hears of it."""
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
    """What they wait for may fail, first or later: they are told, and go on as they like."""
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
