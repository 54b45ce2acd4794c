"""The folder of a course: one training at a time, files that are whole or not there, and a learning curve.

What has been learnt is kept now and then, and when somebody stops the course. It is then the same as after
some whole number of steps, so that what comes of the course does not depend on where it was stopped.
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
"""What somebody can ask of a course, by the names that the plans have for it."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder of a course, and keep others from it."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive_lock(folder / ".lock"))
        except LockHeld as error:
            raise GameError("train_busy", folder=str(folder)) from error
        yield


# Files.


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """Understand what a file of ours holds: whatever is wrong with it, it is damaged."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:  # NumPy and its ZIP files have many ways to say it.
        raise GameError("train_damaged", file=str(path), folder=str(path.parent)) from error


def write_text(path: Path, text: str) -> None:
    """Write a text whole or not at all."""
    write_atomically(path, text.encode())


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """The same for arrays, not compressed: that would be other bytes with another library."""
    content = BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    write_atomically(path, content.getvalue())


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """What was kept in a file."""
    content = path.read_bytes()
    with undamaged(path), np.load(BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def mark_of(values: Path) -> str:
    """What tells values from others, wherever they lie."""
    return sha256(values.read_bytes()).hexdigest()[:16]


@contextmanager
def beginning_with(values: Path, game: str) -> Iterator[None]:
    """Understand values that somebody named to begin with."""
    content = values.read_bytes()  # What cannot be read at all is another matter.
    try:
        # First without the file, which NumPy would leave open if it is no archive.
        with np.load(BytesIO(content), allow_pickle=False):
            yield
    except Exception as error:  # As above.
        raise BadOptions("train_not_values", file=str(values), game=Word(f"game.{game}")) from error


def check_same(folder: Path, kept: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """A folder belongs to one course; the refusal names what differs, as somebody can ask for it."""
    names = [name for name in {**kept, **asked} if kept.get(name) != asked.get(name)]
    if names:
        # The rest of a plan follows from these, unless another version of the program has made it.
        names = [name for name in names if name in OPTIONS] or names
        # Two of them may be the same option: a response begins with the values that it responds to.
        there, here = (
            ", ".join(dict.fromkeys([_asked_as(name, plan) for name in names])) for plan in (kept, asked)
        )
        raise BadOptions("train_other_course", folder=str(folder), kept=there, asked=here)


def _asked_as(name: str, plan: Mapping[str, Any]) -> str:
    value = plan.get(name)
    return f"{OPTIONS.get(name, name)} {'–' if value is None else value}"


# The learning curve, which is only to be looked at.


def add_line(folder: Path, line: Mapping[str, Any]) -> None:
    """One more line of the curve."""
    path = folder / "curve.jsonl"
    with errors_name(path), path.open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")


def cut_curve(folder: Path, count: str, most: int) -> int:
    """Forget the lines after so many games, and any that cannot be read; how far the last one is."""
    path = folder / "curve.jsonl"
    if not path.exists():
        return 0
    counted = [(_counted(line, count), line) for line in path.read_text("utf-8", "replace").splitlines()]
    known = [(number, line) for number, line in counted if 0 < number <= most]
    write_text(path, "".join(f"{line}\n" for _, line in known))
    return max((number for number, _ in known), default=0)


def _counted(line: str, count: str) -> int:
    """What a line counts; 0 if it cannot be read."""
    try:
        return int(json.loads(line)[count])
    except (ValueError, KeyError, TypeError):
        return 0
