"""A consistent copy of an SQLite database, while others go on writing."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from closecall.store.engines import reason_of
from closecall.store.errors import StoreError


def back_up(engine: Engine, path: Path) -> None:
    """Copy the database into a new file, which appears complete or not at all."""
    if engine.dialect.name != "sqlite":
        raise StoreError("store_backup_postgres")
    try:
        descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        os.close(descriptor)
    except OSError as error:
        raise _failed(error) from None
    part = Path(name)
    try:
        _copy(engine, part)
        os.link(part, path)  # Unlike a rename, this never replaces a file.
        _sync(path.parent)
    except FileExistsError:
        raise StoreError("store_backup_exists", file=str(path)) from None
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise _failed(error) from None
    finally:
        for leftover in (part, Path(f"{part}-wal"), Path(f"{part}-shm"), Path(f"{part}-journal")):
            leftover.unlink(missing_ok=True)


def _copy(engine: Engine, part: Path) -> None:
    with closing(engine.raw_connection()) as source, closing(sqlite3.connect(part)) as target:
        assert isinstance(source.driver_connection, sqlite3.Connection)
        # All pages in one step: a copy in several steps would restart with every write.
        source.driver_connection.backup(target, pages=-1)
    _sync(part)


def _sync(path: Path) -> None:
    with suppress(PermissionError, IsADirectoryError):  # Some systems cannot open, and so not sync, a folder.
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _failed(error: OSError | sqlite3.Error | SQLAlchemyError) -> StoreError:
    strerror = error.strerror if isinstance(error, OSError) else None
    return StoreError("store_backup_failed", reason=strerror or reason_of(error))
