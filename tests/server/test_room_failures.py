"""Rooms after failures: restarts, lost races, bugs, a database that is not ready."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from closecall.core.errors import AlreadyChosen, GameError, StaleDecision
from closecall.server.rooms import hub as hub_module
from closecall.server.rooms.room import Room
from closecall.store import LostRace, Status
from server.room_fixtures import (
    choose,
    enter,
    log_fields,
    new_room,
    person,
    rooms_in_memory,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)
from store.store_helpers import execute, log_of

pytestmark = pytest.mark.anyio


async def test_bots_resume_after_a_restart(tmp_path: Path) -> None:
    """An interrupted table of bots continues by itself."""
    ids: list[str] = []

    async with server_on(tmp_path) as server:
        host = await person(server, "Host")
        room = await new_room(server, "qwixx", "bot:greedy", "bot:greedy", host=host)
        await wait_until(lambda: room.live is not None and room.live.match.point > 10)
        ids.append(room.table.id)
    async with server_on(tmp_path) as server:
        await wait_until(lambda: any(room.table.id == ids[0] for room in rooms_in_memory(server)))
        room = await server.hub.room(ids[0])
        await wait_until(lambda: room.table.status is Status.OVER)


async def test_bots_resume_though_the_database_was_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that cannot list the unfinished tables at first does so later."""
    monkeypatch.setattr(hub_module, "WAKE_AGAIN_S", 0.05)
    database = f"sqlite:///{tmp_path}/tables.db"
    ids: list[str] = []

    async with server_on(tmp_path) as server:
        room = await new_room(server, "qwixx", "bot:random", "bot:random", host=await person(server, "Host"))
        ids.append(room.table.id)
    execute(database, "ALTER TABLE tables RENAME TO elsewhere")
    async with server_on(tmp_path) as server:
        await wait_until(lambda: "tables_not_woken" in caplog.messages)
        execute(database, "ALTER TABLE elsewhere RENAME TO tables")
        await wait_until(lambda: rooms_in_memory(server))
        room = await server.hub.room(ids[0])
        await wait_until(lambda: room.table.status is Status.OVER)


async def test_two_servers_on_one_database(tmp_path: Path) -> None:
    """The loser of a race reloads the table; no choice is lost or counted twice."""
    async with server_on(tmp_path) as server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem", "Dora")]
        room = await new_room(server, "mark", *people)
        async with server_on(tmp_path) as other_server:
            other = await other_server.hub.room(room.table.id)
            listeners = [await enter(room), await enter(other)]
            for _ in range(12):
                pair = [each for each in (room, other) for _ in range(2)]
                await asyncio.gather(*(_race(each, n) for n, each in enumerate(pair)))
            log = [kept.entry for kept in log_of(server.store, room.table.id)]
            await asyncio.gather(_resync(room), _resync(other))
            assert room.live == other.live
            assert room.live is not None
            assert len(log) == len(room.live.match.log)
            await run_ready_tasks()
            assert listeners[0].heard("seen")[-1] == listeners[1].heard("seen")[-1]


async def _race(room: Room, seat: int) -> None:
    """A seat chooses on one of the servers, if that server knows it has to."""
    for _ in range(4):
        try:
            if seat in waiting(room):
                await choose(room, seat)
            return
        except (StaleDecision, AlreadyChosen):
            await asyncio.sleep(0)  # The other server knew better; now this one does too.


async def _resync(room: Room) -> None:
    """Make a server look again, as it does after every lost race."""
    room._is_doubtful = True
    await room.change(lambda table: table)


async def test_lost_at_every_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After losing every race the caller is told, and nothing has happened."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann)
        before = room.live

        async def lose(*_: object) -> Any:
            raise LostRace("store_lost_race")

        monkeypatch.setattr(Room, "_append", lose)
        with pytest.raises(GameError) as caught:
            await choose(room, 0)
        assert caught.value.code == "server_busy"
        assert room.live == before
        monkeypatch.undo()
        await choose(room, 0)


async def test_a_bug_does_not_stop_later_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The caller of the failed step gets the error; a choice that arrived meanwhile is still stored."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        is_asked, may_fail = asyncio.Event(), asyncio.Event()

        async def fail(*_: object) -> Any:
            is_asked.set()
            await may_fail.wait()
            monkeypatch.undo()
            raise RuntimeError("a mistake")

        monkeypatch.setattr(Room, "_append", fail)
        first = asyncio.ensure_future(choose(room, 0))
        await is_asked.wait()
        second = asyncio.ensure_future(choose(room, 1))
        await run_ready_tasks()
        may_fail.set()
        await asyncio.wait([first])
        assert isinstance(first.exception(), RuntimeError)
        await asyncio.wait_for(second, 10)
        assert waiting(room) == [0]
        await choose(room, 0)
        told = [record for record in caplog.records if record.msg == "steps_failed"]
        assert [log_fields(record) for record in told] == [{"table": room.table.id}]


async def test_cancelled_in_the_middle(tmp_path: Path) -> None:
    """A caller that stops waiting for the disk leaves a room that reloads before it continues."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann)
        for _ in range(10):
            task = asyncio.ensure_future(choose(room, 0))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await choose(room, 0)
        assert room.live is not None
        assert len(log_of(server.store, room.table.id)) == len(room.live.match.log)
