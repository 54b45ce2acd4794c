"""Two games that differ in one sealed choice are the same to all others, to the byte, until it resolves."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from closecall.core.fate import commitment
from closecall.core.record import entry_text
from closecall.core.rules import Over, Seat
from closecall.games import game_of, rules_of
from closecall.server import tables
from closecall.server.context import ServerContext
from closecall.server.people import identity
from closecall.server.people.authentication import People
from closecall.server.rooms.live_match import LiveMatch, after_commit, entry_count, start_match
from closecall.server.rooms.room import Room
from closecall.server.tables import SeatRequest, TableIdentity, TableRequest
from closecall.server.tables.options import decode_options
from closecall.server.time_source import TimeSource
from closecall.store import Also, PersonRow, SecretKind, SecretRow, Store
from server.canaries import Watcher, menus_of, open_socket
from server.room_fixtures import Listener, enter, run_ready_tasks, server_on
from server.server_process import RunningServer, running_server
from support.random_games import TABLES, Style, table_name

pytestmark = pytest.mark.anyio

SEED = "c4" * 32
NOW = 1_700_000_000_000
JOINT = [table for table in TABLES if table[1] > 1]
"""Every game and number of seats where several may decide at once."""

TOKENS = [("subtract", "double"), ("ignore", "nudge"), ("subtract", "nudge"), ("double", "ignore")]
KIT = {
    "name": "tokens",
    "cards": sorted([*range(1, 31)] * 2),
    "targets": [{"number": number, "stars": 1} for number in range(20, 60)],
    "tokens": sorted(
        ({"one": one, "other": other} for one, other in TOKENS for _ in range(5)),
        key=lambda token: ("sdin".index(token["one"][0]), "sdin".index(token["other"][0])),
    ),
}
OPTIONS: dict[str, Any] = {"mark": None, "qwixx": None, "enough": {"kit": KIT}}


@cache
def joint_moment(game: str, seats: int) -> LiveMatch:
    """A moment of a game at which two or more decide, each with a choice, after some others."""
    rules = rules_of(game)
    start = start_match(rules, seats, decode_options(game_of(game), OPTIONS[game]), bytes.fromhex(SEED))
    for n in count():
        rng = Random(f"bytes {game} {seats} {n}")
        style, live, met = Style(rng), start, 0
        while not isinstance(live.match.pending, Over):
            menus = menus_of(live.match)
            if not live.match.sealed and sum(len(menu) > 2 for menu in menus.values()) > 1:
                met += 1
                if game == "enough" or met == 5:
                    return live
            seat = rng.choice([seat for seat in menus if seat not in live.match.sealed])
            nth, point = entry_count(live, seat), live.match.point
            live = after_commit(live, seat, style.choose(menus[seat]), point=point, nth=nth)
    raise AssertionError


def lay(store: Store, people: list[str], game: str) -> str:
    """A table in a database, in the middle of a game; its id, the same in every database."""
    seats = len(people)
    live = joint_moment(game, seats)
    table_id = f"{game}{seats}".translate(str.maketrans("iluo", "1vv0")).ljust(16, "0")
    invite = identity.hash_secret(table_id)
    fresh = TableIdentity(
        table_id, f"{table_id[:5].upper()}{seats}", invite, commitment(bytes.fromhex(SEED)), NOW
    )
    order = TableRequest(game, (SeatRequest(),) * seats, OPTIONS[game], is_public=True)
    table = tables.new_table(fresh, order, people[0], "Host")
    for seat, person in enumerate(people):
        table = tables.with_person(table, person, f"P{seat}", seat)
    row = store.create_table(table.row(), SEED).result()
    playing = tables.after_start(tables.Table.of(row), NOW).row()
    texts = [entry_text(live.match.rules, entry) for entry in live.match.log]
    store.append(table_id, 0, texts, at=NOW, also=Also(table=playing)).result()
    return table_id


# In one process.


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games."""

    room: Room
    listeners: list[Listener]
    """Of every seat, and of a spectator."""

    async def commit(self, seat: Seat, move: Any) -> None:
        """A seat chooses."""
        assert self.room.live is not None
        live = self.room.live
        notation = live.match.rules.format_move(move)
        await self.room.commit(seat, notation, point=live.match.point, nth=entry_count(live, seat))

    async def take_back(self, seat: Seat) -> None:
        """A seat takes its choice back."""
        assert self.room.live is not None
        live = self.room.live
        await self.room.take_back(seat, point=live.match.point, nth=entry_count(live, seat))


async def side(server: ServerContext, game: str, seats: int) -> Side:
    """A game at a joint decision, with everybody connected."""
    people = [f"p{seat:015}" for seat in range(seats)]
    for person in people:
        row = PersonRow(person, person, "en", is_bot=False, created_at=0, seen_at=0)
        secret = SecretRow(identity.hash_secret(person), person, SecretKind.SESSION, 0)
        await asyncio.wrap_future(server.store.add_person(row, secret))
    room = await server.hub.room(await asyncio.to_thread(lay, server.store, people, game))
    return Side(room, [await enter(room, person) for person in (*people, None)])


@pytest.mark.parametrize("table", JOINT, ids=table_name)
async def test_a_sealed_choice_changes_no_byte(
    tmp_path: Path, table: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a seat chooses, takes back and chooses again, the others are sent the same bytes."""
    monkeypatch.setattr(ServerContext, "now", lambda server: NOW)
    game, seats = table
    looked = 0
    async with server_on(tmp_path / "one") as one_server, server_on(tmp_path / "other") as other_server:
        one, other = await side(one_server, game, seats), await side(other_server, game, seats)
        menus = menus_of(joint_moment(game, seats).match)
        for seat, menu in menus.items():
            if len(menu) > 2:
                looked += 1
                await compare(one, other, seat, list(menu))
        await compare_the_rest(one, other)
    assert looked > 1


async def compare(one: Side, other: Side, seat: Seat, moves: list[Any]) -> None:
    """A seat chooses differently in the two games, and makes the same third choice at the end."""
    seats = len(one.room.table.places)
    await run_ready_tasks()
    for listener in (*one.listeners, *other.listeners):
        listener.texts.clear()
    first, second, shortest = moves[-1], moves[0], min(moves, key=lambda move: len(str(move)))
    for here, there in (
        (first, second),
        (second, first),
        (shortest, moves[len(moves) // 2]),
        (first, second),
    ):
        for this, move in ((one, here), (other, there)):
            await this.commit(seat, move)
            await run_ready_tasks()
            for person in (None, this.listeners[(seat + 1) % seats].socket.person):  # Some connect late.
                this.listeners.append(await enter(this.room, person))
            await run_ready_tasks()
        expect_equal(one, other, seat)
        for this in (one, other):
            await this.take_back(seat)
            await run_ready_tasks()
        expect_equal(one, other, seat)
        for this in (one, other):
            for listener in this.listeners[seats + 1 :]:
                this.room.leave(listener.socket)
            del this.listeners[seats + 1 :]
            await run_ready_tasks()
        expect_equal(one, other, seat)
    assert one.listeners[seat].texts != other.listeners[seat].texts


def expect_equal(one: Side, other: Side, seat: Seat) -> None:
    """Everybody except the chooser has received the same bytes in the same order, and not nothing."""
    own = one.listeners[seat].socket.person
    for here, there in zip(one.listeners, other.listeners, strict=True):
        if here.socket.person != own:
            assert here.texts == there.texts
            assert here.texts


async def compare_the_rest(one: Side, other: Side) -> None:
    """The same final choices lead both games to the same next moment: they really were the same game."""
    assert one.room.live is not None
    assert other.room.live is not None
    point = one.room.live.match.point
    for seat, menu in menus_of(one.room.live.match).items():
        for this in (one, other):
            await this.commit(seat, next(iter(menu)))
    assert one.room.live.match.point > point
    assert one.room.live.match.state == other.room.live.match.state


# Over the network: the same database twice, a server on each.


async def _people(store: Store, names: int) -> list[tuple[str, str]]:
    """People, and their cookies."""
    people = People.of(store, TimeSource())
    welcome = [await people.welcome(f"P{n}", "en") for n in range(names)]
    return [(person.id, cookie.value) for person, cookie in welcome]


def laid_database(folder: Path) -> tuple[dict[str, str], list[str]]:
    """A database with a table of every game at a joint decision; their ids, and everybody's cookies."""
    with Store.open(folder / "tables.db") as store:
        people = asyncio.run(_people(store, 3))
        ids = [person for person, _ in people]
        return {game: lay(store, ids, game) for game in OPTIONS}, [cookie for _, cookie in people]


@contextmanager
def everybody(
    running: RunningServer, table_id: str, cookies: list[str], length: int
) -> Iterator[list[Watcher]]:
    """The seats of a table and a stranger, connected one after the other."""
    with ExitStack() as stack:
        found: list[Watcher] = []
        for n, cookie in enumerate([*cookies, ""]):
            browser = stack.enter_context(httpx.Client(cookies={"closecall": cookie} if cookie else {}))
            connection = stack.enter_context(open_socket(running, table_id, browser))
            watcher = Watcher(f"{n}", Seat(n) if cookie else None, browser, connection, is_inside=True)
            watcher.frames_until(length)
            for before in found:
                assert before.next()["t"] == "table"
            found.append(watcher)
        yield found


def heard(
    running: RunningServer, table_id: str, cookies: list[str], game: str, which: int
) -> list[list[str]]:
    """What the others receive while a seat chooses a move, takes it back, and chooses it again."""
    match = joint_moment(game, len(cookies)).match
    seat = next(seat for seat, menu in menus_of(match).items() if len(menu) > 2)
    move = match.rules.format_move(list(menus_of(match)[seat])[which])
    chosen = {"t": "commit", "point": match.point, "move": move}
    back = {"t": "take_back", "point": match.point}
    with everybody(running, table_id, cookies, len(match.log)) as found:
        for nth, frame in enumerate((chosen, back, chosen)):
            found[seat].connection.send(json.dumps({**frame, "id": nth, "nth": nth}))
            for watcher in found:
                watcher.frames_until(len(match.log) + nth + 1)
        return [watcher.texts for watcher in found if watcher.viewer != seat]


def test_a_sealed_choice_changes_no_byte_on_the_wire(tmp_path: Path) -> None:
    """Two servers, each with its copy of the database; only the time of day differs, and not in length."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    ids, cookies = laid_database(first)
    shutil.copytree(first, second)
    everything = []
    for folder, which in ((first, 0), (second, -1)):
        with running_server(folder) as running:
            everything.append({game: heard(running, ids[game], cookies, game, which) for game in OPTIONS})
    one, other = (list(_flat(each)) for each in everything)
    assert [len(text) for text in one] == [len(text) for text in other]
    assert [_without_times(text) for text in one] == [_without_times(text) for text in other]
    assert sum('"t":"waiting"' in text for text in one) >= 3 * 3 * 3


def _flat(found: dict[str, list[list[str]]]) -> Iterator[str]:
    for viewers in found.values():
        for texts in viewers:
            yield from texts


def _without_times(text: str) -> str:
    return re.sub(r"(?<![0-9])[0-9]{13}(?![0-9])", "now", text)
