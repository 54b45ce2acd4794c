"""Tables over real connections: created, found, filled, started, left; private ones are invisible."""

from collections.abc import Iterator
from typing import Any

import pytest

from server.server_process import Running, Somebody, problem, running_server

OPEN: dict[str, Any] = {"kind": "open"}
ME: dict[str, Any] = {"kind": "me"}
GREEDY: dict[str, Any] = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all of these tests; it believes no proxy."""
    with running_server(tmp_path_factory.mktemp("tables"), None, "--most-guesses=1000") as found:
        yield found


@pytest.fixture(scope="module")
def ann(running: Running) -> Somebody:
    """A person who creates tables."""
    return running.person("Ann")


@pytest.fixture(scope="module")
def bob(running: Running) -> Somebody:
    """A person who joins them."""
    return running.person("Bob")


def made(person: Somebody, *seats: dict[str, Any], **order: Any) -> Any:
    """A person's table, with its invitation."""
    return person.did("/tables", **{"game": "qwixx", "seats": list(seats) or [ME, OPEN], **order})


def names(table: Any) -> list[str]:
    """The names at the seats."""
    return [seat["name"] for seat in table["seats"]]


# Making and finding.


def test_a_new_table(running: Running, ann: Somebody) -> None:
    """It is private, open, and promises its dice; the link holds the invitation behind the `#`."""
    answer = ann.post("/tables", game="qwixx", seats=[ME, OPEN, GREEDY], options={"games": 3}, clock="brisk")
    assert answer.status_code == 201
    told = answer.json()
    table = told["table"]
    assert told["link"] == f"{running.url}/join#{told['invite']}"
    assert len(told["invite"]) == 32
    assert (table["game"], table["status"], table["clock"], table["is_public"]) == (
        "qwixx",
        "open",
        "brisk",
        False,
    )
    assert table["options"] == {"games": 3}
    assert names(table) == ["Ann", "", "Greedy"]
    assert (table["role"], len(table["code"]), len(table["commitment"])) == ("host", 6, 64)
    assert ann.saw(f"/tables/{table['id']}") == table


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "enough"}, "wrong_seats"),
        ({"options": {"games": 0}}, "qwixx_games"),
        ({"options": {"colour": "red"}}, "unknown_field"),
        ({"seats": []}, "bad_request"),
        ({"seats": [{"kind": "king"}]}, "bad_request"),
        ({"seats": [ME], "clock": "sand"}, "bad_request"),
        ({"seats": [ME], "public": "yes"}, "bad_request"),
        ({"seats": [ME], "more": 1}, "bad_request"),
        ({"seats": [{"kind": "bot", "bot": "deep"}]}, "unknown_bot"),
        ({"seats": [{"kind": "bot", "bot": "bot:touch /tmp/here"}]}, "unknown_bot"),
        ({"seats": [{"kind": "local", "name": " "}]}, "name_empty"),
        ({"seats": [ME], "words": "x" * 81}, "words_long"),
    ],
)
def test_orders_that_cannot_be(ann: Somebody, order: dict[str, Any], code: str) -> None:
    """Refused with a reason, and nothing is created."""
    before = len(ann.saw("/me/games", limit=100)["games"])
    assert ann.refused("/tables", **{"game": "qwixx", "seats": [ME, OPEN], **order}) == (400, code)
    assert len(ann.saw("/me/games", limit=100)["games"]) == before


def test_the_public_tables(running: Running, ann: Somebody) -> None:
    """Anybody sees them, the newest first, but neither their codes nor private or finished tables."""
    private = made(ann)["table"]["id"]
    first = made(ann, public=True)["table"]["id"]
    closed = made(ann, public=True)["table"]["id"]
    second = made(ann, ME, public=True)["table"]["id"]
    ann.did(f"/tables/{closed}/close")
    listed = running.client().get("/api/tables").json()["tables"]
    ids = [table["id"] for table in listed]
    assert ids.index(second) < ids.index(first)
    assert not {private, closed} & set(ids)
    shown = next(table for table in listed if table["id"] == first)
    assert (shown["role"], shown["code"]) == ("stranger", None)
    assert next(table for table in listed if table["id"] == second)["status"] == "playing"


def test_a_private_table_is_not_there(running: Running, ann: Somebody, bob: Somebody) -> None:
    """For others it does not exist, whatever they request."""
    table_id = made(ann, ME, GREEDY)["table"]["id"]
    missing = table_id[:-1] + ("0" if table_id[-1] != "0" else "1")
    stranger = Somebody(running, running.client())
    for path in ("", "/replay", "/record", "/proof"):
        for person in (bob, stranger):
            here, nowhere = (person.get(f"/tables/{name}{path}") for name in (table_id, missing))
            assert problem(here) == (404, "no_table")
            assert here.content == nowhere.content
    for path, body in {
        "sit": {"seat": 0}, "leave": {}, "places/0": OPEN, "words": {"words": "x"}, "ready": {}, "start": {},
        "close": {}, "stand-in": {"seat": 0}, "return": {}, "rematch": {}, "invite": {},
        "qr": {"invite": "x"},
    }.items():  # fmt: skip
        here, nowhere = (bob.post(f"/tables/{name}/{path}", **body) for name in (table_id, missing))
        assert problem(here) == (404, "no_table")
        assert here.content == nowhere.content
        assert stranger.refused(f"/tables/{table_id}/{path}", **body) == (401, "nobody")


@pytest.mark.parametrize("table_id", ["x", "A" * 16, "0" * 17, "..", "%00", "%F0%9F%8E%B2"])
def test_ids_that_are_none(ann: Somebody, table_id: str) -> None:
    """Whatever the header says."""
    answer = ann.get(f"/tables/{table_id}")
    assert answer.status_code == 404
    assert problem(answer)[1] in ("no_table", "not_found")


# Invitations.


def test_an_invitation_is_not_a_seat(ann: Somebody, bob: Somebody) -> None:
    """With the link or the code; a guest may watch, and then sit down."""
    told = made(ann)
    table_id, code = told["table"]["id"], told["table"]["code"]
    joined = bob.did("/join", invite=told["invite"])
    assert (joined["id"], joined["role"], names(joined)) == (table_id, "guest", ["Ann", ""])
    assert bob.did("/join", code=f" {code[:3].lower()}-{code[3:]} ")["id"] == table_id
    assert bob.refused("/join", invite=told["invite"], code=code) == (400, "bad_request")
    assert bob.refused("/join") == (400, "bad_request")
    with bob.socket(table_id) as seated:
        assert seated.until("table")["table"]["role"] == "guest"
    assert bob.did(f"/tables/{table_id}/sit")["status"] == "playing"


def test_a_new_invitation_ends_the_old_one(running: Running, ann: Somebody, bob: Somebody) -> None:
    """Guests get none; those who are in stay in."""
    told = made(ann, ME, OPEN, OPEN)
    table_id = told["table"]["id"]
    bob.did("/join", invite=told["invite"])
    assert bob.refused(f"/tables/{table_id}/invite") == (403, "players_invite")
    fresh = ann.did(f"/tables/{table_id}/invite")
    assert fresh["link"] == f"{running.url}/join#{fresh['invite']}"
    assert fresh["code"] == told["table"]["code"]
    eve = running.person("Eve")
    assert eve.refused("/join", invite=told["invite"]) == (404, "unknown_invite")
    assert eve.did("/join", invite=fresh["invite"])["role"] == "guest"
    bob.did(f"/tables/{table_id}/sit")
    again = bob.did(f"/tables/{table_id}/invite")["invite"]
    assert running.person("Kim").did("/join", invite=again)["role"] == "guest"


@pytest.mark.parametrize(
    "guess",
    [{"invite": "A" * 32}, {"invite": "x"}, {"code": "22222"}, {"code": "222222"}, {"code": "0O1I!!"}],
)
def test_wrong_guesses(bob: Somebody, guess: dict[str, str]) -> None:
    """The answer does not say what was wrong."""
    assert bob.refused("/join", **guess) == (404, "unknown_invite")


def test_a_qr_code(running: Running, ann: Somebody, bob: Somebody) -> None:
    """An image of the link, only for insiders who have the invitation."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}/qr"
    answer = ann.post(path, invite=told["invite"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert told["invite"] not in answer.text
    assert ann.refused(path, invite="A" * 32) == (404, "unknown_invite")
    assert ann.refused(path, invite="https://evil.example") == (404, "unknown_invite")
    assert bob.refused(path, invite=told["invite"]) == (404, "no_table")
    public = made(ann, public=True)
    assert bob.refused(f"/tables/{public['table']['id']}/qr", invite=public["invite"]) == (
        403,
        "players_invite",
    )


# Around the game.


def test_seats_are_taken_moved_and_given_back(ann: Somebody, bob: Somebody) -> None:
    """Until the host begins with those who are there."""
    told = made(ann, ME, OPEN, OPEN, start="host")
    path = f"/tables/{told['table']['id']}"
    bob.did("/join", invite=told["invite"])
    assert names(bob.did(f"{path}/sit", seat=2)) == ["Ann", "", "Bob"]
    assert bob.refused(f"{path}/sit", seat=0) == (409, "table_place_taken")
    assert bob.refused(f"{path}/sit", seat=7) == (404, "table_no_place")
    assert names(bob.did(f"{path}/sit", seat=1)) == ["Ann", "Bob", ""]
    assert bob.refused(f"{path}/places/2", **GREEDY) == (403, "not_allowed")
    assert names(ann.did(f"{path}/places/2", **GREEDY)) == ["Ann", "Bob", "Greedy"]
    assert names(ann.did(f"{path}/places/2", kind="local", name="Zoé")) == ["Ann", "Bob", "Zoé"]
    assert names(ann.did(f"{path}/places/2", **OPEN)) == ["Ann", "Bob", ""]
    assert bob.refused(f"{path}/start") == (403, "not_allowed")
    assert bob.did(f"{path}/ready", ready=False)["seats"][1]["ready"] is False
    assert ann.refused(f"{path}/start") == (409, "table_not_ready")
    bob.did(f"{path}/ready")
    assert bob.did(f"{path}/words", words="seven grey geese")["words"] == ["", "seven grey geese", ""]
    begun = ann.did(f"{path}/start")
    assert (begun["status"], names(begun)) == ("playing", ["Ann", "Bob"])
    assert bob.refused(f"{path}/words", words="late") == (403, "not_allowed")
    assert ann.refused(f"{path}/sit") == (403, "not_allowed")


def test_a_bot_stands_in_until_one_returns(ann: Somebody, bob: Somebody) -> None:
    """For oneself when leaving, and for another who is not there."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}"
    bob.did("/join", invite=told["invite"])
    assert bob.did(f"{path}/sit")["status"] == "playing"
    assert bob.did(f"{path}/leave")["seats"][1]["away"] is True
    assert bob.did(f"{path}/return")["seats"][1]["away"] is False
    assert ann.did(f"{path}/stand-in", seat=1)["seats"][1]["away"] is True
    with bob.socket(told["table"]["id"]) as seated:
        while seated.until("table")["table"]["seats"][1]["away"]:
            pass  # A player who reconnects takes over again.
        assert ann.refused(f"{path}/stand-in", seat=1) == (409, "table_is_here")
    assert bob.refused(f"{path}/close") == (403, "not_allowed")


def test_leaving_an_open_table(ann: Somebody, bob: Somebody) -> None:
    """The seat is open again; if the host leaves, the next person becomes the host."""
    told = made(ann, ME, OPEN, OPEN)
    path = f"/tables/{told['table']['id']}"
    bob.did("/join", invite=told["invite"])
    bob.did(f"{path}/sit")
    ann.did(f"{path}/leave")
    table = bob.saw(path)
    assert (table["role"], names(table)) == ("host", ["", "Bob", ""])
    assert bob.did(f"{path}/leave")["status"] == "closed"


def test_a_table_of_bots_plays_by_itself(ann: Somebody) -> None:
    """To the end, while nobody looks; then there is a rematch only for those at the table."""
    table = made(ann, GREEDY, GREEDY)["table"]
    assert table["status"] == "playing"
    with ann.socket(table["id"]) as seated:
        while seated.until("table")["table"]["status"] != "over":
            pass
    assert ann.did(f"/tables/{table['id']}/rematch")["rematch_of"] == table["id"]


def test_a_rematch_is_one_table_for_all(running: Running, ann: Somebody, bob: Somebody) -> None:
    """The seats rotate by one; everybody who asks is ready, and then the game begins."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}"
    bob.did("/join", invite=told["invite"])
    bob.did(f"{path}/sit")
    assert ann.refused(f"{path}/rematch") == (403, "not_allowed")
    ann.did(f"{path}/stand-in", seat=1)
    ann.did(f"{path}/leave")
    watcher = running.person("Eve")
    watcher.did("/join", invite=told["invite"])
    with watcher.socket(told["table"]["id"]) as watching:
        while watching.until("table")["table"]["status"] != "over":
            pass
    assert watcher.refused(f"{path}/rematch") == (403, "not_allowed")
    first = ann.did(f"{path}/rematch")
    assert (first["status"], names(first), first["role"]) == ("open", ["Bob", "Ann"], "host")
    second = bob.did(f"{path}/rematch")
    assert (second["id"], second["status"]) == (first["id"], "playing")
    assert ann.saw(path)["rematch"] == first["id"]
    assert ann.did(f"{path}/rematch")["id"] == first["id"]


def test_an_id_in_a_proxy_header_is_not_believed(running: Running) -> None:
    """Any client can send these headers."""
    answer = running.client(X_Forwarded_Proto="https").post("/api/people", json={"name": "Ann"})
    assert "Secure" not in answer.headers["set-cookie"]


def test_nothing_went_wrong(running: Running, ann: Somebody) -> None:
    """No traceback in the log, no invitation, no code, no id in a route."""
    told = made(ann)
    ann.get(f"/tables/{told['table']['id']}")
    ann.did("/join", code=told["table"]["code"])
    logged = running.logged()
    assert "route=/api/tables/{table_id}" in logged
    for text in ("Traceback", told["invite"], told["table"]["code"], f"tables/{told['table']['id']}"):
        assert text not in logged
