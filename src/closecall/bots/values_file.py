"""Files of trained values, read with the standard library alone.

Training writes NumPy's `.npz` files. Playing must not need NumPy, and reads them with this module.

>>> from importlib.resources import files
>>> arrays = read_arrays(files("closecall.bots.enough").joinpath("values", "knowledge.npz").read_bytes())
>>> arrays["worths3"].typecode, len(arrays["worths3"])
('f', 14)
"""

import ast
import struct
import sys
from array import array
from io import BytesIO
from typing import TypeAlias
from zipfile import ZipFile

Numbers: TypeAlias = "array[float] | array[int]"

_MAGIC = b"\x93NUMPY"
_HALF = "<f2"
_TYPECODES = {"<f4": "f", "<f8": "d", "|i1": "b", "<i8": "q", "<i4": "i"}
"""By NumPy's name of a type; half precision is unknown to `array`, and becomes single precision."""


def read_arrays(content: bytes) -> dict[str, Numbers]:
    """Every array of an `.npz` file, laid out flat, by its name; BadZipFile or ValueError if it is none."""
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        return {name.removesuffix(".npy"): decode(archive.read(name)) for name in names}


def decode(content: bytes) -> Numbers:
    """An array in NumPy's format: a magic word, a version, and a header that is a Python literal."""
    if content[:6] != _MAGIC or content[6] not in (1, 2):
        raise ValueError("not an array")
    start = 10 if content[6] == 1 else 12
    end = start + int.from_bytes(content[8:start], "little")
    header = ast.literal_eval(content[start:end].decode("latin-1"))
    if header["fortran_order"] or header["descr"] not in (_HALF, *_TYPECODES):
        raise ValueError("an array of another kind")
    if header["descr"] == _HALF:
        return array("f", struct.unpack(f"<{(len(content) - end) // 2}e", content[end:]))
    numbers: Numbers = array(_TYPECODES[header["descr"]])
    numbers.frombytes(content[end:])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def encode(numbers: Numbers, shape: tuple[int, ...]) -> bytes:
    """An array in NumPy's format."""
    kind = next(kind for kind, typecode in _TYPECODES.items() if typecode == numbers.typecode)
    header = repr({"descr": kind, "fortran_order": False, "shape": shape}).encode()
    padded = header.ljust(-(-(len(header) + 11) // 64) * 64 - 11) + b"\n"
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return _MAGIC + b"\1\0" + len(padded).to_bytes(2, "little") + padded + numbers.tobytes()
