"""The socket of a table, as an ASGI application of its own: the web framework would cost more than it adds.

Permission to watch is checked before the handshake. The seat comes from the session, never from a frame.
Frames beyond somebody's CPU budget wait, and so do those behind them. Their number is limited as well,
because part of each frame's cost, in the web server, is not measured.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import Any

from closecall.core.errors import GameError
from closecall.messages import catalogue
from closecall.server.context import ServerContext
from closecall.server.cpu_budgets import FRAME_S, REQUEST_S, Payer
from closecall.server.http.errors import Headers, check_budget, reader_language, retry_after, status_of
from closecall.server.http.origins import check_host, is_allowed
from closecall.server.logs import Log
from closecall.server.people.authentication import Person
from closecall.server.people.identity import is_id
from closecall.server.rate_limits import TokenBucket
from closecall.server.rooms.hub import NoTable
from closecall.server.rooms.room import Room
from closecall.server.sockets import protocol
from closecall.server.sockets.connection import POLICY, Send, Socket
from closecall.server.sockets.protocol import Ack, BadFrame, Effects, FromClient, Pong, Refused, encode_frame
from closecall.server.tables import permissions
from closecall.server.tables.permissions import Action
from closecall.server.tables.seats import names_at

log = Log("closecall.socket")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

MOST_BAD_FRAMES = 20
"""A client that sends more is disconnected."""
LONGEST_WAIT_S = 5
"""A frame that would have to wait longer ends the connection."""


class TableSocket:
    """Serves `/api/tables/{id}/socket`."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._by_address: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send, table_id: str, payer: Payer) -> None:
        """One connection, from the handshake to the end."""
        await receive()  # websocket.connect
        payer.charge(REQUEST_S)
        address = payer.network or ""
        headers, people, person = scope["headers"], self._server.people, None
        try:
            # First, so that any refusal is in their language.
            person = await people.identify(headers)
            payer.person = person.id if person else None
            check_budget(payer)
            await payer.turn()
            room = await self._admit(headers, person, table_id, address)
        except GameError as error:
            self._server.metrics.refused(error.code)
            await _reject(send, error, reader_language(person, headers))
            return
        who, secret = (person.id, people.secret_of(headers)) if person else (None, None)
        sent = self._server.metrics.frame_sent
        socket = Socket(send, who, reader_language(person, headers), secret, sent)
        with self._counted(address), suppress(OSError):  # The client may have gone already.
            await send({"type": "websocket.accept"})
            await self._talk(room, socket, headers, receive, payer)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        metrics = self._server.metrics
        self._by_address[address] = self._by_address.get(address, 0) + 1
        metrics.socket_opened()
        try:
            yield
        finally:
            metrics.socket_closed()
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def _admit(self, headers: Headers, person: Person | None, table_id: str, address: str) -> Room:
        settings = self._server.settings
        origin, host = _header(headers, b"origin"), _header(headers, b"host") or ""
        check_host(host, settings)
        if not is_allowed(origin, host, settings):
            raise permissions.NotAllowed("foreign_origin")
        if self._by_address.get(address, 0) >= settings.most_sockets_per_address:
            raise permissions.NotAllowed("too_many_sockets")
        if not is_id(table_id):
            raise NoTable("no_table")
        room = await self._server.hub.room(table_id)
        viewer = person.id if person else None
        if not permissions.may(room.table, viewer, Action.SEE):
            raise NoTable("no_table")  # As in the API, nobody learns that it exists.
        permissions.check(room.table, viewer, Action.WATCH)
        return room

    async def _talk(
        self, room: Room, socket: Socket, headers: Headers, receive: Receive, payer: Payer
    ) -> None:
        try:
            # Once it has entered, signing out closes it; until then somebody may have signed out unnoticed.
            if socket.person is not None and await self._server.people.identify(headers) is None:
                socket.close(POLICY, "signed_out", again=False)
                return
            await room.enter(socket)
            await self._listen(room, socket, receive, payer)
        finally:
            room.leave(socket)
            await socket.closed()

    async def _listen(self, room: Room, socket: Socket, receive: Receive, payer: Payer) -> None:
        settings, metrics = self._server.settings, self._server.metrics
        bucket = TokenBucket(settings.most_frames_per_second, settings.most_frames_at_once, time.monotonic())
        bad = 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect" or socket.is_closed:
                return
            arrived = time.monotonic()
            if not bucket.allows(arrived):
                log.warning("flood", table=room.table.id)
                metrics.frame_refused("too_many")
                socket.close(POLICY, "too_many_frames", again=False)
                return
            if not await self._may_go_on(payer):
                socket.close(POLICY, "too_expensive", again=True)
                return
            try:
                frame = protocol.decode_frame(message.get("text") or message.get("bytes") or b"")
            except BadFrame as error:
                bad += 1
                metrics.frame_refused("bad")
                socket.answer(_refused(None, error, room, socket))
                if bad > MOST_BAD_FRAMES:
                    socket.close(POLICY, "too_many_bad_frames", again=False)
                    return
                continue
            await self._answer(room, socket, frame, arrived)

    async def _may_go_on(self, payer: Payer) -> bool:
        """Wait until a frame is within the budget; False if that would take too long."""
        payer.charge(FRAME_S)
        wait_s = payer.wait_s()
        if wait_s > 0:
            self._server.metrics.frame_delayed()
        while wait_s > 0:
            if wait_s > LONGEST_WAIT_S:
                return False
            await asyncio.sleep(wait_s)
            wait_s = payer.wait_s()
        await payer.turn()
        return True

    async def _answer(self, room: Room, socket: Socket, frame: FromClient, arrived: float) -> None:
        try:
            if isinstance(frame, protocol.Ping):
                socket.answer(encode_frame(Pong(frame.id, self._server.now())))
                return
            if isinstance(frame, protocol.Look):
                socket.answer(encode_frame(_effects(room, socket, frame)))
                return
            await _act(room, socket, frame)
        except GameError as error:
            self._server.metrics.refused(error.code)
            socket.answer(_refused(frame.id, error, room, socket))
        except Exception:
            # The sender must not wait forever, and the others not at all.
            log.exception("frame_failed", table=room.table.id)
            socket.answer(_refused(frame.id, GameError("server_failed"), room, socket))
        else:
            socket.answer(encode_frame(Ack(frame.id)))
            if isinstance(frame, protocol.Commit | protocol.TakeBack):
                self._server.metrics.published(time.monotonic() - arrived)


def _effects(room: Room, socket: Socket, frame: protocol.Look) -> Effects:
    permissions.check(room.table, socket.person, Action.COMMIT)
    seat = protocol.seat_of(frame.seat, socket.own)
    moves, effects = room.effects(seat, frame.move, point=frame.point)
    return Effects(frame.id, frame.point, moves, effects)


_Acting = protocol.Commit | protocol.TakeBack | protocol.Why | protocol.Say


async def _act(room: Room, socket: Socket, frame: _Acting) -> None:
    # A duplicate is acknowledged, even if the original ended the game.
    if isinstance(frame, protocol.Say | protocol.Why) or not _is_duplicate(room, socket, frame):
        permissions.check(room.table, socket.person, _ACTIONS[type(frame)])
    seat = protocol.seat_of(frame.seat, socket.own)
    match frame:
        case protocol.Commit():
            await room.commit(seat, frame.move, point=frame.point, nth=frame.nth)
        case protocol.TakeBack():
            await room.take_back(seat, point=frame.point, nth=frame.nth)
        case protocol.Why():
            room.check_move(seat, frame.move, point=frame.point)
        case protocol.Say():
            room.say(seat, frame.phrase)


def _is_duplicate(room: Room, socket: Socket, frame: protocol.Commit | protocol.TakeBack) -> bool:
    if room.table.is_playing or not socket.own:
        return False
    seat = protocol.seat_of(frame.seat, socket.own)
    move = frame.move if isinstance(frame, protocol.Commit) else None
    return room.has_entry(seat, move, point=frame.point, nth=frame.nth)


_ACTIONS = {
    protocol.Commit: Action.COMMIT,
    protocol.TakeBack: Action.TAKE_BACK,
    protocol.Why: Action.COMMIT,
    protocol.Say: Action.SAY,
}


def _refused(frame_id: int | None, error: GameError, room: Room, socket: Socket) -> str:
    say = catalogue(socket.language)
    sentence = error.sentence(say, names_at(room.table.places, say))
    return encode_frame(Refused(frame_id, error.code, sentence))


def _header(headers: Headers, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in headers if key == name), None)


async def _reject(send: Send, error: GameError, language: str) -> None:
    """Refuse the handshake with an HTTP answer: a status and a sentence."""
    body = encode_frame(Refused(None, error.code, error.sentence(catalogue(language)))).encode()
    headers = [(b"content-type", b"application/json")]
    headers += [(name.encode(), value.encode()) for name, value in retry_after(error).items()]
    await send({"type": "websocket.http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
