"""A real server in its own process, and people who talk to it over real connections."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

START_S = 300
"""How long a start may take while many tests run at once."""
TIMEOUT_S = 60
"""The longest that one step of a test may take, on a busy machine."""

_PROGRAM = "import sys; from closecall.cli.main import main; sys.exit(main(sys.argv[1:]))"


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server in its own process."""

    url: str
    process: "subprocess.Popen[str]"
    log: Path
    output: str
    """Its standard output during the start."""
    browsers: list[httpx.Client] = field(default_factory=list)

    def client(self, **headers: str) -> httpx.Client:
        """An HTTP client without cookies, closed with the server; `X_Name` is the header X-Name."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        browser = httpx.Client(base_url=self.url, headers=named, timeout=TIMEOUT_S, verify=False)
        self.browsers.append(browser)
        return browser

    def person(self, name: str, **headers: str) -> "BrowserUser":
        """A new person with a name."""
        client = self.client(**headers)
        answer = client.post("/api/people", json={"name": name})
        assert answer.status_code == 201, answer.text
        return BrowserUser(self, client)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal that ends it; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(TIMEOUT_S)

    def log_text(self) -> str:
        """Its log so far."""
        return self.log.read_text("utf-8")


@contextmanager
def running_server(
    folder: Path, database: str | None = None, *flags: str, before: str = ""
) -> Iterator[RunningServer]:
    """A server with a database in a folder, or with the given one; stopped afterwards.

    `before` is run in its process before it starts.
    """
    log = folder / "server.log"
    words = ["serve", "--lang=en", "--port=0", "--bots=1", "--bot-pause-ms=0", "--most-new=1000000"]
    words += ["--answer-s=3600"]  # However slow the machine is, nobody's answer comes too late.
    # Tests ask for more than people do, and most of them from one address.
    words += ["--most-cpu-per-person=1000", "--most-cpu-per-address=1000"]
    words += [f"--database={database or folder / 'tables.db'}", *flags]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CLOSECALL_")}
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", before + _PROGRAM, *words],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(folder)},
        )
    try:
        url, output = _address(process, log)
        _await_health(url, process, log)
        running = RunningServer(url, process, log, output)
        try:
            yield running
        finally:
            for browser in running.browsers:
                browser.close()
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(TIMEOUT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _address(process: "subprocess.Popen[str]", log: Path) -> tuple[str, str]:
    assert process.stdout is not None
    output = ""
    while (found := re.search(r"http://[\w.:\[\]]+", output)) is None:
        line = process.stdout.readline()
        assert line, f"the server has ended: {output} {log.read_text()}"
        output += line
    return found[0], output


def _await_health(url: str, process: "subprocess.Popen[str]", log: Path) -> None:
    end = time.monotonic() + START_S
    while True:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=TIMEOUT_S) as answer:
                assert answer.status == 200
                return
        except OSError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.02)


@dataclass(slots=True)
class BrowserUser:
    """A person with a browser: an HTTP client and its cookies."""

    running: RunningServer
    browser: httpx.Client

    def get(self, path: str, **query: int) -> httpx.Response:
        """GET from the API."""
        return self.browser.get(f"/api{path}", params=query)

    def post(self, path: str, **body: Any) -> httpx.Response:
        """POST to the API."""
        return self.browser.post(f"/api{path}", json=body)

    def post_ok(self, path: str, **body: Any) -> Any:
        """POST a request that must succeed; the decoded answer."""
        answer = self.post(path, **body)
        assert answer.is_success, answer.text
        return answer.json()

    def create_table(self, **order: Any) -> Any:
        """Create a table, then add words and be ready, as the page does; a game of bots alone is started."""
        words = order.pop("words", "")
        made = self.post_ok("/tables", **order)
        table = made["table"]
        path = f"/tables/{table['id']}"
        kinds = [seat["kind"] for seat in table["seats"]]
        if "person" in kinds:
            made["table"] = self.post_ok(f"{path}/ready", words=words, commitment=table["commitment"])
        elif "open" not in kinds and table["start"] == "full":
            made["table"] = self.post_ok(f"{path}/start")
        return made

    def get_ok(self, path: str, **query: int) -> Any:
        """GET something that must exist; the decoded answer."""
        answer = self.get(path, **query)
        assert answer.is_success, answer.text
        return answer.json()

    def post_refused(self, path: str, **body: Any) -> tuple[int, str]:
        """POST a request that must be refused; the status and the code of the refusal."""
        return problem(self.post(path, **body))

    @contextmanager
    def socket(self, table_id: str) -> Iterator["TableConnection"]:
        """A connection to a table during the block."""
        token = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        headers = {"Cookie": token, "Origin": self.running.url}
        if "authorization" in self.browser.headers:
            headers["Authorization"] = self.browser.headers["authorization"]
        address = f"{self.running.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
        with connect(address, additional_headers=headers, open_timeout=TIMEOUT_S) as connection:
            yield TableConnection(connection)


def problem(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, whose only other field is a sentence."""
    told = answer.json()
    assert set(told) == {"code", "sentence"}, told
    assert told["sentence"].endswith(".") or told["sentence"].endswith("?"), told
    return answer.status_code, told["code"]


@dataclass(slots=True)
class TableConnection:
    """A person's socket at a table."""

    websocket: ClientConnection
    frames: list[Any] = field(default_factory=list)
    """All frames so far."""
    sent: int = 0

    def next(self) -> Any:
        """The next frame."""
        frame = json.loads(self.websocket.recv(TIMEOUT_S))
        self.frames.append(frame)
        return frame

    def await_frame(self, kind: str) -> Any:
        """The next frame of a kind."""
        while True:
            frame = self.next()
            if frame["t"] == kind:
                return frame

    def send(self, kind: str, **fields: Any) -> int:
        """Send a frame; its id."""
        self.sent += 1
        self.websocket.send(json.dumps({"t": kind, "id": self.sent, **fields}))
        return self.sent

    def play_to_end(self) -> Any:
        """Play to the end, passing if possible and otherwise making the last move of the menu; the final
        view."""
        done = set()
        while True:
            frame = self.next()
            assert frame["t"] not in ("refused", "bye"), frame
            if frame["t"] != "seen":
                continue
            seen = frame["seen"]
            if seen["over"] is not None:
                return seen
            key = seen["viewer"], seen["point"], frame["nth"]
            if seen["menu"] is not None and key not in done:
                done.add(key)
                move = "pass" if "pass" in seen["menu"] else seen["menu"][-1]
                self.send("commit", point=seen["point"], nth=frame["nth"], move=move, seat=seen["viewer"])
