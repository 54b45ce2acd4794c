"""A first visit, maybe over a slow connection: what is loaded until a board is shown, and in which order.

How long it takes is measured by benchmarks/page.py; here are the facts that make it quick.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from closecall.messages import LANGUAGES
from page.browser import PHONE
from page.conftest import NewPerson
from page.person import Person
from page.test_size_and_security import count_bytes

MOST_BYTES, MOST_FILES = 120_000, 12
"""Of everything until a board is shown. 400 kbit/s are 50,000 bytes a second."""

AFTERWARDS = re.compile(r"/assets/(Result|shared)-")
"""For the end of the game: requested when the board is there, and no longer waited for."""

WAYS = [("mark", "home.alone"), ("qwixx", "home.play_bots"), ("enough", "home.play_bots")]


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_bytes_and_files_until_a_board(person: NewPerson, game: str, way: str) -> None:
    """Few files, because each of them costs a round trip; none of them in another language."""
    ann = person("Ann", "de", PHONE, is_newcomer=True)
    sizes: dict[str, float] = {}
    count_bytes(ann, sizes)
    ann.start_game(game, way)
    expect(ann.choice).to_be_visible()
    loaded = {url: size for url, size in sizes.items() if not AFTERWARDS.search(url)}
    files = [url for url in loaded if "/assets/" in url]
    assert len(files) <= MOST_FILES, sorted(files)
    assert sum(loaded.values()) <= MOST_BYTES, sorted(loaded.items(), key=lambda one: -one[1])
    languages = {found[1] for url in files if (found := re.search(r"/texts-(\w\w)-", url))}
    assert languages == {"de"}


def test_table_is_loaded_while_one_reads(person: NewPerson) -> None:
    """Its screen is requested before anybody taps."""
    ann = person("Ann", "fr", PHONE)
    with ann.page.expect_response(re.compile(r"/assets/Table-[^/]*\.js$")):
        ann.open("/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_announced_files(person: NewPerson, language: str) -> None:
    """The texts of the page's language and, on the first page only, the screen that follows."""
    ann = person("Ann", language, PHONE)
    for path, screen in (("/", ["table", "Table"]), ("/settings", [])):
        page = ann.context.request.get(ann.url + path, headers={"accept-language": language}).text()
        found = re.findall(r'modulepreload"[^>]*/assets/(texts-\w\w|\w+)-', page)
        assert found == [f"texts-{language}", *screen]


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_round_trips_from_the_tap_to_the_board(person: NewPerson, game: str, way: str) -> None:
    """Two: one makes the person and the table, the other says ready while the socket is being opened."""
    ann = person("Ann", "en", PHONE, is_newcomer=True)
    ann.open("/")
    expect(ann.start_button(game, way)).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    sent = watch_requests(ann)
    ann.tap(ann.start_button(game, way))
    expect(ann.choice).to_be_visible()
    assert [re.sub(r"/tables/[^/]+", "/tables/…", one) for one in sent[:3]] == [
        "POST /api/tables",
        "socket",
        "POST /api/tables/…/ready",
    ]
    assert sum(one == "socket" for one in sent) == 1


def watch_requests(person: Person) -> list[str]:
    """The requests to the API and the sockets from now on, in order."""
    sent: list[str] = []
    session = person.context.new_cdp_session(person.page)

    def on_request(event: dict[str, Any]) -> None:
        path = event["request"]["url"].removeprefix(person.url)
        if path.startswith("/api/"):
            sent.append(f"{event['request']['method']} {path}")

    session.on("Network.requestWillBeSent", on_request)
    session.on("Network.webSocketCreated", lambda event: sent.append("socket"))
    session.send("Network.enable")
    return sent
