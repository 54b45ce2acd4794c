"""Run the server with uvicorn, until somebody stops it."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec
from types import FrameType

import uvicorn

from closecall.server import logs, uvicorn_limits
from closecall.server.app import Server, create_app
from closecall.server.settings import Settings
from closecall.server.sockets.protocol import MOST_BYTES

INTERRUPTED = 130
"""What a shell calls a program that Ctrl-C has ended."""
PING_S = 20
"""How often a silent socket is asked whether it is still there, and how long it may take to answer."""

SWITCH_S = 0.02
"""How long a thread may keep the interpreter while others want it, in seconds.

The loop lets go of it many times in a turn; to be stopped by the store's writer in between costs both.
"""


def serve(settings: Settings, listeners: list[socket.socket], opened: Callable[[], None]) -> int:
    """Run the server on sockets that listen, and close them; 0 after a clean stop, else a GameError.

    `opened` is called when the database is open, so that nobody is invited to a server that cannot start.
    """
    try:
        logs.set_up(settings)
        logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
        server = Server(settings)
        server.open()
        _collect_seldom()
        sys.setswitchinterval(SWITCH_S)
        try:
            opened()
            _Uvicorn(server, settings).run(sockets=listeners)
        finally:
            server.close()
    finally:
        for listener in listeners:
            listener.close()
    return 0


def _collect_seldom() -> None:
    """Look for garbage in cycles seldom: there is little, and thousands of matches to look through each time.

    It saves a tenth of the work when everybody moves at once, and the longest pauses.
    """
    gc.freeze()  # What was imported stays.
    gc.set_threshold(50_000, 20, 100)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Let no client fill the log: what is no mistake of ours is one line of uvicorn's, or none."""
    kind = record.exc_info[0] if record.exc_info else None
    if kind is not None and issubclass(kind, UnicodeDecodeError | asyncio.CancelledError):
        # A frame that is no text; a request that we have hung up on.
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    # Said of every socket that is refused with an answer, which is as it should be.
    return record.msg != "ASGI callable returned without completing handshake."


class _Uvicorn(uvicorn.Server):
    """A web server that says goodbye before it hangs up."""

    def __init__(self, server: Server, settings: Settings) -> None:
        super().__init__(_config(server, settings))
        self._server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody new; everybody hears why; what is under way ends; then the rest."""
        for listening in self.servers:
            listening.close()
        await self._server.drain()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when asked to, and at once when asked twice: what was acknowledged is on disk."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)
        # Not remembered, since uvicorn would raise it again after a clean stop.
        self.should_exit = True


def _config(server: Server, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings, server),
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
