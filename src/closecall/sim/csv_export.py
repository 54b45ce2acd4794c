"""Single games as lines of CSV: one for each table and bot."""

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from closecall.sim.counting import counted_for
from closecall.sim.plan import Plan

if TYPE_CHECKING:
    from closecall.sim.result_arrays import Games


def csv_head(game: str, bots: Sequence[str]) -> str:
    """The names of the columns.

    >>> csv_head("qwixx", ["greedy", "random"])
    'table,bot,name,seat,score,won,winners,turns,misthrows,locks\\n'
    """
    counted = counted_for(game, bots)
    columns = ["table", "bot", "name", "seat", "score", "won", "winners", counted.length, *counted.counts]
    return ",".join(columns) + "\n"


def csv_lines(plan: Plan, games: "Games", first: int) -> str:
    """A line for each table and bot; tables are counted from 0, bots and seats from 1."""
    import numpy as np  # noqa: PLC0415  # Whoever only writes the head does not need it.

    tables, width = games.scores.shape
    bots, numbers = np.arange(width), np.arange(first, first + tables)
    columns = [
        np.repeat(numbers, width),
        np.tile(bots, tables),
        ((numbers[:, None] * plan.rotate + bots) % width + 1).ravel(),
        games.scores.ravel(),
        games.won.ravel().astype(np.int16),
        np.repeat(games.won.sum(axis=1, dtype=np.int16), width),
        np.repeat(games.length, width),
        *[counts.ravel() for counts in games.counts.values()],
    ]
    names = [f"{n + 1},{_cell(bot)}" for n, bot in enumerate(plan.bots)]
    rows = zip(*[column.tolist() for column in columns], strict=True)
    return "".join([f"{table},{names[bot]},{','.join(map(str, more))}\n" for table, bot, *more in rows])


def _cell(text: str) -> str:
    """A text as a cell: the command of a program may hold quotes."""
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow([text])
    return written.getvalue()
