"""Databases of other versions and programs: created, upgraded, or refused with a helpful sentence."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack, closing
from multiprocessing.context import ForkServerContext
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import OperationalError

from closecall.store import (
    Store,
    StoreError,
    engines,
    schema,
    upgrade,
)
from closecall.store.engines import parse_url, writing_engine
from closecall.store.schema_version import HEAD, MIGRATIONS, VERSION_TABLE
from store import writer_processes
from store.store_helpers import execute, start

# The version of this program


def test_the_newest_revision_is_the_head() -> None:
    """The newest version in the program is the last one in the folder, without gaps."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert revisions == [f"{n:04}" for n in range(len(revisions), 0, -1)]


def test_the_migrations_make_the_schema(empty: str) -> None:
    """A new database has exactly the tables, columns, keys and indexes that the program believes in."""
    assert upgrade(empty) == HEAD
    engine = writing_engine(parse_url(empty))
    with engine.connect() as connection:
        options = {"compare_type": True, "version_table": VERSION_TABLE}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_the_log_of_a_table_lies_together(sqlite_database: str) -> None:
    """Not visible in a comparison: these tables are stored in the order of their keys."""
    made = dict(execute(sqlite_database, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    ordered = {name for name, sql in made.items() if "WITHOUT ROWID" in sql}
    assert ordered == {"seated", "log", "results", "ratings", "secrets", "keys", "shares", "days", "pars"}


def test_opening_again_loads_no_alembic(sqlite_database: str) -> None:
    """A current database is opened without loading Alembic."""
    program = (
        f"import sys, closecall.store as s; s.Store.open({sqlite_database!r}).close(); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "closecall.store.schema_version" in loaded
    assert [name for name in loaded if name.startswith(("alembic", "mako", "psycopg"))] == []


def test_opening_a_new_database_at_the_same_time(empty: str, processes: ForkServerContext) -> None:
    """The first process creates the tables, and the others wait."""
    with ExitStack() as ending:
        pipes = [start(processes, ending, writer_processes.open_and_close, empty)[1] for _ in range(4)]
        for pipe in pipes:
            assert pipe.recv() == "ready"
        for pipe in pipes:
            pipe.send("go")
        assert [pipe.recv() for pipe in pipes] == ["()"] * 4


@pytest.mark.parametrize("is_patient", [True, False])
def test_a_new_file_that_another_process_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_patient: bool
) -> None:
    """SQLite itself does not wait here, so we do; if it takes too long, the sentence says why."""
    monkeypatch.setattr(engines, "BUSY_SECONDS", 10 if is_patient else 0.05)
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        if is_patient:
            done = threading.Timer(0.1, other.execute, ["ROLLBACK"])
            done.start()
            with Store.open(path) as store:
                assert store.unfinished_tables() == ()
            done.join()
        else:
            with pytest.raises(StoreError) as refused:
                Store.open(path)
            assert str(refused.value) == "The database cannot be opened: database is locked."


# Other databases


@pytest.mark.parametrize(
    "made",
    [
        ("CREATE TABLE log (line text)",),
        (f"CREATE TABLE {VERSION_TABLE} (version_num text)", f"INSERT INTO {VERSION_TABLE} VALUES ('cafe')"),
    ],
)
def test_a_database_of_another_program(empty: str, made: tuple[str, ...]) -> None:
    """It is refused, and left as it is."""
    execute(empty, *made)
    with pytest.raises(StoreError) as foreign:
        Store.open(empty)
    assert foreign.value.code == "store_foreign"
    assert "another program" in str(foreign.value)
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        execute(empty, "SELECT * FROM people")


def test_a_server_that_others_use_too(empty: str) -> None:
    """Tables of other names do not disturb us."""
    execute(empty, "CREATE TABLE recipes (id text)")
    with Store.open(empty) as store:
        assert store.unfinished_tables() == ()


def test_a_file_of_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path need not be written as a URL, and is relative to the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path("what? 100%25 #1 ü.db")
    with Store.open(path) as store:
        monkeypatch.chdir("/")
        assert store.unfinished_tables() == ()
        assert (tmp_path / path).exists()
    monkeypatch.chdir(tmp_path)
    with Store.open("sqlite:///relative.db") as store:
        monkeypatch.chdir("/")
        assert store.people_seen([], 1).result() == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["relative.db", path.name]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """It is refused, and left as it is."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n" * 500, "utf-8")
    with pytest.raises(StoreError) as refused:
        Store.open(f"sqlite:///{path}")
    assert str(refused.value) == "The database cannot be opened: file is not a database."
    assert path.read_text("utf-8") == "Dear Ada,\n" * 500


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    """A folder, or a file taken for one."""
    (tmp_path / "file").write_text("", "utf-8")
    for path in (tmp_path, tmp_path / "file" / "closecall.db"):
        with pytest.raises(StoreError) as refused:
            Store.open(f"sqlite:///{path}")
        assert refused.value.code == "store_cannot_open"


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    """The sentence says why, and does not tell the password."""
    with pytest.raises(StoreError) as refused:
        Store.open(f"postgresql://ada:pa55word@/closecall?host={tmp_path}")
    assert refused.value.code == "store_cannot_open"
    assert "connection" in str(refused.value)
    assert "pa55word" not in repr(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "closecall.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite+aiosqlite:///x.db",
        "mysql://ada:pa55word@localhost/closecall",
        "postgresql+asyncpg://ada:pa55word@localhost/closecall",
        "postgresql://ada:pa55word@localhost:port/closecall",
        "://",
    ],
)
def test_urls_that_are_none(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused with an example of a good one, and not repeated."""
    monkeypatch.chdir(tmp_path)
    for refused in (Store.open, upgrade):
        with pytest.raises(StoreError) as bad:
            refused(url)
        assert bad.value.code == "store_bad_url"
        assert "pa55word" not in repr(bad.value) + str(bad.value)
        assert "sqlite:///" in str(bad.value)
    assert list(tmp_path.iterdir()) == []


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite users do not need it; others are told what is missing."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError) as refused:
        Store.open("postgresql://ada@localhost/closecall")
    assert refused.value.code == "store_cannot_open"
    assert "psycopg" in str(refused.value)


@pytest.mark.parametrize("scheme", ["postgres://", "postgresql://", "postgresql+psycopg://"])
def test_ways_to_write_the_url_of_a_server(postgres: str, scheme: str) -> None:
    """Whatever a provider prints, we use the same driver."""
    url = parse_url(postgres.replace("postgresql://", scheme))
    engine = writing_engine(url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
    engine.dispose()
    assert engine.driver == "psycopg"


def test_a_database_that_does_not_exist(postgres: str) -> None:
    """We make tables, but not databases on a server."""
    with pytest.raises(StoreError) as refused:
        Store.open(postgres.replace("/postgres?", "/missing?"))
    assert "does not exist" in str(refused.value)
    assert OperationalError.__name__ not in str(refused.value)
