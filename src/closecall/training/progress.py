"""Progress reports of a training run: messages and their facts, to be worded in any language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rounded:
    """A figure, and the number of decimals worth reading."""

    value: float | None
    """None if it is unknown, as the error of a single block of games."""
    digits: int


Fact = int | str | Rounded
"""A count, a text or a Word, or a figure."""


@dataclass(frozen=True, slots=True)
class Report:
    """The start of a run, a line of its learning curve, or its result."""

    message: str
    facts: Mapping[str, Fact]


Reporter = Callable[[Report], None]


def started(run: str, length: int, games: int, batch: int) -> Report:
    """A run has started; a length that is not a whole number of batches is rounded."""
    if games == length:
        return Report("train.course_games", {"course": run, "games": games})
    facts: dict[str, Fact] = {"course": run, "games": games, "length": length, "batch": batch}
    return Report("train.course_rounded", facts)
