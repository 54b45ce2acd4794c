"""Which pages may talk to the server: its own, and no other site's; and by which names it is known."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import cache

from closecall.core.errors import GameError, excerpt
from closecall.server.lan_switch import LanSwitch
from closecall.server.settings import Settings

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = r"([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?"
_ORIGIN = re.compile(rf"(https?)://{_HOST}")
_HOST_HEADER = re.compile(_HOST)


def is_allowed(origin: str | None, host: str, settings: Settings) -> bool:
    """Whether a request with these `Origin` and `Host` headers comes from our page or from no page at all.

    A browser sends the page's origin with every request that could change something. A client that sends none
    is not a browser, and has no cookies but its own.
    """
    if origin is None:
        return True
    found = _ORIGIN.fullmatch(origin.lower())
    if found is None:  # This includes `null`, which any sandboxed page may send.
        return False
    scheme, name, port = found.groups()
    asked = name, int(port or _DEFAULT_PORTS[scheme])
    if settings.url is not None and (scheme, *asked) == _parts(settings.url):
        return True
    here = _HOST_HEADER.fullmatch(host.lower())
    return here is not None and asked == (here[1], int(here[2] or _DEFAULT_PORTS[scheme]))


def check_host(host: str, settings: Settings) -> None:
    """Refuse a request whose `Host` header does not name this server; browsers always send one.

    Otherwise any site could let its own name resolve to this server and read everything as if it were ours
    (DNS rebinding). Nobody can do that with an address, with a name that only a local network knows, or with
    the configured one.
    """
    found = _HOST_HEADER.fullmatch(host.lower())
    name = "" if found is None else found[1].rstrip(".")
    if host and name not in _own_names(settings.url) and not _is_local(name):
        raise GameError("unknown_host", host=excerpt(host))


def _is_local(name: str) -> bool:
    if (name and "." not in name) or name.endswith(_LOCAL_ENDINGS):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


_LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test")
"""Names that no public registry gives to anybody."""


@cache
def _own_names(url: str | None) -> frozenset[str]:
    names = {socket.gethostname().lower(), socket.getfqdn().lower()}
    return frozenset(names if url is None else {*names, _parts(url)[1]})


def _parts(url: str) -> tuple[str, str, int]:
    found = _ORIGIN.fullmatch(url)
    assert found is not None  # The settings have checked it.
    return found[1], found[2], int(found[3] or _DEFAULT_PORTS[found[1]])


def base_of_links(scheme: str, host: str, settings: Settings, lan_switch: LanSwitch) -> str:
    """The beginning of links that people see and pass on.

    It is the configured address, or that of the request. Only if the reader sits at the server itself, which
    they call localhost, it is the one by which others on the local network reach it.
    """
    if settings.url is not None:
        return settings.url
    found = _HOST_HEADER.fullmatch(host.lower())
    if scheme not in _DEFAULT_PORTS or found is None:
        return settings.address
    outside = lan_switch.url if _is_loopback(found[1]) else None
    return outside or f"{scheme}://{host.lower()}"


def is_from_this_machine(client: str, host: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request comes from the machine on which the server runs, with nobody in between.

    The sender's address and the `Host` must be loopback ones. A proxy on the same machine adds headers.
    """
    found = _HOST_HEADER.fullmatch(host.lower())
    if found is None or not _is_loopback(found[1]) or not _is_loopback(client):
        return False
    return not any(name in _FORWARDED or name.startswith(b"x-forwarded-") for name, _ in headers)


_FORWARDED = frozenset({b"forwarded", b"via", b"x-real-ip"})


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
