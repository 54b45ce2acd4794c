"""Child processes: what they are given, how they are talked to, and how they end."""

import os
import sys
from pathlib import Path

import pytest

from closecall.child_process import Child, end_children, python_command, python_environment
from support.processes import end_within, needs_proc
from terminal.pseudo import TIMEOUT_S

ECHO = """
import os, sys, time
from closecall.child_process import open_replies, read_requests

def main():
    replies = open_replies()
    for line in read_requests(sys.stdin.buffer, at_end=lambda: open(sys.argv[1], "w").close()):
        print("printed")
        replies.write(line.upper())
        replies.flush()
        while line == b"think\\n":
            time.sleep(1)
"""
STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Child:
    """A child that runs a module from a folder that only our `sys.path` names."""
    (tmp_path / "echo_module.py").write_text(ECHO)
    monkeypatch.syspath_prepend(tmp_path)
    return Child(python_command("echo_module", str(tmp_path / "ended")), python_environment())


def ask(child: Child, line: bytes) -> bytes:
    """Its reply."""
    child.input.write(line)
    child.input.flush()
    return child.output.readline()


@needs_proc
def test_a_busy_child_ends_with_its_input(echo: Child, tmp_path: Path) -> None:
    """In the middle of a request; it cleans up first. Prints are no replies."""
    assert ask(echo, b"one\n") == b"ONE\n"
    assert ask(echo, b"think\n") == b"THINK\n"
    echo.close_input()
    assert end_within([echo._process.pid], TIMEOUT_S)
    assert (tmp_path / "ended").exists()
    end_children([echo], 0)
    echo.close_pipes()


@needs_proc
def test_ctrl_c_does_not_reach_a_child(echo: Child) -> None:
    """Its session is its own, so the terminal's signals are for the parent alone."""
    assert ask(echo, b"one\n") == b"ONE\n"
    assert os.getsid(echo._process.pid) == echo._process.pid
    end_children([echo], TIMEOUT_S)
    assert echo._process.returncode == 0
    echo.close_pipes()


@needs_proc
def test_a_stubborn_child_is_killed() -> None:
    """With everything it has started."""
    child = Child([sys.executable, "-c", STUBBORN])
    grandchild = int(child.output.readline())
    end_children([child], 0.05)
    assert child.is_over()
    assert end_within([grandchild], TIMEOUT_S)
    child.close_pipes()
