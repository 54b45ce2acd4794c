"""Hostile clients on raw connections, and people who play on meanwhile."""

import base64
import json
import os
import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from server.server_process import BrowserUser, RunningServer

WAIT_S = 10
"""How long the server may take to answer anything."""
MOST_MALFORMED = 20
"""The most malformed frames that the server tolerates on one connection."""

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

BadFrame = Callable[[Random], bytes]
Attack = Callable[[Random], list[bytes]]


# Raw connections.


def frame(
    payload: bytes, opcode: int = TEXT, *, fin: bool = True, rsv: int = 0, is_masked: bool = True
) -> bytes:
    """A frame of a client as it is on the wire."""
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    mask_bit, size = 0x80 if is_masked else 0, len(payload)
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65536:
        head += struct.pack("!BH", mask_bit | 126, size)
    else:
        head += struct.pack("!BQ", mask_bit | 127, size)
    if not is_masked:
        return head + payload
    mask = b"\x5a\x13\xc7\x88"
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


class RawConnection:
    """A TCP connection to a server, for any bytes."""

    def __init__(self, url: str) -> None:
        host, port = url.removeprefix("http://").rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), WAIT_S)
        self.host = f"{host}:{port}"
        self._read = b""

    def __enter__(self) -> "RawConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, content: bytes) -> bool:
        """Send bytes; False if the other side has gone."""
        try:
            self.socket.sendall(content)
        except OSError:
            return False
        return True

    def upgrade(self, path: str, cookie: str = "", origin: str | None = None) -> int:
        """Ask for a socket; the status of the answer."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {self.host}", "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        lines += [f"Origin: {origin}"] if origin is not None else []
        self.send("\r\n".join([*lines, "", ""]).encode())
        return self.status()

    def status(self) -> int:
        """The status of the next answer, read to the end of its head; 0 if there is none."""
        while b"\r\n\r\n" not in self._read:
            if not self._more():
                return 0
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        return int(head.split()[1])

    def rest(self) -> bytes:
        """Everything that arrives until the server closes the connection."""
        while self._more():
            pass
        return self._read

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Opcode and content of each frame, until the server closes the connection."""
        while self._has(2):
            size, start = self._read[1], 2
            if size == 126:
                assert self._has(4)
                size, start = int(struct.unpack("!H", self._read[2:4])[0]), 4
            elif size == 127:
                assert self._has(10)
                size, start = int(struct.unpack("!Q", self._read[2:10])[0]), 10
            if not self._has(start + size):
                return
            opcode, content = self._read[0] & 15, self._read[start : start + size]
            self._read = self._read[start + size :]
            yield opcode, content

    def _has(self, size: int) -> bool:
        while len(self._read) < size:
            if not self._more():
                return False
        return True

    def _more(self) -> bool:
        try:
            found = self.socket.recv(65536)
        except TimeoutError:
            raise AssertionError("the server does not answer") from None
        except OSError:
            return False
        self._read += found
        return bool(found)


def close_code(content: bytes) -> int:
    """The code of a close frame; 1005 if it has none."""
    return int(struct.unpack("!H", content[:2])[0]) if len(content) >= 2 else 1005


# Valid WebSocket frames with malformed content: the server answers each of them.

GOOD = (
    {"t": "commit", "id": 7, "point": 2, "nth": 0, "move": "pass"},
    {"t": "take_back", "id": 8, "point": 2, "nth": 1, "seat": 0},
    {"t": "say", "id": 9, "phrase": "well_played"},
    {"t": "ping", "id": 10},
)
ODD_VALUES = (
    "null", "true", "-1", "1e400", "NaN", "Infinity", "-0", "2147483648", "9" * 400, "1.5", '""', '"x"', "[]",
    "{}", '"\\ud800"', '"\\u0000"', '"' + "é" * 90 + '"', "[[[[1]]]]", '{"a":1}', '"r7\\n"', "1e-400",
)  # fmt: skip


def _good(rng: Random) -> dict[str, Any]:
    return dict(rng.choice(GOOD))


def _deep(rng: Random) -> bytes:
    depth = rng.choice((50, 500, 1000, 2000))
    opening = rng.choice((b"[", b'{"t":'))
    return opening * min(depth, 4000 // len(opening)) + rng.choice((b"", b"1"))


def _odd_field(rng: Random) -> bytes:
    good = _good(rng)
    name = rng.choice(list(good))
    parts = [
        f'"{key}":{rng.choice(ODD_VALUES) if key == name else json.dumps(value)}'
        for key, value in good.items()
    ]
    return b"{" + ",".join(parts).encode() + b"}"


def _duplicate(rng: Random) -> bytes:
    good = json.dumps(_good(rng))
    return (good[:-1] + f', "t": {rng.choice(ODD_VALUES)}, "t": "nothing"}}').encode()


def _unknown(rng: Random) -> bytes:
    names = ("seed", "hand", "table", "__proto__", "t\\u0000", "commit ", "Ack", "")
    return json.dumps({**_good(rng), "t": rng.choice(names)}).encode()


def _extra_field(rng: Random) -> bytes:
    return json.dumps({**_good(rng), rng.choice(("viewer", "person", "table", "x" * 500)): 0}).encode()


def _truncated(rng: Random) -> bytes:
    good = json.dumps(_good(rng)).encode()
    return good[: rng.randrange(1, len(good))]


def _not_an_object(rng: Random) -> bytes:
    return rng.choice((*ODD_VALUES, "[" + "0," * 1900 + "0]", '"' + "a" * 4000 + '"')).encode()


def _mutated(rng: Random) -> bytes:
    good = bytearray(json.dumps(_good(rng)).encode())
    for _ in range(rng.randrange(1, 6)):
        good[rng.randrange(len(good))] = rng.randrange(32, 127)
    return bytes(good)


def _printable(rng: Random) -> bytes:
    return "".join(chr(rng.choice((rng.randrange(1, 128), 233, 0x1F3B2))) for _ in range(60)).encode()


MALFORMED: dict[str, BadFrame] = {
    "deep": _deep,
    "odd field": _odd_field,
    "duplicate keys": _duplicate,
    "unknown type": _unknown,
    "extra field": _extra_field,
    "truncated": _truncated,
    "no object": _not_an_object,
    "mutated": _mutated,
    "random text": _printable,
    "empty": lambda rng: b"",
    "spaces": lambda rng: b" \n\t" * rng.randrange(1, 1300),
    "another's seat": lambda rng: json.dumps({**GOOD[0], "seat": rng.choice((0, 1, 2, 3, 99))}).encode(),
}


def _malformed_frame(rng: Random, kind: str) -> bytes:
    payload = MALFORMED[kind](rng)
    opcode = rng.choice((TEXT, TEXT, BINARY))
    if len(payload) > 2 and rng.random() < 0.2:  # In pieces, with a ping between them.
        cut = rng.randrange(1, len(payload))
        first, second = frame(payload[:cut], opcode, fin=False), frame(payload[cut:], 0)
        return first + frame(b"?", PING) + second
    return frame(payload, opcode)


# Violations of the WebSocket protocol and other abuse: the server closes the connection.


def _noise(rng: Random, size: int = 400) -> bytes:
    return bytes(rng.randrange(256) for _ in range(rng.randrange(1, size)))


VIOLATIONS: dict[str, Attack] = {
    "bad UTF-8": lambda rng: [frame(b'{"t":"ping","id":1}\xff\xfe' + _noise(rng))],
    "half a character": lambda rng: [frame(b'{"t":"say","id":1,"phrase":"\xc3'), frame(b'"}')],
    "surrogate in UTF-8": lambda rng: [frame(b'"\xed\xa0\x80"')],
    "bad UTF-8 in pieces": lambda rng: [frame(b"\xf0\x9f", fin=False), frame(b"\xff", 0)],
    "oversized": lambda rng: [frame(b" " * rng.randrange(4097, 20000))],
    "oversized in pieces": lambda rng: [frame(b"[" * 3000, fin=False), frame(b"]" * 3000, 0)],
    "a promise of gigabytes": lambda rng: [b"\x81\xff" + struct.pack("!Q", 2**40), _noise(rng)],
    "a negative size": lambda rng: [b"\x81\xff" + b"\xff" * 8 + _noise(rng)],
    "not masked": lambda rng: [frame(b'{"t":"ping","id":1}', is_masked=False)],
    "reserved bits": lambda rng: [frame(b'{"t":"ping","id":1}', rsv=rng.randrange(1, 8))],
    "unknown opcode": lambda rng: [frame(b"x", rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)))],
    "end without a beginning": lambda rng: [frame(b"x", 0)],
    "two beginnings": lambda rng: [frame(b"{", fin=False), frame(b"{", fin=False)],
    "a ping in pieces": lambda rng: [frame(b"x", PING, fin=False)],
    "a long ping": lambda rng: [frame(b"x" * 126, PING)],
    "odd close": lambda rng: [frame(struct.pack("!H", rng.choice((0, 999, 1005, 1006, 5000))), CLOSE)],
    "half a close": lambda rng: [frame(b"\x03", CLOSE)],
    "close with bad UTF-8": lambda rng: [frame(b"\x03\xe8\xff\xff", CLOSE)],
    "raw noise": lambda rng: [b"\xff" + _noise(rng), frame(b"", 15)],
    "HTTP again": lambda rng: [b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", frame(b"", 15)],
    "unasked pongs": lambda rng: [frame(b"x", PONG)] * 5 + [frame(b"", CLOSE)],
    "cut off": lambda rng: [frame(b'{"t":"ping","id":1}')[: rng.randrange(1, 20)]],
}


# The attack.


@dataclass(slots=True)
class AttackFigures:
    """The figures of an attack."""

    frames: Counter[str] = field(default_factory=Counter)
    """The frames that were sent, by kind."""
    answers: Counter[str] = field(default_factory=Counter)
    """The answers: codes of refusals, acks, and close codes."""
    connections: int = 0

    @property
    def total(self) -> int:
        """How many frames were sent."""
        return self.frames.total()


@dataclass(frozen=True, slots=True)
class Attacker:
    """A viewer of a table, with or without a name."""

    url: str
    table_id: str
    cookie: str

    def with_watchers(self, watched: list[str]) -> "list[Attacker]":
        """The same person, who also watches public tables, and a stranger who does."""
        others = [Attacker(self.url, table, known) for table in watched for known in (self.cookie, "")]
        return [self, *others]

    def attack(self, rng: Random, figures: AttackFigures) -> None:
        """One connection: frames with malformed content, then a violation of the protocol."""
        with RawConnection(self.url) as connection:
            path = f"/api/tables/{self.table_id}/socket"
            status = connection.upgrade(path, self.cookie, self.url)
            assert status == 101, status
            figures.connections += 1
            kinds = rng.choices(list(MALFORMED), k=MOST_MALFORMED)
            connection.send(b"".join(_malformed_frame(rng, kind) for kind in kinds))
            figures.frames.update(kinds)
            self._expect_answers(connection, len(kinds), figures)
            violation = rng.choice(list(VIOLATIONS))
            figures.frames[violation] += 1
            for piece in VIOLATIONS[violation](rng):
                connection.send(piece)
            if violation != "cut off":
                self._expect_end(connection, violation, figures)

    def _expect_answers(self, connection: RawConnection, count: int, figures: AttackFigures) -> None:
        for opcode, content in connection.frames():
            if opcode == TEXT:
                told = json.loads(content)
                if told["t"] in ("ack", "refused", "pong"):
                    figures.answers[told.get("code", told["t"])] += 1
                    count -= 1
            if not count:
                return
        raise AssertionError(f"{count} frames were not answered")

    def _expect_end(self, connection: RawConnection, violation: str, figures: AttackFigures) -> None:
        code = 0
        for opcode, content in connection.frames():
            if opcode == CLOSE:
                code = close_code(content)
                connection.send(frame(content[:2], CLOSE))
        figures.answers[f"closed {code}"] += 1
        assert code in (1000, 1002, 1005, 1007, 1009), (violation, code)


def cookie_of(person: BrowserUser) -> str:
    """The cookies of a person's browser."""
    return "; ".join(f"{name}={value}" for name, value in person.browser.cookies.items())


def attacker(running: RunningServer) -> Attacker:
    """A person who plays alone at a private table."""
    mallory = running.person("Mallory")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Malvin"}]
    own = mallory.create_table(game="qwixx", seats=seats)["table"]["id"]
    return Attacker(running.url, own, cookie_of(mallory))


# The server's health.


def resident_kib(pid: int) -> int:
    """The resident memory of a process, in KiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])


def expect_health(running: RunningServer) -> None:
    """Assert that the server runs, answers and has logged no error."""
    assert running.process.poll() is None, running.log_text()
    assert running.client().get("/health").json()["status"] == "ok"
    logged = running.log_text()
    assert "Traceback" not in logged, logged
    assert not re.search(r'"level": "(error|critical)"| (ERROR|CRITICAL|error|critical) ', logged), logged


# People who play on.


@dataclass(slots=True)
class Neighbour:
    """A person who plays against a bot at a public table again and again, and measures the response time."""

    person: BrowserUser
    game: str
    seats: int
    table_id: str = ""
    games: int = 0
    waits: list[float] = field(default_factory=list)
    """From each commit to its ack, in seconds."""
    failure: BaseException | None = None

    def sit(self) -> None:
        """Create a table that waits for its host to start it."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": "greedy"} for _ in range(self.seats - 1))]
        order = {"game": self.game, "seats": seats, "public": True, "start": "host"}
        self.table_id = self.person.create_table(**order)["table"]["id"]

    def play_until(self, done: threading.Event) -> None:
        """Play whole games; the one under way at the signal is the last."""
        try:
            self._play(self.table_id)
            while not done.is_set():
                self.sit()
                self._play(self.table_id)
        except BaseException as failure:
            self.failure = failure

    def _play(self, table_id: str) -> None:
        self.person.post_ok(f"/tables/{table_id}/start")
        with self.person.socket(table_id) as connection:
            sent: dict[int, float] = {}
            known: set[tuple[int, int]] = set()
            while True:
                told = connection.next()
                assert told["t"] not in ("refused", "bye"), told
                if told["t"] == "ack":
                    self.waits.append(time.perf_counter() - sent.pop(told["id"]))
                if told["t"] != "seen":
                    continue
                seen = told["seen"]
                if seen["over"] is not None:
                    self.games += 1
                    return
                turn = seen["point"], told["nth"]
                if seen["menu"] is not None and turn not in known:
                    known.add(turn)
                    move = "call" if "call" in seen["menu"] else seen["menu"][-1]
                    number = connection.send("commit", point=turn[0], nth=turn[1], move=move)
                    sent[number] = time.perf_counter()


@contextmanager
def neighbours(running: RunningServer) -> Iterator[list[Neighbour]]:
    """One neighbour for each game, playing during the block; each has finished a game at the end."""
    found = [Neighbour(running.person(f"N {game}"), game, 3) for game in ("mark", "qwixx", "enough")]
    for neighbour in found:
        neighbour.sit()
    done = threading.Event()
    threads = [threading.Thread(target=neighbour.play_until, args=(done,)) for neighbour in found]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        done.set()
        for thread in threads:
            thread.join(60)
    for neighbour in found:
        assert neighbour.failure is None, (neighbour.game, neighbour.failure)
        assert neighbour.games > 0
