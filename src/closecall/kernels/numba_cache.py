"""Numba with our own cache of machine code: one file for each function, signature and processor.

Numba's own cache does not notice that a callee or a constant in another file has changed, and fails on a
truncated file. Here the folder is named by a hash of all sources (`source_hash`), files are written
atomically with a checksum, and a file that cannot be used only means that the function is compiled again
(decision 17).
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

from closecall.kernels.cache_dirs import keyed_folder
from closecall.kernels.jit import BUILD_TIMER
from closecall.kernels.source_hash import Roots, source_key

F = TypeVar("F", bound=Callable[..., Any])

# Numba has no type annotations.
_njit: Any = numba.njit
_config: Any = numba.config
_CompileResult: Any = CompileResult
_types: Any = types
_register: Any = event.register
_dumps: Any = dumps
_log = logging.getLogger("closecall.kernels.jit")

VERSIONS = " ".join(
    [
        sys.implementation.cache_tag or sys.version,
        numba.__version__,
        import_module("llvmlite").__version__,
        np.__version__,
        # These change the machine code too.
        f"{_config.OPT} {_config.BOUNDSCHECK} {_config.DEBUGINFO_DEFAULT}",
    ]
)


def cached_jit(function: F, **settings: Any) -> F:
    """Compile a function when it is first called, and cache its machine code.

    It is never called from C; leaving out the wrapper for that saves a twentieth of the time.
    """
    dispatcher: Any = _njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **settings)(function)
    # Not a Dispatcher: NUMBA_DISABLE_JIT is set. No file: the function was typed into a notebook.
    if isinstance(dispatcher, Dispatcher) and Path(function.__code__.co_filename).is_file():
        setattr(dispatcher, "_cache", _FunctionCache(function))  # noqa: B010  # Not in Numba's public interface.
    if isinstance(dispatcher, Dispatcher):
        _widen_integer_arguments(dispatcher)
    result: F = dispatcher
    return result


def _widen_integer_arguments(dispatcher: Any) -> None:
    """Make calls between compiled functions pass every integer as int64, and no argument as a constant.

    Otherwise Numba would compile a function once for a seat read from an array, again for one that was
    counted, and once for each constant.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return original(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template


def _widened(kind: Any) -> Any:
    """The type with which an argument of this type is passed."""
    plain = _types.unliteral(kind)
    is_narrow = isinstance(plain, _types.Integer) and plain.bitwidth < _types.int64.bitwidth
    return _types.int64 if is_narrow else plain


class _FunctionCache(NullCache):
    """The cached machine code of one function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._module = _module_of(function)

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's `stats`."""
        return str(self._module.folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature, or None if none can be used."""
        context.refresh()
        wanted, path = self._entry(signature, context.codegen())
        try:
            content = path.read_bytes()
            if content[:32] != sha256(content[32:]).digest():
                return None
            name, payload = pickle.loads(content[32:])
            return _CompileResult._rebuild(context, *payload) if name == wanted else None
        except FileNotFoundError:
            return None
        except Exception as error:  # Unpickling and linking can raise anything.
            _log.info("Cannot use %s: %r", path, error)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Save the machine code for a signature, if it is valid in another process and can be written."""
        name, path = self._entry(signature, result.codegen)
        # An entry that contains an address would never be found again.
        if " at 0x" in name or result.lifted or result.library.has_dynamic_globals:
            _log.info("Cannot cache the machine code of %s", self._function.__qualname__)
            return
        content = _dumps((name, result._reduce()))
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(sha256(content).digest() + content)
            part.replace(path)
        except OSError as error:
            _log.info("Cannot write %s: %s", path, error.strerror)
            with suppress(OSError):
                part.unlink()

    def _entry(self, signature: Any, codegen: Any) -> tuple[str, Path]:
        """Everything that decides which machine code is right, as text, and the file for it."""
        function = self._function
        closure = tuple(repr(cell.cell_contents) for cell in function.__closure__ or ())
        name = repr((signature, codegen.magic_tuple(), closure, self._module.values))
        readable = f"{function.__qualname__}-{function.__code__.co_firstlineno}".translate(_INVALID_IN_NAMES)
        digest = sha256(name.encode()).hexdigest()[:16]
        return name, self._module.folder / f"{readable}-{digest}.code"


_INVALID_IN_NAMES = str.maketrans("", "", '<>:"/\\|?*')


class _Module:
    """A module as it was when it was imported: its sources may change while the program runs."""

    def __init__(self, name: str, file: Path, spec: object) -> None:
        self.name = name
        self.spec = spec
        self.folder = keyed_folder(source_key(name, file, _roots(name), VERSIONS))

    @cached_property
    def values(self) -> str:
        """A hash of the numbers and arrays in this module and in those whose compiled functions it calls.

        They become part of the machine code, but need not be in a source: an array may come from a file.
        """
        digest = sha256()
        for name, names in sorted(_namespaces(self.name).items()):
            for variable, value in sorted(names.items()):
                if not variable.startswith("__"):
                    for part in _constants(value):
                        digest.update(f"{name}.{variable}".encode() + part)
        return digest.hexdigest()[:16]


_modules: dict[str, _Module] = {}


def _module_of(function: Callable[..., Any]) -> _Module:
    """The module of a function; a reloaded module has another spec, and is another module."""
    name = function.__module__
    spec = getattr(sys.modules.get(name), "__spec__", None)
    found = _modules.get(name)
    if found is None or spec is None or found.spec is not spec:
        found = _modules[name] = _Module(name, Path(function.__code__.co_filename), spec)
    return found


def _roots(module: str) -> Roots:
    """The packages whose imports are followed: ours, and that of the module, which may be somebody else's."""
    folders = {}
    for name in {module.partition(".")[0], "closecall"}:
        found = getattr(sys.modules.get(name), "__path__", ())
        folders.update({name: Path(next(iter(found)))} if found else {})
    return folders


def _namespaces(module: str) -> dict[str, dict[str, Any]]:
    """The globals of a module, and of those that it imports as modules or takes compiled functions from."""
    found: dict[str, dict[str, Any]] = {}
    pending = [vars(sys.modules[module])]
    while pending:
        names = pending.pop()
        if names["__name__"] in found:
            continue
        found[names["__name__"]] = names
        for value in names.values():
            if isinstance(value, Dispatcher):
                pending.append(value.py_func.__globals__)
            # Skip the submodules in a package: which of them have been imported differs from run to run.
            elif isinstance(value, ModuleType) and "__path__" not in names and _is_ours(value, module):
                pending.append(vars(value))
    return found


def _is_ours(value: ModuleType, module: str) -> bool:
    return value.__name__.partition(".")[0] in (module.partition(".")[0], "closecall")


def _constants(value: object) -> Iterator[bytes]:
    """The bytes of a number or an array, or of those in a tuple; nothing for other values."""
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        yield f"{value.dtype.str} {value.shape} ".encode() + value.tobytes()
    elif isinstance(value, int | float | np.number | np.bool_):
        yield repr(value).encode()
    elif isinstance(value, tuple):
        for each in value:
            yield from _constants(each)


class _Listener(event.Listener):
    """Reports each compilation of our functions; loading from disk is none."""

    def on_start(self, compilation: Any) -> None:
        """Before a function is compiled."""
        if _has_our_cache(compilation):
            BUILD_TIMER.start(_name_of(compilation))

    def on_end(self, compilation: Any) -> None:
        """After it."""
        if _has_our_cache(compilation):
            BUILD_TIMER.stop(_name_of(compilation))


def _has_our_cache(compilation: Any) -> bool:
    return isinstance(compilation.data["dispatcher"]._cache, _FunctionCache)


def _name_of(compilation: Any) -> str:
    function = compilation.data["dispatcher"].py_func
    return f"{function.__module__}.{function.__qualname__}"


_register("numba:compile", _Listener())
