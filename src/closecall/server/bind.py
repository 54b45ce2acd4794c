"""The listening sockets of a server.

They listen as soon as the port is known. So two servers that start at once never get the same port, and early
clients wait a moment instead of being refused.
"""

import errno
import os
import socket
from typing import Any

from closecall.core.errors import GameError
from closecall.server.settings import Settings

LAST_PORT = 8010
"""The last port to try if the settings name none."""
BACKLOG = 2048
"""How many connections may wait until the server is ready; the system may allow fewer."""


class PortTaken(GameError):
    """Another program listens on this port."""


def listeners_for(settings: Settings) -> list[socket.socket]:
    """Sockets on the port in the settings or, if none was chosen, on the first free one from the default."""
    first = settings.port
    if "port" in settings.chosen:
        return listeners_on(settings.host, first)
    for port in range(first, LAST_PORT + 1):
        try:
            return listeners_on(settings.host, port)
        except PortTaken:
            continue
    raise PortTaken("ports_taken", first=first, last=LAST_PORT)


def port_of(listeners: list[socket.socket]) -> int:
    """The port of all listeners."""
    port: int = listeners[0].getsockname()[1]
    return port


def listeners_on(host: str, port: int) -> list[socket.socket]:
    """One socket for each address of the host; port 0 means any port, the same for all."""
    found: list[socket.socket] = []
    try:
        for family, address in _addresses(host, port):
            found.append(_listener(family, (address[0], port, *address[2:])))
            port = port_of(found)
    except OSError as error:
        for listener in found:
            listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken("port_taken", port=port) from None
        raise GameError("port_refused", host=host, port=port, reason=error.strerror or str(error)) from None
    return found


def _addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[Any, ...]]]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror:
        raise GameError("no_such_host", host=host) from None
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _listener(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # Ignore old connections in TIME_WAIT.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        # Binding alone does not reserve the port; listening does.
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
