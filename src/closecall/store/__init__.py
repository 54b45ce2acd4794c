"""The database: people, tables, the log of every match, results and ratings, in SQLite or PostgreSQL.

Log entries, seats, options and words are opaque texts here. Of the secrets by which people are known and let
in, only hashes are stored. The caller gives all times, in milliseconds since 1970 (UTC). People, tables, logs
and results are never deleted; secrets are, when they are used, dropped or expired, and so are shared links.
"""

from closecall.store.errors import InDoubt, LostRace, NotKept, Spent, StaleRatings, StoreError, Taken, TooMany
from closecall.store.rows import (
    AccessRow,
    Also,
    Appended,
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
    SecretUse,
    Status,
    StoredTable,
    TableRow,
    TryRow,
)
from closecall.store.schema_version import upgrade
from closecall.store.store import Store
from closecall.store.writer import WriterStatistics

__all__ = [
    "AccessRow", "Also", "Appended", "Company", "DayRow", "FameRow", "HouseholdRow", "InDoubt", "LogEntry",
    "LostRace", "NotKept", "PersonRow", "PlayedRow", "RatedRow", "RatingRow", "ResultRow", "SecretKind",
    "SecretRow", "SecretUse", "Spent", "StaleRatings", "Status", "Store", "StoreError", "StoredTable",
    "TableRow", "Taken", "TooMany", "TryRow", "WriterStatistics", "upgrade",
]  # fmt: skip
