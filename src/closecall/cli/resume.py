"""`closecall resume`: go on with a saved game."""

from dataclasses import dataclass
from pathlib import Path

from closecall.atomic_files import remove_temporaries
from closecall.bots import EXTERNAL_PREFIX
from closecall.cli.parser import Parser
from closecall.cli.play import bots_of, play_on
from closecall.cli.saved_games import (
    SavedGame,
    complete_records,
    find_saved_game,
    is_in_games_folder,
    load_record,
    saved_games,
)
from closecall.core.errors import GameError
from closecall.core.record import AnyMatch, Record, replay
from closecall.core.rules import Over
from closecall.games import game_of, rules_of
from closecall.messages import Catalogue
from closecall.tui.screen import Console, printable
from closecall.tui.session import Setup


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, and how to go on with it."""

    file: str | None
    """None for the one that was played last."""
    no_confirm: bool


def add_arguments(parser: Parser) -> None:
    """`closecall resume [FILE]`."""
    say = parser.say
    parser.positional(
        "file",
        say("cli.meta_file"),
        say("cli.about_resume_file"),
        optional=True,
        complete=complete_records,
    )
    parser.switch("no-confirm", say("cli.about_no_confirm"))


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Continue the game in the file, or the one played last."""
    chosen = arguments.file
    path, record, match = _latest() if chosen is None else _loaded(find_saved_game(chosen))
    if not is_in_games_folder(path):
        _ask_about_programs(record, console, say)
    remove_temporaries(path)
    setup = Setup(
        players=record.players,
        bots=bots_of(game_of(record.game), record.players),
        commitment=record.commitment,
        seed=record.seed,
        confirm=not arguments.no_confirm,
        words=record.words,
        daily=record.daily,
        rules_version=record.rules_version,
    )
    if record.commitment is not None and record.seed is None:
        raise GameError("resume_no_seed")
    file = SavedGame(path, say, is_usual=chosen is None, written=record)
    return play_on(match, setup, file, console, say)


def _ask_about_programs(record: Record, console: Console, say: Catalogue) -> None:
    """Ask before starting a program that a file names: somebody else may have written the file."""
    for bot in dict.fromkeys([player.bot for player in record.players if player.bot]):
        if bot.startswith(EXTERNAL_PREFIX):
            try:
                answer = console.ask(
                    say("resume.program", command=printable(bot.removeprefix(EXTERNAL_PREFIX)))
                )
            except EOFError:
                answer = ""
            if answer.lower() != say("resume.yes"):
                raise GameError("resume_no_program")


def _loaded(path: Path) -> tuple[Path, Record, AnyMatch]:
    record = load_record(path)
    return path, record, replay(rules_of(record.game), record)


def _latest() -> tuple[Path, Record, AnyMatch]:
    for path in saved_games():
        try:
            found = _loaded(path)
        except (OSError, GameError):
            continue  # Skip a damaged file: the others can still be resumed.
        if not isinstance(found[2].pending, Over):
            return found
    raise GameError("nothing_to_resume")
