"""`closecall verify`: recompute every roll and draw of a finished game."""

from dataclasses import dataclass

from closecall.cli.parser import Parser
from closecall.cli.saved_games import add_record_argument, named_record
from closecall.core.errors import GameError
from closecall.core.fate import verify
from closecall.core.record import replay
from closecall.core.rules import Over
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game."""

    file: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall verify FILE`."""
    add_record_argument(parser)


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Compare the game with its seed; UnfairRecord says where they differ."""
    record = named_record(arguments.file)
    rules = rules_of(record.game)
    if not isinstance(replay(rules, record).pending, Over):
        raise GameError("verify_unfinished")
    console.show(say("verify.good", n=verify(rules, record)))
    return 0
