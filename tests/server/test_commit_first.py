"""The commitment comes first: a seed is drawn, stored and shown before the server accepts any words."""

import json
import signal
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from closecall import load, verify
from server.server_process import BrowserUser, RunningServer, running_server
from store.store_helpers import execute

ME, OPEN, GREEDY = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}
BEN = {"kind": "local", "name": "Ben"}
OTHER = "0" * 64


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the server's database."""
    return tmp_path_factory.mktemp("commit_first")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[RunningServer]:
    """A server."""
    with running_server(folder) as running:
        yield running


@pytest.fixture(scope="module")
def ann(running: RunningServer) -> BrowserUser:
    """A person who creates tables."""
    return running.person("Ann")


def stored(folder: Path, table_id: str) -> tuple[str, str, list[str], str]:
    """What the database has of a table: the hash of its seed, its commitment, words and status."""
    query = f"SELECT seed, commitment, words, status FROM tables WHERE id = '{table_id}'"
    [(seed, commitment, words, status)] = execute(f"sqlite:///{folder / 'tables.db'}", query)
    return sha256(bytes.fromhex(seed)).hexdigest(), commitment, json.loads(words), status


def new_table(person: BrowserUser, *seats: dict[str, str], **order: Any) -> Any:
    """A table as the server answers its creation."""
    return person.post_ok("/tables", game="qwixx", seats=list(seats), **order)["table"]


def at(running: RunningServer, person: BrowserUser) -> BrowserUser:
    """The same person at another server on the same database."""
    browser = running.client()
    browser.cookies = person.browser.cookies
    return BrowserUser(running, browser)


def test_a_table_is_not_created_with_words(ann: BrowserUser) -> None:
    """An operator who knew them could draw a seed to go with them; the sentence names the field."""
    answer = ann.post("/tables", game="qwixx", seats=[ME, GREEDY], words="seven grey geese")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert answer.json()["sentence"].endswith("see $.words.")


@pytest.mark.parametrize(
    "seats",
    [[ME], [ME, GREEDY], [ME, BEN], [BEN, GREEDY], [GREEDY, GREEDY]],
    ids=["solo", "bot", "device", "local", "bots"],
)
def test_no_game_starts_with_the_creation(ann: BrowserUser, seats: list[dict[str, str]]) -> None:
    """Not even if nobody else has to come; one more request starts it."""
    table = new_table(ann, *seats)
    assert (table["status"], table["words"], table["started_at"]) == ("open", [""] * len(seats), None)
    step = "start" if seats[0] == GREEDY else "ready"
    assert ann.get_ok(f"/tables/{table['id']}") == table
    begun = ann.post_ok(f"/tables/{table['id']}/{step}")
    assert (begun["status"], begun["commitment"]) == ("playing", table["commitment"])


def test_the_commitment_is_stored_before_the_words(ann: BrowserUser, folder: Path) -> None:
    """When the creation is answered, seed and commitment are on disk, and they stay the same."""
    table = new_table(ann, ME, OPEN)
    path, committed = f"/tables/{table['id']}", table["commitment"]
    assert stored(folder, table["id"]) == (committed, committed, ["", ""], "open")
    ann.post_ok(f"{path}/words", words="seven grey geese", commitment=committed)
    assert stored(folder, table["id"]) == (committed, committed, ["seven grey geese", ""], "open")
    ann.post_ok(f"{path}/places/1", **GREEDY)
    ann.post_ok(f"{path}/ready", words="eight grey geese", commitment=committed)
    assert stored(folder, table["id"]) == (committed, committed, ["eight grey geese", ""], "playing")


def test_words_with_ready(ann: BrowserUser) -> None:
    """Without any, those given before stay; at a shared device they are those of the host's own seat."""
    path = f"/tables/{new_table(ann, BEN, ME, OPEN)['id']}"
    ann.post_ok(f"{path}/words", words="bens", seat=0)
    assert ann.post_ok(f"{path}/ready", words="mine")["words"] == ["bens", "mine", ""]
    assert ann.post_ok(f"{path}/ready", ready=False)["words"] == ["bens", "mine", ""]
    assert ann.post_refused(f"{path}/ready", words="w" * 81) == (400, "words_long")
    assert not ann.get_ok(path)["seats"][1]["ready"]


def test_words_for_another_commitment_are_refused(running: RunningServer, ann: BrowserUser) -> None:
    """With every request that takes words, and then nothing is changed."""
    made = ann.post_ok("/tables", game="qwixx", seats=[ME, OPEN])
    table, bob = made["table"], running.person("Bob")
    path, refused = f"/tables/{table['id']}", (409, "table_other_commitment")
    assert ann.post_refused(f"{path}/words", words="seven", commitment=OTHER) == refused
    assert ann.post_refused(f"{path}/ready", words="seven", commitment=OTHER) == refused
    assert ann.post_refused(f"{path}/ready", commitment=OTHER) == refused
    bob.post_ok("/join", invite=made["invite"])
    assert bob.post_refused(f"{path}/sit", words="eleven", commitment=OTHER) == refused
    assert ann.get_ok(path)["seats"] == table["seats"]
    assert bob.post_ok(f"{path}/sit", words="eleven", commitment=table["commitment"])["status"] == "open"
    begun = ann.post_ok(f"{path}/ready", words="seven", commitment=table["commitment"])
    assert (begun["status"], begun["words"]) == ("playing", ["seven", "eleven"])


def test_words_before_the_start_only(ann: BrowserUser) -> None:
    """They could be chosen by somebody who has seen dice."""
    path = f"/tables/{new_table(ann, ME, GREEDY)['id']}"
    ann.post_ok(f"{path}/ready", words="seven")
    assert ann.post_refused(f"{path}/words", words="late") == (403, "not_allowed")
    assert ann.post_refused(f"{path}/ready", words="late") == (403, "not_allowed")
    assert ann.get_ok(path)["words"] == ["seven", ""]


def test_a_rematch_commits_first_too(ann: BrowserUser, folder: Path) -> None:
    """It has another seed, and no words are taken over."""
    first = new_table(ann, ME, GREEDY)
    ann.post_ok(f"/tables/{first['id']}/ready", words="seven")
    with ann.socket(first["id"]) as connection:
        connection.play_to_end()
        while connection.await_frame("table")["table"]["status"] != "over":
            pass
    again = ann.post_ok(f"/tables/{first['id']}/rematch")
    committed = again["commitment"]
    assert (again["status"], again["words"], committed != first["commitment"]) == ("open", ["", ""], True)
    assert [seat["ready"] for seat in again["seats"]] == [True, False]  # The bot always is.
    assert stored(folder, again["id"]) == (committed, committed, ["", ""], "open")
    refused = ann.post_refused(f"/tables/{again['id']}/ready", words="eight", commitment=first["commitment"])
    assert refused == (409, "table_other_commitment")
    begun = ann.post_ok(f"/tables/{again['id']}/ready", words="eight", commitment=committed)
    assert (begun["status"], begun["words"]) == ("playing", ["", "eight"])


def test_a_crash_between_the_commitment_and_the_words(tmp_path: Path) -> None:
    """The server that starts next has the same seed: whoever saw the commitment can add words to it."""
    with running_server(tmp_path) as running:
        ann = running.person("Ann")
        table = new_table(ann, ME)
        running.stop(signal.SIGKILL)
    committed, path = table["commitment"], f"/tables/{table['id']}"
    with running_server(tmp_path) as running:
        ann = at(running, ann)
        assert stored(tmp_path, table["id"]) == (committed, committed, [""], "open")
        assert ann.post_ok(f"{path}/ready", words="seven", commitment=committed)["status"] == "playing"
        running.stop(signal.SIGKILL)
    with running_server(tmp_path) as running:
        ann = at(running, ann)
        with ann.socket(table["id"]) as connection:
            connection.play_to_end()
            while connection.await_frame("table")["table"]["status"] != "over":
                pass
        record, match = load(ann.get(f"{path}/record").content)
    assert (record.commitment, record.words) == (committed, ("seven",))
    assert verify(match.rules, record) > 0


def test_words_at_another_server(tmp_path: Path) -> None:
    """They are bound to the stored commitment, and a server that has not heard of them does not lose them."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with running_server(folders[0], database) as first, running_server(folders[1], database) as second:
        ann, bob = first.person("Ann"), second.person("Bob")
        made = ann.post_ok("/tables", game="qwixx", seats=[ME, OPEN])
        table = made["table"]
        path, committed = f"/tables/{table['id']}", table["commitment"]
        assert bob.post_ok("/join", invite=made["invite"])["commitment"] == committed
        assert (
            bob.post_refused(f"{path}/sit", words="eleven", commitment=OTHER)[1] == "table_other_commitment"
        )
        bob.post_ok(f"{path}/sit", words="eleven", commitment=committed)
        begun = ann.post_ok(f"{path}/ready", words="seven", commitment=committed)
        assert (begun["status"], begun["words"]) == ("playing", ["seven", "eleven"])
        assert stored(tmp_path, table["id"]) == (committed, committed, ["seven", "eleven"], "playing")
