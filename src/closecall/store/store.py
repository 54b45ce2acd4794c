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
    AccessRow,
    Also,
    Appended,
    DayRow,
    FameRow,
    HouseholdRow,
    PersonRow,
    PlayedRow,
    RatedRow,
    RatingRow,
    ResultRow,
    SecretKind,
    SecretRow,
    SecretUse,
    Status,
    StoredTable,
    TableRow,
    TryRow,
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
    EndAccess,
    FixDay,
    ForgetExpired,
    KeepKey,
    KeepPar,
    PeopleSeen,
    RecordUses,
    RenamePerson,
    RevealDay,
    SaveTable,
    Share,
    StopSharing,
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

    def add_person(
        self, person: PersonRow, secret: SecretRow, *, by: str | None = None, most: int | None = None
    ) -> Future[None]:
        """Store a new person with a secret; Taken if the id or the secret is in use.

        `by` is the hash of the secret with which an owner asks for a bot: Spent if that is gone. TooMany if
        the owner has `most` bots with a secret.
        """
        assert secret.person_id == person.id
        check((person, secret, by, most))
        return self._writer.submit(AddPerson(person, secret, by, most))

    def rename_person(self, person_id: str, name: str, language: str) -> Future[None]:
        """Change a person's name or language."""
        check((person_id, name, language))
        return self._writer.submit(RenamePerson(person_id, name, language))

    def people_seen(self, person_ids: Iterable[str], at: int) -> Future[int]:
        """Record that these people were here; many at once cost little more than one."""
        seen = PeopleSeen(tuple(person_ids), at)
        check(seen)
        return self._writer.submit(seen)

    def add_secret(
        self, secret: SecretRow, *, by: str | None = None, most: int | None = None
    ) -> Future[None]:
        """Give a person one more secret; Taken if it is in use.

        `by` is the hash of the secret with which they ask for it: Spent if that is gone. Of the same kind,
        the newest `most` stay.
        """
        check((secret, by, most))
        return self._writer.submit(AddSecret(secret, by, most))

    def use_secret(
        self,
        secret_hash: str,
        kind: SecretKind,
        at: int,
        *,
        instead: SecretRow | None = None,
        most: int | None = None,
    ) -> Future[str]:
        """Use up a secret; its person, who gets another one `instead`.

        Spent if it is unknown, of another kind, or expired. If several use it at once, one succeeds. TooMany
        if the person has `most` of the other kind; then nothing is used up.
        """
        check((secret_hash, kind, at, instead, most))
        return self._writer.submit(UseSecret(secret_hash, kind, at, instead, most))

    def drop_secret(self, secret_hash: str) -> Future[int]:
        """Sign out: delete a secret, if it exists; the number deleted."""
        check_text(secret_hash)
        return self._writer.submit(DropSecret(secret_hash))

    def end_access(self, person_id: str) -> Future[frozenset[str]]:
        """Sign out everywhere: delete all secrets of a person and of their bots; those who had any."""
        check_text(person_id)
        return self._writer.submit(EndAccess(person_id))

    def record_uses(self, uses: Iterable[SecretUse]) -> Future[None]:
        """Record when and on what devices secrets were used; many at once cost little more than one."""
        recorded = RecordUses(tuple(uses))
        assert recorded.uses
        check(recorded)
        return self._writer.submit(recorded)

    def forget_expired(self, at: int) -> Future[int]:
        """Delete the expired secrets, to be called now and then; their number."""
        check(at)
        return self._writer.submit(ForgetExpired(at))

    def keep_key(self, name: str, value: str) -> Future[str]:
        """Store a key of the server unless there is one of that name; the stored one."""
        check((name, value))
        return self._writer.submit(KeepKey(name, value))

    def share_table(self, table_id: str, token: str, at: int) -> Future[str]:
        """Give a table a token by which others may see its game, unless it has one; the stored one."""
        check((table_id, token, at))
        return self._writer.submit(Share(table_id, token, at))

    def stop_sharing(self, table_id: str) -> Future[int]:
        """Delete the token of a table, if it has one; the number deleted."""
        check_text(table_id)
        return self._writer.submit(StopSharing(table_id))

    def fix_day(self, day: DayRow) -> Future[DayRow]:
        """Fix the dice of a day unless they are; the stored day."""
        check(day)
        return self._writer.submit(FixDay(day))

    def reveal_day(self, day: str, at: int) -> Future[DayRow]:
        """Note that the secret of a day is about to be shown; the stored day."""
        check((day, at))
        return self._writer.submit(RevealDay(day, at))

    def keep_par(self, game: str, day: str, moves: str) -> Future[None]:
        """Store the moves that are the par of a day's game, unless there are some."""
        check((game, day, moves))
        return self._writer.submit(KeepPar(game, day, moves))

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

    def find_shared(self, token: str) -> str | None:
        """The id of the table that was shared with this token."""
        return self._read(reads.find_shared, token)

    def find_person(self, person_id: str) -> PersonRow | None:
        """A person by id."""
        return self._read(reads.find_person, person_id)

    def find_secret(self, secret_hash: str) -> SecretRow | None:
        """A secret by its hash, even if it has expired."""
        return self._read(reads.find_secret, secret_hash)

    def access_of(self, person_id: str, at: int) -> tuple[AccessRow, ...]:
        """The secrets of a person and of their bots that are valid at some time, the oldest first."""
        return self._read(reads.access_of, person_id, at)

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

    def played_by(self, person_id: str, games: Iterable[str], limit: int = 10_000) -> tuple[PlayedRow, ...]:
        """What a person has played to the end at some games, the oldest first; of too many, the latest."""
        return self._read(reads.played_by, person_id, tuple(games), limit)

    def hall_of_fame(self, game: str, limit: int = 100) -> tuple[FameRow, ...]:
        """Lifetime victories at a game (E17) in each company, the most first."""
        return self._read(reads.hall_of_fame, game, limit)

    def household_fame(
        self, person_id: str, games: Iterable[str], most_trophies: int = 20
    ) -> tuple[HouseholdRow, ...]:
        """Victories at some games of a person and of every name on that person's device (E17).

        The victories are complete; of their times, only the latest are returned.
        """
        return self._read(reads.household_fame, person_id, tuple(games), most_trophies)

    def ratings_of(self, game: str, *person_ids: str) -> tuple[RatingRow, ...]:
        """The ratings of some people at a game, ordered by id; people without one are left out."""
        return self._read(reads.ratings_of, game, person_ids)

    def top_ratings(self, game: str, limit: int = 100, least_games: int = 1) -> tuple[RatedRow, ...]:
        """The best ratings (mu − 3·sigma) at a game, of people with enough games."""
        return self._read(reads.top_ratings, game, limit, least_games)

    def find_day(self, day: str) -> DayRow | None:
        """A day whose dice are fixed."""
        return self._read(reads.find_day, day)

    def tries_at(self, person_id: str, game: str, day: str) -> tuple[TryRow, ...]:
        """A person's tries at the game of a day, in order."""
        return self._read(reads.tries_at, person_id, game, day)

    def first_tries(self, person_id: str, game: str, limit: int = 1000) -> tuple[TryRow, ...]:
        """A person's first tries at the daily games, the latest day first."""
        return self._read(reads.first_tries, person_id, game, limit)

    def ranking(self, game: str, day: str, limit: int = 100) -> tuple[TryRow, ...]:
        """The finished first tries at the game of a day, the most points first."""
        return self._read(reads.ranking, game, day, limit)

    def standing(self, game: str, day: str, score: int) -> tuple[int, int]:
        """How many have finished their first try at the game of a day, and how many with more points."""
        return self._read(reads.standing, game, day, score)

    def find_par(self, game: str, day: str) -> str | None:
        """The moves that are the par of a day's game."""
        return self._read(reads.find_par, game, day)

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
