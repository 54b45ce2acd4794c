"""What runs the compiled part of the strong bots.

| runtime | when |
|---|---|
| WebAssembly, in wasmtime | wherever wasmtime can be imported: ready at once, needs neither Numba nor NumPy |
| Numba | elsewhere, if it is installed: the first moves wait for its compiler |
| none | otherwise: the greedy bot plays for every level, and `closecall` says so |

Both run the same functions, the entry points of each game, and give the same results to the last bit.
"""

from array import array
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeAlias

from closecall.bots.values_file import Numbers


class Stored(Protocol):
    """Numbers that a runtime holds for later calls."""

    def __len__(self) -> int:
        """How many there are."""


Argument: TypeAlias = "Stored | array[int] | array[float] | int | float"


class Runtime(Protocol):
    """Calls entry points. Arrays that are needed again are stored once; others are copied for a call."""

    def __hash__(self) -> int:
        """By identity: what a runtime holds is remembered for each."""

    def store(self, numbers: Numbers) -> Stored:
        """Hold a copy of some numbers."""

    def reserve(self, typecode: str, length: int) -> Stored:
        """Hold zeros, for an entry point to write to."""

    def read(self, stored: Stored) -> Numbers:
        """A copy of what is held."""

    def release(self, stored: Stored) -> None:
        """Hold it no longer."""

    def call(self, name: str, *arguments: Argument) -> float:
        """The result of an entry point."""

    def call_int(self, name: str, *arguments: Argument) -> int:
        """The same for one that returns an integer."""


def has_runtime() -> bool:
    """Whether there is a runtime; nothing is loaded to find out."""
    wasmtime = find_spec("wasmtime")
    folders = (wasmtime.submodule_search_locations or ()) if wasmtime is not None else ()
    # On a machine that wasmtime does not know, its Python files are installed without the library.
    has_library = any(True for folder in folders for _ in Path(folder).glob("*/_*wasmtime.*"))
    return has_library or find_spec("numba") is not None


@cache
def find_runtime() -> Runtime | None:
    """The runtime of this process."""
    if find_spec("wasmtime") is not None:
        from closecall.bots.wasm.runtime import WasmRuntime, is_supported  # noqa: PLC0415  # Loads wasmtime.

        if is_supported():
            return WasmRuntime()
    if find_spec("numba") is not None:
        from closecall.bots.native_runtime import NativeRuntime  # noqa: PLC0415  # Loads Numba.

        return NativeRuntime()
    return None
