"""All queries; each function runs in one transaction and sees one snapshot."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, func, select

from closecall.store.rows import (
    UNFINISHED,
    FameRow,
    LogEntry,
    PersonRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    Status,
    StoredTable,
    TableRow,
)
from closecall.store.schema import keys, log, people, ratings, results, seated, secrets, tables

_TABLE = select(*(column for column in tables.c if column.name != "seed"))
_SEED = select(tables.c.seed).where(tables.c.id == bindparam("table_id"))
_SEATED = select(seated.c.table_id, seated.c.person_id).where(
    seated.c.table_id.in_(bindparam("table_ids", expanding=True))
)
_LOG = (
    select(log.c.n, log.c.entry, log.c.at)
    .where(log.c.table_id == bindparam("table_id"), log.c.n >= bindparam("since"))
    .order_by(log.c.n)
)
_PERSON = select(people).where(people.c.id == bindparam("person_id"))
_SECRET = select(secrets).where(secrets.c.hash == bindparam("secret_hash"))


def _with_people(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[TableRow, ...]:
    found: dict[str, set[str]] = {row.id: set() for row in rows}
    if found:
        for table_id, person_id in connection.execute(_SEATED, {"table_ids": list(found)}):
            found[table_id].add(person_id)
    return tuple(
        TableRow(**row._asdict() | {"status": Status(row.status), "people": frozenset(found[row.id])})
        for row in rows
    )


def _one_table(connection: Connection, column: str, value: str) -> TableRow | None:
    rows = connection.execute(_TABLE.where(tables.c[column] == bindparam("value")), {"value": value}).all()
    return next(iter(_with_people(connection, rows)), None)


def find_by_code(connection: Connection, code: str) -> TableRow | None:
    """A table by its short code."""
    return _one_table(connection, "code", code)


def find_by_invite_hash(connection: Connection, invite_hash: str) -> TableRow | None:
    """A table by the hash of its invitation."""
    return _one_table(connection, "invite_hash", invite_hash)


def load_table(connection: Connection, table_id: str, since: int) -> StoredTable | None:
    """A table with its seed and its log from entry `since` on."""
    table = _one_table(connection, "id", table_id)
    if table is None:
        return None
    seed: str = connection.execute(_SEED, {"table_id": table_id}).scalar_one()
    rows = connection.execute(_LOG, {"table_id": table_id, "since": since})
    return StoredTable(table, seed, tuple(LogEntry(n, entry, at) for n, entry, at in rows))


def public_tables(connection: Connection, status: Status, limit: int) -> tuple[TableRow, ...]:
    """The public tables of a status, the newest first."""
    query = (
        _TABLE.where(tables.c.status == status.value, tables.c.is_public)
        .order_by(tables.c.created_at.desc(), tables.c.id)
        .limit(limit)
    )
    return _with_people(connection, connection.execute(query).all())


def unfinished_tables(connection: Connection, after: str, limit: int) -> tuple[TableRow, ...]:
    """The tables that are open or playing, ordered by id, after a given id."""
    query = (
        _TABLE.where(tables.c.status.in_([status.value for status in UNFINISHED]), tables.c.id > after)
        .order_by(tables.c.id)
        .limit(limit)
    )
    return _with_people(connection, connection.execute(query).all())


def games_of(connection: Connection, person_id: str, before: int, limit: int) -> tuple[TableRow, ...]:
    """The tables where a person has or had a seat, created before some time, the newest first."""
    query = (
        _TABLE.join(seated, seated.c.table_id == tables.c.id)
        .where(seated.c.person_id == person_id, tables.c.created_at < before)
        .order_by(tables.c.created_at.desc(), tables.c.id)
        .limit(limit)
    )
    return _with_people(connection, connection.execute(query).all())


def results_of(connection: Connection, table_ids: Iterable[str]) -> tuple[ResultRow, ...]:
    """The results of some tables, ordered by table and seat."""
    query = (
        select(results)
        .where(results.c.table_id.in_(list(table_ids)))
        .order_by(results.c.table_id, results.c.seat)
    )
    return tuple(ResultRow(**row._asdict()) for row in connection.execute(query))


def hall_of_fame(connection: Connection, game: str, limit: int) -> tuple[FameRow, ...]:
    """Lifetime victories at a game (E17); ties go to fewer games, then to the better best score."""
    victories = func.count().filter(results.c.won).label("victories")
    games = func.count().label("games")
    best = func.max(results.c.score).label("best")
    totals = (
        select(results.c.person_id, victories, games, best)
        .where(results.c.game == game, results.c.person_id.is_not(None))
        .group_by(results.c.person_id)
        .order_by(victories.desc(), games, best.desc(), results.c.person_id)
        .limit(limit)
        .subquery()
    )
    query = (
        select(totals, people.c.name, people.c.is_bot)
        .join(people, people.c.id == totals.c.person_id)
        .order_by(totals.c.victories.desc(), totals.c.games, totals.c.best.desc(), totals.c.person_id)
    )
    return tuple(FameRow(**row._asdict()) for row in connection.execute(query))


def ping(connection: Connection) -> None:
    """Ask the database something that has no answer."""
    connection.execute(select(keys.c.name).where(keys.c.name == "")).all()


def find_person(connection: Connection, person_id: str) -> PersonRow | None:
    """A person by id."""
    row = connection.execute(_PERSON, {"person_id": person_id}).one_or_none()
    return None if row is None else PersonRow(**row._asdict())


def find_secret(connection: Connection, secret_hash: str) -> SecretRow | None:
    """A secret by its hash, even if it has expired."""
    row = connection.execute(_SECRET, {"secret_hash": secret_hash}).one_or_none()
    return None if row is None else SecretRow(**row._asdict() | {"kind": SecretKind(row.kind)})


def ratings_of(connection: Connection, game: str, person_ids: Iterable[str]) -> tuple[RatingRow, ...]:
    """The ratings of some people at a game, ordered by id; people without one are left out."""
    query = (
        select(ratings)
        .where(and_(ratings.c.game == game, ratings.c.person_id.in_(list(person_ids))))
        .order_by(ratings.c.person_id)
    )
    return tuple(RatingRow(**row._asdict()) for row in connection.execute(query))


def top_ratings(connection: Connection, game: str, limit: int, least_games: int) -> tuple[RatedRow, ...]:
    """The best ratings (mu − 3·sigma) at a game, of people with enough games."""
    worth = ratings.c.mu - 3 * ratings.c.sigma
    best = (
        select(ratings, worth.label("worth"))
        .where(ratings.c.game == game, ratings.c.games >= least_games)
        .order_by(worth.desc(), ratings.c.person_id)
        .limit(limit)
        .subquery()
    )
    query = (
        select(best, people.c.name, people.c.is_bot)
        .join(people, people.c.id == best.c.person_id)
        .order_by(best.c.worth.desc(), best.c.person_id)
    )
    return tuple(
        RatedRow(row.name, row.is_bot, RatingRow(row.person_id, row.game, row.mu, row.sigma, row.games))
        for row in connection.execute(query)
    )
