"""The strong bots in WebAssembly, run by wasmtime.

The module has no memory of its own. Its memory holds, one after the other: its constants, the stack, what is
stored for later calls, and what a single call needs.
"""

import logging
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from itertools import chain, repeat
from threading import Lock
from typing import Any, cast
from weakref import finalize

from closecall.atomic_files import write_atomically
from closecall.bots.runtime import Argument, Stored
from closecall.bots.values_file import Numbers
from closecall.kernels.cache_dirs import keyed_folder

try:
    import wasmtime
except (ImportError, OSError, RuntimeError):  # There is no build of it for this kind of machine.
    wasmtime = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)

MODULE_FILE = "experts.wasm"
STACK_BYTES = 1 << 20
CALL_BYTES = 8 << 20
"""What is left for a call: ten times what any entry point has needed."""
PAGE = 1 << 16
CHUNK_BYTES = 1 << 16
"""What is written at once: after large blocks, the C library keeps much memory that is free."""
ALIGNMENT = 64


def is_supported() -> bool:
    """Whether wasmtime runs on this machine."""
    return wasmtime is not None


def module_bytes() -> bytes:
    """The shipped module."""
    return resources.files(__package__).joinpath(MODULE_FILE).read_bytes()


@dataclass(frozen=True, slots=True)
class InMemory:
    """Numbers in the module's memory."""

    address: int
    length: int
    typecode: str

    def __len__(self) -> int:
        return self.length

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self.length * array(self.typecode).itemsize


class WasmRuntime:
    """An instance of the module; threads take turns."""

    def __init__(self, content: bytes | None = None) -> None:
        engine = wasmtime.Engine()
        module = _compiled(engine, module_bytes() if content is None else content)
        self._lock = Lock()
        self._store = wasmtime.Store(engine)
        memory_type: Any = next(found.type for found in module.imports if found.name == "__linear_memory")
        pages = wasmtime.Limits(memory_type.limits.min, None)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(pages))
        stack_type = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
        stack = wasmtime.Global(self._store, stack_type, wasmtime.Val.i32(0))
        given: dict[str | None, Any] = {"__linear_memory": self._memory, "__stack_pointer": stack}
        imported = [given[found.name] for found in module.imports]
        self._exports = cast(Any, wasmtime.Instance(self._store, module, imported).exports(self._store))
        self._heap = self._exports["heap"].value(self._store)
        top = _aligned(self._exports["data_end"].value(self._store) + STACK_BYTES)
        stack.set_value(self._store, wasmtime.Val.i32(top))
        self._top = top
        self._make_room()
        self._free: dict[int, list[int]] = {}
        # Before Python takes wasmtime apart, or its destructors fail with messages on the terminal.
        finalize(self, _close, self._store, module, engine)

    def store(self, numbers: Numbers) -> InMemory:
        """Hold a copy of some numbers."""
        stored = self._place(numbers.typecode, len(numbers))
        step = CHUNK_BYTES // numbers.itemsize
        chunks = (numbers[first : first + step].tobytes() for first in range(0, len(numbers), step))
        self._write(stored, chunks)
        return stored

    def reserve(self, typecode: str, length: int) -> InMemory:
        """Hold zeros, for an entry point to write to."""
        stored = self._place(typecode, length)
        zeros, rest = bytes(CHUNK_BYTES), bytes(stored.size % CHUNK_BYTES)
        self._write(stored, chain(repeat(zeros, stored.size // CHUNK_BYTES), [rest]))
        return stored

    def _place(self, typecode: str, length: int) -> InMemory:
        """Memory for some numbers, with any content."""
        with self._lock:
            size = _aligned(length * array(typecode).itemsize)
            free = self._free.get(size)
            if free:
                return InMemory(free.pop(), length, typecode)
            address, self._top = self._top, self._top + size
            self._make_room()
            return InMemory(address, length, typecode)

    def _write(self, stored: InMemory, chunks: Iterable[bytes]) -> None:
        with self._lock:
            at = stored.address
            for chunk in chunks:
                self._memory.write(self._store, chunk, at)
                at += len(chunk)

    def _make_room(self) -> None:
        """Leave enough memory for a call."""
        missing = self._top + CALL_BYTES - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))

    def read(self, stored: Stored) -> Numbers:
        """A copy of what is held."""
        assert isinstance(stored, InMemory)
        numbers: Numbers = array(stored.typecode)
        numbers.frombytes(self._memory.read(self._store, stored.address, stored.address + stored.size))
        return numbers

    def release(self, stored: Stored) -> None:
        """Use the memory for something else of the same size."""
        assert isinstance(stored, InMemory)
        with self._lock:
            self._free.setdefault(_aligned(stored.size), []).append(stored.address)

    def call(self, name: str, *arguments: Argument) -> float:
        """The result of an entry point."""
        return float(self._call(name, arguments))

    def call_int(self, name: str, *arguments: Argument) -> int:
        """The same for one that returns an integer."""
        return int(self._call(name, arguments))

    def _call(self, name: str, arguments: tuple[Argument, ...]) -> Any:
        with self._lock:
            top = self._top
            passed: list[int | float] = []
            for argument in arguments:
                if isinstance(argument, InMemory):
                    passed += [argument.address, argument.length]
                elif isinstance(argument, int | float):
                    passed.append(argument)
                else:
                    assert isinstance(argument, array)
                    content = argument.tobytes()
                    self._memory.write(self._store, content, top)
                    passed += [top, len(argument)]
                    top = _aligned(top + len(content))
            self._memory.write(self._store, top.to_bytes(4, "little"), self._heap)
            return self._exports[name](self._store, *passed)


def _close(*parts: Any) -> None:
    """Free what wasmtime has allocated."""
    for part in parts:
        part.close()


def _aligned(address: int) -> int:
    return -(-address // ALIGNMENT) * ALIGNMENT


def _compiled(engine: Any, content: bytes) -> Any:
    """The module in machine code, kept on disk for other processes.

    A file that cannot be used only means that the module is compiled again.
    """
    key = sha256(content).hexdigest()[
        :16
    ]  # wasmtime refuses the machine code of other versions and processors.
    path = keyed_folder(f"experts-{key}") / "machine-code"
    try:
        kept = path.read_bytes()
        if kept[:32] == sha256(kept[32:]).digest():
            return wasmtime.Module.deserialize(engine, kept[32:])
    except (OSError, wasmtime.WasmtimeError) as error:
        _log.info("Cannot use %s: %s", path, error)
    module = wasmtime.Module(engine, content)
    machine_code = bytes(module.serialize())
    try:
        write_atomically(path, sha256(machine_code).digest() + machine_code)
    except OSError as error:
        _log.info("Cannot write %s: %s", path, error.strerror)
    return module
