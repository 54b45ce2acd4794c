"""From LLVM's object file to a WebAssembly module, without a linker.

An object file of a whole program is nearly a module already: functions and data have their final numbers and
addresses. It only lacks exports, and has sections that nothing but a linker reads.
https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md describes them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CUSTOM, IMPORT, GLOBAL, EXPORT, DATA = 0, 2, 6, 7, 11
"""The kinds of sections that matter here."""
ORDER = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11)
"""Every kind but custom sections, in the order that the format demands."""
HEADER = b"\0asm\1\0\0\0"
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
SYMBOL_TABLE = 8
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
"""Flags of symbols."""
GLOBAL_EXPORT, FUNCTION_EXPORT = 3, 0
I32, CONSTANT, END = 0x7F, 0x41, 0x0B


class Reader:
    """Reads numbers and names from bytes."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content = content
        self.at = at

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """The next unsigned number: seven bits in each byte, the lowest first."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def part(self, size: int) -> bytes:
        """The next bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def name(self) -> str:
        """The next name."""
        return self.part(self.number()).decode()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.content)


def encode(number: int) -> bytes:
    """A number, as `Reader.number` reads it.

    >>> encode(300).hex()
    'ac02'
    """
    content = bytearray()
    while number >= 0x80:
        content.append(number & 0x7F | 0x80)
        number >>= 7
    content.append(number)
    return bytes(content)


def encode_signed(number: int) -> bytes:
    """A number of a constant, at least 0: the highest bit of the last byte says that it is not negative."""
    content = encode(number)
    is_negative = content[-1] & 0x40
    return content[:-1] + bytes([content[-1] | 0x80, 0]) if is_negative else content


def encode_name(text: str) -> bytes:
    """A name, as `Reader.name` reads it."""
    return encode(len(text.encode())) + text.encode()


Section = tuple[int, bytes]
"""A kind and the content."""


def sections(content: bytes) -> list[Section]:
    """The sections of a module or object file."""
    if content[:8] != HEADER:
        raise ValueError("not WebAssembly")
    reader, found = Reader(content, 8), []
    while not reader.is_done:
        kind = reader.byte()
        found.append((kind, reader.part(reader.number())))
    return found


def custom_section(content: bytes, name: str) -> bytes | None:
    """The content of a custom section; None if there is none of this name."""
    for kind, section in sections(content):
        reader = Reader(section)
        if kind == CUSTOM and reader.name() == name:
            return section[reader.at :]
    return None


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A function by its number, or data by its segment and its place in there."""

    name: str
    kind: int
    at: int
    segment: int = 0


def _symbols(linking: bytes) -> Iterator[_Symbol]:
    """The symbols that are defined in the object."""
    reader = Reader(linking)
    reader.number()  # The version.
    while not reader.is_done:
        kind = reader.byte()
        part = Reader(reader.part(reader.number()))
        if kind == SYMBOL_TABLE:
            for _ in range(part.number()):
                symbol = _symbol(part)
                if symbol is not None:
                    yield symbol


def _symbol(part: Reader) -> _Symbol | None:
    kind, flags = part.byte(), part.number()
    is_defined = not flags & UNDEFINED
    if kind == DATA_SYMBOL:
        name = part.name()
        if not is_defined:
            return None
        segment, at = part.number(), part.number()
        part.number()  # The size.
        return _Symbol(name, kind, at, segment)
    at = part.number()
    if kind == SECTION_SYMBOL:
        return None
    name = part.name() if is_defined or flags & EXPLICIT_NAME else ""
    return _Symbol(name, kind, at) if is_defined and kind == FUNCTION_SYMBOL else None


def _segments(data: bytes) -> list[tuple[int, int]]:
    """Where each segment of data begins in memory, and its size."""
    reader = Reader(data)
    found = []
    for _ in range(reader.number()):
        flags, constant, start, end = reader.number(), reader.byte(), reader.number(), reader.byte()
        assert (flags, constant, end) == (0, CONSTANT, END)
        size = reader.number()
        reader.part(size)
        found.append((start, size))
    return found


def imports(content: bytes) -> list[tuple[int, str]]:
    """The kind and name of everything that a module imports."""
    reader = Reader(dict(sections(content)).get(IMPORT, b"\0"))
    found = []
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        found.append((kind, name))
        if kind == 0:  # A function and its type.
            reader.number()
        elif kind == GLOBAL_EXPORT:  # A type, and whether it can change.
            reader.part(2)
        else:  # A table with its type, or a memory: one or two limits.
            reader.part(1 if kind == 1 else 0)
            flags = reader.number()
            reader.number()
            if flags & 1:
                reader.number()
    return found


def to_module(
    content: bytes, functions: Sequence[str], variables: Sequence[str], custom: dict[str, bytes]
) -> bytes:
    """A module that exports these functions, and the addresses of these variables, of an object file.

    `data_end` is exported too: where memory is free.
    """
    parts = sections(content)
    linking = custom_section(content, "linking")
    assert linking is not None
    symbols = {symbol.name: symbol for symbol in _symbols(linking)}
    segments = _segments(dict(parts)[DATA])
    numbers = {"data_end": max(start + size for start, size in segments)}
    for name in variables:
        symbol = symbols[name]
        numbers[name] = segments[symbol.segment][0] + symbol.at
    assert not any(kind in (GLOBAL, EXPORT) for kind, _ in parts)
    imported = sum(kind == GLOBAL_EXPORT for kind, _ in imports(content))
    globals_ = [
        bytes([I32, 0, CONSTANT]) + encode_signed(number) + bytes([END]) for number in numbers.values()
    ]
    exports = [encode_name(name) + bytes([FUNCTION_EXPORT]) + encode(symbols[name].at) for name in functions]
    exports += [
        encode_name(name) + bytes([GLOBAL_EXPORT]) + encode(imported + n) for n, name in enumerate(numbers)
    ]
    kept = [(kind, section) for kind, section in parts if kind != CUSTOM]
    kept += [(GLOBAL, _vector(globals_)), (EXPORT, _vector(exports))]
    kept.sort(key=lambda section: ORDER.index(section[0]))
    kept += [(CUSTOM, encode_name(name) + text) for name, text in custom.items()]
    return HEADER + b"".join(bytes([kind]) + encode(len(section)) + section for kind, section in kept)


def _vector(items: list[bytes]) -> bytes:
    return encode(len(items)) + b"".join(items)
