"""Damaged records of every game: either a BadRecord, or a record that still replays."""

import gzip
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import closecall
from closecall import games
from closecall.core.errors import BadRecord, UnfairRecord
from closecall.core.fate import SEED_BYTES, commitment, verify
from closecall.core.record import encode_record, entry_text, parse_entry
from support.matches import check_sentences
from support.random_games import finished_match, record

each_game = pytest.mark.parametrize("slug", games.slugs())


@cache
def real_record(slug: str) -> bytes:
    """The first part of a real game, with a commitment, a seed and words."""
    rules = games.rules_of(slug)
    whole = record(finished_match((slug, rules.SEATS[2]), Random(3)))
    seed = bytes(SEED_BYTES)
    words = ("sieben graue Gänse", *[""] * (len(whole.players) - 1))
    begun = replace(whole, log=whole.log[:30], commitment=commitment(seed), seed=seed, words=words)
    return encode_record(rules, begun)


def read_or_refuse(data: bytes) -> BadRecord | None:
    """The refusal, or None if this is a record that replays, encodes again and can be verified."""
    try:
        read, match = closecall.load(data)
    except BadRecord as error:
        check_sentences(error)
        return error
    assert match.log == read.log
    assert closecall.load(encode_record(match.rules, read)) == (read, match)
    try:
        verify(match.rules, read)
    except UnfairRecord as error:
        check_sentences(error)
    return None


@each_game
def test_the_record_itself_is_good(slug: str) -> None:
    """The precondition of all tests below."""
    assert read_or_refuse(real_record(slug)) is None


# Damage to the bytes.


@each_game
def test_truncated_at_every_byte(slug: str) -> None:
    """A file that was cut off is refused wherever it was cut; only the last line break may be missing."""
    data = real_record(slug)
    assert data.endswith(b"}\n")
    for length in range(len(data) - 1):
        error = read_or_refuse(data[:length])
        assert error is not None
        assert error.code in ("not_json", "not_utf8")
    assert read_or_refuse(data[:-1]) is None


@each_game
@settings(max_examples=150)
@given(st.data())
def test_flipped_bytes(slug: str, data: st.DataObject) -> None:
    """One to five bytes changed at random."""
    damaged = bytearray(real_record(slug))
    places = st.integers(0, len(damaged) - 1)
    for at, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), min_size=1, max_size=5)):
        damaged[at] = byte
    read_or_refuse(bytes(damaged))


@each_game
@settings(max_examples=100)
@given(st.data())
def test_parts_of_the_file_moved_about(slug: str, data: st.DataObject) -> None:
    """A part cut out, and perhaps put in again elsewhere or twice."""
    whole = real_record(slug)
    one, two, to = (data.draw(st.integers(0, len(whole))) for _ in range(3))
    part, rest = whole[min(one, two) : max(one, two)], whole[: min(one, two)] + whole[max(one, two) :]
    read_or_refuse(rest)
    read_or_refuse(rest[:to] + part + rest[to:])
    read_or_refuse(whole[:to] + part + whole[to:])


# Damage to the structure: any value in the place of any other.


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part of a JSON value; of a list, of the first and the last item only."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list) and path == ("log",):
        for n, part in enumerate(value):
            yield from places(part, (*path, n))
    elif isinstance(value, list) and value:
        for n in {0, len(value) - 1}:
            yield from places(value[n], (*path, n))


def part_at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def with_part(value: Any, path: tuple[Any, ...], part: Any) -> Any:
    """A copy of a JSON value with another part at this place."""
    if not path:
        return part
    copy = deepcopy(value)
    part_at(copy, path[:-1])[path[-1]] = part
    return copy


RAW = "<raw>"


def with_text(value: Any, path: tuple[Any, ...], text: str) -> bytes:
    """The same as bytes, with this very text at the place."""
    return json.dumps(with_part(value, path, RAW)).replace(json.dumps(RAW), text, 1).encode()


def different_places(slug: str) -> list[tuple[Any, ...]]:
    """Every place of the record, those in the log only once for each shape of an entry."""
    value = json.loads(real_record(slug))
    found: dict[str, tuple[Any, ...]] = {}
    for path in places(value):
        shape = f"{path[:1]}{path[2:]}{shape_of(value, path)}" if path[:1] == ("log",) else str(path)
        found.setdefault(shape, path)
    return list(found.values())


def shape_of(value: Any, path: tuple[Any, ...]) -> str:
    entry = part_at(value, path[:2])
    return str(sorted(entry)) + str(entry.get("fate", {}).get("is")) if isinstance(entry, dict) else ""


NASTY = [
    "null", "true", "false", "0", "-0", "-1", "1", "2", "7", "99", str(2**53 - 1), str(2**53), str(-(2**53)),
    str(2**70), "9" * 5_000, "-" + "9" * 5_000, "1.0", "1.5", "1e2", "1e999", "-1E-999", "NaN", "Infinity",
    "-Infinity", '""', '"x"', '" "', '"7"', '"\\ud800"', '"a\\udfffb"', '"\\u0000"', '"\\ud83c\\udfb2"',
    '"' + "x" * 5_000 + '"', "[]", "[[]]", "[null]", "[0]", "[-1, 99, 7]", '["\\ud800"]', "[" * 100_000,
    "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, "{}", '{"is": "Lot"}', '{"is": null}', '{"is": {}}',
    '{"is": "\\ud800"}', '{"\\ud800": 1}', '{"a": 1, "a": 1}', '{"\\ud800": 1, "\\ud800": 2}', '{"": ""}',
    "", ",", "nul",
]  # fmt: skip


@each_game
def test_nasty_values_everywhere(slug: str) -> None:
    """Each of these texts in the place of every field, every list and every item."""
    value = json.loads(real_record(slug))
    refused = 0
    for path in different_places(slug):
        for text in NASTY:
            refused += read_or_refuse(with_text(value, path, text)) is not None
    assert refused > 1_000


@each_game
@pytest.mark.parametrize("depth", [100, 400, 700, 850, 900, 920, 940, 950, 960, 970, 975, 980, 985, 990, 995])
def test_nesting_that_just_can_be_read(slug: str, depth: int) -> None:
    """Values as deep as Python can read do not break what comes after the reading."""
    value = json.loads(real_record(slug))
    for path in different_places(slug):
        assert read_or_refuse(with_text(value, path, "[" * depth + "]" * depth)) is not None
        assert read_or_refuse(with_text(value, path, '{"is":' * depth + "1" + "}" * depth)) is not None


@each_game
def test_every_field_is_needed_and_no_other(slug: str) -> None:
    """A field left out, put in, written twice or under another name is refused, in every object."""
    value = json.loads(real_record(slug))
    for path in different_places(slug):
        part = part_at(value, path)
        if not isinstance(part, dict):
            continue
        assert read_or_refuse(with_text(value, path, json.dumps({**part, "extra": 1}))) is not None
        for key in part:
            less = {name: item for name, item in part.items() if name != key}
            renamed = {**less, key.upper(): part[key]}
            twice = json.dumps(part)[:-1] + f", {json.dumps(key)}: {json.dumps(part[key])}}}"
            assert read_or_refuse(with_text(value, path, json.dumps(less))) is not None
            assert read_or_refuse(with_text(value, path, json.dumps(renamed))) is not None
            error = read_or_refuse(with_text(value, path, twice))
            assert error is not None
            assert error.code == "duplicate_key"


@each_game
def test_every_value_with_the_wrong_type(slug: str) -> None:
    """A number as text, a text as list, an object as list of its fields: nothing is converted."""
    value = json.loads(real_record(slug))
    for path in different_places(slug):
        part = part_at(value, path)
        wrong: list[Any] = [[part], {"is": part}, list(part) if isinstance(part, dict) else {"0": part}]
        if part is not None:  # A text is as good as null in some places.
            wrong.append(len(part) if isinstance(part, str) else str(part))
        for other in wrong:
            assert read_or_refuse(json.dumps(with_part(value, path, other)).encode()) is not None


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 13)
    | st.integers()
    | st.text(st.characters(codec=None), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(["is", "seat", "move", "fate"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@each_game
@settings(max_examples=150)
@given(st.data())
def test_random_values_in_random_places(slug: str, data: st.DataObject) -> None:
    """Up to three parts replaced by random JSON, or by another part of the same record."""
    value = json.loads(real_record(slug))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(value))))
        other = part_at(value, data.draw(st.sampled_from(list(places(value)))))
        value = with_part(value, path, data.draw(JSON | st.just(other)))
    read_or_refuse(json.dumps(value).encode())


@each_game
@settings(max_examples=60)
@given(st.data())
def test_entries_lost_doubled_and_swapped(slug: str, data: st.DataObject) -> None:
    """A log whose entries are each good, but not these in this order."""
    value = json.loads(real_record(slug))
    log = value["log"]
    value["log"] = data.draw(st.lists(st.sampled_from(log), max_size=8).map(lambda extra: log[:6] + extra))
    read_or_refuse(json.dumps(value).encode())
    value["log"] = data.draw(st.permutations(log))
    read_or_refuse(json.dumps(value).encode())


@each_game
def test_another_games_record(slug: str) -> None:
    """The log and the options of one game under the name of another are refused."""
    value = json.loads(real_record(slug))
    for other in games.slugs():
        if other != slug:
            assert read_or_refuse(json.dumps({**value, "game": other}).encode()) is not None


# Single entries, as a store keeps them.


def parsed_or_refused(slug: str, text: str) -> BadRecord | None:
    """The refusal, which names the place, or None if this is an entry that survives a round trip."""
    rules = games.rules_of(slug)
    try:
        entry = parse_entry(rules, text, "log[7]")
    except BadRecord as caught:
        error = caught
    else:
        assert parse_entry(rules, entry_text(rules, entry), "log[7]") == entry
        return None
    check_sentences(error)
    assert error.where.startswith("log[7]")
    return error


@each_game
def test_nasty_entries(slug: str) -> None:
    """Each of the nasty texts as an entry, and in the place of every part of each kind of entry."""
    log, refused = json.loads(real_record(slug))["log"], 0
    for path in [path for path in different_places(slug) if path[:1] == ("log",) and path[1:]]:
        for text in NASTY:
            nasty = with_text(log[path[1]], path[2:], text).decode()
            refused += parsed_or_refused(slug, nasty) is not None
    assert refused > 300


@settings(max_examples=300)
@given(slug=st.sampled_from(games.slugs()), text=st.text(st.characters(codec=None)) | JSON.map(json.dumps))
def test_random_entries(slug: str, text: str) -> None:
    """Noise, half characters included, and any JSON."""
    parsed_or_refused(slug, text)


# Files of other kinds.

FILES = {
    "nothing": b"",
    "zeros": bytes(1000),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "a compressed record": gzip.compress(b"{}"),
    "TOML": b'format = "closecall-record"\nversion = 1\n',
    "a chess game": b'[Event "?"]\n\n1. e4 e5 *\n',
    "HTML": b"<!doctype html><title>closecall-record</title>",
    "two records": b'{"format": "closecall-record"}\n{"format": "closecall-record"}\n',
    "UTF-16": '{"format": "closecall-record"}'.encode("utf-16"),
    "UTF-8 with a mark": '{"format": "closecall-record"}'.encode("utf-8-sig"),
    "Latin-1": '{"format": "closecall-record", "name": "Zoë"}'.encode("latin-1"),
    "overlong UTF-8": b'{"format": "closecall-record\xc0\x80"}',
    "surrogates in UTF-8": b'{"format": "\xed\xa0\x80"}',
    "an abyss": b"[" * 3_000_000,
    "too large": b" " * 9_000_000,
    "the word NaN": b"NaN",
}


@pytest.mark.parametrize("kind", FILES)
def test_other_files(kind: str) -> None:
    """A file that was never a record is refused politely."""
    assert read_or_refuse(FILES[kind]) is not None


@settings(max_examples=200)
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_random_bytes(data: bytes) -> None:
    """So is pure noise."""
    assert read_or_refuse(data) is not None
