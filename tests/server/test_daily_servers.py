"""Daily games on real servers and at a real terminal: the same dice everywhere, or sealed ones."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from closecall.core import codec
from closecall.core.fate import commitment
from closecall.core.match import Fate
from closecall.daily import parse_day
from server.server_process import RunningServer, problem, running_server
from terminal.pseudo import run
from terminal.test_daily import played, typed_moves

GAMES = ("mark", "qwixx")
DICE = 4
"""How many rolls of a game are compared: however badly one plays Qwixx, it has as many."""


@dataclass(frozen=True, slots=True)
class Played:
    """A daily game that was played to its end, and everything that the server said about it."""

    day: str
    rolls: list[Any]
    texts: str


def play(running: RunningServer, game: str) -> Played:
    """Play today's game as a new person."""
    ann = running.person("Ann")
    texts = [ann.get("/daily").text]
    table = ann.post_ok(f"/daily/{game}")
    with ann.socket(table["id"]) as connection:
        texts.append(json.dumps(connection.play_to_end()))
    replay = ann.get(f"/tables/{table['id']}/replay", limit=200)
    entries = [step["entry"] for step in replay.json()["items"] if step["entry"] is not None]
    day = table["daily"]["day"]
    texts += [replay.text, ann.get(f"/daily/{game}/{day}").text, ann.get(f"/tables/{table['id']}/proof").text]
    if table["daily"]["is_sealed"]:
        assert problem(ann.get(f"/tables/{table['id']}/record")) == (403, "not_allowed")
    return Played(day, [entry["fate"] for entry in entries if "fate" in entry][:DICE], "".join(texts))


@pytest.fixture
def two_servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[RunningServer]]:
    """Two servers, each with a database of its own."""
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("one", "other")]
        for folder in folders:
            folder.mkdir()
        yield [stack.enter_context(running_server(folder, None, *request.param)) for folder in folders]


@pytest.mark.parametrize("two_servers", [()], indirect=True, ids=["public"])
def test_the_same_dice_on_all_servers_and_at_the_terminal(
    two_servers: list[RunningServer], tmp_path: Path
) -> None:
    """Servers that know nothing of each other, and `closecall daily`, give the same rolls."""
    for game in GAMES:
        one, other = (play(server, game) for server in two_servers)
        if one.day != other.day:  # It was midnight.
            one, other = (play(server, game) for server in two_servers)
        assert (one.day, one.rolls) == (other.day, other.rolls)
        day = parse_day(one.day)
        assert day is not None
        words = ["daily", game, "--day", one.day, "--again", "--no-confirm", "--plain"]
        ran = run(tmp_path, *words, typed="\n".join(typed_moves(played(game, day))) + "\n")
        assert ran.returncode == 0, ran.stderr
        [saved] = (tmp_path / "games").glob(f"*{game}*.json")
        log = json.loads(saved.read_text("utf-8"))["log"]
        assert [entry["fate"] for entry in log if "fate" in entry][:DICE] == one.rolls


@pytest.mark.parametrize("two_servers", [("--sealed-daily",)], indirect=True, ids=["sealed"])
def test_sealed_servers_have_dice_of_their_own(two_servers: list[RunningServer]) -> None:
    """They differ from each other and from the formula, and the secret is nowhere to be read."""
    one, other = (play(server, "mark") for server in two_servers)
    for found, server in ((one, two_servers[0]), (other, two_servers[1])):
        day = parse_day(found.day)
        assert day is not None
        assert found.rolls != public_rolls(day)
        folder = server.log.parent
        with closing(sqlite3.connect(folder / "tables.db")) as database:
            secrets = [row[0] for row in database.execute("SELECT secret FROM days")]
            seeds = [row[0] for row in database.execute("SELECT seed FROM tables")]
        assert len(secrets) >= 2  # Today's and tomorrow's.
        assert any(commitment(bytes.fromhex(secret)) in found.texts for secret in secrets)
        for secret in (*secrets, *seeds):
            assert secret not in found.texts
            assert secret not in server.log_text()
    assert one.rolls != other.rolls


def public_rolls(day: date) -> list[Any]:
    """The rolls of a day by the public formula, as they stand in a record."""
    match = played("mark", day)
    outcomes = [entry.outcome for entry in match.log if isinstance(entry, Fate)]
    return [codec.encode(match.rules.OUTCOME, outcome) for outcome in outcomes][:DICE]
