"""`closecall rules`: print the rules of a game."""

from dataclasses import dataclass

from closecall.cli.parser import Parser
from closecall.games import rules_text
from closecall.games.descriptor import Game
from closecall.messages import Catalogue
from closecall.tui.screen import Console, format_markdown


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game."""

    game: Game


def add_arguments(parser: Parser) -> None:
    """`closecall rules GAME`."""
    parser.game()


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Print the rules in the reader's language."""
    console.show(*format_markdown(rules_text(arguments.game.slug, say.language), console.style()))
    return 0
