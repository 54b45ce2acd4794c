"""Child processes that communicate through pipes and never outlive their parent.

A child has a session of its own, so Ctrl-C reaches only us, and we end the child. It ends when its standard
input is closed, which happens even if we are killed. A Python child gets our `sys.path` and the games that
are registered here: `python -m closecall.child_process PACKAGES MODULE ARGUMENTS…` registers the games of
these packages, then calls the `main` of the module.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import IO, TypeVar

from closecall.games import find_game, register, registered_games
from closecall.games.descriptor import Game

T = TypeVar("T")

# In the parent.


def python_command(module: str, *arguments: str) -> list[str]:
    """The command that calls the `main` of one of our modules in a child."""
    packages = ",".join(registered_packages())
    return [sys.executable, "-P", "-m", "closecall.child_process", packages, module, *arguments]


def python_environment() -> dict[str, str]:
    """The environment of a Python child: ours, and our `sys.path`."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def registered_packages() -> tuple[str, ...]:
    """The packages of the registered games, to be registered in a child too."""
    return tuple(game.package for game in registered_games())


class Child:
    """A running child, with pipes to its standard input and from its standard output."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, *, buffered: bool = True
    ) -> None:
        self._process = subprocess.Popen(
            command,
            bufsize=-1 if buffered else 0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.input: IO[bytes] = self._process.stdin
        self.output: IO[bytes] = self._process.stdout

    def close_input(self) -> None:
        """Tell it to end."""
        with suppress(OSError):  # The child may be dead.
            self.input.close()

    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """Kill it and all processes it started, except those in sessions of their own."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def close_pipes(self) -> None:
        """Close both pipes, once it has ended and no thread uses them."""
        self.close_input()
        with suppress(OSError):
            self.output.close()


def end_children(children: Sequence[Child], seconds: float) -> None:
    """Tell children to end, and kill those that have not ended in time."""
    for child in children:
        child.close_input()
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until and not all(child.is_over() for child in children):
            time.sleep(0.005)
    finally:  # Even if Ctrl-C ends the wait.
        for child in children:
            child.kill()


# In the child.


def register_games(packages: Iterable[str]) -> None:
    """Register those games of these packages that are not registered yet."""
    for package in packages:
        game: Game = import_module(f"{package}.game").GAME
        if find_game(game.slug) is None:
            register(game)


def open_replies() -> IO[bytes]:
    """Standard output for replies only: anything printed goes to standard error. Ctrl-C is for the parent."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


def read_requests(stream: Iterable[T], at_end: Callable[[], object] = lambda: None) -> Iterator[T]:
    """The requests of a stream, read by a thread. When it ends, so does this process, even if busy."""
    requests: SimpleQueue[T] = SimpleQueue()

    def read() -> None:
        for request in stream:
            requests.put(request)
        at_end()
        os._exit(0)

    Thread(target=read, daemon=True).start()

    def received() -> Iterator[T]:
        while True:
            yield requests.get()

    return received()


def main() -> None:
    """Register games, then call the `main` of a module."""
    packages, module = sys.argv[1:3]
    register_games(filter(None, packages.split(",")))
    del sys.argv[1:3]
    import_module(module).main()


if __name__ == "__main__":
    main()
