"""`closecall backup`: copy the server's database into a new file."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from closecall.cli.parser import Parser, UsageError
from closecall.cli.serve import Location, add_location, settings_of
from closecall.core.errors import GameError
from closecall.messages import Catalogue
from closecall.tui.screen import Console


@dataclass(frozen=True, slots=True)
class Arguments(Location):
    """Which database, and the file for its copy."""

    file: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall backup FILE`."""
    parser.positional("file", parser.say("cli.meta_file"), parser.say("cli.about_backup_file"))
    add_location(parser)


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Copy the database, even while a server is using it."""
    if arguments.file is None:
        raise UsageError("usage_no_backup")
    engines = import_module("closecall.store.engines")  # Loads SQLAlchemy.
    url = engines.parse_url(settings_of(arguments, say).database)
    if engines.is_sqlite(url) and not engines.sqlite_file(url).exists():
        raise GameError("no_database", file=str(engines.sqlite_file(url)))
    # The store refuses an older database, but before an upgrade is the best time for a backup.
    engine = engines.reading_engine(url, 1)
    try:
        import_module("closecall.store.backup").back_up(engine, Path(arguments.file))
    finally:
        engine.dispose()
    console.show(say("backup.done", file=arguments.file))
    return 0
