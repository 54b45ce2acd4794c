"""Results say in what company, with what stand-ins and in how many games they were reached."""

import json
from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_TABLES_AT_ONCE = 500

# The strongest first, as in all games at this time; unknown bots come last.
_LEVELS = ("expert", "hard", "medium", "easy", "greedy", "random")

_IDS = sa.text("SELECT DISTINCT table_id FROM results ORDER BY table_id")
_RESULTS = sa.text(
    "SELECT table_id, seat, COALESCE(person_id, household, ''), bot FROM results WHERE table_id IN :ids"
    " ORDER BY table_id, seat"
).bindparams(sa.bindparam("ids", expanding=True))
_TABLES = sa.text("SELECT id, seats, options FROM tables WHERE id IN :ids").bindparams(
    sa.bindparam("ids", expanding=True)
)
_LOG = sa.text("SELECT entry FROM log WHERE table_id = :id ORDER BY n")
_SET = sa.text(
    "UPDATE results SET company = :company, level = :level, stood_in = :stood_in, games = :games"
    " WHERE table_id = :table_id AND seat = :seat"
)


def upgrade() -> None:
    """Add the columns, and fill them in for the games that are over."""
    # In both databases this adds a column in place, so that the table stays stored in the order of its key.
    # A server of the version before may go on writing results: they get the defaults.
    op.add_column("results", sa.Column("company", sa.Text, nullable=False, server_default="people"))
    op.add_column("results", sa.Column("level", sa.Text))
    op.add_column("results", sa.Column("stood_in", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("games", sa.BigInteger, nullable=False, server_default="1"))
    op.add_column("results", sa.Column("best", sa.BigInteger))
    connection = op.get_bind()
    ids = [table_id for (table_id,) in connection.execute(_IDS)]
    for first in range(0, len(ids), _TABLES_AT_ONCE):
        _fill_in(connection, ids[first : first + _TABLES_AT_ONCE])
    op.drop_index("ix_results_game_person_id_won_score", "results")
    op.drop_index("ix_results_household_game_name_won_ended_at", "results")
    op.create_index(
        "ix_results_fame",
        "results",
        ["game", "company", "level", "person_id", "stood_in", "won", "score", "games", "best"],
    )
    for whose in ("person_id", "household"):
        op.create_index(f"ix_results_{whose}_game_ended_at", "results", [whose, "game", "ended_at"])


def _fill_in(connection: sa.Connection, ids: list[str]) -> None:
    seats: dict[str, list[tuple[int, str, str | None]]] = {}
    for table_id, seat, device, bot in connection.execute(_RESULTS, {"ids": ids}):
        seats.setdefault(table_id, []).append((seat, device, bot))
    rows: list[dict[str, object]] = []
    for table_id, places, options in connection.execute(_TABLES, {"ids": ids}).all():
        company, level = _company(seats[table_id])
        away = _away(places)
        games = _games(connection, table_id, options)
        rows += [
            {"table_id": table_id, "seat": seat, "company": company, "level": level, "games": games}
            | {"stood_in": bot is None and seat in away}
            for seat, _, bot in seats[table_id]
        ]
    connection.execute(_SET, rows)


def _company(seats: list[tuple[int, str, str | None]]) -> tuple[str, str | None]:
    """The company of a table, and the level of its strongest bot."""
    devices = [device for _, device, bot in seats if bot is None]
    bots = [bot for _, _, bot in seats if bot is not None]
    if len(seats) == 1:
        return "alone", None
    if len(set(devices)) > 1:
        return "people", None
    if len(devices) > 1:
        return "shared", None
    return "bots", min(bots, key=_rank)


def _rank(bot: str) -> int:
    return _LEVELS.index(bot) if bot in _LEVELS else len(_LEVELS)


def _away(text: str) -> frozenset[int]:
    """The seats where a bot stood in for the person at the end; none if the text is damaged."""
    try:
        return frozenset(seat for seat, place in enumerate(json.loads(text)["places"]) if place["away"])
    except (ValueError, LookupError, TypeError):
        return frozenset()


def _games(connection: sa.Connection, table_id: str, text: str) -> int:
    """How many games a match had: those agreed on, and one more each time that everybody wanted it.

    Only one game could have several so far. The best score in one of them is not known without its rules.
    """
    try:
        options = json.loads(text)
        agreed, one_more = options.get("games", 1), options.get("one_more", False)
    except (ValueError, AttributeError):
        return 1
    if type(agreed) is not int or agreed < 1:
        return 1
    return agreed + (
        _more(entry for (entry,) in connection.execute(_LOG, {"id": table_id})) if one_more else 0
    )


def _more(log: Iterable[str]) -> int:
    """How often dice or lots followed when somebody had asked for one more game."""
    found, is_asked = 0, False
    for entry in log:
        if entry.endswith('"move":"more"}'):
            is_asked = True
        elif is_asked and entry.startswith('{"fate"'):
            found, is_asked = found + 1, False
    return found
