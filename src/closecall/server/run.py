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

from closecall.server import logs, uvicorn_limits
from closecall.server.app import create_app
from closecall.server.context import ServerContext
from closecall.server.lan import announced
from closecall.server.settings import Settings
from closecall.server.sockets.protocol import MOST_BYTES

INTERRUPTED = 130
"""The exit code of a program that was stopped with Ctrl-C."""
PING_S = 20
"""How often an idle socket is pinged, and how long it may take to answer."""


def serve(
    settings: Settings,
    listeners: list[socket.socket],
    opened: Callable[[], None],
    announced_as: Callable[[str], None],
) -> int:
    """Run the server on listening sockets, and close them; 0 after a clean stop, GameError on failure.

    `opened` is called when the database is open, so that nobody is invited to a server that cannot start;
    `announced_as` with the URL of its name on the local network, if it gets one.
    """
    try:
        logs.set_up(settings)
        logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
        server = ServerContext.open(settings)
        _collect_seldom()
        web = _Uvicorn(server, settings)
        try:
            # From the invitation on, Ctrl-C ends the server in an orderly way. If it interrupted an import,
            # another thread's import could wait for ever.
            with web.capture_signals():
                opened()
                with announced(settings, announced_as):
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
