"""`closecall train`: learn the values of a strong bot from games against itself."""

import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from closecall.cli.number_format import decimal, grouped
from closecall.cli.parser import INTERRUPTED, Parser, UsageError
from closecall.cli.progress import compile_notice
from closecall.cli.simulate import parse_seed
from closecall.games import find_game
from closecall.games.descriptor import Game
from closecall.messages import Catalogue, Word
from closecall.training.progress import Fact, Report, Rounded
from closecall.training.training_runs import HELD_OUT, Request, requested_runs, runs_of, train
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True)
class Arguments:
    """What to train, where to keep it, and how it differs from the usual runs."""

    game: Game
    folder: str | None
    only: str | None
    length: int | None
    start: str | None
    seed: int | None


def add_arguments(parser: Parser) -> None:
    """`closecall train GAME --folder FOLDER`."""
    say = parser.say
    parser.game()
    parser.value("folder", say("cli.meta_folder"), say("cli.about_train_folder"), required=True)
    parser.value("only", say("cli.meta_course"), say("cli.about_only"), complete=_complete_run)
    parser.number("length", "N", say("cli.about_length"))
    parser.value("start", say("cli.meta_file"), say("cli.about_start"))
    parser.value("seed", "N", say("cli.about_train_seed"), convert=_parse_seed)


def _complete_run(parsed_args: Namespace, **_: Any) -> list[str]:
    game = find_game(parsed_args.game or "")
    return [] if game is None or game.training is None else [run.name for run in runs_of(game.slug)]


def _parse_seed(text: str) -> int:
    """A seed for training; greater ones are reserved for measuring, with dice that no training has seen."""
    seed = parse_seed(text)
    if seed >= HELD_OUT:
        raise UsageError("sim_seed", largest=HELD_OUT - 1)
    return seed


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Train; after Ctrl-C everything learnt is kept, and the same command goes on."""
    request = _request(arguments)
    console.show(say("train.begun", game=say(f"game.{request.game}"), folder=str(request.folder)))
    try:
        with compile_notice(say):
            train(request, lambda report: print(sentence(say, report), flush=True))
    except KeyboardInterrupt:
        print(say("train.stopped"), file=sys.stderr)
        return INTERRUPTED
    folders = [str(request.folder / run.name) for run in requested_runs(request)]
    console.show(say("train.done", folders=", ".join(folders)))
    return 0


def sentence(say: Catalogue, report: Report) -> str:
    """A report of the training in the reader's language."""
    return say(report.message, **{name: _shown(say, fact) for name, fact in report.facts.items()})


def _shown(say: Catalogue, fact: Fact) -> str:
    """A number as the reader writes it; a Word is left to the catalogue."""
    if isinstance(fact, Rounded):
        return decimal(say, fact.value, fact.digits)
    return grouped(say, fact) if isinstance(fact, int) else fact


def _request(arguments: Arguments) -> Request:
    game, length = arguments.game.slug, arguments.length
    if arguments.game.training is None:
        raise UsageError("train_game", game=Word(f"game.{game}"))
    if not arguments.folder:
        raise UsageError("train_no_folder")
    if length is not None and length < 1:
        raise UsageError("train_length")
    start = Path(arguments.start) if arguments.start else None
    if start is not None and not start.is_file():
        raise UsageError("train_start", file=str(start))
    if arguments.only is None and (length or start):
        raise UsageError("train_needs_only", names=", ".join(run.name for run in runs_of(game)))
    request = Request(
        game, Path(arguments.folder), only=arguments.only, seed=arguments.seed, length=length, start=start
    )
    requested_runs(request)  # BadOptions if there is no such run.
    return request
