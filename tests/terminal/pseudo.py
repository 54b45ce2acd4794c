"""The real program in a pseudo-terminal or a pipe, as a person or a script would run it."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

# Background processes may ignore Ctrl-C, and children inherit that.
_LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
_CODE = "import sys; from closecall.cli.main import main; sys.exit(main())"
LISTENING = _LISTEN + _CODE
"""The program, with Ctrl-C enabled."""
TIMEOUT_S = 30.0


def environment(home: Path, **more: str) -> dict[str, str]:
    """A clean English environment with a data folder of its own."""
    keep = {
        name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "HOME", "TMPDIR")
    }
    return {**keep, "CLOSECALL_HOME": str(home), "LANG": "en_US.UTF-8", "TERM": "xterm-256color", **more}


def command(*words: str, code: str = _CODE) -> list[str]:
    """The program with these arguments."""
    return [sys.executable, "-c", code, *words]


def run(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program through pipes."""
    return subprocess.run(
        command(*words),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, **more),
        timeout=TIMEOUT_S,
        check=False,
    )


class Pseudo:
    """The program in a terminal; what it shows is read as it comes.

    `before` is Python code that is run first, `within` a command that runs the program.
    """

    def __init__(self, home: Path, *words: str, before: str = "", within: str = "", **more: str) -> None:
        own, theirs = pty.openpty()
        self._terminal = own
        self.shown = ""
        self.process = subprocess.Popen(
            [*within.split(), *command(*words, code=_LISTEN + before + _CODE)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(home, **more),
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> "Pseudo":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._terminal)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.shown = ""
        os.write(self._terminal, f"{line}\n".encode())

    def wait_for(self, text: str) -> str:
        """Read until a text has been shown; everything since the last line was typed."""
        until = time.monotonic() + TIMEOUT_S
        while text not in self.shown:
            assert time.monotonic() < until, f"{text!r} was not shown: {self.shown!r}"
            self._read(0.1)
        return self.shown

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.shown = ""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> int:
        """Read the rest of the output until the program ends; its exit code."""
        until = time.monotonic() + TIMEOUT_S
        while self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.shown!r}"
            self._read(0.1)
        while self._read(0.1):  # The last output.
            pass
        return self.process.wait()

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        if not ready:
            return False
        try:
            some = os.read(self._terminal, 65536)
        except OSError:  # On Linux: the other end is closed.
            return False
        self.shown += some.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(some)
