"""`closecall train`: find the values of a strong bot by games against itself."""

import sys
from pathlib import Path
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.numbers import decimal, grouped
from closecall.cli.options import whole_number
from closecall.cli.patience import compiling_told
from closecall.cli.playing import game_named
from closecall.cli.simulating import chosen_seed
from closecall.messages import Catalogue
from closecall.training.progress import Fact, Report, Rounded
from closecall.training.training_runs import HELD_OUT, Request, requested_runs, runs_of
from closecall.training.training_runs import train as train_runs
from closecall.tui.screen import Console

INTERRUPTED = 130

Arguments = dict[str, Any]


def train(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Learn; after Ctrl-C what has been learnt is kept, and the same command goes on."""
    request = _request(arguments)
    console.show(say("train.begun", game=say(f"game.{request.game}"), folder=str(request.folder)))
    try:
        with compiling_told(say):
            train_runs(request, lambda report: print(sentence(say, report), flush=True))
    except KeyboardInterrupt:
        print(say("train.stopped"), file=sys.stderr)
        return INTERRUPTED
    folders = [str(request.folder / run.name) for run in requested_runs(request)]
    console.show(say("train.done", folders=", ".join(folders)))
    return 0


def sentence(say: Catalogue, report: Report) -> str:
    """What is report, in the reader's language."""
    return say(report.message, **{name: _shown(say, fact) for name, fact in report.facts.items()})


def _shown(say: Catalogue, fact: Fact) -> str:
    """A number as the reader writes it; a Word stays one, for the catalogue to say."""
    if isinstance(fact, Rounded):
        return decimal(say, fact.value, fact.digits)
    return grouped(say, fact) if isinstance(fact, int) else fact


def _request(arguments: Arguments) -> Request:
    game = game_named(arguments["game"])
    if not arguments["folder"]:
        raise UsageError("train_no_folder")
    length = whole_number("--length", arguments["length"]) if arguments["length"] else None
    if length is not None and length < 1:
        raise UsageError("train_length")
    start = Path(arguments["start"]) if arguments["start"] else None
    if start is not None and not start.is_file():
        raise UsageError("train_start", file=str(start))
    if arguments["only"] is None and (length or start):
        raise UsageError("train_needs_only", names=", ".join(run.name for run in runs_of(game)))
    request = Request(
        game,
        Path(arguments["folder"]),
        only=arguments["only"],
        seed=_seed(arguments["seed"]),
        length=length,
        start=start,
    )
    requested_runs(request)  # Is there such a run?
    return request


def _seed(text: str | None) -> int | None:
    """A seed for a run; the greater ones are kept for measuring, with dice that no run has seen."""
    seed = chosen_seed(text)
    if seed is not None and seed >= HELD_OUT:
        raise UsageError("sim_seed", largest=HELD_OUT - 1)
    return seed
