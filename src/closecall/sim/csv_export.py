"""Single games as CSV: a line for each table and bot."""

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from closecall.games import game_of
from closecall.sim.result_arrays import GameArrays, counts_at

if TYPE_CHECKING:
    from closecall.sim.plan import Plan


def csv_head(game: str, bots: Sequence[str]) -> str:
    """The names of the columns.

    >>> csv_head("qwixx", ["greedy", "random"])
    'table,bot,name,seat,score,won,winners,turns,misthrows,locks\\n'
    """
    length, counts = game_of(game).statistics.length, counts_at(game, bots)
    columns = ["table", "bot", "name", "seat", "score", "won", "winners", length, *counts]
    return ",".join(columns) + "\n"


def csv_lines(plan: "Plan", arrays: GameArrays, first: int) -> str:
    """A line for each table and bot; tables are numbered from 0, bots and seats from 1."""
    tables, width = arrays.scores.shape
    bots, numbers = np.arange(width), np.arange(first, first + tables)
    columns = [
        np.repeat(numbers, width),
        np.tile(bots, tables),
        ((numbers[:, None] * plan.rotate + bots) % width + 1).ravel(),
        arrays.scores.ravel(),
        arrays.won.ravel().astype(np.int16),
        np.repeat(arrays.won.sum(axis=1, dtype=np.int16), width),
        np.repeat(arrays.length, width),
        *[counts.ravel() for counts in arrays.counts.values()],
    ]
    names = [f"{n + 1},{_cell(bot)}" for n, bot in enumerate(plan.bots)]
    rows = zip(*[column.tolist() for column in columns], strict=True)
    return "".join([f"{table},{names[bot]},{','.join(map(str, more))}\n" for table, bot, *more in rows])


def _cell(text: str) -> str:
    """A quoted cell: the command of a program may hold commas and quotes."""
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow([text])
    return written.getvalue()
