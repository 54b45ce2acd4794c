"""The socket of a table, as an ASGI application of its own: what Litestar would add costs more than it gives.

Who may look is decided before the handshake; what a seat may do, by its session and never by a frame.
"""

import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from closecall.core.errors import GameError
from closecall.messages import catalogue
from closecall.server.http.errors import Headers, reader_language, status_of
from closecall.server.http.origins import is_allowed
from closecall.server.logs import Log
from closecall.server.people.authentication import People, Person
from closecall.server.people.identity import is_id, network_of
from closecall.server.rooms.hub import Hub, NoTable
from closecall.server.rooms.room import Room
from closecall.server.sockets import protocol
from closecall.server.sockets.connection import POLICY, Send, Socket
from closecall.server.sockets.protocol import Ack, BadFrame, Effects, FromClient, Pong, Refused, encode_frame
from closecall.server.tables import permissions
from closecall.server.tables.permissions import Action
from closecall.server.tables.seats import names_at
from closecall.store import Status

log = Log("closecall.socket")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

MOST_BAD_FRAMES = 20
"""Whoever sends more than this is no client of ours."""


class Services(Protocol):
    """What the sockets need of the server."""

    @property
    def hub(self) -> Hub: ...
    @property
    def people(self) -> People: ...


class Brake:
    """A bucket of tokens: so many frames a second for long, and a burst now and then."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, at: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, at

    def allows(self, at: float) -> bool:
        """Whether one more is all right at this time, in seconds."""
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at
        self._tokens -= 1
        return self._tokens >= 0


class TableSocket:
    """Serves `/api/tables/{id}/socket`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._by_address: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send, table_id: str) -> None:
        """One connection, from handshake to hang-up."""
        await receive()  # websocket.connect
        address = network_of((scope.get("client") or ("", 0))[0])
        headers, people, person = scope["headers"], self._services.people, None
        try:
            # First, so that any refusal is in their language.
            person = await people.identify(headers, self._services.hub.now())
            room = await self._admit(headers, person, table_id, address)
        except GameError as error:
            await _reject(send, error, reader_language(person, headers))
            return
        who, session = person.id if person else None, people.session_of(headers)
        sent = self._services.hub.metrics.frame_sent
        socket = Socket(send, who, reader_language(person, headers), session, sent)
        with self._counted(address), suppress(OSError):  # Whoever has gone meanwhile needs no answer.
            await send({"type": "websocket.accept"})
            await self._talk(room, socket, receive)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        metrics = self._services.hub.metrics
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
        hub = self._services.hub
        origin, host = _header(headers, b"origin"), _header(headers, b"host") or ""
        if not is_allowed(origin, host, hub.settings):
            raise permissions.NotAllowed("foreign_origin")
        if self._by_address.get(address, 0) >= hub.settings.most_sockets_per_address:
            raise permissions.NotAllowed("too_many_sockets")
        if not is_id(table_id):
            raise NoTable("no_table")
        room = await hub.room(table_id)
        viewer = person.id if person else None
        if not permissions.may(room.table, viewer, Action.SEE):
            raise NoTable("no_table")  # As in the API: nobody learns that it exists.
        permissions.check(room.table, viewer, Action.WATCH)
        return room

    async def _talk(self, room: Room, socket: Socket, receive: Receive) -> None:
        try:
            await room.enter(socket)
            await self._listen(room, socket, receive)
        finally:
            room.leave(socket)
            await socket.closed()

    async def _listen(self, room: Room, socket: Socket, receive: Receive) -> None:
        hub = self._services.hub
        settings, metrics = hub.settings, hub.metrics
        brake = Brake(settings.most_frames_per_second, settings.most_frames_at_once, time.monotonic())
        bad = 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect" or socket.is_closed:
                return
            arrived = time.monotonic()
            if not brake.allows(arrived):
                log.warning("flood", table=room.table.id)
                metrics.frame_refused("too_many")
                socket.close(POLICY, "too_many_frames", again=False)
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
            await self._obey(room, socket, frame, arrived)

    async def _obey(self, room: Room, socket: Socket, frame: FromClient, arrived: float) -> None:
        hub = self._services.hub
        try:
            if isinstance(frame, protocol.Ping):
                socket.answer(encode_frame(Pong(frame.id, hub.now())))
                return
            if isinstance(frame, protocol.Look):
                socket.answer(encode_frame(_looked(room, socket, frame)))
                return
            await _act(room, socket, frame)
        except GameError as error:
            hub.metrics.refused(error.code)
            socket.answer(_refused(frame.id, error, room, socket))
        except Exception:
            # The one who sent it must not wait for ever, and the others not at all.
            log.exception("frame_failed", table=room.table.id)
            socket.answer(_refused(frame.id, GameError("server_failed"), room, socket))
        else:
            socket.answer(encode_frame(Ack(frame.id)))
            if isinstance(frame, protocol.Commit | protocol.TakeBack):
                hub.metrics.published(time.monotonic() - arrived)


def _looked(room: Room, socket: Socket, frame: protocol.Look) -> Effects:
    permissions.check(room.table, socket.person, Action.COMMIT)
    seat = protocol.seat_of(frame.seat, socket.own)
    return Effects(frame.id, frame.point, room.effects(seat, point=frame.point))


_Acting = protocol.Commit | protocol.TakeBack | protocol.Why | protocol.Say


async def _act(room: Room, socket: Socket, frame: _Acting) -> None:
    # What is done may be sent again, even if it has ended the game.
    if isinstance(frame, protocol.Say | protocol.Why) or not _is_done(room, socket, frame):
        permissions.check(room.table, socket.person, _ACTIONS[type(frame)])
    seat = protocol.seat_of(frame.seat, socket.own)
    match frame:
        case protocol.Commit():
            await room.commit(seat, frame.move, point=frame.point, nth=frame.nth)
        case protocol.TakeBack():
            await room.take_back(seat, point=frame.point, nth=frame.nth)
        case protocol.Why():
            room.check(seat, frame.move, point=frame.point)
        case protocol.Say():
            room.say(seat, frame.phrase)


def _is_done(room: Room, socket: Socket, frame: protocol.Commit | protocol.TakeBack) -> bool:
    if room.table.status is Status.PLAYING or not socket.own:
        return False
    seat = protocol.seat_of(frame.seat, socket.own)
    move = frame.move if isinstance(frame, protocol.Commit) else None
    return room.has(seat, move, point=frame.point, nth=frame.nth)


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
    """Refuse the handshake with a status and a sentence, as an HTTP answer."""
    body = encode_frame(Refused(None, error.code, error.sentence(catalogue(language)))).encode()
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
