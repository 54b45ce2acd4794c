"""Run the server with uvicorn, until somebody stops it."""

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable
from importlib.util import find_spec
from types import FrameType

import uvicorn

from closecall.core.errors import GameError
from closecall.server import logs, uvicorn_limits
from closecall.server.app import create_app
from closecall.server.bind import listeners_on
from closecall.server.context import ServerContext
from closecall.server.settings import Settings
from closecall.server.sockets.protocol import MOST_BYTES

INTERRUPTED = 130
"""The exit code of a program that was stopped with Ctrl-C."""
MOST_ITERATIONS = 100
"""Of the event loop, until a listening socket is closed; uvloop needs two."""
PING_S = 20
"""How often an idle socket is pinged, and how long it may take to answer."""


def serve(
    settings: Settings,
    listeners: list[socket.socket],
    opened: Callable[[], None],
    announced_as: Callable[[str], None],
    lan_changed: Callable[[str | None], None],
) -> int:
    """Run the server on listening sockets, and close them; 0 after a clean stop, GameError on failure.

    `opened` is called when the database is open, so that nobody is invited to a server that cannot start;
    `announced_as` with the URL of its name on the local network, if it gets one; `lan_changed` when somebody
    at the machine lets others on the network join, with their address, or keeps them out, with None.
    """
    try:
        logs.set_up(settings)
        logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
        server = ServerContext.open(settings)
        _collect_seldom()
        web = _Uvicorn(server, settings)
        server.lan_switch.connect(web, announced_as, lan_changed)
        try:
            # From the invitation on, Ctrl-C ends the server in an orderly way. If it interrupted an import,
            # another thread's import could wait for ever.
            with web.capture_signals():
                opened()
                with server.lan_switch.announced():
                    web.run(sockets=listeners)
        finally:
            server.store.close()
    finally:
        for listener in listeners:
            listener.close()
    return 0


def _collect_seldom() -> None:
    """Collect cyclic garbage rarely: there is little of it, and thousands of matches to search each time.

    This saves a tenth of the CPU time when everybody moves at once, and the longest pauses. Rooms, matches
    and sockets are in no cycles, so none of them waits for a collection. Everything is searched after at most
    five million new objects, if a quarter more objects have lasted than the last time.
    """
    gc.freeze()  # Imported modules stay.
    gc.set_threshold(50_000, 20, 5)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Keep clients from filling the log: their errors get one line of uvicorn's, or none."""
    kind = record.exc_info[0] if record.exc_info else None
    if kind is not None and issubclass(kind, UnicodeDecodeError | asyncio.CancelledError):
        # A frame that is not text; a request that we have cut off.
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    # uvicorn logs this for every handshake that is refused with an answer.
    return record.msg != "ASGI callable returned without completing handshake."


class _Uvicorn(uvicorn.Server):
    """A web server that tells its clients before it disconnects them."""

    def __init__(self, server: ServerContext, settings: Settings) -> None:
        super().__init__(_config(server, settings))
        self._server = server
        self._servers_on: dict[str, list[asyncio.Server]] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and listen where the settings say."""
        await super().startup(sockets)
        self._servers_on[self._server.settings.host] = list(self.servers)

    async def listen_on(self, host: str) -> None:
        """Listen on another host, on the same port; GameError if that is impossible."""
        if self.should_exit:
            raise GameError("server_busy")
        loop = asyncio.get_running_loop()
        added = [
            await loop.create_server(self._new_connection, sock=listener)
            for listener in listeners_on(host, self._server.settings.port)
        ]
        self._servers_on[host] = added
        self.servers.extend(added)

    async def leave(self, host: str) -> None:
        """Listen on a host no longer; connections from there stay."""
        for listening in self._servers_on.pop(host):
            self.servers.remove(listening)
            listeners = listening.sockets
            listening.close()
            # An event loop may close them in one of its next iterations; until then the port is taken.
            for _ in range(MOST_ITERATIONS):
                if all(listener.fileno() == -1 for listener in listeners):
                    break
                await asyncio.sleep(0)

    def _new_connection(self) -> asyncio.Protocol:
        """As uvicorn does it for the listeners it starts with."""
        return uvicorn_limits.Requests(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, tell everybody, finish open requests, then stop."""
        for listening in self.servers:
            listening.close()
        await self._server.drain()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on a signal; on a second Ctrl-C at once, since everything acknowledged is on disk."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)
        # Do not record the signal: uvicorn would raise it again after a clean stop.
        self.should_exit = True


def _config(server: ServerContext, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(server),
        loop="uvloop" if find_spec("uvloop") else "asyncio",
        http=uvicorn_limits.Requests,
        ws=uvicorn_limits.Sockets,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        ws_per_message_deflate=False,
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=settings.drain_seconds,
        workers=1,
    )
