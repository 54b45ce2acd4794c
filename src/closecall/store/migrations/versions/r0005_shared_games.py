"""Links to finished games that players have shared with others."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "shares",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_shares"),
        sa.UniqueConstraint("token", name="uq_shares_token"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_shares_table_id"),
        sqlite_with_rowid=False,
    )
