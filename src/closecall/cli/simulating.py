"""`closecall simulate`: bots play many games, and what came of them is shown, written and drawn."""

import json
import os
import stat
import sys
from collections.abc import Generator
from contextlib import ExitStack, closing, redirect_stdout
from pathlib import Path
from typing import IO, Any

from closecall.atomic_files import deferred_interrupt, errors_name, write_atomically
from closecall.bots import NAMES
from closecall.cli.arguments import UsageError
from closecall.cli.options import options_of_many, whole_number
from closecall.cli.playing import game_named
from closecall.cli.progress import Progress
from closecall.cli.simulated import histogram, report
from closecall.cli.storage import trouble_with
from closecall.messages import Catalogue
from closecall.sim.chunks import PlayedChunk
from closecall.sim.csv_export import csv_head
from closecall.sim.plan import LARGEST_SEED, Plan, check_programs, check_workers, plan_of
from closecall.sim.result import Result
from closecall.sim.run import ENGINES, Engine, default_workers, play_chunks
from closecall.sim.statistics import Tally
from closecall.tui.screen import Console

INTERRUPTED = 130

Arguments = dict[str, Any]


def simulate(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play the games and say what came of them; after Ctrl-C, of those that have been played."""
    plan = _plan(arguments)
    _check_plot(arguments, say)
    check_programs(plan.game, plan.bots, len(plan.bots), plan.options)
    engine, workers = chosen_engine(arguments), _workers(arguments, plan)
    with ExitStack() as stack:
        lines = _opened_csv(arguments, plan, say)
        if lines is not None:
            stack.enter_context(closing(lines))
        progress = Progress(say, plan.games, sys.stderr, is_plain=is_plain(arguments))
        stack.enter_context(closing(progress))
        chunks = play_chunks(
            plan,
            workers,
            engine,
            arguments["ray_address"],
            progress.compiling,
            may_fill=not arguments["workers"],
        )
        tally, is_whole = _played(chunks, lines, progress)
    result = Result(plan, plan.is_compiled(), tally)
    _show(result, arguments, console, say)
    if is_whole:
        return 0
    print(say("sim.stopped", n=result.games, games=plan.games), file=sys.stderr)
    return INTERRUPTED


def _played(
    chunks: Generator[PlayedChunk[Tally], None, None], lines: "_Lines | None", progress: Progress
) -> tuple[Tally, bool]:
    """The counts of all games, or of the first ones and False if somebody has stopped it."""
    tally = Tally()
    try:
        # Ray prints whenever a worker dies, and what is printed must stay JSON if that was asked for.
        with closing(chunks), redirect_stdout(sys.stderr):
            for played in chunks:
                with deferred_interrupt():  # What has been written has been counted, whenever Ctrl-C comes.
                    if lines is not None:
                        lines.write(played.more)
                    tally.add(played.tally)
                progress.show(tally.games)
    except KeyboardInterrupt:
        return tally, False
    return tally, True


def _show(result: Result, arguments: Arguments, console: Console, say: Catalogue) -> None:
    if arguments["json"]:
        print(json.dumps(result.as_json(), indent=2, ensure_ascii=False))
    else:
        console.show(*report(result, say, console.style()))
    plot = arguments["plot"]
    if plot is None or not result.games:
        return
    if not plot:
        console.show("", *histogram(result, say, console.style()))
        return
    from closecall.cli.drawn import drawing  # noqa: PLC0415  # Only for a file.

    write_atomically(Path(plot), drawing(result, say).encode())
    if not arguments["json"]:
        console.show("", say("sim.drawn", file=plot))


# What was asked for.


def _plan(arguments: Arguments) -> Plan:
    game = game_named(arguments["game"])
    if not arguments["bots"]:
        raise UsageError("sim_no_bots")
    if not arguments["games"]:
        raise UsageError("sim_no_games")
    return plan_of(
        game,
        known_bots(arguments["bots"]),
        whole_number("--games", arguments["games"]),
        chosen_seed(arguments["seed"]),
        options_of_many(game, arguments),
        rotate=arguments["rotate"],
        readable=arguments["readable"],
        wanted="lines" if arguments["csv"] else "tally",
    )


def known_bots(text: str) -> list[str]:
    """The bots of a list: a name as it is known; whatever else it may be is left alone."""
    words = [word.strip() for word in text.split(",")]
    return [word.lower() if word.lower() in NAMES else word for word in words]


def chosen_seed(text: str | None) -> int | None:
    """The seed that was asked for, if one was."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 19 and int(text) <= LARGEST_SEED):
        raise UsageError("sim_seed", largest=LARGEST_SEED)
    return int(text)


def chosen_engine(arguments: Arguments) -> Engine:
    """Who plays: processes here, or Ray."""
    for engine in ENGINES:
        if arguments["engine"] in (engine, None):
            if engine != "ray" and arguments["ray_address"]:
                raise UsageError("sim_ray_address")
            return engine
    raise UsageError("sim_engine", text=arguments["engine"][:40], engines=", ".join(ENGINES))


def _workers(arguments: Arguments, plan: Plan) -> int:
    if not arguments["workers"]:
        return default_workers(plan)
    workers = whole_number("--workers", arguments["workers"])
    check_workers(workers)
    return workers


def is_plain(arguments: Arguments) -> bool:
    """Whether nothing may move on the screen."""
    return bool(arguments["plain"]) or os.environ.get("TERM") == "dumb"


def _check_plot(arguments: Arguments, say: Catalogue) -> None:
    """Refuse at once what would fail only after all games have been played."""
    plot = arguments["plot"]
    if plot == "" and arguments["json"]:
        raise UsageError("sim_plot_and_json")
    if not plot:
        return
    if not plot.lower().endswith(".svg"):
        raise UsageError("sim_plot_name", text=plot[:60])
    path = Path(plot)
    was_there = path.exists()
    _opened(path, "a", say).close()
    if not was_there:
        path.unlink()


class _Lines:
    """A file of lines while games are played; if they cannot be written, it is named.

    It is opened at once, so that somebody hears at once if that cannot be; but what was in it stays until
    there are games to write: perhaps none can be played.
    """

    def __init__(self, path: Path, head: str, say: Catalogue) -> None:
        self._path, self._head = path, head
        self._was_there, self._is_begun = path.exists(), False
        self._file = _opened(path, "a", say)

    def write(self, text: str) -> None:
        """Write some lines at once."""
        with errors_name(self._path):
            if not self._is_begun:
                self._begin()
            self._file.write(text)
            self._file.flush()

    def _begin(self) -> None:
        """Replace what was in the file; in a pipe or a device there is nothing to replace."""
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.truncate(0)
        self._file.write(self._head)
        self._is_begun = True

    def close(self) -> None:
        """Nothing more will be written."""
        with errors_name(self._path):  # What could not be written before is tried once more.
            self._file.close()
        if not self._is_begun and not self._was_there:
            self._path.unlink(missing_ok=True)


def _opened_csv(arguments: Arguments, plan: Plan, say: Catalogue) -> _Lines | None:
    if not arguments["csv"]:
        return None
    return _Lines(Path(arguments["csv"]), csv_head(plan.game, plan.bots), say)


def _opened(path: Path, mode: str, say: Catalogue) -> IO[str]:
    try:
        return path.open(mode, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:  # A name with a zero byte is a ValueError.
        reason = trouble_with(say, error) if isinstance(error, OSError) else str(error)
        raise UsageError("disk_failed", file=str(path), reason=reason) from error
