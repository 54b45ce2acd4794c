"""Databases of other versions and programs: made, upgraded, or refused with a sentence that helps."""

import shutil
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
    Also,
    FameRow,
    PersonRow,
    RatingRow,
    ResultRow,
    Status,
    Store,
    StoredTable,
    StoreError,
    TableRow,
    engines,
    schema,
    upgrade,
)
from closecall.store.engines import parse_url, writing_engine
from closecall.store.migrating import HEAD, MIGRATIONS, VERSION_TABLE, prepare
from store import children
from store.kept import entries, execute, lines, sqlite_path, start

OLD = Path(__file__).parent / "old"

# A next revision as it might be: a table is changed, which SQLite must make anew, and another one is added.
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{down}"


def upgrade():
    op.create_table("medals", sa.Column("id", sa.Text, primary_key=True))
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("motto", sa.Text, server_default="Close!", nullable=False))
        people.alter_column("language", nullable=True)
    {last}
"""


# The version of this program


def test_the_newest_revision_is_the_head() -> None:
    """What the program takes for the newest version is the last one in the folder, without gaps."""
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
    """What a comparison does not see: these tables are kept in the order of their keys."""
    made = dict(execute(sqlite_database, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    ordered = {name for name, sql in made.items() if "WITHOUT ROWID" in sql}
    assert ordered == {"seated", "log", "results", "ratings"}


def test_opening_twice_is_quick(sqlite_database: str) -> None:
    """A database that is up to date is opened without even loading what upgrades one."""
    program = (
        f"import sys, closecall.store as s; s.Store.open({sqlite_database!r}).close(); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "closecall.store.migrating" in loaded
    assert [name for name in loaded if name.startswith(("alembic", "mako", "psycopg"))] == []


def test_opening_a_new_database_at_the_same_time(empty: str, processes: ForkServerContext) -> None:
    """Whoever comes first makes the tables, and the others wait."""
    with ExitStack() as ending:
        pipes = [start(processes, ending, children.open_and_close, empty)[1] for _ in range(4)]
        for pipe in pipes:
            assert pipe.recv() == "ready"
        for pipe in pipes:
            pipe.send("go")
        assert [pipe.recv() for pipe in pipes] == ["()"] * 4


@pytest.mark.parametrize("is_patient", [True, False])
def test_a_new_file_that_somebody_writes(
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


# Older databases


def load_old(url: str) -> None:
    """Fill an empty database with what a program of version 0001 has left."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url))) as lite:
            lite.executescript((OLD / "0001.sql").read_text("utf-8"))
    else:
        with psycopg.connect(url) as connection:
            connection.execute((OLD / "0001.postgresql.sql").read_bytes())


def assert_old_is_kept(url: str) -> None:
    """Everything of the old database is still there, and the new one works."""
    ada = PersonRow("ada", "hash-ada", "Ada “Zahlen” O'Lovelace 🎲", "de", False, 1, 7)
    over = TableRow(
        id="t1",
        code=None,
        invite_hash="invite-1",
        game="mark",
        rules_version=1,
        options='{"ages": null}',
        seats='["ada", "greedy"]',
        people=frozenset({"ada"}),
        is_public=True,
        host="ada",
        clock="brisk",
        status=Status.OVER,
        commitment="c1",
        words='["abra"]',
        created_at=1000,
        started_at=1001,
        ended_at=1700000000000,
        rematch_of=None,
        version=2,
    )
    with Store.open(url) as store:
        assert store.find_person("ada") == ada
        assert store.load_table("t1") == StoredTable(
            over, "seed-1", lines('{"fate":[1,2,3,4,5]}', '{"seat":0,"move":"b2+g"}', at=1002)
        )
        (rematch,) = store.unfinished_tables()
        assert (rematch.id, rematch.rematch_of, sorted(rematch.people)) == ("t2", "t1", ["ada", "bot"])
        assert store.results_of("t1") == (
            ResultRow("t1", 0, "ada", None, "Ada", "mark", 71, True, 1700000000000),
            ResultRow("t1", 1, None, "greedy", "Greedy", "mark", -3, False, 1700000000000),
        )
        assert store.ratings_of("mark", "ada") == (RatingRow("ada", "mark", 1 / 3, 8.25, 1),)
        assert store.hall_of_fame("mark") == (FameRow("ada", ada.name, False, 1, 1, 71),)
        again = RatingRow("ada", "mark", 26.0, 8.0, 2)
        store.append("t2", 0, ["new"], at=1, also=Also(ratings=(again,))).result()
        assert entries(store, "t2") == ["new"]


def test_version_0001(empty: str) -> None:
    """A database of the first version can be used by this program, with all that is in it."""
    load_old(empty)
    assert_old_is_kept(empty)
    assert execute(empty, f"SELECT version_num FROM {VERSION_TABLE}") == [(HEAD,)]


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Migrations as a later program might have them."""
    folder = tmp_path / "later 100%"  # A percent sign means something in the settings of Alembic.
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def add_revision(folder: Path, last: str = "") -> str:
    """Add a revision after ours."""
    revision = f"{int(HEAD) + 1:04}"
    text = NEXT.format(revision=revision, down=HEAD, last=last)
    (folder / "versions" / "r_later.py").write_text(text, "utf-8")
    return revision


def test_a_later_program_upgrades_an_old_database(empty: str, later: Path) -> None:
    """Tables change with all their rows and references, and today's program refuses what came of it."""
    load_old(empty)
    url, head = parse_url(empty), add_revision(later)
    with pytest.raises(StoreError) as older:
        prepare(url, may_upgrade=False, scripts=later, head=head)
    assert older.value.code == "store_older"
    assert "closecall db upgrade" in str(older.value)
    prepare(url, may_upgrade=True, scripts=later, head=head)
    assert execute(empty, "SELECT id, motto FROM people ORDER BY id") == [
        ("ada", "Close!"),
        ("bot", "Close!"),
    ]
    assert execute(empty, "SELECT count(*) FROM log") == [(2,)]
    for refused in (lambda: Store.open(empty), lambda: upgrade(empty)):
        with pytest.raises(StoreError) as newer:
            refused()
        assert newer.value.code == "store_newer"
        assert f"version {head}" in str(newer.value)
        assert f"up to {HEAD}" in str(newer.value)
    assert execute(empty, f"SELECT version_num FROM {VERSION_TABLE}") == [(head,)]


@pytest.mark.parametrize("trouble", ["raise ZeroDivisionError", 'op.execute("DELETE FROM nonsense")'])
def test_an_upgrade_that_fails(empty: str, later: Path, trouble: str) -> None:
    """Nothing of it stays: the old program can go on."""
    load_old(empty)
    head = add_revision(later, trouble)
    with pytest.raises((ZeroDivisionError, StoreError)):
        prepare(parse_url(empty), may_upgrade=True, scripts=later, head=head)
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        execute(empty, "SELECT * FROM medals")
    assert_old_is_kept(empty)


def test_an_upgrade_that_breaks_references(sqlite_database: str, later: Path) -> None:
    """While SQLite makes tables anew it does not look at references, so we do before it is final."""
    execute(sqlite_database, "DELETE FROM people")
    load = "INSERT INTO ratings VALUES ('nobody', 'mark', 1, 1, 1)"
    head = add_revision(later, f'op.execute("{load}")')
    with pytest.raises(StoreError) as broken:
        prepare(parse_url(sqlite_database), may_upgrade=True, scripts=later, head=head)
    assert broken.value.facts == {"reason": "ratings → people"}
    assert execute(sqlite_database, "SELECT count(*) FROM ratings") == [(0,)]


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
    """A path need not be written as a URL, and is meant from where we are now."""
    monkeypatch.chdir(tmp_path)
    path = Path("what? 100%25 #1 ü.db")
    with Store.open(path) as store:
        monkeypatch.chdir("/")
        assert store.unfinished_tables() == ()
        assert (tmp_path / path).exists()
    monkeypatch.chdir(tmp_path)
    with Store.open("sqlite:///relative.db") as store:
        monkeypatch.chdir("/")
        assert store.people_seen([], 1).result() is None
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
    """Who uses SQLite need not have it; who does not is told what is missing."""
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
