"""What a viewer is sent: every field encoded, decoded, and refused when damaged."""

import json
from typing import Any

import pytest

from closecall.core import codec
from closecall.core.errors import BadRecord
from closecall.core.match import Match
from closecall.core.seen import decode_seen, encode_seen
from closecall.games import mark
from closecall.games.mark.state import Options
from support.mark import EMPTY, A, B, entered, table
from support.matches import refusal

FULL_BUT_B2 = """
    1   7K -  7B -  7G -  7Y -  7R
    2   7G -  .Y -  7R -  7K -  7B
    3   7R -  7K -  7B -  7G -  7Y
    4   7B -  7G -  7Y -  7R -  7K
    5   7Y -  7R -  7K -  7B -  7G
"""
LAST = table(FULL_BUT_B2, FULL_BUT_B2, players="YG", roll="K1 B2 G1 Y4 R6")

FIELDS = ("viewer", "point", "view", "menu", "has_more_moves", "sealed", "waiting", "over")
MOMENTS = {
    "a lot": Match.start(mark, 2),
    "choosing a colour": Match.start(mark, 2, Options(ages=(9, 8))),
    "a roll": table(EMPTY, EMPTY, players="YG"),
    "deciding": LAST,
    "one has sealed": LAST.commit(A, mark.parse_move("b2+g"), point=0),
    "over": entered(LAST, "b2+r", "b2+y"),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("viewer", [A, B, None])
def test_round_trip(moment: str, viewer: Any) -> None:
    """It survives a round trip through JSON, for every viewer and every kind of pending action."""
    seen = MOMENTS[moment].seen_by(viewer)
    encoded = encode_seen(mark, seen)
    back = decode_seen(mark, codec.parse_json(json.dumps(encoded)))
    assert (back.viewer, back.point, back.view) == (viewer, seen.point, seen.view)
    assert (back.sealed, back.waiting, back.over) == (seen.sealed, seen.waiting, seen.over)
    assert (None if back.menu is None else list(back.menu)) == (
        None if seen.menu is None else list(seen.menu)
    )
    assert encode_seen(mark, back) == encoded


def test_what_is_sent() -> None:
    """Moves in notation, seats as numbers, and the view as its own object."""
    encoded = encode_seen(mark, MOMENTS["deciding"].seen_by(A))
    assert set(encoded) == set(FIELDS)
    assert encoded["menu"] == ["b2+k", "b2+b", "b2+g", "b2+r"]
    assert encoded["waiting"] == [0, 1]
    encoded = encode_seen(mark, MOMENTS["one has sealed"].seen_by(A))
    assert (encoded["menu"], encoded["sealed"], encoded["waiting"]) == (None, "b2+g", [1])
    encoded = encode_seen(mark, MOMENTS["over"].seen_by(None))
    assert encoded["over"] == {"reason": "over.sheets_full", "scores": [2, 0], "winners": [0]}
    assert encoded["viewer"] is None


def deciding() -> dict[str, Any]:
    return encode_seen(mark, MOMENTS["deciding"].seen_by(A))


DAMAGE: list[tuple[dict[str, Any], str, str]] = [
    ({"viewer": "A"}, "seen.viewer", "wrong_type"),
    ({"point": None}, "seen.point", "wrong_type"),
    ({"menu": "b2+g"}, "seen.menu", "wrong_type"),
    ({"menu": [1]}, "seen.menu[0]", "wrong_type"),
    ({"has_more_moves": None}, "seen.has_more_moves", "wrong_type"),
    ({"menu": ["b2+g", "z9"]}, "seen.menu[1]", "breaks_rules"),
    ({"sealed": "z9"}, "seen.sealed", "breaks_rules"),
    ({"sealed": "\ud800"}, "seen.sealed", "not_text"),
    ({"waiting": None}, "seen.waiting", "wrong_type"),
    ({"over": {"reason": "", "scores": []}}, "seen.over", "missing_field"),
    ({"view": None}, "seen.view", "wrong_type"),
    ({"view": {}}, "seen.view", "missing_field"),
    *[({"point": value}, "seen.point", "wrong_type") for value in (2.5, (1,), b"", 1j, object, float("nan"))],
    ({"viewer": 0.0}, "seen.viewer", "wrong_type"),
    ({"menu": ("b2+g",)}, "seen.menu", "wrong_type"),
    ({"over": ("over.sheets_full",)}, "seen.over", "wrong_type"),
    ({"view": 2.5}, "seen.view", "wrong_type"),
    ({"more": 1}, "seen", "unknown_field"),
]


@pytest.mark.parametrize(("change", "where", "code"), DAMAGE, ids=lambda part: repr(part)[:30])
def test_damage(change: dict[str, Any], where: str, code: str) -> None:
    """Always a BadRecord that says where."""
    error = refusal(BadRecord, decode_seen, mark, {**deciding(), **change})
    assert (error.where, error.code) == (where, code)


@pytest.mark.parametrize("value", [None, 2.5, "seen", [], (), b"{}", 1j], ids=repr)
def test_what_is_no_object_at_all(value: Any) -> None:
    """Values of any type are refused with a sentence."""
    assert refusal(BadRecord, decode_seen, mark, value).code == "wrong_type"
    assert refusal(BadRecord, decode_seen, mark, value, is_lenient=True).code == "wrong_type"


def test_a_field_that_has_no_text_for_a_name() -> None:
    """JSON has none, a mapping of Python may."""
    strange: Any = {**deciding(), 7: 1}
    assert refusal(BadRecord, decode_seen, mark, strange).facts["field"] == "7"


@pytest.mark.parametrize("field", FIELDS)
def test_nothing_may_be_missing(field: str) -> None:
    """Not even a field that is usually null."""
    encoded = deciding()
    del encoded[field]
    error = refusal(BadRecord, decode_seen, mark, encoded)
    assert (error.where, error.code, error.facts["field"]) == ("seen", "missing_field", field)


def with_more(value: Any) -> Any:
    """The same with a field in every object that nobody knows."""
    if isinstance(value, list):
        return [with_more(item) for item in value]
    return {**{k: with_more(v) for k, v in value.items()}, "new": [1]} if isinstance(value, dict) else value


@pytest.mark.parametrize("moment", MOMENTS)
def test_lenient_decoding_ignores_new_fields(moment: str) -> None:
    """Unknown fields are ignored at every level; strict decoding refuses them."""
    encoded = encode_seen(mark, MOMENTS[moment].seen_by(A))
    back = decode_seen(mark, with_more(encoded), is_lenient=True)
    assert encode_seen(mark, back) == encoded
    for more in (with_more(encoded), {**encoded, "view": with_more(encoded["view"])}):
        assert refusal(BadRecord, decode_seen, mark, more).code == "unknown_field"


@pytest.mark.parametrize(("change", "where", "code"), DAMAGE[:-1], ids=lambda part: repr(part)[:30])
def test_lenient_decoding_refuses_damage(change: dict[str, Any], where: str, code: str) -> None:
    """But for unknown fields, just as others do."""
    encoded = with_more({**deciding(), **change})
    error = refusal(BadRecord, decode_seen, mark, encoded, is_lenient=True)
    assert (error.where, error.code) == (where, code)


def test_a_lenient_reader_takes_a_menu_for_whole() -> None:
    """As it is in what older versions have written."""
    encoded = deciding()
    assert encoded.pop("has_more_moves") is False
    assert encode_seen(mark, decode_seen(mark, encoded, is_lenient=True)) == deciding()


def test_a_seen_holds_no_sealed_move_of_others() -> None:
    """B's bytes are the same whatever A has sealed."""
    sealed = [LAST.commit(A, mark.parse_move(move), point=0) for move in ("b2+k", "b2+b", "b2+g", "b2+r")]
    for viewer in (B, None):
        assert len({json.dumps(encode_seen(mark, match.seen_by(viewer))) for match in sealed}) == 1
    assert len({json.dumps(encode_seen(mark, match.seen_by(A))) for match in sealed}) == 4
