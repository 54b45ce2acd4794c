"""Done whole or not at all: files, of which the old or the new one is there, by one at a time, and steps
before Ctrl-C.
"""

import glob
import os
import secrets
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextmanager
def replaced(path: Path, *, is_private: bool = False) -> Iterator[Path]:
    """Where to write a new file, which takes the place of the old one when it is on the disk.

    A private file is for its owner only. Folders are made; behind a link, the file itself is replaced.
    """
    path = path.resolve()
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if is_private else 0o666))
        yield fresh
        _sync(fresh, os.O_RDWR)
        os.replace(fresh, path)
    except BaseException as error:
        with suppress(OSError):
            fresh.unlink()
        if isinstance(error, OSError):  # Nobody knows the other name; and of a full disk it says none at all.
            error.filename, error.filename2 = str(path), None
        raise
    with suppress(OSError):  # Make the new name itself durable, where the system can do that.
        _sync(path.parent, os.O_RDONLY)


def write_whole(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Write a whole file at once."""
    with replaced(path, is_private=is_private) as fresh:
        fresh.write_bytes(content)


def remove_leftovers(path: Path) -> None:
    """Remove what a killed program has left of its attempts to write this file."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        with suppress(OSError):
            leftover.unlink()


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep others from a folder, or from what a file stands for; BlockingIOError if somebody has it.

    The file is made if it is not there. The system lets go of it when we die.
    """
    if sys.platform == "win32":  # It has no such locks.
        yield
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:  # Not every disk has locks, but only a lock of somebody else blocks.
            pass
        yield
    finally:
        os.close(descriptor)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What the system says in here is about this file: of a full disk it does not say where that was."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C is felt at the end of this: from half a step nobody could go on."""
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C is felt in the main thread only.
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    usual = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        signal.raise_signal(signal.SIGINT)
