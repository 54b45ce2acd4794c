"""What has ended leaves memory at once, without waiting for the garbage collector, which seldom runs."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.server import ServerProtocol

from closecall.core.errors import GameError
from closecall.core.match import Match
from closecall.core.rules import Seat
from closecall.games import slugs
from closecall.server.bind import listeners_for, port_of
from closecall.server.context import ServerContext
from closecall.server.replays import Replays
from closecall.server.rooms.bot_turns import BotTurns
from closecall.server.rooms.live_match import LiveMatch
from closecall.server.rooms.room import Room, _Step
from closecall.server.run import _Uvicorn
from closecall.server.settings import Settings
from closecall.server.sockets.connection import Socket
from closecall.server.uvicorn_limits import Requests, Sockets
from server.clients import Client, Person, ServerAddress, Strategy, new_person, new_table, play
from server.room_fixtures import (
    TIMEOUT_S,
    choose,
    enter,
    new_room,
    person,
    point_of,
    rooms_in_memory,
    run_ready_tasks,
    server_on,
    wait_until,
    waiting,
)

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

OF_TABLES = (Room, BotTurns, LiveMatch, Match, _Step)
OF_CONNECTIONS = (Socket, Sockets, ServerProtocol, Requests)


@pytest.fixture(autouse=True)
def _no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def counted(kinds: tuple[type, ...] = OF_TABLES) -> Counter[type]:
    """How many objects of these kinds there are."""
    return Counter(type(each) for each in gc.get_objects() if type(each) in kinds)


async def drop_rooms(server: ServerContext) -> None:
    """Drop all rooms, once nobody is connected."""
    await wait_until(lambda: all(room.is_idle for room in rooms_in_memory(server)))
    server.hub._drop_idle(-1)
    server.replays = Replays()  # It keeps some positions, but never more than a limit.
    assert not rooms_in_memory(server)
    await run_ready_tasks()


async def test_a_dropped_room_leaves_memory(tmp_path: Path) -> None:
    """Even if bots have moved there and people have watched."""
    async with server_on(tmp_path) as server:
        before = counted()
        await _play_a_little(server)
        assert counted()[Room] == before[Room] + 1
        await drop_rooms(server)
        assert counted() == before


async def _play_a_little(server: ServerContext) -> None:
    room = await new_room(server, "qwixx", await person(server, "Ann"), "bot:greedy")
    viewer = await enter(room)
    for _ in range(3):
        await wait_until(lambda: waiting(room) == [0])
        await choose(room, 0)
    await wait_until(lambda: waiting(room) == [0])
    room.leave(viewer.socket)


async def test_a_refused_choice_keeps_nothing_in_memory(tmp_path: Path) -> None:
    """The traceback of a refusal leads to the room and its match."""
    async with server_on(tmp_path) as server:
        before = counted()
        room = await new_room(server, "qwixx", *[await person(server, name) for name in ("Ann", "Ben")])
        for _ in range(3):
            with pytest.raises(GameError):
                await room.commit(Seat(0), "nonsense", point=point_of(room), nth=0)
            with pytest.raises(GameError):
                await room.commit(Seat(0), "pass", point=99, nth=0)
        assert counted()[_Step] == 0
        del room
        await drop_rooms(server)
        assert counted() == before


async def test_a_bot_that_is_interrupted_keeps_nothing_in_memory(tmp_path: Path) -> None:
    """A cancelled task has a traceback, which leads to the match it thought about."""
    async with server_on(tmp_path, bot_pause_ms=60_000) as server:
        before = counted()
        ann, ben = [await person(server, name) for name in ("Ann", "Ben")]
        room = await new_room(server, "qwixx", ann, ben, "bot:greedy")
        assert not room.is_idle
        await run_ready_tasks()
        room.close()
        await run_ready_tasks()
        del room
        await drop_rooms(server)
        assert counted() == before


@asynccontextmanager
async def web_server(folder: Path) -> AsyncIterator[tuple[ServerContext, ServerAddress]]:
    """A server with uvicorn in this process."""
    settings = Settings(
        folder / "tables.db", port=0, bots=1, bot_pause_ms=0, chosen=frozenset(["port"]), most_new=100_000
    )
    server, listeners = ServerContext.open(settings), listeners_for(settings)
    web = _Uvicorn(server, settings)
    serving = asyncio.create_task(web.serve(sockets=listeners))
    try:
        async with asyncio.timeout(TIMEOUT_S):
            await wait_until(lambda: web.started)
            yield server, ServerAddress().open(f"http://127.0.0.1:{port_of(listeners)}")
    finally:
        web.should_exit = True
        await serving
        for listener in listeners:
            listener.close()


async def play_game(address: ServerAddress, game: str, seed: int) -> str:
    """Two people and a bot play a whole game; one is cut off on the way, and somebody watches."""
    async with httpx.AsyncClient(base_url=address.url) as http:
        ann, ben = [await new_person(http, name) for name in ("Ann", "Ben")]
        table_id = await new_table(http, game, [ann, ben, "greedy"])
        players = [Client(address, table_id, who) for who in (ann, ben)]
        watcher = Client(address, table_id, Person(""))
        async with players[0].connected(), players[1].connected(), watcher.connected():
            games = [play(player, Strategy(Random(seed + n))) for n, player in enumerate(players)]
            playing = asyncio.gather(*games)
            await wait_until(lambda: players[0].n > 5)
            players[0].cut()
            await playing
            await wait_until(lambda: watcher.is_over)
        await http.get(f"/api/tables/{table_id}/replay", headers=ann.headers)
    return table_id


async def test_played_games_leave_no_objects(tmp_path: Path) -> None:
    """Rooms, matches and connections are gone after many games, and so are their tasks."""
    async with web_server(tmp_path) as (server, address):
        await asyncio.gather(*(play_game(address, game, 0) for game in slugs()))  # Fills the caches.
        await wait_until(lambda: not counted(OF_CONNECTIONS))
        await drop_rooms(server)
        before, tasks = counted(), len(asyncio.all_tasks())
        for n in range(1, 4):
            await asyncio.gather(*(play_game(address, game, 10 * n) for game in slugs()))
        assert counted()[Room] > 0
        await wait_until(lambda: not counted(OF_CONNECTIONS))
        await drop_rooms(server)
        assert counted() == before
        assert len(asyncio.all_tasks()) == tasks
