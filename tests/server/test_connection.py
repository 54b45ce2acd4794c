"""Sockets: frames go out at once or when they can, and a goodbye is said to whoever still listens."""

import pytest

from closecall.server.sockets.connection import MOST_ANSWERS, Outbox
from server.room_fixtures import Listener, settled

pytestmark = pytest.mark.anyio


def drained(outbox: Outbox) -> list[str]:
    """Everything in it, in order."""
    frames = []
    while outbox:
        frames.append(outbox.pop())
    return frames


async def test_what_comes_together_goes_together() -> None:
    """Ten views of one turn are one frame; the next turn's is another."""
    ear = Listener()
    for n in range(10):
        ear.socket.put("seen 0", f'{{"t":"seen","n":{n}}}')
    await settled()
    ear.socket.put("seen 0", '{"t":"seen","n":10}')
    await settled()
    assert [frame["n"] for frame in ear.frames] == [9, 10]


async def test_a_reader_who_was_stuck() -> None:
    """What waited goes out when it can, the newest of it."""
    ear = Listener()
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


@pytest.mark.parametrize("is_stuck", [False, True])
async def test_goodbye(is_stuck: bool) -> None:
    """The last frame says why; nothing follows it, and what had not gone is not sent any more."""
    ear = Listener()
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


async def test_whoever_never_reads_is_let_go() -> None:
    """Too many answers wait for one who does not take them."""
    ear = Listener()
    ear.hearing.clear()
    for n in range(MOST_ANSWERS + 2):
        ear.socket.answer(f'{{"t":"ack","id":{n}}}')
    assert ear.socket.is_closed


async def test_gone_without_a_word() -> None:
    """Sending to somebody who has hung up ends quietly."""
    ear = Listener()

    async def gone(_: object) -> None:
        raise OSError

    ear.socket._send = gone
    ear.socket.put("seen 0", "{}")
    await settled()
    assert ear.socket.is_closed


def test_the_latest_of_each_kind() -> None:
    """What was overtaken is never sent; kinds keep the order in which they came."""
    outbox = Outbox()
    assert not outbox
    for n in range(100):
        outbox.put("table", f"table {n}")
        outbox.put("seen 0", f"seen {n}")
    assert drained(outbox) == ["table 99", "seen 99"]
    assert not outbox


def test_answers_come_after_news_and_are_all_kept() -> None:
    """An answer's effect is known when it comes."""
    outbox = Outbox()
    outbox.answer("ack 1")
    outbox.answer("ack 2")
    outbox.put("seen 0", "seen")
    assert drained(outbox) == ["seen", "ack 1", "ack 2"]


def test_what_is_old_is_dropped() -> None:
    """Who waits for whom is part of a new view; dropping what is not there is nothing."""
    outbox = Outbox()
    outbox.put("waiting", "old")
    outbox.drop("waiting")
    outbox.drop("waiting")
    outbox.put("seen 0", "seen")
    outbox.put("waiting", "new")
    assert drained(outbox) == ["seen", "new"]


def test_nobody_reads() -> None:
    """Answers to somebody who never reads do not pile up unseen; views never do."""
    outbox = Outbox()
    for n in range(MOST_ANSWERS):
        outbox.answer(f"{n}")
        outbox.put("seen 0", f"{n}")
    assert not outbox.is_overfull
    outbox.answer("one too many")
    assert outbox.is_overfull
