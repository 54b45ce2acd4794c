"""Every role, at every kind of table, over the real API and socket: done or refused as `permissions` says.

That table is checked on its own in test_permissions; here, that each route and each frame asks it.
"""

import asyncio
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from closecall.server import tables
from closecall.server.http.tables import MOST_UNATTENDED
from closecall.server.rooms.bot_turns import BotTurns
from closecall.server.tables import Role, Table, permissions, role_of
from closecall.server.tables.permissions import Action
from closecall.store import Status
from server.room_fixtures import ROLES, TABLE_STATES, AsgiSocket, RoleServer, question, role_server

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

# Requests.

Body = Callable[[str], Any]
REQUESTS: dict[Action, tuple[str, str, Body]] = {
    Action.SEE: ("GET", "", lambda invite: None),
    Action.SIT: ("POST", "/sit", lambda invite: {}),
    Action.LEAVE: ("POST", "/leave", lambda invite: {}),
    Action.SET_PLACE: ("POST", "/places/3", lambda invite: {"kind": "bot", "bot": "random"}),
    Action.APPOINT: ("POST", "/appoint", lambda invite: {"option": "scorekeeper", "seat": 1}),
    Action.WORDS: ("POST", "/words", lambda invite: {"words": "seven geese"}),
    Action.AGE: ("POST", "/age", lambda invite: {"age": 40}),
    Action.READY: ("POST", "/ready", lambda invite: {}),
    Action.START: ("POST", "/start", lambda invite: {}),
    Action.CLOSE: ("POST", "/close", lambda invite: {}),
    Action.KEEP_PLAYING: ("POST", "/keep-playing", lambda invite: {}),
    Action.STAND_IN: ("POST", "/stand-in", lambda invite: {"seat": 1}),
    Action.RETURN: ("POST", "/return", lambda invite: {}),
    Action.REMATCH: ("POST", "/rematch", lambda invite: {}),
    Action.REPLAY: ("GET", "/replay", lambda invite: None),
    Action.RECORD: ("GET", "/record", lambda invite: None),
    Action.PROOF: ("GET", "/proof", lambda invite: None),
    Action.SHARE: ("POST", "/share", lambda invite: {}),
    Action.STOP_SHARING: ("POST", "/stop-sharing", lambda invite: {}),
}
GAMES: dict[Action, dict[str, Any]] = {
    Action.APPOINT: {"game": "enough"},
    Action.AGE: {"game": "mark", "options": {"ages": [None] * 4}},
}
"""The games in which an action is possible, if not in all."""
FRAMES = (Action.COMMIT, Action.TAKE_BACK, Action.SAY)
BESIDE = {"/join", "/tables/{table_id}/invite", "/tables/{table_id}/qr"}
"""Routes that are tested on their own below."""


async def test_every_action_and_every_route_is_tried(tmp_path: Path) -> None:
    """So that later additions are not forgotten."""
    assert {*REQUESTS, *FRAMES, Action.WATCH, Action.JOIN} == set(Action)

    async with role_server(tmp_path) as found:
        paths = (await found.request("stranger", "GET", "/openapi.json")).json()["paths"]
    tried = {("GET" if method == "GET" else "POST", path) for method, path, _ in REQUESTS.values()}
    tables_only = {
        (method.upper(), path.removeprefix("/api/tables/{table_id}").replace("{seat}", "3"))
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/tables/{table_id}") and path.removeprefix("/api") not in BESIDE
    }
    assert tables_only == tried
    assert {path.removeprefix("/api") for path in paths} >= BESIDE


@pytest.mark.parametrize("is_public", [False, True], ids=["private", "public"])
async def test_requests(tmp_path: Path, is_public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every role sends every request."""
    monkeypatch.setattr(BotTurns, "_pause_s", lambda self, seat: 3600.0)  # Bots leave the tables alone.
    tried: list[tuple[str, bool]] = []

    async with role_server(tmp_path) as found:
        for state, role in product(TABLE_STATES, ROLES):
            table, invite = await found.table(state, role, is_public=is_public)
            for action in REQUESTS:
                asked = table, invite
                if state == "open" and action in GAMES:
                    asked = await found.table(state, role, is_public=is_public, **GAMES[action])
                is_allowed = await expect_request(found, role, action, *asked)
                tried.append((action, is_allowed))
                if is_allowed:  # It may be another table now.
                    table, invite = await found.table(state, role, is_public=is_public)
    assert len(tried) == len(TABLE_STATES) * len(ROLES) * len(REQUESTS)
    assert {action for action, is_allowed in tried if is_allowed} == set(REQUESTS)


async def expect_request(found: RoleServer, role: str, action: Action, table: Table, invite: str) -> bool:
    """One cell: done, or refused and nothing has changed."""
    person = found.people[role].id
    method, path, body = REQUESTS[action]
    answer = await found.request(role, method, f"/tables/{table.id}{path}", body(invite))
    where = (role, action, table.status, table.is_public, answer.text)
    if permissions.may(table, person, action):
        no_record = (
            action is Action.RECORD and table.status is Status.CLOSED
        )  # An abandoned game has no record.
        assert answer.is_success or (no_record and answer.status_code == 409), where
        return True
    told = answer.json()
    if person is None and method != "GET":
        assert (answer.status_code, told["code"]) == (401, "nobody"), where
    elif not permissions.may(table, person, Action.SEE):
        assert (answer.status_code, told["code"]) == (404, "no_table"), where
    else:
        assert (answer.status_code, told["code"]) == (403, "not_allowed"), where
    assert (await found.server.hub.room(table.id)).table == table, where
    return False


@pytest.mark.parametrize("is_public", [False, True], ids=["private", "public"])
async def test_invitations(tmp_path: Path, is_public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may join with one, renew it, and have it drawn; an invitation is not a seat."""
    monkeypatch.setattr(BotTurns, "_pause_s", lambda self, seat: 3600.0)

    async with role_server(tmp_path) as found:
        for state, role in product(TABLE_STATES, ROLES):
            table, invite = await found.table(state, role, is_public=is_public)
            await expect_invitation(found, role, table, invite)
            table, invite = await found.table(state, role, is_public=is_public)
            await expect_joining(found, role, table, invite)


async def expect_joining(found: RoleServer, role: str, table: Table, invite: str) -> None:
    """A person who joins becomes a guest, or keeps their role."""
    person = found.people[role].id
    answer = await found.request(role, "POST", "/join", {"invite": invite})
    where = (role, table.status, answer.text)
    if person is None:
        assert answer.status_code == 401, where
    elif permissions.may(table, person, Action.JOIN):
        before = role_of(table, person)
        assert answer.json()["role"] == (Role.GUEST if before is Role.PERSON else before), where
        assert answer.json()["seats"] == [
            {**seat, "mine": mine["mine"]}
            for seat, mine in zip(seats_of(table), answer.json()["seats"], strict=True)
        ]
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), where


def seats_of(table: Table) -> list[dict[str, Any]]:
    """The seats as a stranger sees them, as JSON."""
    seats: list[dict[str, Any]] = msgspec.to_builtins(tables.table_info(table, None).seats)
    return seats


async def expect_invitation(found: RoleServer, role: str, table: Table, invite: str) -> None:
    """Guests may show the invitation that they have; players and the host may renew it."""
    person = found.people[role].id
    part = role_of(table, person)
    drawn = await found.request(role, "POST", f"/tables/{table.id}/qr", {"invite": invite})
    renewed = await found.request(role, "POST", f"/tables/{table.id}/invite")
    where = (role, table.status, drawn.text[:99], renewed.text)
    if person is None:
        assert (drawn.status_code, renewed.status_code) == (401, 401), where
    elif not permissions.may(table, person, Action.SEE):
        assert (drawn.status_code, renewed.status_code) == (404, 404), where
    else:
        assert drawn.status_code == (403 if part is Role.PERSON else 200), where
        assert renewed.status_code == (200 if part in (Role.PLAYER, Role.HOST) else 403), where


async def test_requests_about_oneself(tmp_path: Path) -> None:
    """Names, devices and bots: for people with a name, and some not for bots."""
    async with role_server(tmp_path) as found:
        for role in ROLES:
            is_nobody, is_bot = found.people[role].id is None, role == "bot player"
            for method, path, body, status in (
                ("GET", "/me", None, 200),
                ("GET", "/me/games", None, 200),
                ("GET", "/me/statistics", None, 200),
                ("PATCH", "/me", {"name": "New"}, 200),
                ("POST", "/tables", {"game": "mark", "seats": [{"kind": "me"}]}, 201),
                ("GET", "/me/access", None, 403 if is_bot else 200),
                ("DELETE", f"/me/access/{'0' * 16}", None, 403 if is_bot else 404),
                ("POST", "/me/carry", None, 403 if is_bot else 201),
                ("POST", "/me/bots", {"name": "B"}, 403 if is_bot else 201),
                ("POST", "/me/sign-out", {}, 403 if is_bot else 204),
            ):
                answer = await found.request(role, method, path, body)
                assert answer.status_code == (401 if is_nobody else status), (role, path, answer.text)
            if not is_nobody and not is_bot:
                assert (await found.request(role, "GET", "/me")).status_code == 401  # Signed out.


# Sockets.


@pytest.mark.parametrize("is_public", [False, True], ids=["private", "public"])
async def test_sockets(tmp_path: Path, is_public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every role opens a socket and sends every frame."""
    monkeypatch.setattr(BotTurns, "_pause_s", lambda self, seat: 3600.0)

    async with role_server(tmp_path) as found:
        for state, role in product(TABLE_STATES, ROLES):
            table, _ = await found.table(state, role, is_public=is_public)
            await expect_socket(found, role, table)


async def expect_socket(found: RoleServer, role: str, table: Table) -> None:
    """The handshake and the frames of one role."""
    person = found.people[role].id
    socket = AsgiSocket(found, role, table.id)
    async with socket.opened() as status:
        if not permissions.may(table, person, Action.WATCH):
            assert status == 404, (role, table.status)
            return
        assert status == 101, (role, table.status)
        assert (await socket.await_frame("table"))["table"]["role"] == role_of(table, person)
        turn: dict[str, Any] = {"point": 0, "nth": 0}
        move = "pass"
        if table.started_at is not None:
            frame = await socket.await_frame("seen")
            turn = {"point": frame["seen"]["point"], "nth": frame["nth"]}
            move = (frame["seen"]["menu"] or [move])[0]
        got = {
            Action.COMMIT: await socket.answer(t="commit", move=move, **turn),
            Action.TAKE_BACK: await socket.answer(t="take_back", point=turn["point"], nth=turn["nth"] + 1),
            Action.SAY: await socket.answer(t="say", phrase="wow"),
        }
        for action, told in got.items():
            expected = "ack" if permissions.may(table, person, action) else "not_allowed"
            assert told == expected, (role, action, table.status)


async def test_bots_alone_are_limited(tmp_path: Path) -> None:
    """One person cannot fill the server with games that nobody watches; other tables may go on."""
    async with role_server(tmp_path) as found:
        await found.server.bot_workers.close()  # So that no game ends.
        bots, me = [{"kind": "bot", "bot": "greedy"}] * 2, {"kind": "me"}

        async def made(role: str, *seats: dict[str, str], **more: str) -> tuple[int, dict[str, Any]]:
            body = {"game": "mark", "seats": [*bots, *seats], **more}
            answer = await found.request(role, "POST", "/tables", body)
            return answer.status_code, answer.json()

        async def started(table_id: str) -> tuple[int, dict[str, Any]]:
            answer = await found.request("host who plays", "POST", f"/tables/{table_id}/start")
            return answer.status_code, answer.json()

        ids = [(await made("host who plays"))[1]["table"]["id"] for _ in range(MOST_UNATTENDED + 1)]
        assert [(await started(each))[0] for each in ids[1:]] == [200] * MOST_UNATTENDED
        status, refusal = await started(ids[0])
        assert (status, refusal["code"]) == (409, "table_bots_only")
        status, refusal = await made("host who plays")
        assert (status, refusal["code"]) == (409, "table_bots_only")
        status, waiting = await made("host who plays", {"kind": "open"}, start="host")
        assert status == 201
        status, refusal = await started(waiting["table"]["id"])
        assert (status, refusal["code"]) == (409, "table_bots_only")
        assert (await made("host who plays", me))[0] == 201
        assert (await made("player"))[0] == 201


async def test_no_game_with_bots_starts_while_they_are_overloaded(tmp_path: Path) -> None:
    """Neither is a table created, nor does a player become ready at one that was created before."""
    async with role_server(tmp_path) as found:
        body = {"game": "mark", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}
        made = (await found.request("player", "POST", "/tables", body)).json()["table"]
        pool = found.server.bot_workers
        asked = [asyncio.create_task(pool.choose(*question())) for _ in range(500)]
        await asyncio.sleep(0)
        assert pool.is_overloaded
        for path, sent in (("/tables", body), (f"/tables/{made['id']}/ready", {"words": "seven"})):
            answer = await found.request("player", "POST", path, sent)
            assert (answer.status_code, answer.json()["code"]) == (503, "bots_busy")
        for each in asked:
            each.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        after = await found.request("player", "GET", f"/tables/{made['id']}")
        assert after.json() == made


async def test_a_guest_who_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest who leaves a private table is disconnected; at a public one they may still watch."""
    monkeypatch.setattr(BotTurns, "_pause_s", lambda self, seat: 3600.0)

    async with role_server(tmp_path) as found:
        for state, is_public in product(("open", "playing"), (False, True)):
            table, _ = await found.table(state, "guest", is_public=is_public)
            socket = AsgiSocket(found, "guest", table.id)
            async with socket.opened() as status:
                assert status == 101
                assert (await socket.await_frame("table"))["table"]["role"] == "guest"
                answer = await found.request("guest", "POST", f"/tables/{table.id}/leave", {})
                assert answer.is_success
                last = await socket.await_frame("bye", "table")
                assert last.get("code") == (None if is_public else "not_for_you")
