"""Which pages may talk to the server."""

from pathlib import Path

import pytest

from closecall.core.errors import GameError
from closecall.server.http.origins import base_of_links, check_host, is_allowed, is_from_this_machine
from closecall.server.lan_switch import LanSwitch
from closecall.server.settings import Settings

PLAIN = Settings(Path("x.db"))
PUBLIC = Settings(Path("x.db"), url="https://games.example.org")
ODD_PORT = Settings(Path("x.db"), url="http://games.example.org:8080")


@pytest.mark.parametrize(
    ("origin", "host", "settings"),
    [
        (None, "anything at all", PLAIN),
        (None, "", PUBLIC),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", PLAIN),
        ("http://localhost:8000", "LocalHost:8000", PLAIN),
        ("HTTP://LOCALHOST:8000", "localhost:8000", PLAIN),
        ("http://[::1]:8000", "[::1]:8000", PLAIN),
        ("https://games.example.org", "games.example.org", PLAIN),
        ("https://games.example.org", "games.example.org:443", PLAIN),
        ("http://games.example.org:80", "games.example.org", PLAIN),
        ("https://games.example.org", "127.0.0.1:8000", PUBLIC),
        ("https://games.example.org:443", "10.0.0.3", PUBLIC),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", PUBLIC),
        ("http://games.example.org:8080", "inside", ODD_PORT),
    ],
)
def test_our_own_pages(origin: str | None, host: str, settings: Settings) -> None:
    """The page that the request's host or the configured address serves; or no page."""
    assert is_allowed(origin, host, settings)


@pytest.mark.parametrize(
    ("origin", "host", "settings"),
    [
        ("null", "127.0.0.1:8000", PLAIN),
        ("null", "null", PLAIN),
        ("", "127.0.0.1:8000", PLAIN),
        ("", "", PLAIN),
        ("http://evil.example", "127.0.0.1:8000", PLAIN),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", PLAIN),
        ("http://127.0.0.1", "127.0.0.1:8000", PLAIN),
        ("https://127.0.0.1", "127.0.0.1:80", PLAIN),
        ("http://localhost:8000", "127.0.0.1:8000", PLAIN),
        ("https://games.example.org.evil.example", "games.example.org", PUBLIC),
        ("https://evil-games.example.org", "games.example.org", PUBLIC),
        ("https://sub.games.example.org", "games.example.org", PUBLIC),
        ("https://games.example.org@evil.example", "games.example.org", PUBLIC),
        ("https://evil.example/games.example.org", "games.example.org", PUBLIC),
        ("https://evil.example#https://games.example.org", "games.example.org", PUBLIC),
        ("https://games.example.org/", "games.example.org", PUBLIC),
        ("https://games.example.org\n", "games.example.org", PUBLIC),
        ("https://games.example.org https://games.example.org", "games.example.org", PUBLIC),
        ("http://games.example.org", "127.0.0.1:8000", PUBLIC),
        ("https://games.example.org:8080", "x", ODD_PORT),
        ("file://", "127.0.0.1:8000", PLAIN),
        ("ws://127.0.0.1:8000", "127.0.0.1:8000", PLAIN),
        ("http://user@127.0.0.1:8000", "user@127.0.0.1:8000", PLAIN),
        ("http://evil.example", "evil.example/", PLAIN),
        ("http://" + "a" * 100_000, "a" * 100_000, PLAIN),
    ],
)
def test_pages_of_others(origin: str, host: str, settings: Settings) -> None:
    """Anything but our own: another host, port or scheme, `null`, or an invalid origin."""
    assert not is_allowed(origin, host, settings)


def base_of(scheme: str, host: str, settings: Settings) -> str:
    """The beginning of links of a server that has just started."""
    return base_of_links(scheme, host, settings, LanSwitch(settings))


def test_links() -> None:
    """They begin with the public address; an invalid `Host` is not repeated."""
    assert base_of("http", "127.0.0.1:8000", PLAIN) == "http://127.0.0.1:8000"
    assert base_of("https", "Games.Example.org", PLAIN) == "https://games.example.org"
    assert base_of("http", "127.0.0.1:8000", PUBLIC) == "https://games.example.org"
    for host in ("evil.example/path", 'x"><script>', "a b", "user@host", "", "x\r\ny"):
        assert base_of("http", host, PLAIN) == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("host", "settings"),
    [
        ("", PLAIN),
        ("127.0.0.1:8000", PLAIN),
        ("192.168.1.7", PUBLIC),
        ("[::1]:8000", PLAIN),
        ("[fe80::1]", PLAIN),
        ("localhost", PLAIN),
        ("LOCALHOST:8000", PLAIN),
        ("raspberrypi:8000", PLAIN),
        ("closecall.local:8000", PLAIN),
        ("box.lan", PLAIN),
        ("games.example.org", PUBLIC),
        ("Games.Example.org.:443", PUBLIC),
        ("games.example.org:8080", ODD_PORT),
    ],
)
def test_names_of_this_server(host: str, settings: Settings) -> None:
    """Addresses, names that only a local network knows, and the configured name."""
    check_host(host, settings)


@pytest.mark.parametrize(
    ("host", "settings"),
    [
        ("evil.example", PLAIN),
        ("evil.example:8000", PUBLIC),
        ("games.example.org", PLAIN),
        ("games.example.org.evil.example", PUBLIC),
        ("sub.games.example.org", PUBLIC),
        ("127.0.0.1.evil.example", PLAIN),
        ("evil.example#.local", PLAIN),
        ("evil local", PLAIN),
        (".", PLAIN),
        ("x" * 300, PLAIN),
    ],
)
def test_names_that_anybody_can_register(host: str, settings: Settings) -> None:
    """A site whose name resolves to this server gets nothing from it."""
    with pytest.raises(GameError) as caught:
        check_host(host, settings)
    assert caught.value.code == "unknown_host"


LOOPBACK_HOSTS = ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "closecall.localhost:8000"]


@pytest.mark.parametrize("host", LOOPBACK_HOSTS)
@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "127.8.9.10"])
def test_the_machine_itself(client: str, host: str) -> None:
    """A loopback address that asks for a loopback host."""
    assert is_from_this_machine(client, host, [(b"accept", b"*/*"), (b"origin", b"http://localhost:8000")])


@pytest.mark.parametrize(
    ("client", "host", "header"),
    [
        ("192.168.1.7", "127.0.0.1:8000", b"accept"),
        ("127.0.0.1", "192.168.1.7:8000", b"accept"),
        ("127.0.0.1", "closecall.local:8000", b"accept"),
        ("127.0.0.1", "games.example.org", b"accept"),
        ("127.0.0.1", "localhost.example.org", b"accept"),
        ("127.0.0.1", "", b"accept"),
        ("", "localhost", b"accept"),
        ("127.0.0.1", "localhost", b"x-forwarded-for"),
        ("127.0.0.1", "localhost", b"x-forwarded-proto"),
        ("127.0.0.1", "localhost", b"forwarded"),
        ("127.0.0.1", "localhost", b"x-real-ip"),
        ("127.0.0.1", "localhost", b"via"),
    ],
)
def test_another_machine(client: str, host: str, header: bytes) -> None:
    """Another address or host, or a proxy on the same machine that says so."""
    assert not is_from_this_machine(client, host, [(header, b"127.0.0.1")])
