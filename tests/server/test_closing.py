"""Closing a running game without a result: by the host alone, by agreement, or after a day."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from closecall.server import tables
from closecall.server.tables import Table
from closecall.store import Status
from server.room_fixtures import (
    LATER,
    ME,
    NOW,
    OPEN,
    AsgiSocket,
    RoleServer,
    SetTime,
    bot,
    choose,
    local,
    new_room,
    person,
    raises_table_error,
    role_server,
    server_on,
    table_for,
    waiting,
    with_people,
)

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]


A_DAY_MS = 24 * 60 * 60 * 1000

# Tables as values.


def running(*people: str, host_plays: bool = True) -> Table:
    """A running game of Ann, a bot and these people, in which nobody has chosen."""
    places = (ME if host_plays else bot(), bot(), *(OPEN for _ in people))
    return tables.after_start(with_people(table_for(*places), *people), NOW)


def chosen(table: Table, *people: str) -> Table:
    """The table after these people have chosen."""
    for each in people:
        table = tables.after_choice(table, tables.seats_of(table, each)[0])
    return table


def asked(table: Table, *people: str, now: int = LATER, moved_at: int = NOW) -> Table:
    """The table after these people have asked to close it."""
    for each in people:
        table = tables.after_close_wish(table, each, now, moved_at=moved_at)
    return table


def closers(table: Table) -> str:
    """The names of the seats whose person wants to close the game."""
    return " ".join(place.name for place in table.places if place.wants_close)


def test_the_host_alone() -> None:
    """As long as no other person has chosen; bots and people on the host's device do not count."""
    for table in (running(), running("ben"), chosen(running("ben"), "ann")):
        closed = asked(table, "ann")
        assert (closed.status, closed.ended_at, closed.code) == (Status.CLOSED, LATER, None)
    table = tables.after_start(table_for(ME, local("Cleo"), bot()), NOW)
    for seat in (0, 1):
        table = tables.after_choice(table, seat)
    assert asked(table, "ann").status is Status.CLOSED
    assert asked(running("ben", host_plays=False), "ann").status is Status.CLOSED


def test_everybody_has_to_agree() -> None:
    """Once another person has chosen, and players who are not the host always."""
    table = chosen(running("ben", "cleo"), "ben")
    for order in (("ann", "ben", "cleo"), ("cleo", "ann", "ben")):
        after = asked(table, *order[:2])
        assert (after.status, len(closers(after).split())) == (Status.PLAYING, 2)
        assert asked(after, order[0]) == after, "nobody agrees twice"
        assert asked(after, order[2]).status is Status.CLOSED
    assert closers(asked(running("ben"), "ben")) == "Ben"


def test_people_who_have_left_have_to_agree_too() -> None:
    """Otherwise it would be enough to wait until they are gone."""
    table = chosen(running("ben"), "ben")
    for gone in (tables.after_leave(table, "ben", NOW), tables.after_stand_in(table, 2)):
        assert asked(gone, "ann").status is Status.PLAYING
        assert asked(gone, "ann", "ben").status is Status.CLOSED


def test_a_shared_device_agrees_with_one_voice() -> None:
    """All its seats belong to one person."""
    places = (ME, local("Cleo"), OPEN)
    table = tables.after_start(with_people(table_for(*places), "ben"), NOW)
    after = asked(chosen(table, "ben"), "ann")
    assert closers(after) == "Ann Cleo"
    assert asked(after, "ben").status is Status.CLOSED
    assert closers(tables.after_choice(after, 1)) == ""


def test_changing_ones_mind() -> None:
    """By saying so, or by choosing; a choice of others changes nothing."""
    table = asked(chosen(running("ben", "cleo"), "ben"), "ann", "ben")
    assert closers(tables.after_withdrawal(table, "ben")) == "Ann"
    assert closers(tables.after_choice(table, 2)) == "Ann"
    assert closers(tables.after_choice(table, 3)) == "Ann Ben"
    again = asked(tables.after_withdrawal(table, "ben"), "cleo")
    assert again.status is Status.PLAYING
    assert asked(again, "ben").status is Status.CLOSED
    with raises_table_error("table_not_seated"):
        tables.after_withdrawal(table, "dan")


def test_a_choice_changes_the_table_once() -> None:
    """So that later choices need not store it."""
    table = chosen(running("ben"), "ben")
    assert [place.has_chosen for place in table.places] == [False, False, True]
    assert tables.after_choice(table, 2) is table


def test_after_a_day_without_a_move() -> None:
    """Anybody with a seat may close it, and the host; a millisecond earlier it takes everybody."""
    table = chosen(running("ben", "cleo"), "ben", "cleo")
    watched = chosen(running("ben", host_plays=False), "ben")
    for each, people in ((table, ("ann", "ben", "cleo")), (watched, ("ann", "ben"))):
        for who in people:
            after = asked(each, who, now=NOW + A_DAY_MS, moved_at=NOW)
            assert after.status is Status.CLOSED
    assert asked(table, "ben", now=NOW + A_DAY_MS - 1, moved_at=NOW).status is Status.PLAYING


def test_a_host_without_a_seat_cannot_agree() -> None:
    """The players decide."""
    table = chosen(running("ben", host_plays=False), "ben")
    with raises_table_error("table_players_decide"):
        asked(table, "ann")
    assert asked(table, "ben").status is Status.CLOSED


def test_a_rematch_begins_with_a_clean_slate() -> None:
    """Nobody has chosen in it or wants to close it."""
    table = tables.after_game_over(asked(chosen(running("ben"), "ann", "ben"), "ann"), LATER)
    again = tables.new_rematch(table, tables.TableIdentity("t2", "CODE02", "", "", LATER), "ben")
    assert not any(place.has_chosen or place.wants_close for place in again.places)


# Over the API.


@dataclass(slots=True)
class Game:
    """A running game of Qwixx between a host and a player, whose sockets the test opens."""

    found: RoleServer
    time: SetTime
    id: str
    sockets: dict[str, AsgiSocket] = field(default_factory=dict)

    async def post(self, role: str, step: str, **body: Any) -> dict[str, Any]:
        """The answer to a request, with its status code as `http`."""
        answer = await self.found.request(role, "POST", f"/tables/{self.id}/{step}", body)
        return {"http": answer.status_code, **answer.json()}

    @asynccontextmanager
    async def connected(self, *roles: str) -> AsyncIterator[None]:
        """These people are connected during the block."""
        async with AsyncExitStack() as stack:
            for role in roles:
                self.sockets[role] = AsgiSocket(self.found, role, self.id)
                assert await stack.enter_async_context(self.sockets[role].opened()) == 101
                await self.sockets[role].await_frame("table")
            yield

    async def choose(self, role: str) -> None:
        """A person makes a choice over their socket."""
        socket = self.sockets[role]
        frame = await socket.await_frame("seen")
        seen = frame["seen"]
        told = await socket.answer(t="commit", point=seen["point"], nth=frame["nth"], move=seen["menu"][0])
        assert told == "ack"


HOST, PLAYER = "host who plays", "player"


@asynccontextmanager
async def game(folder: Path, **settings: Any) -> AsyncIterator[Game]:
    """A game that has begun, a moment ago, at a server whose time the test sets."""
    time = SetTime()
    async with role_server(folder, time, **settings) as found:
        body = {"game": "qwixx", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        made = (await found.request(HOST, "POST", "/tables", body)).json()
        running = Game(found, time, made["table"]["id"])
        await running.post(HOST, "ready")
        assert (await running.post(PLAYER, "sit"))["status"] == "playing"
        yield running


async def test_a_losing_host_cannot_annul_a_game(tmp_path: Path) -> None:
    """The player is disconnected for 33 ms: neither a bot nor the end of the game follows."""
    async with game(tmp_path) as running, running.connected(HOST):
        async with running.connected(PLAYER):
            await running.choose(PLAYER)
        running.time.day_ms += 33
        refused = await running.post(HOST, "stand-in", seat=1)
        assert (refused["http"], refused["code"]) == (409, "table_just_left")
        assert "30 s" in refused["sentence"]
        after = await running.post(HOST, "close")
        assert (after["status"], [seat["wants_close"] for seat in after["seats"]]) == (
            "playing",
            [True, False],
        )
        running.time.day_ms += 30_000
        assert (await running.post(HOST, "stand-in", seat=1))["seats"][1]["away"] is True
        assert (await running.post(HOST, "close"))["status"] == "playing", "the bot has not agreed for them"


async def test_the_host_closes_a_game_that_has_hardly_begun(tmp_path: Path) -> None:
    """But not during the grace period of somebody who may be back in a moment."""
    async with game(tmp_path) as running, running.connected(HOST):
        async with running.connected(PLAYER):
            pass
        running.time.day_ms += 29_001
        refused = await running.post(HOST, "close")
        assert (refused["http"], refused["code"]) == (409, "table_just_left")
        assert " 1 s " in refused["sentence"]
        running.time.day_ms += 999
        assert (await running.post(HOST, "close"))["status"] == "closed"


async def test_the_host_closes_a_game_at_once(tmp_path: Path) -> None:
    """If the others are connected, or have left."""
    async with game(tmp_path) as running, running.connected(HOST, PLAYER):
        assert (await running.post(HOST, "close"))["status"] == "closed"
    other = tmp_path / "other"
    other.mkdir()
    async with game(other) as running:
        await running.post(PLAYER, "leave")
        assert (await running.post(HOST, "close"))["status"] == "closed"


async def test_agreement(tmp_path: Path) -> None:
    """Everybody sees who wants to close the game; a withdrawal and a choice are seen too."""
    async with game(tmp_path) as running, running.connected(HOST, PLAYER):
        await running.choose(PLAYER)

        async def shown() -> list[bool]:
            """Who wants to close the game, as the player sees it after all frames that are on their way."""
            frame = await running.sockets[PLAYER].await_frame("table")
            return [seat["wants_close"] for seat in frame["table"]["seats"]]

        assert (await running.post(HOST, "close"))["status"] == "playing"
        while await shown() != [True, False]:
            pass
        assert (await running.post(HOST, "keep-playing"))["status"] == "playing"
        while await shown() != [False, False]:
            pass
        await running.post(HOST, "close")
        await running.choose(HOST)
        assert (await running.post(PLAYER, "close"))["status"] == "playing", "her choice withdrew it"
        assert (await running.post(HOST, "close"))["status"] == "closed"


async def test_a_day(tmp_path: Path) -> None:
    """It counts from the last entry of the log, also after a restart."""
    time = SetTime()
    async with server_on(tmp_path, time) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        assert await room.moved_at() == room.table.started_at
        time.day_ms += 5000
        await choose(room, waiting(room)[0])
        moved_at, table_id = time.day_ms, room.table.id
        assert await room.moved_at() == moved_at
    time.day_ms += A_DAY_MS
    async with server_on(tmp_path, time) as server:
        assert await (await server.hub.room(table_id)).moved_at() == moved_at


async def test_a_day_over_the_api(tmp_path: Path) -> None:
    """A moment before its end the player only asks; then they close the game."""
    async with game(tmp_path) as running, running.connected(HOST, PLAYER):
        await running.choose(HOST)
        running.time.day_ms += A_DAY_MS - 1
        assert (await running.post(PLAYER, "close"))["status"] == "playing"
        running.time.day_ms += 1
        assert (await running.post(PLAYER, "close"))["status"] == "closed"


# Two servers.


async def test_two_servers(tmp_path: Path) -> None:
    """A server that has not heard of a choice, a wish or a withdrawal finds out before it closes the game."""
    time = SetTime()
    async with server_on(tmp_path, time) as one, server_on(tmp_path, time) as other:
        ann, ben = await person(one, "Ann"), await person(one, "Ben")
        room = await new_room(one, "qwixx", ann, ben)
        there = await other.hub.room(room.table.id)

        def wish(who: str) -> Any:
            return lambda table: tables.after_close_wish(table, who, time.now(), moved_at=time.now())

        await choose(room, 1)
        assert not there.table.places[1].has_chosen
        assert (await there.change(wish(ann))).status is Status.PLAYING
        assert there.table.places[1].has_chosen
        assert not room.table.places[0].wants_close
        await there.change(lambda table: tables.after_withdrawal(table, ann))
        assert (await room.change(wish(ben))).status is Status.PLAYING
        assert (await there.change(wish(ann))).status is Status.CLOSED
        assert (await room.change(lambda table: table)).status is Status.PLAYING, "it has not heard yet"
        with raises_table_error("table_closed"):
            await room.change(lambda table: tables.after_withdrawal(table, ben))


async def test_a_choice_withdraws_a_wish_in_the_same_transaction(tmp_path: Path) -> None:
    """The store never has the one without the other."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        versions = [room.table.version]
        for _ in range(2):
            await choose(room, waiting(room)[0])
            versions.append(room.table.version)
        stored = server.store.load_table(room.table.id)
        assert stored is not None
        assert Table.of(stored.table) == room.table
        assert [place.has_chosen for place in room.table.places] == [True, True]
        await choose(room, waiting(room)[0])
        assert room.table.version == versions[-1] == versions[0] + 2, "later choices leave the table alone"
