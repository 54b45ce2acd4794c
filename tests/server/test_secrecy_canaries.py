"""Nobody learns what is hidden from them: not in a frame, an answer, an export, a log line or a metric."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from closecall.core.rules import Over, Seat
from closecall.games import enough
from closecall.server.settings import Settings
from server.canaries import WatchedTable, Watcher, hidden_numbers, numbers_in, open_socket, watched_table
from server.server_process import RunningServer, problem, running_server
from support.random_games import Style

GAMES = {"mark": 0, "qwixx": 0, "enough": 249}
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
        for elsewhere in (path, "/api/tables", "/api/me/games", "/api/fame/qwixx"):
            found.check_text(watcher.browser.get(elsewhere).text, elsewhere)
        found.check_text("".join(watcher.texts), f"all frames for {watcher.name}")


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
        assert not numbers_in(texts) & set(range(601, 831)), line
    assert "Player 1" not in logged
    assert "canary" not in logged
    code = found.told_code()
    assert code is None or code not in logged


def check_metrics(found: WatchedTable, text: str) -> None:
    """Metrics contain no table, no person and no move."""
    found.check_text(text, "the figures")
    assert found.table_id not in text
    assert set(re.findall(r"[{,]([a-z_]+)=", text)) <= LABELS
    assert "canar" not in text


# An abandoned game keeps its secrets.


def test_an_abandoned_game(here: Here) -> None:
    """Players see it through their own eyes; nobody gets the seed, the record or other hands."""
    rng = Random("given up")
    style = Style(rng)
    with watched_table(here.running, here.folder, "enough", SEATS) as found:
        for _ in range(30):
            assert found.step(rng, style)
        path = f"/tables/{found.table_id}"
        for person in found.people[1:SEATS]:
            person.post_ok(f"{path}/leave")
        found.people[0].post_ok(f"{path}/close")
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


def expect_own_eyes(found: WatchedTable, seat: int, answer: httpx.Response) -> None:
    """A replay shows a player what they have seen, and only their own choices from the log."""
    assert answer.status_code == 200, answer.text
    found.check_text(answer.text, "the replay")
    looked = 0
    for step in answer.json()["items"]:
        entry: dict[str, Any] | None = step["entry"]
        assert entry is None or entry.get("seat") == seat
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
