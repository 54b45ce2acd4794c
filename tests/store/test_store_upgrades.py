"""Older databases are brought up to date with all that is in them, or stay as they are."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from closecall.store import (
    AccessRow,
    Also,
    Company,
    FameRow,
    HouseholdRow,
    PersonRow,
    PlayedRow,
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
    greedy: dict[str, Any] = {"company": Company.BOTS, "level": "greedy"}
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
            ResultRow("t1", 0, "ada", None, "Ada", "mark", 71, True, 1700000000000, **greedy),
            ResultRow("t1", 1, None, "greedy", "Greedy", "mark", -3, False, 1700000000000, **greedy),
        )
        assert store.ratings_of("mark", "ada") == (RatingRow("ada", "mark", 1 / 3, 8.25, 1),)
        assert store.top_ratings("mark") == (RatedRow(ada.name, False, *store.ratings_of("mark", "ada")),)
        assert store.hall_of_fame("mark") == (
            FameRow(Company.BOTS, "greedy", "ada", ada.name, False, 1, 1, 71),
        )
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


def create_version(url: str, head: str, folder: Path) -> None:
    """Create a database with the migrations up to a version."""
    later = [path.name for path in (MIGRATIONS / "versions").glob("r*.py") if path.name[1:5] > head]
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__", *later))
    prepare(parse_url(url), may_upgrade=True, scripts=folder, head=head)


@pytest.fixture
def first(empty: str, tmp_path: Path) -> str:
    """A database created by the first migration alone, and filled without the store."""
    create_version(empty, "0001", tmp_path / "first")
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


# From 0002 to 0003


def seats(*places: tuple[str | None, str, bool]) -> str:
    """Person, name and whether it is a name on the person's device, as the server stored the seats."""
    stored = [
        {"person": person, "name": name, "bot": None if person else "greedy", "ready": True, "away": False}
        | {"local": local}
        for person, name, local in places
    ]
    text = {"places": stored, "guests": [], "start": "full", "rematch": None}
    return json.dumps(text, ensure_ascii=False, separators=(",", ":"))


ADA, BOB, GRANDMA = ("ada", "Ada", False), ("bob", "Bob", False), ("ada", "Oma 'Rosi' ☕", True)
SEATS = {
    "family": seats(ADA, GRANDMA, (None, "Greedy", False), ("ada", "Kim", True)),
    "guests": seats(BOB, ("bob", "Kim", True), ADA, GRANDMA),
    "other": seats(("ada", "Kim", True), ADA),
    "short": seats(ADA),
    "unknown": seats(("nobody", "Kim", True)),
    "number": seats(ADA).replace('"ada"', "7"),
    "list": '["ada", "greedy"]',
    "flat": '{"places": 5}',
    "empty": "",
    "broken": '{"places": [{"person": "ada", "name": "Kim"',
}
# Table, seat, person, bot, name, whether it won, and the household that is found.
RESULTS = [
    ("family", 0, "ada", None, "Ada", False, None),
    ("family", 1, None, None, "Oma 'Rosi' ☕", True, "ada"),
    ("family", 2, None, "greedy", "Greedy", False, None),
    ("family", 3, None, None, "Kim", True, "ada"),
    ("guests", 0, "bob", None, "Bob", True, None),
    ("guests", 1, None, None, "Kim", True, "bob"),
    ("guests", 2, "ada", None, "Ada", True, None),
    ("guests", 3, None, None, "Oma 'Rosi' ☕", False, "ada"),
    # Somebody else sits there, nobody does, or the person is gone.
    ("other", 1, None, None, "Kim", True, None),
    *((name, 2, None, None, "Kim", True, None) for name in ("short", "list", "flat", "empty", "broken")),
    *((name, 0, None, None, "Kim", True, None) for name in ("unknown", "number")),
]


def quoted(*values: object) -> str:
    """Values in SQL."""
    texts = [str(value).replace("'", "''") for value in values]
    return ", ".join("NULL" if text == "None" else f"'{text}'" for text in texts)


def inserted_table(name: str, places: str) -> str:
    """A statement that inserts a table of a finished game."""
    return (
        "INSERT INTO tables (id, invite_hash, seats, game, rules_version, options, is_public, host, clock,"
        f" status, commitment, words, created_at, version, seed) VALUES ({quoted(name, name, places)},"
        " 'mark', 1, '{}', false, 'ada', 'none', 'over', 'c', '[]', 1, 2, 's')"
    )


def inserted_result(table: str, seat: int, *who: str | None, won: bool) -> str:
    """A statement that inserts the result of a person, bot and name; the seat is also the time."""
    return f"INSERT INTO results VALUES ({quoted(table, seat, *who)}, 'mark', 5, {won}, {seat})"


@pytest.fixture
def second(empty: str, tmp_path: Path) -> str:
    """A database of the second version in which people have played at shared devices."""
    create_version(empty, "0002", tmp_path / "second")
    execute(
        empty,
        *(
            f"INSERT INTO people VALUES ('{name}', '{name}', 'de', false, 1, 7, NULL)"
            for name in ("ada", "bob")
        ),
        *(inserted_table(name, places) for name, places in SEATS.items()),
        *(inserted_result(table, seat, *who, won=won) for table, seat, *who, won, _ in RESULTS),
    )
    return empty


def test_from_0002_to_0003(second: str) -> None:
    """Every row stays; names on a device belong to its person wherever the seats of the table say so."""
    before = everything(second)
    assert upgrade(second) == HEAD
    assert everything(second) == before
    found = execute(second, "SELECT table_id, seat, household FROM results")
    assert sorted(found) == sorted((table, seat, household) for table, seat, *_, household in RESULTS)
    with Store.open(second, may_upgrade=False) as store:
        assert set(store.household_fame("ada", ["mark"])) == {
            HouseholdRow(None, "mark", 1, 2, 2, (2,), 5, 10),
            HouseholdRow("Oma 'Rosi' ☕", "mark", 1, 2, 3, (1,), 5, 10),
            HouseholdRow("Kim", "mark", 1, 1, 3, (3,), 5, 5),
        }


def test_many_tables_with_names(second: str) -> None:
    """Tables are read some at a time, and all are filled in."""
    names = [f"many{n}" for n in range(1201)]
    execute(
        second,
        *(inserted_table(name, SEATS["family"]) for name in names),
        *(inserted_result(name, 3, None, None, "Kim", won=True) for name in names),
    )
    upgrade(second)
    kims = execute(second, "SELECT count(*) FROM results WHERE name = 'Kim' AND household = 'ada'")
    assert kims == [(len(names) + 1,)]


def test_a_server_of_0002_goes_on_writing(second: str) -> None:
    """A program that is still running while the next one upgrades the database need not know the column."""
    upgrade(second)
    execute(
        second,
        "INSERT INTO results (table_id, seat, person_id, bot, name, game, score, won, ended_at)"
        " VALUES ('family', 4, 'bob', NULL, 'Bob', 'mark', 9, true, 77)",
    )
    with Store.open(second) as store:
        assert HouseholdRow(None, "mark", 2, 2, 77, (77, 0), 9, 14) in store.household_fame("bob", ["mark"])


# From 0003 to 0004


def test_from_0003_to_0004(empty: str, tmp_path: Path) -> None:
    """Secrets stay, nobody knows yet when they were used, and an older server goes on writing."""
    create_version(empty, "0003", tmp_path / "third")
    old = "INSERT INTO secrets (hash, person_id, kind, created_at, expires_at) VALUES"
    execute(
        empty,
        "INSERT INTO people VALUES ('ada', 'Ada', 'de', false, 1, 7, NULL)",
        "INSERT INTO people VALUES ('robby', 'Robby', 'de', true, 1, 7, 'ada')",
        f"{old} ('s1', 'ada', 'session', 5, NULL), ('l1', 'ada', 'carry', 6, 99)",
        f"{old} ('t1', 'robby', 'bot', 7, NULL)",
    )
    before = everything(empty)
    assert upgrade(empty) == HEAD
    assert everything(empty) == before
    execute(empty, f"{old} ('s2', 'ada', 'session', 8, NULL)")
    with Store.open(empty, may_upgrade=False) as store:
        assert store.access_of("ada", 50) == (
            AccessRow(SecretRow("s1", "ada", SecretKind.SESSION, 5), "Ada"),
            AccessRow(SecretRow("l1", "ada", SecretKind.CARRY, 6, 99), "Ada"),
            AccessRow(SecretRow("t1", "robby", SecretKind.BOT, 7), "Robby"),
            AccessRow(SecretRow("s2", "ada", SecretKind.SESSION, 8), "Ada"),
        )
        assert store.end_access("ada").result() == {"ada", "robby"}


# From 0004 to 0005


def test_from_0004_to_0005(empty: str, tmp_path: Path) -> None:
    """Everything stays, and games that were over before can be shared."""
    create_version(empty, "0004", tmp_path / "fourth")
    execute(
        empty,
        "INSERT INTO people VALUES ('ada', 'Ada', 'de', false, 1, 7, NULL)",
        "INSERT INTO tables VALUES"
        " ('t1', NULL, 'i', 'mark', 1, '', '', false, 'ada', '', 'over', 'c', 'w', 1, 2, 3, NULL, 4, 's')",
    )
    before = everything(empty)
    assert upgrade(empty) == HEAD
    assert everything(empty) == before
    with Store.open(empty, may_upgrade=False) as store:
        assert store.share_table("t1", "token", 5).result() == "token"
        assert store.find_shared("token") == "t1"


# From 0005 to 0006


def places(*seats: tuple[str | None, str | None, bool]) -> str:
    """Person, bot and whether a bot stands in, as the server stored the seats."""
    return json.dumps({"places": [{"person": who, "bot": bot, "away": away} for who, bot, away in seats]})


FATE, MORE, STOP = '{"fate":{"is":"Lot","seat":0}}', '{"seat":0,"move":"more"}', '{"seat":1,"move":"stop"}'
# By the name of a table: its seats, options and log, and then what is found: company, level, the seats with
# stand-ins, and the number of games.
PLAYED: dict[str, tuple[list[tuple[str | None, str | None, bool]], str, list[str], tuple[Any, ...]]] = {
    "alone": ([("ada", None, False)], "{}", [], ("alone", None, [], 1)),
    "easy": ([("ada", None, False), (None, "easy", False)], "{}", [], ("bots", "easy", [], 1)),
    "strongest": (
        [(None, "random", False), ("ada", None, True), (None, "hard", False), (None, "own", False)],
        *("{}", [], ("bots", "hard", [1], 1)),
    ),
    "shared": (
        [("ada", None, False), ("ada", None, False), (None, "easy", False)],
        "{}",
        [],
        ("shared", None, [], 1),
    ),
    "people": (
        [("ada", None, False), ("bob", "greedy", True), (None, "easy", False)],
        "{}",
        [],
        ("people", None, [1], 1),
    ),
    "agreed": ([("ada", None, False), (None, "easy", False)], '{"games":3}', [], ("bots", "easy", [], 3)),
    "more": (
        [("ada", None, False), ("bob", None, False)],
        *('{"games":1,"one_more":true}', [FATE, MORE, MORE, FATE, FATE, MORE, FATE, STOP, MORE]),
        ("people", None, [], 3),
    ),
    "not more": (
        [("ada", None, False)],
        '{"games":1,"one_more":true}',
        [FATE, MORE, STOP],
        ("alone", None, [], 1),
    ),
    "damaged": ([("ada", None, False)], '{"games":"many"', [FATE], ("alone", None, [], 1)),
    "odd": ([("ada", None, False)], '{"games":"many"}', [FATE], ("alone", None, [], 1)),
}


def test_from_0005_to_0006(empty: str, tmp_path: Path) -> None:
    """Every row stays, and says in what company it was reached; an older server goes on writing."""
    create_version(empty, "0005", tmp_path / "fifth")
    old = (
        "INSERT INTO results (table_id, seat, person_id, bot, name, game, score, won, ended_at, household)"
        " VALUES"
    )
    execute(
        empty,
        *(
            f"INSERT INTO people VALUES ('{name}', '{name}', 'de', false, 1, 7, NULL)"
            for name in ("ada", "bob")
        ),
    )
    for table, (seats_there, options, log, _) in PLAYED.items():
        text = "[" if table == "damaged" else places(*seats_there)
        execute(empty, inserted_table(table, text))
        execute(empty, f"UPDATE tables SET options = {quoted(options)} WHERE id = {quoted(table)}")
        for n, entry in enumerate(log):
            execute(empty, f"INSERT INTO log VALUES ({quoted(table, n, entry, 5)})")
        for seat, (who, bot, _) in enumerate(seats_there):
            own = who if who and seat == [each[0] for each in seats_there].index(who) else None
            values = quoted(table, seat, own, None if who else bot, f"Name {seat}", "mark", seat, False, seat)
            execute(empty, f"{old} ({values}, {quoted(None if own else who)})")
    before = everything(empty)
    assert upgrade(empty) == HEAD
    assert everything(empty) == before
    columns = "table_id, seat, company, level, stood_in, games, best"
    found = execute(empty, f"SELECT {columns} FROM results")
    assert sorted(found) == sorted(
        (table, seat, company, level, seat in stood_in, games, None)
        for table, (seats_there, _, _, (company, level, stood_in, games)) in PLAYED.items()
        for seat in range(len(seats_there))
    )
    execute(empty, f"{old} ('alone', 7, 'bob', NULL, 'Bob', 'mark', 9, true, 77, NULL)")
    with Store.open(empty, may_upgrade=False) as store:
        assert store.played_by("bob", ["mark"])[-1] == PlayedRow(
            "mark", Company.PEOPLE, None, 9, 1, 9, True, 77
        )


# From 0006 to 0007


def test_from_0006_to_0007(empty: str, tmp_path: Path) -> None:
    """Tables stay, none of them is a daily game, and an older server goes on writing."""
    create_version(empty, "0006", tmp_path / "sixth")
    old = (
        "INSERT INTO tables (id, invite_hash, game, rules_version, options, seats, is_public, host, clock, "
        "status, commitment, words, created_at, version, seed) VALUES"
    )
    rest = "'mark', 1, '{}', '[]', false, 'ada', 'none', 'over', 'c', '[]', 1, 0, 's'"
    execute(
        empty,
        "INSERT INTO people VALUES ('ada', 'Ada', 'de', false, 1, 7, NULL)",
        f"{old} ('t1', 'i1', {rest}), ('t2', 'i2', {rest})",
    )
    before = everything(empty)
    assert upgrade(empty) == HEAD
    assert everything(empty) == before
    execute(empty, f"{old} ('t3', 'i3', {rest})")
    with Store.open(empty, may_upgrade=False) as store:
        found = [store.load_table(table_id) for table_id in ("t1", "t2", "t3")]
        assert [one and (one.table.day, one.table.attempt) for one in found] == [(None, None)] * 3
        assert store.ranking("mark", "2026-11-18") == store.first_tries("ada", "mark") == ()
        assert store.find_day("2026-11-18") is None
        assert store.find_par("mark", "2026-11-18") is None


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
