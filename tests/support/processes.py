"""Other processes, as /proc tells of them. Any of them may end at any moment, also while it is looked at."""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

PROC = Path("/proc")

needs_proc = pytest.mark.skipif(not (PROC / "self/stat").exists(), reason="there is no /proc to look into")
"""For every test that uses this: elsewhere all processes would seem to have ended, and it could not fail."""


def children(parent: int | None = None) -> set[int]:
    """The living processes that this one, or another, has started."""
    pids = [int(name) for name in os.listdir(PROC) if name.isdecimal()]
    return {pid for pid in pids if _parent_of(pid) == (parent or os.getpid())}


def descendants(parent: int) -> set[int]:
    """Its children, and theirs."""
    found = children(parent)
    return found.union(*map(descendants, found))


def command_of(pid: int) -> str:
    """How a process was called; nothing if it has ended."""
    try:
        return (PROC / str(pid) / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def open_files(pid: int) -> set[str]:
    """What a process has open: paths, or names such as `socket:[123]`."""
    folder, found = PROC / str(pid) / "fd", set()
    with suppress(OSError):  # It has ended.
        for name in os.listdir(folder):
            with suppress(OSError):  # It has closed it.
                found.add(os.readlink(folder / name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there and no mere zombie, which its new parent may be slow to bury."""
    return _parent_of(pid) is not None


def end_soon(pids: Iterable[int], within_s: float) -> bool:
    """Whether all these processes end in time."""
    until = time.monotonic() + within_s
    left = set(pids)
    while left := {pid for pid in left if is_alive(pid)}:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def _parent_of(pid: int) -> int | None:
    try:
        state, parent = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state in "ZX" else int(parent)
