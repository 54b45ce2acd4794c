"""A local network for tests: the machine's own, or one that stands in for it."""

from closecall.server.lan import lan_address

NEARBY = lan_address() or "127.0.0.2"
"""This machine's address on its network; without one, another loopback address stands in."""

ADDRESS = "from closecall.server import lan, lan_switch as s; lan.lan_address = s.lan_address = lambda: {}\n"
"""Run in a server's process before it starts, this says which address it has on the network."""
AT_NEARBY = ADDRESS.format(repr(NEARBY))
ON_NO_NETWORK = ADDRESS.format(None)


class NoListeners:
    """Stands in for the web server where only the name matters."""

    async def listen_on(self, host: str) -> None:
        """Nothing listens."""

    async def leave(self, host: str) -> None:
        """Nothing has listened."""
