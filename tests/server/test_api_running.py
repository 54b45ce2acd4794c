"""Starting and stopping the real program: goodbyes, exit codes, what is stored, and what is not logged."""

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from closecall.core.errors import GameError
from closecall.server.bind import PortTaken, listeners_for, port_of
from closecall.server.settings import Settings
from server.server_process import TIMEOUT_S, BrowserUser, RunningServer, problem, running_server

SEATS = [{"kind": "me"}, {"kind": "open"}]


def test_a_stop_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    """Everybody at a table is told; after the next start people, tables and sockets work as before."""
    with running_server(tmp_path) as running:
        assert "Open http://" in running.output
        assert problem(running.client().get("/metrics")) == (404, "not_found")
        ann = running.person("Ann")
        table = ann.create_table(game="mark", seats=SEATS)["table"]
        with ann.socket(table["id"]) as connection:
            connection.await_frame("table")
            running.process.send_signal(signal.SIGTERM)
            bye = connection.await_frame("bye")
            assert (bye["code"], bye["again"]) == ("server_restarts", True)
            with pytest.raises(ConnectionClosed) as closed:
                connection.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert running.process.wait(TIMEOUT_S) == 0
        assert "stopped" in running.log_text()
        cookie = ann.browser.cookies["closecall"]
    with running_server(tmp_path) as running:
        again = running.client(Cookie=f"closecall={cookie}")
        assert again.get(f"/api/tables/{table['id']}").json() == table
        assert running.stop(signal.SIGINT) == 0
        assert "Traceback" not in running.log_text()


@contextmanager
def half_a_request(running: RunningServer) -> Iterator[None]:
    """A client that never finishes its request; the server has begun to read it."""
    host, port = running.url.removeprefix("http://").split(":")
    head = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection((host, int(port)), TIMEOUT_S) as slow:
        slow.sendall(head + b"{")
        assert slow.recv(100).startswith(b"HTTP/1.1 100 ")
        yield


def test_asked_twice_it_ends_at_once(tmp_path: Path) -> None:
    """A request that never ends delays the first Ctrl-C, but not the second."""
    with running_server(tmp_path, None, "--drain-seconds=60") as running, half_a_request(running):
        running.process.send_signal(signal.SIGINT)
        until = time.monotonic() + TIMEOUT_S
        while "draining" not in running.log_text():  # Otherwise both signals might be delivered as one.
            assert time.monotonic() < until
            time.sleep(0.02)
        with pytest.raises(subprocess.TimeoutExpired):
            running.process.wait(0.7)
        assert running.stop(signal.SIGINT) == 130


def test_the_drain_has_an_end(tmp_path: Path) -> None:
    """A request that never ends is cut off after a while, and the stop counts as clean."""
    with running_server(tmp_path, None, "--drain-seconds=1") as running:
        with half_a_request(running):
            assert running.stop() == 0
        assert "Cancel 1 running task" in running.log_text()
        assert "Traceback" not in running.log_text()


def test_guesses_and_bad_frames(tmp_path: Path) -> None:
    """Codes cannot be guessed, whatever address is claimed; a frame that is not text is one line in the
    log."""
    with running_server(tmp_path, None, "--most-guesses=4", "--most-new=3") as running:
        ann = running.person("Ann")
        table = ann.create_table(game="mark", seats=SEATS)["table"]
        thief = running.person("Eve")
        for n in range(4):
            thief.browser.headers["X-Forwarded-For"] = f"192.0.2.{n}"
            assert thief.post_refused("/join", code=f"22222{n + 2}") == (404, "unknown_invite")
        answer = thief.post("/join", code=table["code"])
        assert problem(answer) == (429, "too_many_guesses")
        assert int(answer.headers["retry-after"]) > 0
        answer = ann.post("/tables", game="mark", seats=SEATS)
        assert problem(answer) == (429, "too_many_new")
        assert int(answer.headers["retry-after"]) > 0
        with ann.socket(table["id"]) as connection:
            connection.await_frame("table")
            connection.websocket.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                connection.await_frame("never")
        assert running.stop() == 0
        logged = running.log_text()
        assert "Invalid UTF-8" in logged
        assert "Traceback" not in logged
        assert " error " not in logged


def test_many_guesses_at_once(tmp_path: Path) -> None:
    """No more guesses are checked in parallel than one after the other; other requests do not count."""
    with running_server(tmp_path, None, "--most-guesses=4", "--trusted-proxies=127.0.0.1") as running:
        ann = running.person("Ann")
        table = ann.create_table(game="mark", seats=SEATS)["table"]
        for _ in range(5):
            ann.post_ok("/join", code=table["code"])
            ann.post_ok("/carry", token=ann.post_ok("/me/carry")["token"])
        for n, (path, guess) in enumerate((("/join", {"code": "222222"}), ("/carry", {"token": "A" * 32}))):
            ann.browser.headers["X-Forwarded-For"] = f"192.0.2.{n}"
            assert Counter(asyncio.run(_at_once(ann, path, guess, 40))) == {404: 4, 429: 36}
        assert running.stop() == 0


async def _at_once(who: BrowserUser, path: str, body: dict[str, str], times: int) -> list[int]:
    """Send the same request many times in parallel; the statuses of the answers."""
    browser = who.browser
    async with httpx.AsyncClient(
        base_url=browser.base_url, headers=browser.headers, cookies=browser.cookies, timeout=TIMEOUT_S
    ) as many:
        answers = await asyncio.gather(*(many.post(f"/api{path}", json=body) for _ in range(times)))
    return [answer.status_code for answer in answers]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """Refused before anything is created."""
    database = tmp_path / "tables.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = Settings(database, port=other.getsockname()[1], chosen=frozenset({"port"}))
        with pytest.raises(PortTaken) as refused:
            listeners_for(settings)
        assert refused.value.code == "port_taken"
        with pytest.raises(GameError) as unknown:
            listeners_for(replace(settings, host="nowhere.invalid"))
        assert unknown.value.code == "no_such_host"
    assert not database.exists()


def test_the_port_listens_before_it_is_announced(tmp_path: Path) -> None:
    """Servers that look for a port at the same time find different ones, even before they answer."""
    settings = Settings(tmp_path / "tables.db", port=0, chosen=frozenset({"port"}))
    with ExitStack() as all_of_them:
        ports = set()
        for _ in range(20):
            listeners = listeners_for(settings)
            for listener in listeners:
                all_of_them.enter_context(listener)
            ports.add(port_of(listeners))
        assert len(ports) == 20
        for port in ports:
            with pytest.raises(PortTaken):
                listeners_for(replace(settings, port=port))


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    """A sentence and the exit code 1, no traceback."""
    program = "import sys; from closecall.cli.main import main; sys.exit(main(sys.argv[1:]))"
    ran = subprocess.run(
        [sys.executable, "-c", program, "serve", "--lang=en", "--port=0", f"--database={tmp_path}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout == ""  # The address is announced only when it is served.
    assert ran.stderr.startswith("The database cannot be opened")
    assert "Traceback" not in ran.stderr
