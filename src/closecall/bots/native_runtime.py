"""Entry points as Numba compiles them for this machine."""

from array import array
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.bots.entry_point import EntryPoint
from closecall.bots.runtime import Argument, Stored
from closecall.bots.values_file import Numbers
from closecall.games import game_of, slugs

_TYPES: dict[str, Any] = {"b": np.int8, "h": np.int16, "q": np.int64, "f": np.float32, "d": np.float64}


class NativeRuntime:
    """Calls them in this process."""

    def __init__(self) -> None:
        self._functions = {name: entry.function for name, entry in all_entry_points().items()}

    def store(self, numbers: Numbers) -> NDArray[Any]:
        """Hold a copy of some numbers."""
        return np.array(numbers, _TYPES[numbers.typecode])

    def reserve(self, typecode: str, length: int) -> NDArray[Any]:
        """Hold zeros, for an entry point to write to."""
        return np.zeros(length, _TYPES[typecode])

    def read(self, stored: Stored) -> Numbers:
        """A copy of what is held."""
        assert isinstance(stored, np.ndarray)
        numbers: Numbers = array(next(letter for letter, kind in _TYPES.items() if stored.dtype == kind))
        numbers.frombytes(stored.tobytes())
        return numbers

    def release(self, stored: Stored) -> None:
        """Nothing to do: Python frees what nobody holds."""

    def call(self, name: str, *arguments: Argument) -> float:
        """The result of an entry point."""
        return float(self._functions[name](*map(_passed, arguments)))

    def call_int(self, name: str, *arguments: Argument) -> int:
        """The same for one that returns an integer."""
        return int(self._functions[name](*map(_passed, arguments)))


def _passed(argument: Any) -> Any:
    """An argument as Numba takes it."""
    if isinstance(argument, np.ndarray | int | float):
        return argument
    return np.array(argument, _TYPES[argument.typecode])


def all_entry_points() -> dict[str, EntryPoint]:
    """The entry points of all games, by the name under which they are called."""
    found = {}
    for slug in slugs():
        module = game_of(slug).entry_points
        if module is not None:
            for entry in import_module(module).ENTRY_POINTS:
                found[f"{slug}_{entry.function.__name__}"] = entry
    return found
