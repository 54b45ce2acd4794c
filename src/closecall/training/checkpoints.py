"""The folder of a training run: a lock, checkpoints and the learning curve.

A checkpoint is written now and then, and when the run is interrupted, always after a whole number of steps.
So the result does not depend on where a run was interrupted.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import LockHeld, errors_name, exclusive_lock, write_atomically
from closecall.core.errors import BadOptions, GameError
from closecall.messages import Word

OPTIONS = {"games": "--length", "generations": "--length", "seed": "--seed"} | dict.fromkeys(
    ("start", "known", "against"), "--start"
)
"""The command-line options of a run, by the fields of plans."""


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Create the folder of a run, and lock it."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive_lock(folder / ".lock"))
        except LockHeld as error:
            raise GameError("train_busy", folder=str(folder)) from error
        yield


# Files.


@contextmanager
def reporting_damage(path: Path) -> Iterator[None]:
    """Report any error in reading one of our files as damage."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:  # NumPy and zipfile raise many kinds.
        raise GameError("train_damaged", file=str(path), folder=str(path.parent)) from error


def write_text(path: Path, text: str) -> None:
    """Write a text atomically."""
    write_atomically(path, text.encode())


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays atomically; uncompressed, since compressed bytes depend on the library."""
    content = BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    write_atomically(path, content.getvalue())


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read the arrays of a file."""
    content = path.read_bytes()
    with reporting_damage(path), np.load(BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def file_fingerprint(values: Path) -> str:
    """A fingerprint of values, wherever they are."""
    return sha256(values.read_bytes()).hexdigest()[:16]


@contextmanager
def reading_start_values(values: Path, game: str) -> Iterator[None]:
    """Report any error in reading the requested start values."""
    content = values.read_bytes()  # An unreadable file is another error.
    try:
        # From memory: NumPy would leave a file open that is not an archive.
        with np.load(BytesIO(content), allow_pickle=False):
            yield
    except Exception as error:  # NumPy and zipfile raise many kinds.
        raise BadOptions("train_not_values", file=str(values), game=Word(f"game.{game}")) from error


def check_same_plan(folder: Path, kept: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """A folder belongs to one plan; the refusal names the options that differ."""
    names = [name for name in {**kept, **asked} if kept.get(name) != asked.get(name)]
    if names:
        # The rest of a plan follows from these, unless another version of the program made it.
        names = [name for name in names if name in OPTIONS] or names
        # Two fields may be the same option: a response starts from the values that it responds to.
        there, here = (
            ", ".join(dict.fromkeys([_as_option(name, plan) for name in names])) for plan in (kept, asked)
        )
        raise BadOptions("train_other_course", folder=str(folder), kept=there, asked=here)


def _as_option(name: str, plan: Mapping[str, Any]) -> str:
    value = plan.get(name)
    return f"{OPTIONS.get(name, name)} {'–' if value is None else value}"


# The learning curve, which is for people only.


def add_curve_line(folder: Path, line: Mapping[str, Any]) -> None:
    """Append a line to the curve."""
    path = folder / "curve.jsonl"
    with errors_name(path), path.open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")


def truncate_curve(folder: Path, count: str, most: int) -> int:
    """Drop the lines beyond `most` and unreadable ones; return the count of the last line."""
    path = folder / "curve.jsonl"
    if not path.exists():
        return 0
    counted = [(_count_in(line, count), line) for line in path.read_text("utf-8", "replace").splitlines()]
    known = [(number, line) for number, line in counted if 0 < number <= most]
    write_text(path, "".join(f"{line}\n" for _, line in known))
    return max((number for number, _ in known), default=0)


def _count_in(line: str, count: str) -> int:
    """The count of a line; 0 if it is unreadable."""
    try:
        return int(json.loads(line)[count])
    except (ValueError, KeyError, TypeError):
        return 0
