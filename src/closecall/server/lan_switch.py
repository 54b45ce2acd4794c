"""Whether devices on the local network can reach the server now, and the switch for it.

The settings say how a server starts. While it runs, somebody at the machine may let others on the network
join, or end that. Then the web server listens on one address more or less, without a restart.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol

from closecall.core.errors import GameError
from closecall.folders import data_folder
from closecall.server.lan import Announcement, lan_address
from closecall.server.logs import Log
from closecall.server.settings import EVERYWHERE, Settings, remember_lan

log = Log("closecall.lan")

HERE = "127.0.0.1"


class Listeners(Protocol):
    """A web server that can listen on other hosts while it runs."""

    async def listen_on(self, host: str) -> None:
        """Listen on this host too; GameError if that is impossible."""

    async def leave(self, host: str) -> None:
        """Listen there no longer. Whoever is connected stays."""


class LanSwitch:
    """Lets devices on the local network join, or keeps them out."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._host = settings.host if settings.listens_everywhere else None
        self._listeners: Listeners | None = None
        self._named: Callable[[str], None] = lambda _: None
        self._changed: Callable[[str | None], None] = lambda _: None
        self._announcement: Announcement | None = None
        # Announcing takes a second or two, for which nobody has to wait, and one name follows the other.
        self._announcer = ThreadPoolExecutor(1, "mdns")
        self._lock = asyncio.Lock()

    def connect(
        self,
        listeners: Listeners,
        named: Callable[[str], None],
        changed: Callable[[str | None], None],
    ) -> None:
        """Take the web server to switch.

        `named` is called with the URL of the server's name on the network, `changed` after each turn of the
        switch with the address for other devices, or None.
        """
        self._listeners, self._named, self._changed = listeners, named, changed

    @property
    def can_turn(self) -> bool:
        """Whether the settings leave it open how the server is reached: no public address, proxy or host."""
        settings = self._settings
        is_fixed = settings.url is not None or settings.trusted_proxies or "host" in settings.chosen
        return self._listeners is not None and not is_fixed

    @property
    def url(self) -> str | None:
        """The server's address for other devices on the local network; None if they cannot reach it.

        A machine that has moved to another network listens at an address that it no longer has.
        """
        if self._host is None:
            return None
        address = lan_address()
        if address is None or self._host not in (address, self._settings.host):
            return None
        return f"http://{address}:{self._settings.port}"

    @contextmanager
    def announced(self) -> Iterator[None]:
        """Have a name on the local network as long as others can join, until the end of the block."""
        if self._settings.lan:
            self._announce()
        try:
            yield
        finally:
            self._take_name_back()
            self._announcer.shutdown()

    async def turn(self, *, is_on: bool) -> None:
        """Let others on the network join, or not, from now on and after the next start."""
        async with self._lock:
            if not is_on:
                await self._turn_off()
            elif self.url is None:
                await self._turn_on()
            with suppress(OSError, GameError):  # Then the terminal asks again next time.
                await asyncio.to_thread(remember_lan, data_folder(), is_on=is_on)

    async def _turn_on(self) -> None:
        address = lan_address()
        if address is None:
            raise GameError("no_lan")
        await self._leave()
        assert self._listeners is not None
        await self._listeners.listen_on(address)
        self._host = address
        self._announce()
        self._report()

    async def _turn_off(self) -> None:
        if self._host is not None:
            await self._leave()
            self._report()

    async def _leave(self) -> None:
        """Listen for this machine alone."""
        left = self._host
        if left is None:
            return
        assert self._listeners is not None
        self._take_name_back()
        await self._listeners.leave(left)
        self._host = None
        if left != EVERYWHERE:
            return
        # The system allows no second listener on the port while one listens everywhere.
        try:
            await self._listeners.listen_on(HERE)
        except GameError:
            await self._listeners.listen_on(left)
            self._host = left
            raise

    def _report(self) -> None:
        url = self.url
        log.info("lan_changed", address=url or "")
        self._changed(url)

    def _announce(self) -> None:
        address = lan_address() if self._host is not None else None
        if address is not None:
            self._announcement = Announcement(address, self._settings.port, self._named)
            self._announcer.submit(self._announcement.begin)

    def _take_name_back(self) -> None:
        announcement, self._announcement = self._announcement, None
        if announcement is not None:
            self._announcer.submit(announcement.end)
