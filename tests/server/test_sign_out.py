"""What gives access to a person: the list of it, ending one or all of it, and its limits."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from closecall.server.people.authentication import MOST_BOTS, MOST_DEVICES, MOST_LINKS
from closecall.server.people.devices import device_of
from closecall.store import Spent
from server.room_fixtures import AsgiSocket, role_server
from server.server_process import BrowserUser, RunningServer, TableConnection, problem, running_server

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.6 Mobile/15E148 Safari/604.1"
)
SEATS = [{"kind": "me"}, {"kind": "open"}]

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    with running_server(tmp_path_factory.mktemp("sign-out")) as found:
        yield found


def another_device(person: BrowserUser, **headers: str) -> BrowserUser:
    """Another device of the same person."""
    device = BrowserUser(person.running, person.running.client(**headers))
    device.post_ok("/carry", token=person.post_ok("/me/carry")["token"])
    return device


def bot_of(person: BrowserUser, name: str = "Robby") -> BrowserUser:
    """A bot of a person."""
    token = person.post_ok("/me/bots", name=name)["token"]
    return BrowserUser(person.running, person.running.client(Authorization=f"Bearer {token}"))


def open_link(person: BrowserUser) -> str:
    """The token of a new link to another device."""
    token: str = person.post_ok("/me/carry")["token"]
    return token


def end(person: BrowserUser, access: dict[str, Any]) -> httpx.Response:
    """End one of a person's devices, bots and links."""
    return person.browser.delete(f"/api/me/access/{access['id']}")


def expect_nobody(former: BrowserUser, table_id: str) -> None:
    """Neither requests nor sockets know who this is; the table is private."""
    assert problem(former.get("/me")) == (401, "nobody")
    assert problem(former.post("/me/carry")) == (401, "nobody")
    with pytest.raises(InvalidStatus) as refused, former.socket(table_id):
        pass
    assert refused.value.response.status_code == 404


def expect_closed(connection: TableConnection) -> None:
    """The socket is closed by the server, with the reason."""
    bye = connection.await_frame("bye")
    assert (bye["code"], bye["again"]) == ("signed_out", False)
    with pytest.raises(ConnectionClosed) as closed:
        connection.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def expect_open(connection: TableConnection) -> None:
    """The socket still answers."""
    connection.send("ping")
    connection.await_frame("pong")


# Everywhere.


def test_signing_out_everywhere_ends_everything(running: RunningServer) -> None:
    """All devices, this one too, all bots and open links, and every socket; and nothing of anybody else."""
    ann, bob = running.person("Ann"), running.person("Bob")
    phone, robby, hal = another_device(ann), bot_of(ann), bot_of(bob, "Hal")
    made = ann.create_table(game="mark", seats=SEATS)
    table_id = made["table"]["id"]
    for guest in (robby, bob, hal):
        guest.post_ok("/join", invite=made["invite"])
    links, bob_link = [open_link(ann), open_link(phone)], open_link(bob)
    copy = BrowserUser(running, running.client(Cookie=f"closecall={ann.browser.cookies['closecall']}"))
    with ExitStack() as stack:
        theirs, others = (
            [stack.enter_context(each.socket(table_id)) for each in group]
            for group in ((ann, phone, robby), (bob, hal))
        )
        for connection in (*theirs, *others):
            connection.await_frame("table")
        answer = ann.post("/me/sign-out", everywhere=True)
        assert answer.status_code == 204
        assert answer.headers["set-cookie"].startswith("closecall=; Path=/; Max-Age=0")
        for connection in theirs:
            expect_closed(connection)
        for connection in others:
            expect_open(connection)
    for former in (ann, copy, phone, robby):
        expect_nobody(former, table_id)
    for token in links:
        assert problem(running.client().post("/api/carry", json={"token": token})) == (404, "store_spent")
    assert bob.get_ok("/me")["name"] == "Bob"
    assert hal.get_ok("/me")["name"] == "Hal"
    assert len(bob.get_ok("/me/access")["bots"]) == 1
    assert running.client().post("/api/carry", json={"token": bob_link}).json()["name"] == "Bob"


# The list.


def test_what_is_listed(running: RunningServer) -> None:
    """Devices, bots and links, the newest first, each with an id; no secret and no hash, of nobody else."""
    ann, bob = running.person("Ann", User_Agent=FIREFOX), running.person("Bob")
    another_device(bob)
    bot_of(bob)
    phone = another_device(ann, User_Agent=IPHONE)
    robby = bot_of(ann)
    token = open_link(ann)
    found = phone.get("/me/access")
    listed = found.json()
    assert [(one["name"], one["is_this"]) for one in listed["devices"]] == [
        ("Safari, iPhone", True),
        ("Firefox, Linux", False),
    ]
    assert [one["name"] for one in listed["bots"]] == ["Robby"]
    [link] = listed["links"]
    assert link["expires_at"] - link["created_at"] == 10 * 60 * 1000
    everything = [*listed["devices"], *listed["bots"], link]
    assert len({one["id"] for one in everything}) == 4
    here, there = listed["devices"]
    assert here["created_at"] >= there["created_at"] > 0
    assert here["seen_at"] >= there["seen_at"] >= there["created_at"]
    assert listed["bots"][0]["seen_at"] is None, "it has not been used yet"
    robby.get_ok("/me")
    assert ann.get_ok("/me/access")["bots"][0]["seen_at"] >= listed["bots"][0]["created_at"]
    for secret in (token, *ann.browser.cookies["closecall"].split("."), "Mozilla"):
        assert secret not in found.text


def test_a_device_at_a_table_is_seen_now(running: RunningServer) -> None:
    """A socket needs no requests to show that somebody is there."""
    ann = running.person("Ann")
    phone = another_device(ann)
    table_id = ann.create_table(game="mark", seats=SEATS)["table"]["id"]
    with phone.socket(table_id) as connection:
        connection.await_frame("table")
        before = ann.get_ok("/me/access")["devices"][0]["seen_at"]
        after = ann.get_ok("/me/access")["devices"][0]["seen_at"]
        while after == before:  # Until the clock ticks.
            after = ann.get_ok("/me/access")["devices"][0]["seen_at"]
        assert after > before


def test_bots_and_strangers_have_no_list(running: RunningServer) -> None:
    """Nor may a bot end anything, its own token included."""
    ann = running.person("Ann")
    robby, stranger = bot_of(ann), BrowserUser(running, running.client())
    [access] = ann.get_ok("/me/access")["bots"]
    for who, refusal in ((robby, (403, "people_only")), (stranger, (401, "nobody"))):
        assert problem(who.get("/me/access")) == refusal
        assert problem(end(who, access)) == refusal
    assert robby.get_ok("/me")["name"] == "Robby"


# Ending one of them.


def test_ending_another_device(running: RunningServer) -> None:
    """Its session and its sockets end, and nothing else; ending it again finds nothing."""
    ann = running.person("Ann")
    phone, tablet = another_device(ann), another_device(ann)
    robby, token = bot_of(ann), open_link(ann)
    table_id = ann.create_table(game="mark", seats=SEATS)["table"]["id"]
    [access] = [one for one in phone.get_ok("/me/access")["devices"] if one["is_this"]]
    with ExitStack() as stack:
        here, there, gone = (stack.enter_context(one.socket(table_id)) for one in (ann, tablet, phone))
        for connection in (here, there, gone):
            connection.await_frame("table")
        answer = end(ann, access)
        assert (answer.status_code, answer.content, "set-cookie" in answer.headers) == (204, b"", False)
        expect_closed(gone)
        expect_open(here)
        expect_open(there)
    expect_nobody(phone, table_id)
    assert problem(end(ann, access)) == (404, "unknown_access")
    assert len(ann.get_ok("/me/access")["devices"]) == 2
    assert robby.get_ok("/me")["is_bot"]
    assert running.client().post("/api/carry", json={"token": token}).status_code == 200


def test_ending_this_device_is_signing_out(running: RunningServer) -> None:
    """The cookie is deleted too."""
    ann = running.person("Ann")
    phone = another_device(ann)
    [access] = [one for one in ann.get_ok("/me/access")["devices"] if one["is_this"]]
    answer = end(ann, access)
    assert answer.headers["set-cookie"].startswith("closecall=; Path=/; Max-Age=0")
    assert "closecall" not in ann.browser.cookies
    assert phone.get_ok("/me")["name"] == "Ann"


def test_ending_a_bot_and_a_link(running: RunningServer) -> None:
    """The bot is disconnected and its token is worth nothing; the link cannot be used."""
    ann = running.person("Ann")
    robby, marvin = bot_of(ann), bot_of(ann, "Marvin")
    made = ann.create_table(game="mark", seats=SEATS)
    for bot in (robby, marvin):
        bot.post_ok("/join", invite=made["invite"])
    first, second = open_link(ann), open_link(ann)
    listed = ann.get_ok("/me/access")
    table_id = made["table"]["id"]
    with robby.socket(table_id) as gone, marvin.socket(table_id) as stays, ann.socket(table_id) as own:
        for connection in (gone, stays, own):
            connection.await_frame("table")
        assert end(ann, listed["bots"][1]).status_code == 204
        expect_closed(gone)
        expect_open(stays)
        assert end(ann, listed["links"][1]).status_code == 204
        expect_open(own)
    expect_nobody(robby, table_id)
    assert problem(running.client().post("/api/carry", json={"token": first})) == (404, "store_spent")
    assert running.client().post("/api/carry", json={"token": second}).status_code == 200


def test_nobody_ends_what_belongs_to_others(running: RunningServer) -> None:
    """A known id of somebody else is as unknown as any text."""
    ann, eve = running.person("Ann"), running.person("Eve")
    robby, token = bot_of(ann), open_link(ann)
    listed = ann.get_ok("/me/access")
    for access in (*listed["devices"], *listed["bots"], *listed["links"], {"id": "0" * 16}, {"id": "é'%"}):
        assert problem(end(eve, access)) == (404, "unknown_access")
    assert ann.get_ok("/me/access")["links"] == listed["links"]
    assert robby.get_ok("/me")["is_bot"]
    assert running.client().post("/api/carry", json={"token": token}).json()["name"] == "Ann"


# Limits.


def test_a_new_link_replaces_the_oldest(running: RunningServer) -> None:
    """There are three at most; used ones do not count."""
    ann = running.person("Ann")
    another_device(ann)
    tokens = [open_link(ann) for _ in range(MOST_LINKS + 1)]
    assert len(ann.get_ok("/me/access")["links"]) == MOST_LINKS
    statuses = [running.client().post("/api/carry", json={"token": token}).status_code for token in tokens]
    assert statuses == [404, *[200] * MOST_LINKS]


def test_bots_are_limited(running: RunningServer) -> None:
    """Until one of them is revoked."""
    ann = running.person("Ann")
    for n in range(MOST_BOTS):
        bot_of(ann, f"Bot {n}")
    answer = ann.post("/me/bots", name="One more")
    assert problem(answer) == (409, "too_many_bots")
    assert str(MOST_BOTS) in answer.json()["sentence"]
    assert end(ann, ann.get_ok("/me/access")["bots"][0]).status_code == 204
    bot_of(ann, "One more")


def test_devices_are_limited(running: RunningServer) -> None:
    """One more is refused, and may use the same link as soon as there is room for it."""
    ann = running.person("Ann")
    for _ in range(MOST_DEVICES - 1):
        another_device(ann)
    phone, token = running.client(), open_link(ann)
    assert problem(phone.post("/api/carry", json={"token": token})) == (409, "too_many_devices")
    assert end(ann, ann.get_ok("/me/access")["devices"][0]).status_code == 204
    assert phone.post("/api/carry", json={"token": token}).json()["name"] == "Ann"


# Requests that are under way.


@pytest.mark.anyio
async def test_signing_out_during_a_handshake(tmp_path: Path) -> None:
    """The socket is closed before it is shown anything."""
    async with role_server(tmp_path) as found:
        table, _ = await found.table("open", "player", is_public=False)
        socket = AsgiSocket(found, "player", table.id)
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if message["type"] == "websocket.accept":
                answer = await found.request("player", "POST", "/me/sign-out", {"everywhere": True})
                assert answer.status_code == 204

        for kind in ("websocket.connect", "websocket.disconnect"):
            socket.incoming.put_nowait({"type": kind, "code": 1000})
        await found.app(socket.scope, socket.incoming.get, send)
    kinds = [message["type"] for message in sent]
    assert kinds == ["websocket.accept", "websocket.send", "websocket.close"]
    assert '"signed_out"' in sent[1]["text"]


@pytest.mark.anyio
async def test_an_answer_that_is_overtaken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that was looking somebody up while they signed out does not bring them back."""
    async with role_server(tmp_path) as found:
        people, store = found.server.people, found.server.store
        headers = [(b"cookie", found.people["player"].headers["Cookie"].encode())]
        person = await people.identify(headers)
        assert person is not None
        people._known.clear()
        loop, find = asyncio.get_running_loop(), store.find_person
        asked: list[str] = []

        def find_slowly(person_id: str) -> Any:
            """Answer only after they have signed out."""
            row = find(person_id)
            asked.append(person_id)
            asyncio.run_coroutine_threadsafe(people.sign_out_everywhere(person), loop).result(20)
            return row

        monkeypatch.setattr(store, "find_person", find_slowly)
        assert await people.identify(headers) is None
        assert await people.identify(headers) is None
        assert asked == [person.id]


@pytest.mark.anyio
async def test_nothing_new_after_signing_out(tmp_path: Path) -> None:
    """A request that was identified before can add neither a link nor a bot afterwards."""
    async with role_server(tmp_path) as found:
        people = found.server.people
        headers = [(b"cookie", found.people["player"].headers["Cookie"].encode())]
        person, session = await people.identify(headers), people.secret_of(headers)
        assert person is not None
        assert session is not None
        await people.sign_out_everywhere(person)
        with pytest.raises(Spent):
            await people.carry_token(person, session)
        with pytest.raises(Spent):
            await people.new_bot(person, session, "Robby")
        assert await people.accesses(person) == ()


@pytest.mark.anyio
async def test_uses_are_recorded(tmp_path: Path) -> None:
    """With the device of the last request; an open socket counts as a use."""
    async with role_server(tmp_path) as found:
        people, now = found.server.people, found.server.now()
        cookie = found.people["player"].headers["Cookie"].encode()
        person = await people.identify([(b"cookie", cookie), (b"user-agent", IPHONE.encode())])
        secret = people.secret_of([(b"cookie", cookie)])
        assert person is not None
        assert secret is not None
        await people.record_uses([])
        first = found.server.store.find_secret(secret)
        assert first is not None
        assert first.device == "Safari, iPhone"
        assert first.seen_at is not None
        assert first.seen_at >= now
        while found.server.now() == first.seen_at:
            pass
        await people.record_uses([secret])
        second = found.server.store.find_secret(secret)
        assert second is not None
        assert second.device == "Safari, iPhone"
        assert second.seen_at is not None
        assert second.seen_at > first.seen_at


# Names of devices.


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        (
            "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1",
            "Chrome, iPad",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 OPR/122.0", "Opera, Windows"),
        (
            "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Safari",
            "Samsung Internet, Android",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (X11; CrOS x86_64 16328.0) Chrome/141.0 Safari/537.36", "Chrome, ChromeOS"),
        ("Something (Linux)", "Linux"),
        ("python-httpx/0.28.1", None),
        ("", None),
        ("x" * 1000 + FIREFOX, None),
    ],
)
def test_names_of_devices(user_agent: str, device: str | None) -> None:
    """The families of browser and system, as people know them; nothing that tells two phones apart."""
    assert device_of(user_agent) == device
