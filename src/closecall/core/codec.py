"""Frozen dataclasses to JSON values and back, strictly, and exact type checks.

Everything follows from the types: whole numbers, texts, booleans, None, enums (by value), tuples,
dataclasses, and unions of dataclasses, which carry their class name under `is`. Nothing is guessed or
converted: an unknown or missing field, a wrong type or a number beyond 2⁵³ is a BadRecord that names the
place. Lenient decoding ignores unknown fields, but nothing else.

>>> from closecall.core.rules import Over, Seat
>>> encode(Over, Over("over.sheets_full", (70, 64), (Seat(0),)))
{'reason': 'over.sheets_full', 'scores': [70, 64], 'winners': [0]}
>>> decode(Over, {"reason": "", "scores": [70, "64"], "winners": []}, "over")
Traceback (most recent call last):
    ...
closecall.core.errors.BadRecord: over.scores[1]: expected a whole number, but found text.

True equals 1, and so do the integers of many libraries, but only a Python int is written to a record as a
number. So values from outside are checked before they are accepted.

>>> are_numbers = exact_check(tuple[int, ...])
>>> are_numbers((4, 1)), are_numbers((4, True)), are_numbers([4, 1])
(True, False, False)
"""

import enum
import json
import tomllib
import types
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, NewType, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from closecall.core.errors import BadNotation, BadOptions, BadRecord, excerpt, short_repr
from closecall.core.rules import AnyRules
from closecall.messages import Word

Encoder = Callable[[Any], Any]
Decoder = Callable[[Any, str], Any]
Check = Callable[[Any], bool]

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

_TAG = "is"
_MOST_BYTES = 8 * 1024 * 1024
_FILE = Word("where.file")


def encode(kind: Any, value: Any) -> Any:
    """A value of the given type as JSON values."""
    return _codec(kind, False).encode(value)


def decode(kind: Any, value: Any, where: str, *, is_lenient: bool = False) -> Any:
    """JSON values as a value of the given type; `where` names the place in error messages."""
    return _codec(kind, is_lenient).decode(value, where)


@cache
def exact_check(kind: Any) -> Check:
    """A predicate: is a value of exactly this type, not of a subclass, and are all of its parts?"""
    return _codec(kind, False).check


def has_exact_types(value: object) -> bool:
    """Whether a value is an enum member, or a dataclass whose fields hold exactly what they declare."""
    kind: Any = type(value)
    return _instance_check(kind)(value)


@cache
def _instance_check(kind: type) -> Check:
    try:
        return exact_check(kind) if is_dataclass(kind) or issubclass(kind, enum.Enum) else _never
    except (AttributeError, NameError, TypeError):  # A foreign class with annotations we cannot resolve.
        return _never


def is_move(rules: AnyRules, value: object) -> bool:
    """Whether this is a move of the game, legal or not: it can be written, and is read back as the same type.

    >>> from closecall.games import mark, qwixx
    >>> is_move(mark, mark.parse_move("b2+g")), is_move(mark, "b2+g"), is_move(mark, qwixx.Pass())
    (True, False, False)
    """
    try:
        return has_exact_types(value) and type(rules.parse_move(rules.format_move(value))) is type(value)
    except (BadNotation, AttributeError, LookupError, TypeError, ValueError):
        return False  # Another game's move: this game's functions do not accept its type.


def decode_move(rules: AnyRules, value: Any, where: str) -> Any:
    """A move from its notation, which must be the one that format_move writes."""
    text = _decode_text(value, where)
    try:
        move, canonical = _read_move(cast(Hashable, rules), text)
    except BadNotation as error:
        raise BadRecord("breaks_rules", where, reason=error) from error
    if canonical != text:
        raise BadRecord("not_canonical", where, canonical=canonical)
    return move


@lru_cache(maxsize=1 << 12)
def _read_move(rules: AnyRules, text: str) -> tuple[Any, str]:
    # A game has few different moves, and they recur in every record and menu.
    move = rules.parse_move(text)
    return move, rules.format_move(move)


def parse_json(text: bytes | str) -> Any:
    """Read JSON as strictly as we write it: no duplicate keys, fractions, NaN or excessive nesting."""
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
        raise BadRecord("duplicate_key", _FILE, key=excerpt(twice))
    return found


def _no_fraction(text: str) -> NoReturn:
    raise BadRecord("no_fraction", _FILE, number=excerpt(text))


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML, in which people write options such as a layout or a kit; BadOptions if it is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # Python refuses to read integers of thousands of digits.
        raise BadOptions("not_toml", reason=str(error)) from error


# One walk over the type grammar gives the encoder, the decoder and the exact check of a type.


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of one type are encoded, decoded and checked."""

    encode: Encoder
    decode: Decoder
    check: Check
    classes: frozenset[type] | None = None
    """The possible classes of a value without parts, whose check is a lookup; None if it has parts."""


@cache
def _codec(kind: Any, is_lenient: bool) -> _Codec:
    kind = _resolved(kind)
    args = get_args(kind)
    if is_dataclass(kind):
        return _dataclass_codec(kind, is_lenient)
    if get_origin(kind) in (Union, types.UnionType):
        return _union_codec(args, is_lenient)
    if get_origin(kind) is tuple:
        return _tuple_codec(args, is_lenient)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _enum_codec(kind)
    if kind in _SCALAR_DECODERS:
        return _scalar_codec(kind, _unchanged, _SCALAR_DECODERS[kind])
    # An entry's outcome or move can be of any game. All other types are foreign: no value of ours has them.
    return _Codec(_refuse, _refuse, has_exact_types if isinstance(kind, TypeVar) else _never)


def _resolved(kind: Any) -> Any:
    """The type behind a NewType."""
    return _resolved(kind.__supertype__) if isinstance(kind, NewType) else kind


def _unchanged(value: Any) -> Any:
    return value


def _never(_value: object) -> bool:
    return False


def _refuse(value: Any, _where: str = "") -> NoReturn:
    raise TypeError(f"no codec for this type of value: {short_repr(value)}")


def _scalar_codec(kind: type, encode: Encoder, decode: Decoder) -> _Codec:
    return _Codec(encode, decode, lambda value: type(value) is kind, frozenset({kind}))


def _decode_exactly(kind: type) -> Decoder:
    def decode(value: Any, where: str) -> Any:
        if type(value) is not kind:
            raise wrong_type(kind, value, where)
        return value

    return decode


def _decode_number(value: Any, where: str) -> int:
    if type(value) is not int:
        raise wrong_type(int, value, where)
    if abs(value) > LARGEST:
        raise BadRecord("too_big", where, largest=LARGEST)
    return value


def _decode_text(value: Any, where: str) -> str:
    if type(value) is not str:
        raise wrong_type(str, value, where)
    try:
        value.encode()
    except UnicodeEncodeError as error:  # JSON can spell half a character, which no file can hold.
        raise BadRecord("not_text", where) from error
    return value


_SCALAR_DECODERS: Mapping[Any, Decoder] = {
    int: _decode_number,
    str: _decode_text,
    bool: _decode_exactly(bool),
    type(None): _decode_exactly(type(None)),
}


def _enum_codec(kind: type[enum.Enum]) -> _Codec:
    members = {member.value: member for member in kind}

    def decode(value: Any, where: str) -> enum.Enum:
        if type(value) not in (int, str) or value not in members:
            raise _not_one_of(members, value, where)
        return members[value]

    return _scalar_codec(kind, lambda value: value.value, decode)


def _not_one_of(known: Mapping[Any, Any], value: Any, where: str) -> BadRecord:
    # Lists and objects may be too deeply nested to be shown.
    shown = "[…]" if type(value) is list else "{…}" if type(value) is dict else short_repr(value)
    return BadRecord("not_one_of", where, value=shown, known=", ".join(map(str, known)))


def _dataclass_codec(kind: Any, is_lenient: bool) -> _Codec:
    hints = get_type_hints(kind)
    parts = {field.name: _codec(hints[field.name], is_lenient) for field in fields(kind)}
    names = list(parts)
    encoders = [(name, part.encode) for name, part in parts.items() if part.encode is not _unchanged]
    decoders = [(name, part.decode) for name, part in parts.items()]

    def encode(value: Any) -> dict[str, Any]:
        encoded = {name: getattr(value, name) for name in names}
        for name, encode_part in encoders:
            encoded[name] = encode_part(encoded[name])
        return encoded

    def decode(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise wrong_type(dict, value, where)
        if value.keys() != parts.keys():
            check_fields(value, parts, where, is_lenient=is_lenient)
        return kind(**{name: decode_part(value[name], f"{where}.{name}") for name, decode_part in decoders})

    return _Codec(encode, decode, _fields_check(kind, parts))


def _fields_check(kind: type, parts: Mapping[str, _Codec]) -> Check:
    def check_kind(value: Any) -> bool:
        return type(value) is kind

    check: Check = check_kind
    for name, part in parts.items():
        check = _and_field(check, attrgetter(name), part)
    return check


def _and_field(before: Check, get: Callable[[Any], Any], part: _Codec) -> Check:
    """A check and one field more; this chain is faster than a loop, and it runs on every input."""
    check, classes = part.check, part.classes
    if classes is None:
        return lambda value: before(value) and check(get(value))
    return lambda value: before(value) and type(get(value)) in classes


def check_fields(value: Mapping[str, Any], expected: Any, where: str, *, is_lenient: bool = False) -> None:
    """Refuse missing fields of an object and, unless it is read leniently, unknown ones."""
    for name in value:
        if name not in expected and not is_lenient:
            raise BadRecord("unknown_field", where, field=excerpt(str(name)))
    for name in expected:
        if name not in value:
            raise BadRecord("missing_field", where, field=name)


def _union_codec(options: tuple[Any, ...], is_lenient: bool) -> _Codec:
    parts = {get_origin(option) or _resolved(option): _codec(option, is_lenient) for option in options}
    checks = {kind: part.check for kind, part in parts.items()}
    classes = [part.classes for part in parts.values()]
    scalars = [some for some in classes if some is not None]
    inner = {kind: part for kind, part in parts.items() if kind is not type(None)}
    encode, decode = _tagged(inner)
    if len(inner) < len(parts):
        encode, decode = _optional(encode, decode)

    def check(value: Any) -> bool:
        check_option = checks.get(type(value))
        return check_option is not None and check_option(value)

    if len(scalars) < len(parts):
        return _Codec(encode, decode, check)
    allowed = frozenset[type]().union(*scalars)
    return _Codec(encode, decode, lambda value: type(value) in allowed, allowed)


def _optional(encode_some: Encoder, decode_some: Decoder) -> tuple[Encoder, Decoder]:
    def decode(value: Any, where: str) -> Any:
        return None if value is None else decode_some(value, where)

    if encode_some is _unchanged:
        return _unchanged, decode
    return lambda value: None if value is None else encode_some(value), decode


def _tagged(parts: Mapping[Any, _Codec]) -> tuple[Encoder, Decoder]:
    """One of several dataclasses, told apart by their names; a single type needs no tag."""
    if len(parts) == 1:
        (part,) = parts.values()
        return part.encode, part.decode
    encoders = {kind: (kind.__name__, part.encode) for kind, part in parts.items()}
    decoders = {kind.__name__: part.decode for kind, part in parts.items()}

    def encode(value: Any) -> Any:
        if value is None:  # If it is not allowed, decoding says so.
            return None
        name, encode_part = encoders[type(value)]
        return {_TAG: name} | encode_part(value)

    def decode(value: Any, where: str) -> Any:
        if type(value) is not dict:
            raise wrong_type(dict, value, where)
        tag = value.get(_TAG)
        if type(tag) is not str or tag not in decoders:
            raise _not_one_of(decoders, tag, f"{where}.{_TAG}")
        untagged = value.copy()
        del untagged[_TAG]
        return decoders[tag](untagged, where)

    return encode, decode


def _tuple_codec(args: tuple[Any, ...], is_lenient: bool) -> _Codec:
    if args[-1] is Ellipsis:
        return _list_codec(_codec(args[0], is_lenient))
    parts = [_codec(arg, is_lenient) for arg in args]
    encoders = [part.encode for part in parts]

    def encode(value: Any) -> list[Any]:
        return [encode_item(item) for encode_item, item in zip(encoders, value, strict=True)]

    def decode(value: Any, where: str) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type(list, value, where)
        if len(value) != len(parts):
            raise BadRecord("wrong_length", where, length=len(value), expected=len(parts))
        pairs = enumerate(zip(parts, value, strict=True))
        return tuple(part.decode(item, f"{where}[{n}]") for n, (part, item) in pairs)

    def check(value: Any) -> bool:
        if type(value) is not tuple or len(value) != len(parts):
            return False
        return all(part.check(item) for part, item in zip(parts, value, strict=True))

    if len(set(args)) > 1:
        return _Codec(encode, decode, check)
    # Items of one type are checked at once.
    check_items, length = _list_codec(parts[0]).check, len(parts)
    return _Codec(encode, decode, lambda value: check_items(value) and len(value) == length)


def _list_codec(part: _Codec) -> _Codec:
    encode_item, decode_item, check_item, classes = part.encode, part.decode, part.check, part.classes

    def decode(value: Any, where: str) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type(list, value, where)
        return tuple(decode_item(item, f"{where}[{n}]") for n, item in enumerate(value))

    def check(value: Any) -> bool:
        if type(value) is not tuple:
            return False
        return all(map(check_item, value)) if classes is None else classes.issuperset(map(type, value))

    if encode_item is _unchanged:
        return _Codec(list, decode, check)
    return _Codec(lambda value: [encode_item(item) for item in value], decode, check)


_TYPE_NAMES = {int: "number", str: "text", bool: "truth", list: "list", dict: "object", type(None): "nothing"}


def wrong_type(expected: type, value: Any, where: str) -> BadRecord:
    """The refusal of a value of the wrong type, even of one that JSON does not have."""
    return BadRecord(
        "wrong_type",
        where,
        expected=Word(f"type.{_TYPE_NAMES[expected]}"),
        found=Word(f"type.{_TYPE_NAMES.get(type(value), 'other')}"),
    )
