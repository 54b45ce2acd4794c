"""The hub: rooms are loaded once, dropped when they are idle, and woken after a restart."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from closecall.core.errors import GameError
from closecall.server.context import ServerContext
from closecall.server.rooms import hub as hub_module
from closecall.server.rooms.hub import Hub
from closecall.server.tables import Clock
from closecall.store import Store, StoreError
from server.room_fixtures import (
    LoopClock,
    SetTime,
    enter,
    log_fields,
    new_room,
    person,
    rooms_in_memory,
    run_ready_tasks,
    server_on,
    stopped_clock,
    wait_until,
)
from store.store_helpers import execute

pytestmark = pytest.mark.anyio


async def dropped_table(server: ServerContext, host: str) -> str:
    """The id of a table whose room has left memory."""
    table_id = (await new_room(server, "qwixx", host, "")).table.id
    server.hub._drop_idle(0)
    gc.collect()
    assert not rooms_in_memory(server)
    return table_id


async def test_a_table_that_could_not_be_loaded_is_loaded_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure is for those who waited, not for everybody after them."""
    async with server_on(tmp_path) as server:
        table_id = await dropped_table(server, await person(server, "Ann"))

        def fail(*_: object) -> Any:
            raise StoreError("store_refused", reason="broken")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "load_table", fail)
            with pytest.raises(StoreError):
                await server.hub.room(table_id)
        assert (await server.hub.room(table_id)).table.id == table_id


async def test_a_table_is_loaded_once_and_leaves_memory_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who ask at the same time get the same room, which nothing holds after it was dropped."""
    async with server_on(tmp_path) as server:
        table_id = await dropped_table(server, await person(server, "Ann"))
        loads: list[str] = []
        load = Store.load_table

        def counted(store: Store, asked: str, since: int = 0) -> Any:
            loads.append(asked)
            return load(store, asked, since)

        monkeypatch.setattr(Store, "load_table", counted)
        rooms = {id(room) for room in await asyncio.gather(*(server.hub.room(table_id) for _ in range(3)))}
        assert len(rooms) == 1
        assert loads == [table_id]
        assert "closecall_rooms 1.0" in server.metrics.text().decode()
        server.hub._drop_idle(0)
        assert "closecall_rooms 0.0" in server.metrics.text().decode()
        await run_ready_tasks()
        gc.collect()
        assert not server.hub._dropped


async def test_a_request_that_ends_early_does_not_stop_the_loading(tmp_path: Path) -> None:
    """Others may wait for the same table."""
    async with server_on(tmp_path) as server:
        table_id = await dropped_table(server, await person(server, "Ann"))
        impatient, patient = [asyncio.ensure_future(server.hub.room(table_id)) for _ in range(2)]
        await asyncio.sleep(0)
        impatient.cancel()
        assert (await patient).table.id == table_id


async def test_idle_rooms_are_dropped_after_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the next sweep, which is every 15 s; watched ones are not."""
    monkeypatch.setattr(Hub, "_record_presence", lambda _: asyncio.sleep(0))
    time = SetTime()
    with stopped_clock() as clock:
        async with server_on(tmp_path, time) as server:
            await run_ready_tasks()
            ann = await person(server, "Ann")
            idle, watched = await new_room(server, "qwixx", ann, ""), await new_room(server, "qwixx", ann, "")
            await enter(watched)
            time.day_ms += 59_999
            await clock.advance(15)
            assert rooms_in_memory(server) == (idle, watched)
            time.day_ms += 1
            await clock.advance(14.99)
            assert rooms_in_memory(server) == (idle, watched)
            await clock.advance(0.01)
            assert rooms_in_memory(server) == (watched,)


async def test_who_is_connected_is_recorded_every_five_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And after the first 15 s; a failure is logged, and does not end it."""
    records: list[float] = []

    async def fail(_: Hub) -> None:
        records.append(round(clock.now - start, 2))
        raise StoreError("store_refused", reason="broken")

    monkeypatch.setattr(Hub, "_record_presence", fail)
    with stopped_clock() as clock:
        start = clock.now
        async with server_on(tmp_path, SetTime()):
            monkeypatch.setattr(
                hub_module, "SWEEP_S", hub_module.SWEEP_S / 10
            )  # The test's own limit is 100 s.
            for _ in range(63):
                await clock.advance(hub_module.SWEEP_S)
    assert records == [1.5, 31.5, 61.5, 91.5]
    assert [
        (record.message, log_fields(record)) for record in caplog.records if record.levelname == "WARNING"
    ] == [("note_failed", {"reason": "store_refused"})] * 4


async def test_the_log_names_the_tables_that_do_not_wake(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And why, for an operator to repair them."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        ids = [(await new_room(server, "qwixx", ann, clock=Clock.RELAXED)).table.id for _ in range(2)]
    execute(
        f"sqlite:///{tmp_path}/tables.db",
        f"UPDATE log SET entry = '{{}}' WHERE table_id = '{ids[0]}' AND n = 0",
        f"UPDATE tables SET seed = 'x' WHERE id = '{ids[1]}'",
    )
    async with server_on(tmp_path) as server:
        await asyncio.wait(server.hub._chores[:1])
    told = {
        log_fields(record)["table"]: record for record in caplog.records if record.msg == "table_not_woken"
    }
    assert set(told) == set(ids)
    assert "reason" in log_fields(told[ids[0]])
    assert told[ids[1]].exc_info is not None


async def test_only_tables_that_continue_alone_are_woken(tmp_path: Path) -> None:
    """Those with a clock or with a bot; the others wait for their people."""
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        ann = await person(server, "Ann")
        asleep = [
            await new_room(server, "qwixx", ann),
            await new_room(server, "qwixx", ann, "", clock=Clock.RELAXED),
            await new_room(server, "qwixx", ann, "bot:random", ""),
        ]
        woken = [
            await new_room(server, "qwixx", ann, clock=Clock.RELAXED),
            await new_room(server, "qwixx", ann, "bot:random"),
        ]
        ids = {room.table.id for room in woken}
        assert len(asleep) == 3
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        await asyncio.wait(server.hub._chores[:1])
        assert {room.table.id for room in rooms_in_memory(server)} == ids


async def test_a_store_that_cannot_list_the_tables_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After five seconds; the log says why nothing is woken."""
    tries: list[float] = []

    def fail(*_: object) -> Any:
        tries.append(clock.now)
        raise StoreError("store_refused", reason="broken")

    monkeypatch.setattr(Store, "unfinished_tables", fail)
    with stopped_clock() as clock:
        async with server_on(tmp_path):
            for count in (1, 2, 3):
                await _wait_for_logs(clock, caplog, count)
                await clock.advance(4.99)
                assert len(tries) == count
                await clock.advance(0.01)
    assert _told(caplog)[:3] == [{"reason": "store_refused"}] * 3


async def _wait_for_logs(clock: LoopClock, caplog: pytest.LogCaptureFixture, count: int) -> None:
    await clock.wait_until(lambda: len(_told(caplog)) == count)


def _told(caplog: pytest.LogCaptureFixture) -> list[dict[str, str]]:
    return [log_fields(record) for record in caplog.records if record.msg == "tables_not_woken"]


async def test_a_full_server_refuses_and_recovers(tmp_path: Path) -> None:
    """At its limit it drops idle rooms at once; if all are watched, it refuses also what has to be loaded."""
    async with server_on(tmp_path, most_rooms=1) as server:
        ann = await person(server, "Ann")
        first = (await new_room(server, "qwixx", ann, "")).table.id
        second = await new_room(server, "qwixx", ann, "")
        assert rooms_in_memory(server) == (second,)
        listener = await enter(second)
        with pytest.raises(GameError) as refused:
            await server.hub.room(first)
        assert refused.value.code == "server_full"
        second.leave(listener.socket)
        assert (await server.hub.room(first)).table.id == first
        await wait_until(lambda: len(rooms_in_memory(server)) == 1)
