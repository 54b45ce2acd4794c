"""Which pages may talk to the server: its own, and no other site's."""

import re

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


def _parts(url: str) -> tuple[str, str, int]:
    found = _ORIGIN.fullmatch(url)
    assert found is not None  # The settings have checked it.
    return found[1], found[2], int(found[3] or _DEFAULT_PORTS[found[1]])


def base_of_links(scheme: str, host: str, settings: Settings) -> str:
    """The beginning of links that people see: the configured address, or that of the request."""
    if settings.url is not None:
        return settings.url
    if scheme in _DEFAULT_PORTS and _HOST_HEADER.fullmatch(host.lower()):
        return f"{scheme}://{host.lower()}"
    return settings.address
