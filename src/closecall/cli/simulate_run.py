"""What `closecall simulate` does, and what leagues share with it."""

import json
import os
import stat
import sys
from collections.abc import Generator
from contextlib import ExitStack, closing, redirect_stdout
from pathlib import Path
from typing import IO

from closecall.atomic_files import deferred_interrupt, errors_name, write_atomically
from closecall.cli.parser import INTERRUPTED, UsageError
from closecall.cli.progress import Progress
from closecall.cli.saved_games import trouble_with
from closecall.cli.simulate import Arguments, BulkArguments, parse_bots
from closecall.cli.simulate_report import histogram, report, svg_histogram
from closecall.messages import Catalogue
from closecall.sim.chunks import C, PlayedChunk, Work
from closecall.sim.csv_export import csv_head
from closecall.sim.plan import Plan, check_programs, check_workers, plan_of
from closecall.sim.result import Result
from closecall.sim.run import default_workers, play_chunks
from closecall.sim.statistics import Tally
from closecall.tui.screen import Console


def check_engine(arguments: BulkArguments) -> None:
    """Refuse a bad engine or number of workers before anything is played or opened."""
    if arguments.ray_address and arguments.engine != "ray":
        raise UsageError("sim_ray_address")
    if arguments.workers is not None:
        check_workers(arguments.workers)


def chunks_of(
    work: Work[C], arguments: BulkArguments, progress: Progress, first: int = 0
) -> Generator[PlayedChunk[C], None, None]:
    """Play the tables of a simulation or a league, from the first on, as was asked for."""
    return play_chunks(
        work,
        default_workers(work) if arguments.workers is None else arguments.workers,
        arguments.engine or "local",
        arguments.ray_address,
        progress.compiling,
        first=first,
        may_fill=arguments.workers is None,
    )


def run_simulation(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play the games and show the results; after Ctrl-C, those of the games played so far."""
    plan = plan_for(arguments)
    _check_plot(arguments, say)
    check_programs(plan.game, plan.bots, len(plan.bots), plan.options)
    check_engine(arguments)
    with ExitStack() as stack:
        csv = None
        if arguments.csv:
            csv = stack.enter_context(
                closing(_CsvFile(Path(arguments.csv), csv_head(plan.game, plan.bots), say))
            )
        progress = Progress(say, plan.games, sys.stderr, is_plain=arguments.plain)
        stack.enter_context(closing(progress))
        tally, is_complete = _played(chunks_of(plan, arguments, progress), csv, progress)
    result = Result(plan, plan.is_compiled(), tally)
    _show(result, arguments, console, say)
    if is_complete:
        return 0
    print(say("sim.stopped", n=result.games, games=plan.games), file=sys.stderr)
    return INTERRUPTED


def plan_for(arguments: Arguments) -> Plan:
    """The plan of a simulation; UsageError if something is missing."""
    game = arguments.game
    if not arguments.bots:
        raise UsageError("sim_no_bots")
    if arguments.games is None:
        raise UsageError("sim_no_games")
    return plan_of(
        game.slug,
        parse_bots(arguments.bots),
        arguments.games,
        arguments.seed,
        arguments.options.of(game),
        rotate=arguments.rotate,
        readable=arguments.readable,
        wanted="lines" if arguments.csv else "tally",
    )


def _played(
    chunks: Generator[PlayedChunk[Tally], None, None], csv: "_CsvFile | None", progress: Progress
) -> tuple[Tally, bool]:
    """The counts of the games played, and whether those are all."""
    tally = Tally()
    try:
        # Ray prints to standard output when a worker dies, which must stay valid JSON.
        with closing(chunks), redirect_stdout(sys.stderr):
            for played in chunks:
                with deferred_interrupt():  # Ctrl-C never comes between writing and counting.
                    if csv is not None:
                        csv.write(played.more)
                    tally.add(played.tally)
                progress.show(tally.games)
    except KeyboardInterrupt:
        return tally, False
    return tally, True


def _show(result: Result, arguments: Arguments, console: Console, say: Catalogue) -> None:
    if arguments.json:
        print(json.dumps(result.as_json(), indent=2, ensure_ascii=False))
    else:
        console.show(*report(result, say, console.style()))
    plot = arguments.plot
    if not plot or not result.games:
        return
    if plot is True:
        console.show("", *histogram(result, say, console.style()))
        return
    write_atomically(Path(plot), svg_histogram(result, say).encode())
    if not arguments.json:
        console.show("", say("sim.drawn", file=plot))


def _check_plot(arguments: Arguments, say: Catalogue) -> None:
    """Refuse now what would otherwise fail only after all games have been played."""
    plot = arguments.plot
    if plot is True and arguments.json:
        raise UsageError("sim_plot_and_json")
    if not isinstance(plot, str):
        return
    if not plot.lower().endswith(".svg"):
        raise UsageError("sim_plot_name", text=plot[:60])
    path = Path(plot)
    was_there = path.exists()
    _opened(path, "a", say).close()
    if not was_there:
        path.unlink()


class _CsvFile:
    """A CSV file that is written while games are played.

    It is opened at the start, so that a bad name is refused at once, but emptied only when there are games to
    write: perhaps none can be played.
    """

    def __init__(self, path: Path, head: str, say: Catalogue) -> None:
        self._path, self._head = path, head
        self._was_there, self._is_begun = path.exists(), False
        self._file = _opened(path, "a", say)

    def write(self, text: str) -> None:
        """Write some lines."""
        with errors_name(self._path):
            if not self._is_begun:
                self._begin()
            self._file.write(text)
            self._file.flush()

    def _begin(self) -> None:
        """Empty the file and write the head; a pipe or a device cannot be emptied."""
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.truncate(0)
        self._file.write(self._head)
        self._is_begun = True

    def close(self) -> None:
        """Close the file; remove it if it is new and empty."""
        with errors_name(self._path):  # Closing tries again to write what could not be written.
            self._file.close()
        if not self._is_begun and not self._was_there:
            self._path.unlink(missing_ok=True)


def _opened(path: Path, mode: str, say: Catalogue) -> IO[str]:
    try:
        return path.open(mode, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:  # A name with a zero byte is a ValueError.
        reason = trouble_with(say, error) if isinstance(error, OSError) else str(error)
        raise UsageError("disk_failed", file=str(path), reason=reason) from error
