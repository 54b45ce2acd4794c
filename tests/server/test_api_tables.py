"""Tables over real connections: created, found, filled, started, left; private ones are invisible."""

from collections.abc import Iterator
from typing import Any

import pytest

from server.server_process import BrowserUser, RunningServer, problem, running_server

OPEN: dict[str, Any] = {"kind": "open"}
ME: dict[str, Any] = {"kind": "me"}
GREEDY: dict[str, Any] = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests; it believes no proxy, and has no grace period."""
    flags = "--most-guesses=1000", "--grace-s=0"
    with running_server(tmp_path_factory.mktemp("tables"), None, *flags) as found:
        yield found


@pytest.fixture(scope="module")
def ann(running: RunningServer) -> BrowserUser:
    """A person who creates tables."""
    return running.person("Ann")


@pytest.fixture(scope="module")
def bob(running: RunningServer) -> BrowserUser:
    """A person who joins them."""
    return running.person("Bob")


def made(person: BrowserUser, *seats: dict[str, Any], **order: Any) -> Any:
    """A person's table, with its invitation."""
    return person.create_table(**{"game": "qwixx", "seats": list(seats) or [ME, OPEN], **order})


def names(table: Any) -> list[str]:
    """The names at the seats."""
    return [seat["name"] for seat in table["seats"]]


# Making and finding.


def test_a_new_table(running: RunningServer, ann: BrowserUser) -> None:
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
    assert table["options"] == {"games": 3, "one_more": False}
    assert names(table) == ["Ann", "", "Greedy"]
    assert (table["role"], len(table["code"]), len(table["commitment"])) == ("host", 6, 64)
    assert ann.get_ok(f"/tables/{table['id']}") == table


def test_a_new_table_by_a_guest(running: RunningServer) -> None:
    """Nobody becomes the guest they name, with a cookie; who is somebody already stays that."""
    newcomer = BrowserUser(running, running.client())
    seats = {"game": "mark", "seats": [ME]}
    assert problem(newcomer.post("/tables", **seats)) == (401, "nobody")
    assert problem(newcomer.post("/tables", **seats, guest={"name": " "})) == (400, "name_empty")
    first = newcomer.post("/tables", **seats, guest={"name": "Guest 27", "language": "fr"}).json()
    assert names(first["table"]) == ["Guest 27"]
    assert (first["me"]["name"], first["me"]["language"]) == ("Guest 27", "fr")
    assert newcomer.get_ok("/me") == first["me"]
    second = newcomer.post("/tables", **seats, guest={"name": "Guest 28"}).json()
    assert second["me"] == first["me"]
    assert names(second["table"]) == ["Guest 27"]


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
        ({"seats": [{"kind": "bot", "character": "nobody"}]}, "unknown_character"),
        ({"seats": [{"kind": "bot", "bot": "easy", "character": "vega"}]}, "unknown_character"),
        ({"seats": [{"kind": "local", "name": " "}]}, "name_empty"),
        ({"seats": [ME], "words": "seven grey geese"}, "bad_request"),
        ({"seats": [{**GREEDY, "age": 9}]}, "table_age_of_nobody"),
        ({"game": "mark", "options": {"ages": [None]}, "seats": [{**ME, "age": 151}]}, "mark_ages_range"),
        ({"game": "mark", "options": {"ages": [None]}, "seats": [{**ME, "age": "9"}]}, "bad_request"),
        ({"game": "mark", "options": {"ages": [None]}, "seats": [{**ME, "age": True}]}, "bad_request"),
        ({"game": "mark", "options": {"ages": [None]}, "seats": [{**ME, "age": 9.5}]}, "bad_request"),
    ],
)
def test_orders_that_cannot_be(ann: BrowserUser, order: dict[str, Any], code: str) -> None:
    """Refused with a reason, and nothing is created."""
    before = len(ann.get_ok("/me/games", limit=100)["games"])
    assert ann.post_refused("/tables", **{"game": "qwixx", "seats": [ME, OPEN], **order}) == (400, code)
    assert len(ann.get_ok("/me/games", limit=100)["games"]) == before


def test_the_public_tables(running: RunningServer, ann: BrowserUser) -> None:
    """Anybody sees them, the newest first, but neither their codes nor private or finished tables."""
    private = made(ann)["table"]["id"]
    first = made(ann, public=True)["table"]["id"]
    closed = made(ann, public=True)["table"]["id"]
    second = made(ann, ME, public=True)["table"]["id"]
    ann.post_ok(f"/tables/{closed}/close")
    listed = running.client().get("/api/tables").json()["tables"]
    ids = [table["id"] for table in listed]
    assert ids.index(second) < ids.index(first)
    assert not {private, closed} & set(ids)
    shown = next(table for table in listed if table["id"] == first)
    assert (shown["role"], shown["code"]) == ("stranger", None)
    assert next(table for table in listed if table["id"] == second)["status"] == "playing"


def test_a_private_table_is_not_there(running: RunningServer, ann: BrowserUser, bob: BrowserUser) -> None:
    """For others it does not exist, whatever they request."""
    table_id = made(ann, ME, GREEDY)["table"]["id"]
    missing = table_id[:-1] + ("0" if table_id[-1] != "0" else "1")
    stranger = BrowserUser(running, running.client())
    for path in ("", "/replay", "/record", "/proof"):
        for person in (bob, stranger):
            here, nowhere = (person.get(f"/tables/{name}{path}") for name in (table_id, missing))
            assert problem(here) == (404, "no_table")
            assert here.content == nowhere.content
    for path, body in {
        "sit": {"seat": 0}, "leave": {}, "places/0": OPEN, "words": {"words": "x"}, "ready": {}, "start": {},
        "close": {}, "keep-playing": {}, "stand-in": {"seat": 0}, "return": {}, "rematch": {}, "invite": {},
        "qr": {"invite": "x"}, "age": {"age": 9}, "appoint": {"option": "scorekeeper", "seat": 0},
    }.items():  # fmt: skip
        here, nowhere = (bob.post(f"/tables/{name}/{path}", **body) for name in (table_id, missing))
        assert problem(here) == (404, "no_table")
        assert here.content == nowhere.content
        assert stranger.post_refused(f"/tables/{table_id}/{path}", **body) == (401, "nobody")


@pytest.mark.parametrize("table_id", ["x", "A" * 16, "0" * 17, "..", "%00", "%F0%9F%8E%B2"])
def test_ids_that_are_none(ann: BrowserUser, table_id: str) -> None:
    """Whatever the header says."""
    answer = ann.get(f"/tables/{table_id}")
    assert answer.status_code == 404
    assert problem(answer)[1] in ("no_table", "not_found")


# Invitations.


def test_an_invitation_is_not_a_seat(ann: BrowserUser, bob: BrowserUser) -> None:
    """With the link or the code; a guest may watch, and then sit down."""
    told = made(ann)
    table_id, code = told["table"]["id"], told["table"]["code"]
    joined = bob.post_ok("/join", invite=told["invite"])
    assert (joined["id"], joined["role"], names(joined)) == (table_id, "guest", ["Ann", ""])
    assert bob.post_ok("/join", code=f" {code[:3].lower()}-{code[3:]} ")["id"] == table_id
    assert bob.post_refused("/join", invite=told["invite"], code=code) == (400, "bad_request")
    assert bob.post_refused("/join") == (400, "bad_request")
    with bob.socket(table_id) as connection:
        assert connection.await_frame("table")["table"]["role"] == "guest"
    assert bob.post_ok(f"/tables/{table_id}/sit")["status"] == "playing"


def test_a_new_invitation_ends_the_old_one(
    running: RunningServer, ann: BrowserUser, bob: BrowserUser
) -> None:
    """Guests get none; those who are in stay in."""
    told = made(ann, ME, OPEN, OPEN)
    table_id = told["table"]["id"]
    bob.post_ok("/join", invite=told["invite"])
    assert bob.post_refused(f"/tables/{table_id}/invite") == (403, "players_invite")
    fresh = ann.post_ok(f"/tables/{table_id}/invite")
    assert fresh["link"] == f"{running.url}/join#{fresh['invite']}"
    assert fresh["code"] == told["table"]["code"]
    eve = running.person("Eve")
    assert eve.post_refused("/join", invite=told["invite"]) == (404, "unknown_invite")
    assert eve.post_ok("/join", invite=fresh["invite"])["role"] == "guest"
    bob.post_ok(f"/tables/{table_id}/sit")
    again = bob.post_ok(f"/tables/{table_id}/invite")["invite"]
    assert running.person("Kim").post_ok("/join", invite=again)["role"] == "guest"


@pytest.mark.parametrize(
    "guess",
    [{"invite": "A" * 32}, {"invite": "x"}, {"code": "22222"}, {"code": "222222"}, {"code": "0O1I!!"}],
)
def test_wrong_guesses(bob: BrowserUser, guess: dict[str, str]) -> None:
    """The answer does not say what was wrong."""
    assert bob.post_refused("/join", **guess) == (404, "unknown_invite")


def test_a_qr_code(running: RunningServer, ann: BrowserUser, bob: BrowserUser) -> None:
    """An image of the link, only for insiders who have the invitation."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}/qr"
    answer = ann.post(path, invite=told["invite"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert told["invite"] not in answer.text
    assert ann.post_refused(path, invite="A" * 32) == (404, "unknown_invite")
    assert ann.post_refused(path, invite="https://evil.example") == (404, "unknown_invite")
    assert bob.post_refused(path, invite=told["invite"]) == (404, "no_table")
    public = made(ann, public=True)
    assert bob.post_refused(f"/tables/{public['table']['id']}/qr", invite=public["invite"]) == (
        403,
        "players_invite",
    )


# Around the game.


def test_seats_are_taken_moved_and_given_back(ann: BrowserUser, bob: BrowserUser) -> None:
    """Until the host begins with those who are there."""
    told = made(ann, ME, OPEN, OPEN, start="host")
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    assert names(bob.post_ok(f"{path}/sit", seat=2)) == ["Ann", "", "Bob"]
    assert bob.post_refused(f"{path}/sit", seat=0) == (409, "table_place_taken")
    assert bob.post_refused(f"{path}/sit", seat=7) == (404, "table_no_place")
    assert names(bob.post_ok(f"{path}/sit", seat=1)) == ["Ann", "Bob", ""]
    assert bob.post_refused(f"{path}/places/2", **GREEDY) == (403, "not_allowed")
    assert names(ann.post_ok(f"{path}/places/2", **GREEDY)) == ["Ann", "Bob", "Greedy"]
    assert names(ann.post_ok(f"{path}/places/2", kind="local", name="Zoé")) == ["Ann", "Bob", "Zoé"]
    assert names(ann.post_ok(f"{path}/places/2", **OPEN)) == ["Ann", "Bob", ""]
    assert bob.post_refused(f"{path}/start") == (403, "not_allowed")
    assert bob.post_ok(f"{path}/ready", ready=False)["seats"][1]["ready"] is False
    assert ann.post_refused(f"{path}/start") == (409, "table_not_ready")
    bob.post_ok(f"{path}/ready")
    assert bob.post_ok(f"{path}/words", words="seven grey geese")["words"] == ["", "seven grey geese", ""]
    begun = ann.post_ok(f"{path}/start")
    assert (begun["status"], names(begun)) == ("playing", ["Ann", "Bob"])
    assert bob.post_refused(f"{path}/words", words="late") == (403, "not_allowed")
    assert ann.post_refused(f"{path}/sit") == (403, "not_allowed")


def test_ages_are_given_at_the_seats(ann: BrowserUser, bob: BrowserUser) -> None:
    """When sitting down or later, up to the start; everybody sees only their own."""
    seats = [{**ME, "age": 40}, {"kind": "local", "name": "Zoé", "age": 7}, OPEN, OPEN]
    told = made(ann, *seats, game="mark", options={"ages": [None] * 4}, start="host")
    assert told["table"]["asks_age"] is True
    assert ages(told["table"]) == [40, 7, None, None]
    path = f"/tables/{told['table']['id']}"
    assert "age" not in bob.post_ok("/join", invite=told["invite"])["allowed"]
    sat = bob.post_ok(f"{path}/sit", age=9)
    assert ages(sat) == [None, None, 9, None]
    assert "age" in sat["allowed"]
    assert ages(bob.post_ok(f"{path}/sit", seat=3)) == [None, None, None, 9]
    assert ages(bob.post_ok(f"{path}/age", age=10)) == [None, None, None, 10]
    assert ages(bob.post_ok(f"{path}/age", age=None)) == [None] * 4
    assert bob.post_refused(f"{path}/age") == (400, "bad_request")
    assert bob.post_refused(f"{path}/age", age=-1) == (400, "mark_ages_range")
    assert bob.post_refused(f"{path}/age", age=9, seat=0) == (409, "table_not_your_place")
    assert ages(ann.post_ok(f"{path}/age", age=8, seat=1)) == [40, 8, None, None]
    assert ages(ann.post_ok(f"{path}/places/2", kind="local", name="Kim", age=3)) == [40, 8, 3, None]
    begun = ann.post_ok(f"{path}/start")
    assert (begun["options"]["ages"], begun["options"]["may_start"]) == ([None] * 4, [1])
    assert bob.post_refused(f"{path}/age", age=9) == (403, "not_allowed")


def ages(table: Any) -> list[int | None]:
    """The ages that the viewer is shown."""
    return [seat["age"] for seat in table["seats"]]


def test_no_table_stores_an_age_that_it_does_not_need(ann: BrowserUser, bob: BrowserUser) -> None:
    """It is refused, with the reason."""
    told = made(ann, ME, OPEN, OPEN)
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    assert bob.post_refused(f"{path}/sit", age=9) == (409, "table_no_ages")
    assert ann.post_refused(f"{path}/age", age=40) == (403, "not_allowed")
    assert names(bob.get_ok(path)) == ["Ann", "", ""]


def test_the_host_appoints_a_player(ann: BrowserUser, bob: BrowserUser) -> None:
    """Who keeps the score, also after moving to another seat; and nobody else may."""
    told = made(ann, ME, OPEN, OPEN, GREEDY, game="enough", start="host")
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    bob.post_ok(f"{path}/sit", seat=1)
    appointed = ann.post_ok(f"{path}/appoint", option="scorekeeper", seat=1)
    assert appointed["options"]["scorekeeper"] == 1
    assert "appoint" in appointed["allowed"]
    assert bob.post_ok(f"{path}/sit", seat=2)["options"]["scorekeeper"] == 2
    assert bob.post_refused(f"{path}/appoint", option="scorekeeper", seat=0) == (403, "not_allowed")
    assert ann.post_refused(f"{path}/appoint", option="kit", seat=0) == (400, "table_no_such_option")
    assert ann.post_refused(f"{path}/appoint", option="scorekeeper", seat=4) == (404, "table_no_place")
    assert ann.post_refused(f"{path}/appoint", option="scorekeeper") == (400, "bad_request")
    assert ann.post_ok(f"{path}/appoint", option="scorekeeper", seat=None)["options"]["scorekeeper"] is None
    ann.post_ok(f"{path}/appoint", option="scorekeeper", seat=2)
    begun = ann.post_ok(f"{path}/start")
    assert (names(begun), begun["options"]["scorekeeper"]) == (["Ann", "Bob", "Greedy"], 1)


def test_a_bot_stands_in_until_one_returns(ann: BrowserUser, bob: BrowserUser) -> None:
    """For oneself when leaving, and for another who is not there."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    assert bob.post_ok(f"{path}/sit")["status"] == "playing"
    assert bob.post_ok(f"{path}/leave")["seats"][1]["away"] is True
    assert bob.post_ok(f"{path}/return")["seats"][1]["away"] is False
    assert ann.post_ok(f"{path}/stand-in", seat=1)["seats"][1]["away"] is True
    with bob.socket(told["table"]["id"]) as connection:
        while connection.await_frame("table")["table"]["seats"][1]["away"]:
            pass  # A player who reconnects takes over again.
        assert ann.post_refused(f"{path}/stand-in", seat=1) == (409, "table_is_here")
    assert bob.post_ok(f"{path}/close")["status"] == "playing"


def test_leaving_an_open_table(ann: BrowserUser, bob: BrowserUser) -> None:
    """The seat is open again; if the host leaves, the next person becomes the host."""
    told = made(ann, ME, OPEN, OPEN)
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    bob.post_ok(f"{path}/sit")
    ann.post_ok(f"{path}/leave")
    table = bob.get_ok(path)
    assert (table["role"], names(table)) == ("host", ["", "Bob", ""])
    assert bob.post_ok(f"{path}/leave")["status"] == "closed"


def test_a_table_of_bots_plays_by_itself(ann: BrowserUser) -> None:
    """To the end, while nobody looks; then there is a rematch only for those at the table."""
    table = made(ann, GREEDY, GREEDY)["table"]
    assert table["status"] == "playing"
    with ann.socket(table["id"]) as connection:
        while connection.await_frame("table")["table"]["status"] != "over":
            pass
    again = ann.post_ok(f"/tables/{table['id']}/rematch")
    assert (again["rematch_of"], again["status"]) == (table["id"], "open")
    assert ann.post_ok(f"/tables/{again['id']}/start")["status"] == "playing"


def test_a_rematch_is_one_table_for_all(running: RunningServer, ann: BrowserUser, bob: BrowserUser) -> None:
    """The seats rotate by one; when everybody is ready, the game begins."""
    told = made(ann)
    path = f"/tables/{told['table']['id']}"
    bob.post_ok("/join", invite=told["invite"])
    bob.post_ok(f"{path}/sit")
    assert ann.post_refused(f"{path}/rematch") == (403, "not_allowed")
    ann.post_ok(f"{path}/stand-in", seat=1)
    ann.post_ok(f"{path}/leave")
    watcher = running.person("Eve")
    watcher.post_ok("/join", invite=told["invite"])
    with watcher.socket(told["table"]["id"]) as watching:
        while watching.await_frame("table")["table"]["status"] != "over":
            pass
    assert watcher.post_refused(f"{path}/rematch") == (403, "not_allowed")
    first = ann.post_ok(f"{path}/rematch")
    assert (first["status"], names(first), first["role"]) == ("open", ["Bob", "Ann"], "host")
    second = bob.post_ok(f"{path}/rematch")
    assert (second["id"], second["status"]) == (first["id"], "open")
    assert second["commitment"] == first["commitment"] != told["table"]["commitment"]
    assert bob.post_ok(f"/tables/{first['id']}/ready")["status"] == "open"
    assert ann.post_ok(f"/tables/{first['id']}/ready")["status"] == "playing"
    assert ann.get_ok(path)["rematch"] == first["id"]
    assert ann.post_ok(f"{path}/rematch")["id"] == first["id"]


def test_an_id_in_a_proxy_header_is_not_believed(running: RunningServer) -> None:
    """Any client can send these headers."""
    answer = running.client(X_Forwarded_Proto="https").post("/api/people", json={"name": "Ann"})
    assert "Secure" not in answer.headers["set-cookie"]


def test_nothing_went_wrong(running: RunningServer, ann: BrowserUser) -> None:
    """No traceback in the log, no invitation, no code, no id in a route."""
    told = made(ann)
    ann.get(f"/tables/{told['table']['id']}")
    ann.post_ok("/join", code=told["table"]["code"])
    logged = running.log_text()
    assert "route=/api/tables/{table_id}" in logged
    for text in ("Traceback", told["invite"], told["table"]["code"], f"tables/{told['table']['id']}"):
        assert text not in logged
