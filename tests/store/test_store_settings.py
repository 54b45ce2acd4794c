"""Settings of both databases: commits are on disk, nobody waits forever, and secrets stay secret."""

import logging
import stat
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, QueuePool, event

from closecall.store import (
    LogEntry,
    SecretKind,
    SecretUse,
    Spent,
    Status,
    Store,
    StoredTable,
    StoreError,
    Taken,
    reads,
    schema,
    upgrade,
    writes,
)
from closecall.store.engines import parse_url, reading_engine, writing_engine
from closecall.store.schema_version import HEAD
from store.store_helpers import entries, key_of, log_of, person, secret, set_up, sqlite_path, table

CANARY = "canary-5ecre7"


def setting(url: str, name: str) -> object:
    """A setting of a connection that writes."""
    engine = writing_engine(parse_url(url))
    try:
        with engine.connect() as connection:
            word = "PRAGMA" if url.startswith("sqlite") else "SHOW"
            return connection.exec_driver_sql(f"{word} {name}").scalar_one()
    finally:
        engine.dispose()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 10_000),
        ("fullfsync", 1),
    ],
)
def test_sqlite(sqlite_database: str, name: str, value: object) -> None:
    """2 is FULL: the write-ahead log is forced to disk with every commit."""
    assert setting(sqlite_database, name) == value


@pytest.mark.parametrize(
    ("given", "used"), [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply"), ("local", "local")]
)
def test_postgres(postgres: str, given: str, used: str) -> None:
    """A commit waits for the disk even where the database is set not to; who wants more than that gets it."""
    url = f"{postgres}&options=-csynchronous_commit%3D{given}"
    assert setting(url, "synchronous_commit") == used
    assert setting(url, "idle_in_transaction_session_timeout") == "10s"
    assert setting(url, "lock_timeout") == "5s"


def test_readers_cannot_write(url: str) -> None:
    """Whatever a query does."""
    engine = reading_engine(parse_url(url), 1)
    with engine.connect() as connection, pytest.raises(Exception, match=r"(?i)read-?only"):
        connection.exec_driver_sql("DELETE FROM people")
    engine.dispose()


def test_a_reader_sees_one_moment(url: str) -> None:
    """Two queries of one read agree, even if somebody writes between them."""
    with Store.open(url) as store:
        set_up(store, "t1")
        engine = reading_engine(parse_url(url), 1)
        with engine.begin() as connection:
            count = "SELECT count(*) FROM log"
            before = connection.exec_driver_sql(count).scalar_one()
            store.append("t1", 0, ["a"], at=1).result()
            assert connection.exec_driver_sql(count).scalar_one() == before == 0
        engine.dispose()
        assert entries(store) == ["a"]


def test_many_threads_read(url: str) -> None:
    """More readers than connections take turns, while somebody writes."""
    with Store.open(url, readers=2) as store, ThreadPoolExecutor(12) as pool:
        set_up(store, "t1")
        lengths = [pool.submit(lambda: len(log_of(store, "t1"))) for _ in range(60)]
        for n in range(10):
            store.append("t1", n, [str(n)], at=1).result()
        assert all(0 <= length.result(20) <= 10 for length in lengths)
        assert len(set(pool.map(lambda _: store.load_table("t1"), range(30)))) == 1
        engine = store._reader.pool
        assert isinstance(engine, QueuePool)
        assert engine.checkedin() <= 2


def explained(engine: Engine) -> list[str]:
    """How SQLite finds the rows of each query that will be made."""
    plans: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def explain(connection: Connection, _c: object, query: str, given: Any, _d: object, _m: object) -> None:
        driver: Any = connection.connection.driver_connection
        if not query.startswith(("BEGIN", "EXPLAIN")):
            plans.extend(row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {query}", given))

    return plans


def test_no_answer_reads_a_whole_table(sqlite_database: str) -> None:
    """Every query finds its rows by a key or an index, however many there are."""
    engine = reading_engine(parse_url(sqlite_database), 1)
    plans = explained(engine)
    with Store.open(sqlite_database) as store:
        set_up(store, "t1")
    with engine.connect() as connection:
        reads.load_table(connection, "t1", 0)
        reads.find_by_code(connection, "code-t1")
        reads.find_by_invite_hash(connection, "invite-t1")
        reads.public_tables(connection, Status.OPEN, 10)
        reads.unfinished_tables(connection, "", 10)
        reads.games_of(connection, "ada", 10, 10)
        reads.results_of(connection, ["t1", "t2"])
        reads.hall_of_fame(connection, "mark", 10)
        reads.household_fame(connection, "ada", ["mark", "qwixx"], 10)
        reads.find_person(connection, "ada")
        reads.find_secret(connection, "secret-ada")
        reads.ping(connection)
        reads.ratings_of(connection, "mark", ["ada", "bob"])
        reads.top_ratings(connection, "mark", 10, 5)
        reads.find_shared(connection, "token")
        reads.find_day(connection, "2026-11-18")
        reads.tries_at(connection, "ada", "mark", "2026-11-18")
        reads.first_tries(connection, "ada", "mark", 10)
        reads.ranking(connection, "mark", "2026-11-18", 10)
        reads.standing(connection, "mark", "2026-11-18", 50)
        reads.find_par(connection, "mark", "2026-11-18")
    engine.dispose()
    searched = {plan.split()[1] for plan in plans if plan.startswith("SEARCH")}
    assert searched == {table.name for table in schema.metadata.tables.values()}
    assert [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in searched] == []


def test_writing_secrets_uses_indexes(sqlite_database: str) -> None:
    """Adding, listing and deleting secrets uses a key or an index."""
    engine = writing_engine(parse_url(sqlite_database))
    plans = explained(engine)
    with engine.connect() as connection:
        for write in (
            writes.DropSecret("hash"),
            writes.ForgetExpired(1),
        ):
            write.run(connection)
        with pytest.raises(Spent):
            writes.UseSecret("hash", SecretKind.CARRY, 1).run(connection)
        assert [plan.split()[:2] for plan in plans] == [["SEARCH", "secrets"]] * 3
        plans.clear()
        writes.EndAccess("ada").run(connection)
        writes.RecordUses((SecretUse("hash", 1, None),)).run(connection)
        writes.AddPerson(person(), secret()).run(connection)
        writes.AddSecret(secret(hash="carry", kind=SecretKind.CARRY), "secret-ada", 3).run(connection)
        writes.AddPerson(person("bot", owner="ada"), secret("bot"), "secret-ada", 3).run(connection)
        reads.access_of(connection, "ada", 1)
    engine.dispose()
    assert len([plan for plan in plans if plan.startswith("SEARCH")]) >= 10
    assert [plan for plan in plans if plan.startswith("SCAN")] == []


def test_the_file_is_private(tmp_path: Path) -> None:
    """It contains seeds, so no other user may read it or its companions; its folder is created if
    necessary."""
    path = tmp_path / "new" / "folder" / "closecall.db"
    with Store.open(f"sqlite:///{path}") as store:
        set_up(store, "t1")
        files = sorted(path.parent.iterdir())
        assert [file.name for file in files] == ["closecall.db", "closecall.db-shm", "closecall.db-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert [file.name for file in path.parent.iterdir()] == ["closecall.db"]


# Secrets


def test_reprs_contain_no_secrets() -> None:
    """The repr of a row contains no seed, no log and no hash."""
    row = table(invite_hash=CANARY)
    rows = [row, StoredTable(row, CANARY, (LogEntry(0, CANARY, 1),)), secret(hash=CANARY)]
    assert CANARY not in repr(rows)


def test_errors_and_log_lines(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither a refusal with all its causes nor a log line contains a secret."""
    caplog.set_level(logging.INFO, "sqlalchemy.engine")
    told = []
    with Store.open(url) as store:
        set_up(store, "t1")
        store.create_table(table("t2", invite_hash=CANARY), CANARY).result()
        store.add_person(person("bob"), secret("bob", hash=CANARY)).result()
        assert store.keep_key("cookie", CANARY).result() == key_of(store, "cookie") == CANARY
        for kind, future in (
            (Taken, store.create_table(table("t3", invite_hash=CANARY), CANARY)),
            (Taken, store.create_table(table("t2"), CANARY)),
            (Taken, store.add_person(person("cleo"), secret("cleo", hash=CANARY))),
            (Taken, store.add_secret(secret(hash=CANARY))),
            (Spent, store.use_secret(CANARY, SecretKind.CARRY, 1)),
            (StoreError, store.create_table(table("t4", host=CANARY), CANARY)),
            (StoreError, store.append(CANARY, 0, [CANARY], at=1)),
        ):
            with pytest.raises(kind) as refused:
                future.result()
            told.append("".join(traceback.format_exception(refused.value)))
        assert store.find_by_invite_hash(CANARY) is not None
    assert len(told) == 7
    assert "Taken" in told[0]
    assert CANARY not in "".join(told)
    assert "INSERT INTO people" in caplog.text
    assert CANARY not in caplog.text


def test_upgrading_needs_no_secret(sqlite_database: str) -> None:
    """The result is the version; doing so twice is harmless."""
    assert upgrade(sqlite_database) == upgrade(sqlite_database) == HEAD
    assert sqlite_path(sqlite_database).exists()
