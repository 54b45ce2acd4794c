"""Frames: strict decoding, and encoding as the core does it."""

import json
from random import Random

import msgspec
import pytest

from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from closecall.messages import LANGUAGES, catalogue
from closecall.server.sockets import protocol
from closecall.server.sockets.protocol import BadFrame, decode_frame, encode_frame, seat_of, seen_value
from support.matches import refusal
from support.random_games import TABLES, Table, midway_match, table_name, viewers, walk


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_seen_is_encoded_as_in_the_core(table: Table) -> None:
    """The quick encoder and the core's codec agree, for viewers at many points of a game."""
    rng = Random(table_name(table))
    for match in walk(midway_match(table, rng), rng):
        for viewer in rng.sample(viewers(match), rng.choice((0, 0, 0, 1))):
            seen = match.seen_by(viewer)
            quick = json.loads(msgspec.json.encode(seen_value(match.rules, seen)))
            assert quick == json.loads(json.dumps(encode_seen(match.rules, seen)))


GOOD = {
    '{"t":"commit","id":7,"point":12,"nth":0,"move":"r7"}': protocol.Commit(7, 12, 0, "r7"),
    '{"move":"r7","seat":1,"nth":2,"point":12,"id":7,"t":"commit"}': protocol.Commit(7, 12, 2, "r7", 1),
    '{"t":"take_back","id":0,"point":0,"nth":1}': protocol.TakeBack(0, 0, 1),
    '{"t":"say","id":9,"phrase":"wow"}': protocol.Say(9, "wow"),
    '{"t":"ping","id":10}': protocol.Ping(10),
}


@pytest.mark.parametrize("text", GOOD)
def test_good_frames(text: str) -> None:
    """Decoded from text and from bytes."""
    assert decode_frame(text) == GOOD[text]
    assert decode_frame(text.encode()) == GOOD[text]


BAD = [
    "",
    " ",
    "null",
    "[]",
    "7",
    '"commit"',
    "{}",
    '{"t":"commit"}',
    '{"t":"kommit","id":7,"point":12,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":12,"nth":0,"move":"r7","more":1}',
    '{"t":"commit","id":7,"point":12,"nth":0}',
    '{"t":"commit","id":7,"point":12.5,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":NaN,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":1e400,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":true,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":-1,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":2147483648,"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":1' + "0" * 4000 + ',"nth":0,"move":"r7"}',
    '{"t":"commit","id":7,"point":12,"nth":0,"move":""}',
    '{"t":"commit","id":7,"point":12,"nth":0,"move":"' + "r" * 201 + '"}',
    '{"t":"commit","id":7,"point":12,"nth":0,"move":7}',
    '{"t":"commit","id":7,"point":12,"nth":0,"move":"r7","seat":"1"}',
    '{"t":"say","id":7,"phrase":"wow","seat":-1}',
    '{"t":"ping","id":10}{"t":"ping","id":11}',
    '{"t":"ping","id":10',
    "[" * 4000,
    '{"t":' * 700,
    b"\xff\xfe",
    b'{"t":"say","id":1,"phrase":"\xc3\x28"}',
    b'{"t":"say","id":1,"phrase":"\xed\xa0\x80"}',
    bytes(range(256)),
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_bad_frames(text: str | bytes) -> None:
    """Refused with the same sentence, which quotes nothing of the frame."""
    assert refusal(BadFrame, decode_frame, text).facts == {}


def test_the_largest_good_frames() -> None:
    """One more is refused, as clients are told."""
    for text, longer in (
        ('{"t":"ping","id":2147483647}', '{"t":"ping","id":2147483648}'),
        (_frame("why", move="r" * 200, point=0), _frame("why", move="r" * 201, point=0)),
        (_frame("say", phrase="r" * 40), _frame("say", phrase="r" * 41)),
    ):
        decode_frame(text)
        assert refusal(BadFrame, decode_frame, longer).code == "bad_frame"
    assert refusal(BadFrame, decode_frame, _frame("say", phrase="")).code == "bad_frame"
    assert protocol.MOST_BYTES == 4096


def _frame(kind: str, **fields: str | int) -> str:
    return json.dumps({"t": kind, "id": 1, **fields})


def test_frames_have_tags() -> None:
    """Each kind of frame of the server has its own name."""
    assert encode_frame(protocol.Ack(7)) == '{"t":"ack","id":7}'
    assert (
        encode_frame(protocol.WaitingFrame(3, 1, (0, 2))) == '{"t":"waiting","n":3,"point":1,"waiting":[0,2]}'
    )


def test_whose_seat() -> None:
    """A client's only seat need not be named; one of several must be; another's is refused."""
    own = (Seat(0), Seat(2))
    assert seat_of(None, (Seat(1),)) == seat_of(1, (Seat(1),)) == 1
    assert seat_of(2, own) == 2
    for asked, seats, code in (
        (None, own, "not_your_seat"),
        (1, own, "not_your_seat"),
        (None, (), "no_seat"),
        (0, (), "no_seat"),
    ):
        assert refusal(BadFrame, seat_of, asked, seats).code == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_have_words(language: str) -> None:
    """Everything that can be said can be read."""
    for phrase in protocol.PHRASES:
        assert catalogue(language)(f"phrase.{phrase}")
