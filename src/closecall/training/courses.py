"""The trainings that there are, and how long each usually takes: in all about an hour on two cores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from closecall.core.errors import BadOptions

Tell = Callable[[str | Mapping[str, Any]], None]
"""Told of every line of the learning curve, and of what came of it."""

USUAL_LENGTH = {"mark": 150_000, "qwixx": 200_000, "enough": 60}
"""Games; in Close Enough generations of players."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to be learnt."""

    game: str
    folder: Path
    seed: int
    length: int
    seats: int | None = None
    """Of Qwixx and Close Enough; None for the usual ones."""
    known: Path | None = None
    """Values to begin with, of Qwixx and mark."""


def learn(asked: Asked, tell: Tell) -> None:
    """Learn, or go on where it was stopped; the folder then holds the values."""
    try:
        _COURSES[asked.game](asked, tell)
    except ValueError as error:
        raise BadOptions("train_folder", folder=str(asked.folder), reason=str(error)[:200]) from error


def _learn_mark(asked: Asked, tell: Tell) -> None:
    from closecall.training.mark import Plan, train  # noqa: PLC0415  # Loads Numba.

    start = None if asked.known is None else str(asked.known)
    train(Plan(asked.seed, games=asked.length, start=start), asked.folder, tell)


def _learn_qwixx(asked: Asked, tell: Tell) -> None:
    from closecall.training.qwixx import train  # noqa: PLC0415  # Loads Numba.

    train(asked.seats or 2, asked.length, asked.seed, asked.folder, tell, known=asked.known)


def _learn_enough(asked: Asked, tell: Tell) -> None:
    from closecall.training.enough import train  # noqa: PLC0415  # Loads Numba.

    seats = (3, 4, 5) if asked.seats is None else (asked.seats,)
    train(asked.length, asked.seed, asked.folder, tell, seats)


_COURSES: dict[str, Callable[[Asked, Tell], None]] = {
    "mark": _learn_mark,
    "qwixx": _learn_qwixx,
    "enough": _learn_enough,
}
