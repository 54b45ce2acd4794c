"""All writes, each as a value that can run in a transaction."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from closecall.store.engines import breaks_reference, breaks_unique, reason_of
from closecall.store.errors import LostRace, Spent, StaleRatings, StoreError, Taken
from closecall.store.rows import (
    Also,
    Appended,
    PersonRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    TableRow,
)
from closecall.store.schema import keys, people, ratings, results, seated, secrets, tables

T_co = TypeVar("T_co", covariant=True)


class Write(Protocol[T_co]):
    """A write that succeeds completely or not at all."""

    def run(self, connection: Connection) -> T_co:
        """Run in a transaction or savepoint, which is rolled back if this raises."""


Line = tuple[str, int, str, int, int]
"""A log line: table, n, entry, time, and 1 if the line before it must exist."""

# All lines of a batch are one statement with one parameter: Python releases its lock once, not once per line,
# so that a busy event loop cannot delay every line. A scalar subquery is always looked up by the key.
_INSERT_LINES = {
    "sqlite": text("""
        INSERT INTO log (table_id, n, entry, at)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
               json_extract(value, '$[2]'), json_extract(value, '$[3]')
        FROM json_each(:lines)
        WHERE json_extract(value, '$[4]') = 0 OR (
            SELECT before.n FROM log AS before
            WHERE before.table_id = json_extract(value, '$[0]') AND before.n = json_extract(value, '$[1]') - 1
        ) IS NOT NULL"""),
    "postgresql": text("""
        INSERT INTO log (table_id, n, entry, at)
        SELECT line ->> 0, CAST(line ->> 1 AS bigint), line ->> 2, CAST(line ->> 3 AS bigint)
        FROM json_array_elements(CAST(:lines AS json)) AS line
        WHERE CAST(line ->> 4 AS integer) = 0 OR (
            SELECT before.n FROM log AS before
            WHERE before.table_id = line ->> 0 AND before.n = CAST(line ->> 1 AS bigint) - 1
        ) IS NOT NULL"""),
}


def insert_lines(connection: Connection, lines: Sequence[Line]) -> bool:
    """Insert lines of one or many logs; False if one would leave a gap before it."""
    statement = _INSERT_LINES[connection.dialect.name]
    encoded = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
    return connection.execute(statement, {"lines": encoded}).rowcount == len(lines)


@contextmanager
def refusing(taken: StoreError) -> Iterator[None]:
    """Turn a refusal of the database into one of ours."""
    try:
        yield
    except IntegrityError as error:
        if breaks_unique(error):
            raise taken from None
        if breaks_reference(error):
            raise StoreError("store_missing") from None
        raise StoreError("store_refused", reason=reason_of(error)) from None


@dataclass(frozen=True, slots=True)
class Append:
    """Append entries to a log that still has the expected length."""

    table_id: str
    expected_length: int
    entries: tuple[str, ...]
    at: int
    also: Also

    def lines(self) -> Iterator[Line]:
        """The log lines."""
        must_follow = int(self.expected_length > 0)
        for n, entry in enumerate(self.entries, self.expected_length):
            yield self.table_id, n, entry, self.at, must_follow
            must_follow = 0

    def run(self, connection: Connection) -> Appended:
        """Write the lines and what is stored with them."""
        lost = LostRace("store_lost_race", table=self.table_id, length=self.expected_length)
        with refusing(lost):
            if not insert_lines(connection, tuple(self.lines())):
                raise lost
        return self.after_lines(connection)

    def after_lines(self, connection: Connection) -> Appended:
        """Write what is stored with the lines, after them."""
        also = self.also
        saved = None if also.table is None else SaveTable(also.table).run(connection)
        if also.results:
            _add_results(connection, also.results)
        # Always in the same order, so that two games that end at once do not deadlock.
        for row in sorted(also.ratings, key=lambda row: (row.person_id, row.game)):
            _rate(connection, row)
        return Appended(self.expected_length + len(self.entries), saved)


_INSERT_RESULTS = insert(results)


def _add_results(connection: Connection, rows: tuple[ResultRow, ...]) -> None:
    over_already = LostRace("store_over_already", table=rows[0].table_id)
    with refusing(over_already):
        connection.execute(_INSERT_RESULTS, [_values(row, results.c.keys()) for row in rows])


_INSERT_RATING = insert(ratings)
_UPDATE_RATING = (
    update(ratings)
    .where(
        ratings.c.person_id == bindparam("whose"),
        ratings.c.game == bindparam("which"),
        ratings.c.games == bindparam("before"),
    )
    .values({name: bindparam(name) for name in ("mu", "sigma", "games")})
)


def _rate(connection: Connection, row: RatingRow) -> None:
    stale = StaleRatings("store_stale_ratings", person=row.person_id, game=row.game)
    if row.games == 1:
        with refusing(stale):
            connection.execute(_INSERT_RATING, _values(row, ratings.c.keys()))
        return
    values = {"mu": row.mu, "sigma": row.sigma, "games": row.games}
    keys = {"whose": row.person_id, "which": row.game, "before": row.games - 1}
    if connection.execute(_UPDATE_RATING, values | keys).rowcount != 1:
        raise stale


_TABLE_COLUMNS = tuple(column.name for column in tables.c if column.name != "seed")
_FIXED = ("id", "commitment", "created_at")
_INSERT_TABLE = insert(tables)
_INSERT_SEATED = insert(seated)
_SEATED_AT = select(seated.c.person_id).where(seated.c.table_id == bindparam("at_table"))
_DELETE_SEATED = delete(seated).where(
    seated.c.table_id == bindparam("at_table"), seated.c.person_id.in_(bindparam("gone", expanding=True))
)
# The fixed columns of a table, least of all its seed, are never updated.
_UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.version == bindparam("before"))
    .values({name: bindparam(name) for name in _TABLE_COLUMNS if name not in _FIXED})
)


@dataclass(frozen=True, slots=True)
class CreateTable:
    """Insert a new table with its secret seed."""

    table: TableRow
    seed: str

    def run(self, connection: Connection) -> TableRow:
        """Taken if its code or invitation is in use."""
        with refusing(Taken("store_taken")):
            connection.execute(_INSERT_TABLE, _table_values(self.table) | {"seed": self.seed})
            _seat(connection, self.table.id, self.table.people)
        return self.table


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Update a table."""

    table: TableRow

    def run(self, connection: Connection) -> TableRow:
        """LostRace if it was saved by another server in the meantime."""
        row = self.table
        after = replace(row, version=row.version + 1)
        values = {name: value for name, value in _table_values(after).items() if name not in _FIXED}
        with refusing(Taken("store_taken")):
            done = connection.execute(_UPDATE_TABLE, values | {"which": row.id, "before": row.version})
            if done.rowcount != 1:
                raise LostRace("store_stale_table", table=row.id)
            seated_before = frozenset(connection.scalars(_SEATED_AT, {"at_table": row.id}))
            if gone := seated_before - row.people:
                connection.execute(_DELETE_SEATED, {"at_table": row.id, "gone": sorted(gone)})
            _seat(connection, row.id, row.people - seated_before)
        return after


def _table_values(row: TableRow) -> dict[str, object]:
    return _values(row, _TABLE_COLUMNS) | {"status": row.status.value}


def _seat(connection: Connection, table_id: str, new: frozenset[str]) -> None:
    if new:
        rows = [{"table_id": table_id, "person_id": person_id} for person_id in sorted(new)]
        connection.execute(_INSERT_SEATED, rows)


_INSERT_PERSON = insert(people)
_RENAME = (
    update(people)
    .where(people.c.id == bindparam("who"))
    .values(name=bindparam("name"), language=bindparam("language"))
)
_SEEN = (
    update(people)
    .where(people.c.id.in_(bindparam("who", expanding=True)), people.c.seen_at < bindparam("seen_at"))
    .values(seen_at=bindparam("seen_at"))
)


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Insert a new person with a secret."""

    person: PersonRow
    secret: SecretRow

    def run(self, connection: Connection) -> None:
        """Taken if the id or the secret is in use."""
        with refusing(Taken("store_taken")):
            connection.execute(_INSERT_PERSON, _values(self.person, people.c.keys()))
        AddSecret(self.secret).run(connection)


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """Change a person's name or language."""

    person_id: str
    name: str
    language: str

    def run(self, connection: Connection) -> None:
        """A StoreError if there is no such person."""
        values = {"who": self.person_id, "name": self.name, "language": self.language}
        if connection.execute(_RENAME, values).rowcount != 1:
            raise StoreError("store_missing")


@dataclass(frozen=True, slots=True)
class PeopleSeen:
    """Record that people were here; a later time that is stored already stays."""

    person_ids: tuple[str, ...]
    at: int

    def run(self, connection: Connection) -> int:
        """Of how many it was not known yet; those who do not exist are left out."""
        return connection.execute(_SEEN, {"who": sorted(self.person_ids), "seen_at": self.at}).rowcount


_INSERT_SECRET = insert(secrets)
_IS_HASH = secrets.c.hash == bindparam("secret_hash")
_DROP_SECRET = delete(secrets).where(_IS_HASH)
# Deleting it is using it: of two who try at once, the second finds nothing to delete.
_USE_SECRET = (
    delete(secrets)
    .where(
        _IS_HASH,
        secrets.c.kind == bindparam("which"),
        or_(secrets.c.expires_at.is_(None), secrets.c.expires_at > bindparam("at")),
    )
    .returning(secrets.c.person_id)
)
_DROP_SECRETS_OF = delete(secrets).where(
    secrets.c.person_id == bindparam("whose"), secrets.c.kind == bindparam("which")
)
_FORGET_EXPIRED = delete(secrets).where(secrets.c.expires_at <= bindparam("at"))


@dataclass(frozen=True, slots=True)
class AddSecret:
    """Give a person one more secret."""

    secret: SecretRow

    def run(self, connection: Connection) -> None:
        """Taken if it is in use."""
        values = _values(self.secret, secrets.c.keys()) | {"kind": self.secret.kind.value}
        with refusing(Taken("store_taken")):
            connection.execute(_INSERT_SECRET, values)


@dataclass(frozen=True, slots=True)
class UseSecret:
    """Use up a secret that is valid once."""

    hash: str = field(repr=False)
    kind: SecretKind
    at: int

    def run(self, connection: Connection) -> str:
        """Its person; Spent if there is no such secret, or no longer."""
        values = {"secret_hash": self.hash, "which": self.kind.value, "at": self.at}
        person_id: str | None = connection.execute(_USE_SECRET, values).scalar_one_or_none()
        if person_id is None:
            raise Spent("store_spent")
        return person_id


@dataclass(frozen=True, slots=True)
class DropSecret:
    """Delete a secret."""

    hash: str = field(repr=False)

    def run(self, connection: Connection) -> int:
        """The number deleted: none if it did not exist, which is no error."""
        return connection.execute(_DROP_SECRET, {"secret_hash": self.hash}).rowcount


@dataclass(frozen=True, slots=True)
class DropSecretsOf:
    """Delete all secrets of one kind that a person has."""

    person_id: str
    kind: SecretKind

    def run(self, connection: Connection) -> int:
        """The number deleted."""
        values = {"whose": self.person_id, "which": self.kind.value}
        return connection.execute(_DROP_SECRETS_OF, values).rowcount


@dataclass(frozen=True, slots=True)
class ForgetExpired:
    """Delete the expired secrets."""

    at: int

    def run(self, connection: Connection) -> int:
        """The number deleted."""
        return connection.execute(_FORGET_EXPIRED, {"at": self.at}).rowcount


# If two processes do this at once, the second waits for the first and then reads what that one wrote.
_KEEP_KEY = text("INSERT INTO keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")
_KEPT_KEY = select(keys.c.value).where(keys.c.name == bindparam("name"))


@dataclass(frozen=True, slots=True)
class KeepKey:
    """Store a key of the server, unless there is one of that name."""

    name: str
    value: str = field(repr=False)

    def run(self, connection: Connection) -> str:
        """The stored key: the first one that was given."""
        connection.execute(_KEEP_KEY, {"name": self.name, "value": self.value})
        kept: str = connection.execute(_KEPT_KEY, {"name": self.name}).scalar_one()
        return kept


_DROP_KEY = delete(keys).where(keys.c.name == bindparam("which"))


@dataclass(frozen=True, slots=True)
class TryOut:
    """Write something and delete it again, to see whether the database can be written to."""

    def run(self, connection: Connection) -> None:
        """Nothing is left of it, but it was written to disk."""
        connection.execute(_KEEP_KEY, {"name": "try-out", "value": ""})
        connection.execute(_DROP_KEY, {"which": "try-out"})


def _values(row: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}
