"""`closecall db upgrade`: bring the server's database up to date."""

from dataclasses import dataclass
from importlib import import_module

from closecall.cli.parser import Parser, UsageError
from closecall.cli.serve import Location, add_location, settings_of
from closecall.messages import Catalogue
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True)
class Arguments(Location):
    """Which database, and what to do with it."""

    task: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall db upgrade`."""
    about = parser.say("cli.about_upgrade")
    parser.positional("task", "upgrade", about, complete=lambda **_: ("upgrade",))
    add_location(parser)


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Upgrade the database."""
    if arguments.task != "upgrade":
        raise UsageError("usage_db")
    settings = settings_of(arguments, say)
    version = import_module("closecall.store").upgrade(settings.database)  # Loads SQLAlchemy.
    console.show(say("db.upgraded", database=settings.shown_database, version=version))
    return 0
