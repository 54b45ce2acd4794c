"""The store: writes return futures, reads return values.

Writes are queued for one thread and completed when their commit is on disk. Reads block for a moment, so an
event loop calls them in a thread; any number of threads may read.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from closecall.store import reads
from closecall.store.backup import back_up
from closecall.store.engines import parse_url, reading_engine, reason_of, writing_engine
from closecall.store.errors import StoreError
from closecall.store.rows import (
    LARGEST,
    Also,
    Appended,
    FameRow,
    PersonRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    Status,
    StoredTable,
    TableRow,
    check,
    check_text,
)
from closecall.store.schema_version import prepare
from closecall.store.writer import Writer, WriterStatistics
from closecall.store.writes import (
    AddPerson,
    AddSecret,
    Append,
    CreateTable,
    DropSecret,
    DropSecretsOf,
    ForgetExpired,
    KeepKey,
    PeopleSeen,
    RenamePerson,
    SaveTable,
    TryOut,
    UseSecret,
)

_P = ParamSpec("_P")
_T = TypeVar("_T")
_NOTHING = Also()


class Store:
    """An open database; several processes may open the same one."""

    def __init__(self, url: URL, readers: int) -> None:
        """Use `Store.open`, which prepares the database first."""
        self._writer = Writer(writing_engine(url))
        self._reader = reading_engine(url, readers)
        self._is_closed = False

    @classmethod
    def open(cls, database: str | Path, *, may_upgrade: bool = True, readers: int = 4) -> Self:
        """Open a database, given by its URL or file; it is created or upgraded first, a newer one is
        refused."""
        url = parse_url(database)
        prepare(url, may_upgrade=may_upgrade)
        return cls(url, readers)

    def close(self) -> None:
        """Complete the queued writes, then close; everything after it is refused."""
        self._writer.close()
        self._is_closed = True
        self._reader.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def statistics(self) -> WriterStatistics:
        """What the writer has done, for metrics."""
        return self._writer.statistics()

    def backup(self, path: Path) -> None:
        """Copy an SQLite database into a new file, without stopping."""
        self._refuse_if_closed()
        back_up(self._reader, path)

    # Writes.

    def append(
        self, table_id: str, expected_length: int, entries: Sequence[str], *, at: int, also: Also = _NOTHING
    ) -> Future[Appended]:
        """Append entries to a log of `expected_length` entries, together with `also`.

        Wait for one append before the next. LostRace if the log is longer or shorter, StaleRatings if a
        rating has changed; then nothing is written.
        """
        assert entries
        assert also.table is None or also.table.id == table_id
        assert all(result.table_id == table_id for result in also.results)
        for text in (table_id, *entries):
            check_text(text)
        for number in (expected_length + len(entries), at):
            check(number)
        if also is not _NOTHING:
            check(also)
        return self._writer.submit(Append(table_id, expected_length, tuple(entries), at, also))

    def create_table(self, table: TableRow, seed: str) -> Future[TableRow]:
        """Store a new table with its secret seed; Taken if its id, code or invitation is in use."""
        check(table)
        check_text(seed)
        return self._writer.submit(CreateTable(table, seed))

    def save_table(self, table: TableRow) -> Future[TableRow]:
        """Store a changed table, with the version that was read; the table with its new version.

        LostRace if another version is stored by now. Id, commitment, seed and creation time never change.
        """
        check(table)
        return self._writer.submit(SaveTable(table))

    def add_person(self, person: PersonRow, secret: SecretRow) -> Future[None]:
        """Store a new person with a secret; Taken if the id or the secret is in use."""
        assert secret.person_id == person.id
        check((person, secret))
        return self._writer.submit(AddPerson(person, secret))

    def rename_person(self, person_id: str, name: str, language: str) -> Future[None]:
        """Change a person's name or language."""
        check((person_id, name, language))
        return self._writer.submit(RenamePerson(person_id, name, language))

    def people_seen(self, person_ids: Iterable[str], at: int) -> Future[int]:
        """Record that these people were here; many at once cost little more than one."""
        seen = PeopleSeen(tuple(person_ids), at)
        check(seen)
        return self._writer.submit(seen)

    def add_secret(self, secret: SecretRow) -> Future[None]:
        """Give a person one more secret; Taken if it is in use."""
        check(secret)
        return self._writer.submit(AddSecret(secret))

    def use_secret(self, secret_hash: str, kind: SecretKind, at: int) -> Future[str]:
        """Use up a secret; its person.

        Spent if it is unknown, of another kind, or expired. If several use it at once, one succeeds.
        """
        check((secret_hash, kind, at))
        return self._writer.submit(UseSecret(secret_hash, kind, at))

    def drop_secret(self, secret_hash: str) -> Future[int]:
        """Sign out: delete a secret, if it exists; the number deleted."""
        check_text(secret_hash)
        return self._writer.submit(DropSecret(secret_hash))

    def drop_secrets_of(self, person_id: str, kind: SecretKind) -> Future[int]:
        """Sign out everywhere: delete all secrets of a kind that a person has; their number."""
        check((person_id, kind))
        return self._writer.submit(DropSecretsOf(person_id, kind))

    def forget_expired(self, at: int) -> Future[int]:
        """Delete the expired secrets, to be called now and then; their number."""
        check(at)
        return self._writer.submit(ForgetExpired(at))

    def keep_key(self, name: str, value: str) -> Future[str]:
        """Store a key of the server unless there is one of that name; the stored one."""
        check((name, value))
        return self._writer.submit(KeepKey(name, value))

    def try_out(self) -> Future[None]:
        """Write something and delete it again; NotKept or InDoubt if the database is still failing."""
        return self._writer.submit(TryOut())

    # Reads.

    def ping(self) -> None:
        """Read something, to see whether the database answers."""
        self._read(reads.ping)

    def load_table(self, table_id: str, since: int = 0) -> StoredTable | None:
        """A table with its secret seed and its log from entry `since` on, as one snapshot."""
        return self._read(reads.load_table, table_id, since)

    def find_by_code(self, code: str) -> TableRow | None:
        """A table by its short code."""
        return self._read(reads.find_by_code, code)

    def find_by_invite_hash(self, invite_hash: str) -> TableRow | None:
        """A table by the hash of its invitation."""
        return self._read(reads.find_by_invite_hash, invite_hash)

    def find_person(self, person_id: str) -> PersonRow | None:
        """A person by id."""
        return self._read(reads.find_person, person_id)

    def find_secret(self, secret_hash: str) -> SecretRow | None:
        """A secret by its hash, even if it has expired."""
        return self._read(reads.find_secret, secret_hash)

    def public_tables(self, status: Status = Status.OPEN, limit: int = 100) -> tuple[TableRow, ...]:
        """The public tables of a status, the newest first."""
        return self._read(reads.public_tables, status, limit)

    def unfinished_tables(self, after: str = "", limit: int = 1000) -> tuple[TableRow, ...]:
        """The tables that are open or playing, ordered by id; ask again with the last id for the next
        ones."""
        return self._read(reads.unfinished_tables, after, limit)

    def games_of(self, person_id: str, before: int = LARGEST, limit: int = 100) -> tuple[TableRow, ...]:
        """The tables where a person has or had a seat, created before some time, the newest first."""
        return self._read(reads.games_of, person_id, before, limit)

    def results_of(self, *table_ids: str) -> tuple[ResultRow, ...]:
        """The results of some tables, ordered by table and seat."""
        return self._read(reads.results_of, table_ids)

    def hall_of_fame(self, game: str, limit: int = 100) -> tuple[FameRow, ...]:
        """Lifetime victories at a game (E17), the most first."""
        return self._read(reads.hall_of_fame, game, limit)

    def ratings_of(self, game: str, *person_ids: str) -> tuple[RatingRow, ...]:
        """The ratings of some people at a game, ordered by id; people without one are left out."""
        return self._read(reads.ratings_of, game, person_ids)

    def top_ratings(self, game: str, limit: int = 100, least_games: int = 1) -> tuple[RatedRow, ...]:
        """The best ratings (mu − 3·sigma) at a game, of people with enough games."""
        return self._read(reads.top_ratings, game, limit, least_games)

    def _read(
        self, query: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        self._refuse_if_closed()
        check(args)
        try:
            with self._reader.begin() as connection:
                return query(connection, *args, **kwargs)
        except SQLAlchemyError as error:
            raise StoreError("store_not_read", reason=reason_of(error)) from None

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise StoreError("store_closed")
