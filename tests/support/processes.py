"""Other processes, as /proc shows them. Any of them may end at any moment, even while it is inspected."""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

PROC = Path("/proc")

needs_proc = pytest.mark.skipif(not (PROC / "self/stat").exists(), reason="needs /proc")
"""For every test that uses this module: without /proc all processes would seem to have ended."""


def children(parent: int | None = None) -> set[int]:
    """The living child processes of this process, or of another one."""
    pids = [int(name) for name in os.listdir(PROC) if name.isdecimal()]
    return {pid for pid in pids if _parent_of(pid) == (parent or os.getpid())}


def descendants(parent: int) -> set[int]:
    """All living descendants of a process."""
    found = children(parent)
    return found.union(*map(descendants, found))


def command_of(pid: int) -> str:
    """The command line of a process; empty if it has ended."""
    try:
        return (PROC / str(pid) / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def open_files(pid: int) -> set[str]:
    """The open files of a process: paths, or names such as `socket:[123]`."""
    folder, found = PROC / str(pid) / "fd", set()
    with suppress(OSError):  # It has ended.
        for name in os.listdir(folder):
            with suppress(OSError):  # It has just closed this one.
                found.add(os.readlink(folder / name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is running; a zombie that its parent has not reaped yet is not."""
    return _parent_of(pid) is not None


def end_within(pids: Iterable[int], within_s: float) -> bool:
    """Whether all these processes end within this time."""
    end = time.monotonic() + within_s
    left = set(pids)
    while left := {pid for pid in left if is_alive(pid)}:
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _parent_of(pid: int) -> int | None:
    try:
        state, parent = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state in "ZX" else int(parent)
