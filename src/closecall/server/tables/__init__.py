"""All about tables, for the rest of the server: what they are, every step in their life, and their picture.

Each step takes a table and gives a new one, or a GameError; nothing here reads a clock or a store. Who may
take which step is asked in `permissions`. Times are milliseconds since 1970 (UTC).
"""

from closecall.server.tables.info import SeatInfo, TableInfo, table_info
from closecall.server.tables.lifecycle import (
    Fresh,
    Order,
    can_start,
    closed,
    followed_by,
    left,
    new_table,
    over,
    rematched,
    returned,
    should_start,
    started,
    stood_in,
)
from closecall.server.tables.seating import (
    MOST_GUESTS,
    Wanted,
    Wish,
    admitted,
    arranged,
    emptied,
    ready,
    seated,
    with_bot,
    with_local,
    with_words,
)
from closecall.server.tables.seats import Place, PlaceKind, StartWhen
from closecall.server.tables.table import Clock, Role, Table, TableError, is_away, own_seat, role_of, seats_of

__all__ = [
    "MOST_GUESTS",
    "Clock",
    "Fresh",
    "Order",
    "Place",
    "PlaceKind",
    "Role",
    "SeatInfo",
    "StartWhen",
    "Table",
    "TableError",
    "TableInfo",
    "Wanted",
    "Wish",
    "admitted",
    "arranged",
    "can_start",
    "closed",
    "emptied",
    "followed_by",
    "is_away",
    "left",
    "new_table",
    "over",
    "own_seat",
    "ready",
    "rematched",
    "returned",
    "role_of",
    "seated",
    "seats_of",
    "should_start",
    "started",
    "stood_in",
    "table_info",
    "with_bot",
    "with_local",
    "with_words",
]
