"""The codec: every type it knows, there and back, and every error with its place."""

import enum
import json
import time
from dataclasses import dataclass
from typing import Any, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.core.codec import LARGEST, check_fields, decode, encode, parse_json
from closecall.core.errors import BadRecord
from support.matches import check_sentences, refusal

Rank = NewType("Rank", int)
Twice = NewType("Twice", Rank)


class Suit(enum.Enum):
    SPADES = "s"
    HEARTS = "h"


class Level(enum.Enum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    rank: Rank


@dataclass(frozen=True, slots=True)
class Fold:
    pass


@dataclass(frozen=True, slots=True)
class Play:
    card: Card
    aloud: bool


@dataclass(frozen=True, slots=True)
class Hand:
    owner: str | None
    cards: tuple[Card, ...]
    last: Fold | Play
    next: Fold | Play | None
    pair: tuple[int, str]


PLAYED = Play(Card(Suit.HEARTS, Rank(3)), True)
ENCODED_PLAYED = {"is": "Play", "card": {"suit": "h", "rank": 3}, "aloud": True}

ROUND_TRIPS = [
    (int, 0, 0),
    (int, LARGEST, LARGEST),
    (int, -LARGEST, -LARGEST),
    (Rank, 7, 7),
    (Twice, 7, 7),
    (str, "", ""),
    (str, "Zoë “x” \U0001f3b2\n", "Zoë “x” \U0001f3b2\n"),
    (bool, True, True),
    (bool, False, False),
    (type(None), None, None),
    (Suit, Suit.HEARTS, "h"),
    (Level, Level.HIGH, 2),
    (Level | None, Level.LOW, 1),
    (int | None, 5, 5),
    (int | None, None, None),
    (str | None, "x", "x"),
    (tuple[int, ...], (), []),
    (tuple[int, ...], (1, 2), [1, 2]),
    (tuple[int, ...] | None, None, None),
    (tuple[int, str], (1, "x"), [1, "x"]),
    (tuple[tuple[int, ...], ...], ((1,), ()), [[1], []]),
    (tuple[int | None, ...], (1, None), [1, None]),
    (Fold, Fold(), {}),
    (Card, Card(Suit.SPADES, Rank(12)), {"suit": "s", "rank": 12}),
    (Card | None, None, None),
    (Card | None, Card(Suit.SPADES, Rank(1)), {"suit": "s", "rank": 1}),
    (Fold | Play, Fold(), {"is": "Fold"}),
    (Fold | Play, PLAYED, ENCODED_PLAYED),
    (Fold | Play | None, None, None),
    (Fold | Play | None, PLAYED, ENCODED_PLAYED),
    (
        Hand,
        Hand(None, (Card(Suit.SPADES, Rank(1)),), PLAYED, None, (1, "b")),
        {
            "owner": None,
            "cards": [{"suit": "s", "rank": 1}],
            "last": ENCODED_PLAYED,
            "next": None,
            "pair": [1, "b"],
        },
    ),
]


@pytest.mark.parametrize(("kind", "value", "encoded"), ROUND_TRIPS, ids=repr)
def test_round_trip(kind: Any, value: Any, encoded: Any) -> None:
    """Every type is written as expected and read back as itself, through real JSON."""
    assert encode(kind, value) == encoded
    back = decode(kind, parse_json(json.dumps(encoded)), "x")
    assert back == value
    assert type(back) is type(value)


HAND = encode(Hand, Hand("Ann", (Card(Suit.SPADES, Rank(1)),), PLAYED, Fold(), (1, "b")))


def changed(**fields: Any) -> dict[str, Any]:
    return {**HAND, **fields}


ERRORS = [
    (int, True, "x", "wrong_type"),
    (int, "1", "x", "wrong_type"),
    (int, None, "x", "wrong_type"),
    (int, [], "x", "wrong_type"),
    (int, LARGEST + 1, "x", "too_big"),
    (int, -LARGEST - 1, "x", "too_big"),
    (int, 2**70, "x", "too_big"),
    (int | None, 2**70, "x", "too_big"),
    (str, 1, "x", "wrong_type"),
    (str, None, "x", "wrong_type"),
    (str, "a\ud800", "x", "not_text"),
    (str | None, "\udfff", "x", "not_text"),
    (bool, 1, "x", "wrong_type"),
    (bool, None, "x", "wrong_type"),
    (type(None), 0, "x", "wrong_type"),
    (Suit, "x", "x", "not_one_of"),
    (Suit, 1, "x", "not_one_of"),
    (Suit, None, "x", "not_one_of"),
    (Suit, ["s"], "x", "not_one_of"),
    (Level, "1", "x", "not_one_of"),
    (Level, True, "x", "not_one_of"),
    (Level, 3, "x", "not_one_of"),
    (tuple[int, ...], {}, "x", "wrong_type"),
    (tuple[int, ...], "12", "x", "wrong_type"),
    (tuple[int, ...], [1, "2"], "x[1]", "wrong_type"),
    (tuple[int, str], 1, "x", "wrong_type"),
    (tuple[int, str], {1: "b", 2: "c"}, "x", "wrong_type"),
    (tuple[int, str], [1], "x", "wrong_length"),
    (tuple[int, str], [1, "b", 3], "x", "wrong_length"),
    (tuple[int, str], ["b", 1], "x[0]", "wrong_type"),
    (Card, [], "x", "wrong_type"),
    (Card, None, "x", "wrong_type"),
    (Card, {"suit": "s"}, "x", "missing_field"),
    (Card, {"suit": "s", "rank": 1, "more": 1}, "x", "unknown_field"),
    (Card, {"suit": "s", "rank": "1"}, "x.rank", "wrong_type"),
    (Fold | Play, None, "x", "wrong_type"),
    (Fold | Play, "Fold", "x", "wrong_type"),
    (Fold | Play, {}, "x.is", "not_one_of"),
    (Fold | Play, {"is": "Raise"}, "x.is", "not_one_of"),
    (Fold | Play, {"is": ["Fold"]}, "x.is", "not_one_of"),
    (Fold | Play, {"is": "Fold", "card": 1}, "x", "unknown_field"),
    (Fold | Play | None, {"is": None}, "x.is", "not_one_of"),
    (Hand, changed(owner=1), "x.owner", "wrong_type"),
    (Hand, changed(cards=[HAND["cards"][0], {"suit": "h"}]), "x.cards[1]", "missing_field"),
    (Hand, changed(cards=[{"suit": "q", "rank": 1}]), "x.cards[0].suit", "not_one_of"),
    (Hand, changed(last={**ENCODED_PLAYED, "aloud": None}), "x.last.aloud", "wrong_type"),
    (Hand, changed(last=None), "x.last", "wrong_type"),
    (Hand, changed(pair=[1, 2]), "x.pair[1]", "wrong_type"),
]


@pytest.mark.parametrize(("kind", "value", "where", "code"), ERRORS, ids=repr)
def test_error_with_its_place(kind: Any, value: Any, where: str, code: str) -> None:
    """A value of the wrong type is refused, and the refusal names the place."""
    error = refusal(BadRecord, decode, kind, value, "x")
    assert (error.where, error.code) == (where, code)
    assert str(error).startswith(f"{where}: ")


def test_errors_name_what_was_expected_and_found() -> None:
    """A wrong type is named in words, an unknown value together with the known ones."""
    error = refusal(BadRecord, decode, tuple[int, ...], [True], "scores")
    assert str(error) == "scores[0]: expected a whole number, but found true or false."
    error = refusal(BadRecord, decode, Fold | Play, {"is": "Raise"}, "move")
    assert str(error) == "move.is: 'Raise' is not one of: Fold, Play."


def test_errors_stay_short() -> None:
    """A huge value is not repeated in full."""
    for kind, value in ((Suit, "x" * 10_000), (Suit, [1] * 10_000), (Card, {"x" * 10_000: 1})):
        assert len(str(refusal(BadRecord, decode, kind, value, "x"))) < 200


@pytest.mark.parametrize("depth", [10, 900, 100_000])
def test_errors_about_deep_values(depth: int) -> None:
    """A value that could be parsed can also be refused, however deep it is."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    assert refusal(BadRecord, decode, Suit, value, "x").code == "not_one_of"
    assert refusal(BadRecord, decode, Fold | Play, {"is": value}, "x").code == "not_one_of"


def test_types_without_a_codec_are_refused() -> None:
    """A float has no JSON form here: a mistake in the program, not in the value."""
    with pytest.raises(TypeError, match=r"no codec for this type of value: 1\.5"):
        encode(float, 1.5)
    with pytest.raises(TypeError):
        decode(tuple[float, ...], [1.5], "x")


def test_fields() -> None:
    """An object has exactly the expected fields; the first that is wrong is named."""
    check_fields({"a": 1, "b": 2}, ("b", "a"), "x")
    assert refusal(BadRecord, check_fields, {"a": 1}, ("a", "b"), "x").facts["field"] == "b"
    assert refusal(BadRecord, check_fields, {"a": 1, "c": 1}, ("a", "b"), "x").facts["field"] == "c"


BAD_JSON = [
    (b"", "1:1", "not_json"),
    (b"{", "1:2", "not_json"),
    (b'{"a": 1,\n"b" 2}', "2:5", "not_json"),
    (b"[1, 2] 3", "1:8", "not_json"),
    (b"nul", "1:1", "not_json"),
    (b"\xef\xbb\xbf{}", "1:1", "not_json"),
    (b'"\t"', "1:2", "not_json"),
    (b"\xff", "where.file", "not_utf8"),
    (b'"\xed\xa0\x80"', "where.file", "not_utf8"),
    (b"1.5", "where.file", "no_fraction"),
    (b"[1.0]", "where.file", "no_fraction"),
    (b"1e3", "where.file", "no_fraction"),
    (b"NaN", "where.file", "no_fraction"),
    (b"[-Infinity]", "where.file", "no_fraction"),
    (b"Infinity", "where.file", "no_fraction"),
    (b'{"a": 1, "b": 2, "a": 1}', "where.file", "duplicate_key"),
    (b'[{"a": {"b": 1, "b": 2}}]', "where.file", "duplicate_key"),
    (b"[" * 100_000, "where.file", "too_deep"),
    (b'{"a":' * 100_000, "where.file", "too_deep"),
    (b"[" * 100_000 + b"]" * 100_000, "where.file", "too_deep"),
    (b"9" * 5_000, "where.file", "too_big"),
    (b"[-" + b"9" * 5_000 + b"]", "where.file", "too_big"),
    (b" " * (8 * 1024 * 1024 + 1), "where.file", "too_large"),
]


@pytest.mark.parametrize(("text", "where", "code"), BAD_JSON, ids=lambda part: repr(part)[:30])
def test_bad_json(text: bytes, where: str, code: str) -> None:
    """JSON is read as strictly as we write it."""
    error = refusal(BadRecord, parse_json, text)
    assert (error.where, error.code) == (where, code)


def test_bad_json_names_the_place_in_a_file_that_is_not_text() -> None:
    """The refusal gives the position of the first byte that is not UTF-8."""
    assert refusal(BadRecord, parse_json, b'{"name": "Zo\xeb"}').facts["position"] == 12


def test_a_file_that_is_too_large_is_told_the_limit() -> None:
    """In megabytes; a text of exactly that length is read."""
    most = 8 * 1024 * 1024
    assert refusal(BadRecord, parse_json, " " * (most + 1)).facts["most"] == 8
    assert parse_json("[]" + " " * (most - 2)) == []


def test_a_repeated_key_is_found_at_once() -> None:
    """However many keys there are: looking for each among all the others would take minutes."""
    many = ",".join(f'"{n}":0' for n in range(100_000))
    start = time.process_time()
    assert refusal(BadRecord, parse_json, f'{{{many},"99999":0}}').facts["key"] == "99999"
    assert time.process_time() - start < 5


def test_good_json() -> None:
    """Text and bytes are read alike; the largest file is accepted."""
    assert parse_json('{"ü": [1, null, true]}') == {"ü": [1, None, True]}
    assert parse_json('{"ü": [1, null, true]}'.encode()) == {"ü": [1, None, True]}
    assert parse_json(b"7" + b" " * (8 * 1024 * 1024 - 1)) == 7


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None), max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from([kind for kind, _, _ in ROUND_TRIPS]), JSON)
def test_any_json_is_read_or_refused(kind: Any, value: Any) -> None:
    """An accepted value encodes to exactly the same JSON; anything else is a BadRecord with a sentence."""
    try:
        read = decode(kind, value, "x")
    except BadRecord as error:
        check_sentences(error)
    else:
        assert encode(kind, read) == value
        json.dumps(value, ensure_ascii=False).encode()


@given(
    st.binary(max_size=60) | st.text(max_size=60).map(str.encode) | JSON.map(lambda v: json.dumps(v).encode())
)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Reading arbitrary bytes never ends in another exception."""
    try:
        value = parse_json(data)
    except BadRecord as error:
        check_sentences(error)
    else:
        assert parse_json(json.dumps(value)) == value
