"""The switch that lets devices on the local network join a server while it runs."""

import asyncio
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

from closecall.server import lan, lan_switch
from closecall.server.lan import lan_address
from closecall.server.lan_switch import LanSwitch
from closecall.server.settings import SETTINGS_FILE, Settings, load, remember_lan
from server.lan_fixtures import ADDRESS, AT_NEARBY, NEARBY, ON_NO_NETWORK, NoListeners
from server.server_process import TIMEOUT_S, BrowserUser, RunningServer, problem, running_server
from terminal.pseudo import Pseudo


def at_page(running: RunningServer, name: str = "Ann") -> BrowserUser:
    """A person at the page on the machine itself, whose browser sends its origin."""
    return running.person(name, Origin=running.url)


def turn(user: BrowserUser, is_on: bool) -> Any:
    """Turn the switch; what the server says about the person."""
    answer = user.browser.put("/api/lan", json={"is_on": is_on})
    assert answer.status_code == 200, answer.text
    return answer.json()


def port_of(running: RunningServer) -> int:
    """The server's port."""
    found = urlsplit(running.url).port
    assert found is not None
    return found


def is_reached(running: RunningServer, address: str, host: str = "") -> bool:
    """Whether the server answers at an address, to a request for a host."""
    port = port_of(running)
    asked = urllib.request.Request(
        f"http://{address}:{port}/health", headers={"Host": host or f"{address}:{port}"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT_S) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except urllib.error.URLError as error:
        if not isinstance(error.reason, ConnectionRefusedError):
            raise
        return False


def eventually(is_done: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    until = time.monotonic() + TIMEOUT_S
    while not is_done():
        assert time.monotonic() < until
        time.sleep(0.02)


def kept(folder: Path) -> str:
    """What the settings file says; the server's data folder is in this one."""
    return (folder / "closecall" / SETTINGS_FILE).read_text("utf-8")


def test_on_and_off(tmp_path: Path) -> None:
    """Phones reach the server at once and no longer, links change, sockets stay, and the choice is kept."""
    with running_server(tmp_path, before=AT_NEARBY) as running:
        ann, outside = at_page(running), f"http://{NEARBY}:{port_of(running)}"
        me = ann.get_ok("/me")
        assert (me["lan"], me["address"]) == (False, running.url)
        assert not is_reached(running, NEARBY)
        made = ann.create_table(game="mark", seats=[{"kind": "me"}])
        with ann.socket(made["table"]["id"]) as socket_from_before:
            me = turn(ann, is_on=True)
            assert (me["lan"], me["address"]) == (True, outside)
            assert ann.get_ok("/me") == me
            assert kept(tmp_path) == "lan = true\n"
            assert is_reached(running, NEARBY)
            assert is_reached(running, NEARBY, f"closecall.local:{port_of(running)}")
            assert is_reached(running, "127.0.0.1")
            friends = ann.create_table(game="qwixx", seats=[{"kind": "me"}, {"kind": "open"}])
            link = ann.post_ok(f"/tables/{friends['table']['id']}/invite")["link"]
            assert link.startswith(f"{outside}/join#")
            assert f"lan_changed address={outside}" in running.log_text()

            phone = RunningServer(outside, running.process, running.log, "", running.browsers)
            ben = at_page(phone, "Ben")
            ben.post_ok("/join", invite=link.partition("#")[2])
            with ben.socket(friends["table"]["id"]) as socket_of_phone:
                socket_of_phone.await_frame("table")
                assert turn(ann, is_on=True) == me  # Again: nothing changes.

                me = turn(ann, is_on=False)
                assert (me["lan"], me["address"]) == (False, running.url)
                assert kept(tmp_path) == "lan = false\n"
                eventually(lambda: not is_reached(running, NEARBY))
                assert is_reached(running, "127.0.0.1")
                # People who are connected play on.
                ann.post_ok(f"/tables/{friends['table']['id']}/start")
                assert socket_of_phone.await_frame("seen")["seen"]["over"] is None
            assert socket_from_before.play_to_end()["over"] is not None

        assert turn(ann, is_on=True)["lan"]
        assert is_reached(running, NEARBY)
        assert running.stop() == 0


WITHOUT_UVLOOP = "import importlib.util; importlib.util.find_spec = lambda _: None\n"


@pytest.mark.parametrize("before", ["", WITHOUT_UVLOOP], ids=["uvloop", "asyncio"])
def test_a_start_for_everybody(tmp_path: Path, before: str) -> None:
    """A server that was started with --lan is for this machine only after the switch, and back."""
    with running_server(tmp_path, None, "--lan", before=AT_NEARBY + before) as running:
        ann = at_page(running)
        assert ann.get_ok("/me")["lan"] is True
        made = ann.create_table(game="mark", seats=[{"kind": "me"}])
        with ann.socket(made["table"]["id"]) as from_before:
            assert turn(ann, is_on=False)["address"] == running.url
            assert not is_reached(running, NEARBY)
            assert is_reached(running, "127.0.0.1")
            assert turn(ann, is_on=True)["lan"]
            assert is_reached(running, NEARBY)
            assert from_before.play_to_end()["over"] is not None
        assert running.stop() == 0


def test_only_at_the_machine_itself(tmp_path: Path) -> None:
    """Neither people at other machines nor other pages, proxies, programs or bots can turn it."""
    with running_server(tmp_path, None, "--lan", before=AT_NEARBY) as running:
        port, here = port_of(running), running.url
        ann = at_page(running)
        body = {"is_on": False}

        def refusal(url: str = here, **headers: str) -> tuple[int, str]:
            cookie = "; ".join(f"{name}={value}" for name, value in ann.browser.cookies.items())
            everything = {"Cookie": cookie, "Origin": here, **headers}
            named = {name.replace("_", "-"): value for name, value in everything.items() if value}
            with running.client() as client:
                return problem(client.put(f"{url}/api/lan", json=body, headers=named))

        outside = f"http://{NEARBY}:{port}"
        assert refusal(outside, Origin=outside) == (403, "lan_not_here")
        if lan_address() is not None:  # A phone that claims to be here; its own address gives it away.
            assert refusal(outside, Host=f"127.0.0.1:{port}") == (403, "lan_not_here")
        name = f"closecall.local:{port}"
        assert refusal(Host=name, Origin=f"http://{name}") == (403, "lan_not_here")
        assert refusal(X_Forwarded_For="127.0.0.1") == (403, "lan_not_here")
        assert refusal(Forwarded="for=127.0.0.1") == (403, "lan_not_here")
        assert refusal(Origin="") == (403, "lan_not_here")
        assert refusal(Origin="http://evil.example") == (403, "foreign_origin")
        assert refusal(Host="evil.example", Origin="http://evil.example") == (421, "unknown_host")
        assert refusal(Cookie="") == (401, "nobody")
        token = ann.post_ok("/me/bots", name="Robby")["token"]
        assert running.client(Authorization=f"Bearer {token}").get("/api/me").json()["lan"] is None
        assert refusal(Cookie="", Authorization=f"Bearer {token}") == (403, "people_only")
        assert is_reached(running, NEARBY)
        # The page of somebody who cannot turn it does not show it.
        phone = RunningServer(outside, running.process, running.log, "", running.browsers)
        assert phone.person("Ben").get_ok("/me")["lan"] is None
        assert not (tmp_path / "closecall" / SETTINGS_FILE).exists()


@pytest.mark.parametrize(
    "flag", ["--url=http://127.0.0.1:{}", "--trusted-proxies=10.0.0.1", "--host=127.0.0.1"]
)
def test_fixed_by_the_settings(tmp_path: Path, flag: str) -> None:
    """Behind a public address or a proxy, or on a host that was chosen, nobody can turn it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running_server(tmp_path, None, flag.format(port), f"--port={port}", before=AT_NEARBY) as running:
        ann = at_page(running)
        assert ann.get_ok("/me")["lan"] is None
        assert problem(ann.browser.put("/api/lan", json={"is_on": True})) == (403, "lan_not_here")
        assert not is_reached(running, NEARBY)


def test_no_network(tmp_path: Path) -> None:
    """A sentence says so, and nothing changes."""
    with running_server(tmp_path, before=ON_NO_NETWORK) as running:
        ann = at_page(running)
        answer = ann.browser.put("/api/lan", json={"is_on": True})
        assert problem(answer) == (409, "no_lan")
        assert "on no network" in answer.json()["sentence"]
        assert ann.get_ok("/me")["lan"] is False
        assert not (tmp_path / "closecall" / SETTINGS_FILE).exists()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """Another program listens there: a sentence says so, and the next try succeeds."""
    with running_server(tmp_path, before=AT_NEARBY) as running:
        ann = at_page(running)
        with socket.create_server((NEARBY, port_of(running))):
            assert problem(ann.browser.put("/api/lan", json={"is_on": True})) == (409, "port_taken")
            assert ann.get_ok("/me")["lan"] is False
        assert turn(ann, is_on=True)["lan"]
        assert is_reached(running, NEARBY)


def test_another_network(tmp_path: Path) -> None:
    """A machine that has moved is reached at its new address after the next turn, no longer at the old."""
    place = tmp_path / "address"
    place.write_text("127.0.0.2")
    moving = f"import pathlib; read = pathlib.Path({str(place)!r}).read_text\n" + ADDRESS.format("read()")
    with running_server(tmp_path, before=moving) as running:
        ann = at_page(running)
        assert turn(ann, is_on=True)["address"] == f"http://127.0.0.2:{port_of(running)}"
        place.write_text("127.0.0.3")
        me = ann.get_ok("/me")
        assert (me["lan"], me["address"]) == (False, running.url)
        assert turn(ann, is_on=True)["address"] == f"http://127.0.0.3:{port_of(running)}"
        assert is_reached(running, "127.0.0.3")
        assert not is_reached(running, "127.0.0.2")


def test_the_terminal_says_it(tmp_path: Path) -> None:
    """The address and its QR code appear where the server was started."""
    with Pseudo(tmp_path, "--port", "0", before=AT_NEARBY) as terminal:
        terminal.wait_for("May phones and computers on your network join?")
        terminal.type("no")
        shown = terminal.wait_for("started")
        here = next(word for word in shown.split() if word.startswith("http://127.0.0.1:"))
        running = RunningServer(here, None, tmp_path / "none", "")  # type: ignore[arg-type]  # Nobody asks it.
        ann = at_page(running)
        assert turn(ann, is_on=True)["lan"]
        shown = terminal.wait_for(f"open http://{NEARBY}:{port_of(running)}.")
        terminal.wait_for("▄▄▄▄▄")
        assert (tmp_path / SETTINGS_FILE).read_text() == "lan = true\n"
        turn(ann, is_on=False)
        ann.browser.close()
        assert terminal.interrupt() == 0
    with Pseudo(tmp_path, "--port", "0") as terminal:
        shown = terminal.wait_for("Ctrl-C stops the server")
        assert "May phones" not in shown
        assert "--lan" in shown
        terminal.interrupt()


def test_the_name_follows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is announced when the switch is turned on, and taken back when it is turned off."""
    name = f"closecall-{uuid4().hex}"  # Other tests announce the real one at the same time.
    monkeypatch.setattr(lan, "NAME", name)
    monkeypatch.setenv("CLOSECALL_HOME", str(tmp_path))
    monkeypatch.setattr(lan_switch, "lan_address", lambda: "127.0.0.1")
    told: list[str] = []
    switch = LanSwitch(Settings(Path("tables.db")))
    switch.connect(NoListeners(), told.append, lambda _: None)
    changes: SimpleQueue[ServiceStateChange] = SimpleQueue()

    def note(state_change: ServiceStateChange, name: str, **_: object) -> None:
        if name.startswith(switch_name):
            changes.put(state_change)

    switch_name, network = name, Zeroconf(interfaces=["127.0.0.1"])
    try:
        ServiceBrowser(network, "_http._tcp.local.", handlers=[note])
        with switch.announced():
            asyncio.run(switch.turn(is_on=True))
            assert changes.get(timeout=TIMEOUT_S) is ServiceStateChange.Added
            asyncio.run(switch.turn(is_on=False))
            assert changes.get(timeout=TIMEOUT_S) is ServiceStateChange.Removed
            assert told == [f"http://{name}.local:8000"]
            asyncio.run(switch.turn(is_on=True))
        assert len(told) == 2
    finally:
        network.close()


def test_other_settings_are_kept(tmp_path: Path) -> None:
    """The file may hold more, in any layout."""
    file = tmp_path / SETTINGS_FILE
    for before, after in (
        ("", "lan = true\n"),
        ("lan = false\n", "lan = true\n"),
        ("bots = 2\n  lan=false # not yet\nport = 8001\n", "bots = 2\nlan = true\nport = 8001\n"),
        ('"lan" = "no"', "lan = true"),
        ("bots = 2", "lan = true\nbots = 2"),
    ):
        file.write_text(before)
        assert remember_lan(tmp_path, is_on=True) == file
        assert file.read_text() == after
        assert load({}, {}, lambda: tmp_path).lan
    remember_lan(tmp_path, is_on=False)
    assert not load({}, {}, lambda: tmp_path).lan
    assert load({}, {}, lambda: tmp_path).bots == 2
