"""Compute the table by which a bot plays, in a process of its own: see `main`."""

import os
import sys

from closecall.bots import table_for
from closecall.child_process import open_replies, read_requests


def main() -> None:
    """Compute the table of a game, a bot and a number of seats, at low priority; end with the parent."""
    if hasattr(os, "nice"):
        os.nice(10)  # Games in progress go first.
    open_replies()
    read_requests(sys.stdin.buffer)
    game, bot, seats = sys.argv[1:]
    table = table_for(bot, game, int(seats))
    assert table is not None
    table.solve(lambda share: None)
    os._exit(0 if table.is_solved() else 1)  # Without waiting for the thread that reads.
