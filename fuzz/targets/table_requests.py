"""Requests for a new table, as clients send them: a GameError, or a table that is stored, read and played."""

from closecall.core.errors import GameError
from closecall.server.http.bodies import NewTable
from closecall.server.http.errors import decoded
from closecall.server.tables import (
    SeatRequest,
    Table,
    TableIdentity,
    TableRequest,
    new_table,
    table_info,
)
from fuzz.checks import check_options, check_refusal

IDENTITY = TableIdentity("0" * 16, "222222", "0" * 64, "0" * 64, 0)
WORDS = (
    '{"game":"mark","seats":[', '"game":"qwixx"', '"game":"enough"', '{"kind":"me"}', '{"kind":"open"}',
    '{"kind":"local","name":"Ben"}', '{"kind":"bot","bot":"greedy"}', '"options":{',
    '"layout":{"name":"', '"rows":["KBGYR","', '"ages":[null,9]', '"may_start":[0]', '"games":2',
    '"one_more":true', '"kit":"classic"', '"kit":{"name":"', '"cards":[1,2,3]',
    '"targets":[{"number":7,"stars":3}]', '"advanced":true', '"scorekeeper":2',
    '"tokens":[{"one":"lock","other":"silence"}]', '"showing":false', '"public":true',
    '"clock":"brisk"', '"start":"host"', "null", "-1", "999", "9007199254740992", "1.5", '"\\u202e"',
    "[]", "{}",
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """The body of a request, the table it asks for, and a short game with its options."""
    try:
        body = decoded(data, NewTable)
        places = tuple(SeatRequest(seat.kind, seat.name, seat.bot) for seat in body.seats)
        request = TableRequest(body.game, places, body.options, body.public, body.clock, body.start)
        table = new_table(IDENTITY, request, "ann", "Ann")
    except GameError as error:
        check_refusal(error)
        return
    assert Table.of(table.row()) == table
    for viewer in ("ann", "ben", None):
        assert len(table_info(table, viewer).seats) == len(places)
    check_options(table.rules, table.options, data)
