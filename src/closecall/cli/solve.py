"""`closecall solve`: perfect solitaire play of a game, computed once and kept."""

import json
import sys
from dataclasses import dataclass
from importlib import import_module

from closecall.cli.number_format import decimal, grouped
from closecall.cli.parser import INTERRUPTED, Parser, UsageError, check_range, game_named
from closecall.cli.progress import Progress, compile_notice
from closecall.cpu import cores
from closecall.games import game_of, slugs
from closecall.games.descriptor import Game
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console

MOST_WORKERS = 64
PARTS = 1000
"""The steps of the progress line."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, with how many threads, and how to show it."""

    game: Game
    json: bool
    workers: int | None
    plain: bool


def add_arguments(parser: Parser) -> None:
    """`closecall solve GAME`, where the game has a solver."""
    say, solvable = parser.say, _solvable()
    parser.positional(
        "game",
        "|".join(solvable),
        say("cli.about_solve_game"),
        convert=_solvable_game,
        complete=lambda **_: solvable,
    )
    parser.switch("json", say("cli.about_json"))
    parser.number("workers", "N", say("cli.about_solve_workers"))


def _solvable() -> tuple[str, ...]:
    return tuple(slug for slug in slugs() if game_of(slug).solver is not None)


def _solvable_game(text: str | None) -> Game:
    game = game_named(text)
    if game.solver is None:
        raise UsageError("solve_game", game=Word(f"game.{game.slug}"), games=", ".join(_solvable()))
    return game


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Compute the table, or find it; after Ctrl-C, keep the part that is done."""
    game, workers = arguments.game, arguments.workers
    if workers is None:
        workers = min(cores(), MOST_WORKERS)
    check_range("--workers", workers, 1, MOST_WORKERS)
    assert game.solver is not None
    solver = import_module(game.solver)  # Loads Numba.
    line = Progress(say, PARTS, sys.stderr, is_plain=arguments.plain, sentence="solve.progress")
    share = 0.0

    def show(done: float) -> None:
        nonlocal share
        share = done
        line.show(int(PARTS * done))

    try:
        with compile_notice(say):
            solver.warm_up()
        folder = solver.cache_folder()
        solved = solver.solve(folder, workers, show)
        expectation = solved.expectation
    except KeyboardInterrupt:
        line.close()
        print(say("solve.stopped", percent=int(100 * share)), file=sys.stderr)
        return INTERRUPTED
    line.close()
    states, file = int(solved.values.size), folder / solver.TABLE_FILE
    if arguments.json:
        found = {
            "game": game.slug,
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
        say("solve.expectation", game=say(f"game.{game.slug}"), points=decimal(say, expectation, 3)),
        say("solve.states", states=grouped(say, states), seconds=seconds),
        how,
    )
    return 0
