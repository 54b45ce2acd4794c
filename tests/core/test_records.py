"""Records: the format, field by field; every error with its place; and replaying."""

import json
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest

import closecall
from closecall.core.errors import BadRecord, NotYourDecision, UnfairRecord
from closecall.core.fate import commitment, verify
from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.record import (
    FORMAT,
    FORMAT_VERSION,
    LONGEST_WORDS,
    MOST_ENTRIES,
    Player,
    Record,
    can_be_words,
    decode_record,
    encode_record,
    record_of,
    replay,
    start,
    steps,
)
from closecall.core.rules import Seat
from closecall.daily import Daily
from closecall.games import enough, find_rules, mark, qwixx
from closecall.games.mark.state import Lot, Options
from closecall.messages import catalogue
from support.mark import A, B, dice
from support.matches import refusal
from support.random_games import TABLES, Table, finished_match, record, table_name
from support.source import ROOT

SEED = bytes(range(32))
WORDS = ("sieben graue Gänse", "")


def short_match() -> Any:
    """Two players, a lot, two colours, a roll, and entries of which one was taken back."""
    match = Match.start(mark, 2, Options(ages=(9, 9))).fate(Lot(B))
    match = match.commit(B, mark.parse_move("y"), point=1).commit(A, mark.parse_move("k"), point=2)
    match = match.fate(dice("K1 B2 G1 Y4 R6")).commit(B, mark.parse_move("b2+g"), point=4)
    return match.take_back(B, point=4).commit(A, mark.parse_move("e1+r"), point=4)


def short_record() -> Record:
    return record_of(short_match(), (Player("Zoë"), Player("Bot", "greedy")), commitment(SEED), SEED, WORDS)


VERSION_2 = """\
{
  "format": "closecall-record",
  "version": 2,
  "game": "mark",
  "rules": 2,
  "players": [{"name": "Zoë", "bot": null}, {"name": "Bot", "bot": "greedy"}],
  "options": {"layout": {"name": "default", "rows": ["KBGYR", "GYRKB", "RKBGY", "BGYRK", "YRKBG"]}, \
"ages": [9, 9], "may_start": null},
  "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  "words": ["sieben graue Gänse", ""],
  "log": [
    {"fate": {"is": "Lot", "seat": 1}},
    {"seat": 1, "move": "yellow"},
    {"seat": 0, "move": "black"},
    {"fate": {"is": "Roll", "dice": [1, 2, 1, 4, 6]}},
    {"seat": 1, "move": "b2+g"},
    {"take_back": 1},
    {"seat": 0, "move": "e1+r"}
  ]
}
"""


def test_the_format() -> None:
    """Format 2 is frozen: exactly these bytes are written and read."""
    assert (FORMAT, FORMAT_VERSION) == ("closecall-record", 3)
    assert encode_record(mark, short_record()).decode() == VERSION_2
    assert closecall.load(VERSION_2.encode()) == (short_record(), short_match())


def test_a_daily_game() -> None:
    """Version 3 names the day, and its secret if it was sealed; other games are written as before."""
    record = replace(short_record(), words=(), daily=Daily(date(2026, 11, 18), bytes(32)))
    written = encode_record(mark, record)
    header = json.loads(written)
    assert (header["version"], header["daily"]) == (3, {"day": "2026-11-18", "secret": "00" * 32})
    assert closecall.load(written)[0] == record
    public = replace(record, daily=Daily(date(2026, 11, 18)))
    assert closecall.load(encode_record(mark, public))[0] == public
    assert closecall.load(encode_record(mark, replace(record, daily=None), 3))[0].daily is None
    error = refusal(BadRecord, encode_record, mark, record, version=2)
    assert (error.where, error.code) == ("daily", "no_daily_before")


@pytest.mark.parametrize(
    ("daily", "where", "code"),
    [
        ("2026-11-18", "daily", "not_a_day"),
        ({"day": "2026-11-31", "secret": None}, "daily.day", "not_a_day"),
        ({"day": "20261118", "secret": None}, "daily.day", "not_a_day"),
        ({"day": "2026-11-18", "secret": "00"}, "daily.secret", "not_hex"),
        ({"day": "2026-11-18"}, "daily", "missing_field"),
        ({"day": 1, "secret": None}, "daily.day", "wrong_type"),
    ],
)
def test_a_day_that_is_none(daily: Any, where: str, code: str) -> None:
    """Nothing but a date and 32 bytes is read."""
    header = json.loads(encode_record(mark, replace(short_record(), daily=Daily(date(2026, 11, 18)))))
    error = refusal(BadRecord, closecall.load, json.dumps({**header, "daily": daily}).encode())
    assert (error.where, error.code) == (where, code)


def test_the_format_before() -> None:
    """Version 1 was the same without words; it is still read, and can still be written."""
    record = replace(short_record(), words=())
    version_1 = VERSION_2.replace('"version": 2', '"version": 1').replace(f'  "words": {words_of()},\n', "")
    assert "words" not in version_1
    assert closecall.load(version_1.encode()) == (record, short_match())
    assert encode_record(mark, record, version=1).decode() == version_1
    assert encode_record(mark, replace(record, words=("", "")), version=1).decode() == version_1
    error = refusal(BadRecord, encode_record, mark, short_record(), version=1)
    assert (error.where, error.code) == ("words", "no_words_before")


def test_the_rules_before() -> None:
    """Options that version 1 of the rules did not have are neither read nor written in its records."""
    record = replace(short_record(), rules_version=1)
    text = VERSION_2.replace('"rules": 2', '"rules": 1').replace(', "may_start": null', "")
    assert closecall.load(text.encode()) == (record, short_match())
    assert encode_record(mark, record).decode() == text
    new = replace(record, options=Options(may_start=(Seat(0), Seat(1))))
    error = refusal(BadRecord, encode_record, mark, new)
    assert (error.where, error.code) == ("options", "not_in_version")


@pytest.mark.parametrize("version", [-1, 0, 4, 99, True, "2", 2.0])
def test_no_version_but_those_that_are_read_is_written(version: Any) -> None:
    """An unknown version is refused, and nothing is written."""
    for words in (WORDS, ()):
        whole = replace(short_record(), words=words)
        error = refusal(BadRecord, encode_record, mark, whole, version)
        assert (error.where, error.code) == ("version", "other_version")


def test_the_rules_of_another_game() -> None:
    """A record is written, replayed and verified by the rules of its own game only."""
    for other in (qwixx, enough):
        for act in (encode_record, replay, verify):
            error = refusal(BadRecord, act, other, short_record())
            assert (error.where, error.code) == ("game", "other_game")
            assert str(error) == f"game: this is a record of mark, not of {other.SLUG}."


@pytest.mark.parametrize("options", [None, {}, "usual", qwixx.Options(), Options(ages=[9, 9])], ids=repr)  # type: ignore[arg-type]  # as meant
def test_invalid_options_are_not_written(options: Any) -> None:
    """Values that are not options of the game, or could not be read back as such."""
    for act in (encode_record, replay, verify):
        error = refusal(BadRecord, act, mark, replace(short_record(), options=options))
        assert (error.where, error.code) == ("options", "breaks_rules")


def test_names_have_an_end() -> None:
    """A name of a megabyte would keep every reader busy; it is neither written nor read."""
    longest = replace(short_record(), players=(Player("x" * 1000), Player("y")))
    data = encode_record(mark, longest)
    assert closecall.load(data)[0] == longest
    error = refusal(BadRecord, closecall.load, data.replace(b'"x', b'"xx'))
    assert (error.where, error.code) == ("players[0].name", "name_too_long")
    longer = replace(longest, players=(Player("y"), Player("x" * 1001)))
    assert refusal(BadRecord, encode_record, mark, longer).where == "players[1].name"


def words_of() -> str:
    """The words as they are in the file."""
    return json.dumps(WORDS, ensure_ascii=False)


def test_the_record_in_the_documents() -> None:
    """The example of docs/records.md is a record, as we would write it, and a fair one."""
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    whole, match = closecall.load(example.encode())
    assert encode_record(match.rules, whole).decode() == example
    assert any(whole.words)
    assert verify(match.rules, whole) == 2
    assert refusal(UnfairRecord, verify, match.rules, replace(whole, words=())).code == "wrong_outcome"


def test_an_empty_log() -> None:
    """A match that has not begun is a record too."""
    whole = record_of(Match.start(mark, 1), (Player("Ann"),))
    data = encode_record(mark, whole)
    assert data.endswith(b'  "log": [\n  ]\n}\n')
    assert closecall.load(data) == (whole, Match.start(mark, 1))


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_round_trip(table: Table) -> None:
    """Every game: read and written again, a record is the same bytes; replayed, the same match."""
    match = finished_match(table, Random(7))
    whole = record(match)
    data = encode_record(match.rules, whole)
    assert decode_record(find_rules, data) == whole
    assert encode_record(match.rules, decode_record(find_rules, data)) == data
    assert replay(match.rules, whole) == match


def test_the_order_of_fields_and_spaces_do_not_matter() -> None:
    """A record that another program has laid out is read, and written again in our layout."""
    value = json.loads(VERSION_2)
    shuffled = json.dumps(dict(reversed(value.items())), indent=4).encode("utf-8")
    assert encode_record(mark, decode_record(find_rules, shuffled)).decode() == VERSION_2


def test_a_record_is_utf8() -> None:
    """Names are stored unescaped."""
    assert "Zoë".encode() in encode_record(mark, short_record())


def test_steps() -> None:
    """Each entry with the match just before it."""
    whole = short_record()
    seen = list(steps(mark, whole))
    assert tuple(entry for _, entry in seen) == whole.log
    assert [before.point for before, _ in seen] == [0, 1, 2, 3, 4, 4, 4]
    assert seen[0][0] == start(mark, whole)
    for n, (before, _) in enumerate(seen):
        assert before == replay(mark, replace(whole, log=whole.log[:n]))


# Errors of the header.


def changed(**fields: Any) -> bytes:
    """The record with some fields changed; a field that is set to ... is missing."""
    value = {**json.loads(VERSION_2), **fields}
    return json.dumps({name: part for name, part in value.items() if part is not ...}).encode()


OPTIONS = json.loads(VERSION_2)["options"]
HEADER_ERRORS: list[tuple[dict[str, Any], str, str]] = [
    ({"format": ...}, "format", "foreign"),
    ({"format": "pgn"}, "format", "foreign"),
    ({"format": None}, "format", "foreign"),
    ({"format": ["closecall-record"]}, "format", "foreign"),
    ({"version": ...}, "version", "wrong_type"),
    ({"version": "1"}, "version", "wrong_type"),
    ({"version": True}, "version", "wrong_type"),
    ({"version": 0}, "version", "other_version"),
    ({"version": -1}, "version", "other_version"),
    ({"version": 4}, "version", "other_version"),
    ({"version": 1}, "record", "unknown_field"),
    ({"version": 1, "words": [""] * 3}, "record", "unknown_field"),
    ({"words": ...}, "record", "missing_field"),
    ({"words": None}, "words", "wrong_type"),
    ({"words": "no"}, "words", "wrong_type"),
    ({"words": {}}, "words", "wrong_type"),
    ({"words": [""]}, "words", "wrong_length"),
    ({"words": ["", "", ""]}, "words", "wrong_length"),
    ({"words": ["", None]}, "words[1]", "wrong_type"),
    ({"words": [7, ""]}, "words[0]", "wrong_type"),
    ({"words": ["\ud800", ""]}, "words[0]", "not_text"),
    ({"words": ["", "x" * 81]}, "words[1]", "not_words"),
    ({"words": ["a\nb", ""]}, "words[0]", "not_words"),
    ({"words": ["", "\r"]}, "words[1]", "not_words"),
    ({"words": ["\t", ""]}, "words[0]", "not_words"),
    ({"words": ["\0", ""]}, "words[0]", "not_words"),
    ({"words": ["\x7f", ""]}, "words[0]", "not_words"),
    ({"words": ["\x85", ""]}, "words[0]", "not_words"),
    ({"words": ["\x1b[2J", ""]}, "words[0]", "not_words"),
    ({"version": 2**70}, "version", "too_big"),
    ({"more": 1}, "record", "unknown_field"),
    ({"game": ...}, "record", "missing_field"),
    ({"game": 1}, "game", "wrong_type"),
    ({"game": "chess"}, "game", "unknown_game"),
    ({"game": "Mark"}, "game", "unknown_game"),
    ({"game": "../mark"}, "game", "unknown_game"),
    ({"game": ""}, "game", "unknown_game"),
    ({"rules": ...}, "record", "missing_field"),
    ({"rules": None}, "rules", "wrong_type"),
    ({"rules": 3}, "rules", "other_rules"),
    ({"rules": 0}, "rules", "other_rules"),
    ({"rules": 1}, "options", "unknown_field"),
    ({"players": ...}, "record", "missing_field"),
    ({"players": {}}, "players", "wrong_type"),
    ({"players": [], "words": []}, "options", "breaks_rules"),
    ({"players": [{"name": "x", "bot": None}] * 6, "words": []}, "options", "breaks_rules"),
    ({"players": ["Ann", "Bob"]}, "players[0]", "wrong_type"),
    ({"players": [{"name": "Ann", "bot": None}, {"name": "Bob"}]}, "players[1]", "missing_field"),
    ({"players": [{"name": 1, "bot": None}]}, "players[0].name", "wrong_type"),
    ({"players": [{"name": "\ud800", "bot": None}]}, "players[0].name", "not_text"),
    ({"players": [{"name": "x", "bot": "\udc00"}]}, "players[0].bot", "not_text"),
    ({"players": [{"name": "x", "bot": None, "elo": 1}]}, "players[0]", "unknown_field"),
    ({"options": ...}, "record", "missing_field"),
    ({"options": None}, "options", "wrong_type"),
    ({"options": {**OPTIONS, "ages": [9]}}, "options", "breaks_rules"),
    ({"options": {**OPTIONS, "ages": [9, "9"]}}, "options.ages[1]", "wrong_type"),
    ({"options": {**OPTIONS, "layout": {"name": "x", "rows": ["KBGYR"]}}}, "options", "breaks_rules"),
    ({"commitment": ...}, "record", "missing_field"),
    ({"commitment": 1}, "commitment", "wrong_type"),
    ({"commitment": "00"}, "commitment", "not_hex"),
    ({"commitment": "0" * 63 + "G"}, "commitment", "not_hex"),
    ({"commitment": "A" * 64}, "commitment", "not_hex"),
    ({"commitment": "0" * 65}, "commitment", "not_hex"),
    ({"seed": ...}, "record", "missing_field"),
    ({"seed": ""}, "seed", "not_hex"),
    ({"seed": "0x" + "0" * 62}, "seed", "not_hex"),
    ({"seed": " " * 64}, "seed", "not_hex"),
    ({"seed": "٠" * 64}, "seed", "not_hex"),
    ({"log": ...}, "record", "missing_field"),
    ({"log": None}, "log", "not_a_log"),
    ({"log": {}}, "log", "not_a_log"),
    ({"log": "[]"}, "log", "not_a_log"),
]


@pytest.mark.parametrize(("fields", "where", "code"), HEADER_ERRORS, ids=lambda part: ascii(part)[:50])
def test_an_error_in_the_header(fields: dict[str, Any], where: str, code: str) -> None:
    """Whatever is wrong in the header, the refusal says where."""
    error = refusal(BadRecord, closecall.load, changed(**fields))
    assert (error.where, error.code) == (where, code)


@pytest.mark.parametrize("text", ["null", "1", '"closecall-record"', "[]", "{}", '["closecall-record"]'])
def test_other_json_is_no_record(text: str) -> None:
    """Valid JSON that is not one of our records is refused with a sentence that says so."""
    assert refusal(BadRecord, closecall.load, text.encode()).code == "foreign"


@pytest.mark.parametrize(
    "words", [[], ["", ""], ["x" * 80, "\U0001f3b2" * 80], [" ", "Zoë “7” \\ /"], ["é", "e\u0301"]]
)
def test_good_words(words: list[str]) -> None:
    """No words at all, or a line for each player, stored unchanged."""
    read, _ = closecall.load(changed(words=words))
    assert read.words == tuple(words)
    assert closecall.load(encode_record(mark, read))[0] == read


def test_what_can_be_words() -> None:
    """The same for everyone who asks players for theirs: no control character, no half character."""
    assert LONGEST_WORDS == 80
    assert can_be_words("")
    assert can_be_words("x" * 80)
    assert not can_be_words("x" * 81)
    codes = {*range(0x3000), *range(0xD700, 0xE100), *range(0, 0x110000, 97)}
    controls = {chr(code) for code in codes if not can_be_words(chr(code))}
    c0, delete_and_c1, halves = range(0x20), range(0x7F, 0xA0), range(0xD800, 0xE000)
    assert controls == {chr(code) for part in (c0, delete_and_c1, halves) for code in part}


# What could not be read is not written.

UNREADABLE: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "qwixx"}, "game", "other_game"),
    ({"rules_version": 3}, "rules", "other_rules"),
    ({"players": (Player("Zoë"), Player("\ud800"))}, "players[1].name", "not_text"),
    ({"players": (Player("Zoë", "\udc00"), Player("Bob"))}, "players[0].bot", "not_text"),
    ({"players": (Player("Zoë"),)}, "words", "wrong_length"),
    ({"commitment": "00"}, "commitment", "not_hex"),
    ({"commitment": "A" * 64}, "commitment", "not_hex"),
    ({"seed": b"my seed"}, "seed", "not_hex"),
    ({"seed": b""}, "seed", "not_hex"),
    ({"words": ("",)}, "words", "wrong_length"),
    ({"words": ("", "seven\ngeese")}, "words[1]", "not_words"),
    ({"words": ("x" * 81, "")}, "words[0]", "not_words"),
    ({"words": ("", "\udfff")}, "words[1]", "not_text"),
    ({"log": (TakeBack(A),) * (MOST_ENTRIES + 1)}, "log", "log_too_long"),
]


@pytest.mark.parametrize(("parts", "where", "code"), UNREADABLE, ids=lambda part: ascii(part)[:50])
def test_what_could_not_be_read_is_not_written(parts: dict[str, Any], where: str, code: str) -> None:
    """The writer refuses what the reader would, at the same place and for the same reason."""
    error = refusal(BadRecord, encode_record, mark, replace(short_record(), **parts))
    assert (error.where, error.code) == (where, code)


@pytest.mark.parametrize("name", ["", "O’Hara\n\\", "x" * 500, "\0"])
def test_any_name_round_trips(name: str) -> None:
    """Words are one line because lines are mixed into the seed; a name is any text."""
    whole = replace(short_record(), players=(Player(name, name), Player("Bob")))
    assert closecall.load(encode_record(mark, whole))[0] == whole


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_a_record_has_a_player_for_each_seat(count: int) -> None:
    """Otherwise it would be the record of another table."""
    error = refusal(BadRecord, record_of, short_match(), (Player("Ann"),) * count)
    assert (error.where, error.code) == ("players", "wrong_length")
    assert error.facts == {"where": "players", "length": count, "expected": 2}


# Errors of the log.

LOT, YELLOW, BLACK, ROLL, *_ = json.loads(VERSION_2)["log"]
LOG_ERRORS: list[tuple[list[Any], str, str, str]] = [
    ([None], "log[0]", "not_an_entry", ""),
    ([LOT, []], "log[1]", "not_an_entry", ""),
    ([LOT, {}], "log[1]", "not_an_entry", ""),
    ([{"seat": 0}], "log[0]", "not_an_entry", ""),
    ([{"move": "red"}], "log[0]", "not_an_entry", ""),
    ([{**LOT, "seat": 0}], "log[0]", "not_an_entry", ""),
    ([{**YELLOW, "point": 1}], "log[0]", "not_an_entry", ""),
    ([{"fate": None}], "log[0].fate", "wrong_type", ""),
    ([{"fate": {"is": "Card"}}], "log[0].fate.is", "not_one_of", "Lot, Roll"),
    ([{"fate": {"is": "Lot"}}], "log[0].fate", "missing_field", ""),
    ([LOT, YELLOW, BLACK, {"fate": {"is": "Roll", "dice": [1, 2]}}], "log[3].fate.dice", "wrong_length", ""),
    ([{"take_back": "B"}], "log[0].take_back", "wrong_type", ""),
    ([{"seat": None, "move": "red"}], "log[0].seat", "wrong_type", ""),
    ([{"seat": 0, "move": 7}], "log[0].move", "wrong_type", ""),
    ([{"seat": 0, "move": "\ud83c"}], "log[0].move", "not_text", ""),
    ([{"seat": 0, "move": "orange"}], "log[0].move", "breaks_rules", "“orange” is not a move"),
    ([{"seat": 0, "move": "Y"}], "log[0].move", "not_canonical", "“yellow”"),
    ([{"seat": 0, "move": "b2 + g"}], "log[0].move", "not_canonical", "“b2+g”"),
    ([YELLOW], "log[0]", "breaks_rules", "nothing to decide"),
    ([{"fate": {"is": "Lot", "seat": 2}}], "log[0]", "breaks_rules", "The lot cannot fall"),
    ([ROLL], "log[0]", "breaks_rules", "First the lot"),
    ([LOT, LOT], "log[1]", "breaks_rules", "No roll or draw is due"),
    ([LOT, {"seat": 0, "move": "red"}], "log[1]", "breaks_rules", "Player A has nothing to decide"),
    ([LOT, {"seat": 9, "move": "red"}], "log[1]", "breaks_rules", "Player 9 has nothing to decide"),
    ([LOT, {"seat": -1, "move": "red"}], "log[1]", "breaks_rules", "Player -1 has nothing to decide"),
    ([LOT, YELLOW, {"seat": 0, "move": "yellow"}], "log[2]", "breaks_rules", "Player B already plays yellow"),
    ([LOT, {"take_back": 1}], "log[1]", "breaks_rules", "nothing to take back"),
    ([LOT, {"take_back": 5}], "log[1]", "breaks_rules", "nothing to decide"),
    (
        [LOT, YELLOW, BLACK, {"fate": {"is": "Roll", "dice": [1, 2, 3, 4, 7]}}],
        "log[3]",
        "breaks_rules",
        "1 to 6",
    ),
    ([LOT, YELLOW, BLACK, ROLL, {"seat": 0, "move": "e1+b"}], "log[4]", "breaks_rules", "Circle e1 is red"),
]


@pytest.mark.parametrize(("log", "where", "code", "says"), LOG_ERRORS, ids=lambda part: ascii(part)[:40])
def test_an_error_in_the_log(log: list[Any], where: str, code: str, says: str) -> None:
    """A damaged entry, or one that breaks the rules, is named by its place, with the reason."""
    error = refusal(BadRecord, closecall.load, changed(log=log))
    assert (error.where, error.code) == (where, code)
    assert says in str(error)


def test_nothing_follows_the_end() -> None:
    """An entry after the last one is refused."""
    match = finished_match(("mark", 1), Random(1))
    whole = record(match)
    for extra in (Fate(dice("K1 B2 G1 Y4 R6")), Commit(A, mark.parse_move("b2+g")), TakeBack(A)):
        longer = encode_record(mark, replace(whole, log=(*whole.log, extra)))
        assert refusal(BadRecord, closecall.load, longer).where == f"log[{len(whole.log)}]"


def test_a_repeated_commit_is_no_entry() -> None:
    """A repeated commit changes nothing and is never logged, so a log that contains one is refused."""
    whole = short_record()
    twice = replace(whole, log=(*whole.log, whole.log[-1]))
    error = refusal(BadRecord, replay, mark, twice)
    assert error.where == "log[7]"
    assert "Player A has already chosen" in str(error)


def test_the_reason_is_in_the_same_language() -> None:
    """The refusal inside a BadRecord speaks the language of the one who reads it."""
    error = refusal(BadRecord, closecall.load, changed(log=[LOT, {"take_back": 1}]))
    german = error.sentence(catalogue("de"))
    assert german == "log[1]: " + NotYourDecision("nothing_to_take_back", seat="B").sentence(catalogue("de"))
    assert german != str(error)


def test_an_endless_log_is_refused() -> None:
    """A log of endless choosing and taking back is refused before it keeps a reader busy."""
    log = [LOT, *[YELLOW, {"take_back": 1}] * 10_000]
    error = refusal(BadRecord, closecall.load, changed(log=log))
    assert (error.where, error.code) == ("log", "log_too_long")
