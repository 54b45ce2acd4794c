"""The store: futures for what is written, plain answers for what is read.

Writes are queued for one thread and completed after their commit is on disk. Reads block for a moment, so an
event loop calls them in a thread; any number of threads may.
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
from closecall.store.migrating import prepare
from closecall.store.rows import (
    LARGEST,
    Also,
    Appended,
    FameRow,
    LogEntry,
    PersonRow,
    RatingRow,
    ResultRow,
    Status,
    StoredTable,
    TableRow,
    check,
    check_text,
)
from closecall.store.writer import Statistics, Writer
from closecall.store.writes import AddPerson, Append, CreateTable, PeopleSeen, RenamePerson, SaveTable

_P = ParamSpec("_P")
_T = TypeVar("_T")
_NOTHING = Also()


class Store:
    """One database, open; several processes may have the same one open."""

    def __init__(self, url: URL, readers: int) -> None:
        """Use `Store.open`, which makes the database ready first."""
        self._writer = Writer(writing_engine(url))
        self._reader = reading_engine(url, readers)
        self._is_closed = False

    @classmethod
    def open(cls, database: str | Path, *, may_upgrade: bool = True, readers: int = 4) -> Self:
        """Open a database, given by its URL or file, made or upgraded first; a newer one is refused."""
        url = parse_url(database)
        prepare(url, may_upgrade=may_upgrade)
        return cls(url, readers)

    def close(self) -> None:
        """Write what waits, then close; everything after it is refused."""
        self._writer.close()
        self._is_closed = True
        self._reader.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def statistics(self) -> Statistics:
        """What the writer has done, for metrics."""
        return self._writer.statistics()

    def backup(self, path: Path) -> None:
        """Copy an SQLite database into a new file, while all goes on."""
        self._refuse_if_closed()
        back_up(self._reader, path)

    # What is written.

    def append(
        self, table_id: str, expected_length: int, entries: Sequence[str], *, at: int, also: Also = _NOTHING
    ) -> Future[Appended]:
        """Write entries n = expected_length … of a log, and what becomes true with them.

        `expected_length` counts what is known to be stored: wait for one append before the next. LostRace if
        the log is longer or shorter, StaleRatings if a rating has changed; then nothing of it is written.
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
        """Write a new table with its secret seed; Taken if its id, code or invitation is in use."""
        check(table)
        check_text(seed)
        return self._writer.submit(CreateTable(table, seed))

    def save_table(self, table: TableRow) -> Future[TableRow]:
        """Write a changed table, of the version that was read, and get it with its new version.

        LostRace if another version is stored by now. Id, commitment, seed and time of creation never change.
        """
        check(table)
        return self._writer.submit(SaveTable(table))

    def add_person(self, person: PersonRow) -> Future[None]:
        """Write down somebody new; Taken if the id or the secret is in use."""
        check(person)
        return self._writer.submit(AddPerson(person))

    def rename_person(self, person_id: str, name: str, language: str) -> Future[None]:
        """Give a person another name or language."""
        check((person_id, name, language))
        return self._writer.submit(RenamePerson(person_id, name, language))

    def people_seen(self, person_ids: Iterable[str], at: int) -> Future[None]:
        """Remember that these people were here; many at once cost little more than one."""
        seen = PeopleSeen(tuple(person_ids), at)
        check(seen)
        return self._writer.submit(seen)

    # What is read.

    def load_table(self, table_id: str, since: int = 0) -> StoredTable | None:
        """A table with its secret seed and its log, from entry `since` on, all of one moment."""
        return self._read(reads.load_table, table_id, since)

    def load_log(self, table_id: str, since: int = 0) -> tuple[LogEntry, ...]:
        """The log of a table from entry `since` on."""
        return self._read(reads.load_log, table_id, since)

    def find_table(self, table_id: str) -> TableRow | None:
        """A table by its id."""
        return self._read(reads.find_table, table_id)

    def find_by_code(self, code: str) -> TableRow | None:
        """A table by its short code."""
        return self._read(reads.find_by_code, code)

    def find_by_invite_hash(self, invite_hash: str) -> TableRow | None:
        """A table by the hash of its invitation."""
        return self._read(reads.find_by_invite_hash, invite_hash)

    def find_person(self, person_id: str) -> PersonRow | None:
        """A person by id."""
        return self._read(reads.find_person, person_id)

    def find_person_by_secret_hash(self, secret_hash: str) -> PersonRow | None:
        """The person whose secret has this hash."""
        return self._read(reads.find_person_by_secret_hash, secret_hash)

    def public_tables(self, status: Status = Status.OPEN, limit: int = 100) -> tuple[TableRow, ...]:
        """The public tables of a status, the newest first."""
        return self._read(reads.public_tables, status, limit)

    def unfinished_tables(self, after: str = "", limit: int = 1000) -> tuple[TableRow, ...]:
        """The tables that are open or playing, by id; ask again with the last id to get the next ones."""
        return self._read(reads.unfinished_tables, after, limit)

    def games_of(self, person_id: str, before: int = LARGEST, limit: int = 100) -> tuple[TableRow, ...]:
        """The tables where a person sits or sat, made before some time, the newest first."""
        return self._read(reads.games_of, person_id, before, limit)

    def results_of(self, *table_ids: str) -> tuple[ResultRow, ...]:
        """How the games of some tables ended, by table and seat."""
        return self._read(reads.results_of, table_ids)

    def hall_of_fame(self, game: str, limit: int = 100) -> tuple[FameRow, ...]:
        """Lifetime victories at a game (E17), the most first."""
        return self._read(reads.hall_of_fame, game, limit)

    def ratings_of(self, game: str, *person_ids: str) -> tuple[RatingRow, ...]:
        """The ratings of some people at a game, by id; who has none is left out."""
        return self._read(reads.ratings_of, game, person_ids)

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
