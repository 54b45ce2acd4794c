"""Rows for the tests of the store, and access to the database that bypasses it."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import select

from closecall.store import LogEntry, PersonRow, SecretKind, SecretRow, Status, Store, TableRow
from closecall.store.schema import keys

SEED = "5eed" * 16

_NUMBERS = count(1)


def person(person_id: str = "ada", **others: Any) -> PersonRow:
    """A person."""
    usual: dict[str, Any] = {
        "id": person_id,
        "name": person_id.title(),
        "language": "en",
        "is_bot": False,
        "created_at": 1,
        "seen_at": 1,
    }
    return PersonRow(**usual | others)


def secret(person_id: str = "ada", **others: Any) -> SecretRow:
    """A person's secret."""
    usual: dict[str, Any] = {
        "hash": f"secret-{person_id}",
        "person_id": person_id,
        "kind": SecretKind.SESSION,
        "created_at": 1,
    }
    return SecretRow(**usual | others)


def add(store: Store, who: PersonRow) -> Future[None]:
    """Store a person with a secret."""
    return store.add_person(who, secret(who.id))


def table(table_id: str = "t1", **others: Any) -> TableRow:
    """A table of Ada's."""
    usual: dict[str, Any] = {
        "id": table_id,
        "code": f"code-{table_id}",
        "invite_hash": f"invite-{table_id}",
        "game": "mark",
        "rules_version": 1,
        "options": "{}",
        "seats": "[]",
        "people": frozenset({"ada"}),
        "is_public": False,
        "host": "ada",
        "clock": "none",
        "status": Status.PLAYING,
        "commitment": "c0ffee",
        "words": "[]",
        "created_at": 1000,
    }
    return TableRow(**usual | others)


def set_up(store: Store, *table_ids: str) -> None:
    """Ada and her tables."""
    add(store, person()).result()
    made = [store.create_table(table(table_id), SEED) for table_id in table_ids]
    for future in made:
        future.result()


def entries(store: Store, table_id: str = "t1") -> list[str]:
    """The log of a table; its numbers are without gaps."""
    log = log_of(store, table_id)
    assert [line.n for line in log] == list(range(len(log)))
    return [line.entry for line in log]


def log_of(store: Store, table_id: str, since: int = 0) -> tuple[LogEntry, ...]:
    """The log of a table; empty if there is no such table."""
    stored = store.load_table(table_id, since)
    return () if stored is None else stored.entries


def table_of(store: Store, table_id: str) -> TableRow | None:
    """A table without its log."""
    stored = store.load_table(table_id)
    return None if stored is None else stored.table


def key_of(store: Store, name: str) -> str | None:
    """A key of the server, bypassing the store."""
    with store._reader.begin() as connection:
        return connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one_or_none()


def lines(*texts: str, at: int, since: int = 0) -> tuple[LogEntry, ...]:
    """A log as it should be read."""
    return tuple(LogEntry(n, text, at) for n, text in enumerate(texts, since))


def sqlite_path(url: str) -> Path:
    """The file of an SQLite database."""
    return Path(url.removeprefix("sqlite:///"))


def execute(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements in one transaction, bypassing the store; the rows of the last one."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None, timeout=60)) as lite:
            # A read need not wait for a server that writes all the time.
            is_reading = all(statement.startswith("SELECT") for statement in statements)
            lite.execute("BEGIN" if is_reading else "BEGIN IMMEDIATE")
            rows = [lite.execute(statement).fetchall() for statement in statements][-1]
            lite.execute("COMMIT")
            return rows
    with psycopg.connect(url) as connection:
        cursor = [connection.execute(statement.encode()) for statement in statements][-1]
        return cursor.fetchall() if cursor.description else []


@contextmanager
def locked_log(url: str) -> Iterator[None]:
    """Hold a lock, so that nobody can write to a log."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as lite:
            lite.execute("BEGIN IMMEDIATE")
            yield
            lite.execute("ROLLBACK")
    else:
        with psycopg.connect(url) as connection:
            connection.execute("LOCK TABLE log IN EXCLUSIVE MODE")
            yield
            connection.rollback()


@contextmanager
def another_writes(url: str, statement: str, *, and_commits: bool) -> Iterator[None]:
    """Another process has written something, which is committed or rolled back only at the end."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as lite:
            lite.execute("BEGIN IMMEDIATE")
            lite.execute(statement)
            yield
            lite.execute("COMMIT" if and_commits else "ROLLBACK")
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement.encode())
            yield
            (connection.commit if and_commits else connection.rollback)()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread or process, with a limit."""
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@contextmanager
def held_back(store: Store, url: str, table_id: str = "first") -> Iterator[None]:
    """Keep the writer busy with an append; everything submitted meanwhile is one batch."""
    with locked_log(url):
        first = store.append(table_id, 0, ("first",), at=1)
        wait_until(lambda: store.statistics().waiting == 0)
        yield
        assert not first.done()
    first.result(20)


def new_schema(server: str) -> str:
    """The URL of an empty schema on a server; far faster to create than a database."""
    name = f"test_{next(_NUMBERS)}"
    execute(server, f"CREATE SCHEMA {name}")
    return f"{server}&options=-csearch_path%3D{name}"


def start(
    processes: ForkServerContext, ending: ExitStack, target: object, *args: object
) -> tuple[ForkServerProcess, Connection]:
    """Start another process; it does not outlive the test."""
    ours, theirs = processes.Pipe()
    process = processes.Process(target=target, args=(theirs, *args))  # type: ignore[arg-type]  # Any function.
    process.start()
    theirs.close()
    ending.callback(process.join)
    ending.callback(process.kill)
    ending.callback(ours.close)
    return process, ours
