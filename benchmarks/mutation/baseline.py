"""Which test runs which lines, and how long it takes: measured once, without a mutation."""

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path

import coverage
import pytest
from benchmarks.mutation.mutations import Mutant
from benchmarks.mutation.test_processes import TestProcess, fork_tests, run_pytest

CONFIG = """[run]
source = {source}
data_file = {data}
parallel = true
context = $PYTEST_CURRENT_TEST
"""
"""For the processes that tests start: pytest names the current test in the environment."""
START_COVERAGE = "import coverage\n\ncoverage.process_startup()\n"


@dataclass(slots=True)
class TestFile:
    """The passing tests of one file."""

    digest: str
    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """By test and module: the lines that it runs."""


class Measurement:
    """A pytest plugin that measures each test."""

    def __init__(self, cover: coverage.Coverage) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._cover = cover

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Attribute lines to the test."""
        self._cover.switch_context(item.nodeid)
        started = time.perf_counter()
        result = yield
        self.seconds[item.nodeid] = time.perf_counter() - started
        self._cover.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the tests that do not pass."""
        if not report.passed:
            self.failed.add(report.nodeid)


class Baseline:
    """All tests of a part of the suite, by file, kept in a JSON file."""

    def __init__(self, path: Path, most_seconds: float) -> None:
        self._path = path
        self._most_seconds = most_seconds
        self.files: dict[str, TestFile] = {}
        self.imported: dict[str, set[int]] = {}
        """By module: the lines that run before any test."""
        if path.exists():
            content = json.loads(path.read_text())
            self.files = {name: TestFile(**values) for name, values in content["files"].items()}
            self.imported = {name: set(lines) for name, lines in content["imported"].items()}

    def stale(self, tree: Path, names: Iterable[str]) -> list[str]:
        """The files that have changed since they were measured; forgets those that no longer exist."""
        digests = {name: _digest(tree / name) for name in names}
        self.files = {name: found for name, found in self.files.items() if name in digests}
        return [
            name
            for name, digest in digests.items()
            if name not in self.files or self.files[name].digest != digest
        ]

    def measure(self, tree: Path, names: Sequence[str], scratch: Path, wall_s: float) -> TestProcess:
        """Start measuring some files; `take` reads the result."""
        scratch.mkdir(parents=True, exist_ok=True)
        for old in scratch.iterdir():
            old.unlink()
        return fork_tests(
            tree,
            lambda: _measure(tree, names, scratch),
            output=scratch / "output",
            cpu_s=wall_s,
            wall_s=wall_s,
        )

    def take(self, tree: Path, names: Sequence[str], scratch: Path) -> list[str]:
        """Keep what was measured; the tests that fail even without a mutation, which are left out."""
        found = json.loads((scratch / "measured.json").read_text())
        failed = set(found["failed"])
        for name in names:
            self.files[name] = TestFile(_digest(tree / name))
        for test, seconds in found["seconds"].items():
            if test not in failed:
                self.files[_file_of(test)].seconds[test] = seconds
        for module, lines in _contexts(tree, scratch).items():
            for line, tests in lines.items():
                if "" in tests:
                    self.imported.setdefault(module, set()).add(line)
                for test in _tests_in(tests, found["seconds"]):
                    if test not in failed:
                        by_module = self.files[_file_of(test)].lines.setdefault(test, {})
                        by_module.setdefault(module, []).append(line)
        content = {
            "files": {name: asdict(file) for name, file in self.files.items()},
            "imported": {name: sorted(lines) for name, lines in self.imported.items()},
        }
        self._path.write_text(json.dumps(content))
        return sorted(failed)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run a mutant's statement, or all if it runs on import; specific ones first."""
        first, last = mutant.statement
        running: list[tuple[float, str]] = []
        others: list[tuple[float, str]] = []
        for file in self.files.values():
            for test, seconds in file.seconds.items():
                lines = file.lines.get(test, {})
                found = lines.get(mutant.file, ())
                # A short test of little code is specific.
                cost = (seconds + 0.1) * (1 + sum(map(len, lines.values()))) * (1 if found else 5)
                kind = running if any(first <= line <= last for line in found) else others
                kind.append((cost, test))
        is_everywhere = self._is_imported(mutant) or not running
        chosen = sorted(running + others if is_everywhere else running)
        tests = [test for _, test in chosen]
        ends = accumulate(self.seconds_of([test]) for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= self._most_seconds]

    def _is_imported(self, mutant: Mutant) -> bool:
        first, last = mutant.statement
        return any(first <= line <= last for line in self.imported.get(mutant.file, ()))

    def seconds_of(self, tests: Iterable[str]) -> float:
        """How long tests take."""
        return sum(self.files[_file_of(test)].seconds[test] for test in tests)


def files_of(tests: Iterable[str]) -> list[str]:
    """The files of tests, without repetition."""
    return list(dict.fromkeys(map(_file_of, tests)))


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _measure(tree: Path, names: Sequence[str], scratch: Path) -> int:
    """In the forked process: run the tests under coverage."""
    source, data = str(tree / "src" / "closecall"), str(scratch / "coverage")
    config = scratch / "coveragerc"
    config.write_text(CONFIG.format(source=source, data=data))
    # Python processes that the tests start measure themselves.
    (scratch / "sitecustomize.py").write_text(START_COVERAGE)
    os.environ["PYTHONPATH"] = f"{scratch}{os.pathsep}{os.environ['PYTHONPATH']}"
    os.environ["COVERAGE_PROCESS_START"] = str(config)
    cover = coverage.Coverage(data_file=f"{data}.main", source=[source], config_file=False)
    measurement = Measurement(cover)
    cover.start()
    run_pytest(names, measurement, maxfail=0)
    cover.stop()
    cover.save()
    result = {"seconds": measurement.seconds, "failed": sorted(measurement.failed)}
    (scratch / "measured.json").write_text(json.dumps(result))
    return 0


def _contexts(tree: Path, scratch: Path) -> dict[str, dict[int, set[str]]]:
    """The tests by module and line."""
    package = tree / "src" / "closecall"
    found: dict[str, dict[int, set[str]]] = {}
    for path in scratch.glob("coverage.*"):
        data = coverage.CoverageData(str(path))
        data.read()
        for measured in data.measured_files():
            by_line = found.setdefault(str(Path(measured).relative_to(package)), {})
            for line, contexts in data.contexts_by_lineno(measured).items():
                by_line.setdefault(line, set()).update(contexts)
    return found


def _tests_in(contexts: Iterable[str], tests: Iterable[str]) -> set[str]:
    """The tests that may run a line, by its contexts: ids of ours, or `id (call)` as pytest writes it.

    A process that was started by a fixture may be shared, and its lines run by any test of the file.
    """
    found: set[str] = set()
    for context in contexts:
        if context.endswith(" (setup)"):
            file = _file_of(context)
            found.update(test for test in tests if _file_of(test) == file)
        found.add(context.removesuffix(" (call)").removesuffix(" (teardown)"))
    return found.intersection(tests)
