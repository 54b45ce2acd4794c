"""What every request passes through: the origin check, our headers, a line in the log, the metrics.

Sockets branch off here, so that no frame goes through the web framework.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import msgspec

from closecall.core.errors import GameError
from closecall.server.context import ServerContext
from closecall.server.http.errors import problem_of, reader_language, status_of, wants_page
from closecall.server.http.origins import is_allowed
from closecall.server.logs import Log
from closecall.server.sockets.table_socket import TableSocket
from closecall.server.tables.permissions import NotAllowed
from closecall.store import StoreError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

log = Log("closecall.http")

LONGEST_BODY = 16 * 1024
PATIENCE_S = 20
"""How long a body may take to arrive."""

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SOCKET_PATH = re.compile(r"/api/tables/([^/]{1,64})/socket")

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_NO_STORE = (b"cache-control", b"no-store")


class Middleware:
    """The application as the web server sees it."""

    def __init__(self, server: ServerContext, inner: AsgiApp) -> None:
        self._server = server
        self._table_socket = TableSocket(server)
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        match scope["type"]:
            case "websocket":
                await self._socket(scope, receive, send)
            case "http":
                await self._request(scope, receive, send)
            case "lifespan":
                await self._lifespan(receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _SOCKET_PATH.fullmatch(scope["path"])
        # Any other path gets the answer of a table that does not exist.
        await self._table_socket(scope, receive, send, found[1] if found else "")

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        scope.setdefault("state", {})
        answer = _Answer(send, is_api=scope["path"].startswith("/api"))
        try:
            await self._answer(scope, receive, answer)
        except _Gone:
            pass  # There is nobody to answer.
        except GameError as error:
            await _refuse(scope, answer, error)
        except Exception:
            # The framework answers failures of routes; this is for failures of its answers.
            log.exception("answer_failed", route=str(scope.get("path_template", "")))
            if answer.status == 0:
                await _refuse(scope, answer, GameError("server_failed"))
        finally:
            seconds = time.perf_counter() - started
            route = str(scope.get("path_template") or "other")
            self._server.metrics.requested(scope["method"], route, answer.status, seconds)
            log.request(scope["method"], route, answer.status, seconds * 1000)

    async def _answer(self, scope: Scope, receive: Receive, answer: Send) -> None:
        if scope["method"] in _SAFE_METHODS:
            await self._recognise(scope)
            await self._inner(scope, receive, answer)
            return
        if self._is_foreign(scope):
            raise NotAllowed("foreign_origin")
        body = await _body(receive)
        await self._inner(scope, _given(body, receive), answer)

    async def _recognise(self, scope: Scope) -> None:
        """Identify the reader of a page beforehand: the answer for a missing page cannot ask the store."""
        if wants_page(scope):
            with suppress(StoreError):  # Routes that need the person ask again, and report the failure.
                now = self._server.now()
                scope["state"]["person"] = await self._server.people.identify(scope["headers"], now)

    def _is_foreign(self, scope: Scope) -> bool:
        found = {name: value.decode("latin-1") for name, value in scope["headers"]}
        return not is_allowed(found.get(b"origin"), found.get(b"host", ""), self._server.settings)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        await self._server.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._server.stop()
        await send({"type": "lifespan.shutdown.complete"})


class _Answer:
    """Passes an answer on with our headers added, and remembers its status."""

    def __init__(self, send: Send, *, is_api: bool) -> None:
        self.status = 0
        self._send = send
        self._is_api = is_api

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self._headers()]
        await self._send(message)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        # Answers are for one person at one moment. Only the page's files may be cached.
        return [*_HEADERS, _NO_STORE] if self._is_api else _HEADERS


class _Gone(Exception):
    """The client has disconnected."""


async def _body(receive: Receive) -> bytes:
    """The whole body, if it is short and arrives soon."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Gone
                body += message.get("body", b"")
                if len(body) > LONGEST_BODY:
                    raise GameError("request_too_long")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise GameError("request_slow") from None


def _given(body: bytes, receive: Receive) -> Receive:
    """A `receive` that delivers a body that was read already, and then whatever follows."""
    rest = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def given() -> Any:
        return next(rest, None) or await receive()

    return given


async def _refuse(scope: Scope, send: Send, error: GameError) -> None:
    language = reader_language(None, scope["headers"])
    body = msgspec.json.encode(problem_of(error, language))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # More may arrive that nobody will read.
    ]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})
