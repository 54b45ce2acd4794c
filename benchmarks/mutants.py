"""Do the tests notice slips? Each mutant is the package with one small change: the quick tests must fail.

Run: python benchmarks/mutants.py [rules] [server] [--mutants 300] [--seed 1]

The mutants are sampled: at most one per line, from all lines alike. Everything happens in copies of the
source tree, so the checkout is never touched, and Ctrl-C is safe at any time. Results are appended to a file
as they come: the same command continues an interrupted run. `--again` repeats the survivors, after new tests.

First, each test is run once to see which lines it runs. Then each mutant meets the tests that run its
statement, or all tests if the statement runs while the module is imported, the most specific first. Mutants
that cannot be noticed are listed, with reasons, in benchmarks/mutation/equivalent.toml. Linux only.
"""

import argparse
import compileall
import json
import py_compile
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)  # This folder has a store.py that would hide the package `store` of the tests.

from benchmarks.mutation.baseline import Baseline, files_of  # noqa: E402  # needs the path above
from benchmarks.mutation.equivalent import equivalent_mutants  # noqa: E402  # likewise
from benchmarks.mutation.mutations import Mutant, compiles, mutants_of  # noqa: E402  # likewise
from benchmarks.mutation.test_processes import Selection, TestProcess, fork_tests, run_pytest  # noqa: E402  # likewise

PROCESSES = 2
FIRST_TESTS = 20
"""How many tests a mutant meets before the others are even imported."""
LEFT_OUT = ("introduction.py", "__init__.py")
"""Modules of lessons, which are texts, and of imports."""
NOT_COPIED = (
    ".git",
    ".venv",
    "node_modules",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    "site",
)


@dataclass(frozen=True, slots=True)
class Part:
    """Some packages, and the quick tests that must notice their mutants."""

    packages: tuple[str, ...]
    tests: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    most_seconds: float = 600
    """How long the tests of a mutant may take; the least specific ones are left out."""

    def files(self, tree: Path) -> list[str]:
        """The files of the tests."""
        found = []
        for name in self.tests:
            for path in sorted((tree / name).rglob("*.py")):
                relative = str(path.relative_to(tree))
                is_test = path.name.startswith("test_") or (name == "src" and b">>> " in path.read_bytes())
                if is_test and not relative.startswith(self.ignored):
                    found.append(relative)
        return found


COMPILED = tuple(f"src/closecall/{name}/" for name in ("kernels", "bots", "sim", "training"))
TEXTS = ("tests/meta/test_mutants.py",)
"""It compares texts of the source, so it would notice mutants without running them."""
PARTS = {
    "rules": Part(
        packages=("core", "games"),
        tests=("tests/core", "tests/golden", "tests/meta", "tests/rules", "src"),
        ignored=(*COMPILED, *TEXTS),
    ),
    "server": Part(
        packages=("server/rooms", "server/tables", "server/sockets"),
        tests=("tests/server", "tests/store", "tests/meta"),
        ignored=TEXTS,
        most_seconds=60,
    ),
}


def sample(part: Part, count: int, seed: int) -> list[Mutant]:
    """Mutants of a part, at most one per line; more of the same seed begin with the same ones."""
    package, rng = ROOT / "src" / "closecall", Random(seed)
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    sources: dict[str, bytes] = {}
    for folder in part.packages:
        for path in sorted((package / folder).rglob("*.py")):
            if path.name not in LEFT_OUT:
                file = str(path.relative_to(package))
                sources[file] = path.read_bytes()
                for mutant in mutants_of(file, sources[file]):
                    by_line.setdefault((file, mutant.line), []).append(mutant)
    lines = list(by_line.values())
    rng.shuffle(lines)
    found = []
    for mutants in lines:
        rng.shuffle(mutants)
        found += [mutant for mutant in mutants if compiles(mutant.applied(sources[mutant.file]))][:1]
    return found[:count]


def copy_tree(tree: Path) -> None:
    """Copy the checkout, with bytecode that is compared with its source, so that no mutant's is reused."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    modules = ROOT / "web" / "node_modules"
    if modules.exists():
        (tree / "web" / "node_modules").symlink_to(modules.resolve())
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(tree / "src", quiet=1, invalidation_mode=mode)


def measure(part: Part, baseline: Baseline, trees: Sequence[Path], scratch: Path) -> None:
    """Measure the tests that have changed, in all trees at the same time."""
    stale = baseline.stale(trees[0], part.files(trees[0]))
    if not stale:
        return
    print(f"Measuring {len(stale)} files of tests …", flush=True)
    shares = [(tree, stale[n :: len(trees)]) for n, tree in enumerate(trees)]
    running = [
        (
            tree,
            names,
            scratch / f"measured-{n}",
            baseline.measure(tree, names, scratch / f"measured-{n}", 3600),
        )
        for n, (tree, names) in enumerate(shares)
        if names
    ]
    try:
        while not all(process.is_over() for *_, process in running):
            time.sleep(0.1)
    finally:
        for *_, process in running:
            process.end()
    for tree, names, folder, _ in running:
        failed = baseline.take(tree, names, folder)
        if failed:
            print(f"Not used, since they do not pass without a mutation: {', '.join(failed)}")


@dataclass(slots=True)
class Trial:
    """One mutant in one tree: first with a few tests, then with all others that may notice it."""

    mutant: Mutant
    tree: Path
    baseline: Baseline
    started: float
    stages: Iterator[Sequence[str]]
    process: TestProcess | None = None
    outcome: str = ""

    @classmethod
    def start(cls, mutant: Mutant, tree: Path, baseline: Baseline) -> "Trial":
        """Write the mutant, and start its first tests."""
        tests = baseline.tests_of(mutant)
        stages = (tests[:FIRST_TESTS], tests[FIRST_TESTS:])
        trial = cls(mutant, tree, baseline, time.monotonic(), iter([stage for stage in stages if stage]))
        trial.module.write_bytes(mutant.applied(trial.original.read_bytes()))
        trial._next()
        return trial

    @property
    def module(self) -> Path:
        """The mutated module."""
        return self.tree / "src" / "closecall" / self.mutant.file

    @property
    def original(self) -> Path:
        """The module as it is."""
        return ROOT / "src" / "closecall" / self.mutant.file

    @property
    def report(self) -> Path:
        """Where the process notes the first failure."""
        return self.tree.with_suffix(".failed")

    def is_over(self) -> bool:
        """Whether the outcome is known."""
        if self.process is not None and self.process.is_over():
            if self.process.is_timed_out:
                self.outcome = "timed out"
            elif self.process.code not in (0, 5):
                self.outcome = "killed"
            else:
                self._next()
        return bool(self.outcome)

    def finish(self) -> None:
        """Restore the module."""
        if self.process is not None:
            self.process.end()
        self.module.write_bytes(self.original.read_bytes())

    def _next(self) -> None:
        self.report.unlink(missing_ok=True)
        tests = next(self.stages, None)
        if tests is None:
            self.outcome = "survived"
            return
        selection = Selection(tests, self.report)
        seconds = self.baseline.seconds_of(tests)
        self.process = fork_tests(
            self.tree,
            lambda: run_pytest(files_of(tests), selection),
            output=self.tree.with_suffix(".output"),
            cpu_s=20 + 4 * seconds,
            wall_s=30 + 5 * seconds,
        )


class Results:
    """The outcomes so far, in a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.outcomes: dict[tuple[str, str, str, str], str] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                values = json.loads(line)
                self.outcomes[tuple(values["key"])] = values["outcome"]

    def add(self, trial: Trial) -> None:
        """Append an outcome."""
        by = trial.report.read_text() if trial.report.exists() else ""
        mutant, seconds = trial.mutant, round(time.monotonic() - trial.started, 1)
        values = {
            "outcome": trial.outcome,
            "key": mutant.key,
            "line": mutant.line,
            "by": by,
            "seconds": seconds,
        }
        with self._path.open("a") as file:
            file.write(json.dumps(values, ensure_ascii=False) + "\n")
        self.outcomes[mutant.key] = trial.outcome


def run(mutants: Sequence[Mutant], trees: Sequence[Path], baseline: Baseline, results: Results) -> None:
    """Try the mutants, one in each tree at a time."""
    waiting, free = list(reversed(mutants)), list(trees)
    trials: list[Trial] = []
    done = 0
    try:
        while waiting or trials:
            while waiting and free:
                trials.append(Trial.start(waiting.pop(), free.pop(), baseline))
            for trial in [trial for trial in trials if trial.is_over()]:
                trial.finish()
                results.add(trial)
                trials.remove(trial)
                free.append(trial.tree)
                done += 1
                if trial.outcome != "killed":
                    print(f"{trial.outcome}: {_described(trial.mutant)}", flush=True)
                if done % 25 == 0:
                    print(f"{done} of {len(mutants)}", flush=True)
            time.sleep(0.02)
    finally:
        for trial in trials:
            trial.finish()


def _described(mutant: Mutant) -> str:
    return f"{mutant.file}:{mutant.line} {mutant.scope}\n    {mutant.before}\n    {mutant.after}"


def report(part: Part, mutants: Sequence[Mutant], results: Results) -> None:
    """Print the outcomes of each package, and the survivors."""
    equivalent = equivalent_mutants()
    counts: dict[str, Counter[str]] = {package: Counter() for package in part.packages}
    for mutant in mutants:
        outcome = "equivalent" if mutant.key in equivalent else results.outcomes.get(mutant.key, "not tried")
        package = next(package for package in part.packages if mutant.file.startswith(f"{package}/"))
        counts[package][outcome] += 1
    if len(part.packages) > 1:
        counts["together"] = sum(counts.values(), Counter())
    columns = ("killed", "timed out", "survived", "equivalent", "not tried")
    print(f"\n{'package':16}" + "".join(f"{column:>12}" for column in columns) + f"{'noticed':>12}")
    for name, outcomes in counts.items():
        noticed = outcomes["killed"] + outcomes["timed out"]
        tried = noticed + outcomes["survived"]
        rate = f"{100 * noticed / tried:.1f} %" if tried else "–"
        print(f"{name:16}" + "".join(f"{outcomes[column]:12}" for column in columns) + f"{rate:>12}")
    survivors = [mutant for mutant in mutants if results.outcomes.get(mutant.key) == "survived"]
    for mutant in survivors:
        if mutant.key not in equivalent:
            print(f"survived: {_described(mutant)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; default: all")
    add("--mutants", type=int, default=300, metavar="N", help="how many mutants of each part (300)")
    add("--seed", type=int, default=1, help="the seed of the sample (1)")
    add("--again", action="store_true", help="repeat the mutants that survived or timed out")
    add("--report", action="store_true", help="only print the results so far")
    add("--processes", type=int, default=PROCESSES, help=f"how many mutants at a time ({PROCESSES})")
    add(
        "--folder",
        type=Path,
        default=Path(tempfile.gettempdir()) / "closecall-mutants",
        help="for copies and results",
    )
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return arguments


def main() -> None:
    """Sample, try, report."""
    arguments = _arguments()
    for number in (signal.SIGINT, signal.SIGTERM):  # A shell may have ignored the first.
        signal.signal(number, signal.default_int_handler)
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    results = Results(folder / "results.jsonl")
    trees = [folder / f"tree-{n}" for n in range(arguments.processes)]
    samples = {
        name: sample(PARTS[name], arguments.mutants, arguments.seed) for name in arguments.parts or PARTS
    }
    settled = {"killed"} if arguments.again else {"killed", "survived", "timed out"}
    equivalent = equivalent_mutants()
    try:
        for name, mutants in samples.items():
            wanted = [
                mutant
                for mutant in mutants
                if mutant.key not in equivalent and results.outcomes.get(mutant.key) not in settled
            ]
            if wanted and not arguments.report:
                for tree in trees:
                    copy_tree(tree)
                baseline = Baseline(folder / f"baseline-{name}.json", PARTS[name].most_seconds)
                measure(PARTS[name], baseline, trees, folder)
                run(wanted, trees, baseline, results)
    except KeyboardInterrupt:
        print("Interrupted; the same command continues.")
    for name, mutants in samples.items():
        report(PARTS[name], mutants, results)


if __name__ == "__main__":
    main()
