"""Connections: frames go out at once or as soon as possible, and a goodbye if somebody still listens."""

import asyncio

import pytest

from closecall.messages import catalogue
from closecall.server.sockets.connection import Outbox
from server.room_fixtures import Listener, run_ready_tasks, stopped_clock

pytestmark = pytest.mark.anyio

MOST_ANSWERS = 256
"""As clients are told."""


def drained(outbox: Outbox) -> list[str]:
    """Everything in it, in order."""
    frames = []
    while outbox:
        frames.append(outbox.pop())
    return frames


async def test_frames_of_one_iteration_are_coalesced() -> None:
    """Ten views of one turn are one frame; the next turn's is another."""
    listener = Listener()
    for n in range(10):
        listener.socket.put("seen 0", f'{{"t":"seen","n":{n}}}')
    await run_ready_tasks()
    listener.socket.put("seen 0", '{"t":"seen","n":10}')
    await run_ready_tasks()
    assert [frame["n"] for frame in listener.frames] == [9, 10]


async def test_a_reader_that_was_stuck() -> None:
    """Waiting frames go out as soon as possible, only the newest of each kind."""
    listener = Listener()
    listener.hearing.clear()
    listener.socket.put("seen 0", '{"t":"seen","n":0}')
    await run_ready_tasks()
    listener.socket.put("seen 0", '{"t":"seen","n":1}')
    listener.socket.put("seen 0", '{"t":"seen","n":2}')
    await run_ready_tasks()
    assert listener.frames == []
    listener.hearing.set()
    await run_ready_tasks()
    assert [frame["n"] for frame in listener.frames] == [0, 2]


@pytest.mark.parametrize("is_stuck", [False, True])
async def test_goodbye(is_stuck: bool) -> None:
    """The last frame gives the reason; nothing follows it, and waiting frames are dropped."""
    listener = Listener()
    if is_stuck:
        listener.hearing.clear()
        listener.socket.put("seen 0", '{"t":"seen","n":0}')
        await run_ready_tasks()
    listener.socket.put("seen 0", '{"t":"seen","n":1}')
    listener.socket.close(1012, "server_restarts", again=True)
    listener.socket.close(1008, "too_slow", again=False)
    listener.socket.put("seen 0", '{"t":"seen","n":2}')
    listener.hearing.set()
    await listener.socket.closed()
    assert listener.closed == 1012
    await run_ready_tasks()
    assert [frame["t"] for frame in listener.frames] == ["bye"]
    assert listener.frames[0]["code"] == "server_restarts"


async def test_a_client_that_never_reads_is_disconnected() -> None:
    """With one unread answer too many; it may connect again."""
    listener = Listener()
    listener.hearing.clear()
    for n in range(MOST_ANSWERS):
        listener.socket.answer(f'{{"t":"ack","id":{n}}}')
    assert not listener.socket.is_closed
    listener.socket.answer('{"t":"ack","id":0}')
    assert listener.socket.is_closed
    listener.hearing.set()
    await listener.socket.closed()
    bye = listener.frames[-1]
    assert (bye["t"], bye["code"], bye["again"], listener.closed) == ("bye", "too_slow", True, 1008)
    assert bye["sentence"] == catalogue("en")("bye.too_slow")


async def test_a_goodbye_that_nobody_reads_ends_after_two_seconds() -> None:
    """Not before: a slow client may still read it."""
    listener = Listener()
    listener.hearing.clear()
    with stopped_clock() as clock:
        listener.socket.close(1012, "server_restarts", again=True)
        closed = asyncio.ensure_future(listener.socket.closed())
        await clock.advance(1.99)
        assert not closed.done()
        await clock.advance(0.01)
        assert closed.done()
    assert listener.frames == []


async def test_gone_without_a_word() -> None:
    """Sending to a client that has gone ends quietly."""
    listener = Listener()

    async def gone(_: object) -> None:
        raise OSError

    listener.socket._send = gone
    listener.socket.put("seen 0", "{}")
    await run_ready_tasks()
    assert listener.socket.is_closed


def test_the_latest_of_each_kind() -> None:
    """An outdated frame is never sent; kinds keep the order of their first arrival."""
    outbox = Outbox()
    assert not outbox
    for n in range(100):
        outbox.put("table", f"table {n}")
        outbox.put("seen 0", f"seen {n}")
    assert drained(outbox) == ["table 99", "seen 99"]
    assert not outbox


def test_all_answers_are_sent_after_news() -> None:
    """An answer arrives after its effect."""
    outbox = Outbox()
    outbox.answer("ack 1")
    outbox.answer("ack 2")
    outbox.put("seen 0", "seen")
    assert drained(outbox) == ["seen", "ack 1", "ack 2"]


def test_outdated_frames_are_dropped() -> None:
    """A new view includes the waiting list; dropping nothing is fine."""
    outbox = Outbox()
    outbox.put("waiting", "old")
    outbox.drop("waiting")
    outbox.drop("waiting")
    outbox.put("seen 0", "seen")
    outbox.put("waiting", "new")
    assert drained(outbox) == ["seen", "new"]


def test_an_overfull_outbox() -> None:
    """Unread answers are counted; views do not pile up."""
    outbox = Outbox()
    for n in range(MOST_ANSWERS):
        outbox.answer(f"{n}")
        outbox.put("seen 0", f"{n}")
    assert not outbox.is_overfull
    outbox.answer("one too many")
    assert outbox.is_overfull
