"""The grace period: for how long nobody may be replaced by a bot because their connection is lost."""

from pathlib import Path

import pytest

from closecall.core.rules import Seat
from closecall.server import tables
from closecall.server.context import ServerContext
from closecall.server.rooms.room import Room
from closecall.server.tables import TableError
from server.room_fixtures import (
    Listener,
    SetTime,
    choose,
    enter,
    new_room,
    person,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)

pytestmark = pytest.mark.anyio

BEN = Seat(1)
PATIENCE_MS = 120_000
"""Two minutes, as people are told."""


async def room_of_two(server: ServerContext, *bots: str) -> tuple[Room, Listener, Listener]:
    """A running game of Qwixx between Ann and Ben, who are both connected."""
    ann, ben = await person(server, "Ann"), await person(server, "Ben")
    room = await new_room(server, "qwixx", ann, ben, *bots)
    return room, await enter(room, ann), await enter(room, ben)


def refusal(room: Room) -> str:
    """Why Ben cannot be replaced now: a code and seconds, or nothing."""
    try:
        room.check_replaceable(BEN)
    except TableError as error:
        return " ".join(map(str, (error.code, *error.facts.values())))
    return ""


async def shown(listener: Listener) -> list[int | None]:
    """From when on a bot may play at each seat, as a viewer is told."""
    await run_ready_tasks()
    found: list[int | None] = listener.heard("table")[-1]["stand_in_from"]
    return found


async def test_the_grace_period(tmp_path: Path) -> None:
    """Somebody who is disconnected cannot be replaced before it is over; coming back ends it."""
    time = SetTime()
    async with server_on(tmp_path, time, grace_s=30) as server:
        room, ann, ben = await room_of_two(server)
        assert (refusal(room), await shown(ann)) == ("table_is_here", [None, None])
        time.day_ms += 5000
        room.leave(ben.socket)
        left_at = time.day_ms
        assert await shown(ann) == [None, left_at + 30_000]
        for passed, seconds in ((0, 30), (33, 30), (1000, 29), (29_999, 1)):
            time.day_ms = left_at + passed
            assert refusal(room) == f"table_just_left {seconds}"
        time.day_ms = left_at + 30_000
        assert refusal(room) == ""
        back = await enter(room, room.table.places[BEN].person)
        assert (refusal(room), await shown(ann)) == ("table_is_here", [None, None])
        time.day_ms += 50_000
        room.leave(back.socket)
        assert refusal(room) == "table_just_left 30"


async def test_a_second_window_keeps_somebody_connected(tmp_path: Path) -> None:
    """They are gone when the last one is closed."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        room, ann, ben = await room_of_two(server)
        other = await enter(room, room.table.places[BEN].person)
        await choose(room, BEN)
        room.leave(ben.socket)
        time.day_ms += 3_600_000
        assert (refusal(room), await shown(ann)) == ("table_is_here", [None, None])
        room.leave(other.socket)
        assert refusal(room) == "table_just_left 30"


async def test_no_grace(tmp_path: Path) -> None:
    """An operator may do without it."""
    async with server_on(tmp_path, SetTime(), grace_s=0) as server:
        room, _, ben = await room_of_two(server)
        assert refusal(room) == "table_is_here"
        room.leave(ben.socket)
        assert refusal(room) == ""


async def test_a_long_wait_ends_the_grace_period(tmp_path: Path) -> None:
    """Others need not wait longer than two minutes for a choice, whoever is connected."""
    time = SetTime()
    async with server_on(tmp_path, time, grace_s=3600) as server:
        room, _, ben = await room_of_two(server)
        assert 1 in waiting(room)
        time.day_ms += PATIENCE_MS - 1
        assert refusal(room) == "table_is_here"
        room.leave(ben.socket)
        assert refusal(room) == "table_just_left 3600"
        time.day_ms += 1
        assert refusal(room) == ""


async def test_nobody_waits_for_somebody_who_has_chosen(tmp_path: Path) -> None:
    """So they are not replaced, however long the others take."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        room, _, _ = await room_of_two(server)
        await choose(room, 1)
        time.day_ms += 100 * PATIENCE_MS
        assert refusal(room) == "table_is_here"


async def test_the_period_begins_with_the_game(tmp_path: Path) -> None:
    """Somebody who has sat down and is just connecting is not replaced, however old the table is."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, "")
        looking = await enter(room, ben)
        room.leave(looking.socket)
        time.day_ms += 3_600_000
        await room.change(lambda table: tables.with_person(table, ben, "Ben"))
        assert refusal(room) == "table_just_left 30"


async def test_the_period_begins_again_with_the_server(tmp_path: Path) -> None:
    """Nobody could be connected to a server that was down."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        room, _, ben = await room_of_two(server)
        room.leave(ben.socket)
        table_id = room.table.id
    time.day_ms += 3_600_000
    async with server_on(tmp_path, time) as server:
        again = await server.hub.room(table_id)
        time.day_ms += 10_000
        assert refusal(again) == "table_just_left 20"


async def test_whoever_leaves_is_replaced_at_once(tmp_path: Path) -> None:
    """Leaving is not losing the connection; and nobody counts down for a bot that plays already."""
    async with server_on(tmp_path, SetTime(), grace_s=3600) as server:
        room, ann, ben = await room_of_two(server)
        room.leave(ben.socket)
        gone = room.table.places[BEN].person
        assert gone is not None
        await room.change(lambda table: tables.after_leave(table, gone, server.now()))
        await wait_until(lambda: waiting(room) == [0])
        assert await shown(ann) == [None, None]


async def test_no_bot_chooses_for_somebody_who_was_gone_for_a_moment(tmp_path: Path) -> None:
    """Whatever others ask for during that moment; neither the bot's turn nor a limit begins."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        room, ann, ben = await room_of_two(server, "bot:random")
        await wait_until(lambda: waiting(room) == [0, 1])
        room.leave(ben.socket)
        time.day_ms += 1000

        def stood_in(table: tables.Table) -> tables.Table:
            room.check_replaceable(BEN)
            return tables.after_stand_in(table, BEN)

        with pytest.raises(TableError):
            await room.change(stood_in)
        back = await enter(room, room.table.places[BEN].person)
        await choose(room, 0)
        await run_ready_tasks()
        assert waiting(room) == [1]
        assert not room.table.places[BEN].has_chosen
        assert back.heard("seen")[-1]["seen"]["menu"]
        assert ann.heard("seen")[-1]["seen"]["waiting"] == [1]
