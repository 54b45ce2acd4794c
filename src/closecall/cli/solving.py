"""`closecall solve`: perfect play of a game alone, computed once and kept."""

import json
import os
import shutil
import sys
import time
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.numbers import decimal, grouped
from closecall.cli.options import whole_number
from closecall.cli.patience import compiling_told
from closecall.cli.playing import game_named
from closecall.cli.progress import clock
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console

INTERRUPTED = 130
MOST_WORKERS = 64
BAR = 24
PAUSE_S = 0.2
"""The line is written at most five times a second."""

Arguments = dict[str, Any]


def solve(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Compute the table, or find it; after Ctrl-C keep what there is of it."""
    game = game_named(arguments["game"])
    if game != "qwixx":
        raise UsageError("solve_game", game=Word(f"game.{game}"))
    workers = _workers(arguments["workers"])
    # Imported as late as this: it loads Numba.
    from closecall.bots.qwixx import solo_table  # noqa: PLC0415

    line = _Line(say, is_plain=arguments["plain"])
    try:
        with compiling_told(say):
            solo_table.warm_up()
        folder = solo_table.usual_folder()
        solved = solo_table.solve(folder, workers, line.show)
        expectation = solved.expectation
    except KeyboardInterrupt:
        line.wipe()
        print(say("solve.stopped", percent=int(100 * line.share)), file=sys.stderr)
        return INTERRUPTED
    line.wipe()
    states, file = int(solved.values.size), folder / solo_table.WHOLE
    if arguments["json"]:
        found = {
            "game": game,
            "expectation": round(expectation, 6),
            "seconds": round(solved.seconds, 3),
            "states": states,
            "from_cache": solved.is_from_cache,
            "file": str(file),
        }
        print(json.dumps(found, indent=2))
        return 0
    seconds = decimal(say, solved.seconds, 1)
    how = say("solve.found", file=file) if solved.is_from_cache else say("solve.kept", file=file)
    console.show(
        say("solve.expectation", points=decimal(say, expectation, 3)),
        say("solve.states", states=grouped(say, states), seconds=seconds),
        how,
    )
    return 0


def _workers(text: str | None) -> int:
    """So many threads; without a word as many as there are processors for us."""
    if text is None:
        # Not every system can say which of them we may use.
        usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(usable, MOST_WORKERS)
    workers = whole_number("--workers", text)
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError("solve_workers", most=MOST_WORKERS)
    return workers


class _Line:
    """How far it is: a line written over again and again at a terminal, elsewhere nothing."""

    def __init__(self, say: Catalogue, *, is_plain: bool) -> None:
        self.share = 0.0
        self._say = say
        self._is_shown = sys.stderr.isatty() and not is_plain and os.environ.get("TERM") != "dumb"
        self._first: tuple[float, float] | None = None
        self._next = 0.0

    def show(self, share: float) -> None:
        """This much of the work is done, from 0 to 1."""
        self.share, now = share, time.monotonic()
        if self._first is None:
            self._first = (share, now)  # An earlier run may have done a part.
        if self._is_shown and now >= self._next:
            self._next = now + PAUSE_S
            text = self._text(share, now, *self._first)
            print(
                f"\r{text[: shutil.get_terminal_size().columns - 1]}\x1b[K",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def _text(self, share: float, now: float, first: float, begun: float) -> str:
        is_wide = (sys.stderr.encoding or "").lower().startswith("utf")
        full, empty = ("█", "░") if is_wide else ("#", ".")
        filled = int(BAR * share)
        bar = full * filled + empty * (BAR - filled)
        if share <= first:
            return f"{bar} {int(100 * share)} %"
        left = clock((1 - share) * (now - begun) / (share - first))
        return self._say("solve.progress", bar=bar, percent=int(100 * share), left=left)

    def wipe(self) -> None:
        """Take the line away."""
        if self._is_shown and self._first is not None:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
