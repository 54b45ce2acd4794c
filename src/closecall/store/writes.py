"""All writes, each as a value that can run in a transaction."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Text, bindparam, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from closecall.store.engines import breaks_reference, breaks_unique, reason_of
from closecall.store.errors import LostRace, Spent, StaleRatings, StoreError, Taken, TooMany
from closecall.store.rows import (
    Also,
    Appended,
    DayRow,
    PersonRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    SecretUse,
    TableRow,
)
from closecall.store.schema import days, keys, people, ratings, results, seated, secrets, shares, tables

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
        values = [_values(row, results.c.keys()) | {"company": row.company.value} for row in rows]
        connection.execute(_INSERT_RESULTS, values)


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
_FIXED = ("id", "commitment", "created_at", "day", "attempt", "is_sealed")
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
        """Taken if its code or invitation is in use, or the host has made this try at a daily game."""
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
    by: str | None = field(default=None, repr=False)
    """For a bot: the hash of the owner's secret with which it is asked for."""
    most: int | None = None
    """How many bots with a secret the owner may have."""

    def run(self, connection: Connection) -> None:
        """Taken if the id or the secret is in use, Spent if `by` is gone, TooMany if there are enough."""
        owner = self.person.owner
        if owner is not None:
            _check_asker(connection, owner, self.by)
            if self.most is not None:
                bots: int = connection.execute(_COUNT_BOTS, {"whose": owner}).scalar_one()
                if bots >= self.most:
                    raise TooMany("too_many_bots", most=self.most)
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
_IS_OF_KIND = secrets.c.person_id == bindparam("whose"), secrets.c.kind == bindparam("which")
_BOTS_OF = select(people.c.id).where(people.c.owner == bindparam("whose"))
_COUNT_SECRETS = select(func.count()).select_from(secrets).where(*_IS_OF_KIND)
_COUNT_BOTS = select(func.count()).select_from(secrets).where(secrets.c.person_id.in_(_BOTS_OF))
_DROP_OLDEST = delete(secrets).where(
    secrets.c.hash.in_(
        select(secrets.c.hash)
        .where(*_IS_OF_KIND)
        .order_by(secrets.c.created_at.desc(), secrets.c.hash)
        .offset(bindparam("most"))
    )
)
_END_ACCESS = (
    delete(secrets)
    .where(or_(secrets.c.person_id == bindparam("whose"), secrets.c.person_id.in_(_BOTS_OF)))
    .returning(secrets.c.person_id)
)
_RECORD_USE = (
    update(secrets)
    .where(_IS_HASH, or_(secrets.c.seen_at.is_(None), secrets.c.seen_at < bindparam("at")))
    .values(
        seen_at=bindparam("at"), device=func.coalesce(bindparam("new_device", type_=Text), secrets.c.device)
    )
)
# In PostgreSQL this makes all that add or end secrets of a person wait for each other, so that nothing is
# added by a session that another server ends at this moment. In SQLite every write waits for the one before.
_LOCK_PERSON = select(people.c.id).where(people.c.id == bindparam("whose")).with_for_update()
_SECRET_OF = select(secrets.c.hash).where(_IS_HASH, secrets.c.person_id == bindparam("whose"))
_FORGET_EXPIRED = delete(secrets).where(secrets.c.expires_at <= bindparam("at"))


@dataclass(frozen=True, slots=True)
class AddSecret:
    """Give a person one more secret."""

    secret: SecretRow
    by: str | None = field(default=None, repr=False)
    """The hash of the secret with which it is asked for."""
    most: int | None = None
    """How many of this kind the person keeps: the newest."""

    def run(self, connection: Connection) -> None:
        """Taken if it is in use, Spent if `by` is gone."""
        if self.by is not None:
            _check_asker(connection, self.secret.person_id, self.by)
        values = _values(self.secret, secrets.c.keys()) | {"kind": self.secret.kind.value}
        with refusing(Taken("store_taken")):
            connection.execute(_INSERT_SECRET, values)
        if self.most is not None:
            which = {"whose": self.secret.person_id, "which": self.secret.kind.value, "most": self.most}
            connection.execute(_DROP_OLDEST, which)


def _check_asker(connection: Connection, person_id: str, secret_hash: str | None) -> None:
    """Refuse what was asked for with a secret that has been deleted in the meantime."""
    connection.execute(_LOCK_PERSON, {"whose": person_id})
    if secret_hash is not None:
        known = {"secret_hash": secret_hash, "whose": person_id}
        if connection.execute(_SECRET_OF, known).one_or_none() is None:
            raise Spent("store_spent")


@dataclass(frozen=True, slots=True)
class UseSecret:
    """Use up a secret that is valid once."""

    hash: str = field(repr=False)
    kind: SecretKind
    at: int
    instead: SecretRow | None = None
    """What its person gets for it."""
    most: int | None = None
    """How many of that kind the person may have."""

    def run(self, connection: Connection) -> str:
        """Its person; Spent if there is no such secret, or no longer; TooMany if there are enough."""
        if self.instead is not None:
            connection.execute(_LOCK_PERSON, {"whose": self.instead.person_id})
        values = {"secret_hash": self.hash, "which": self.kind.value, "at": self.at}
        person_id: str | None = connection.execute(_USE_SECRET, values).scalar_one_or_none()
        if person_id is None:
            raise Spent("store_spent")
        if self.instead is not None:
            assert self.instead.person_id == person_id
            self._give(connection, self.instead)
        return person_id

    def _give(self, connection: Connection, secret: SecretRow) -> None:
        which = {"whose": secret.person_id, "which": secret.kind.value}
        found: int = connection.execute(_COUNT_SECRETS, which).scalar_one()
        if self.most is not None and found >= self.most:
            raise TooMany("too_many_devices", most=self.most)
        AddSecret(secret).run(connection)


@dataclass(frozen=True, slots=True)
class DropSecret:
    """Delete a secret."""

    hash: str = field(repr=False)

    def run(self, connection: Connection) -> int:
        """The number deleted: none if it did not exist, which is no error."""
        return connection.execute(_DROP_SECRET, {"secret_hash": self.hash}).rowcount


@dataclass(frozen=True, slots=True)
class EndAccess:
    """Delete all secrets of a person and of their bots."""

    person_id: str

    def run(self, connection: Connection) -> frozenset[str]:
        """The people and bots who had any."""
        connection.execute(_LOCK_PERSON, {"whose": self.person_id})
        return frozenset(connection.execute(_END_ACCESS, {"whose": self.person_id}).scalars())


@dataclass(frozen=True, slots=True)
class RecordUses:
    """Record when and on what devices secrets were used; a later time that is stored already stays."""

    uses: tuple[SecretUse, ...]

    def run(self, connection: Connection) -> None:
        """Secrets that do not exist are left out."""
        # In the order of their keys, so that two processes never deadlock.
        rows = [
            {"secret_hash": use.hash, "at": use.at, "new_device": use.device}
            for use in sorted(self.uses, key=lambda use: use.hash)
        ]
        connection.execute(_RECORD_USE, rows)


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


# The first token stays. Writing it again locks its row, so that another server cannot delete it meanwhile.
_SHARE = text(
    "INSERT INTO shares (table_id, token, created_at) VALUES (:table_id, :token, :created_at)"
    " ON CONFLICT (table_id) DO UPDATE SET token = shares.token RETURNING token"
)
_STOP_SHARING = delete(shares).where(shares.c.table_id == bindparam("which"))


@dataclass(frozen=True, slots=True)
class Share:
    """Give a table a token by which others may see its game, unless it has one."""

    table_id: str
    token: str = field(repr=False)
    created_at: int

    def run(self, connection: Connection) -> str:
        """The stored token: the first one that was given."""
        values = {"table_id": self.table_id, "token": self.token, "created_at": self.created_at}
        with refusing(Taken("store_taken")):
            kept: str = connection.execute(_SHARE, values).scalar_one()
        return kept


@dataclass(frozen=True, slots=True)
class StopSharing:
    """Delete the token of a table."""

    table_id: str

    def run(self, connection: Connection) -> int:
        """The number deleted: 0 if it was not shared."""
        return connection.execute(_STOP_SHARING, {"which": self.table_id}).rowcount


_FIX_DAY = text(
    "INSERT INTO days (day, secret, published_at) VALUES (:day, :secret, :published_at) "
    "ON CONFLICT (day) DO NOTHING"
)
_FIXED_DAY = select(days).where(days.c.day == bindparam("day"))
_REVEAL_DAY = (
    update(days)
    .where(days.c.day == bindparam("which"), days.c.revealed_at.is_(None))
    .values(revealed_at=bindparam("at"))
)


@dataclass(frozen=True, slots=True)
class FixDay:
    """Fix the dice of a day, unless they are."""

    day: DayRow

    def run(self, connection: Connection) -> DayRow:
        """The stored day: the first one that was given."""
        row = self.day
        values = {"day": row.day, "secret": row.secret, "published_at": row.published_at}
        connection.execute(_FIX_DAY, values)
        return DayRow(**connection.execute(_FIXED_DAY, {"day": row.day}).one()._asdict())


@dataclass(frozen=True, slots=True)
class RevealDay:
    """Note that the secret of a day is about to be shown; an earlier time that is stored stays."""

    day: str
    at: int

    def run(self, connection: Connection) -> DayRow:
        """The stored day; a StoreError if there is no such day."""
        connection.execute(_REVEAL_DAY, {"which": self.day, "at": self.at})
        found = connection.execute(_FIXED_DAY, {"day": self.day}).one_or_none()
        if found is None:
            raise StoreError("store_missing")
        return DayRow(**found._asdict())


_KEEP_PAR = text(
    "INSERT INTO pars (game, day, moves) VALUES (:game, :day, :moves) ON CONFLICT (game, day) DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class KeepPar:
    """Store the moves that are the par of a day's game, unless there are some."""

    game: str
    day: str
    moves: str

    def run(self, connection: Connection) -> None:
        """The first ones that were given stay."""
        connection.execute(_KEEP_PAR, {"game": self.game, "day": self.day, "moves": self.moves})


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
