"""Sockets: frames go out at once or when they can, and a goodbye is said to whoever still listens."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from closecall.server.rooms import eager_task
from closecall.server.sockets.outbox import MOST_ANSWERS
from server.rooms import Ear, settled


def run(scene: Callable[[], Awaitable[None]]) -> None:
    """A scene with an event loop, ended if it takes too long."""
    asyncio.run(asyncio.wait_for(scene(), 10))


def test_what_comes_together_goes_together() -> None:
    """Ten views of one turn are one frame; the next turn's is another."""

    async def scene() -> None:
        ear = Ear()
        for n in range(10):
            ear.socket.put("seen 0", f'{{"t":"seen","n":{n}}}')
        await settled()
        ear.socket.put("seen 0", '{"t":"seen","n":10}')
        await settled()
        assert [frame["n"] for frame in ear.frames] == [9, 10]

    run(scene)


def test_a_reader_who_was_stuck() -> None:
    """What waited goes out when it can, the newest of it."""

    async def scene() -> None:
        ear = Ear()
        ear.hearing.clear()
        ear.socket.put("seen 0", '{"t":"seen","n":0}')
        await settled()
        ear.socket.put("seen 0", '{"t":"seen","n":1}')
        ear.socket.put("seen 0", '{"t":"seen","n":2}')
        await settled()
        assert ear.frames == []
        ear.hearing.set()
        await settled()
        assert [frame["n"] for frame in ear.frames] == [0, 2]

    run(scene)


@pytest.mark.parametrize("is_stuck", [False, True])
def test_goodbye(is_stuck: bool) -> None:
    """The last frame says why; nothing follows it, and what had not gone is not sent any more."""

    async def scene() -> None:
        ear = Ear()
        if is_stuck:
            ear.hearing.clear()
            ear.socket.put("seen 0", '{"t":"seen","n":0}')
            await settled()
        ear.socket.put("seen 0", '{"t":"seen","n":1}')
        ear.socket.close(1012, "server_restarts", again=True)
        ear.socket.close(1008, "too_slow", again=False)
        ear.socket.put("seen 0", '{"t":"seen","n":2}')
        ear.hearing.set()
        await ear.socket.closed()
        await settled()
        assert [frame["t"] for frame in ear.frames] == ["bye"]
        assert ear.frames[0]["code"] == "server_restarts"
        assert ear.closed == 1012

    run(scene)


def test_whoever_never_reads_is_let_go() -> None:
    """Too many answers wait for one who does not take them."""

    async def scene() -> None:
        ear = Ear()
        ear.hearing.clear()
        for n in range(MOST_ANSWERS + 2):
            ear.socket.answer(f'{{"t":"ack","id":{n}}}')
        assert ear.socket.is_closed

    run(scene)


def test_gone_without_a_word() -> None:
    """Sending to somebody who has hung up ends quietly."""

    async def scene() -> None:
        ear = Ear()

        async def gone(_: object) -> None:
            raise OSError

        ear.socket._send = gone
        ear.socket.put("seen 0", "{}")
        await settled()
        assert ear.socket.is_closed

    run(scene)


def test_eager_coroutines() -> None:
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

    async def scene() -> None:
        event = asyncio.Event()
        assert eager_task.start(work(False, event)) is None
        assert steps == ["begun", "done", "left"]
        task = eager_task.start(work(True, event))
        assert task is not None
        event.set()
        await task
        assert steps[3:] == ["begun", "done", "left"]
        event.clear()
        task = eager_task.start(work(True, event))
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert steps[6:] == ["begun", "left"]

    run(scene)


def test_eager_coroutines_hear_of_failures() -> None:
    """What they wait for may fail, first or later: they are told, and go on as they like."""

    async def scene() -> None:
        heard: list[str] = []
        futures = [asyncio.get_running_loop().create_future() for _ in range(3)]

        async def work() -> None:
            for future in futures:
                try:
                    await future
                except OSError as error:
                    heard.append(str(error))

        task = eager_task.start(work())
        assert task is not None
        for number, future in enumerate(futures):
            await asyncio.sleep(0)
            future.set_exception(OSError(f"failure {number}"))
        await task
        assert heard == ["failure 0", "failure 1", "failure 2"]

    run(scene)
