"""What the strong bots play with instead of the values that come with the program: those of a training.

Values that were read once stay, so a process plays with one set of them. To let several meet, start a program
for each: `closecall bot GAME --values FOLDER` is one.
"""

from pathlib import Path

LEFT = ("values.npz", "thresholds.json", "knowledge.npz")
"""What a course leaves in its folder to be played with."""

_folder: Path | None = None


def play_with(folder: Path) -> None:
    """Take the values of a training that has its courses in this folder; to be said before anybody plays."""
    global _folder  # noqa: PLW0603  # There is one set of values, as there is one set that comes along.
    _folder = folder


def learnt(course: str, file: str = "values.npz") -> Path | None:
    """What a course has left to play with; None if what comes with the program is meant."""
    path = None if _folder is None else _folder / course / file
    return path if path is not None and path.is_file() else None
