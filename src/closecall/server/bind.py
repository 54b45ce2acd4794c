"""Where a server listens.

It listens from the moment at which its port is known, before anybody hears of it: two servers that start at
once cannot be told the same port, and who is early waits a moment instead of being refused.
"""

import errno
import os
import socket
from typing import Any

from closecall.core.errors import GameError
from closecall.server.settings import Settings

LAST_PORT = 8010
"""Where the search for a free port ends if nobody has asked for one."""
BACKLOG = 2048
"""So many may wait until the server is ready for them; a system may allow less."""


class PortTaken(GameError):
    """Somebody else listens there."""


def listeners_for(settings: Settings) -> list[socket.socket]:
    """Sockets that listen on the port that was asked for, or on the first free one from the usual one on."""
    first = settings.port
    if "port" in settings.chosen:
        return _listeners(settings.host, first)
    for port in range(first, LAST_PORT + 1):
        try:
            return _listeners(settings.host, port)
        except PortTaken:
            continue
    raise PortTaken("ports_taken", first=first, last=LAST_PORT)


def port_of(listeners: list[socket.socket]) -> int:
    """The port on which all of them listen."""
    port: int = listeners[0].getsockname()[1]
    return port


def _listeners(host: str, port: int) -> list[socket.socket]:
    """One for each address of the host; 0 asks the system for any port, the same for all."""
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
        if os.name == "posix":  # The remains of old connections do not matter.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        # To be bound keeps nobody else from it: only who listens has the port.
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
