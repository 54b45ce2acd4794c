"""`closecall league`: all bots of a game against each other, on the same dice, in every order of seats."""

from dataclasses import dataclass

from closecall.cli.game_options import add_game_options
from closecall.cli.parser import Parser
from closecall.cli.simulate import BulkArguments, add_bots, add_engine, parse_seed
from closecall.messages import Catalogue
from closecall.tui.screen import Console

MOST_SEATS = 5
USUAL_SEED = 2018
"""No bot was trained with these dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(BulkArguments):
    """Which bots play, how much, and what to show; `games` is for each lineup of bots."""

    seats: int | None
    fresh: bool
    page: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall league GAME`."""
    say = parser.say
    parser.game()
    add_bots(parser, say("cli.about_league_bots"))
    parser.number("seats", f"2-{MOST_SEATS}", say("cli.about_league_seats"))
    parser.number("games", "N", say("cli.about_league_games"))
    parser.value("seed", "N", say("cli.about_league_seed", seed=USUAL_SEED), convert=parse_seed)
    parser.switch("fresh", say("cli.about_fresh"))
    parser.group(say("cli.title_shown"))
    parser.switch("json", say("cli.about_json"))
    parser.value("page", say("cli.meta_folder"), say("cli.about_page"))
    add_engine(parser)
    add_game_options(parser, is_bulk=True)


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play the rest of the league, and show its standing."""
    from closecall.cli.league_run import run_league  # noqa: PLC0415  # Loads NumPy.

    return run_league(arguments, console, say)
