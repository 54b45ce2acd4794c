"""The example bots without a server: their choices, arguments and settings."""

import json
import runpy
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from typing import Any

import pytest

from closecall import Seat, new_match, with_fate
from closecall.core.rules import Decision
from closecall.core.seen import encode_seen
from closecall.games import slugs
from support.random_games import deciding, random_match, walk
from support.source import ROOT

EXAMPLE = runpy.run_path(str(ROOT / "examples" / "network_bot.py"), run_name="network_bot")
LINES = runpy.run_path(str(ROOT / "examples" / "json_bot.py"), run_name="json_bot")
NAMES = ("main", "parse_arguments", "choose", "Server")
main, parse_arguments, choose, Server = (EXAMPLE[name] for name in NAMES)
TOKEN = "secret-0123456789"


def told(*words: str, token: str = TOKEN) -> Any:
    """The arguments."""
    return parse_arguments(["--token", token, "--table", "t", *words])


class Strict(BaseHTTPRequestHandler):
    """A server without tables that remembers the requests."""

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Authorization"]))  # type: ignore[attr-defined]  # ours
        body = json.dumps({"sentence": "There is no such table."}).encode()
        self.send_response(404)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is written."""


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    """It answers until the test is over."""
    with HTTPServer(("127.0.0.1", 0), Strict) as found:
        found.asked = []  # type: ignore[attr-defined]  # what it remembers
        thread = threading.Thread(target=found.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield found
        finally:
            found.shutdown()
            thread.join()


@pytest.mark.parametrize("game", slugs())
def test_unknown_fields_are_ignored(game: str) -> None:
    """Fields may be added to the view; the bot still chooses a move."""
    match = with_fate(new_match(game, seats=3), bytes(32))
    seat = next(seat for seat in range(3) if match.seen_by(Seat(seat)).menu is not None)
    seen = encode_seen(match.rules, match.seen_by(Seat(seat)))
    more = {**seen, "new": [1], "view": {**seen["view"], "newer": None}}
    assert choose(game, "greedy", more, Random(1)) in seen["menu"]


@pytest.mark.parametrize("game", slugs())
def test_every_question_is_answered_from_its_menu(game: str) -> None:
    """Also whether to show one's cards (E14), and whether to play one more game (Q11)."""
    rng, with_default = Random(f"questions {game}"), 0
    for _ in range(12):
        for match in walk(random_match((game, 3), rng), rng):
            for seat, _ in deciding(match):
                seen = encode_seen(match.rules, match.seen_by(seat))
                assert LINES["choose"](game, seen, rng) in seen["menu"]
                if isinstance(match.pending, Decision) and match.pending.default is not None:
                    with_default += 1
                    assert choose(game, "random", seen, rng) in seen["menu"]
    assert (with_default > 0) == (game != "mark")


@pytest.mark.parametrize(
    ("url", "socket"),
    [
        ("http://127.0.0.1:8000", "ws://127.0.0.1:8000"),
        ("HTTP://127.0.0.1:8000/", "ws://127.0.0.1:8000"),
        ("HTTPS://Games.example.org", "wss://Games.example.org"),
        (" https://[::1]:8000// ", "wss://[::1]:8000"),
        ("http://http.example", "ws://http.example"),
    ],
)
def test_the_address_of_the_socket(url: str, socket: str) -> None:
    """However the scheme is written."""
    assert Server(told("--url", url).url, TOKEN).socket("t1") == f"{socket}/api/tables/t1/socket"
    assert Server(told("--url", url).url, TOKEN).socket("a/ü") == f"{socket}/api/tables/a%2F%C3%BC/socket"


@pytest.mark.parametrize(
    "url",
    [
        "", "http://", "games.example.org", "ws://games.example.org", "ftp://games.example.org", "http:///x",
        "http://games.example.org/path", "http://games.example.org?x", "http://games.example.org#x",
        "http://games example.org", "http://[::1", "http://host:port", "http://host:99999", "http://u:p@host",
        "http://host\n.org/x",
    ],
)  # fmt: skip
def test_invalid_addresses(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It ends at once instead of retrying forever."""
    with pytest.raises(SystemExit) as ended:
        told("--url", url)
    assert ended.value.code == 2
    assert "--url is an address such as" in capsys.readouterr().err


def test_a_host_that_can_be_none() -> None:
    """A sentence, not a traceback."""
    for host in ("x" * 70 + ".example", ".."):
        with pytest.raises(SystemExit, match="does not answer"):
            main(["--token", TOKEN, "--table", "t", "--url", f"http://{host}"])


def test_the_token_may_end_with_a_line(server: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a token from a file; and a table's name may be anything."""
    url = f"HTTP://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("CLOSECALL_BOT_TOKEN", f"{TOKEN}\r\n")
    for table in ("a b", "Käse", "../me", "x?y#z", "line\nbreak"):
        with pytest.raises(SystemExit, match=r"There is no such table\."):
            main(["--table", table, "--url", url])
    quoted = ("a%20b", "K%C3%A4se", "..%2Fme", "x%3Fy%23z", "line%0Abreak")
    assert server.asked == [(f"/api/tables/{name}", f"Bearer {TOKEN}") for name in quoted]  # type: ignore[attr-defined]  # as above


@pytest.mark.parametrize("token", ["sec ret", "sec\nret", "sécret", "sec\x00ret", " \n"])
def test_a_token_that_is_none_is_not_shown(token: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It may be most of a secret."""
    with pytest.raises(SystemExit) as ended:
        told(token=token)
    assert ended.value.code == 2
    shown = capsys.readouterr().err
    assert "token" in shown
    assert "ret" not in shown
