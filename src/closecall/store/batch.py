"""Group commit: a batch of writes becomes one commit.

First all writes run together in one transaction, with all log lines in one statement. If anything is refused,
that transaction is rolled back and each write runs again in its own savepoint, so that only the refused ones
fail, still with one commit. Only if PostgreSQL aborts a transaction in favour of another process is each
write committed separately.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from closecall.store.engines import is_contention, is_in_transaction, reason_of
from closecall.store.errors import Contended, InDoubt, NotKept, StoreError
from closecall.store.writes import Append, Line, Write, insert_lines

Writes = Sequence[Write[Any]]


@dataclass(frozen=True, slots=True)
class Written:
    """A write that is on disk, and its result."""

    value: object


Outcome = Written | Exception


class Batches:
    """The one connection that writes; opened when it is needed, and again after it was lost."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self.commits = 0

    def keep(self, writes: Writes) -> list[Outcome]:
        """The outcome of each write; nothing is Written before the commit has returned."""
        try:
            return self._kept(writes)
        except (InDoubt, NotKept) as error:
            return [type(error)(error.code, **error.facts) for _ in writes]
        except Exception as error:
            is_late = isinstance(error, DBAPIError) and is_contention(error)
            if is_late and len(writes) > 1:
                return [outcome for write in writes for outcome in self.keep([write])]
            kind = Contended if is_late else NotKept
            return [kind("store_not_kept", reason=reason_of(error)) for _ in writes]

    def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # It may be broken, which is why it is closed.
                connection.invalidate()
            connection.close()

    def _kept(self, writes: Writes) -> list[Outcome]:
        try:
            return self._committed(writes, _run_together)
        except InDoubt:
            raise
        except DBAPIError as error:
            # A connection that was lost before the commit, as when PostgreSQL restarts, deserves another try.
            if is_serious(error) and not error.connection_invalidated:
                raise
        except Exception:
            pass  # Some write was refused; running each separately tells which one, and why.
        return self._committed(writes, _run_separately)

    def _committed(self, writes: Writes, run: Callable[[Connection, Writes], list[Outcome]]) -> list[Outcome]:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            self._connection.begin()
            outcomes = run(self._connection, writes)
            if not any(isinstance(outcome, Written) for outcome in outcomes):
                self._connection.rollback()
                return outcomes
            if not is_in_transaction(self._connection):
                raise NotKept("store_not_kept", reason="no transaction")
        except BaseException:
            self._undo()
            raise
        try:
            self._connection.commit()
        except Exception as error:
            self.close()
            raise InDoubt("store_in_doubt", reason=reason_of(error)) from None
        self.commits += 1
        return outcomes

    def _undo(self) -> None:
        """Roll back; a connection that cannot even do that is not used again."""
        assert self._connection is not None
        try:
            self._connection.rollback()
        except Exception:
            self.close()


def is_serious(error: BaseException) -> bool:
    """Whether the database failed (no space, no connection, a lock), as opposed to refusing a value."""
    return isinstance(error, DBAPIError) and not isinstance(
        error, IntegrityError | DataError | ProgrammingError
    )


class _Gap(Exception):
    """A line of the batch would leave a gap before it."""


def _run_together(connection: Connection, writes: Writes) -> list[Outcome]:
    """Run all writes; log lines come after new tables and people, which they may refer to."""
    outcomes: dict[int, Outcome] = {}
    for n, write in enumerate(writes):
        if not isinstance(write, Append):
            outcomes[n] = Written(write.run(connection))
    appends = [(n, write) for n, write in enumerate(writes) if isinstance(write, Append)]
    # In the order of their keys, so that two processes never deadlock.
    lines: list[Line] = sorted(line for _, append in appends for line in append.lines())
    if lines and not insert_lines(connection, lines):
        raise _Gap
    for n, append in appends:
        outcomes[n] = Written(append.after_lines(connection))
    return [outcomes[n] for n in range(len(writes))]


def _run_separately(connection: Connection, writes: Writes) -> list[Outcome]:
    """Run each write in a savepoint; a refused one does not affect the others."""
    outcomes: list[Outcome] = []
    for write in writes:
        savepoint = connection.begin_nested()
        try:
            value = write.run(connection)
            savepoint.commit()
        except Exception as error:
            if is_serious(error):
                raise
            # This raises if the database has rolled back the whole transaction.
            savepoint.rollback()
            outcomes.append(_refusal(error))
        else:
            outcomes.append(Written(value))
    return outcomes


def _refusal(error: Exception) -> Exception:
    return StoreError("store_refused", reason=reason_of(error)) if isinstance(error, DBAPIError) else error
