"""Schema versions: creating a database, upgrading it, or refusing it."""

from pathlib import Path

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from closecall.store.engines import (
    is_sqlite,
    make_file,
    parse_url,
    reason_of,
    sqlite_file,
    turn_to_wal,
    was_left_open,
    writing_engine,
)
from closecall.store.errors import StoreError
from closecall.store.schema import metadata

HEAD = "0007"
"""The newest revision in `migrations/versions`; if a database has it, Alembic is not even loaded."""

VERSION_TABLE = "closecall_version"
MIGRATIONS = Path(__file__).parent / "migrations"

_LOCK = 0x636C6F7365
"""The advisory lock with which processes take turns to upgrade a PostgreSQL database."""


def upgrade(database: str | Path) -> str:
    """Create or upgrade a database, given by its URL or file; the version it has now."""
    prepare(parse_url(database), may_upgrade=True)
    return HEAD


def prepare(url: URL, *, may_upgrade: bool, scripts: Path = MIGRATIONS, head: str = HEAD) -> None:
    """Create or upgrade a database in one transaction, or refuse it."""
    is_doubtful = is_sqlite(url) and was_left_open(sqlite_file(url))
    if is_sqlite(url):
        make_file(sqlite_file(url))
    # Migrations in SQLite drop and recreate tables that others refer to.
    engine = writing_engine(url, checks_references=False)
    try:
        if is_sqlite(url):
            turn_to_wal(engine, is_doubtful=is_doubtful)
        with engine.begin() as connection:
            _take_turns(connection)
            version = version_of(connection)
            if version != head:
                _check(version, head, may_upgrade=may_upgrade)
                _migrate(connection, scripts)
    except SQLAlchemyError as error:
        raise StoreError("store_cannot_open", reason=reason_of(error)) from None
    finally:
        engine.dispose()


def version_of(connection: Connection) -> str | None:
    """The version of a database; None if it is empty. Another program's is refused."""
    known = inspect(connection)
    if known.has_table(VERSION_TABLE):
        version: str = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one()
        return version
    if any(known.has_table(name) for name in metadata.tables):
        raise StoreError("store_foreign")
    return None


def _check(version: str | None, head: str, *, may_upgrade: bool) -> None:
    if version is None:
        return
    if not version.isdigit():
        raise StoreError("store_foreign")
    if int(version) > int(head):
        raise StoreError("store_newer", version=version, ours=head)
    if not may_upgrade:
        raise StoreError("store_older", version=version, ours=head)


def _take_turns(connection: Connection) -> None:
    """Wait for other processes that open the same database; with SQLite every transaction does."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def _migrate(connection: Connection, scripts: Path) -> None:
    from alembic import command  # noqa: PLC0415  # slow to import, and most starts do not need it
    from alembic.config import Config  # noqa: PLC0415  # likewise

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise StoreError("store_cannot_open", reason=f"{broken[0]} → {broken[2]}")
