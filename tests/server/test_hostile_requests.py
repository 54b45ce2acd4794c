"""Requests that our page would never send: each is refused, and others are served meanwhile."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from server import server_process
from server.attacks import RawConnection, cookie_of, expect_health, frame, resident_kib
from server.server_process import BrowserUser, RunningServer, problem, running_server

GUESSES = 6
REQUEST_S = 2
PATIENT = f"from closecall.server import uvicorn_limits; uvicorn_limits.REQUEST_S = {REQUEST_S}; "
"""The server of these tests waits for a request not twenty seconds but two."""

POST = b"POST /api/people HTTP/1.1\r\n"
JSON = b"Host: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_process, "_PROGRAM", PATIENT + server_process._PROGRAM)
        folder = tmp_path_factory.mktemp("requests")
        with running_server(folder, None, "--json-logs", "--metrics", f"--most-guesses={GUESSES}") as found:
            yield found
            expect_health(found)


@pytest.fixture(scope="module")
def ann(running: RunningServer) -> BrowserUser:
    """A person with a cookie."""
    return running.person("Ann")


def asked(running: RunningServer, request: bytes) -> int:
    """The status of the answer to these bytes."""
    with RawConnection(running.url) as connection:
        connection.send(request)
        return connection.status()


# Foreign pages.


@pytest.mark.parametrize("origin", ["null", "http://evil.example", "https://127.0.0.1", "http://localhost:1"])
def test_foreign_pages_change_nothing(running: RunningServer, ann: BrowserUser, origin: str) -> None:
    """Every route that could change something refuses them first."""
    routes = [
        (method, path)
        for path, methods in running.client().get("/api/openapi.json").json()["paths"].items()
        for method in methods
        if method != "get"
    ]
    assert len(routes) > 15
    for method, path in [*routes, ("post", "/nothing"), ("delete", "/api/me")]:
        answer = ann.browser.request(method, path, json={}, headers={"Origin": origin})
        assert problem(answer) == (403, "foreign_origin"), path
    assert ann.browser.get("/api/me", headers={"Origin": origin}).status_code == 200
    assert "access-control-allow-origin" not in ann.browser.get("/api/me", headers={"Origin": origin}).headers


def test_other_names_of_this_server_get_nothing(running: RunningServer, ann: BrowserUser) -> None:
    """A site whose name resolves to this server reads nothing, and gets no socket."""
    table_id = ann.create_table(game="mark", seats=[{"kind": "me"}])["table"]["id"]
    for path in ("/", "/health", "/api/me", "/api/me/games", f"/api/tables/{table_id}/socket"):
        answer = ann.browser.get(path, headers={"Host": "evil.example"})
        assert problem(answer) == (421, "unknown_host"), path
    answer = ann.browser.post("/api/tables", json={}, headers={"Host": "evil.example"})
    assert problem(answer) == (421, "unknown_host")
    with RawConnection(running.url) as connection:
        connection.host = "evil.example"
        assert connection.upgrade(f"/api/tables/{table_id}/socket", ann.browser.cookies["closecall"]) == 421
        assert b"unknown_host" in connection.rest()


# Guesses.


def expect_throttle(answer: httpx.Response) -> None:
    """Too many, and it says how long to wait: ten minutes at most."""
    assert problem(answer) == (429, "too_many_guesses")
    assert 0 < int(answer.headers["retry-after"]) <= 600


def test_guesses_are_throttled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Codes, invitations and carry tokens are counted together, and then even a right one must wait."""
    folder = tmp_path_factory.mktemp("guesses")
    with running_server(folder, None, f"--most-guesses={GUESSES}") as running:
        ann, thief = running.person("Ann"), running.person("Thief")
        made = ann.create_table(game="qwixx", seats=[{"kind": "me"}, {"kind": "open"}])
        carry = ann.post_ok("/me/carry")["token"]
        wrong: list[tuple[str, dict[str, Any]]] = [
            ("/join", {"code": "222222"}),
            ("/join", {"invite": "A" * 32}),
            ("/carry", {"token": "A" * 32}),
        ]
        for n in range(GUESSES):
            path, body = wrong[n % 3]
            assert thief.post(path, **body).status_code == 404
        right = ("/join", {"code": made["table"]["code"]}), ("/join", {"invite": made["invite"]})
        for path, body in (*wrong, *right, ("/carry", {"token": carry})):
            expect_throttle(thief.post(path, **body))
        assert "429" in running.log_text()
        assert made["table"]["code"] not in running.log_text()
        expect_health(running)


# Bytes that are too many.


def test_huge_bodies(running: RunningServer, ann: BrowserUser) -> None:
    """Announced or in pieces: 413, and not read to the end."""
    before = resident_kib(running.process.pid)
    length = POST + JSON + b"Content-Length: 99999999999\r\n\r\n"
    assert asked(running, length + b" " * 20_000) == 413
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    pieces = POST + JSON + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 4
    assert asked(running, pieces) == 413
    for size in (16 * 1024 + 1, 5_000_000):
        answer = ann.browser.patch("/api/me", content=b'{"name":"' + b"x" * size + b'"}')
        assert problem(answer) == (413, "request_too_long")
    assert resident_kib(running.process.pid) - before < 6 * 1024


def test_heads_that_are_too_long(running: RunningServer) -> None:
    """Many, long or endless headers, and long addresses: 431, or disconnected."""
    before = resident_kib(running.process.pid)
    start = b"GET /health HTTP/1.1\r\nHost: x\r\n"
    assert asked(running, start + b"X: " + b"a" * 20_000 + b"\r\n\r\n") == 431
    assert asked(running, start + b"X: a\r\n" * 20_000 + b"\r\n") == 431
    assert asked(running, b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n") == 431
    assert asked(running, start + b"Cookie: " + b"a" * 15_000 + b"\r\n\r\n") == 200
    trailer = POST + JSON + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
    for endless in (start + b"X: ", b"GET /", start, trailer):
        with RawConnection(running.url) as connection:
            connection.send(endless)
            line = b"Y: " + b"b" * 97 + b"\r\n" if endless is start else b"b" * 100
            sent = 0
            while sent < 50_000_000 and connection.send(line * 1000):
                sent += 100_000
            assert sent < 50_000_000
    assert resident_kib(running.process.pid) - before < 6 * 1024


# Slow or meaningless bytes.


def test_half_requests_do_not_block_others(running: RunningServer, ann: BrowserUser) -> None:
    """Hundreds of them wait; others are served at once, and soon the slow ones are cut off."""
    halves = (
        b"",
        b"GET /hea",
        b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        POST + JSON + b'Content-Length: 50\r\n\r\n{"name"',
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
    )
    with ExitStack() as stack:
        connections = [stack.enter_context(RawConnection(running.url)) for _ in range(200)]
        for n, connection in enumerate(connections):
            connection.send(halves[n % len(halves)])
        started = time.monotonic()
        for _ in range(20):
            assert ann.get("/me").status_code == 200
        assert time.monotonic() - started < 5
        for connection in connections[:4]:
            assert connection.rest() == b""
        assert time.monotonic() - started < REQUEST_S + 15
    expect_health(running)


def test_a_silent_socket_stays_open(running: RunningServer, ann: BrowserUser) -> None:
    """Only requests must be quick."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "Cat"}]
    table_id = ann.create_table(game="qwixx", seats=seats)["table"]["id"]
    with RawConnection(running.url) as connection:
        assert connection.upgrade(f"/api/tables/{table_id}/socket", cookie_of(ann), running.url) == 101
        time.sleep(REQUEST_S * 1.2)
        connection.send(frame(b'{"t":"ping","id":77}'))
        assert any(b'"t":"pong","id":77' in content for _, content in connection.frames())


NONSENSE = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    "unknown method": b"FROB /health HTTP/1.1\r\nHost: x\r\n\r\n",
    "CONNECT": b"CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "two lengths": POST + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "length and pieces": (
        POST + JSON + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    "negative length": POST + JSON + b"Content-Length: -1\r\n\r\n",
    "bad piece": POST + JSON + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "folded header": b"GET /health HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
    "NUL in header": b"GET /health HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
    "non-ASCII path": "GET /api/tables/é HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense(running: RunningServer, name: str) -> None:
    """Refused with its own status, and no failure of the server."""
    assert 400 <= asked(running, NONSENSE[name]) < 500
    expect_health(running)


HEADERS = {
    "Cookie": (b"closecall=" + b"\xff" * 50, b"closecall", b"=;=;" * 100, b"closecall=" + b"a." * 60),
    "Authorization": (b"Bearer \xff\xfe", b"Bearer", b"Basic QQ==", b"bearer a.b.c"),
    "Accept-Language": (b"\xff;q=1e9", b"de;q=" + b"9" * 400, b"," * 900, b"fr;q=NaN"),
    "Host": (b"\xc3\xa9", b"evil.example", b"[::1", b"a:99999999"),
    "Content-Type": (b"text/plain", b"application/json; charset=utf-7", b"\xff", b"multipart/form-data"),
    "X-Forwarded-For": (b"1.2.3.4", b"\xff"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_odd_headers(running: RunningServer, name: str) -> None:
    """They are believed by nobody, and break nothing."""
    for value in HEADERS[name]:
        for line in (b"GET /api/tables HTTP/1.1", b"POST /api/people HTTP/1.1"):
            body = b'{"name":"X"}' if line.startswith(b"POST") else b""
            head = [line, name.encode() + b": " + value, b"Content-Length: %d" % len(body)]
            head += [b"Host: x"] if name != "Host" else []
            status = asked(running, b"\r\n".join([*head, b"", body]))
            assert status in ((400, 421) if name == "Host" else (200, 201, 400, 415)), (value, status)
    expect_health(running)


BODIES = (
    b"", b"null", b"[]", b"{", b"{}" * 9, b'{"name":1}', b'{"name":"\\ud800"}', b'{"name":"\xff"}',
    b'{"name":NaN}', b'{"name":' + b"9" * 5000 + b"}", b"[" * 8000, b'{"a":' * 2500, b"\x00",
    b"\xef\xbb\xbf{}",
    b'{"name":"A","name":"B","x":1}', b'{"name":"' + "\u202e".encode() + b'"}', b'{"name":"\\u0000"}',
)  # fmt: skip


def test_odd_bodies(running: RunningServer, ann: BrowserUser) -> None:
    """Every route with a body refuses them all, with a code and a sentence."""
    paths = running.client().get("/api/openapi.json").json()["paths"]
    with_bodies = [
        (method, path.replace("{table_id}", "0" * 16).replace("{seat}", "0").replace("{game}", "qwixx"))
        for path, methods in paths.items()
        for method, route in methods.items()
        if "requestBody" in route
    ]
    assert len(with_bodies) > 10
    for method, path in with_bodies:
        if path.endswith("sign-out"):
            continue  # All of its body may be left out.
        for body in BODIES:
            status, _ = problem(ann.browser.request(method, path, content=body))
            assert 400 <= status < 500, (path, body)
    expect_health(running)
