"""Tables: what they are, how they change, and how viewers see them.

A transition takes a table and returns a new one, or raises a GameError; nothing here reads a clock or a
store. `permissions` decides who may take which step. Times are milliseconds since 1970 (UTC).
"""

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
    new_rematch,
    new_table,
    should_start,
    with_rematch,
)
from closecall.server.tables.seating import (
    MOST_GUESTS,
    SeatRequest,
    SeatRequestKind,
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
from closecall.server.tables.table import Clock, Role, Table, TableError, is_away, own_seat, role_of, seats_of

__all__ = [
    "MOST_GUESTS", "Clock", "Place", "PlaceKind", "Role", "SeatInfo", "SeatRequest", "SeatRequestKind",
    "StartWhen", "Table", "TableError", "TableIdentity", "TableInfo", "TableRequest", "after_close",
    "after_game_over", "after_leave", "after_return", "after_stand_in", "after_start", "can_start", "is_away",
    "new_rematch", "new_table", "own_seat", "role_of", "seats_of", "should_start", "table_info", "with_bot",
    "with_guest", "with_local_player", "with_open_seat", "with_person", "with_ready", "with_rematch",
    "with_seat_request", "with_words",
]  # fmt: skip
