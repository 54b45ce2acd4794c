"""Folders for machine code and computed tables, one for each key, removed after a month without use."""

import atexit
import os
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from closecall.folders import cache_folder

DAY = 24 * 3600
UNUSED_LIMIT = 30 * DAY
"""A folder that was not used for this many seconds is removed."""


def keyed_folder(key: str) -> Path:
    """The folder of this key, created if necessary and marked as used."""
    folder = cache_root() / key
    try:
        folder.mkdir()
    except FileExistsError:
        _mark_used(folder)
    except OSError:
        pass  # The caller's first write reports it.
    else:
        remove_unused(folder.parent)
    return folder


@cache
def cache_root() -> Path:
    """The first writable one of: the cache folder, a private temporary folder, a new temporary folder."""
    preferred = preferred_root()
    if _is_writable(preferred):
        return preferred
    private = _private_temporary()
    if private is not None and _is_writable(private):
        return private
    fresh = Path(tempfile.mkdtemp(prefix="closecall-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def preferred_root() -> Path:
    """The root that is used unless it cannot be written."""
    try:
        return cache_folder() / "compiled"
    except RuntimeError:  # The home folder is unknown.
        return Path(os.devnull)


def _private_temporary() -> Path | None:
    """A folder with a fixed name, if nobody else can write to it: machine code read from it is executed."""
    if sys.platform == "win32":  # Each user has their own folder for temporary files.
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


def _is_writable(folder: Path) -> bool:
    """Try to write a file: permissions alone do not reveal a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
    except OSError:
        return False
    return True


def _mark_used(folder: Path) -> None:
    """Update the modification time, at most once a day."""
    with suppress(OSError):
        if time.time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


def remove_unused(root: Path) -> None:
    """Remove the folders that have not been used for a month.

    A process that still uses one has loaded its content, and recreates the folder if it has more to save.
    """
    with suppress(OSError), os.scandir(root) as entries:
        for entry in entries:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False) and time.time() - entry.stat().st_mtime > UNUSED_LIMIT:
                    shutil.rmtree(entry.path, ignore_errors=True)
