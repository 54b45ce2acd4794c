"""Tables of the first version of the rules, in a database that a program of that time has written.

For each game it has a table in every state: `open`, `playing` (with a sealed choice), `over`, `ended` in the
middle of the game, and `closed` before it. Mark was played by age, which was stored in the options.
"""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from closecall.core.fate import verify
from closecall.core.record import decode_record, replay
from closecall.core.rules import Decision, Over
from closecall.games import enough, find_rules, mark, qwixx, rules_of
from closecall.server import tables
from closecall.server.app import create_app
from closecall.server.context import ServerContext
from closecall.server.replays import Passage, replayed
from closecall.server.rooms.live_match import load_table, waiting_seats
from closecall.server.rooms.room import Room
from closecall.server.settings import Settings
from closecall.server.tables import Table
from closecall.store import Status, StoredTable
from server.room_fixtures import LOCAL_URL, SEED, TABLE_STATES, TIMEOUT_S, choose, new_identity, wait_until

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

OLD = Path(__file__).parent / "old" / "rules_1.sql"
GAMES = ("mark", "qwixx", "enough")
STATUS = dict(zip(TABLE_STATES, ("open", "playing", "over", "closed", "closed"), strict=True))
AGES = ("137", "138", "139", "149")
RECORDS = {
    "qwixx": "53fbe83b206c5b3240dc1d1211ee208eb9b46817e6eb159d1d9d8a21f7bb415a",
    "enough": "8a6a09659c7a7496f2787215e0a59659b4a2c1b200a60e2218d76f772300a8a7",
}
"""The SHA-256 of the records that the program of that time made of the finished games without ages."""
NEW_OPTIONS: dict[str, Any] = {
    "qwixx": qwixx.Options(games=2),
    "enough": enough.Options(enough.shipped_kit("classic")),
}


def table_id(game: str, state: str) -> str:
    """The id of a table in the old database."""
    return f"{game}0{state}".ljust(16, "0").translate(str.maketrans("ilou", "110v"))


@dataclass(frozen=True, slots=True)
class OldServer:
    """A server of today on the old database, and the browser of a stranger."""

    server: ServerContext
    browser: httpx.AsyncClient

    def stored(self, game: str, state: str) -> StoredTable:
        """A table as it is stored."""
        found = self.server.store.load_table(table_id(game, state))
        assert found is not None
        return found

    async def room(self, game: str, state: str) -> Room:
        """The room of a table."""
        return await self.server.hub.room(table_id(game, state))

    async def get(self, game: str, state: str, path: str = "") -> httpx.Response:
        """The answer to a stranger about a table."""
        return await self.browser.get(f"/api/tables/{table_id(game, state)}{path}")


@asynccontextmanager
async def old_server(folder: Path) -> AsyncIterator[OldServer]:
    """A server on a copy of the old database."""
    database = folder / "tables.db"
    with closing(sqlite3.connect(database)) as lite:
        lite.executescript(OLD.read_text("utf-8"))
    server = ServerContext.open(Settings(database, bots=1, bot_pause_ms=0, stand_in="random"))
    app = create_app(server)
    await server.start()
    transport = httpx.ASGITransport(app=app)
    try:
        async with (
            asyncio.timeout(TIMEOUT_S),
            httpx.AsyncClient(transport=transport, base_url=LOCAL_URL) as browser,
        ):
            yield OldServer(server, browser)
    finally:
        await server.stop()


async def play_to_the_end(room: Room) -> None:
    """Play at random; the first version asks nothing that has a default."""
    rng = Random(room.table.id)
    while room.table.status is Status.PLAYING:
        live = room.live
        assert live is not None
        pending = live.match.pending
        assert isinstance(pending, Decision)
        assert pending.default is None
        people = [seat for seat in waiting_seats(live) if room.table.places[seat].person is not None]
        if people:
            await choose(room, people[0], which=rng.randrange(len(list(pending.menus[people[0]]))))
        else:
            point = live.match.point
            await wait_until(lambda: room.live is not None and room.live.match.point > point)  # noqa: B023  # Awaited.


def check_record(content: bytes) -> None:
    """A record that can be read, ends, and has the draws of its seed."""
    record = decode_record(find_rules, content)
    rules = rules_of(record.game)
    assert isinstance(replay(rules, record).pending, Over)
    assert verify(rules, record) > 0


async def test_every_state_is_there(tmp_path: Path) -> None:
    """And shown, without anybody's age."""
    async with old_server(tmp_path) as old:
        for game in GAMES:
            for state in TABLE_STATES:
                answer = await old.get(game, state)
                told = answer.json()
                assert (told["game"], told["status"]) == (game, STATUS[state])
                assert told["asks_age"] == (game == "mark")
                assert not [age for age in AGES if age in answer.text.replace(told["commitment"], "")]
        listed = (await old.browser.get("/api/tables")).json()["tables"]
        assert sorted(table["status"] for table in listed) == ["open"] * 3 + ["playing"] * 3


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game(tmp_path: Path, game: str) -> None:
    """Its record, its proof and its replay, and a rematch by the rules of today."""
    async with old_server(tmp_path) as old:
        content = (await old.get(game, "over", "/record")).content
        check_record(content)
        if game in RECORDS:
            assert hashlib.sha256(content).hexdigest() == RECORDS[game]
        assert not [age for age in AGES if f":{age}," in content.decode() or f"[{age}," in content.decode()]
        proof = (await old.get(game, "over", "/proof")).json()
        assert hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest() == proof["commitment"]
        steps = (await old.get(game, "over", "/replay?limit=200")).json()["items"]
        assert len(steps) == len(old.stored(game, "over").entries) + 1
        assert steps[-1]["seen"]["over"] is not None
        again = tables.new_rematch((await old.room(game, "over")).table, new_identity(), "ann")
        check_renewed(again)
        room = await old.server.hub.create(again, SEED)
        assert room.table == again


def check_renewed(table: Table) -> None:
    """The options that people had chosen, by the rules of today."""
    assert table.rules_version == table.rules.VERSION
    if table.game == "mark":
        assert table.options == mark.Options(ages=(None,) * len(table.places))
        assert {place.name: place.age for place in table.places if place.name} == {
            "Ann": 137,
            "Ben": 139,
            "Random": None,
        }
    else:
        assert table.options == NEW_OPTIONS[table.game]


@pytest.mark.parametrize("game", GAMES)
async def test_a_running_game(tmp_path: Path, game: str) -> None:
    """It is played to its end by the rules with which it began."""
    async with old_server(tmp_path) as old:
        before = old.stored(game, "playing").entries
        room = await old.room(game, "playing")
        assert room.live is not None
        assert room.live.match.sealed
        assert not tables.can_close_alone(room.table, room.table.host), "the others may have chosen"
        await play_to_the_end(room)
        stored = old.stored(game, "playing")
        assert stored.entries[: len(before)] == before
        assert stored.table.rules_version == (rules_of(game).VERSION if game == "mark" else 1)
        assert not [age for age in AGES if age in stored.table.options]
        assert load_table(stored) == (room.table, room.live)
        assert len(old.server.store.results_of(room.table.id)) == len(room.table.places)
        check_record((await old.get(game, "playing", "/record")).content)
        assert (await old.get(game, "playing", "/replay")).is_success
        check_renewed(tables.new_rematch(room.table, new_identity(), "ann"))


@pytest.mark.parametrize("game", GAMES)
async def test_an_open_table(tmp_path: Path, game: str) -> None:
    """Its game begins by the rules of today."""
    async with old_server(tmp_path) as old:
        room = await old.room(game, "open")
        check_renewed(room.table)
        await room.change(lambda table: tables.after_start(table, old.server.now()))
        assert tables.can_close_alone(room.table, room.table.host), "nobody has chosen yet"
        stored = old.stored(game, "open")
        assert stored.table.rules_version == rules_of(game).VERSION
        assert not [age for age in AGES if age in stored.table.options]
        assert load_table(stored) == (room.table, room.live)
        if game == "mark":
            assert room.table.options.may_start == tables.seats_of(room.table, "ben")
        await leave_to_bots(room)
        check_record((await old.get(game, "open", "/record")).content)


async def leave_to_bots(room: Room) -> None:
    """Everybody leaves, and bots finish the game."""
    for person in sorted(room.table.people):
        await room.change(lambda table: tables.after_leave(table, person, 1))  # noqa: B023  # Awaited.
    await wait_until(lambda: room.table.status is Status.OVER)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_was_given_up(tmp_path: Path, game: str) -> None:
    """Its players see what they have seen, and nobody else sees anything."""
    async with old_server(tmp_path) as old:
        room = await old.room(game, "ended")
        assert room.live is not None
        assert room.live.match.sealed
        length = len(room.live.match.log)
        seat = tables.seats_of(room.table, "ben")[0]
        assert len(replayed(room.table, room.live.match, Passage(seat, 0, length + 1))) == length + 1
        assert (await old.get(game, "ended", "/replay")).status_code == 403
        assert (await old.get(game, "ended", "/record")).status_code == 403
