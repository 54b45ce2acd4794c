"""The database: people, tables, the log of every match, results and ratings, in SQLite or PostgreSQL.

Log entries, seats, options and words are opaque texts here. Of secrets only hashes are stored. The caller
gives all times, in milliseconds since 1970 (UTC). People, tables, logs and results are never deleted; secrets
are, when they are used, dropped or expired.
"""

from closecall.store.errors import InDoubt, LostRace, NotKept, Spent, StaleRatings, StoreError, Taken
from closecall.store.rows import (
    Also,
    Appended,
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
from closecall.store.schema_version import upgrade
from closecall.store.store import Store
from closecall.store.writer import WriterStatistics

__all__ = [
    "Also", "Appended", "FameRow", "InDoubt", "LogEntry", "LostRace", "NotKept", "PersonRow", "RatedRow",
    "RatingRow", "ResultRow", "SecretKind", "SecretRow", "Spent", "StaleRatings", "Status", "Store",
    "StoreError", "StoredTable", "TableRow", "Taken", "WriterStatistics", "upgrade",
]  # fmt: skip
