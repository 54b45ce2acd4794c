"""Played games over real connections: replays, records, proofs, own games, fame and ratings."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import closecall
from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from server.server_process import BrowserUser, RunningServer, problem, running_server
from store.postgres_wheel import running_postgres
from store.store_helpers import execute, new_schema


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """One server on each kind of database."""
    folder = tmp_path_factory.mktemp("history")
    if request.param == "sqlite":
        with running_server(folder) as found:
            yield found
        return
    with running_postgres("fsync=off") as url, running_server(folder, new_schema(url)) as found:
        yield found


@dataclass(frozen=True, slots=True)
class Played:
    """A game of Ann against a bot that is over, and what Ann saw last."""

    running: RunningServer
    ann: BrowserUser
    table_id: str
    last: Any
    early: Any
    """The proof before the first move."""

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"/tables/{self.table_id}"


@pytest.fixture(scope="module")
def played(running: RunningServer) -> Played:
    """A private game that is over."""
    ann = running.person("Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    table = ann.create_table(game="qwixx", seats=seats, words="seven grey geese")["table"]
    early = ann.get_ok(f"/tables/{table['id']}/proof")
    assert problem(ann.get(f"/tables/{table['id']}/replay")) == (403, "not_allowed")
    assert problem(ann.get(f"/tables/{table['id']}/record")) == (403, "not_allowed")
    with ann.socket(table["id"]) as connection:
        last = connection.play_to_end()
        while connection.await_frame("table")["table"]["status"] != "over":
            pass
    return Played(running, ann, table["id"], last, early)


def test_the_record_can_be_verified(played: Played) -> None:
    """It is a file, has the words and the seed, and its dice are those that were promised."""
    answer = played.ann.get(f"{played.path}/record")
    assert answer.headers["content-type"].startswith("application/json")
    named = f'attachment; filename="closecall-qwixx-{played.table_id}.json"'
    assert answer.headers["content-disposition"] == named
    record, match = closecall.load(answer.content)
    assert closecall.verify(match.rules, record) > 5
    assert record.commitment == played.early["commitment"]
    assert record.words == ("seven grey geese", "")
    assert [(player.name, player.bot) for player in record.players] == [("Ann", None), ("Greedy", "greedy")]
    assert encode_seen(match.rules, match.seen_by(Seat(0))) == played.last


def test_the_proof(played: Played) -> None:
    """During the game a promise; after it everything that is needed to recompute the dice."""
    assert played.early["seed"] is played.early["effective_seed"] is None
    proof = played.ann.get_ok(f"{played.path}/proof")
    seed = bytes.fromhex(proof["seed"])
    assert hashlib.sha256(seed).hexdigest() == proof["commitment"] == played.early["commitment"]
    assert proof["words"] == ["seven grey geese", ""]
    effective = hmac.digest(seed, b"closecall/words\nseven grey geese\n", "sha256")
    assert proof["effective_seed"] == effective.hex()
    assert len(proof["how"]) == 4
    log = played.ann.get_ok(f"{played.path}/record")["log"]
    assert (proof["entries"], played.early["entries"] < proof["entries"]) == (len(log), True)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_replay_step_by_step(played: Played, viewer: int | None) -> None:
    """All steps, page by page, through any viewer's eyes, as the rules compute them."""
    record, _ = closecall.load(played.ann.get(f"{played.path}/record").content)
    query = {} if viewer is None else {"viewer": viewer}
    steps: list[Any] = []
    while True:
        page = played.ann.get_ok(f"{played.path}/replay", step=len(steps), limit=7, **query)
        assert (page["viewer"], len(page["items"]) <= 7) == (viewer, True)
        steps += page["items"]
        if len(steps) == page["steps"]:
            break
    log = played.ann.get_ok(f"{played.path}/record")["log"]
    assert [step["n"] for step in steps] == list(range(len(log) + 1))
    assert [step["entry"] for step in steps] == [None, *log]
    match = closecall.new_match("qwixx", 2)
    seat = None if viewer is None else Seat(viewer)
    for step, entry in zip(steps[1:], record.log, strict=True):
        if hasattr(entry, "outcome"):
            match = match.fate(entry.outcome)
        else:
            assert hasattr(entry, "move")
            match = match.commit(entry.seat, entry.move, point=match.point)
        assert step["seen"] == encode_seen(match.rules, match.seen_by(seat))
    assert played.ann.get_ok(f"{played.path}/replay", step=10_000)["items"] == []


def test_replays_that_cannot_be(played: Played) -> None:
    """No such seat, no such page."""
    path = f"{played.path}/replay"
    assert problem(played.ann.get(path, viewer=2)) == (404, "table_no_place")
    for query in ({"step": -1}, {"limit": 0}, {"limit": 201}, {"viewer": -1}):
        assert problem(played.ann.get(path, **query)) == (400, "bad_request")
    assert problem(played.ann.browser.get(f"/api{path}?step=x")) == (400, "bad_request")


def test_an_abandoned_game(played: Played) -> None:
    """Players see their own view of the game; the hands of others and the seed stay secret."""
    ann = played.ann
    bot = {"kind": "bot", "bot": "random"}
    table_id = ann.create_table(game="enough", seats=[{"kind": "me"}, bot, bot])["table"]["id"]
    seed = ann.post_ok(f"/tables/{table_id}/close")["commitment"]
    own = ann.get_ok(f"/tables/{table_id}/replay", viewer=0)
    assert own["items"][0]["seen"]["viewer"] == 0
    assert not any("fate" in (step["entry"] or {}) for step in own["items"])
    assert problem(ann.get(f"/tables/{table_id}/replay", viewer=1)) == (403, "own_eyes_only")
    assert problem(ann.get(f"/tables/{table_id}/record")) == (403, "not_allowed")
    proof = ann.get_ok(f"/tables/{table_id}/proof")
    assert (proof["seed"], proof["effective_seed"], proof["commitment"]) == (None, None, seed)


def test_the_seed_is_nowhere_else(played: Played) -> None:
    """Not at the table, not in the replay, not in the lists."""
    seed = played.ann.get_ok(f"{played.path}/proof")["seed"]
    for path in (played.path, f"{played.path}/replay", "/me/games", "/tables", "/fame/qwixx"):
        assert seed not in played.ann.get(path).text
    assert seed not in played.running.log_text()


def test_my_games(played: Played) -> None:
    """The newest first, page by page, each with its results; others have their own."""
    ann = played.running.person("Ann too")
    ids = [
        ann.create_table(game="mark", seats=[{"kind": "me"}, {"kind": "open"}])["table"]["id"]
        for _ in range(3)
    ]
    page = ann.get_ok("/me/games", limit=2)
    assert [game["table"]["id"] for game in page["games"]] == ids[:0:-1]
    page = ann.get_ok("/me/games", limit=2, before=page["before"])
    assert ([game["table"]["id"] for game in page["games"]], page["before"]) == (ids[:1], None)
    games = played.ann.get_ok("/me/games")["games"]
    (results,) = (game["results"] for game in games if game["table"]["id"] == played.table_id)
    assert [(result["seat"], result["name"]) for result in results] == [(0, "Ann"), (1, "Greedy")]
    assert [result["score"] for result in results] == played.last["over"]["scores"]
    assert [result["won"] for result in results] == [
        seat in played.last["over"]["winners"] for seat in (0, 1)
    ]
    assert problem(BrowserUser(played.running, played.running.client()).get("/me/games")) == (401, "nobody")


def test_a_table_that_cannot_be_loaded_hides_no_other(tmp_path: Path) -> None:
    """A game with older rules is listed and waits for nobody; the others are unaffected."""
    with running_server(tmp_path) as running:
        ann = running.person("Ann")
        ids = [ann.create_table(game="mark", seats=[{"kind": "me"}])["table"]["id"] for _ in range(2)]
        cookie = ann.browser.cookies["closecall"]
    execute(f"sqlite:///{tmp_path}/tables.db", f"UPDATE tables SET rules_version = 0 WHERE id = '{ids[0]}'")
    with running_server(tmp_path) as running:
        ann = BrowserUser(running, running.client(Cookie=f"closecall={cookie}"))
        assert problem(ann.get(f"/tables/{ids[0]}")) == (400, "table_old_rules")
        games = ann.get_ok("/me/games")["games"]
        assert [(game["table"]["id"], game["waiting"]) for game in games] == [(ids[1], [0]), (ids[0], [])]


DAMAGE = {
    "options": "options = '{'",
    "other options": """options = '{"games": "many"}'""",
    "seats": "seats = '[]'",
    "words": "words = 'none'",
    "clock": "clock = 'never'",
    "status": "status = 'odd'",
    "game": "game = 'chess'",
    "rules": "rules_version = 99",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_table_hides_no_other(tmp_path: Path, damage: str) -> None:
    """My games and the public tables go on listing all others, and the server says which one is damaged."""
    with running_server(tmp_path) as running:
        ann = running.person("Ann")
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = [ann.create_table(game="qwixx", seats=seats, public=True)["table"]["id"] for _ in range(3)]
        cookie = ann.browser.cookies["closecall"]
    execute(f"sqlite:///{tmp_path}/tables.db", f"UPDATE tables SET {damage} WHERE id = '{made[1]}'")
    with running_server(tmp_path) as running:
        ann = BrowserUser(running, running.client(Cookie=f"closecall={cookie}"))
        mine = [game["table"]["id"] for game in ann.get_ok("/me/games")["games"]]
        public = [table["id"] for table in ann.get_ok("/tables")["tables"]]
        assert [found for found in mine if found != made[1]] == [made[2], made[0]]
        assert [found for found in public if found != made[1]] == [made[2], made[0]]
        assert ann.get(f"/tables/{made[1]}").status_code in (200, 400, 404)


def test_fame_and_ratings(played: Played) -> None:
    """After a game the players are listed by name, each sees their own row marked, and no id is shown."""
    stranger = BrowserUser(played.running, played.running.client())
    for path in ("fame", "ratings"):
        text = stranger.get(f"/{path}/qwixx").text
        assert played.ann.get_ok("/me")["id"] not in text
        assert problem(stranger.get(f"/{path}/chess")) == (404, "not_found")
    hall = played.ann.get_ok("/fame/qwixx")
    assert (hall["people"], hall["shared"], [each["level"] for each in hall["bots"]]) == ([], [], ["greedy"])
    (mine,) = hall["bots"][0]["people"]
    won = 0 in played.last["over"]["winners"]
    assert mine == {
        "name": "Ann",
        "is_bot": False,
        "victories": int(won),
        "games": 1,
        "best": played.last["over"]["scores"][0],
        "mine": True,
    }
    assert stranger.get_ok("/fame/qwixx")["bots"][0]["people"][0]["mine"] is False
    for person in played.ann.get_ok("/ratings/qwixx")["people"]:
        assert person["rating"] == pytest.approx(person["mu"] - 3 * person["sigma"])


def test_a_stranger_sees_a_public_game_and_no_private_one(played: Played) -> None:
    """Anybody may see the replay and the record of a public game."""
    stranger = BrowserUser(played.running, played.running.client())
    for path in ("replay", "record", "proof"):
        assert problem(stranger.get(f"{played.path}/{path}")) == (404, "no_table")
    seats = [{"kind": "bot", "bot": "random"}]
    table_id = played.ann.create_table(game="mark", seats=seats, public=True)["table"]["id"]
    with stranger.socket(table_id) as watching:
        while watching.await_frame("table")["table"]["status"] != "over":
            pass
    record, match = closecall.load(stranger.get(f"/tables/{table_id}/record").content)
    assert closecall.verify(match.rules, record) > 5
    assert json.loads(stranger.get(f"/tables/{table_id}/replay").text)["steps"] == len(match.log) + 1
