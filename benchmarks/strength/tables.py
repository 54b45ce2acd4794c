"""Measurements as tables: plain data, shown as aligned text or as Markdown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """One measurement, row by row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    """How it was measured."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be measured, and the number of games by default."""

    measure: Callable[[int, int], Table]
    """Called with a number of games and a seed."""
    games: int
    settings: tuple[Any, ...] = ()
    """Constants that decide how the bots of this part play, besides those of all parts of the game."""


def as_text(table: Table) -> str:
    """For a terminal: names left-aligned, figures right-aligned."""
    lines = [table.columns, *table.rows]
    widths = [max(len(line[n]) for line in lines) for n in range(len(table.columns))]
    shown = [
        "  ".join(
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([table.title, *([table.note] if table.note else []), "", *shown])


def as_markdown(table: Table) -> str:
    """For a document."""
    lines = [f"| {' | '.join(line)} |" for line in (table.columns, *table.rows)]
    rule = f"|---|{'--:|' * (len(table.columns) - 1)}"
    note = [table.note, ""] if table.note else []
    return "\n".join([f"### {table.title}", "", *note, lines[0], rule, *lines[1:], ""])


def with_error(mean: float, error: float, digits: int = 2) -> str:
    """A mean and its standard error."""
    return f"{mean:.{digits}f} ± {error:.{digits}f}"
