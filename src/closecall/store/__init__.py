"""What is kept: people, tables, the log of every match, results and ratings, in SQLite or PostgreSQL.

Log entries, seats, options and words are opaque texts here; tokens are known by their hashes alone; and the
time of everything is given by the caller, in milliseconds since 1970 (UTC).
"""

from closecall.store.errors import InDoubt, LostRace, NotKept, StaleRatings, StoreError, Taken
from closecall.store.migrating import upgrade
from closecall.store.rows import (
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
)
from closecall.store.store import Store
from closecall.store.writer import Statistics

__all__ = [
    "Also",
    "Appended",
    "FameRow",
    "InDoubt",
    "LogEntry",
    "LostRace",
    "NotKept",
    "PersonRow",
    "RatingRow",
    "ResultRow",
    "StaleRatings",
    "Statistics",
    "Status",
    "Store",
    "StoreError",
    "StoredTable",
    "TableRow",
    "Taken",
    "upgrade",
]
