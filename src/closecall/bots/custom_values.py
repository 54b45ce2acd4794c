"""Trained values that the strong bots use instead of the shipped ones.

Values are read once and stay, so a process plays with one set. To let several sets meet, start a program for
each: `closecall bot GAME --values FOLDER`.
"""

from pathlib import Path

VALUES_FILES = ("values.npz", "thresholds.json", "knowledge.npz")
"""The files of a training run's folder that bots read."""

_folder: Path | None = None


def use_values(folder: Path) -> None:
    """Use the values of the training runs in a folder; to be called before any bot plays."""
    global _folder  # noqa: PLW0603  # A process has one set of values.
    _folder = folder


def trained_file(run: str, file: str = "values.npz") -> Path | None:
    """The values that a training run has left; None if the shipped ones are to be used."""
    path = None if _folder is None else _folder / run / file
    return path if path is not None and path.is_file() else None
