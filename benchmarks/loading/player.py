"""One socket of a client: frames are parsed by hand, and only as far as needed."""

import asyncio
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec


@dataclass(slots=True)
class Counted:
    """The measurements of one process."""

    latencies: "array[float]" = field(default_factory=lambda: array("d"))
    """From sending a choice until its effect has arrived at all sockets of the table, in seconds."""
    acks: int = 0
    frames: int = 0
    bytes: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    closed: int = 0
    over: int = 0
    missing: int = 0
    """Choices that not everybody had seen at the end."""
    cpu: float = 0.0


class Crew(Protocol):
    """The players at the sockets of one process."""

    counted: Counted
    random: Callable[[], float]

    def asked(self, asked: "Asked") -> None: ...
    def over(self, table: "Table") -> None: ...


class _Seen(msgspec.Struct):
    viewer: int | None
    point: int
    menu: list[str] | None
    waiting: list[int]
    over: Any


class _SeenFrame(msgspec.Struct):
    nth: int
    seen: _Seen


class _Waiting(msgspec.Struct):
    point: int
    waiting: list[int]


class _Refused(msgspec.Struct):
    code: str


_read_seen = msgspec.json.Decoder(_SeenFrame).decode
_read_waiting = msgspec.json.Decoder(_Waiting).decode
_read_refused = msgspec.json.Decoder(_Refused).decode


@dataclass(slots=True)
class Choice:
    """A choice that was sent and not yet seen by all."""

    seat: int
    point: int
    sent: float
    unseen: int
    """The sockets that have not seen it, a bit for each."""


@dataclass(slots=True)
class Asked:
    """A decision that a seat has to make."""

    player: "Player"
    seat: int
    point: int
    nth: int
    move: str


class Table:
    """A table with its sockets."""

    __slots__ = ("asked", "choices", "everybody", "is_moving", "is_over", "players")

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.choices: list[Choice] = []
        self.asked: list[Asked] = []
        self.everybody = 0
        self.is_moving = False
        self.is_over = False


class Player(asyncio.Protocol):
    """One socket at a table."""

    __slots__ = ("_buffer", "_request", "bit", "crew", "latest", "opened", "table", "transport")

    def __init__(self, crew: Crew, table: Table, request: bytes) -> None:
        self.crew = crew
        self.table = table
        self.bit = 1 << len(table.players)
        self.latest = [-1] * 8
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self._request = request
        self._buffer = b""
        table.players.append(self)
        table.everybody |= self.bit

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        self.crew.counted.closed += 1
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("hung up during the handshake"))

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
            self._buffer = b""
        if not self.opened.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:300].decode(errors="replace")))
                return
            self.opened.set_result(None)
            data = data[end + 4 :]
        self._take_apart(data)

    def _take_apart(self, data: bytes) -> None:
        counted = self.crew.counted
        counted.bytes += len(data)
        start, length = 0, len(data)
        while length - start >= 2:
            size, begin = data[start + 1], start + 2
            if size == 126:
                size, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
            elif size == 127:
                size, begin = int.from_bytes(data[begin : begin + 8], "big"), begin + 8
            end = begin + size
            if end > length or begin > length:
                break
            counted.frames += 1
            opcode = data[start] & 15
            if opcode == 1:
                self._hear(data[begin:end])
            elif opcode == 9:
                self.transport.write(bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + data[begin:end])
            start = end
        if start < length:
            self._buffer = data[start:]

    def _hear(self, text: bytes) -> None:
        kind = text[6:8]  # {"t":"…
        if kind == b"wa":
            frame = _read_waiting(text)
            self._arrived(frame.point, frame.waiting)
        elif kind == b"se":
            self._see(_read_seen(text))
        elif kind == b"ac":
            self.crew.counted.acks += 1
        elif kind in (b"re", b"by"):
            code = _read_refused(text).code
            refused = self.crew.counted.refused
            refused[code] = refused.get(code, 0) + 1

    def _see(self, frame: _SeenFrame) -> None:
        seen = frame.seen
        if self.table.choices:
            self._arrived(1 << 31 if seen.over is not None else seen.point, seen.waiting)
        if seen.over is not None:
            if not self.table.is_over:
                self.table.is_over = True
                self.crew.counted.over += 1
                self.crew.over(self.table)
        elif seen.menu and seen.viewer is not None and self.latest[seen.viewer] < seen.point:
            self.latest[seen.viewer] = seen.point
            move = seen.menu[int(self.crew.random() * len(seen.menu))]
            self.crew.asked(Asked(self, seen.viewer, seen.point, frame.nth, move))

    def _arrived(self, point: int, waiting: list[int]) -> None:
        """A frame shows how far the table is; mark the choices that are seen with it."""
        bit, table = self.bit, self.table
        for choice in tuple(table.choices):
            is_in = point > choice.point or (point == choice.point and choice.seat not in waiting)
            if is_in and choice.unseen & bit:
                choice.unseen ^= bit
                if not choice.unseen:
                    self.crew.counted.latencies.append(time.perf_counter() - choice.sent)
                    table.choices.remove(choice)


def text_frame(text: bytes) -> bytes:
    """A frame from a client with a mask of 0, which is allowed and costs nothing."""
    size = len(text)
    if size < 126:
        return bytes((0x81, 0x80 | size, 0, 0, 0, 0)) + text
    return bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big") + bytes(4) + text
