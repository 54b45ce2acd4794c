"""Whether a value is exactly of a type, with everything in it.

True is equal to 1, and so are numbers of many a library, but only a whole number of Python is written into a
record as one. So what comes from outside is looked at before it is taken. The types are those of the codec.

>>> are_numbers = exactly(tuple[int, ...])
>>> are_numbers((4, 1)), are_numbers((4, True)), are_numbers([4, 1])
(True, False, False)
"""

import enum
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], bool]

LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """The beginning of what stands for a value in Python, for the refusal of it."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def plain(kind: Any) -> Any:
    """The type behind a NewType."""
    return plain(kind.__supertype__) if isinstance(kind, NewType) else kind


def is_whole(value: object) -> bool:
    """Whether a value is a dataclass whose parts are exactly what its fields say."""
    kind: Any = type(value)
    return _wholeness(kind)(value)


@cache
def _wholeness(kind: type) -> Check:
    try:
        return exactly(kind) if is_dataclass(kind) else _is_none_of_ours
    except (NameError, TypeError):  # Somebody's own, whose annotations nobody understands.
        return _is_none_of_ours


def _is_none_of_ours(_value: object) -> bool:
    return False


def is_union(kind: Any) -> bool:
    """Whether a type is one of several."""
    return get_origin(kind) in (Union, types.UnionType)


@cache
def exactly(kind: Any) -> Check:
    """What tells whether a value is of this very type, not of one derived from it, and so are its parts."""
    kind = plain(kind)
    simple = _simple(kind)
    if simple is not None:
        return lambda value: type(value) in simple
    if isinstance(kind, TypeVar):  # An entry's outcome or move, of whichever game.
        return is_whole
    if is_union(kind):
        return _union_check(kind)
    return _tuple_check(get_args(kind)) if get_origin(kind) is tuple else _dataclass_check(kind)


def _simple(kind: Any) -> frozenset[type] | None:
    """The types of a value that has no parts; None if it may have some."""
    kind = plain(kind)
    if is_union(kind):
        options = [_simple(option) for option in get_args(kind)]
        found = [types for types in options if types is not None]
        return frozenset().union(*found) if len(found) == len(options) else None
    is_enum = isinstance(kind, type) and issubclass(kind, enum.Enum)
    return frozenset({kind}) if is_enum or kind in (int, str, bool, type(None)) else None


def _union_check(kind: Any) -> Check:
    parts = {get_origin(option) or plain(option): exactly(option) for option in get_args(kind)}

    def check_option(value: Any) -> bool:
        part = parts.get(type(value))
        return part is not None and part(value)

    return check_option


def _tuple_check(args: tuple[Any, ...]) -> Check:
    if args[-1] is Ellipsis:
        return _items_check(args[0], None)
    if len(set(args)) == 1:
        return _items_check(args[0], len(args))
    parts = [exactly(arg) for arg in args]

    def check_each(value: Any) -> bool:
        if type(value) is not tuple or len(value) != len(parts):
            return False
        return all(part(item) for part, item in zip(parts, value, strict=True))

    return check_each


def _items_check(kind: Any, length: int | None) -> Check:
    simple, part = _simple(kind), exactly(kind)

    def check_items(value: Any) -> bool:
        if type(value) is not tuple or (length is not None and len(value) != length):
            return False
        return all(map(part, value)) if simple is None else simple.issuperset(map(type, value))

    return check_items


def _dataclass_check(kind: Any) -> Check:
    if not is_dataclass(kind):  # A float or a list: nothing of ours has such parts.
        return _is_none_of_ours
    hints = get_type_hints(kind)

    def check_kind(value: Any) -> bool:
        return type(value) is kind

    check: Check = check_kind
    for field in fields(kind):
        check = _field_check(check, attrgetter(field.name), hints[field.name])
    return check


def _field_check(before: Check, part_of: Callable[[Any], Any], kind: Any) -> Check:
    """The checks of the fields before, and of one more: quicker than a loop, since every input comes by."""
    simple, part = _simple(kind), exactly(kind)
    if simple is None:
        return lambda value: before(value) and part(part_of(value))
    return lambda value: before(value) and type(part_of(value)) in simple
