"""What is told of a course while it is done: messages and their facts, to be said in any language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rounded:
    """A figure, and how many digits behind the decimal sign are worth reading."""

    value: float | None
    """None if it is not known: one block of games tells nothing of its own error."""
    digits: int


Fact = int | str | Rounded
"""A count, a text or a Word, or a figure."""


@dataclass(frozen=True, slots=True)
class Told:
    """How a course begins, a line of its learning curve, or what came of it."""

    message: str
    facts: Mapping[str, Fact]


Tell = Callable[[Told], None]


def begun(course: str, length: int, games: int, batch: int) -> Told:
    """A course begins; if its length is no whole number of batches, how many games it really has."""
    if games == length:
        return Told("train.course_games", {"course": course, "games": games})
    facts: dict[str, Fact] = {"course": course, "games": games, "length": length, "batch": batch}
    return Told("train.course_rounded", facts)
