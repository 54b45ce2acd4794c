"""When and on what device a secret was last used; the bots of a person are found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns, which are empty until the secret is used again, and the index."""
    # In both databases this adds a column in place, so that the table stays stored in the order of its key.
    op.add_column("secrets", sa.Column("seen_at", sa.BigInteger))
    op.add_column("secrets", sa.Column("device", sa.Text))
    op.create_index("ix_people_owner", "people", ["owner"])
