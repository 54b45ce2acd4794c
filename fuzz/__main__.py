"""`python -m fuzz TARGET`: fuzz one target, guided by coverage. This needs atheris, the extra `fuzz`."""

import argparse
import logging
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from fuzz.corpus import CORPUS, inputs, kept_files
from fuzz.mutations import mutated
from fuzz.targets import NAMES, find_target

FOUND = Path(__file__).parent / "found"
"""What a run finds: new inputs that reach new code, and crashes."""
MOST_CPU_S = 1.0
"""An input that takes longer is a finding."""
MOST_MB = 2048
INSTRUMENTED = (
    "closecall.core", "closecall.games", "closecall.server", "closecall.messages", "closecall.bots.external",
    "closecall.bots.view_check", "closecall.cli.bot", "tomllib", "json",
)  # fmt: skip
"""The modules whose coverage guides the fuzzer. Compiled code cannot be instrumented."""


class TooSlow(Exception):
    """An input took too much CPU time."""


def main() -> None:
    """Read the arguments, and run."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--inputs", type=int, metavar="N", help="the kept inputs and N mutations, without atheris"
    )
    parser.add_argument("--file", type=Path, help="run this one input")
    parser.add_argument("--minimise", action="store_true", help="keep what the runs have found")
    arguments = parser.parse_args()
    if arguments.file is not None:
        find_target(arguments.target).test_one_input(arguments.file.read_bytes())
    elif arguments.inputs is not None:
        run_inputs(arguments.target, arguments.inputs, arguments.seed)
    elif arguments.minimise:
        from fuzz.minimise import keep_found  # noqa: PLC0415  # It imports the package: too early for atheris.

        for path in keep_found(arguments.target, FOUND / arguments.target):
            print(path.relative_to(CORPUS))
    else:
        fuzz(arguments.target, arguments.minutes, arguments.seed)


def run_inputs(name: str, mutations: int, seed: int) -> None:
    """The deterministic run that is part of the tests, with any number of mutations."""
    test = timed(find_target(name).test_one_input)
    started, count = time.process_time(), 0
    for label, data in inputs(name, mutations, seed):
        try:
            test(data)
        except Exception:
            print(f"{name}: {label}: {data!r}", file=sys.stderr)
            raise
        count += 1
    print(f"{name}: {count} inputs in {time.process_time() - started:.1f} s of CPU time")


def timed(test: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The same test, which also fails if it takes too much CPU time."""

    def test_timed(data: bytes) -> None:
        started = time.process_time()
        test(data)
        taken = time.process_time() - started
        if taken > MOST_CPU_S:
            raise TooSlow(f"{taken:.1f} s of CPU time")

    return test_timed


def fuzz(name: str, minutes: float, seed: int) -> None:
    """Run atheris until the time is over or something is found; it ends the process."""
    atheris: Any = import_module("atheris")
    logging.disable()  # The server logs refusals, of which there will be millions.
    kept = [path.read_bytes() for path in kept_files(name)]
    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        target = find_target(name)
        for data in kept:  # Some modules are imported when they are first needed.
            target.test_one_input(data)
    found = FOUND / name
    found.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={int(minutes * 60)}",
        f"-seed={seed or 1}",
        f"-dict={_dictionary(name, target.WORDS)}",
        f"-artifact_prefix={found}/",
        f"-rss_limit_mb={MOST_MB}",
        "-max_len=20000",
        "-timeout=60",
        "-print_final_stats=1",
    ]

    def mutate(data: bytes, most: int, number: int) -> bytes:
        rng = Random(number)
        if rng.random() < 0.5:
            changed: bytes = atheris.Mutate(data, most)
            return changed
        return mutated(data, kept, target.WORDS, rng)[:most]

    atheris.Setup(
        [f"fuzz {name}", *options, str(found), str(CORPUS / name)],
        timed(target.test_one_input),
        custom_mutator=mutate,
    )
    atheris.Fuzz()


def _dictionary(name: str, words: tuple[str, ...]) -> Path:
    """A file with the words of a format, as libFuzzer reads it."""
    path = FOUND / f"{name}.dict"
    escaped = [
        "".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")[:64]) for word in words
    ]
    path.write_text("".join(f'"{word}"\n' for word in escaped))
    return path


if __name__ == "__main__":
    main()
