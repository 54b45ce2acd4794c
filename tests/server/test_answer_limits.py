"""Decisions with a default: how long people may take, and what is chosen for those who do not answer."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from closecall.core.match import Commit, TakeBack
from closecall.core.record import entry_text
from closecall.core.rules import Decision, Seat, letter
from closecall.server import tables
from closecall.server.context import ServerContext
from closecall.server.rooms import answer_limits
from closecall.server.rooms.answer_limits import Presence, answer_limit
from closecall.server.rooms.live_match import LiveMatch, after_commit, entry_count, start_table
from closecall.server.rooms.room import Room
from closecall.server.tables import Clock, SeatRequest, SeatRequestKind, Table, TableRequest
from closecall.server.tables import table as table_module
from closecall.store import Also, Status
from server.room_fixtures import (
    SEED,
    Listener,
    enter,
    new_identity,
    person,
    point_of,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)

pytestmark = pytest.mark.anyio

T = 1_000_000_000
BRIEF, OTHER = "enough", "qwixx"
"""Games with a brief decision (E14) and with another one (Q11) that has a default."""
OPTIONS: dict[str, Any] = {BRIEF: {}, OTHER: {"games": 1, "one_more": True}}
NAMES = ("ann", "ben")


class SetClock:
    """The server's time, set by the test; timers are real, so none of the usual limits ends during a test."""

    def __init__(self, server: ServerContext, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = T
        monkeypatch.setattr(server, "now", lambda: self.now)


async def room_at_question(server: ServerContext, game: str, *places: str, clock: Clock = Clock.NONE) -> Room:
    """A loaded table where all people have to answer a question with a default.

    A place is a person's name, a name on the device of the first person (`+Cleo`), or `bot`.
    """
    host = await person(server, places[0])
    wanted = tuple(_wanted(place) for place in places)
    request = TableRequest(game, wanted, OPTIONS[game], is_public=True, clock=clock)
    table = tables.new_table(new_identity(), request, host, places[0])
    for seat, place in enumerate(places):
        if table.places[seat].is_open:
            table = tables.with_person(table, await person(server, place), place, seat)
    await asyncio.wait(server.hub._chores[:1])  # A server that still wakes tables would start this one.
    stored = Table.of(await asyncio.wrap_future(server.store.create_table(table.row(), SEED)))
    playing = tables.after_start(tables.with_ready(stored, host), T)
    live = _live_at_question(playing)
    texts = [entry_text(playing.rules, entry) for entry in live.match.log]
    also = Also(table=playing.row())
    await asyncio.wrap_future(server.store.append(playing.id, 0, texts, at=T, also=also))
    return await server.hub.room(playing.id)


def _wanted(place: str) -> SeatRequest:
    if place == "bot":
        return SeatRequest(SeatRequestKind.BOT, bot="random")
    if place.startswith("+"):
        return SeatRequest(SeatRequestKind.LOCAL, name=place[1:])
    return SeatRequest(SeatRequestKind.ME if place == "ann" else SeatRequestKind.OPEN)


def _live_at_question(table: Table) -> LiveMatch:
    """A random game up to a question that all people have to answer."""
    people = {Seat(n) for n, place in enumerate(table.places) if place.person is not None}
    for number in range(1000):
        rng, live = Random(number), start_table(table, SEED)
        while isinstance(pending := live.match.pending, Decision):
            if pending.default is not None and people <= set(pending.menus):
                return live
            seat = next(seat for seat in pending.menus if seat not in live.match.sealed)
            move = rng.choice(list(pending.menus[seat]))
            live = after_commit(live, seat, move, point=live.match.point, nth=entry_count(live, seat))
    raise AssertionError("no random game asked everybody")


def id_of(room: Room, name: str) -> str:
    """The person of a name at a table."""
    found = next(place.person for place in room.table.places if place.name.casefold() == name)
    assert found is not None
    return found


def default_of(room: Room) -> str:
    """The default of the pending decision, in notation."""
    assert room.live is not None
    pending = room.live.match.pending
    assert isinstance(pending, Decision)
    assert pending.default is not None
    return room.table.rules.format_move(pending.default)


def other_move(room: Room, seat: int) -> str:
    """A move on a seat's menu that is not the default."""
    assert room.live is not None
    pending = room.live.match.pending
    assert isinstance(pending, Decision)
    moves = [room.table.rules.format_move(move) for move in pending.menus[Seat(seat)]]
    return next(move for move in moves if move != default_of(room))


async def answer(room: Room, seat: int, move: str, nth: int = 0) -> None:
    """Send the answer of a seat."""
    await room.commit(Seat(seat), move, point=point_of(room), nth=nth)


def log_since(room: Room, start: int) -> list[str]:
    """The choices in the log from an entry on: `A keep`, or `A back` for a take-back."""
    assert room.live is not None
    told = []
    for entry in room.live.match.log[start:]:
        if isinstance(entry, Commit):
            told.append(f"{letter(entry.seat)} {room.table.rules.format_move(entry.move)}")
        elif isinstance(entry, TakeBack):
            told.append(f"{letter(entry.seat)} back")
    return told


def length(room: Room) -> int:
    """The length of the log."""
    assert room.live is not None
    return len(room.live.match.log)


async def last_deadline(listener: Listener) -> int | None:
    """The deadline in the last view that a viewer was sent."""
    await run_ready_tasks()
    found: int | None = listener.heard("seen")[-1]["deadline"]
    return found


# The limits.


@pytest.mark.parametrize(
    ("presence", "brief", "other"),
    [
        # Connected, with others: 20 s for a brief decision, no limit for another one.
        (Presence(T, None, T - 9), T + 20_000, None),
        # The others came (back) later.
        (Presence(T, None, T + 70_000), T + 90_000, None),
        # Two of the person's seats have to decide.
        (Presence(T, None, T - 9, seats=2), T + 40_000, None),
        # Not connected, with others.
        (Presence(T, T - 90_000, T - 9), T + 5_000, T + 30_000),
        (Presence(T, T + 2_000, T - 9), T + 7_000, T + 32_000),
        (Presence(T, T + 2_000, T + 9_000), T + 14_000, T + 32_000),
        # Leaving does not extend a limit.
        (Presence(T, T + 19_000, T - 9), T + 20_000, T + 49_000),
        # With bots only.
        (Presence(T, None, None), None, None),
        (Presence(T, T - 90_000, None), T + 30_000, T + 30_000),
        (Presence(T, T + 2_000, None), T + 32_000, T + 32_000),
    ],
)
def test_the_limits(presence: Presence, brief: int | None, other: int | None) -> None:
    """In ms, for a brief decision and for another one."""
    assert answer_limit(presence, brief_ms=20_000) == brief
    assert answer_limit(presence, brief_ms=None) == other


async def test_a_brief_decision_among_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People are told their own limits, which depend on whether they are connected; spectators have none."""
    async with server_on(tmp_path) as server:
        clock = SetClock(server, monkeypatch)
        room = await room_at_question(server, BRIEF, "ann", "ben", "bot")
        seats = {name: tables.seats_of(room.table, id_of(room, name))[0] for name in NAMES}
        assert {room.deadline_of(seat) for seat in seats.values()} == {T + 5_000}
        clock.now = T + 1_000
        ann, nobody = await enter(room, id_of(room, "ann")), await enter(room)
        assert await last_deadline(ann) == T + 20_000
        assert await last_deadline(nobody) is None
        assert room.deadline_of(seats["ben"]) == T + 5_000
        clock.now = T + 2_000
        room.leave(ann.socket)
        assert room.deadline_of(seats["ann"]) == T + 7_000
        room.leave(nobody.socket)
        await wait_until(lambda: waiting(room) == [0, 1])
        assert not room.is_idle, "it stays in memory until the question is answered"


async def test_the_time_for_an_answer_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For brief decisions among people; somebody who is not connected still has less time."""
    async with server_on(tmp_path, answer_s=600) as server:
        SetClock(server, monkeypatch)
        room = await room_at_question(server, BRIEF, "ann", "ben", "bot")
        assert room.deadline_of(Seat(0)) == T + 5_000
        assert await last_deadline(await enter(room, id_of(room, "ann"))) == T + 600_000


async def test_everybody_at_a_device_has_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They pass it on."""
    async with server_on(tmp_path) as server:
        SetClock(server, monkeypatch)
        room = await room_at_question(server, BRIEF, "ann", "+Cleo", "ben")
        listener = await enter(room, id_of(room, "ann"))
        assert await last_deadline(listener) == T + 40_000
        alone = await room_at_question(server, BRIEF, "ann", "+Cleo", "bot")
        assert await last_deadline(await enter(alone, id_of(alone, "ann"))) is None


async def test_other_people_leave_and_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is kept waiting by a person who is alone; a person who returns waits from then on."""
    async with server_on(tmp_path) as server:
        clock = SetClock(server, monkeypatch)
        room = await room_at_question(server, BRIEF, "ann", "ben", "bot")
        ann, ben = id_of(room, "ann"), id_of(room, "ben")
        listener = await enter(room, ann)
        assert await last_deadline(listener) == T + 20_000
        await room.change(lambda table: tables.after_leave(table, ben, clock.now))
        assert await last_deadline(listener) is None
        clock.now = T + 50_000
        await room.change(lambda table: tables.after_return(table, ben))
        assert await last_deadline(listener) == T + 70_000


async def test_another_decision_waits_for_people_who_are_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not for people who have gone, unless they come back."""
    async with server_on(tmp_path) as server:
        clock = SetClock(server, monkeypatch)
        room = await room_at_question(server, OTHER, "ann", "ben")
        ann = await enter(room, id_of(room, "ann"))
        assert await last_deadline(ann) is None
        assert room.deadline_of(Seat(1)) == T + 30_000
        clock.now = T + 9_000
        room.leave(ann.socket)
        assert room.deadline_of(Seat(0)) == T + 39_000
        assert await last_deadline(await enter(room, id_of(room, "ann"))) is None


@pytest.mark.parametrize(
    ("clock", "game", "deadline"),
    [
        (Clock.BRISK, BRIEF, T + 20_000),
        (Clock.BRISK, OTHER, T + 30_000),
        (Clock.RELAXED, OTHER, T + 180_000),
    ],
)
async def test_the_first_of_limit_and_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, game: str, deadline: int
) -> None:
    """Is the deadline that a viewer is told; a person who has answered sees the clock."""
    async with server_on(tmp_path) as server:
        SetClock(server, monkeypatch)
        room = await room_at_question(server, game, "ann", "ben", "bot", clock=clock)
        listener = await enter(room, id_of(room, "ann"))
        assert await last_deadline(listener) == deadline
        await answer(room, 0, default_of(room))
        assert await last_deadline(listener) == T + {Clock.BRISK: 30_000, Clock.RELAXED: 180_000}[clock]


async def test_limits_start_again_with_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could be connected to a server that was down."""
    async with server_on(tmp_path) as server:
        clock = SetClock(server, monkeypatch)
        room = await room_at_question(server, BRIEF, "ann", "ben", "bot")
        assert room.deadline_of(Seat(0)) == T + 5_000
        table_id = room.table.id
    async with server_on(tmp_path) as server:
        clock = SetClock(server, monkeypatch)
        clock.now = T + 4_000
        again = await server.hub.room(table_id)
        assert again.deadline_of(Seat(0)) == T + 9_000


# What is chosen.


@pytest.mark.parametrize("game", [BRIEF, OTHER])
async def test_people_who_have_gone_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """They get the default, and the others' answers count."""
    async with server_on(tmp_path) as server:
        room = await room_at_question(server, game, "ann", "ben", "bot")
        ann = await enter(room, id_of(room, "ann"))
        ben = await enter(room, id_of(room, "ben"))
        start, default, mine = length(room), default_of(room), other_move(room, 0)
        monkeypatch.setattr(answer_limits, "ABSENT_MS", 0)
        monkeypatch.setattr(answer_limits, "RETURN_MS", 0)
        room.leave(ben.socket)
        await wait_until(lambda: f"B {default}" in log_since(room, start))
        assert 0 in waiting(room)
        assert ann.heard("seen")[-1]["seen"]["sealed"] is None
        await answer(room, 0, mine)
        told = log_since(room, start)
        assert {f"A {mine}", f"B {default}"} <= set(told)


@pytest.mark.parametrize("game", [BRIEF, OTHER])
async def test_the_default_of_a_person_whom_a_bot_represents(tmp_path: Path, game: str) -> None:
    """At once, and without asking the bot."""
    async with server_on(tmp_path, stand_in="greedy", bot_pause_ms=3_600_000) as server:
        room = await room_at_question(server, game, "ann", "ben", "bot")
        start, default, ben = length(room), default_of(room), id_of(room, "ben")
        await enter(room, id_of(room, "ann"))
        await room.change(lambda table: tables.after_leave(table, ben, server.now()))
        await wait_until(lambda: f"B {default}" in log_since(room, start))
        assert b'bot="greedy"' not in server.metrics.text()
        assert 0 in waiting(room)


@pytest.mark.parametrize("game", [BRIEF, OTHER])
async def test_the_default_when_the_clock_runs_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Also for connected people, who can tell from their own view."""
    monkeypatch.setitem(table_module._LIMITS_MS, Clock.BRISK, 3_600_000)
    async with server_on(tmp_path, stand_in="greedy") as server:
        room = await room_at_question(server, game, "ann", "ben", "ben2", clock=Clock.BRISK)
        ann = await enter(room, id_of(room, "ann"))
        for name in ("ben", "ben2"):
            await enter(room, id_of(room, name))
        start, default, point = length(room), default_of(room), point_of(room)
        given = other_move(room, 1)
        await answer(room, 1, given)
        room._bot_turns._time_is_up()
        await wait_until(lambda: point_of(room) > point)
        assert log_since(room, start)[0] == f"B {given}"
        assert sorted(log_since(room, start)[1:3]) == [f"A {default}", f"C {default}"]
        assert b'bot="greedy"' not in server.metrics.text()
        await run_ready_tasks()
        assert ann.heard("seen")[-1]["seen"]["point"] > point


async def test_a_connected_person_sees_that_the_default_was_chosen(tmp_path: Path) -> None:
    """As their own sealed choice, while others still have time."""
    async with server_on(tmp_path) as server:
        room = await room_at_question(server, BRIEF, "ann", "ben", "ben2")
        ann, ben, _ = [await enter(room, id_of(room, name)) for name in ("ann", "ben", "ben2")]
        room._bot_turns._limit_is_over(Seat(1))
        await wait_until(lambda: 1 not in waiting(room))
        await run_ready_tasks()
        seen = ben.heard("seen")[-1]["seen"]
        assert (seen["sealed"], seen["menu"], seen["waiting"]) == (default_of(room), None, [0, 2])
        assert ann.frames[-1]["t"] == "waiting"
        assert ann.frames[-1]["waiting"] == [0, 2]


async def test_an_answer_that_came_first_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the limit ends before the answer is on disk; a take-back is no answer."""
    async with server_on(tmp_path) as server:
        room = await room_at_question(server, BRIEF, "ann", "ben", "ben2")
        listeners = [await enter(room, id_of(room, name)) for name in ("ann", "ben", "ben2")]
        start, mine, default = length(room), other_move(room, 0), default_of(room)
        monkeypatch.setattr(answer_limits, "ABSENT_MS", 0)
        sent = asyncio.ensure_future(answer(room, 0, mine))
        await asyncio.sleep(0)  # The answer is in the room's queue.
        room.leave(listeners[0].socket)
        await sent
        await run_ready_tasks()
        assert log_since(room, start) == [f"A {mine}"]
        await room.take_back(Seat(0), point=point_of(room), nth=1)
        await wait_until(lambda: len(log_since(room, start)) == 3)
        assert log_since(room, start) == [f"A {mine}", "A back", f"A {default}"]
        assert waiting(room) == [1, 2]


async def test_bots_answer_brief_questions_at_once(tmp_path: Path) -> None:
    """Without the pause that lets people follow their turns."""
    async with server_on(tmp_path, bot_pause_ms=3_600_000) as server:
        room = await room_at_question(server, BRIEF, "ann", "bot", "bot")
        assert len(waiting(room)) > 1, "a bot is asked too"
        await enter(room, id_of(room, "ann"))
        await wait_until(lambda: waiting(room) == [0])
        assert room.deadline_of(Seat(0)) is None
        point = point_of(room)
        await answer(room, 0, other_move(room, 0))
        assert point_of(room) > point


async def test_a_table_without_people_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If everybody has gone, the game goes on to the next decision without a default, or ends."""
    monkeypatch.setattr(answer_limits, "RETURN_MS", 0)
    async with server_on(tmp_path) as server:
        room = await room_at_question(server, OTHER, "ann", "bot")
        await wait_until(lambda: room.table.status is Status.OVER)
        assert room.is_idle
