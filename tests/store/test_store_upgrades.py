"""Older databases are brought up to date with all that is in them, or stay as they are."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from closecall.store import (
    Also,
    FameRow,
    PersonRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    Status,
    Store,
    StoredTable,
    StoreError,
    TableRow,
    upgrade,
)
from closecall.store.engines import parse_url
from closecall.store.schema_version import HEAD, MIGRATIONS, VERSION_TABLE, prepare
from store.store_helpers import add, entries, execute, lines, person, sqlite_path

OLD = Path(__file__).parent / "old"

# A possible next revision: a table is changed, which SQLite must recreate, and another one is added.
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
    ada = PersonRow("ada", "Ada “Zahlen” O'Lovelace 🎲", "de", False, 1, 7)
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
        assert store.find_person("bot") == PersonRow("bot", "Robby", "en", True, 2, 3)
        assert store.find_secret("hash-ada") == SecretRow("hash-ada", "ada", SecretKind.SESSION, 1)
        assert store.find_secret("hash-bot") == SecretRow("hash-bot", "bot", SecretKind.BOT, 2)
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
        assert store.top_ratings("mark") == (RatedRow(ada.name, False, *store.ratings_of("mark", "ada")),)
        assert store.hall_of_fame("mark") == (FameRow("ada", ada.name, False, 1, 1, 71),)
        again = RatingRow("ada", "mark", 26.0, 8.0, 2)
        store.append("t2", 0, ["new"], at=1, also=Also(ratings=(again,))).result()
        assert entries(store, "t2") == ["new"]


def test_version_0001(empty: str) -> None:
    """A database of the first version can be used by this program, with all that is in it."""
    load_old(empty)
    assert_old_is_kept(empty)
    assert execute(empty, f"SELECT version_num FROM {VERSION_TABLE}") == [(HEAD,)]


# From 0001 to 0002

# The columns of each table of 0001 but one: the secrets of the people moved.
KEPT = {
    "people": "id, name, language, is_bot, created_at, seen_at",
    "tables": "id, code, invite_hash, game, rules_version, options, seats, is_public, host, clock, status,"
    " commitment, words, created_at, started_at, ended_at, rematch_of, version, seed",
    "seated": "person_id, table_id",
    "log": "table_id, n, entry, at",
    "results": "table_id, seat, person_id, bot, name, game, score, won, ended_at",
    "ratings": "person_id, game, mu, sigma, games",
}
FILLED = (
    "INSERT INTO people VALUES"
    " ('ada', 'hash-ada', 'Ada', 'de', false, 1, 7), ('bob', 'HASH-ada', '', '', false, 9007199254740993, 0),"
    " ('robby', 'hash-r', '🤖 100% \\ O''Hara', 'fr', true, 5, 6),"
    " ('', ' ', 'e\u0301 \u202e', 'it', true, 0, 0)",
    "INSERT INTO tables VALUES"
    " ('t1', 'C1', 'i1', 'mark', 1, '{}', '[]', true, 'ada', 'no', 'over', 'c', 'w', 1, 2, 3, NULL, 4, 's1'),"
    " ('t2', NULL, 'i2', 'enough', 2, '', '', false, '', 'slow', 'open', '', '', 0, NULL, NULL, 't1', 0, '')",
    "INSERT INTO seated VALUES ('ada', 't1'), ('robby', 't1'), ('', 't2')",
    "INSERT INTO log VALUES ('t1', 0, 'ä\n', 5), ('t1', 1, '', 6), ('t1', 10, '{}', -7), ('t2', 0, 'x', 0)",
    "INSERT INTO results VALUES ('t1', 0, 'ada', NULL, 'A', 'mark', -5, true, 3),"
    " ('t1', 1, NULL, 'greedy', 'G', 'mark', 9223372036854775807, false, 3)",
    "INSERT INTO ratings VALUES ('ada', 'mark', 0.1, 8.333333333333334, 3), ('', 'qwixx', -1e-300, 25, 1)",
)


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables of 0001."""
    return {name: execute(url, f"SELECT {kept} FROM {name} ORDER BY 1, 2") for name, kept in KEPT.items()}


@pytest.fixture
def first(empty: str, tmp_path: Path) -> str:
    """A database created by the first migration alone, and filled without the store."""
    scripts = tmp_path / "first"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__", "r000[2-9]*"))
    prepare(parse_url(empty), may_upgrade=True, scripts=scripts, head="0001")
    execute(empty, *FILLED)
    return empty


def test_from_0001_to_0002(first: str) -> None:
    """Every row stays unchanged, every secret finds its person, and references are checked again."""
    before = everything(first)
    assert [len(rows) for rows in before.values()] == [4, 2, 3, 4, 2, 2]
    assert upgrade(first) == HEAD
    assert everything(first) == before
    columns = "hash, person_id, kind, created_at, expires_at"
    assert sorted(execute(first, f"SELECT {columns} FROM secrets")) == [
        (" ", "", "bot", 0, None),
        ("HASH-ada", "bob", "session", 9007199254740993, None),
        ("hash-ada", "ada", "session", 1, None),
        ("hash-r", "robby", "bot", 5, None),
    ]
    assert execute(first, "SELECT count(*) FROM people WHERE owner IS NOT NULL") == [(0,)]
    assert execute(first, "SELECT * FROM keys") == []
    with Store.open(first, may_upgrade=False) as store:
        add(store, person("cleo", is_bot=True, owner="bob")).result()
        for lost in (person("dan", owner="nobody"), person("eve", owner="t1")):
            with pytest.raises(StoreError) as refused:
                add(store, lost).result()
            assert refused.value.code == "store_missing"
    assert upgrade(first) == HEAD
    assert execute(first, "SELECT id, owner FROM people WHERE owner IS NOT NULL") == [("cleo", "bob")]


def test_0001_is_not_upgraded_unasked(first: str) -> None:
    """Without permission to upgrade, the message says what to do, and nothing has changed."""
    before = everything(first)
    with pytest.raises(StoreError) as older:
        Store.open(first, may_upgrade=False)
    assert older.value.code == "store_older"
    assert (
        str(older.value) == f"This database has version 0001; “closecall db upgrade” upgrades it to {HEAD}."
    )
    assert everything(first) == before
    assert execute(first, f"SELECT version_num FROM {VERSION_TABLE}") == [("0001",)]
    assert len(execute(first, "SELECT secret_hash FROM people")) == 4


# Future programs


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
    """Tables change with all their rows and references, and today's program refuses the result."""
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
    """Nothing of it stays: the old program can continue."""
    load_old(empty)
    head = add_revision(later, trouble)
    with pytest.raises((ZeroDivisionError, StoreError)):
        prepare(parse_url(empty), may_upgrade=True, scripts=later, head=head)
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        execute(empty, "SELECT * FROM medals")
    assert execute(empty, f"SELECT version_num FROM {VERSION_TABLE}") == [("0001",)]
    assert execute(empty, "SELECT secret_hash FROM people WHERE id = 'ada'") == [("hash-ada",)]
    assert_old_is_kept(empty)


def test_an_upgrade_that_breaks_references(sqlite_database: str, later: Path) -> None:
    """While SQLite recreates tables it does not check references, so they are checked before the commit."""
    execute(sqlite_database, "DELETE FROM people")
    load = "INSERT INTO ratings VALUES ('nobody', 'mark', 1, 1, 1)"
    head = add_revision(later, f'op.execute("{load}")')
    with pytest.raises(StoreError) as broken:
        prepare(parse_url(sqlite_database), may_upgrade=True, scripts=later, head=head)
    assert broken.value.facts == {"reason": "ratings → people"}
    assert execute(sqlite_database, "SELECT count(*) FROM ratings") == [(0,)]
