"""Frozen dataclasses to JSON values and back, strictly.

The types say it all: whole numbers, texts, booleans, None, enums (by value), tuples, dataclasses, and
unions of dataclasses, which carry their class name under `is`. Nothing is guessed or converted: an unknown
or missing field, a wrong type or a number beyond 2⁵³ is a BadRecord that says where. Only who reads leniently
passes over unknown fields, and over nothing else.

>>> from closecall.core.rules import Over, Seat
>>> encode(Over, Over("over.sheets_full", (70, 64), (Seat(0),)))
{'reason': 'over.sheets_full', 'scores': [70, 64], 'winners': [0]}
>>> decode(Over, {"reason": "", "scores": [70, "64"], "winners": []}, "over")
Traceback (most recent call last):
    ...
closecall.core.errors.BadRecord: over.scores[1]: a whole number is expected here, but this is a text.
"""

import enum
import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any, NoReturn, cast, get_args, get_origin, get_type_hints

from closecall.core.errors import BadNotation, BadRecord
from closecall.core.exact import is_union, plain
from closecall.core.rules import AnyRules
from closecall.messages import Word

Encoder = Callable[[Any], Any]
Decoder = Callable[[Any, str], Any]

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

_TAG = "is"
_MOST_BYTES = 8 * 1024 * 1024
_FILE = Word("where.file")


def encode(kind: Any, value: Any) -> Any:
    """A value of the given type as JSON values."""
    return _encoder(kind)(value)


def decode(kind: Any, value: Any, where: str, *, is_lenient: bool = False) -> Any:
    """JSON values as a value of the given type; `where` names the place in error messages."""
    return _decoder(kind, is_lenient)(value, where)


def decode_move(rules: AnyRules, value: Any, where: str) -> Any:
    """A move from its notation, which must be the one that format_move writes."""
    text = _text(value, where)
    try:
        move, canonical = _read_move(cast(Hashable, rules), text)
    except BadNotation as error:
        raise BadRecord("breaks_rules", where, reason=error) from error
    if canonical != text:
        raise BadRecord("not_canonical", where, canonical=canonical)
    return move


@lru_cache(maxsize=1 << 14)
def _read_move(rules: AnyRules, text: str) -> tuple[Any, str]:
    # A game has few different moves, and every record and every menu has them again.
    move = rules.parse_move(text)
    return move, rules.format_move(move)


def parse_json(text: bytes | str) -> Any:
    """Read JSON as strictly as we write it: no duplicate keys, no fractions, no NaN, no abyss."""
    if len(text) > _MOST_BYTES:
        raise BadRecord("too_large", _FILE, most=_MOST_BYTES // (1024 * 1024))
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(
            decoded, object_pairs_hook=_unique, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except UnicodeDecodeError as error:
        raise BadRecord("not_utf8", _FILE, position=error.start) from error
    except json.JSONDecodeError as error:
        raise BadRecord("not_json", f"{error.lineno}:{error.colno}") from error
    except RecursionError as error:
        raise BadRecord("too_deep", _FILE) from error
    except ValueError as error:  # Python refuses to read integers of thousands of digits.
        raise BadRecord("too_big", _FILE, largest=LARGEST) from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise BadRecord("duplicate_key", _FILE, key=_short(twice))
    return found


def _no_fraction(text: str) -> NoReturn:
    raise BadRecord("no_fraction", _FILE, number=_short(text))


def _short(text: str) -> str:
    """The beginning of a text, fit to be printed even if it holds half a character."""
    shown = text if len(text) <= 40 else text[:40] + "…"
    return shown.encode(errors="backslashreplace").decode()


def _shown(value: Any) -> str:
    """A value as it stands in the file; lists and objects may be too deep to be repeated."""
    return "[…]" if type(value) in (list, tuple) else "{…}" if type(value) is dict else _short(repr(value))


@cache
def _encoder(kind: Any) -> Encoder:
    kind = plain(kind)
    if is_dataclass(kind):
        return _dataclass_encoder(kind)
    if is_union(kind):
        return _union_encoder(kind)
    if get_origin(kind) is tuple:
        return _tuple_encoder(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return lambda value: value.value
    assert kind in (int, str, bool, type(None)), kind
    return _unchanged


def _unchanged(value: Any) -> Any:
    return value


def _dataclass_encoder(kind: Any) -> Encoder:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    parts = [(name, _encoder(hints[name])) for name in names]
    to_encode = [(name, part) for name, part in parts if part is not _unchanged]

    def encode_fields(value: Any) -> dict[str, Any]:
        encoded = {name: getattr(value, name) for name in names}
        for name, part in to_encode:
            encoded[name] = part(encoded[name])
        return encoded

    return encode_fields


def _union_encoder(kind: Any) -> Encoder:
    inner = _without_none(kind)
    if len(inner) == 1:
        part = _encoder(inner[0])
        return part if part is _unchanged else lambda value: None if value is None else part(value)
    parts = {option: _encoder(option) for option in inner}
    return lambda value: None if value is None else {_TAG: type(value).__name__} | parts[type(value)](value)


def _tuple_encoder(args: tuple[Any, ...]) -> Encoder:
    if args[-1] is Ellipsis:
        part = _encoder(args[0])
        return list if part is _unchanged else lambda value: [part(item) for item in value]
    parts = [_encoder(arg) for arg in args]
    return lambda value: [part(item) for part, item in zip(parts, value, strict=True)]


@cache
def _decoder(kind: Any, is_lenient: bool) -> Decoder:
    kind = plain(kind)
    if is_dataclass(kind):
        return _dataclass_decoder(kind, is_lenient)
    if is_union(kind):
        return _union_decoder(kind, is_lenient)
    if get_origin(kind) is tuple:
        return _tuple_decoder(get_args(kind), is_lenient)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _enum_decoder(kind)
    assert kind in (int, str, bool, type(None)), kind
    return _number if kind is int else _text if kind is str else _exactly(kind)


def _exactly(kind: type) -> Decoder:
    def decode_plain(value: Any, where: str) -> Any:
        if type(value) is not kind:
            raise wrong_type(kind, value, where)
        return value

    return decode_plain


def _number(value: Any, where: str) -> int:
    if type(value) is not int:
        raise wrong_type(int, value, where)
    if abs(value) > LARGEST:
        raise BadRecord("too_big", where, largest=LARGEST)
    return value


def _text(value: Any, where: str) -> str:
    if type(value) is not str:
        raise wrong_type(str, value, where)
    try:
        value.encode()
    except UnicodeEncodeError as error:  # JSON can spell half a character, which no file can hold.
        raise BadRecord("not_text", where) from error
    return value


def _enum_decoder(kind: type[enum.Enum]) -> Decoder:
    members = {member.value: member for member in kind}

    def decode_enum(value: Any, where: str) -> enum.Enum:
        if type(value) not in (int, str) or value not in members:
            known = ", ".join(str(known) for known in members)
            raise BadRecord("not_one_of", where, value=_shown(value), known=known)
        return members[value]

    return decode_enum


def _dataclass_decoder(kind: Any, is_lenient: bool) -> Decoder:
    hints = get_type_hints(kind)
    parts = {field.name: _decoder(hints[field.name], is_lenient) for field in fields(kind)}

    def decode_fields(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise wrong_type(dict, value, where)
        if value.keys() != parts.keys():
            check_fields(value, parts, where, is_lenient=is_lenient)
        return kind(**{name: part(value[name], f"{where}.{name}") for name, part in parts.items()})

    return decode_fields


def check_fields(value: Mapping[str, Any], expected: Any, where: str, *, is_lenient: bool = False) -> None:
    """Refuse missing fields of an object and, unless it is read leniently, unknown ones."""
    for name in value:
        if name not in expected and not is_lenient:
            raise BadRecord("unknown_field", where, field=_short(str(name)))
    for name in expected:
        if name not in value:
            raise BadRecord("missing_field", where, field=name)


def _union_decoder(kind: Any, is_lenient: bool) -> Decoder:
    inner = _without_none(kind)
    allows_none = len(inner) < len(get_args(kind))
    decode_some = _decoder(inner[0], is_lenient) if len(inner) == 1 else _tagged_decoder(inner, is_lenient)

    def decode_optional(value: Any, where: str) -> Any:
        return None if value is None else decode_some(value, where)

    return decode_optional if allows_none else decode_some


def _tagged_decoder(options: tuple[Any, ...], is_lenient: bool) -> Decoder:
    parts = {option.__name__: _decoder(option, is_lenient) for option in options}

    def decode_tagged(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise wrong_type(dict, value, where)
        tag = value.get(_TAG)
        if type(tag) is not str or tag not in parts:
            known = ", ".join(parts)
            raise BadRecord("not_one_of", f"{where}.{_TAG}", value=_shown(tag), known=known)
        untagged = value.copy()
        del untagged[_TAG]
        return parts[tag](untagged, where)

    return decode_tagged


def _tuple_decoder(args: tuple[Any, ...], is_lenient: bool) -> Decoder:
    any_length = args[-1] is Ellipsis
    parts = [_decoder(arg, is_lenient) for arg in args if arg is not Ellipsis]

    def decode_tuple(value: Any, where: str) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type(list, value, where)
        if any_length:
            return tuple(parts[0](item, f"{where}[{n}]") for n, item in enumerate(value))
        if len(value) != len(parts):
            raise BadRecord("wrong_length", where, length=len(value), expected=len(parts))
        pairs = enumerate(zip(parts, value, strict=True))
        return tuple(part(item, f"{where}[{n}]") for n, (part, item) in pairs)

    return decode_tuple


def _without_none(kind: Any) -> tuple[Any, ...]:
    return tuple(arg for arg in get_args(kind) if arg is not type(None))


_TYPE_NAMES = {int: "number", str: "text", bool: "truth", list: "list", dict: "object", type(None): "nothing"}


def wrong_type(expected: type, value: Any, where: str) -> BadRecord:
    """The refusal of a value of another type, one that JSON does not have among them."""
    return BadRecord(
        "wrong_type",
        where,
        expected=Word(f"type.{_TYPE_NAMES[expected]}"),
        found=Word(f"type.{_TYPE_NAMES.get(type(value), 'other')}"),
    )
