"""`closecall serve`, `closecall backup` and `closecall db`: the server and what it keeps."""

import os
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.storage import trouble_with
from closecall.core.errors import GameError
from closecall.folders import data_folder
from closecall.messages import Catalogue
from closecall.server.bind import listeners_for, port_of
from closecall.server.settings import NAMES_OF_SETTINGS, Settings, load
from closecall.tui.screen import Console

Arguments = dict[str, Any]


def serve(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Run the server until it is stopped."""
    asked = settings_of(arguments, say)
    listeners = listeners_for(asked)
    settings = replace(asked, port=port_of(listeners))

    def invite() -> None:
        if asked.port not in (0, settings.port):  # 0 asks for any.
            console.show(say("serve.other_port", port=asked.port))
        console.show(say("serve.open", url=settings.address), say("serve.stop"))

    # Imported as late as this: the web server is heavy, and no other command needs it.
    code: int = import_module("closecall.server.run").serve(settings, listeners, invite)
    return code


def backup(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Copy the database into a new file, while a server may be using it."""
    if arguments["file"] is None:
        raise UsageError("usage_no_backup")
    from closecall.store.backup import back_up  # noqa: PLC0415  # as above
    from closecall.store.engines import (  # noqa: PLC0415  # as above
        is_sqlite,
        parse_url,
        reading_engine,
        sqlite_file,
    )

    url = parse_url(settings_of(arguments, say).database)
    if is_sqlite(url) and not sqlite_file(url).exists():
        raise GameError("no_database", file=str(sqlite_file(url)))
    # The store would refuse an older database, but before an upgrade is the best time for a backup.
    engine = reading_engine(url, 1)
    try:
        back_up(engine, Path(arguments["file"]))
    finally:
        engine.dispose()
    console.show(say("backup.done", file=arguments["file"]))
    return 0


def db(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Bring the database up to date."""
    if arguments["task"] != "upgrade":
        raise UsageError("usage_db")
    from closecall.store import upgrade  # noqa: PLC0415  # as above

    settings = settings_of(arguments, say)
    version = upgrade(settings.database)
    console.show(say("db.upgraded", database=settings.shown_database, version=version))
    return 0


def settings_of(arguments: Arguments, say: Catalogue) -> Settings:
    """The settings from the arguments, the environment and the file; a mistake is one of usage."""
    try:
        return _loaded(arguments)
    except GameError as error:
        raise UsageError(error.code, **error.facts) from error
    except OSError as error:
        file = error.filename or arguments.get("config") or os.environ.get("CLOSECALL_CONFIG", "")
        raise UsageError("disk_failed", file=str(file), reason=trouble_with(say, error)) from error


def _loaded(arguments: Arguments) -> Settings:
    flags = {name: arguments.get(name) for name in (*NAMES_OF_SETTINGS, "config")}
    flags["log_format"] = "json" if arguments.get("json_logs") else None
    flags["metrics"] = "yes" if arguments.get("metrics") else None
    flags["may_upgrade"] = "no" if arguments.get("no_upgrade") else None
    settings = load(flags, os.environ, data_folder)
    if isinstance(settings.database, str):
        # Whatever else is wrong with an address is noticed now, and not when the server has begun to start.
        import_module("closecall.store.engines").parse_url(settings.database)
    return settings
