"""What a room promises: its clock is fair, what it shows is stored, and bots decide only for the absent."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from closecall.core.errors import GameError, StaleDecision
from closecall.core.rules import Decision, Seat
from closecall.server import tables
from closecall.server.rooms.room import Room
from closecall.server.sockets.connection import Socket
from closecall.server.tables import Clock, Table
from closecall.store import InDoubt, NotKept
from server.room_fixtures import (
    choose,
    enter,
    new_room,
    person,
    point_of,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)
from store.store_helpers import execute, locked_log, table_of

pytestmark = pytest.mark.anyio


async def test_the_clock_does_not_restart_with_the_choice_of_another_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All who decide together have the same deadline; the next decision has its own."""
    async with server_on(tmp_path) as server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem")]
        room = await new_room(server, "qwixx", *people, clock=Clock.RELAXED)
        slow = await enter(room, people[2])
        deadline, point, start = room.deadline, point_of(room), server.now()
        assert deadline is not None
        monkeypatch.setattr(server, "now", lambda: start + 10_000)
        for seat in (0, 1):
            await choose(room, seat)
            await run_ready_tasks()
            assert (point_of(room), waiting(room)[-1]) == (point, 2)
            assert room.deadline == deadline
            assert slow.heard("seen")[-1]["deadline"] == deadline
        await choose(room, 2)
        assert point_of(room) > point
        assert room.deadline is not None
        assert room.deadline > deadline


async def test_a_change_that_cannot_be_stored_does_not_happen(tmp_path: Path) -> None:
    """Nobody hears of it, and the table stays as it was; later it can be changed again."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, "")
        listener = await enter(room)
        await run_ready_tasks()
        before, heard = room.table, len(listener.frames)
        database = f"sqlite:///{tmp_path}/tables.db"
        execute(
            database,
            "CREATE TRIGGER full BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        with pytest.raises((GameError, NotKept)):
            await room.change(lambda table: tables.with_person(table, ben, "Ben"))
        await run_ready_tasks()
        assert room.table == before
        assert room.live is None
        assert len(listener.frames) == heard
        execute(database, "DROP TRIGGER full")
        await room.change(lambda table: tables.with_person(table, ben, "Ben"))
        assert room.table.is_playing


async def test_a_change_is_stored_before_anybody_hears_of_it(tmp_path: Path) -> None:
    """Whoever hears that somebody sat down finds them in the database."""
    async with server_on(tmp_path) as server:
        ann, ben, cem = [await person(server, name) for name in ("Ann", "Ben", "Cem")]
        room = await new_room(server, "qwixx", ann, "", "")
        heard: list[tuple[int, int]] = []

        async def compare(message: dict[str, Any]) -> None:
            frame = json.loads(message.get("text", "{}"))
            row = table_of(server.store, room.table.id)
            if frame.get("t") == "table" and row is not None:
                heard.append((_taken(frame["table"]["seats"]), len(Table.of(row).people)))

        await room.enter(Socket(compare, None, "en"))
        await run_ready_tasks()
        for one, name in ((ben, "Ben"), (cem, "Cem")):
            await room.change(partial(tables.with_person, person=one, name=name))
            await run_ready_tasks()
        assert heard == [(1, 1), (2, 2), (3, 3)]


def _taken(seats: list[dict[str, str]]) -> int:
    return sum(seat["kind"] == "person" for seat in seats)


async def test_a_choice_of_a_bot_does_not_count_if_the_person_is_back(tmp_path: Path) -> None:
    """It was on its way while its person returned; without their return it counts."""
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        asked = (point_of(room), [0, 1])
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        returned = room.change(lambda table: tables.after_return(table, ben))
        await asyncio.gather(returned, _choose_automatically(room, 1))
        assert (point_of(room), waiting(room)) == asked
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        await _choose_automatically(room, 1)
        assert waiting(room) == [0]


async def test_a_choice_is_not_acknowledged_if_the_server_ends_before_it_is_stored(tmp_path: Path) -> None:
    """The end of a server cancels what is still running; nobody is told that a lost choice was kept."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        before = asyncio.all_tasks()
        with locked_log(f"sqlite:///{tmp_path}/tables.db"):
            choosing = asyncio.ensure_future(choose(room, 0))
            await run_ready_tasks()
            storing = asyncio.all_tasks() - before - {choosing}
            assert storing
            for task in storing:
                task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await choosing


async def test_a_choice_in_doubt_is_tried_again(tmp_path: Path) -> None:
    """A failing commit leaves open whether it was stored: the room looks, tries again, and gives up later."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        database, live = f"sqlite:///{tmp_path}/tables.db", room.live
        execute(
            database,
            "CREATE TABLE nowhere (id INTEGER PRIMARY KEY)",
            "CREATE TABLE bomb (id INTEGER REFERENCES nowhere (id) DEFERRABLE INITIALLY DEFERRED)",
            "CREATE TRIGGER lit AFTER INSERT ON log BEGIN INSERT INTO bomb VALUES (1); END",
        )
        with pytest.raises(InDoubt):
            await choose(room, 0)
        assert server.store.statistics().failed == 5
        assert room.live == live
        execute(database, "DROP TRIGGER lit")
        await choose(room, 0)
        assert waiting(room) == [1]


async def test_a_refusal_is_forgotten_when_the_room_learns_better(tmp_path: Path) -> None:
    """A choice that seemed too early is kept if another server has stored what came before it."""
    async with server_on(tmp_path) as server, server_on(tmp_path) as other_server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem")]
        room = await new_room(server, "qwixx", *people)
        await choose(room, 0, which=0)
        other = await other_server.hub.room(room.table.id)
        await other.take_back(Seat(0), point=point_of(other), nth=1)
        # The room does not know of that yet; storing Ben's choice with Ann's, it loses a race.
        assert waiting(room) == [1, 2]
        elsewhere = await new_room(server, "qwixx", people[0], people[1])
        with locked_log(f"sqlite:///{tmp_path}/tables.db"):
            busy = asyncio.ensure_future(choose(elsewhere, 0))
            await run_ready_tasks()
            together = asyncio.gather(choose(room, 0, nth=2, which=1), choose(room, 1))
            await run_ready_tasks()
        await asyncio.gather(busy, together)
        assert waiting(room) == [2]


async def test_a_room_that_reloads_its_table_lets_bots_decide(tmp_path: Path) -> None:
    """Another server stored that a person left; the room hears of it when it loses a race."""
    async with (
        server_on(tmp_path) as server,
        server_on(tmp_path, bot_pause_ms=3_600_000) as other_server,
    ):
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        other = await other_server.hub.room(room.table.id)
        point = point_of(room)
        await choose(other, 0, which=0)
        await other.change(lambda table: tables.after_leave(table, ben, server.now()))
        with pytest.raises(StaleDecision):
            await choose(room, 0, which=1)
        await wait_until(lambda: point_of(room) > point)


async def test_a_stopping_server_waits_until_its_goodbyes_are_sent(tmp_path: Path) -> None:
    """At least for a moment: here, half a second."""
    async with server_on(tmp_path) as server:
        room = await new_room(server, "qwixx", await person(server, "Ann"))
        slow = await enter(room)
        await run_ready_tasks()
        slow.hearing.clear()
        asyncio.get_running_loop().call_later(0.5, slow.hearing.set)
    assert (slow.frames[-1]["t"], slow.closed) == ("bye", 1012)


async def _choose_automatically(room: Room, seat: int) -> None:
    assert room.live is not None
    pending = room.live.match.pending
    assert isinstance(pending, Decision)
    move = room.table.rules.format_move(next(iter(pending.menus[Seat(seat)])))
    await room.commit_automatically(Seat(seat), move, point=point_of(room))
