"""What all answers have in common, and whether the description of the API is correct."""

import html
import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from closecall.messages import LANGUAGES, catalogue
from server.server_process import BrowserUser, RunningServer, TableConnection, problem, running_server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    with running_server(tmp_path_factory.mktemp("shape"), None, "--metrics", "--log-level=info") as found:
        yield found


@pytest.fixture(scope="module")
def described(running: RunningServer) -> Any:
    """The description of the API."""
    answer = running.client().get("/api/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(described: Any) -> dict[str, Any]:
    """Every operation by its name."""
    return {found["operationId"]: found for path in described["paths"].values() for found in path.values()}


# The description.


def test_the_description_is_complete(described: Any) -> None:
    """In format 3.1; every operation has a summary, its answers and its refusals."""
    assert described["openapi"] == "3.1.0"
    assert set(described["paths"]) == {
        "/api/people", "/api/me", "/api/me/carry", "/api/carry", "/api/me/sign-out", "/api/me/bots",
        "/api/me/access", "/api/me/access/{access_id}",
        "/api/me/games", "/api/me/fame", "/api/me/statistics", "/api/games", "/api/fame/{game}",
        "/api/ratings/{game}",
        "/api/daily", "/api/daily/{game}", "/api/daily/{game}/{day}",
        "/api/tables", "/api/join", "/api/invitation",
        "/api/shared", "/api/shared/replay", "/api/shared/record", "/api/shared/proof",
        "/api/tables/{table_id}", "/api/page", "/api/lan", "/health", "/metrics",
        "/api/games/{game}/rules", "/api/games/{game}/introduction",
        "/api/games/{game}/introduction/{lesson}/why",
        *(
            f"/api/tables/{{table_id}}/{step}"
            for step in (
                "sit", "leave", "places/{seat}", "appoint", "words", "age", "ready", "start", "close",
                "keep-playing", "stand-in", "return", "rematch", "invite", "qr", "replay", "record", "proof",
                "share", "stop-sharing",
            )
        ),
    }  # fmt: skip
    for name, operation in operations(described).items():
        assert operation["summary"], name
        assert operation["tags"], name
        statuses = set(operation["responses"])
        assert len([status for status in statuses if status.startswith("2")]) == 1, name
        for status in statuses:
            content = operation["responses"][status].get("content", {})
            if status[0] in "45" and name != "show_health":
                shown = content["application/json"]["schema"]
                assert shown == {"$ref": "#/components/schemas/Problem"}, (name, status)
        if "requestBody" in operation:
            assert {"400", "413"} <= statuses, name


def test_the_description_is_self_contained(running: RunningServer, described: Any) -> None:
    """Nothing from other hosts, and every reference can be resolved."""
    assert "//cdn" not in json.dumps(described)
    schemas = described["components"]["schemas"]
    for found in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)):
        assert found in schemas
    assert problem(running.client().get("/api")) == (404, "not_found")


def test_bodies_are_closed(described: Any) -> None:
    """Bodies may have no other fields."""
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for operation in operations(described).values()
        if "requestBody" in operation
    }
    assert len(bodies) >= 12
    for name in {*bodies, "SeatWish"}:
        assert described["components"]["schemas"][name]["additionalProperties"] is False
        assert described["components"]["schemas"][name]["description"].endswith(".")


# Headers.


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/games", "/nowhere", "/health", "/pages/style.css"])
def test_every_answer_is_guarded(running: RunningServer, path: str) -> None:
    """No other page may frame it, nothing is loaded from elsewhere, no address leaks."""
    headers = running.client().get(path).headers
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(
        policy
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    assert headers.get("cache-control") == "no-store" or not path.startswith("/api")


@pytest.mark.parametrize("origin", ["null", "https://evil.example", "http://127.0.0.1:1", "", "file://"])
def test_other_pages_may_change_nothing(running: RunningServer, origin: str) -> None:
    """Whatever they send with the visitor's cookie; even an address that does not exist."""
    ann = running.person("Ann")
    ann.browser.headers["Origin"] = origin
    for method, path in (("POST", "/api/me/carry"), ("PATCH", "/api/me"), ("DELETE", "/x"), ("PUT", "/")):
        answer = ann.browser.request(method, path, json={"name": "Eve"})
        assert problem(answer) == (403, "foreign_origin")
        assert "content-security-policy" in answer.headers
    assert ann.get_ok("/me")["name"] == "Ann"


def test_our_own_page_is_allowed(running: RunningServer) -> None:
    """It names our own address."""
    ann = running.person("Ann", Origin=running.url)
    assert ann.post_ok("/me/carry")["token"]


def test_a_refusal_in_the_language_of_the_browser(running: RunningServer) -> None:
    """Even where the request does not get past the origin check."""
    answer = running.client(Origin="null", Accept_Language="de").post("/api/people", json={"name": "x"})
    assert answer.json()["sentence"] == "Das darf nur die eigene Seite des Servers."


# Bodies.


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"", "$"),
        (b"{", "…"),
        (b"[]", "…"),
        (b'{"name": 1}', "$.name"),
        (b'{"name": "x", "nom": "y"}', "$.nom"),
        (b'{"name": "x", "n\xc3\xb6m": "y"}', "…"),
        (b'{"name": "x", "language": "xx"}', "$.language"),
        (b'{"name": "\xff"}', "…"),
        (b'{"name": NaN}', "…"),
        (b'{"name": "\\ud800"}', "…"),
        (b'{"name": ' + b"[" * 8000 + b"]" * 8000 + b"}", "$.name"),
        (b"name=Ann", "…"),
    ],
)
def test_bodies_that_are_none(running: RunningServer, body: bytes, where: str) -> None:
    """Refused with the place of the error, and without quoting the request."""
    answer = running.client().post("/api/people", content=body)
    assert problem(answer) == (400, "bad_request")
    assert answer.json()["sentence"] == f"This request does not match the API description; see {where}."


def test_options_that_are_too_deep(running: RunningServer) -> None:
    """A field of any type still has to be readable and storable."""
    ann = running.person("Ann")
    deep = b'{"game": "qwixx", "seats": [{"kind": "me"}], "options": {"games": %b}}'
    answer = ann.browser.post("/api/tables", content=deep % (b"[" * 7000 + b"]" * 7000))
    assert answer.status_code == 400
    answer = ann.browser.post("/api/tables", content=deep % (b"1" * 5000))
    assert answer.status_code == 400


def test_bodies_that_are_too_long(running: RunningServer) -> None:
    """With and without a declared length."""
    browser = running.client()
    assert problem(browser.post("/api/people", content=b" " * 16_385)) == (413, "request_too_long")
    chunks = (b" " * 1000 for _ in range(20))
    assert problem(browser.post("/api/people", content=chunks)) == (413, "request_too_long")
    assert browser.post("/api/people", content=b'{"name": "Ann"}' + b" " * 16_000).status_code == 201


def test_addresses_that_are_none(running: RunningServer) -> None:
    """In the same shape as all refusals, whatever the method."""
    browser = running.client()
    assert problem(browser.get("/api/nothing")) == (404, "not_found")
    assert problem(browser.get("/nothing/at/all?x=1")) == (404, "not_found")
    answer = browser.delete("/api/me")
    assert problem(answer) == (405, "wrong_method")
    assert set(answer.headers["allow"].replace(" ", "").split(",")) >= {"GET", "PATCH"}
    assert problem(browser.get("/api/me", headers={"Host": "a b"})) == (421, "unknown_host")
    assert running.client().get(f"/api/tables/{'0' * 16}/socket").status_code == 404


def test_a_client_that_disconnects(running: RunningServer) -> None:
    """In the middle of a body: nobody is answered, and nothing fails."""
    host, port = running.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as gone:
        gone.sendall(b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
    assert running.client().get("/health").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/api/tables/x/socket", "/api/tables/0000000000000000/socket", "/socket"]
)
def test_sockets_of_no_table(running: RunningServer, path: str) -> None:
    """Refused before the handshake, in the same shape."""
    with pytest.raises(InvalidStatus) as refused, connect(running.url.replace("http", "ws", 1) + path):
        pass
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["code"] == "no_table"


LIKES_FRENCH = "pt, fr-CH;q=0.8, en;q=0.7"


@pytest.mark.parametrize(
    ("origin", "refusal"), [("http://elsewhere.example", "foreign_origin"), (None, "no_table")]
)
def test_sockets_are_refused_in_the_reader_s_language(
    running: RunningServer, origin: str | None, refusal: str
) -> None:
    """The language of the person or, without one, of the browser."""
    ann = running.person("Ann", Accept_Language=LIKES_FRENCH)
    assert ann.browser.patch("/api/me", json={"language": "it"}).status_code == 200
    cookie = f"closecall={ann.browser.cookies['closecall']}"
    address = f"{running.url.replace('http', 'ws', 1)}/api/tables/0000000000000000/socket"
    for language, who in (("fr", {}), ("it", {"Cookie": cookie})):
        headers = {"Accept-Language": LIKES_FRENCH, "Origin": origin or running.url, **who}
        with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
            pass
        sentence = json.loads(refused.value.response.body)["sentence"]
        assert sentence == catalogue(language)(f"error.{refusal}")


def test_frames_are_refused_in_the_reader_s_language(running: RunningServer) -> None:
    """A stranger's browser is asked in the same way."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    table_id = running.person("Ann").post_ok("/tables", game="mark", seats=seats, public=True)["table"]["id"]
    address = f"{running.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
    with connect(address, additional_headers={"Accept-Language": LIKES_FRENCH}) as connection:
        stranger = TableConnection(connection)
        stranger.websocket.send("no frame")
        assert stranger.await_frame("refused")["sentence"] == catalogue("fr")("error.bad_frame")


# The page, the games, the server.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/join", "/carry", "/table/0000000000000000", "/rules/mark"])
def test_the_page(running: RunningServer, path: str, language: str) -> None:
    """In four languages, and without anything that the policy would forbid."""
    answer = running.client(Accept_Language=language).get(path)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    build = running.client().get("/api/page").json()["build"]
    assert f'<html lang="{language}" data-build="{build}" data-known="false">' in answer.text
    assert html.escape(catalogue(language)("page.about")) in answer.text
    assert not re.search(
        r"<script(?! type=\"module\" crossorigin src=)|<style|\sstyle=|\son\w+=|https?://", answer.text
    )
    assert answer.headers["cache-control"] == "no-cache"
    assert 'data-known="true"' in running.person("Ann").browser.get(path).text


def test_an_unknown_address_shows_the_page_to_browsers(running: RunningServer) -> None:
    """The page says so and links to its start; a request for data gets a problem."""
    browser = running.client(Accept="text/html,*/*;q=0.8", Accept_Language="de")
    for path in ("/nowhere", "/tabel/x", "/table/a/b"):
        answer = browser.get(path)
        assert answer.status_code == 404
        assert '<html lang="de"' in answer.text
    for answer in (browser.get("/api/nowhere"), browser.post("/nowhere"), running.client().get("/nowhere")):
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.json()["code"] in ("not_found", "wrong_origin")


def test_an_unknown_address_recognises_its_reader(running: RunningServer) -> None:
    """A mistyped address shows neither an unknown reader nor another language."""
    luc = running.person("Luc", Accept="text/html,*/*;q=0.8", Accept_Language="en")
    assert luc.browser.patch("/api/me", json={"language": "fr"}).status_code == 200
    for path in ("/", "/tabel/x", "/table/a/b"):
        page = luc.browser.get(path).text
        assert '<html lang="fr"' in page
        assert 'data-known="true"' in page
    assert 'data-known="false"' in running.client(Accept="text/html").get("/tabel/x").text


def test_the_head_of_the_page_can_be_asked_for(running: RunningServer) -> None:
    """As those do who show what a link leads to."""
    answer = running.client().head("/join")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("encoding", ["br", "gzip", "identity"])
def test_the_files_of_the_page(running: RunningServer, encoding: str) -> None:
    """All files that the page refers to exist, are compressed as the browser accepts, and may be cached
    forever."""
    page = running.client().get("/").text
    links = re.findall(r'(?:href|src)="(/[^"]+)"', page)
    assert len([link for link in links if link.startswith("/assets/")]) >= 2
    for link in links:
        answer = running.client(Accept_Encoding=encoding).get(link)
        assert answer.status_code == 200
        if link.startswith("/assets/"):
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers.get("content-encoding", "identity") in (encoding, "identity")
    assert running.client().get("/assets/none.js").status_code == 404


def test_the_games(running: RunningServer) -> None:
    """All three, with everything that is needed to create a table."""
    offer = BrowserUser(running, running.client()).get_ok("/games")
    assert [(game["game"], game["seats"]) for game in offer["games"]] == [
        ("mark", {"least": 1, "most": 5}),
        ("qwixx", {"least": 1, "most": 5}),
        ("enough", {"least": 3, "most": 5}),
    ]
    ann = running.person("Ann")
    for game in offer["games"]:
        assert "greedy" in game["bots"]
        seats = [{"kind": "open"}] * game["seats"]["least"]
        table = ann.create_table(game=game["game"], seats=seats, options=game["options"])["table"]
        assert table["options"] == game["options"]
    assert {clock["clock"]: clock["seconds"] for clock in offer["clocks"]} == {
        "none": None,
        "relaxed": 180,
        "brisk": 30,
    }
    assert {"phrase": "thanks", "text": "Thank you!"} in offer["phrases"]
    german = running.client(Accept_Language="de").get("/api/games").json()
    assert {"phrase": "thanks", "text": "Danke!"} in german["phrases"]
    momo = {"character": "momo", "name": "Momo", "level": "easy"}
    assert {**momo, "temperament": "Dreams of clouds and forgets whose turn it is."} in offer["cast"]
    assert {**momo, "temperament": "Träumt von Wolken und vergisst, wer dran ist."} in german["cast"]


def test_health_and_metrics(running: RunningServer) -> None:
    """For those who run it; figures are by route, never by table."""
    health = running.client().get("/health").json()
    assert (health["status"], health["uptime_s"] >= 0) == ("ok", True)
    ann = running.person("Ann")
    table_id = ann.create_table(game="mark", seats=[{"kind": "me"}, {"kind": "open"}])["table"]["id"]
    ann.get_ok(f"/tables/{table_id}")
    answer = running.client().get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    line = 'closecall_requests_total{method="GET",route="/api/tables/{table_id}",status="200"} '
    assert line in answer.text
    assert table_id not in answer.text
    assert "closecall_store_commits_total" in answer.text


def test_nothing_went_wrong(running: RunningServer) -> None:
    """All of this was refused without a traceback, and the log has no query."""
    running.client().get("/api/games?secret=canary")
    logged = running.log_text()
    assert "route=/api/games status=200" in logged
    assert "canary" not in logged
    assert "Traceback" not in logged
    assert "error" not in logged
