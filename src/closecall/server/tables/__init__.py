"""Tables: what they are, how they change, and how viewers see them.

A transition takes a table and returns a new one, or raises a GameError; nothing here reads a clock or a
store. `permissions` decides who may take which step. Times are milliseconds since 1970 (UTC).
"""

from closecall.server.tables.closing import (
    A_DAY_MS,
    after_choice,
    after_close_wish,
    after_withdrawal,
    can_close_alone,
)
from closecall.server.tables.info import SeatInfo, TableInfo, table_info
from closecall.server.tables.lifecycle import (
    TableIdentity,
    TableRequest,
    after_close,
    after_game_over,
    after_leave,
    after_return,
    after_stand_in,
    after_start,
    can_start,
    new_daily_table,
    new_rematch,
    new_table,
    should_start,
    with_rematch,
)
from closecall.server.tables.seating import (
    MOST_GUESTS,
    SeatRequest,
    SeatRequestKind,
    expect_commitment,
    with_age,
    with_appointed,
    with_bot,
    with_guest,
    with_local_player,
    with_open_seat,
    with_person,
    with_ready,
    with_seat_request,
    with_words,
)
from closecall.server.tables.seats import Place, PlaceKind, StartWhen
from closecall.server.tables.table import (
    Clock,
    DailyTry,
    Role,
    Table,
    TableError,
    is_away,
    own_seat,
    readable_tables,
    role_of,
    seats_of,
)

__all__ = [
    "A_DAY_MS", "MOST_GUESTS", "Clock", "DailyTry", "Place", "PlaceKind", "Role", "SeatInfo", "SeatRequest",
    "SeatRequestKind", "StartWhen", "Table", "TableError", "TableIdentity", "TableInfo", "TableRequest",
    "after_choice", "after_close", "after_close_wish", "after_game_over", "after_leave", "after_return",
    "after_stand_in", "after_start", "after_withdrawal", "can_close_alone", "can_start", "expect_commitment",
    "is_away", "new_daily_table", "new_rematch", "new_table", "own_seat", "readable_tables", "role_of",
    "seats_of", "should_start", "table_info", "with_age", "with_appointed", "with_bot", "with_guest",
    "with_local_player", "with_open_seat", "with_person", "with_ready", "with_rematch", "with_seat_request",
    "with_words",
]  # fmt: skip
