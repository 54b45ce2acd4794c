"""The local network: addresses for phones nearby, a name for them, and the question at the first start."""

import gc
import json
import re
import socket
import urllib.request
from pathlib import Path

import pytest
from zeroconf import Zeroconf

from closecall.server import lan, lan_switch
from closecall.server.http.origins import base_of_links
from closecall.server.lan import lan_address
from closecall.server.lan_switch import LanSwitch
from closecall.server.settings import EVERYWHERE, SETTINGS_FILE, Settings, load
from server.lan_fixtures import NoListeners
from server.server_process import TIMEOUT_S, running_server
from terminal.pseudo import Pseudo

HERE = Settings(Path("tables.db"))
LAN = Settings(Path("tables.db"), host=EVERYWHERE, lan=True)
NEARBY = "192.168.1.7"


# Links.


def base_of(host: str, settings: Settings) -> str:
    """The beginning of links of a server that has just started."""
    return base_of_links("http", host, settings, LanSwitch(settings))


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "closecall.localhost:8000"]
)
def test_links_from_the_machine_itself(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens the page at localhost gets links that work on a phone, if phones can reach the server."""
    monkeypatch.setattr(lan_switch, "lan_address", lambda: NEARBY)
    assert base_of(host, LAN) == f"http://{NEARBY}:8000"
    assert base_of(host, HERE) == f"http://{host}"
    monkeypatch.setattr(lan_switch, "lan_address", lambda: None)
    assert base_of(host, LAN) == f"http://{host}"


@pytest.mark.parametrize("host", ["192.168.1.9:8000", "closecall.local:8000", "raspberrypi:8000"])
def test_links_from_elsewhere(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep the address that has worked."""
    monkeypatch.setattr(lan_switch, "lan_address", lambda: NEARBY)
    assert base_of(host, LAN) == f"http://{host}"


def test_a_public_address_is_used_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy, the local network does not matter."""
    monkeypatch.setattr(lan_switch, "lan_address", lambda: NEARBY)
    public = Settings(Path("tables.db"), host=EVERYWHERE, url="https://games.example.org")
    assert base_of("127.0.0.1:8000", public) == "https://games.example.org"


def test_our_own_address() -> None:
    """It is one of this machine that others can use: it can be bound, and is no loopback address."""
    address = lan_address()
    if address is None:
        pytest.skip("this machine is on no network")
    assert not address.startswith("127.")
    with socket.create_server((address, 0)) as listener:
        assert listener.getsockname()[0] == address


# The name.


def connected(switch: LanSwitch, told: list[str]) -> LanSwitch:
    """A switch that tells its names."""
    switch.connect(NoListeners(), told.append, lambda _: None)
    return switch


def test_the_name_is_announced_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program on the network finds closecall.local, with the port; afterwards it is gone."""
    monkeypatch.setattr(lan_switch, "lan_address", lambda: "127.0.0.1")
    told: list[str] = []
    network = Zeroconf(interfaces=["127.0.0.1"])
    try:
        with connected(LanSwitch(LAN), told).announced():
            # Leaving waits until the name is announced.
            pass
        assert told == ["http://closecall.local:8000"]
        with connected(LanSwitch(LAN), told).announced():
            found = network.get_service_info(
                "_http._tcp.local.", "closecall._http._tcp.local.", TIMEOUT_S * 1000
            )
        assert found is not None
        assert (found.server, found.parsed_addresses(), found.port) == (
            "closecall.local.",
            ["127.0.0.1"],
            8000,
        )
    finally:
        network.close()


def test_a_name_that_another_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second server adds the name of its machine."""
    told: list[str] = []
    other: list[str] = []
    first = lan.Announcement("127.0.0.1", 8000, told.append)
    second = lan.Announcement("127.0.0.2", 8001, other.append)
    try:
        first.begin()
        # However busy this machine is: the answer ends the wait.
        monkeypatch.setattr(lan, "_PATIENCE_MS", TIMEOUT_S * 1000)
        second.begin()
    finally:
        first.end()
        second.end()
    assert told == ["http://closecall.local:8000"]
    assert other == [f"http://closecall-{socket.gethostname().split('.')[0].lower()}.local:8001"]


@pytest.mark.parametrize("settings", [HERE, Settings(Path("tables.db"), lan=True)], ids=["here", "one host"])
def test_nothing_is_announced(settings: Settings) -> None:
    """A server that others cannot reach has no name."""
    told: list[str] = []
    with connected(LanSwitch(settings), told).announced():
        pass
    assert told == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_trouble_with_the_network() -> None:
    """Without multicast there is no name, and no harm."""
    told: list[str] = []
    announcement = lan.Announcement("192.0.2.77", 8000, told.append)  # Not an address of this machine.
    announcement.begin()
    announcement.end()
    gc.collect()  # The library has left a socket open, and Python warns about it here.
    assert told == []


# Settings.


def test_the_answer_is_a_setting(tmp_path: Path) -> None:
    """The file in the data folder counts if no other is named; a flag counts more."""
    (tmp_path / SETTINGS_FILE).write_text("lan = true\n")
    assert load({}, {}, lambda: tmp_path).host == EVERYWHERE
    one_host = load({"host": "127.0.0.1"}, {}, lambda: tmp_path)
    assert not one_host.listens_everywhere
    other = tmp_path / "other.toml"
    other.write_text("")
    assert not load({"config": str(other)}, {}, lambda: tmp_path).lan
    (tmp_path / SETTINGS_FILE).write_text("lan = false\n")
    assert load({}, {}, lambda: tmp_path).host == "127.0.0.1"


# A real server.


def test_the_first_start_in_a_terminal(tmp_path: Path) -> None:
    """It asks once, prints the address and a QR code for phones, and remembers the answer."""
    with Pseudo(tmp_path, "--port", "0") as terminal:
        terminal.wait_for("May phones and computers on your network join?")
        terminal.type("")
        shown = terminal.wait_for("Ctrl-C stops the server")
        if (address := lan_address()) is not None:
            assert re.search(rf"open http://{re.escape(address)}:\d+\.", shown)
            assert "▄▄▄▄▄" in shown
        terminal.interrupt()
    assert (tmp_path / SETTINGS_FILE).read_text() == "lan = true\n"
    with Pseudo(tmp_path, "--port", "0") as terminal:
        shown = terminal.wait_for("Ctrl-C stops the server")
        assert "May phones" not in shown
        terminal.interrupt()


def test_ctrl_c_during_the_invitation(tmp_path: Path) -> None:
    """The server stops in an orderly way: an interrupted import could block that of another thread."""
    interrupted = (
        "import signal; from closecall.cli import serve; show = serve._show_way_in\n"
        "serve._show_way_in = lambda *of: (show(*of), signal.raise_signal(signal.SIGINT))\n"
    )
    with Pseudo(tmp_path, "--port", "0", "--lan", before=interrupted) as terminal:
        terminal.wait_for("Ctrl-C stops the server")
        assert terminal.end() == 0


def test_a_first_start_for_this_machine_only(tmp_path: Path) -> None:
    """After a no, the program says how to change one's mind."""
    with Pseudo(tmp_path, "--port", "0") as terminal:
        terminal.wait_for("May phones and computers on your network join?")
        terminal.type("no")
        shown = terminal.wait_for("Ctrl-C stops the server")
        assert "--lan" in shown
        assert "▄▄▄▄▄" not in shown
        terminal.interrupt()
    assert (tmp_path / SETTINGS_FILE).read_text() == "lan = false\n"


def test_an_invitation_for_another_device(tmp_path: Path) -> None:
    """A table made at localhost has a link with an address at which another device reaches the server."""
    address = lan_address()
    if address is None:
        pytest.skip("this machine is on no network")
    with running_server(tmp_path, None, "--lan") as running:
        ann = running.person("Ann")
        made = ann.post_ok("/tables", game="qwixx", seats=[{"kind": "me"}, {"kind": "open"}])
        link = ann.post_ok(f"/tables/{made['table']['id']}/invite")["link"]
        found = re.fullmatch(rf"(http://{re.escape(address)}:\d+)/join#(.*)", link)
        assert found is not None
        assert ann.get("/me").json()["address"] == found[1]
        # What a phone does that has never been here.
        asked = urllib.request.Request(
            f"{found[1]}/api/invitation",
            json.dumps({"invite": found[2]}).encode(),
            {"Content-Type": "application/json", "Origin": found[1]},
        )
        with urllib.request.urlopen(asked, timeout=TIMEOUT_S) as answer:
            invited = json.load(answer)
        assert invited == {
            "table": made["table"]["id"],
            "game": "qwixx",
            "host": "Ann",
            "players": ["Ann"],
            "open_seats": 1,
            "status": "open",
        }
