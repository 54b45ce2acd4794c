"""Numba itself: a function with its machine code on disk.

Numba's own files have an index for each function, with a number for each of its signatures. Two processes
that compile at once can give one number to two signatures, and a file that was cut short or cannot be written
ends the program. Here every signature has a file of its own, which is written whole or not at all, and
whatever is wrong with it only means that the function is compiled again.
"""

import logging
import pickle
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import event, types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from closecall.kernels.cache_dirs import folder_of
from closecall.kernels.jit import WATCH
from closecall.kernels.source_hash import Roots, source_key

F = TypeVar("F", bound=Callable[..., Any])

# Numba has no types.
_njit: Any = numba.njit
_config: Any = numba.config
_CompileResult: Any = CompileResult
_types: Any = types
_register: Any = event.register
_dumped: Any = dumps
_log = logging.getLogger("closecall.kernels.jit")

VERSIONS = " ".join(
    [
        sys.implementation.cache_tag or sys.version,
        numba.__version__,
        import_module("llvmlite").__version__,
        np.__version__,
        # These change the machine code, too.
        f"{_config.OPT} {_config.BOUNDSCHECK} {_config.DEBUGINFO_DEFAULT}",
    ]
)


def kept(function: F, **settings: Any) -> F:
    """Compile a function when it is first called, and keep its machine code.

    Nobody calls it from C, so the wrapper for that is left out: a twentieth of the time.
    """
    made: Any = _njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **settings)(function)
    # Else it is plain Python, as NUMBA_DISABLE_JIT asks for, or typed into a notebook and has no file.
    if isinstance(made, Dispatcher) and Path(function.__code__.co_filename).is_file():
        setattr(made, "_cache", _Kept(function))  # noqa: B010  # Known to Numba alone.
    if isinstance(made, Dispatcher):
        _call_alike(made)
    found: F = made
    return found


def _call_alike(made: Any) -> None:
    """Let compiled code call a function with whole numbers of one width, and with no constant compiled in.

    Else Numba would compile it once for a seat that was read from an array, again for one that was counted,
    and once for each constant that somebody calls it with: up to a third of the time until it first runs.
    """
    as_found = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return as_found(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

    made.get_call_template = get_call_template


def _widened(kind: Any) -> Any:
    """The type of an argument as a function takes it."""
    plain = _types.unliteral(kind)
    is_narrow = isinstance(plain, _types.Integer) and plain.bitwidth < _types.int64.bitwidth
    return _types.int64 if is_narrow else plain


class _Kept(NullCache):
    """The machine code of one function, for each signature and processor."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._module = _module_of(function)

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's `stats`."""
        return str(self._module.folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature, or None if it is not there."""
        context.refresh()
        wanted, path = self._named(signature, context.codegen())
        try:
            content = path.read_bytes()
            if content[:32] != sha256(content[32:]).digest():
                return None
            name, payload = pickle.loads(content[32:])
            return _CompileResult._rebuild(context, *payload) if name == wanted else None
        except FileNotFoundError:
            return None
        except Exception as error:  # What is unpickled and linked can raise anything.
            _log.info("%s cannot be used: %r", path, error)
            return None

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep the machine code for a signature, if it can be kept."""
        name, path = self._named(signature, made.codegen)
        # What was given a function or another object by its address is never found again.
        if " at 0x" in name or made.lifted or made.library.has_dynamic_globals:
            _log.info("The machine code of %s cannot be kept", self._function.__qualname__)
            return
        content = _dumped((name, made._reduce()))
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(sha256(content).digest() + content)
            part.replace(path)
        except OSError as error:
            _log.info("%s cannot be written: %s", path, error.strerror)
            with suppress(OSError):
                part.unlink()

    def _named(self, signature: Any, codegen: Any) -> tuple[str, Path]:
        """What machine code is for, and the file for it."""
        function = self._function
        inner = tuple(repr(cell.cell_contents) for cell in function.__closure__ or ())
        name = repr((signature, codegen.magic_tuple(), inner, self._module.values))
        readable = f"{function.__qualname__}-{function.__code__.co_firstlineno}".translate(_NOT_IN_FILES)
        digest = sha256(name.encode()).hexdigest()[:16]
        return name, self._module.folder / f"{readable}-{digest}.code"


_NOT_IN_FILES = str.maketrans("", "", '<>:"/\\|?*')


class _Module:
    """A module as it was when it was loaded: its sources may change while the program runs."""

    def __init__(self, name: str, file: Path, spec: object) -> None:
        self.name = name
        self.spec = spec
        self.folder = folder_of(source_key(name, file, _roots(name), VERSIONS))

    @cached_property
    def values(self) -> str:
        """A name for the numbers that it holds when it is first used, and those whose functions it calls.

        They become part of the machine code, and need not stand in a source: an array may come from a file.
        """
        digest = sha256()
        for name, names in sorted(_spaces(self.name).items()):
            for variable, value in sorted(names.items()):
                if not variable.startswith("__"):
                    for part in _parts(value):
                        digest.update(f"{name}.{variable}".encode() + part)
        return digest.hexdigest()[:16]


_modules: dict[str, _Module] = {}


def _module_of(function: Callable[..., Any]) -> _Module:
    """The module of a function; a module that is loaded again is another one, and has another spec."""
    name = function.__module__
    spec = getattr(sys.modules.get(name), "__spec__", None)
    found = _modules.get(name)
    if found is None or spec is None or found.spec is not spec:
        found = _modules[name] = _Module(name, Path(function.__code__.co_filename), spec)
    return found


def _roots(module: str) -> Roots:
    """A module may be somebody else's; of what it imports, its own package and ours are looked at."""
    folders = {}
    for name in {module.partition(".")[0], "closecall"}:
        found = getattr(sys.modules.get(name), "__path__", ())
        folders.update({name: Path(next(iter(found)))} if found else {})
    return folders


def _spaces(module: str) -> dict[str, dict[str, Any]]:
    """What is named in a module, and in those that it imports as a whole or takes compiled functions from."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [vars(sys.modules[module])]
    while waiting:
        names = waiting.pop()
        if names["__name__"] in found:
            continue
        found[names["__name__"]] = names
        for value in names.values():
            if isinstance(value, Dispatcher):
                waiting.append(value.py_func.__globals__)
            # A package has every module in it that somebody has imported, which is different every time.
            elif isinstance(value, ModuleType) and "__path__" not in names and _is_ours(value, module):
                waiting.append(vars(value))
    return found


def _is_ours(value: ModuleType, module: str) -> bool:
    return value.__name__.partition(".")[0] in (module.partition(".")[0], "closecall")


def _parts(value: object) -> Iterator[bytes]:
    """The bytes of a number, of an array, and of those in a tuple; nothing of anything else."""
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        yield f"{value.dtype.str} {value.shape} ".encode() + value.tobytes()
    elif isinstance(value, int | float | np.number | np.bool_):
        yield repr(value).encode()
    elif isinstance(value, tuple):
        for each in value:
            yield from _parts(each)


class _Listener(event.Listener):
    """Hears what of ours is compiled: nothing if it was found on disk."""

    def on_start(self, found: Any) -> None:
        """Before a function is compiled."""
        if _is_kept(found):
            WATCH.begin(_name_of(found))

    def on_end(self, found: Any) -> None:
        """After it."""
        if _is_kept(found):
            WATCH.end(_name_of(found))


def _is_kept(found: Any) -> bool:
    return isinstance(found.data["dispatcher"]._cache, _Kept)


def _name_of(found: Any) -> str:
    function = found.data["dispatcher"].py_func
    return f"{function.__module__}.{function.__qualname__}"


_register("numba:compile", _Listener())
