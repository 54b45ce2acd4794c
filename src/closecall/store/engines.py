"""Connections to SQLite and PostgreSQL, set up so that a commit that has returned is on disk."""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from closecall.store.errors import StoreError

BUSY_SECONDS = 10
"""How long to wait for another process that is writing."""

_SQLITE_SETTINGS = (
    f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # Where a plain fsync does not reach the disk (macOS).
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
)
# A checkpoint waits for the disk twice more, so there is only one in many commits.
_SQLITE_WRITER = (
    "PRAGMA wal_autocheckpoint = 8000",
    "PRAGMA cache_size = -8192",  # In KiB: enough for games in progress. Finished ones would fill any cache.
    "PRAGMA temp_store = MEMORY",  # Otherwise each batch creates a temporary file for its statement journal.
)

_POSTGRES_WRITER = (
    "SET lock_timeout = '5s'",
    # A process that hangs while it holds a lock must not block the others forever.
    "SET idle_in_transaction_session_timeout = '10s'",
    # Raise `off` to `on`; leave stricter settings alone.
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') = 'off'",
)
# Notice a server that has vanished within half a minute, not after hours.
_POSTGRES_NETWORK = {
    "application_name": "closecall",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "25000",
}


def parse_url(given: str | Path) -> URL:
    """Parse `sqlite:///path/to/file`, `postgresql://user@host/name` or a path; errors do not quote it."""
    if isinstance(given, Path):
        return URL.create("sqlite", database=str(given.absolute()))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise StoreError("store_bad_url") from None
    match url.drivername:
        case "sqlite" if url.database and url.database != ":memory:" and not url.query:
            return parse_url(Path(url.database))
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case _:
            raise StoreError("store_bad_url")


def is_sqlite(url: URL) -> bool:
    """Whether a URL names an SQLite file."""
    return url.drivername == "sqlite"


def sqlite_file(url: URL) -> Path:
    """The file of an SQLite database."""
    assert url.database is not None
    return Path(url.database)


def writing_engine(url: URL, *, checks_references: bool = True) -> Engine:
    """Connections that write; with SQLite a transaction holds the write lock from its beginning."""
    if not is_sqlite(url):
        engine = _postgres_engine(url, poolclass=NullPool)
        _on_connect(engine, *_POSTGRES_WRITER)
        return engine
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    off = () if checks_references else ("PRAGMA foreign_keys = OFF",)
    _on_connect(engine, *_SQLITE_SETTINGS, *_SQLITE_WRITER, *off)
    _on_begin(engine, "BEGIN IMMEDIATE")
    return engine


def reading_engine(url: URL, connections: int) -> Engine:
    """A few connections that only read; all queries of a transaction see the same snapshot."""
    pool = {"pool_size": connections, "max_overflow": 0}
    if not is_sqlite(url):
        engine = _postgres_engine(url, pool_pre_ping=True, isolation_level="REPEATABLE READ", **pool)
        return engine.execution_options(postgresql_readonly=True)
    engine = create_engine(url, hide_parameters=True, **pool)
    _on_connect(engine, *_SQLITE_SETTINGS, "PRAGMA query_only = ON")
    _on_begin(engine, "BEGIN")
    return engine


def _postgres_engine(url: URL, **settings: Any) -> Engine:
    missing = {name: value for name, value in _POSTGRES_NETWORK.items() if name not in url.query}
    try:
        return create_engine(url, connect_args=missing, hide_parameters=True, **settings)
    except ModuleNotFoundError as error:  # The driver may not be installed.
        raise StoreError("store_cannot_open", reason=error.msg) from None


def _on_connect(engine: Engine, *statements: str) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        if engine.dialect.name == "sqlite":
            connection.isolation_level = None  # Otherwise Python begins transactions by itself.
        else:
            connection.autocommit = True
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
        if engine.dialect.name != "sqlite":
            connection.autocommit = False


def _on_begin(engine: Engine, statement: str) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)


def make_file(path: Path) -> None:
    """Create the folder and the empty file of a new SQLite database, which no other user may read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError("store_cannot_open", reason=error.strerror or type(error).__name__) from None


def was_left_open(path: Path) -> bool:
    """Whether a process that wrote to an SQLite file has crashed, or is still writing: its log remains."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def turn_to_wal(engine: Engine, *, is_doubtful: bool) -> None:
    """Switch an SQLite file to write-ahead logging, so that readers and the writer do not block each
    other; check a doubtful one first."""
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        try:
            if is_doubtful and driver.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StoreError("store_damaged")
            mode = _journal_mode(driver)
        except sqlite3.Error as error:
            raise StoreError("store_cannot_open", reason=reason_of(error)) from None
    if mode != "wal":
        raise StoreError("store_no_wal")


def _journal_mode(driver: sqlite3.Connection) -> object:
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return driver.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            # If two processes do this to a new file, SQLite refuses one at once, whatever the timeout.
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def is_in_transaction(connection: Connection) -> bool:
    """Whether the database itself still has an open transaction to commit."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        return bool(driver.in_transaction)
    return bool(driver.info.transaction_status.name == "INTRANS")


def reason_of(error: BaseException) -> str:
    """Why a database failed, in its own words, without the values on further lines."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = str(cause).strip() if isinstance(error, DBAPIError | sqlite3.Error) else ""
    return words.splitlines()[0] if words else type(cause).__name__


def breaks_unique(error: DBAPIError) -> bool:
    """Whether a unique constraint was violated."""
    names = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505")
    return _code_of(error) in names


def breaks_reference(error: DBAPIError) -> bool:
    """Whether a foreign key refers to a missing row."""
    return _code_of(error) in ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")


def is_contention(error: DBAPIError) -> bool:
    """Whether PostgreSQL aborted a transaction in favour of another; each write alone may pass."""
    return _code_of(error) in ("40P01", "40001", "55P03")


def _code_of(error: DBAPIError) -> object:
    return getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
