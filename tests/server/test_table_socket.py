"""The socket of a table in this process: failures, floods and limits, with their logs and figures."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from closecall.server.rate_limits import TokenBucket
from closecall.server.rooms.room import Room
from closecall.server.sockets import table_socket
from closecall.server.tables import Table
from server.room_fixtures import AsgiSocket, RoleServer, log_fields, role_server

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

HOST = "host who plays"


@asynccontextmanager
async def host_socket(folder: Path, **settings: Any) -> AsyncIterator[tuple[RoleServer, Table, AsgiSocket]]:
    """The open socket of a host in a running game."""
    async with role_server(folder, **settings) as found:
        table, _ = await found.table("playing", HOST, is_public=False)
        socket = AsgiSocket(found, HOST, table.id)
        async with socket.opened() as status:
            assert status == 101
            yield found, table, socket


def send(socket: AsgiSocket, text: str) -> None:
    """Send a frame."""
    socket.incoming.put_nowait({"type": "websocket.receive", "text": text})


def figure(found: RoleServer, name: str) -> str:
    """A figure of the server, or nothing."""
    lines = found.server.metrics.text().decode().splitlines()
    return next((line.removeprefix(name).strip() for line in lines if line.startswith(name)), "")


async def test_a_bug_does_not_end_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The sender is told, the log names the table, and the next frame is answered."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake")

    async with host_socket(tmp_path) as (_, table, socket):
        with monkeypatch.context() as patch:
            patch.setattr(Room, "check_move", fail)
            send(socket, '{"t":"why","id":7,"point":2,"move":"pass"}')
            told = await socket.await_frame("refused")
        assert (told["id"], told["code"]) == (7, "server_failed")
        [record] = [record for record in caplog.records if record.msg == "frame_failed"]
        assert log_fields(record) == {"table": table.id}
        assert record.exc_info is not None
        send(socket, '{"t":"ping","id":8}')
        assert (await socket.await_frame("pong"))["id"] == 8


async def test_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged with the table, counted, and ends the connection for good."""
    # On a slow machine, the usual rate would allow more.
    monkeypatch.setattr(table_socket, "TokenBucket", lambda _, burst, at: TokenBucket(0, burst, at))
    async with host_socket(tmp_path, most_frames_at_once=3) as (found, table, socket):
        for number in range(4):
            send(socket, json.dumps({"t": "ping", "id": number}))
        bye = await socket.await_frame("bye")
        assert (bye["code"], bye["again"]) == ("too_many_frames", False)
        assert (await socket.outgoing.get())["code"] == 1008
        assert [log_fields(each) for each in caplog.records if each.msg == "flood"] == [{"table": table.id}]
        assert figure(found, 'closecall_frames_refused_total{reason="too_many"}') == "1.0"


async def test_bad_frames(tmp_path: Path) -> None:
    """Twenty are forgiven, each with an answer; one more ends the connection for good."""
    async with host_socket(tmp_path) as (found, _, socket):
        for _ in range(20):
            send(socket, "?")
            told = await socket.await_frame("refused", "bye")
            assert (told["t"], told["id"], told["code"]) == ("refused", None, "bad_frame")
        send(socket, '{"t":"ping","id":1}')
        await socket.await_frame("pong")
        socket.incoming.put_nowait({"type": "websocket.receive", "bytes": b"?"})
        bye = await socket.await_frame("bye")
        assert (bye["code"], bye["again"]) == ("too_many_bad_frames", False)
        assert figure(found, 'closecall_frames_refused_total{reason="bad"}') == "21.0"


async def test_frames_of_bytes_are_read_too(tmp_path: Path) -> None:
    """Some clients send nothing else."""
    async with host_socket(tmp_path) as (_, _, socket):
        socket.incoming.put_nowait({"type": "websocket.receive", "bytes": b'{"t":"ping","id":5}'})
        assert (await socket.await_frame("pong"))["id"] == 5


async def test_sockets_of_one_address_are_limited(tmp_path: Path) -> None:
    """Only while they are open; nothing is remembered of an address without any."""
    async with role_server(tmp_path, most_sockets_per_address=2) as found:
        table, _ = await found.table("playing", HOST, is_public=True)
        counts = found.app._table_socket._by_address
        for _ in range(2):
            async with (
                AsgiSocket(found, HOST, table.id).opened() as first,
                AsgiSocket(found, "stranger", table.id).opened() as second,
            ):
                assert (first, second) == (101, 101)
                third = AsgiSocket(found, "guest", table.id)
                async with third.opened() as status:
                    assert (status, await refusal(third)) == (403, "too_many_sockets")
            assert counts == {}
        assert figure(found, 'closecall_refusals_total{code="too_many_sockets"}') == "2.0"


async def refusal(socket: AsgiSocket) -> str:
    """The code of a refused handshake."""
    code: str = json.loads((await socket.outgoing.get())["body"])["code"]
    return code


async def test_tables_that_one_may_not_see(tmp_path: Path) -> None:
    """A private table is refused like one that does not exist, or could not."""
    async with role_server(tmp_path) as found:
        table, _ = await found.table("playing", HOST, is_public=False)
        for table_id in (table.id, "x" * 16, "x"):
            socket = AsgiSocket(found, "person", table_id)
            async with socket.opened() as status:
                assert (status, await refusal(socket)) == (404, "no_table")


async def test_what_a_frame_may_not_do(tmp_path: Path) -> None:
    """Refused with a code that is also counted."""
    async with role_server(tmp_path) as found:
        table, _ = await found.table("playing", HOST, is_public=True)
        socket = AsgiSocket(found, "stranger", table.id)
        async with socket.opened():
            for fields in (
                {"t": "commit", "point": 2, "nth": 0, "move": "pass"},
                {"t": "take_back", "point": 2, "nth": 0},
                {"t": "why", "point": 2, "move": "pass"},
                {"t": "say", "phrase": "wow"},
                {"t": "look", "point": 2},
            ):
                assert await socket.answer(**fields) == "not_allowed"
        assert figure(found, 'closecall_refusals_total{code="not_allowed"}') == "5.0"
