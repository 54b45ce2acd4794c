"""Keep the smallest of the found inputs that reach a branch of the package which no kept input reaches."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from coverage import Coverage

import closecall
from fuzz.corpus import CORPUS, kept_files
from fuzz.targets import find_target

Branch = tuple[str, int, int]
"""A file, and the lines from which and to which it was left."""
LONGEST = 4096
"""Longer inputs are not kept."""


def keep_found(name: str, found: Path) -> list[Path]:
    """Copy the inputs of a folder into a target's corpus that reach new branches; return the new files."""
    test = find_target(name).test_one_input
    candidates = [path.read_bytes() for path in found.iterdir() if not path.name.startswith("crash-")]
    for data in candidates:  # Nothing is imported or cached for the first time below.
        test(data)
    reached = set[Branch]().union(*(branches(test, path.read_bytes()) for path in kept_files(name)))
    added = []
    for data in sorted(candidates, key=lambda data: (len(data), data)):
        new = branches(test, data) - reached if len(data) <= LONGEST else set()
        if new:
            reached |= new
            path = CORPUS / name / f"found-{sha256(data).hexdigest()[:8]}"
            path.write_bytes(data)
            added.append(path)
    return added


def branches(test: Callable[[bytes], None], data: bytes) -> set[Branch]:
    """The branches of the package that an input reaches."""
    coverage = Coverage(data_file=None, branch=True, source=[str(Path(closecall.__file__).parent)])
    coverage.start()
    try:
        test(data)
    finally:
        coverage.stop()
    measured = coverage.get_data()
    return {
        (file, start, end) for file in measured.measured_files() for start, end in measured.arcs(file) or ()
    }
