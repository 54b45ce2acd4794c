"""`closecall simulate`: bots play many games; the results are shown, written and drawn."""

from dataclasses import dataclass

from closecall.bots import NAMES
from closecall.cli.game_options import GivenOptions, add_game_options
from closecall.cli.parser import Parser, UsageError, bots_of_game, list_of
from closecall.games.descriptor import Game
from closecall.messages import Catalogue
from closecall.sim.limits import ENGINES, LARGEST_SEED, Engine
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkArguments:
    """What simulations and leagues share."""

    game: Game
    bots: str | None
    games: int | None
    seed: int | None
    json: bool
    workers: int | None
    engine: Engine | None
    ray_address: str | None
    options: GivenOptions
    plain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(BulkArguments):
    """What to play, how to play it, and what to show."""

    rotate: bool
    readable: bool
    csv: str | None
    plot: str | bool | None
    """The name of an SVG file, or True for bars of text."""


def add_arguments(parser: Parser) -> None:
    """`closecall simulate GAME --bots BOTS --games N`."""
    say = parser.say
    parser.game()
    add_bots(parser, say("cli.about_sim_bots"), required=True)
    parser.number("games", "N", say("cli.about_sim_games"), required=True)
    parser.value("seed", "N", say("cli.about_sim_seed"), convert=parse_seed)
    parser.switch("rotate", say("cli.about_rotate"))
    parser.switch("readable", say("cli.about_readable"))
    parser.group(say("cli.title_shown"))
    parser.switch("json", say("cli.about_json"))
    parser.value("csv", say("cli.meta_file"), say("cli.about_csv"))
    parser.maybe_value("plot", f"{say('cli.meta_file')}.svg", say("cli.about_plot"))
    add_engine(parser)
    add_game_options(parser, is_bulk=True)


# The arguments that leagues have too.


def add_bots(parser: Parser, about: str, *, required: bool = False) -> None:
    """`--bots`, a list of names."""
    metavar = parser.say("cli.meta_bots")
    parser.value("bots", metavar, about, required=required, complete=list_of(bots_of_game))


def add_engine(parser: Parser) -> None:
    """`--workers`, `--engine` and `--ray-address`."""
    say = parser.say
    parser.group(say("cli.title_running"))
    parser.number("workers", "N", say("cli.about_workers"))
    parser.value(
        "engine",
        "|".join(ENGINES),
        say("cli.about_engine"),
        convert=_parse_engine,
        complete=lambda **_: ENGINES,
    )
    parser.value("ray-address", say("cli.meta_host"), say("cli.about_ray_address"), complete=lambda **_: ())


def _parse_engine(text: str) -> Engine:
    for engine in ENGINES:
        if text == engine:
            return engine
    raise UsageError("sim_engine", text=text[:40], engines=", ".join(ENGINES))


def parse_seed(text: str) -> int:
    """A seed of the dice and cards."""
    if not (text.isascii() and text.isdigit() and len(text) <= 19 and int(text) <= LARGEST_SEED):
        raise UsageError("sim_seed", largest=LARGEST_SEED)
    return int(text)


def parse_bots(text: str) -> list[str]:
    """The bots of a list; known names in lower case, everything else as it is."""
    words = [word.strip() for word in text.split(",")]
    return [word.lower() if word.lower() in NAMES else word for word in words]


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play the games and show the results."""
    from closecall.cli.simulate_run import run_simulation  # noqa: PLC0415  # Loads NumPy.

    return run_simulation(arguments, console, say)
