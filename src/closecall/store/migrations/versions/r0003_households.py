"""The results of names on a shared device belong to the household of the person whose device it is."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_TABLES_AT_ONCE = 500

_NAMES = sa.text(
    "SELECT table_id, seat, name FROM results WHERE person_id IS NULL AND bot IS NULL ORDER BY table_id"
)
_SEATS = sa.text("SELECT id, seats FROM tables WHERE id IN :ids").bindparams(
    sa.bindparam("ids", expanding=True)
)
_SET_HOUSEHOLD = sa.text(
    "UPDATE results SET household = (SELECT id FROM people WHERE id = :household)"
    " WHERE table_id = :table_id AND seat = :seat"
)


def upgrade() -> None:
    """Add the column, and fill it in for the games that are over."""
    # In both databases this adds the column in place, so that the table stays stored in the order of its key.
    op.execute(
        "ALTER TABLE results ADD COLUMN household TEXT CONSTRAINT fk_results_household REFERENCES people"
    )
    _fill_in()
    op.create_index(
        "ix_results_household_game_name_won_ended_at",
        "results",
        ["household", "game", "name", "won", "ended_at"],
    )


def _fill_in() -> None:
    """Whose device a name played on stands in the seats of the table."""
    connection = op.get_bind()
    names: dict[str, list[tuple[int, str]]] = {}
    for table_id, seat, name in connection.execute(_NAMES):
        names.setdefault(table_id, []).append((seat, name))
    ids = list(names)
    for first in range(0, len(ids), _TABLES_AT_ONCE):
        stored = connection.execute(_SEATS, {"ids": ids[first : first + _TABLES_AT_ONCE]})
        found = [
            {"table_id": table_id, "seat": seat, "household": household}
            for table_id, seats in stored.all()
            for seat, name in names[table_id]
            if (household := _household(seats, seat, name)) is not None
        ]
        if found:
            connection.execute(_SET_HOUSEHOLD, found)


def _household(seats: str, seat: int, name: str) -> str | None:
    """The person at whose device this name sat at this seat; None if the text does not say so."""
    try:
        place = json.loads(seats)["places"][seat]
        person = place["person"]
        return person if isinstance(person, str) and place["name"] == name else None
    except (ValueError, LookupError, TypeError):
        return None  # A damaged table cannot be opened either, and must not prevent the upgrade.
