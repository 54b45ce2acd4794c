"""Random changes to an input that keep most of its structure, the same for the same random numbers.

A parser refuses most JSON with changed bytes. So if the input or one of its lines is JSON, most changes
replace or move a whole part of it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

LONGEST = 20_000
"""In bytes; a longer input is cut."""

NUMBERS = (-1, 0, 1, 2, 3, 5, 7, 12, 13, 99, 100, 200, 255, 900, 999, 1000, 2**31, 2**53 - 1, 2**53, 2**70)
NASTY: tuple[Any, ...] = (
    *NUMBERS, -(2**53), 1.5, None, True, False, "", " ", "x", "7", "\ud800", "\0", "\u202e",
    "\U0001f3b2", "x" * 300, [], [[]], [None], [0], {}, {"is": None}, {"": 0},
)  # fmt: skip


def mutated(data: bytes, others: Sequence[bytes], words: Sequence[str], rng: Random) -> bytes:
    """The input with one to four changes; `others` are inputs from which parts are taken."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        change = _change_json if rng.random() < 0.75 else _change_bytes
        data = change(data, others, words, rng)[:LONGEST]
    return data


def _change_bytes(data: bytes, others: Sequence[bytes], words: Sequence[str], rng: Random) -> bytes:
    one, two = sorted(rng.randint(0, len(data)) for _ in range(2))
    if rng.random() < 0.5:
        two = min(two, one + 8)  # Mostly short ranges, or nothing would be left of the input.
    other = rng.choice(others) if others else data
    start = rng.randint(0, len(other))
    match rng.randrange(7):
        case 0:  # Delete.
            part = b""
        case 1:  # Repeat.
            part = data[one:two] * rng.choice((2, 2, 3, 50))
        case 2:  # A part of another input.
            part = other[start : start + rng.randint(1, 200)]
        case 3:  # Another number, in place of one if there is any.
            numbers = [found.span() for found in re.finditer(rb"\d+", data)]
            one, two = rng.choice(numbers) if numbers else (one, two)
            part = str(rng.choice(NUMBERS)).encode()
        case 4:  # One byte.
            two = one + 1
            part = bytes([rng.randrange(256)])
        case 5:  # The rest of another input.
            return data[:one] + other[start:]
        case _:  # A word of the format.
            two = one if rng.random() < 0.5 else two
            part = rng.choice(words).encode("utf-8", "surrogatepass") if words else b"\0"
    return data[:one] + part + data[two:]


def _change_json(data: bytes, others: Sequence[bytes], words: Sequence[str], rng: Random) -> bytes:
    """Change a part of the input, or of one of its lines; change bytes if neither is JSON."""
    try:
        return _with_changed_part(data, others, rng)
    except (ValueError, RecursionError):  # Not JSON, or nested too deeply.
        return _change_bytes(data, others, words, rng)


def _with_changed_part(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    lines = [data] if is_json(data) else data.split(b"\n")
    n = rng.randrange(len(lines))
    prefix = lines[n][:1] if lines[n][1:2] == b"{" else b""  # The number of a game, in some targets.
    value = source = json.loads(lines[n][len(prefix) :])
    if others and rng.random() < 0.2 and is_json(other := rng.choice(others)):
        source = json.loads(other)
    part = part_at(source, rng.choice(list(paths(source))))
    changed = _with_part(value, part if rng.random() < 0.5 else rng.choice(NASTY), rng)
    # Escaped half characters stay half characters.
    lines[n] = prefix + json.dumps(changed, ensure_ascii=True, separators=(",", ":")).encode()
    return b"\n".join(lines)


def is_json(data: bytes) -> bool:
    """Whether these bytes can be read as JSON."""
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part of a JSON value."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths(part, (*path, key))


def part_at(value: Any, path: tuple[Any, ...]) -> Any:
    """The part of a JSON value at a path."""
    for key in path:
        value = value[key]
    return value


def _with_part(value: Any, part: Any, rng: Random) -> Any:
    """The value with a part put in, in place of another or beside it, or with a part removed."""
    path = rng.choice(list(paths(value)))
    if not path:
        return part
    value = deepcopy(value)
    parent, key = part_at(value, path[:-1]), path[-1]
    match rng.randrange(4):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.insert(key, deepcopy(part))
        case 1:
            parent[f"{key}{rng.choice(('', 'x'))}"] = deepcopy(part)
        case _:
            parent[key] = deepcopy(part)
    return value
