"""Single entries of a log as texts, the form in which a store holds them."""

import json
from random import Random

import pytest

from closecall import games
from closecall.core.errors import BadRecord
from closecall.core.record import decode_entry, encode_entry, encode_record, entry_text, parse_entry
from support.matches import refusal
from support.random_games import TABLES, Table, finished_match, record, table_name


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_entries_of_random_games(table: Table) -> None:
    """Each entry is one line of text, the same as in the record, and is read back as itself."""
    for n in range(3):
        match = finished_match(table, Random(n))
        rules, lines = match.rules, json.loads(encode_record(match.rules, record(match)))["log"]
        for entry, line in zip(match.log, lines, strict=True):
            text = entry_text(rules, entry)
            assert text == json.dumps(line, separators=(",", ":"))
            assert parse_entry(rules, text, "log[7]") == entry
            assert encode_entry(rules, entry) == line
            assert decode_entry(rules, line, "log[7]") == entry


def test_the_text_of_an_entry() -> None:
    """Exactly these texts are in existing databases."""
    qwixx, enough = games.rules_of("qwixx"), games.rules_of("enough")
    texts = {
        '{"fate":{"is":"Roll","white":[4,1],"coloured":[3,null,2,6]}}': qwixx,
        '{"seat":0,"move":"r5"}': qwixx,
        '{"take_back":1}': qwixx,
        '{"fate":{"is":"DrawnTarget","target":{"number":28,"stars":1}}}': enough,
        '{"seat":2,"move":"take B 19"}': enough,
    }
    for text, rules in texts.items():
        assert entry_text(rules, parse_entry(rules, text, "log[7]")) == text


ENTRY_ERRORS = [
    ("", "log[7]", "not_json"),
    ("{", "log[7]", "not_json"),
    ('{"take_back":1}{"take_back":1}', "log[7]", "not_json"),
    ("\ufeff{}", "log[7]", "not_json"),
    ("null", "log[7]", "not_an_entry"),
    ('[{"take_back":1}]', "log[7]", "not_an_entry"),
    ('{"take_back":1,"take_back":1}', "log[7]", "duplicate_key"),
    ('{"take_back":1,"seat":1}', "log[7]", "not_an_entry"),
    ('{"take_back":1.0}', "log[7]", "no_fraction"),
    ('{"take_back":true}', "log[7].take_back", "wrong_type"),
    ('{"take_back":9007199254740992}', "log[7].take_back", "too_big"),
    ('{"take_back":' + "9" * 5_000 + "}", "log[7]", "too_big"),
    ('{"seat":0,"move":"R7"}', "log[7].move", "not_canonical"),
    ('{"seat":0,"move":"\\ud800"}', "log[7].move", "not_text"),
    ('{"seat":0,"move":"\ud800"}', "log[7].move", "not_text"),
    ('{"seat":0,"move":"e7"}', "log[7].move", "breaks_rules"),
    ('{"fate":{"is":"Roll"}}', "log[7].fate", "missing_field"),
    ("[" * 100_000, "log[7]", "too_deep"),
    (" " * 9_000_000, "log[7]", "too_large"),
]


@pytest.mark.parametrize(("text", "where", "code"), ENTRY_ERRORS, ids=lambda part: ascii(part)[:30])
def test_an_error_in_an_entry(text: str, where: str, code: str) -> None:
    """As strict as in a record; the refusal names the place that the caller gave."""
    error = refusal(BadRecord, parse_entry, games.rules_of("qwixx"), text, "log[7]")
    assert (error.where, error.code) == (where, code)
