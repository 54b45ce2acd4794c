"""The local network: how phones and computers nearby reach this server.

Nothing leaves the local network: the address is that of the network interface, and the name `closecall.local`
is announced by multicast DNS, which phones and computers understand without any setup.
"""

import ipaddress
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from closecall.server.logs import Log
from closecall.server.settings import Settings

if TYPE_CHECKING:
    from zeroconf import ServiceInfo

log = Log("closecall.lan")

NAME = "closecall"
_TYPE = "_http._tcp.local."
_ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation, so nobody's; choosing a route to it sends nothing."""
_PATIENCE_MS = 1000
"""How long others may take to say that they have the name."""


def lan_address() -> str | None:
    """This machine's IPv4 address on its local network; None if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # There is no route to anywhere.
            return None
        address: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(address).is_loopback else address


def lan_url(settings: Settings) -> str | None:
    """The server's address for other devices on the local network; None if it has no such address."""
    if not settings.listens_everywhere:
        return None
    address = lan_address()
    return None if address is None else f"http://{address}:{settings.port}"


class Announcement:
    """The server's name on the local network; `told` gets the URL with the name.

    Where a name is impossible, people use the address.
    """

    def __init__(self, address: str, port: int, told: Callable[[str], None]) -> None:
        self._address = address
        self._port = port
        self._told = told
        self._end: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Announce `closecall.local` or, if another machine has that name, one with this machine's name."""
        try:
            # Takes long to import, and only a server on a local network needs it.
            from zeroconf import Zeroconf  # noqa: PLC0415

            network = Zeroconf(interfaces=[self._address])
            self._end = network.close
            name = NAME
            service = self._service(name)
            other = network.get_service_info(_TYPE, service.name, timeout=_PATIENCE_MS)
            if other is not None and other.parsed_addresses() != service.parsed_addresses():
                name = f"{NAME}-{socket.gethostname().split('.')[0].lower()}"
                service = self._service(name)
            network.register_service(service, allow_name_change=True)
        except Exception as error:
            # Whatever the network or the library has against it: the address works without a name.
            log.warning("not_announced", reason=type(error).__name__)
            return
        self._told(f"http://{name}.local:{self._port}")

    def end(self) -> None:
        """Take the name back."""
        self._end()

    def _service(self, name: str) -> "ServiceInfo":
        from zeroconf import ServiceInfo  # noqa: PLC0415

        return ServiceInfo(
            _TYPE,
            f"{name}.{_TYPE}",
            port=self._port,
            addresses=[socket.inet_aton(self._address)],
            server=f"{name}.local.",
        )
