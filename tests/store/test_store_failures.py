"""When the database fails: acknowledged writes stay, all others are reported, and the store continues."""

import random
import sqlite3
import time
from contextlib import ExitStack, closing
from multiprocessing.context import ForkServerContext
from pathlib import Path
from shutil import copy

import psycopg
import pytest

from closecall.store import InDoubt, NotKept, Store, StoreError, Taken
from store import writer_processes
from store.store_helpers import (
    add,
    entries,
    execute,
    held_back,
    locked_log,
    log_of,
    person,
    set_up,
    sqlite_path,
    start,
    wait_until,
)

TABLES = ("t1", "t2", "t3")


def test_killed_at_any_moment(sqlite_database: str, processes: ForkServerContext) -> None:
    """However often the process is killed, every acknowledged entry is there, once, and without a gap."""
    kill_again_and_again(sqlite_database, processes, 20)


def test_killed_while_it_talks_to_a_server(postgres_database: str, processes: ForkServerContext) -> None:
    """The same, with a database that lives on."""
    kill_again_and_again(postgres_database, processes, 5)


def kill_again_and_again(url: str, processes: ForkServerContext, kills: int) -> None:
    """Start a process that appends, kill it, and check what is left."""
    rng = random.Random(20)
    with Store.open(url) as store:
        set_up(store, *TABLES)
    acknowledged = dict.fromkeys(TABLES, -1)
    for _ in range(kills):
        with ExitStack() as ending:
            process, pipe = start(processes, ending, writer_processes.append_for_ever, url, TABLES)
            heard = [pipe.recv() for _ in range(2 * len(TABLES))]  # Two of each table, however slow it is.
            time.sleep(rng.uniform(0, 0.05))
            process.kill()
            process.join()
            try:
                while True:
                    heard.append(pipe.recv())
            except EOFError:
                pass
        acknowledged |= dict(heard)
        with Store.open(url) as store:
            for name in TABLES:
                written = entries(store, name)
                assert written == [f"{name} {n}" for n in range(len(written))]
                assert len(written) > acknowledged[name]
    assert min(acknowledged.values()) >= kills


def test_a_full_disk(sqlite_database: str, processes: ForkServerContext) -> None:
    """What does not fit is refused with the reason, stored rows stay, and with space again it continues."""
    with Store.open(sqlite_database) as store:
        set_up(store, "t1")
    with ExitStack() as ending:
        process, pipe = start(processes, ending, writer_processes.fill_the_disk, sqlite_database, "t1")
        kept, failures = pipe.recv()
        assert 3 < kept < 40
        assert len(failures) == 3
        for kind, code, reason in failures:
            assert (kind, code) in {("NotKept", "store_not_kept"), ("InDoubt", "store_in_doubt")}
            assert "disk" in reason
        assert pipe.recv() == kept + 1
        process.join()
        assert process.exitcode == 0
    with Store.open(sqlite_database) as store:
        assert entries(store) == ["x" * 20_000] * kept + ["room again"]


def crashed(sqlite_database: str, folder: Path) -> Path:
    """The files of a database whose process has crashed, with its write-ahead log."""
    folder = folder / "after the crash"
    folder.mkdir()
    with Store.open(sqlite_database) as store:
        set_up(store, "t1")
        store.append("t1", 0, ["x" * 3000] * 30, at=1).result()
        for path in sqlite_path(sqlite_database).parent.glob(f"{sqlite_path(sqlite_database).name}*"):
            copy(path, folder / path.name)
    return folder / sqlite_path(sqlite_database).name


def test_a_crash_leaves_a_whole_database(sqlite_database: str, tmp_path: Path) -> None:
    """It is checked, and opens."""
    file = crashed(sqlite_database, tmp_path)
    assert file.with_name(f"{file.name}-wal").stat().st_size > 0
    with Store.open(file) as store:
        assert len(entries(store)) == 30


def test_a_crash_that_damages_the_database(sqlite_database: str, tmp_path: Path) -> None:
    """A page that is not what it was is noticed at the start, not by the first player who needs it."""
    file = crashed(sqlite_database, tmp_path)
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damaged = bytearray(file.read_bytes())
    damaged[-8192:-4096] = b"\x7f" * 4096
    file.write_bytes(damaged)
    file.with_name(f"{file.name}-wal").write_bytes(b"left over")
    with pytest.raises(StoreError) as caught:
        Store.open(file)
    assert caught.value.code == "store_damaged"


# A row that refers to nothing, which is noticed at the commit and not before.
BOMB = {
    "sqlite": (
        "CREATE TABLE nowhere (id INTEGER PRIMARY KEY)",
        "CREATE TABLE bomb (id INTEGER REFERENCES nowhere (id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TRIGGER lit AFTER INSERT ON log WHEN NEW.entry = 'boom'"
        " BEGIN INSERT INTO bomb VALUES (1); END",
    ),
    "postgresql": (
        "CREATE TABLE nowhere (id integer PRIMARY KEY)",
        "CREATE TABLE bomb (id integer REFERENCES nowhere (id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE FUNCTION lit() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN INSERT INTO bomb VALUES (1); RETURN NEW; END'",
        "CREATE TRIGGER lit AFTER INSERT ON log FOR EACH ROW"
        " WHEN (NEW.entry = 'boom') EXECUTE FUNCTION lit()",
    ),
}


def test_a_commit_that_fails(empty: str) -> None:
    """All writes of its batch are in doubt, nothing is acknowledged, and the store continues."""
    url = empty
    with Store.open(url) as store:
        execute(url, *BOMB[url.split(":")[0]])
        set_up(store, "first", *TABLES)
        with held_back(store, url):
            futures = [
                store.append("t1", 0, ["a"], at=1),
                store.append("t2", 0, ["boom"], at=1),
                store.append("t3", 0, ["c"], at=1),
            ]
        for future in futures:
            with pytest.raises(InDoubt) as doubt:
                future.result()
            assert doubt.value.facts["reason"]
            assert "check whether this was saved" in str(doubt.value)
        assert [entries(store, name) for name in TABLES] == [[], [], []]
        assert store.statistics().failed == 3
        assert store.append("t1", 0, ["again"], at=1).result().length == 1
        assert entries(store, "t1") == ["again"]


def test_a_lock_that_is_never_released(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write does not wait forever: it is refused, not written, and the next one succeeds."""
    from closecall.store import engines

    settings = [text.replace("= 10000", "= 50") for text in engines._SQLITE_SETTINGS]
    assert settings != list(engines._SQLITE_SETTINGS)
    monkeypatch.setattr(engines, "_SQLITE_SETTINGS", tuple(settings))
    with Store.open(sqlite_database) as store:
        set_up(store, "t1")
        with locked_log(sqlite_database), pytest.raises(NotKept) as failed:
            store.append("t1", 0, ["a"], at=1).result()
        assert failed.value.facts == {"reason": "database is locked"}
        store.append("t1", 0, ["b"], at=1).result()
        assert entries(store) == ["b"]


# PostgreSQL


def hang_up(url: str) -> None:
    """Let the server end all connections of the store, as a restart would."""
    with psycopg.connect(url, autocommit=True) as admin:
        ended = admin.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
            " WHERE application_name = 'closecall' AND datname = current_database()"
        ).fetchone()
        assert ended is not None
        assert ended[0] > 0


def test_a_server_that_hangs_up_between_two_writes(postgres_database: str) -> None:
    """Neither writers nor readers notice."""
    with Store.open(postgres_database) as store:
        set_up(store, "t1")
        assert entries(store) == []
        hang_up(postgres_database)
        assert store.append("t1", 0, ["a"], at=1).result().length == 1
        hang_up(postgres_database)
        assert entries(store) == ["a"]


def test_a_server_that_hangs_up_in_the_middle(postgres_database: str) -> None:
    """Before the commit nothing is lost by trying again, once, and nothing is written twice."""
    with Store.open(postgres_database) as store:
        set_up(store, "first", "t1")
        with locked_log(postgres_database):
            future = store.append("t1", 0, ["a"], at=1)
            wait_until(lambda: is_waiting(postgres_database))
            hang_up(postgres_database)
            wait_until(lambda: is_waiting(postgres_database))
            assert not future.done()
        assert future.result().length == 1
        assert entries(store) == ["a"]


def is_waiting(url: str) -> bool:
    """Whether the store waits for a lock."""
    waiting = execute(
        url,
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'closecall'"
        " AND datname = current_database()",
    )
    return bool(waiting)


def test_a_server_that_is_gone(postgres: str) -> None:
    """Each write and each read is refused with the reason; when the server is back, everything works."""
    name = "sometimes_gone"
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    url = postgres.replace("/postgres?", f"/{name}?")
    with Store.open(url) as store:
        set_up(store, "t1")
        entries(store)
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
            admin.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,)
            )
            for _ in range(2):
                with pytest.raises(NotKept) as failed:
                    store.append("t1", 0, ["a"], at=1).result()
                assert "not currently accepting connections" in str(failed.value.facts["reason"])
            with pytest.raises(StoreError) as unread:
                log_of(store, "t1")
            assert unread.value.code == "store_not_read"
            admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())
        assert store.append("t1", 0, ["b"], at=1).result().length == 1
        assert entries(store) == ["b"]


@pytest.mark.parametrize("refused", [0, 1])
def test_waiting_in_a_circle(postgres_database: str, refused: int) -> None:
    """If the server ends our transaction to untie a knot, each write is tried alone and nothing is lost.

    With a write that is refused, the others run in savepoints when that happens.
    """
    with Store.open(f"{postgres_database}%20-cdeadlock_timeout%3D300ms") as store:
        set_up(store, "first")
        for name in ("bob", "cleo"):
            add(store, person(name)).result()
        before = store.statistics().commits
        with psycopg.connect(postgres_database) as other:
            other.execute(
                "SET deadlock_timeout = '20s'"
            )  # So that our transaction is the one that is aborted.
            other.execute("UPDATE people SET language = 'it' WHERE id = 'cleo'")
            with held_back(store, postgres_database):
                taken = [add(store, person()) for _ in range(refused)]
                futures = [store.rename_person(name, "New", "fr") for name in ("bob", "cleo")]
            wait_until(lambda: is_waiting(postgres_database))
            other.execute("UPDATE people SET language = 'it' WHERE id = 'bob'")
            assert not futures[1].done()
            other.commit()
        for future in futures:
            assert future.result(20) is None
        assert [type(future.exception()) for future in taken] == [Taken] * refused
        assert store.statistics().commits - before == 3
        for name in ("bob", "cleo"):
            found = store.find_person(name)
            assert found is not None
            assert found.name == "New"  # The language is the one written last, which may be the other's.
