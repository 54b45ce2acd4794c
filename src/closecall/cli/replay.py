"""`closecall replay`: show a saved game again."""

from dataclasses import dataclass

from closecall.cli.parser import Parser, UsageError
from closecall.cli.saved_games import add_record_argument, named_record
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.tui.replayer import Replayer
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, from which step, and whether to wait after each."""

    file: str | None
    step: bool
    first: int | None


def add_arguments(parser: Parser) -> None:
    """`closecall replay FILE`."""
    say = parser.say
    add_record_argument(parser)
    parser.switch("step", say("cli.about_step"))
    parser.number("from", "N", say("cli.about_from"), field="first")


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Show the game, one step for each Enter where a person is watching."""
    record = named_record(arguments.file)
    first = arguments.first or 0
    replayer = Replayer(rules_of(record.game), record, console, say)
    if first >= len(replayer):
        raise UsageError("usage_from", last=len(replayer) - 1)
    replayer.run(first, by_steps=arguments.step or console.is_interactive)
    return 0
