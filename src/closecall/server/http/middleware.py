"""What every request passes through: the CPU budget, the origin check, our headers, the log, the metrics.

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
from closecall.server.cpu_budgets import REQUEST_S, Payer, paid_by
from closecall.server.http.errors import (
    check_budget,
    problem_of,
    reader_language,
    retry_after,
    status_of,
)
from closecall.server.http.origins import check_host, is_allowed
from closecall.server.logs import Log
from closecall.server.rate_limits import network_of
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

_UNLIMITED = ("/health",)
"""A busy server must not look like a dead one."""
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
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        payer = self._server.cpu_budgets.payer(network_of((scope.get("client") or ("", 0))[0]))
        serve = self._socket if scope["type"] == "websocket" else self._request
        await paid_by(payer, serve, scope, receive, send, payer)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, payer: Payer) -> None:
        found = _SOCKET_PATH.fullmatch(scope["path"])
        # Any other path gets the answer of a table that does not exist.
        await self._table_socket(scope, receive, send, found[1] if found else "", payer)

    async def _request(self, scope: Scope, receive: Receive, send: Send, payer: Payer) -> None:
        started = time.perf_counter()
        cookies = scope.setdefault("state", {}).setdefault("cookies", [])
        answer = _Answer(send, cookies, is_api=scope["path"].startswith("/api"))
        try:
            await self._admit(scope, payer)
            await self._answer(scope, receive, answer)
        except _Gone:
            pass  # There is nobody to answer.
        except GameError as error:
            self._server.metrics.refused(error.code)
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

    async def _admit(self, scope: Scope, payer: Payer) -> None:
        """Find out who sends a request, and refuse it if they have exhausted their budget."""
        payer.charge(REQUEST_S)
        with suppress(StoreError):  # Routes that need the person ask again, and report the failure.
            person = scope["state"]["person"] = await self._server.people.identify(scope["headers"])
            payer.person = None if person is None else person.id
        if scope["path"] not in _UNLIMITED:
            check_budget(payer)
            await payer.turn()

    async def _answer(self, scope: Scope, receive: Receive, answer: Send) -> None:
        check_host(_header(scope, b"host") or "", self._server.settings)
        if scope["method"] in _SAFE_METHODS:
            await self._inner(scope, receive, answer)
            return
        if self._is_foreign(scope):
            raise NotAllowed("foreign_origin")
        body = await _body(receive)
        await self._inner(scope, _given(body, receive), answer)

    def _is_foreign(self, scope: Scope) -> bool:
        origin, host = _header(scope, b"origin"), _header(scope, b"host") or ""
        return not is_allowed(origin, host, self._server.settings)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        await self._server.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._server.stop()
        await send({"type": "lifespan.shutdown.complete"})


def _header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in reversed(scope["headers"]) if key == name), None)


class _Answer:
    """Passes an answer on with our headers added, and remembers its status."""

    def __init__(self, send: Send, cookies: list[str], *, is_api: bool) -> None:
        """`cookies` are the `Set-Cookie` headers that the route decides on."""
        self.status = 0
        self._cookies = cookies
        self._send = send
        self._is_api = is_api

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self._headers()]
        await self._send(message)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        # Answers are for one person at one moment. Only the page's files may be cached.
        cookies = [(b"set-cookie", cookie.encode()) for cookie in self._cookies]
        return [*_HEADERS, *cookies, _NO_STORE] if self._is_api else [*_HEADERS, *cookies]


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
    language = reader_language(scope["state"].get("person"), scope["headers"])
    body = msgspec.json.encode(problem_of(error, language))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # More may arrive that nobody will read.
        *((name.encode(), value.encode()) for name, value in retry_after(error).items()),
    ]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})
