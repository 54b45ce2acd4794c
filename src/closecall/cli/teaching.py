"""`closecall train`: find the values of a strong bot by games against itself."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.options import whole_number
from closecall.cli.patience import compiling_told
from closecall.cli.playing import game_named
from closecall.cli.simulating import chosen_seed
from closecall.messages import Catalogue
from closecall.training.courses import USUAL_LENGTH, Asked, learn
from closecall.tui.screen import Console

INTERRUPTED = 130
SEATS = {"qwixx": range(2, 6), "enough": range(3, 6)}

Arguments = dict[str, Any]


def train(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Learn; after Ctrl-C what has been learnt is kept, and the same command goes on."""
    asked = _asked(arguments)
    console.show(say("train.begun", game=say(f"game.{asked.game}"), folder=str(asked.folder)))
    try:
        with compiling_told(say):
            learn(asked, _tell)
    except KeyboardInterrupt:
        print(say("train.stopped"), file=sys.stderr)
        return INTERRUPTED
    console.show(say("train.done", folder=str(asked.folder)))
    return 0


def _tell(line: str | Mapping[str, Any]) -> None:
    """A line of the curve, as it also stands in the folder."""
    print(line if isinstance(line, str) else json.dumps(dict(line)), flush=True)


def _asked(arguments: Arguments) -> Asked:
    game = game_named(arguments["game"])
    if not arguments["folder"]:
        raise UsageError("train_no_folder")
    length = whole_number("--length", arguments["length"]) if arguments["length"] else USUAL_LENGTH[game]
    if length < 1:
        raise UsageError("train_length")
    known = Path(arguments["start"]) if arguments["start"] else None
    if known is not None and not known.is_file():
        raise UsageError("train_start", file=str(known))
    seed = chosen_seed(arguments["seed"])
    return Asked(game, Path(arguments["folder"]), seed or 0, length, _seats(game, arguments["seats"]), known)


def _seats(game: str, text: str | None) -> int | None:
    if not text:
        return None
    seats = whole_number("--seats", text)
    if seats not in SEATS.get(game, ()):
        raise UsageError("train_seats")
    return seats
