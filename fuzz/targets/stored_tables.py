"""Stored tables: BadRecord, or a table that is stored as itself and can be shown to everybody.

The first byte chooses the game. Then come, one in each line, the texts `seats`, `options`, `words` and
`clock` of the row and the entries of the log. A log that does not fit is a GameError.
"""

from closecall.core.errors import BadRecord, GameError
from closecall.core.fate import SEED_BYTES, commitment
from closecall.games import rules_of, slugs
from closecall.messages import catalogue
from closecall.server.rooms.live_match import load_table
from closecall.server.tables import Table, table_info
from closecall.server.tables.seats import names_at
from closecall.store.rows import LogEntry, Status, StoredTable, TableRow
from fuzz.checks import check_match, check_refusal, text_of

SEED = bytes(SEED_BYTES)
WORDS = (
    '{"places":[', '{"person":"ann","name":"Ann","bot":null,"ready":true,"away":false,"local":false}',
    '"guests":[]', '"start":"full"', '"start":"host"', '"rematch":null', '"bot":"greedy"',
    '"person":null', '["",""]', "none", "brisk", "relaxed", '{"games":1,"one_more":false}', '{"fate":',
    '{"seat":0,"move":"', '{"take_back":0}', "\n", "null", "true", "-1", "[]", "{}", '"\\ud800"',
)  # fmt: skip


def stored_table(data: bytes) -> StoredTable:
    """The table that these bytes stand for."""
    slug = slugs()[data[0] % len(slugs())] if data else slugs()[0]
    seats, options, words, clock, *entries = text_of(data[1:]).split("\n") + [""] * 3
    log = tuple(LogEntry(n, entry, 0) for n, entry in enumerate(filter(None, entries)))
    row = TableRow(
        id="0" * 16,
        code="222222",
        invite_hash="0" * 64,
        game=slug,
        rules_version=1 + len(data) % rules_of(slug).VERSION,
        options=options,
        seats=seats,
        people=frozenset(),
        is_public=True,
        host="ann",
        clock=clock,
        status=Status.PLAYING if log else Status.OPEN,
        commitment=commitment(SEED),
        words=words,
        created_at=0,
        started_at=0 if log else None,
    )
    return StoredTable(row, SEED.hex(), log)


def test_one_input(data: bytes) -> None:
    """A row of the store, and the log that belongs to it."""
    stored = stored_table(data)
    try:
        table = Table.of(stored.table)
    except BadRecord as error:
        check_refusal(error)
        return
    assert Table.of(table.row()) == table
    assert len(table.words) == len(table.places)
    for viewer in ("ann", "ben", None):
        assert len(table_info(table, viewer).seats) == len(table.places)
    assert len(names_at(table.places, catalogue("en"))) <= len(table.places)
    try:
        again, live = load_table(stored)
    except GameError as error:
        check_refusal(error)
        return
    assert again == table
    if live is not None:
        check_match(live.match)
