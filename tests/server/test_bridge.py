"""The way from the store's thread back to the event loop."""

import asyncio
from concurrent.futures import Future

from closecall.server.rooms.store_futures import Bridge


def test_nobody_waits_for_an_idle_thread() -> None:
    """A turn comes at once when nothing is under way."""

    async def work() -> None:
        await asyncio.wait_for(Bridge().turn(), 1)

    asyncio.run(work())


def test_a_turn_comes_when_something_is_done() -> None:
    """Whoever comes while a write is under way waits for it, be it kept or not, and for no other."""

    async def work() -> None:
        bridge = Bridge()
        first, second = Future[str](), Future[str]()
        one, two = bridge.wait(first), bridge.wait(second)
        turns = [asyncio.ensure_future(bridge.turn()) for _ in range(3)]
        turns[2].cancel()
        await asyncio.sleep(0)
        assert not turns[0].done()
        first.set_exception(ValueError("full"))
        await asyncio.wait_for(asyncio.gather(*turns[:2]), 1)
        assert isinstance(one.exception(), ValueError)
        assert not two.done()
        later = asyncio.ensure_future(bridge.turn())
        await asyncio.sleep(0)
        assert not later.done()
        second.set_result("kept")
        await asyncio.wait_for(later, 1)
        assert await two == "kept"
        await asyncio.wait_for(bridge.turn(), 1)

    asyncio.run(work())
