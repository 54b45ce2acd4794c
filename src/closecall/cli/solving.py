"""`closecall solve`: perfect play of a game alone, computed once and kept."""

import json
import sys
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.numbers import decimal, grouped
from closecall.cli.options import whole_number
from closecall.cli.patience import compiling_told
from closecall.cli.playing import game_named
from closecall.cli.progress import Progress
from closecall.cli.simulating import is_plain
from closecall.cpu import cores
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console

INTERRUPTED = 130
MOST_WORKERS = 64
PARTS = 1000
"""How finely the progress is shown."""

Arguments = dict[str, Any]


def solve(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Compute the table, or find it; after Ctrl-C keep what there is of it."""
    game = game_named(arguments["game"])
    if game != "qwixx":
        raise UsageError("solve_game", game=Word(f"game.{game}"))
    workers = _workers(arguments["workers"])
    # Imported as late as this: it loads Numba.
    from closecall.bots.qwixx import solo_table  # noqa: PLC0415

    line = Progress(say, PARTS, sys.stderr, is_plain=is_plain(arguments), sentence="solve.progress")
    share = 0.0

    def show(done: float) -> None:
        nonlocal share
        share = done
        line.show(int(PARTS * done))

    try:
        with compiling_told(say):
            solo_table.warm_up()
        folder = solo_table.cache_folder()
        solved = solo_table.solve(folder, workers, show)
        expectation = solved.expectation
    except KeyboardInterrupt:
        line.close()
        print(say("solve.stopped", percent=int(100 * share)), file=sys.stderr)
        return INTERRUPTED
    line.close()
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
        return min(cores(), MOST_WORKERS)
    workers = whole_number("--workers", text)
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError("solve_workers", most=MOST_WORKERS)
    return workers
