"""Rooms: stored before they are shown, the same after a restart, and never stuck."""

import asyncio
import gc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from closecall.core.errors import AlreadyChosen, GameError, NotYourDecision, StaleDecision
from closecall.core.rules import Over, Seat
from closecall.server import tables
from closecall.server.context import ServerContext
from closecall.server.rooms import live_match as play_module
from closecall.server.rooms.hub import NoTable
from closecall.server.rooms.live_match import LiveMatch
from closecall.server.sockets.protocol import BadFrame
from closecall.server.tables import Clock, TableError
from closecall.server.tables import table as table_module
from closecall.store import Status
from server.room_fixtures import (
    Listener,
    choose,
    enter,
    log_fields,
    new_room,
    person,
    point_of,
    raises_table_error,
    rooms_in_memory,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)
from store.store_helpers import execute, locked_log, log_of, table_of

pytestmark = pytest.mark.anyio


async def test_sealed_choices(tmp_path: Path) -> None:
    """A choice is seen only by its player, until all have chosen and everybody sees the result."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        listeners = [await enter(room, who) for who in (ann, ben, None)]
        await run_ready_tasks()
        assert [len(listener.heard("seen")) for listener in listeners] == [1, 1, 1]
        chosen = await choose(room, 0)
        await run_ready_tasks()
        mine, theirs, spectator = listeners
        assert mine.heard("seen")[-1]["seen"]["sealed"] == chosen
        assert mine.heard("seen")[-1]["nth"] == 1
        assert mine.heard("seen")[-1]["seen"]["menu"] is None
        assert len(theirs.heard("seen")) == len(spectator.heard("seen")) == 1
        for other in (theirs, spectator):
            assert other.heard("waiting") == [{"t": "waiting", "n": 3, "point": 2, "waiting": [1]}]
        await choose(room, 1)
        await run_ready_tasks()
        for listener in listeners:
            assert listener.heard("seen")[-1]["n"] >= 4
            assert listener.heard("seen")[-1]["seen"]["point"] == 3


async def test_simultaneous_choices_share_one_write(tmp_path: Path) -> None:
    """The first alone, the others with one write and one view; a refused one does not affect the others."""
    async with server_on(tmp_path) as server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem", "Dora")]
        room = await new_room(server, "qwixx", *people)
        listener = await enter(room)
        await run_ready_tasks()
        written, seen = server.store.statistics().written, len(listener.heard("seen"))
        asked = waiting(room)
        assert len(asked) == 4
        nonsense = room.commit(Seat(2), "r2 r3 r4", point=point_of(room), nth=0)
        stale = room.commit(Seat(2), "pass", point=point_of(room) + 7, nth=0)
        found = await asyncio.gather(
            *(choose(room, seat) for seat in asked), nonsense, stale, return_exceptions=True
        )
        assert [isinstance(one, GameError) for one in found] == [False] * 4 + [True] * 2
        assert server.store.statistics().written - written == 2
        assert 'closecall_commits_total{game="qwixx"} 4.0' in server.metrics.text().decode()
        await run_ready_tasks()
        assert len(listener.heard("seen")) == seen + 1
        assert len(log_of(server.store, room.table.id)) == listener.heard("seen")[-1]["n"]


async def test_a_cancelled_choice_does_not_cancel_others(tmp_path: Path) -> None:
    """Choices that waited together with a cancelled one are still stored."""
    async with server_on(tmp_path) as server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem", "Dora")]
        room = await new_room(server, "qwixx", *people)
        point = point_of(room)
        tasks = [asyncio.ensure_future(choose(room, seat)) for seat in waiting(room)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await wait_until(tasks[0].done)
        await asyncio.gather(*tasks[1:])
        if waiting(room) == [0] and point_of(room) == point:
            await choose(room, 0)
        assert point_of(room) > point
        assert room.live is not None
        assert len(log_of(server.store, room.table.id)) == len(room.live.match.log)


async def test_take_back(tmp_path: Path) -> None:
    """A choice can be taken back until it resolves; a late copy of its message does not seal it again."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        first = await choose(room, 0, which=0)
        with pytest.raises(StaleDecision):
            await choose(room, 0, nth=0, which=1)
        with pytest.raises(AlreadyChosen):
            await choose(room, 0, which=1)
        await room.take_back(Seat(0), point=2, nth=1)
        await room.commit(Seat(0), first, point=2, nth=0)
        assert waiting(room) == [0, 1]
        await choose(room, 0, which=1)
        assert waiting(room) == [1]
        await choose(room, 1)
        with pytest.raises(GameError):
            await room.take_back(Seat(0), point=2, nth=3)


async def test_a_game_that_is_too_long_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before its log is too long for a record, with the current choice and nothing after it."""
    monkeypatch.setattr(play_module, "LONGEST_LOG", 3)

    async with server_on(tmp_path) as server:
        people = [await person(server, name) for name in ("Ann", "Ben", "Cem")]
        room = await new_room(server, "qwixx", *people)
        listener = await enter(room)
        chosen = await asyncio.gather(*(choose(room, seat) for seat in range(3)), return_exceptions=True)
        assert [str(error) for error in chosen if isinstance(error, TableError)] == ["This table is closed."]
        assert len(log_of(server.store, room.table.id)) == 4  # The lot, the roll, and two of three.
        stored = table_of(server.store, room.table.id)
        assert stored is not None
        assert (stored.status, room.table.status) == (Status.CLOSED, Status.CLOSED)
        told = [log_fields(record) for record in caplog.records if record.msg == "game_too_long"]
        assert told == [{"table": room.table.id, "entries": 4}]
        await run_ready_tasks()
        assert listener.heard("table")[-1]["table"]["status"] == "closed"


async def test_restart(tmp_path: Path) -> None:
    """Everything is there again: the table, sealed choices, and the numbers of entries."""
    kept: dict[str, Any] = {}

    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "mark", ann, ben)
        while room.live is not None and room.live.match.point < 5:
            await choose(room, waiting(room)[0])
        move = await choose(room, waiting(room)[0]) if len(waiting(room)) > 1 else ""
        kept.update(id=room.table.id, table=room.table, live=room.live, ann=ann, move=move)
    async with server_on(tmp_path) as server:
        room = await server.hub.room(kept["id"])
        assert room.table == kept["table"]
        assert room.live == kept["live"]
        assert await server.hub.room(kept["id"]) is room
        await choose(room, waiting(room)[0])


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
async def test_a_table_of_bots_finishes_by_itself(tmp_path: Path, game: str) -> None:
    """Nobody watches or waits; the result is stored with the last move."""
    async with server_on(tmp_path) as server:
        host = await person(server, "Host")
        room = await new_room(server, game, "bot:random", "bot:random", "bot:random", host=host)
        await wait_until(lambda: room.table.status is Status.OVER)
        assert room.live is not None
        over = room.live.match.pending
        assert isinstance(over, Over)
        results = server.store.results_of(room.table.id)
        assert tuple(result.score for result in results) == over.scores
        assert tuple(Seat(n) for n, result in enumerate(results) if result.won) == over.winners
        assert len(log_of(server.store, room.table.id)) == len(room.live.match.log)
        assert room.is_idle


async def test_away_and_back(tmp_path: Path) -> None:
    """A bot stands in for a person who left, until they connect again."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "mark", ann, ben)
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        for _ in range(3):
            await wait_until(lambda: waiting(room) == [0])
            await choose(room, 0)
        assert tables.is_away(room.table, ben)
        listener = await enter(room, ben)
        assert not tables.is_away(room.table, ben)
        await run_ready_tasks()
        assert listener.heard("table")[-1]["here"] == [False, True]
        while waiting(room) != [1]:
            await choose(room, 0)
        await asyncio.sleep(0.1)
        assert waiting(room) == [1], "nobody decides for a player who is back"


async def test_looking_back_at_a_game_that_one_had_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody returns to a closed table, and nothing is logged about it."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "mark", ann, ben)
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        await room.change(lambda table: tables.after_close(table, server.now()))
        listener = await enter(room, ben)
        await run_ready_tasks()
        assert listener.heard("table")[-1]["table"]["status"] == "closed"
        assert [record.getMessage() for record in caplog.records] == []


async def test_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is up a bot decides, only this once; the deadline is announced before."""
    monkeypatch.setitem(table_module._LIMITS_MS, Clock.BRISK, 120)

    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        before = server.now()
        room = await new_room(server, "qwixx", ann, clock=Clock.BRISK)
        listener = await enter(room, ann)
        await run_ready_tasks()
        first = listener.heard("seen")[-1]
        assert before + 120 <= first["deadline"] <= server.now() + 120
        await wait_until(lambda: room.live is not None and room.live.match.point >= 3)
        await run_ready_tasks()
        assert listener.heard("seen")[-1]["deadline"] > first["deadline"]
        monkeypatch.setitem(table_module._LIMITS_MS, Clock.BRISK, 3_600_000)  # From the next decision on.
        await wait_until(lambda: room.deadline is not None and room.deadline > server.now() + 60_000)
        await choose(room, 0)
        assert room.deadline is not None


async def test_the_first_deadline_is_told(tmp_path: Path) -> None:
    """Also to those who sat there before the game began."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, "", clock=Clock.BRISK)
        listener = await enter(room, ann)
        await room.change(lambda table: tables.with_person(table, ben, "Ben"))
        await run_ready_tasks()
        assert listener.heard("seen")[0]["deadline"] == room.deadline
        assert room.deadline is not None


async def test_a_slow_reader_does_not_delay_others(tmp_path: Path) -> None:
    """Others play on; a slow reader gets the newest view, one frame of each kind."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann)
        slow = Listener()
        await room.enter(slow.socket)
        await run_ready_tasks()
        slow.hearing.clear()
        for _ in range(10):
            await choose(room, 0)
        heard = len(slow.frames)
        slow.hearing.set()
        await run_ready_tasks()
        assert len(slow.frames) <= heard + 3, "at most one of each kind, and one that was under way"
        assert room.live is not None
        assert slow.heard("seen")[-1]["n"] == len(room.live.match.log)


async def test_phrases(tmp_path: Path) -> None:
    """Everybody at the table gets it, once."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann)
        listeners = [await enter(room, ann), await enter(room)]
        room.say(Seat(0), "wow")
        await run_ready_tasks()
        for listener in listeners:
            assert listener.heard("said") == [{"t": "said", "seat": 0, "phrase": "wow"}]
        with pytest.raises(BadFrame) as refused:
            room.say(Seat(0), "something else")
        assert refused.value.code == "unknown_phrase"


async def test_rooms_are_forgotten_and_found_again(tmp_path: Path) -> None:
    """An idle room leaves memory, a watched one does not; their number is limited."""
    async with server_on(tmp_path, most_rooms=2) as server:
        ann = await person(server, "Ann")
        looked_at = await new_room(server, "qwixx", ann)
        table_id, live = await _idle_table(server, ann)
        listener = await enter(looked_at)
        server.hub._drop_idle(-1)
        assert rooms_in_memory(server) == (looked_at,)
        gc.collect()
        assert not server.hub._dropped
        again = await server.hub.room(table_id)
        assert again.live == live
        await enter(again)
        with pytest.raises(GameError) as caught:
            await new_room(server, "qwixx", ann)
        assert caught.value.code == "server_full"
        looked_at.leave(listener.socket)
        await new_room(server, "qwixx", ann)


async def _idle_table(server: ServerContext, host: str) -> tuple[str, LiveMatch | None]:
    """The id and the match of a new table whose room nobody holds."""
    room = await new_room(server, "qwixx", host)
    return room.table.id, room.live


async def test_a_table_never_has_two_rooms(tmp_path: Path) -> None:
    """A room that is dropped before the request that loaded it enters it stays the only one of its table."""
    async with server_on(tmp_path, most_rooms=1) as server:
        ann = await person(server, "Ann")
        first = await new_room(server, "qwixx", ann, "bot:random")
        await wait_until(lambda: first.is_idle)  # The bot has chosen.
        await new_room(server, "qwixx", ann)  # There is room for one: this drops the first.
        assert first not in rooms_in_memory(server)
        listener = await enter(first, ann)
        assert await server.hub.room(first.table.id) is first
        assert first in rooms_in_memory(server)
        before = point_of(first)
        await choose(first, 0)
        await wait_until(lambda: point_of(first) > before)  # The bot goes on.
        await run_ready_tasks()
        assert listener.heard("seen")[-1]["seen"]["point"] > before


async def test_damaged_tables_keep_no_other_asleep(tmp_path: Path) -> None:
    """After a restart the bots of a readable table go on, whatever is wrong with the tables before it."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        whole = await new_room(server, "qwixx", "bot:random", "bot:random", host=ann)
        for _ in range(8):
            await new_room(server, "qwixx", ann, "bot:random", clock=Clock.RELAXED)
        table_id = whole.table.id
        assert whole.table.is_playing
    url = f"sqlite:///{tmp_path}/tables.db"
    others = f"WHERE table_id != '{table_id}'"
    execute(
        url,
        f"UPDATE log SET entry = '{{}}' {others} AND n = 0",
        f"UPDATE tables SET seed = 'x' WHERE id != '{table_id}'",
    )
    async with server_on(tmp_path) as server:

        def is_over() -> bool:
            row = table_of(server.store, table_id)
            return row is not None and row.status is Status.OVER

        await wait_until(is_over)


async def test_no_such_table(tmp_path: Path) -> None:
    """Asked for twice at once, refused twice."""
    async with server_on(tmp_path) as server:
        found = await asyncio.gather(
            server.hub.room("x" * 16), server.hub.room("x" * 16), return_exceptions=True
        )
        assert [type(error) for error in found] == [NoTable, NoTable]


async def test_nothing_can_be_played_before_the_start_or_after_the_end(tmp_path: Path) -> None:
    """A table that waits for people has no moves; a closed one neither."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann, "")
        with raises_table_error("table_open"):
            await room.commit(Seat(0), "r2", point=0, nth=0)
        await room.change(lambda table: tables.after_close(table, server.now()))
        with raises_table_error("table_closed"):
            await room.commit(Seat(0), "r2", point=0, nth=0)


async def test_a_question_about_another_moment(tmp_path: Path) -> None:
    """Refused with the reason: a point that is over, or a seat that has chosen."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        await choose(room, 1)
        with pytest.raises(StaleDecision) as stale:
            room.check_move(Seat(0), "pass", point=1)
        assert (stale.value.code, stale.value.facts) == ("stale", {"point": 1, "now": 2})
        with pytest.raises(NotYourDecision) as chosen:
            room.check_move(Seat(1), "pass", point=2)
        assert (chosen.value.code, chosen.value.facts) == ("not_your_decision", {"seat": "B"})
        with pytest.raises(AlreadyChosen) as again:
            await choose(room, 1, which=1)
        assert (again.value.code, again.value.facts) == ("already_chosen", {"seat": "B"})


async def test_a_busy_room_is_not_idle(tmp_path: Path) -> None:
    """It stays in memory until what is on its way to the disk is stored."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        assert room.is_idle
        with locked_log(f"sqlite:///{tmp_path}/tables.db"):
            changing = asyncio.ensure_future(room.change(lambda table: tables.with_guest(table, "gus")))
            await run_ready_tasks()
            assert not room.is_idle
        await changing
        assert room.is_idle
        elsewhere = await new_room(server, "qwixx", ann, ben)
        with locked_log(f"sqlite:///{tmp_path}/tables.db"):
            first = asyncio.ensure_future(choose(elsewhere, 0))
            await run_ready_tasks()
            then = asyncio.ensure_future(choose(room, 0))  # It waits for the next write.
            await run_ready_tasks()
            assert not room._lock.locked()
            assert not room.is_idle
        await asyncio.gather(first, then)
        assert room.is_idle


async def test_a_room_that_reloads_its_table_tells_its_viewers(tmp_path: Path) -> None:
    """Of what was stored elsewhere, about the table and about the match."""
    async with server_on(tmp_path) as server, server_on(tmp_path) as other_server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        other = await other_server.hub.room(room.table.id)
        viewer = await enter(room, ann)
        await choose(other, 0)
        with pytest.raises(StaleDecision):
            await choose(room, 0, which=1)
        await run_ready_tasks()
        assert viewer.heard("table")[-1]["table"]["version"] == other.table.version
        assert viewer.heard("seen")[-1]["seen"]["sealed"] is not None


async def test_a_choice_that_comes_too_late_for_a_closed_table(tmp_path: Path) -> None:
    """It was on its way while the table was closed: refused, and not stored."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        before = room.live
        closing = room.change(lambda table: tables.after_close(table, server.now()))
        found = await asyncio.gather(closing, choose(room, 0), return_exceptions=True)
        assert isinstance(found[1], TableError)
        assert found[1].code == "table_closed"
        assert room.live == before
        assert before is not None
        assert len(log_of(server.store, room.table.id)) == len(before.match.log)


async def test_somebody_who_may_no_longer_watch_is_disconnected(tmp_path: Path) -> None:
    """And no longer counted; the others stay."""
    async with server_on(tmp_path) as server:
        ann, gus = await person(server, "Ann"), await person(server, "Gus")
        room = await new_room(server, "qwixx", ann, "")
        await room.change(lambda table: tables.with_guest(replace(table, is_public=False), gus))
        host, guest = await enter(room, ann), await enter(room, gus)
        await run_ready_tasks()
        assert host.heard("table")[-1]["watching"] == 1
        await room.change(lambda table: tables.after_leave(table, gus, server.now()))
        await run_ready_tasks()
        assert host.heard("table")[-1]["watching"] == 0
        assert room.sockets == {host.socket}
        bye = guest.frames[-1]
        assert (bye["t"], bye["code"], bye["again"], guest.closed) == ("bye", "not_for_you", False, 1008)


async def test_somebody_who_returns_never_sees_what_spectators_see(tmp_path: Path) -> None:
    """Not even if the match goes on while they are still being seated."""
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        listener = Listener(ben)
        async with room._lock:
            entering = asyncio.ensure_future(room.enter(listener.socket))
            await run_ready_tasks()
            room._publisher.publish_match()
            await run_ready_tasks()
        await entering
        await run_ready_tasks()
        assert {frame["seen"]["viewer"] for frame in listener.heard("seen")} == {1}


async def test_somebody_who_cannot_be_seated_again_may_still_watch(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says why."""
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        database = f"sqlite:///{tmp_path}/tables.db"
        execute(
            database,
            "CREATE TRIGGER full BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        listener = await enter(room, ben)
        await run_ready_tasks()
        assert listener.heard("seen")[-1]["seen"]["viewer"] == 1
        assert tables.is_away(room.table, ben)
        told = [log_fields(record) for record in caplog.records if record.msg == "not_returned"]
        assert [(each["table"], set(each)) for each in told] == [(room.table.id, {"table", "reason"})]
        execute(database, "DROP TRIGGER full")


async def test_a_look_at_a_move_that_is_not_on_the_menu(tmp_path: Path) -> None:
    """Refused with the reason, as if it were chosen."""
    async with server_on(tmp_path) as server:
        room = await new_room(server, "qwixx", await person(server, "Ann"))
        with pytest.raises(GameError) as looked:
            room.effects(Seat(0), "r2 r3 r4", point=point_of(room))
        with pytest.raises(GameError) as asked:
            room.check_move(Seat(0), "r2 r3 r4", point=point_of(room))
        assert looked.value.code == asked.value.code
        moves, effects = room.effects(Seat(0), "pass", point=point_of(room))
        assert (moves, len(effects)) == (("pass",), 1)


async def test_the_server_says_goodbye(tmp_path: Path) -> None:
    """Viewers are told that the stopping server will be back."""
    listeners: list[Listener] = []

    async with server_on(tmp_path) as server:
        room = await new_room(server, "qwixx", await person(server, "Ann"))
        listeners.append(await enter(room))
    assert listeners[0].frames[-1]["t"] == "bye"
    assert listeners[0].frames[-1]["again"] is True
    assert listeners[0].closed == 1012
