"""Records as files: BadRecord, or a record that is written back as itself, replays, and can be verified."""

import closecall
from closecall.core.errors import BadRecord, UnfairRecord
from closecall.core.record import AnyMatch, Record, encode_record
from fuzz.checks import check_match, check_refusal

WORDS = (
    '"format": "closecall-record"', '"version": 1', '"version": 2', '"version": 3', '"game": "mark"',
    '"game": "qwixx"', '"daily": null', '"daily": {"day": "2026-11-18", "secret": null}',
    '"game": "enough"', '"rules": 1', '"rules": 2', '"players": [{"name": "Ann", "bot": null}]',
    '"options": {', '"commitment": null', '"seed": null', '"words": []', '"log": [', '{"fate": ',
    '{"seat": 0, "move": "', '{"take_back": 0}', '{"is": "', "null", "true", "-1", "9007199254740991",
    "1e2", '"\\ud800"', "[]", "{}", ",\n",
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """Bytes as a record."""
    try:
        record, match = closecall.load(data)
    except BadRecord as error:
        check_refusal(error)
        return
    assert match.log == record.log
    for version in (1, 2, 3):
        _check_written(record, match, version)
    check_match(match)
    try:
        closecall.verify(match.rules, record)
    except UnfairRecord as error:
        check_refusal(error)


def _check_written(record: Record, match: AnyMatch, version: int) -> None:
    try:
        written = encode_record(match.rules, record, version)
    except BadRecord as error:
        if (version, error.code) not in {
            (1, "no_words_before"),
            (1, "no_daily_before"),
            (2, "no_daily_before"),
        }:
            raise
        return
    read, again = closecall.load(written)
    assert again == match
    if version > 1:
        assert read == record
        assert encode_record(match.rules, read, version) == written
