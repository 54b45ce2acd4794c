"""Where machine code is kept: a folder for each module as its sources are now; unused ones are removed."""

import atexit
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

DAY = 24 * 3600
FORGOTTEN = 30 * DAY
"""A folder that was not used for so many seconds is removed."""


def cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where programs keep what can be made again: `$CLOSECALL_CACHE`, else the usual place of the system."""
    given = environ.get("CLOSECALL_CACHE")
    if given:
        return Path(given).absolute()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "closecall" / "cache"
    if platform == "darwin":
        return Path.home() / "Library" / "Caches" / "closecall"
    shared = environ.get("XDG_CACHE_HOME", "")
    # The standard says that a relative path there is to be ignored.
    return (Path(shared) if os.path.isabs(shared) else Path.home() / ".cache") / "closecall"


def folder_of(key: str) -> Path:
    """The folder for the machine code of this name, made if need be and marked as used."""
    folder = base() / key
    try:
        folder.mkdir()
    except FileExistsError:
        _mark_used(folder)
    except OSError:
        pass  # Whoever wants to write into it will see.
    else:
        forget_old(folder.parent)
    return folder


@cache
def base() -> Path:
    """The first that can be written: the folder for caches, one among temporary files, a new one."""
    wanted = usual_base()
    if _can_write(wanted):
        return wanted
    private = _private_temporary()
    if private is not None and _can_write(private):
        return private
    mine = Path(tempfile.mkdtemp(prefix="closecall-"))
    atexit.register(shutil.rmtree, mine, ignore_errors=True)
    return mine


def usual_base() -> Path:
    """Where everything is kept if nothing is in the way."""
    try:
        return cache_folder() / "compiled"
    except RuntimeError:  # Nobody knows where home is.
        return Path(os.devnull)


def _private_temporary() -> Path | None:
    """A folder that is still there next time, if it is ours alone: what is read from it is run."""
    if sys.platform == "win32":  # Everybody has their own there.
        return Path(tempfile.gettempdir()) / "closecall"
    folder = Path(tempfile.gettempdir()) / f"closecall-{os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700)
    try:
        found = folder.lstat()
    except OSError:
        return None
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return folder if is_ours else None


def _can_write(folder: Path) -> bool:
    """Whether files can be written here, as seen by writing one: rights alone do not tell of a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
    except OSError:
        return False
    return True


def _mark_used(folder: Path) -> None:
    """Its time says when it was last used, to the day."""
    with suppress(OSError):
        if time.time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


def forget_old(parent: Path) -> None:
    """Remove what nobody has used for long.

    A process that still uses such a folder has what it needs in memory, and makes the folder again if it has
    more to keep.
    """
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False) and time.time() - entry.stat().st_mtime > FORGOTTEN:
                    shutil.rmtree(entry.path, ignore_errors=True)
