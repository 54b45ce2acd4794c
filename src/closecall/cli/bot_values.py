"""`closecall bot --values FOLDER`: a bot that plays with values of your own training."""

from collections.abc import Callable
from pathlib import Path

from closecall.bots.custom_values import learnt, play_with
from closecall.cli.parser import UsageError
from closecall.core.errors import GameError
from closecall.messages import Word
from closecall.training.training_runs import COURSES

BY_VALUES = {"mark": ("expert", "hard"), "qwixx": ("expert",), "enough": ("expert", "hard")}
"""The levels that play by trained values."""
FILES = {"mark": "values.npz", "qwixx": "values.npz", "enough": "knowledge.npz"}
"""The file that a finished course leaves."""


def take_values(folder: Path, game: str, level: str) -> list[str]:
    """Make this bot play with the values in a folder; the names of the courses found there."""
    named = Word(f"game.{game}")
    if level not in BY_VALUES[game]:
        raise UsageError("bot_values_level", level=level, game=named, levels=", ".join(BY_VALUES[game]))
    play_with(folder)
    shipped = [course.name for course in COURSES[game] if course.is_shipped]
    found = {course: path for course in shipped if (path := learnt(course, FILES[game]))}
    if not found:
        raise UsageError("bot_values_none", folder=str(folder), game=named, slug=game)
    for course, path in found.items():
        try:
            _READERS[game](course, path)
        except OSError:
            raise
        except Exception as error:  # NumPy and its ZIP files raise many kinds of errors.
            raise GameError("bot_values_damaged", file=str(path), game=named) from error
    return list(found)


def _read_mark(_course: str, path: Path) -> None:
    from closecall.bots.mark.net_values import read_values  # noqa: PLC0415  # Loads Numba.

    read_values(path)


def _read_qwixx(course: str, path: Path) -> None:
    from closecall.bots.qwixx.net_values import read_parts, seats_of  # noqa: PLC0415  # Loads Numba.

    if course != f"net{seats_of(read_parts(path).rest)}":
        raise ValueError("values for another number of seats")


def _read_enough(_course: str, path: Path) -> None:
    from closecall.bots.enough.levels import desk_of, read_values  # noqa: PLC0415  # Loads Numba.

    values = read_values(path.parent)
    for seats in (3, 4, 5):
        desk_of(values, seats)


_READERS: dict[str, Callable[[str, Path], None]] = {
    "mark": _read_mark,
    "qwixx": _read_qwixx,
    "enough": _read_enough,
}
