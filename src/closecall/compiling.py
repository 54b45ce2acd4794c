"""What is compiled by Numba: one decorator for all of it, and where the machine code is kept.

Numba keeps machine code on disk and looks at the date of the function's own file to see whether it is stale.
It does not see that a function which was compiled into it has changed in another file. So what we keep lies
in a folder named after all sources that have compiled functions: when one changes, all is compiled anew.

Importing this module loads Numba: only modules that have something to compile do so.
"""

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
_MARK = "closecall.compiling"
_config: Any = numba.config


def compiled(function: F) -> F:
    """Compile a function when it is first called, keep it on disk, run it without the interpreter's lock."""
    return _kept(function)


def inlined(function: F) -> F:
    """The same, for what is called so often that a call, with all that belongs to an array, would be dear."""
    return _kept(function, forceinline=True)


def _kept(function: F, **settings: Any) -> F:
    with _our_folder():
        made: F = numba.njit(cache=True, nogil=True, error_model="numpy", **settings)(function)
    return made


@contextmanager
def _our_folder() -> Iterator[None]:
    """Where a function is kept is decided when it is decorated; what others compile stays where it was."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(kept_in())
    try:
        yield
    finally:
        _config.CACHE_DIR = before


@cache
def kept_in() -> Path:
    """The folder for the machine code of these very sources."""
    wanted = _caches() / "compiled" / source_key(PACKAGE)
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


def source_key(package: Path) -> str:
    """A name that changes with every source that has something compiled, and with Numba."""
    digest = sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if _MARK.encode() in source:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + source + b"\0")
    return digest.hexdigest()[:16]
