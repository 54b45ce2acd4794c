"""People over real connections: cookies, other devices, bots, and refusals."""

from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.server_process import BrowserUser, RunningServer, problem, running_server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    flags = "--most-guesses=3", "--trusted-proxies=127.0.0.1"
    with running_server(tmp_path_factory.mktemp("people"), None, *flags) as found:
        yield found


def test_a_name_and_its_cookie(running: RunningServer) -> None:
    """Scripts of the page cannot read it, other sites do not send it, and it stays for 400 days."""
    browser = running.client()
    answer = browser.post("/api/people", json={"name": "  Ann \n Lee ", "language": "it"})
    assert answer.status_code == 201
    told = answer.json()
    expected = {"name": "Ann Lee", "language": "it", "is_bot": False, "address": running.url, "lan": None}
    assert told == {"id": told["id"], **expected}
    value, *attributes = answer.headers["set-cookie"].split("; ")
    assert value.startswith(f"closecall={told['id']}.")
    assert sorted(attributes) == ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"]
    assert browser.get("/api/me").json() == told


def test_over_https_the_cookie_is_secure(running: RunningServer) -> None:
    """Then no browser sends it in clear, and links are of that kind too; the proxy tells."""
    browser = running.client(X_Forwarded_Proto="https", Host="games.local")
    answer = browser.post("/api/people", json={"name": "Ann"})
    cookie, *attributes = answer.headers["set-cookie"].split("; ")
    assert cookie.startswith(f"__Host-closecall={answer.json()['id']}.")
    assert sorted(attributes) == ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "Secure"]
    carry = browser.post("/api/me/carry", headers={"Cookie": cookie})
    assert carry.json()["link"].startswith("https://games.local/carry#")
    assert "set-cookie" not in carry.headers
    ended = browser.post("/api/me/sign-out", json={}, headers={"Cookie": cookie})
    assert [each.split(";")[0] for each in ended.headers.get_list("set-cookie")] == [
        "__Host-closecall=",
        "closecall=",
    ]
    assert problem(browser.get("/api/me", headers={"Cookie": cookie})) == (401, "nobody")


def test_a_cookie_from_before_https(running: RunningServer) -> None:
    """Its browser stays signed in and gets the new cookie once; a planted old one is not accepted."""
    ann = running.person("Ann")
    old = f"closecall={ann.browser.cookies['closecall']}"
    secure = running.client(X_Forwarded_Proto="https", Host="games.local")
    for path in ("/", "/api/me"):
        answer = secure.get(path, headers={"Cookie": old})
        assert answer.status_code == 200
        new, gone = answer.headers.get_list("set-cookie")
        assert new.startswith(f"__Host-closecall={ann.get_ok('/me')['id']}.")
        assert new.endswith("; Secure")
        assert gone.startswith("closecall=; Path=/; Max-Age=0")
    new = new.split(";")[0]
    for cookies in (new, f"{new}; {old}", f"{old}; {new}"):
        answer = secure.get("/api/me", headers={"Cookie": cookies})
        assert (answer.json()["name"], answer.headers.get("set-cookie")) == ("Ann", None)
    planted = new.replace("__Host-", "")
    assert problem(secure.get("/api/me", headers={"Cookie": planted})) == (401, "nobody")
    assert "set-cookie" not in ann.get("/me").headers, "not without https"


def test_cookies_in_several_headers(running: RunningServer) -> None:
    """As HTTP/2 allows: the cookie for https comes first, wherever it is."""
    secure = running.client(X_Forwarded_Proto="https", Host="games.local")
    cookie = secure.post("/api/people", json={"name": "Ann"}).headers["set-cookie"].split(";")[0]
    bob = f"closecall={running.person('Bob').browser.cookies['closecall']}"
    answer = secure.get("/api/me", headers=[("Cookie", bob), ("Cookie", cookie)])
    assert answer.json()["name"] == "Ann"


def test_without_a_name(running: RunningServer) -> None:
    """Without credentials, with a forged cookie, and with a forged token."""
    ann = running.person("Ann")
    cookie = ann.browser.cookies["closecall"]
    browser = running.client()
    assert problem(browser.get("/api/me")) == (401, "nobody")
    assert problem(browser.post("/api/me/carry")) == (401, "nobody")
    other = "y" if cookie.startswith("x") else "x"
    for forged in (cookie[:-2], other + cookie[1:], cookie.split(".")[0], "é"):
        header = f"closecall={forged}".encode()
        answer = httpx.get(f"{running.url}/api/me", headers=[(b"cookie", header)])
        assert problem(answer) == (401, "nobody")
    # A session is not a bot token.
    browser = running.client(Authorization=f"Bearer {cookie}")
    assert problem(browser.get("/api/me")) == (401, "nobody")


def test_a_person_keeps_their_identity(running: RunningServer) -> None:
    """A second tab that asks for a name gets none."""
    ann = running.person("Ann")
    assert ann.post_refused("/people", name="Bob") == (409, "already_somebody")
    assert ann.get_ok("/me")["name"] == "Ann"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        ("x" * 25, "name_long"),
        ("a\u202eb", "name_characters"),
        ("y" * 201, "bad_request"),
    ],
)
def test_names_that_cannot_be(running: RunningServer, name: str, code: str) -> None:
    """Each refusal has a sentence with the reason."""
    browser = running.client()
    assert problem(browser.post("/api/people", json={"name": name})) == (400, code)
    assert running.person("Ann").post_refused("/me/bots", name=name) == (400, code)


def test_another_name_and_language(running: RunningServer) -> None:
    """Missing fields stay unchanged; refusals use the new language."""
    ann = running.person("Ann")
    changed = ann.browser.patch("/api/me", json={"language": "de"}).json()
    assert (changed["name"], changed["language"]) == ("Ann", "de")
    changed = ann.browser.patch("/api/me", json={"name": "Anna"}).json()
    assert (changed["name"], changed["language"]) == ("Anna", "de")
    assert ann.get_ok("/me") == changed
    assert ann.get("/tables/0000000000000000").json()["sentence"].startswith("Diesen Tisch")
    assert problem(ann.browser.patch("/api/me", json={"language": "xx"})) == (400, "bad_request")


def test_the_language_of_the_browser(running: RunningServer) -> None:
    """Until they choose one."""
    browser = running.client(Accept_Language="pt, fr-CH;q=0.9, en;q=0.5")
    assert browser.get("/api/me").json()["sentence"] == "Il vous faut d’abord un nom."
    assert browser.post("/api/people", json={"name": "Zoé"}).json()["language"] == "fr"


def test_to_another_device(running: RunningServer) -> None:
    """Once; the secret is behind the `#` of the link, and both devices stay signed in."""
    ann = running.person("Ann")
    carry = ann.post_ok("/me/carry")
    assert carry["link"] == f"{running.url}/carry#{carry['token']}"
    phone = running.client()
    answer = phone.post("/api/carry", json={"token": carry["token"]})
    assert (answer.status_code, answer.json()) == (200, ann.get_ok("/me"))
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert phone.get("/api/me").json() == ann.get_ok("/me")
    assert phone.cookies["closecall"] != ann.browser.cookies["closecall"]
    thief = running.client()
    assert problem(thief.post("/api/carry", json={"token": carry["token"]})) == (404, "store_spent")
    assert problem(thief.get("/api/me")) == (401, "nobody")


def test_signing_out_here(running: RunningServer) -> None:
    """This device is signed out, even with a copy of the cookie; the other one is not."""
    ann = running.person("Ann")
    phone = BrowserUser(running, running.client())
    phone.post_ok("/carry", token=ann.post_ok("/me/carry")["token"])
    old = ann.browser.cookies["closecall"]
    answer = ann.post("/me/sign-out")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["set-cookie"].startswith("closecall=; Path=/; Max-Age=0")
    assert "closecall" not in ann.browser.cookies
    assert problem(httpx.get(f"{running.url}/api/me", headers={"Cookie": f"closecall={old}"})) == (
        401,
        "nobody",
    )
    assert phone.get_ok("/me")["name"] == "Ann"


def test_signing_out_closes_the_sockets_of_this_browser(running: RunningServer) -> None:
    """All tabs of this browser are disconnected with the reason; other devices are not."""
    ann = running.person("Ann")
    phone = BrowserUser(running, running.client())
    phone.post_ok("/carry", token=ann.post_ok("/me/carry")["token"])
    table = ann.create_table(game="mark", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    with ann.socket(table["id"]) as here, phone.socket(table["id"]) as there:
        here.await_frame("table")
        there.await_frame("table")
        assert ann.post("/me/sign-out").status_code == 204
        bye = here.await_frame("bye")
        assert (bye["code"], bye["again"]) == ("signed_out", False)
        with pytest.raises(ConnectionClosed) as closed:
            here.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        there.send("ping")
        there.await_frame("pong")


def test_a_bot_of_mine(running: RunningServer) -> None:
    """It has its own token and its own identity, but may not do what only people may."""
    ann = running.person("Ann")
    made = ann.post_ok("/me/bots", name="Robby")
    bot = BrowserUser(running, running.client(Authorization=f"Bearer {made['token']}"))
    me = {"id": made["id"], "name": "Robby", "language": "en", "is_bot": True, "address": running.url}
    assert bot.get_ok("/me") == {**me, "lan": None}
    assert bot.post_refused("/me/carry") == (403, "people_only")
    assert bot.post_refused("/me/bots", name="Robby 2") == (403, "people_only")
    assert bot.post_refused("/me/sign-out") == (403, "people_only")
    # A bot token is not a cookie.
    answer = httpx.get(f"{running.url}/api/me", headers={"Cookie": f"closecall={made['token']}"})
    assert problem(answer) == (401, "nobody")


def test_guessing_is_throttled(running: RunningServer) -> None:
    """After some wrong tokens even the right one has to wait, but only from that address."""
    carry = running.person("Ann").post_ok("/me/carry")
    thief = running.client(X_Forwarded_For="192.0.2.7")
    for guess in ("x", "A" * 32, "A" * 31 + "\n"):
        assert problem(thief.post("/api/carry", json={"token": guess})) == (404, "store_spent")
    answer = thief.post("/api/carry", json={"token": carry["token"]})
    assert problem(answer) == (429, "too_many_guesses")
    assert 0 < int(answer.headers["retry-after"]) <= 600
    assert problem(thief.get("/api/me")) == (401, "nobody")
    other = running.client(X_Forwarded_For="192.0.2.8")
    assert other.post("/api/carry", json={"token": carry["token"]}).json()["name"] == "Ann"


def test_no_secret_is_logged(running: RunningServer) -> None:
    """Of all that was sent here: cookies, tokens, bodies."""
    ann = running.person("Canary")
    carry = ann.post_ok("/me/carry")["token"]
    token = ann.post_ok("/me/bots", name="Robby")["token"]
    ann.get(f"/me?token={carry}")
    cookie = ann.browser.cookies["closecall"]
    logged = running.log_text()
    assert "route=/api/me/carry" in logged
    assert "Traceback" not in logged
    for secret in (carry, *token.split(".")[1:], *cookie.split(".")[1:]):
        assert secret not in logged
