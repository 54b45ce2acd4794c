"""Nobody learns what is hidden from them: not in a frame, an answer, an export, a log line or a metric."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from closecall.core.match import Commit
from closecall.core.rules import Over, Seat
from closecall.games import enough
from closecall.games.enough.moves import Keep, Show
from closecall.server.rooms.live_match import load_table
from closecall.server.settings import Settings
from closecall.store import StoredTable
from server.canaries import (
    AGES,
    WatchedTable,
    Watcher,
    hidden_numbers,
    numbers_in,
    open_socket,
    others_ages,
    watched_table,
)
from server.server_process import TIMEOUT_S, RunningServer, problem, running_server
from support.random_games import Style

GAMES = {"mark": 0, "qwixx": 0, "enough": 234}
"""Each with a number that makes its game a short one in which players choose at once."""
SEATS = 3


@dataclass(frozen=True, slots=True)
class Here:
    """The server of these tests, and where it is."""

    running: RunningServer
    folder: Path


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A server that says as much as it can."""
    folder = tmp_path_factory.mktemp("canaries")
    flags = ("--log-level=debug", "--json-logs", "--metrics")
    with running_server(folder, None, *flags) as running:
        yield Here(running, folder)


# Addresses.


SOME_MOVE = {"mark": "red", "qwixx": "r7", "enough": "deck"}
"""A notation that each game can read."""


def paths_to_get(running: RunningServer, found: WatchedTable, game: str) -> list[str]:
    """Every GET address of the API description, and those outside it."""
    paths = running.client().get("/api/openapi.json").json()["paths"]
    filled = [
        path.replace("{table_id}", found.table_id)
        .replace("{game}", game)
        .replace("{day}", "2026-11-18")
        .replace("{lesson}/why", f"0/why?move={SOME_MOVE[game]}")
        for path, methods in paths.items()
        if "get" in methods
    ]
    assert not any("{" in path for path in filled)
    table = f"/api/tables/{found.table_id}"
    more = [f"{table}/replay?viewer={seat}&limit=200" for seat in range(SEATS)]
    return [
        *filled,
        *more,
        "/",
        "/metrics",
        "/health",
        "/api/openapi.json",
        f"{table}/socket",
        f"{table}/log",
    ]


def check_answers(found: WatchedTable, watcher: Watcher, paths: list[str]) -> None:
    """During the game: what one viewer gets from every address."""
    for path in paths:
        answer = watcher.browser.get(path)
        assert answer.status_code in (200, 401, 403, 404), (path, answer.text)
        # Only `/api/me` shows an id, and only to its person.
        own = [answer.json()["id"]] if path == "/api/me" and answer.is_success else []
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        found.check_text(headers + answer.text, f"{path} for {watcher.name}", *own)
        found.check_code(headers + answer.text, watcher)
        if answer.headers["content-type"] == "application/json":
            numbers = numbers_in(answer.json(), "kit", "entries", "version")
            assert not numbers & hidden_numbers(found.live.match, watcher.viewer), (path, watcher.name)
            assert not numbers & others_ages(watcher.viewer), (path, watcher.name)
        if path.endswith("/record") or "/replay" in path:
            assert problem(answer) == (403, "not_allowed")
        if path.endswith("/proof"):
            told = answer.json()
            assert (told["seed"], told["effective_seed"]) == (None, None)


def check_return(found: WatchedTable, watcher: Watcher) -> None:
    """A viewer who connects during a decision sees what the others see, and no choices of others."""
    length = len(found.live.match.log)
    with open_socket(found.running, found.table_id, watcher.browser) as connection:
        again = Watcher(watcher.name, watcher.viewer, watcher.browser, connection, watcher.is_inside)
        for frame in again.frames_until(length):
            assert frame["t"] in ("table", "seen")
            found.check_frame(again, frame)


# The games.


@pytest.mark.parametrize("game", GAMES)
def test_a_game_full_of_canaries(here: Here, game: str) -> None:
    """A whole game: everything that everybody gets at every moment, and what they may have at its end."""
    rng = Random(f"canaries {game} {GAMES[game]}")
    style = Style(rng)
    with watched_table(here.running, here.folder, game, SEATS) as found:
        paths = paths_to_get(here.running, found, game)
        steps = sealed = 0
        while found.step(rng, style):
            steps += 1
            sealed += bool(found.live.match.sealed)
            watcher = found.watchers[steps % len(found.watchers)]
            if found.live.match.sealed and sealed % 7 == 1:
                check_return(found, watcher)
            is_over = isinstance(found.live.match.pending, Over)
            if not is_over and (steps % 13 == 0 or steps <= len(found.watchers)):
                check_answers(found, watcher, paths)
        assert steps > 20
        assert sealed > 0
        if game == "enough":
            assert len(found.mucked) > 1
            assert any(found.mucked.values())
            answers = [entry.move for entry in found.live.match.log if isinstance(entry, Commit)]
            assert {Show(), Keep()} <= set(answers)
        check_end(found)
        check_logs(found, here.running.log_text())
        check_metrics(found, here.running.client().get("/metrics").text)


def check_end(found: WatchedTable) -> None:
    """After the game the seed is shown where it belongs; ids of people never."""
    stored = found.store.load_table(found.table_id)
    assert stored is not None
    path = f"/api/tables/{found.table_id}"
    for watcher in found.watchers:
        answers = {name: watcher.browser.get(f"{path}/{name}") for name in ("proof", "record", "replay")}
        for name, answer in answers.items():
            assert answer.status_code == 200
            found.check_text(answer.text, f"{name} for {watcher.name}", is_over=True)
        assert answers["proof"].json()["seed"] == answers["record"].json()["seed"] == stored.seed
        found.check_text(answers["replay"].text, "the replay")
        for elsewhere in (path, "/api/tables", "/api/me/games", "/api/me/fame", "/api/fame/qwixx"):
            found.check_text(watcher.browser.get(elsewhere).text, elsewhere)
        found.check_text("".join(watcher.texts), f"all frames for {watcher.name}")
        for name in ("record", "replay"):
            assert not numbers_in(answers[name].json(), "n", "point", "steps") & set(AGES), name
    check_ages_afterwards(found, stored)


def check_ages_afterwards(found: WatchedTable, stored: StoredTable) -> None:
    """Ages are stored with the seats only; in a rematch, too, everybody sees only their own."""
    asks_age = load_table(stored)[0].asks_age
    assert (str(AGES[1]) in stored.table.seats) == asks_age
    assert not numbers_in(json.loads(stored.table.options), "kit") & set(AGES)
    assert not any(numbers_in(json.loads(kept.entry)) & set(AGES) for kept in stored.entries)
    again = found.people[0].post_ok(f"/tables/{found.table_id}/rematch")
    ages = [seat["age"] for seat in again["seats"]]
    assert ages == ([None, None, AGES[0]] if asks_age else [None] * SEATS)
    for watcher in found.watchers[1:]:
        found.check_table(watcher.viewer, watcher.browser.get(f"/api/tables/{again['id']}").json())


# Ages, before the game.


def test_ages_before_the_game(here: Here) -> None:
    """Given, changed and moved while everybody watches: nobody else is sent one."""
    running = here.running
    ann, ben, guest = (running.person(name) for name in ("Ann", "Ben", "Guest"))
    order = {"game": "mark", "options": {"ages": [None] * 4}, "start": "host", "public": True}
    seats = [{"kind": "me", "age": AGES[0]}, *[{"kind": "open"}] * 3]
    made = ann.create_table(seats=seats, **order)
    path = f"/tables/{made['table']['id']}"
    guest.post_ok("/join", invite=made["invite"])
    watching = [guest.browser, running.client()]
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(open_socket(running, made["table"]["id"], browser)) for browser in watching
        ]
        ben.post_ok(f"{path}/sit", age=AGES[1])
        ben.post_ok(f"{path}/sit", seat=3)
        ann.post_ok(f"{path}/age", age=AGES[2])
        versions = ann.get_ok(path)["version"]
        assert [seat["age"] for seat in ben.get_ok(path)["seats"]] == [None, None, None, AGES[1]]
        assert [seat["age"] for seat in ann.get_ok(path)["seats"]] == [AGES[2], None, None, None]
        for browser in watching:
            for address in (path, "/tables", f"{path}/proof"):
                told = browser.get(f"/api{address}").json()
                assert not numbers_in(told, "version") & set(AGES), address
        for socket in sockets:
            version = -1
            while version < versions:
                frame = json.loads(socket.recv(TIMEOUT_S))
                version = frame["table"]["version"]
                assert not numbers_in(frame, "version") & set(AGES)


# Logs and figures.

LOG_FIELDS = {
    "at", "level", "event", "method", "route", "status", "ms", "table", "reason", "seconds", "address",
    "database", "message",
}  # fmt: skip
"""Nothing else is logged: neither moves, nor views, nor names."""
LABELS = {"method", "route", "status", "le", "reason", "game", "code", "bot", "version", "python"}


def check_logs(found: WatchedTable, logged: str) -> None:
    """No secret is logged, not even after the game, and nothing that happens in it."""
    found.check_text(logged, "the log")
    lines = [json.loads(line) for line in logged.splitlines()]
    assert len(lines) > 50
    for line in lines:
        assert set(line) <= LOG_FIELDS, line
        # Times, ports and the path of the database have numbers of their own.
        innocent = ("status", "ms", "at", "address", "database")
        texts = {name: value for name, value in line.items() if name not in innocent}
        assert not numbers_in(texts) & {*range(601, 831), *AGES}, line
    assert "Player 1" not in logged
    assert "canary" not in logged
    code = found.told_code()
    assert code is None or code not in logged


def check_metrics(found: WatchedTable, text: str) -> None:
    """Metrics contain no table, no person and no move."""
    found.check_text(text, "the figures")
    assert found.table_id not in text
    assert set(re.findall(r"[{,]([a-z_]+)=", text)) <= LABELS
    assert not set(re.findall(r'="([0-9]+)"', text)) & set(map(str, AGES))
    assert "canar" not in text


# An abandoned game keeps its secrets.


def test_an_abandoned_game(here: Here) -> None:
    """Players see it through their own eyes; nobody gets the seed, the record or other hands.

    It is given up after a round in which some have shown their cards, while others decide about it again.
    """
    rng = Random("canaries enough 234")
    style = Style(rng)
    with watched_table(here.running, here.folder, "enough", SEATS) as found:
        while not (has_shown_some(found) and is_deciding_to_show(found)):
            assert found.step(rng, style)
        path = f"/tables/{found.table_id}"
        for person in found.people[1:SEATS]:
            person.post_ok(f"{path}/leave")
        for person in found.people[:SEATS]:
            person.post_ok(f"{path}/close")
        for seat, person in enumerate(found.people[:SEATS]):
            expect_own_eyes(found, seat, person.get(f"{path}/replay", viewer=seat, limit=200))
            other = person.get(f"{path}/replay", viewer=(seat + 1) % SEATS)
            assert problem(other) == (403, "own_eyes_only")
            assert person.get(f"{path}/record").status_code in (403, 409)
        for watcher in found.watchers:
            proof = watcher.browser.get(f"/api{path}/proof")
            assert (proof.json()["seed"], proof.json()["effective_seed"]) == (None, None)
            found.check_text(proof.text, "the proof")
        for watcher in found.watchers[SEATS:]:
            assert problem(watcher.browser.get(f"/api{path}/replay")) == (403, "not_allowed")


def has_shown_some(found: WatchedTable) -> bool:
    """Whether in earlier rounds somebody has shown their cards by choice, and somebody has not."""
    entries = found.live.match.log[: found.live.starts[-1]]
    return {Show(), Keep()} <= {entry.move for entry in entries if isinstance(entry, Commit)}


def is_deciding_to_show(found: WatchedTable) -> bool:
    """Whether a player has decided to show their cards, and others have not decided yet."""
    return Show() in found.live.match.sealed.values()


def expect_own_eyes(found: WatchedTable, seat: int, answer: httpx.Response) -> None:
    """A replay shows a player what they have seen, and only their own choices from the log."""
    assert answer.status_code == 200, answer.text
    found.check_text(answer.text, "the replay")
    looked = 0
    for step in answer.json()["items"]:
        entry: dict[str, Any] | None = step["entry"]
        assert entry is None or entry.get("seat", entry.get("take_back")) == seat
        match = found.moments.get(step["n"])
        if match is not None:
            looked += 1
            found.check_seen(Seat(seat), step["seen"], match)
    assert looked > 20
    assert found.live.match.rules is enough


# The password of a database.


def test_the_password_of_the_database(tmp_path: Path) -> None:
    """It is in no description of the settings, and not in what a server says that cannot reach it."""
    password = "canary-password"
    url = f"postgresql://canary-user:{password}@127.0.0.1:9/none?connect_timeout=1"
    settings = Settings(url)
    assert password not in f"{settings!r} {settings} {settings.shown_database} {settings.address}"
    with pytest.raises(AssertionError) as failed, running_server(tmp_path, url, "--json-logs"):
        pass
    assert "cannot be opened" in str(failed.value)
    assert password not in str(failed.value) + (tmp_path / "server.log").read_text()
