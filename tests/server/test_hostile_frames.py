"""Frames that our clients would never send, while neighbours play: nothing breaks, and nobody notices."""

import json
import re
import struct
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from server.attacks import (
    CLOSE,
    MOST_MALFORMED,
    PING,
    TEXT,
    VIOLATIONS,
    Attacker,
    AttackFigures,
    Neighbour,
    RawConnection,
    attacker,
    close_code,
    cookie_of,
    expect_health,
    frame,
    neighbours,
    resident_kib,
)
from server.server_process import RunningServer, running_server

FRAMES = 1500
WARM_UP = 300
"""After this many, everything that is loaded once has been loaded."""
GROWTH_KIB = 6 * 1024


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    folder = tmp_path_factory.mktemp("hostile")
    with running_server(folder, None, "--json-logs", "--metrics", "--most-sockets-per-address=30") as found:
        yield found
        expect_health(found)


@pytest.fixture(scope="module")
def mallory(running: RunningServer) -> Attacker:
    """A person at their own table."""
    return attacker(running)


def opened(attacker: Attacker) -> RawConnection:
    """A socket at the attacker's table."""
    connection = RawConnection(attacker.url)
    assert connection.upgrade(f"/api/tables/{attacker.table_id}/socket", attacker.cookie, attacker.url) == 101
    return connection


def end_of(connection: RawConnection) -> tuple[int, str]:
    """The server's close code, and the reason in its last frame."""
    reason, code = "", 0
    for opcode, content in connection.frames():
        if opcode == TEXT and (told := json.loads(content))["t"] == "bye":
            reason = told["code"]
        if opcode == CLOSE:
            code = close_code(content)
            connection.send(frame(struct.pack("!H", code), CLOSE))
    return code, reason


def test_malformed_frames(running: RunningServer, mallory: Attacker) -> None:
    """Each is answered or ends its connection; memory stays flat, and the neighbours' games continue."""
    figures, rng, bad_before = AttackFigures(), Random("malformed"), bad_frames(running)
    with neighbours(running) as near:
        found = mallory.with_watchers([neighbour.table_id for neighbour in near])
        attack_until(WARM_UP, found, rng, figures)
        before = resident_kib(running.process.pid)
        attack_until(FRAMES, found, rng, figures)
        after = resident_kib(running.process.pid)
    assert after - before < GROWTH_KIB, (before, after)
    assert figures.answers["bad_frame"] > FRAMES / 2
    assert {"closed 1002", "closed 1007", "closed 1009", "not_allowed", "ack"} <= set(figures.answers)
    assert set(figures.frames) > set(VIOLATIONS)
    expect_quick(near)
    assert bad_frames(running) - bad_before == figures.answers["bad_frame"]
    expect_health(running)


def bad_frames(running: RunningServer) -> float:
    """How many frames the server has not understood so far, as it tells itself."""
    metrics = running.client().get("/metrics").text
    found = re.search(r'closecall_frames_refused_total\{reason="bad"\} ([0-9.]+)', metrics)
    return 0.0 if found is None else float(found[1])


def attack_until(count: int, attackers: list[Attacker], rng: Random, figures: AttackFigures) -> None:
    """Attack until this many frames have been sent."""
    while figures.total < count:
        rng.choice(attackers).attack(rng, figures)


def expect_quick(near: list[Neighbour]) -> None:
    """Nobody has waited for the answer to a choice so long as to wonder."""
    for neighbour in near:
        assert sorted(neighbour.waits)[int(len(neighbour.waits) * 0.95)] < 1, neighbour.game


# One client that does too much.


def test_a_flood_is_closed(running: RunningServer, mallory: Attacker) -> None:
    """Good frames too, if there are too many of them: goodbye, and 1008."""
    with opened(mallory) as connection:
        connection.send(b"".join(frame(b'{"t":"ping","id":%d}' % n) for n in range(300)))
        assert end_of(connection) == (1008, "too_many_frames")


def test_a_flood_is_not_parsed_to_its_end(running: RunningServer, mallory: Attacker) -> None:
    """Twenty thousand empty frames at once: the connection is closed before all of them are read."""
    with opened(mallory) as connection:
        connection.send(frame(b"") * 20_000)
        assert end_of(connection)[0] == 1008
    assert running.client().get("/health").status_code == 200
    expect_health(running)


def test_too_many_bad_frames_close_the_socket(mallory: Attacker) -> None:
    """A few misunderstandings are forgiven, not many."""
    with opened(mallory) as connection:
        connection.send(frame(b"?") * (MOST_MALFORMED + 1))
        assert end_of(connection) == (1008, "too_many_bad_frames")


@pytest.mark.parametrize(
    "piece",
    [frame(b"x" * 125, PING), frame(b"", 10), frame(b"", 0, fin=False)],
    ids=["pings", "pongs", "empty pieces"],
)
def test_a_flood_below_the_protocol_is_closed(
    running: RunningServer, mallory: Attacker, piece: bytes
) -> None:
    """Pings, pongs and fragments do not pile up for a client that does not read."""
    before = resident_kib(running.process.pid)
    with opened(mallory) as connection:
        connection.send(frame(b"{", fin=False))
        for _ in range(100):
            if not connection.send(piece * 1000):
                break
        else:
            assert end_of(connection)[0] == 1008
    assert resident_kib(running.process.pid) - before < GROWTH_KIB
    expect_health(running)


def test_frames_while_the_server_sends(running: RunningServer, mallory: Attacker) -> None:
    """A client is disconnected while its frames are on the way: that is no error."""
    for n in range(10):
        with opened(mallory) as connection:
            connection.send(frame(b'{"t":"say","id":1,"phrase":"wow","seat":0}') * n + frame(b"x", 15))
            assert end_of(connection)[0] == 1002
    expect_health(running)


def test_a_reader_that_never_reads(running: RunningServer, mallory: Attacker) -> None:
    """A client that never reads costs only a few kilobytes."""
    before = resident_kib(running.process.pid)
    with opened(mallory) as connection:
        connection.socket.settimeout(1)
        for _ in range(30):
            connection.send(frame(b'{"t":"ping","id":1}') * 20)
            time.sleep(0.01)
    assert resident_kib(running.process.pid) - before < GROWTH_KIB
    expect_health(running)


def test_too_many_sockets(running: RunningServer, mallory: Attacker) -> None:
    """A limited number per address, until one is closed."""
    path = f"/api/tables/{mallory.table_id}/socket"
    connections = [opened(mallory) for _ in range(30)]
    try:
        with RawConnection(running.url) as connection:
            assert connection.upgrade(path, mallory.cookie, running.url) == 403
            assert b"too_many_sockets" in connection.rest()
        connections.pop().socket.close()
        wait_until(lambda: _can_open(running, path, mallory.cookie))
    finally:
        for connection in connections:
            connection.socket.close()
    wait_until(lambda: "closecall_sockets 0.0" in running.client().get("/metrics").text)


def _can_open(running: RunningServer, path: str, cookie: str) -> bool:
    with RawConnection(running.url) as connection:
        return connection.upgrade(path, cookie, running.url) == 101


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that must become true soon."""
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


# Whose page it is.

FOREIGN = (
    "null",
    "http://evil.example",
    "https://127.0.0.1",
    "http://127.0.0.1",
    "http://localhost:1",
    "",
    "x",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_get_no_socket(running: RunningServer, mallory: Attacker, origin: str) -> None:
    """Another site's page sends the cookie, and is refused before the handshake."""
    path = f"/api/tables/{mallory.table_id}/socket"
    with RawConnection(running.url) as connection:
        assert connection.upgrade(path, mallory.cookie, origin) == 403
        assert b"foreign_origin" in connection.rest()


def test_our_page_and_no_page_get_a_socket(running: RunningServer, mallory: Attacker) -> None:
    """The other side of it."""
    path = f"/api/tables/{mallory.table_id}/socket"
    for origin in (running.url, None):
        with RawConnection(running.url) as connection:
            assert connection.upgrade(path, mallory.cookie, origin) == 101


def test_sockets_of_tables_that_are_none(running: RunningServer, mallory: Attacker) -> None:
    """Whatever the path is."""
    names = ("", "x", "%00", "%ff%fe", "../health", "0" * 16, "%2e%2e", "a" * 5000, "é", "0" * 16 + "%0a")
    for name in names:
        with RawConnection(running.url) as connection:
            status = connection.upgrade(f"/api/tables/{name}/socket", mallory.cookie, running.url)
            assert status in (400, 404), name
    expect_health(running)


def test_a_private_table_has_no_socket_for_others(running: RunningServer, mallory: Attacker) -> None:
    """It is as if there were none."""
    other = cookie_of(running.person("Other"))
    answers = set()
    for table_id in (mallory.table_id, "0" * 16):
        for cookie in (other, ""):
            with RawConnection(running.url) as connection:
                status = connection.upgrade(f"/api/tables/{table_id}/socket", cookie, running.url)
                answers.add((status, connection.rest()))
    assert len(answers) == 1
    assert answers.pop()[0] == 404


def test_handshakes_that_are_none(running: RunningServer, mallory: Attacker) -> None:
    """Without a key, of another version, by another method, with too many headers: refused, not ignored."""
    path = f"/api/tables/{mallory.table_id}/socket".encode()
    upgrade = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    key = b"Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n"
    for request in (
        b"GET " + path + b" HTTP/1.1\r\n" + upgrade + b"\r\n",
        b"GET " + path + b" HTTP/1.1\r\n" + upgrade + b"Sec-WebSocket-Version: 13\r\n\r\n",
        b"GET " + path + b" HTTP/1.1\r\n" + upgrade + key + b"Sec-WebSocket-Version: 99\r\n\r\n",
        b"POST " + path + b" HTTP/1.1\r\n" + upgrade + key + b"Sec-WebSocket-Version: 13\r\n\r\n",
        b"GET " + path + b" HTTP/1.1\r\n" + upgrade + key + b"X: y\r\n" * 200 + b"\r\n",
        b"GET " + path + b" HTTP/1.1\r\n" + upgrade + key + b"X: " + b"y" * 9000 + b"\r\n\r\n",
    ):
        with RawConnection(running.url) as connection:
            connection.send(request)
            assert 400 <= connection.status() < 500, request
            connection.rest()
    expect_health(running)
