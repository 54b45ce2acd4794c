"""Atomic file replacement, file locks, and Ctrl-C deferred to the end of a step."""

import errno
import glob
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def atomic_replacement(path: Path, *, is_private: bool = False) -> Iterator[Path]:
    """A temporary path to write to; at the end of the block it is synced to disk and replaces the file.

    A private file is readable by its owner only. Missing folders are created. If the path is a symbolic link,
    the file it points to is replaced.
    """
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if is_private else 0o666))
        yield temporary
        _sync(temporary, os.O_RDWR)
        os.replace(temporary, path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):  # The user knows this name only, and a full disk's error has none.
            error.filename, error.filename2 = str(path), None
        raise
    with suppress(OSError):  # Make the rename itself durable, where the system supports that.
        _sync(path.parent, os.O_RDONLY)


def write_atomically(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Replace a file's content: a crash leaves either the old content or the new."""
    with atomic_replacement(path, is_private=is_private) as temporary:
        temporary.write_bytes(content)


def remove_temporaries(path: Path) -> None:
    """Remove the temporary files of earlier, killed attempts to replace this file."""
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        with suppress(OSError):
            leftover.unlink()


class LockHeld(Exception):
    """Another process, or another block of this one, holds the lock."""


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Hold a lock file, created if necessary with its folder; LockHeld at once if somebody else does.

    The system releases the lock when the process ends, however it ends. The file stays.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415  # Slow to import, and most commands need no lock.

    lock = FileLock(path, blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LockHeld(str(path)) from error
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP):
            raise  # Those two mean a file system without locks, on which we do without.
    try:
        yield
    finally:
        lock.release()


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def errors_name(path: Path) -> Iterator[None]:
    """Add this file's name to an OSError without one: that of a full disk does not say which file it was."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextmanager
def deferred_interrupt() -> Iterator[None]:
    """Deliver Ctrl-C at the end of this block: a half-finished step could not be resumed."""
    if threading.current_thread() is not threading.main_thread():  # Only the main thread gets Ctrl-C.
        yield
        return
    is_interrupted = False

    def note(*_: object) -> None:
        nonlocal is_interrupted
        is_interrupted = True

    handler = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if is_interrupted:
        signal.raise_signal(signal.SIGINT)
