"""Wrong guesses: from one network, from one site, from everywhere, and what they do not keep others from."""

from pathlib import Path

import pytest

from server.room_fixtures import SetTime, role_server
from server.server_process import BrowserUser, RunningServer, problem, running_server

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

WINDOW_MS = 10 * 60 * 1000
SEATS = [{"kind": "me"}, {"kind": "open"}]
FLAGS = "--most-guesses=2", "--most-guesses-everywhere=30", "--trusted-proxies=127.0.0.1"


@pytest.mark.anyio
async def test_limits_do_not_depend_on_the_time_of_day(tmp_path: Path) -> None:
    """Setting the clock ahead forgives nobody, and setting it back locks nobody out."""
    time = SetTime()
    async with role_server(tmp_path, time, most_guesses=2, most_new=2) as found:

        async def statuses() -> tuple[int, int]:
            """Of a guess, and of something new."""
            body = {"game": "mark", "seats": SEATS}
            return (
                (await found.request("player", "POST", "/join", {"code": "222222"})).status_code,
                (await found.request("player", "POST", "/tables", body)).status_code,
            )

        assert [await statuses() for _ in range(3)] == [(404, 201), (404, 201), (429, 429)]
        time.day_ms += 100 * WINDOW_MS
        assert await statuses() == (429, 429)
        time.day_ms -= 200 * WINDOW_MS
        time.elapsed_ms += WINDOW_MS - 1
        assert await statuses() == (429, 429)
        time.elapsed_ms += 1
        assert await statuses() == (404, 201)


def guess(running: RunningServer, thief: BrowserUser, address: str) -> tuple[int, str]:
    """A wrong code from an address."""
    thief.browser.headers["X-Forwarded-For"] = address
    return thief.post_refused("/join", code="222222")


def test_a_site_with_many_networks(tmp_path: Path) -> None:
    """Codes have to wait on the whole site; links work there, and codes work elsewhere."""
    with running_server(tmp_path, None, *FLAGS) as running:
        ann, eve = running.person("Ann"), running.person("Eve")
        made = ann.create_table(game="mark", seats=SEATS)
        code, invite = made["table"]["code"], made["invite"]
        token = ann.post_ok("/me/carry")["token"]
        for n in range(10):
            assert guess(running, eve, f"2001:db8:1:{n:x}::1") == (404, "unknown_invite")
        assert guess(running, eve, "2001:db8:1:a::1") == (429, "codes_paused")
        neighbour = running.person("Bob", X_Forwarded_For="2001:db8:1:b::1")
        answer = neighbour.post("/join", code=code)
        assert problem(answer) == (429, "codes_paused")
        assert 0 < int(answer.headers["retry-after"]) <= 600
        assert "link" in answer.json()["sentence"]
        assert neighbour.post_ok("/join", invite=invite)["role"] == "guest"
        assert neighbour.post_ok("/carry", token=token)["name"] == "Ann"
        cem = running.person("Cem", X_Forwarded_For="2001:db8:2::1")
        assert cem.post_ok("/join", code=code)["role"] == "guest"


def test_guesses_from_everywhere(tmp_path: Path) -> None:
    """Codes have to wait for everybody, also for a right one; nobody with a link is locked out."""
    with running_server(tmp_path, None, *FLAGS) as running:
        ann, eve, bob = (running.person(name) for name in ("Ann", "Eve", "Bob"))
        made = ann.create_table(game="mark", seats=SEATS)
        token = ann.post_ok("/me/carry")["token"]
        for n in range(30):
            assert bob.post_ok("/join", code=made["table"]["code"]), "right guesses do not count"
            assert guess(running, eve, f"192.0.2.{n}") == (404, "unknown_invite")
        assert guess(running, eve, "198.51.100.1") == (429, "codes_paused")
        bob.browser.headers["X-Forwarded-For"] = "203.0.113.5"
        assert bob.post_refused("/join", code=made["table"]["code"]) == (429, "codes_paused")
        for _ in range(3):
            assert bob.post_ok("/join", invite=made["invite"])["id"] == made["table"]["id"]
        assert bob.post_ok("/carry", token=token)["name"] == "Ann"
        assert bob.post_refused("/carry", token=token) == (404, "store_spent")
