"""All queries; each function runs in one transaction and sees one snapshot."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Double,
    Row,
    and_,
    bindparam,
    case,
    cast,
    func,
    not_,
    null,
    or_,
    select,
    union_all,
)

from closecall.store.rows import (
    LARGEST,
    UNFINISHED,
    AccessRow,
    Company,
    DayRow,
    FameRow,
    HouseholdRow,
    LogEntry,
    PersonRow,
    PlayedRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    Status,
    StoredTable,
    TableRow,
    TryRow,
)
from closecall.store.schema import (
    days,
    keys,
    log,
    pars,
    people,
    ratings,
    results,
    seated,
    secrets,
    shares,
    tables,
)

# A row whose status is damaged is left out, so that it does not make whole lists fail.
_TABLE = select(*(column for column in tables.c if column.name != "seed")).where(
    tables.c.status.in_([status.value for status in Status])
)
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
_SHARED = select(shares.c.table_id).where(shares.c.token == bindparam("token"))
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
    return tuple(_in_company(ResultRow, row) for row in connection.execute(query))


_T = TypeVar("_T", ResultRow, PlayedRow, FameRow)

_BEST = case((results.c.games == 1, results.c.score), else_=results.c.best).label("best")
"""The best score in one game."""


def _in_company(kind: type[_T], row: Any) -> _T:
    return kind(**row._asdict() | {"company": Company(row.company)})


def played_by(
    connection: Connection, person_id: str, games: Iterable[str], limit: int
) -> tuple[PlayedRow, ...]:
    """The results of a person at some games, the oldest first; of too many, the latest.

    Games that a bot ended for the person are left out.
    """
    columns = (_BEST if each.name == "best" else results.c[each.name] for each in fields(PlayedRow))
    query = (
        select(*columns)
        .where(results.c.person_id == person_id, results.c.game.in_(list(games)), not_(results.c.stood_in))
        .order_by(results.c.ended_at.desc(), results.c.table_id.desc())
        .limit(limit)
    )
    return tuple(_in_company(PlayedRow, row) for row in reversed(connection.execute(query).all()))


def hall_of_fame(connection: Connection, game: str, limit: int) -> tuple[FameRow, ...]:
    """Lifetime victories at a game (E17), in a list for each company and level.

    Ties go to fewer games, then to the better best score. Solo games have no victories, and those that a bot
    ended for somebody do not count.
    """
    kind = results.c.company, results.c.level
    victories = func.count().filter(results.c.won).label("victories")
    games = func.count().label("games")
    best = func.max(_BEST).label("best")
    order = victories.desc(), games, func.coalesce(best, -LARGEST).desc(), results.c.person_id
    totals = (
        select(
            *(*kind, results.c.person_id, victories, games, best),
            func.row_number().over(partition_by=kind, order_by=order).label("rank"),
        )
        .where(
            results.c.game == game,
            results.c.company != Company.ALONE.value,
            results.c.person_id.is_not(None),
            not_(results.c.stood_in),
        )
        .group_by(*kind, results.c.person_id)
        .subquery()
    )
    columns = (column for column in totals.c if column.name != "rank")
    query = (
        select(*columns, people.c.name, people.c.is_bot)
        .join(people, people.c.id == totals.c.person_id)
        .where(totals.c.rank <= limit)
        .order_by(totals.c.company, totals.c.level, totals.c.rank)
    )
    return tuple(_in_company(FameRow, row) for row in connection.execute(query))


def household_fame(
    connection: Connection, person_id: str, games: Iterable[str], most_trophies: int
) -> tuple[HouseholdRow, ...]:
    """What a person and the names on that person's device have achieved, in no particular order.

    Games that a bot ended for them do not count.
    """
    counted = results.c.game.in_(list(games)), not_(results.c.stood_in)
    points = cast(results.c.score, Double) / results.c.games
    what = results.c.game, results.c.won, results.c.ended_at, _BEST, points.label("points")
    own = select(null().label("name"), *what).where(results.c.person_id == person_id, *counted)
    names = select(results.c.name, *what).where(results.c.household == person_id, *counted)
    played = union_all(own, names).subquery()
    who = (played.c.game, played.c.name)
    age = func.row_number().over(partition_by=who, order_by=played.c.ended_at.desc()).label("age")
    won = select(*who, played.c.ended_at, age).where(played.c.won).subquery()
    latest = (
        select(won.c.game, won.c.name, won.c.ended_at)
        .where(won.c.age <= most_trophies)
        .order_by(won.c.ended_at.desc())
    )
    trophies: dict[tuple[str, str | None], list[int]] = {}
    for game, name, ended_at in connection.execute(latest):
        trophies.setdefault((game, name), []).append(ended_at)
    victories = func.count().filter(played.c.won).label("victories")
    totals = select(
        *who,
        victories,
        func.count().label("games"),
        func.max(played.c.ended_at).label("last_at"),
        func.max(played.c.best).label("best"),
        func.sum(played.c.points).label("points"),
    )
    return tuple(
        HouseholdRow(**row._asdict(), trophies=tuple(trophies.get((row.game, row.name), ())))
        for row in connection.execute(totals.group_by(*who))
    )


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
    return None if row is None else _secret(row._asdict())


def access_of(connection: Connection, person_id: str, at: int) -> tuple[AccessRow, ...]:
    """The secrets of a person and of their bots that are valid at some time, the oldest first."""
    query = (
        select(secrets, people.c.name)
        .join(people, people.c.id == secrets.c.person_id)
        .where(
            or_(people.c.id == person_id, people.c.owner == person_id),
            or_(secrets.c.expires_at.is_(None), secrets.c.expires_at > at),
        )
        .order_by(secrets.c.created_at, secrets.c.hash)
    )
    found = [row._asdict() for row in connection.execute(query)]
    return tuple(AccessRow(name=row.pop("name"), secret=_secret(row)) for row in found)


def _secret(values: dict[str, Any]) -> SecretRow:
    return SecretRow(**values | {"kind": SecretKind(values["kind"])})


def find_shared(connection: Connection, token: str) -> str | None:
    """The id of the table that was shared with this token."""
    found: str | None = connection.execute(_SHARED, {"token": token}).scalar_one_or_none()
    return found


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


# Daily games.

_TRIES = (
    select(
        tables.c.id.label("table_id"),
        tables.c.host.label("person_id"),
        people.c.name,
        tables.c.day,
        tables.c.attempt,
        tables.c.status,
        results.c.score,
        results.c.ended_at,
    )
    .join(people, people.c.id == tables.c.host)
    .outerjoin(results, and_(results.c.table_id == tables.c.id, results.c.seat == 0))
    .where(tables.c.status.in_([status.value for status in Status]))
)
_IS_FIRST = tables.c.attempt == 1


def _tries(connection: Connection, query: Any) -> tuple[TryRow, ...]:
    rows = [row._asdict() for row in connection.execute(query)]
    return tuple(TryRow(**row | {"status": Status(row["status"])}) for row in rows)


def find_day(connection: Connection, day: str) -> DayRow | None:
    """A day whose dice are fixed."""
    row = connection.execute(select(days).where(days.c.day == day)).one_or_none()
    return None if row is None else DayRow(**row._asdict())


def tries_at(connection: Connection, person_id: str, game: str, day: str) -> tuple[TryRow, ...]:
    """A person's tries at the game of a day, in order."""
    query = _TRIES.where(tables.c.host == person_id, tables.c.game == game, tables.c.day == day)
    return _tries(connection, query.order_by(tables.c.attempt))


def first_tries(connection: Connection, person_id: str, game: str, limit: int) -> tuple[TryRow, ...]:
    """A person's first tries at the daily games, the latest day first."""
    query = _TRIES.where(
        tables.c.host == person_id, tables.c.game == game, tables.c.day.is_not(None), _IS_FIRST
    )
    return _tries(connection, query.order_by(tables.c.day.desc()).limit(limit))


def ranking(connection: Connection, game: str, day: str, limit: int) -> tuple[TryRow, ...]:
    """The finished first tries at the game of a day, the most points first."""
    query = _TRIES.where(tables.c.game == game, tables.c.day == day, _IS_FIRST, results.c.score.is_not(None))
    order = (results.c.score.desc(), results.c.ended_at, tables.c.id)
    return _tries(connection, query.order_by(*order).limit(limit))


def standing(connection: Connection, game: str, day: str, score: int) -> tuple[int, int]:
    """How many have finished their first try at the game of a day, and how many of them with more points."""
    more = func.count().filter(results.c.score > score)
    query = (
        select(func.count(), more)
        .select_from(tables)
        .join(results, and_(results.c.table_id == tables.c.id, results.c.seat == 0))
        .where(tables.c.game == game, tables.c.day == day, _IS_FIRST)
    )
    players, better = connection.execute(query).one()
    return players, better


def find_par(connection: Connection, game: str, day: str) -> str | None:
    """The moves that are the par of a day's game."""
    query = select(pars.c.moves).where(pars.c.game == game, pars.c.day == day)
    found: str | None = connection.execute(query).scalar_one_or_none()
    return found
