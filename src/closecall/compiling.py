"""What is compiled by Numba: one decorator for all of it, and where the machine code is kept.

Numba keeps machine code on disk and looks at the date of the function's own file to see whether it is stale.
It does not see that a function or a constant that was compiled into it has changed in another file. So what
we keep lies in a folder named after the text of a module and of all of ours that it imports.

Importing this module loads Numba: only modules that have something to compile do so.
"""

import ast
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
_config: Any = numba.config


def compiled(function: F) -> F:
    """Compile a function when it is first called, keep it on disk, run it without the interpreter's lock."""
    return _kept(function)


def inlined(function: F) -> F:
    """The same, for what is called so often that a call, with all that belongs to an array, would be dear."""
    return _kept(function, forceinline=True)


def _kept(function: F, **settings: Any) -> F:
    with _folder_of(function.__module__):
        made: F = numba.njit(cache=True, nogil=True, error_model="numpy", **settings)(function)
    return made


@contextmanager
def _folder_of(module: str) -> Iterator[None]:
    """Where a function is kept is decided when it is decorated; what others compile stays where it was."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(kept_in(module))
    try:
        yield
    finally:
        _config.CACHE_DIR = before


@cache
def kept_in(module: str) -> Path:
    """The folder for the machine code of a module, as its sources are now."""
    wanted = _caches() / "compiled" / source_key(module)
    try:
        wanted.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="closecall-"))
    return wanted if os.access(wanted, os.W_OK) else Path(tempfile.mkdtemp(prefix="closecall-"))


def _caches() -> Path:
    """Where this person's programs keep what can be made again."""
    given = os.environ.get("CLOSECALL_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "closecall" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "closecall"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "closecall"


def source_key(module: str, package: Path = PACKAGE) -> str:
    """A name that changes with the source of a module, with all of ours that it imports, and with Numba."""
    digest = sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for path in sorted(_reached(module, package)):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{module.removeprefix('closecall.')}-{digest.hexdigest()[:16]}"


def _reached(module: str, package: Path) -> set[Path]:
    """The files of a module and of all modules of ours that it imports, directly or not."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        path = _file_of(waiting.pop(), package)
        if path is not None and path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


def _file_of(module: str, package: Path) -> Path | None:
    """The source of one of our modules; None for those of others, and for what is no module."""
    first, *names = module.split(".")
    path = package.joinpath(*names)
    candidates = (path.with_suffix(".py"), path / "__init__.py") if first == package.name and names else ()
    return next((file for file in candidates if file.is_file()), None)


@cache
def _imported(path: Path) -> list[str]:
    """What a file imports at its top: modules, and names in them that may be modules."""
    modules = []
    for line in ast.parse(path.read_bytes()).body:
        if isinstance(line, ast.Import):
            modules += [name.name for name in line.names]
        elif isinstance(line, ast.ImportFrom) and line.module is not None:
            modules += [line.module, *(f"{line.module}.{name.name}" for name in line.names)]
    return modules
