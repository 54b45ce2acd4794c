"""Tests in a forked process, which has imported the libraries already, on a copy of the source tree."""

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# Imported once, here, so that the forked processes need not. None of these imports the package.
import _pytest.doctest
import coverage
import httpx
import hypothesis.strategies
import litestar
import msgspec
import pytest
import sqlalchemy
import uvicorn
import websockets

PRELOADED = (
    _pytest.doctest, coverage, httpx, hypothesis.strategies, litestar, msgspec, pytest, sqlalchemy, uvicorn,
    websockets,
)  # fmt: skip
MOST_MEMORY = 4 << 30


class Selection:
    """A pytest plugin that runs the given tests in the given order, and notes the first failure."""

    def __init__(self, tests: Sequence[str], report: Path) -> None:
        self._ranks = {test: rank for rank, test in enumerate(tests)}
        self._report = report

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the selected tests, in their order."""
        kept = [item for item in items if item.nodeid in self._ranks]
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self._ranks])
        items[:] = sorted(kept, key=lambda item: self._ranks[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self._report.write_text(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note that a module of tests cannot be imported."""
        if report.failed:
            self._report.write_text(report.nodeid)


@dataclass(slots=True)
class TestProcess:
    """A process that runs tests; its children die with it."""

    pid: int
    ends_at: float
    code: int | None = None
    """The exit code of pytest; -1 if the process was killed by a signal."""
    is_timed_out: bool = False

    def is_over(self) -> bool:
        """Whether the process has ended; ends it if its time is up."""
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else -1
                self.is_timed_out = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
                self._end_group()
            elif time.monotonic() > self.ends_at:
                self.is_timed_out = True
                self.end()
        return self.code is not None

    def end(self) -> None:
        """Kill the process and its children."""
        self._end_group()
        if self.code is None:
            os.waitpid(self.pid, 0)
            self.code = -1

    def _end_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)


def fork_tests(
    tree: Path, work: Callable[[], int], *, output: Path, cpu_s: float, wall_s: float
) -> TestProcess:
    """Fork a process that does the work in a source tree, within limits of time and memory."""
    pid = os.fork()
    if pid:
        return TestProcess(pid, time.monotonic() + wall_s)
    code = 3
    try:
        os.setsid()
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (descriptor, 1), (descriptor, 2)):
            os.dup2(source, target)
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_s) + 1, int(cpu_s) + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.chdir(tree)
        sys.path[:0] = [str(tree / "src")]
        os.environ["PYTHONPATH"] = str(tree / "src")
        code = work()
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run_pytest(paths: Sequence[str], *plugins: object, maxfail: int = 1) -> int:
    """Run pytest on these paths until so many tests have failed; 0 runs them all."""
    options = [f"--maxfail={maxfail}", "-q", "--tb=short", "-p", "no:xdist", "-p", "no:pytest_cov"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # about what has been imported above
    return int(pytest.main([*options, *paths], plugins=list(plugins)))
