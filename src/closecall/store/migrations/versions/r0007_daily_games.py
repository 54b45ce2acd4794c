"""Daily games: the day of a table, the secrets of sealed days, and the strongest bot's moves as par."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_ONLY_DAILY: dict[str, Any] = {
    "sqlite_where": sa.text("day IS NOT NULL"),
    "postgresql_where": sa.text("day IS NOT NULL"),
}


def upgrade() -> None:
    """Add the columns, which are empty for all tables so far, and the new tables."""
    op.add_column("tables", sa.Column("day", sa.Text))
    op.add_column("tables", sa.Column("attempt", sa.BigInteger))
    op.add_column("tables", sa.Column("is_sealed", sa.Boolean))
    op.create_index(
        "ix_tables_host_game_day_attempt",
        "tables",
        ["host", "game", "day", "attempt"],
        unique=True,
        **_ONLY_DAILY,
    )
    op.create_index("ix_tables_game_day", "tables", ["game", "day"], **_ONLY_DAILY)
    op.create_table(
        "days",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.Column("published_at", sa.BigInteger, nullable=False),
        sa.Column("revealed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", name="pk_days"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pars",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "day", name="pk_pars"),
        sqlite_with_rowid=False,
    )
