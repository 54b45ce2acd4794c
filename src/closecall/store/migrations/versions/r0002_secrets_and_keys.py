"""Secrets in a table of their own, so that people may have many; keys of the server; owners of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables and move the secrets of the people there."""
    _secrets()
    _keys()
    # Each person had one secret, which never expired; a bot's was its token.
    op.execute("""
        INSERT INTO secrets (hash, person_id, kind, created_at)
        SELECT secret_hash, id, CASE WHEN is_bot THEN 'bot' ELSE 'session' END, created_at FROM people""")
    with op.batch_alter_table("people") as people:
        people.drop_constraint("uq_people_secret_hash", type_="unique")
        people.drop_column("secret_hash")
        people.add_column(sa.Column("owner", sa.Text))
        people.create_foreign_key("fk_people_owner", "people", ["owner"], ["id"])
    op.create_index("ix_ratings_game_games_mu_sigma", "ratings", ["game", "games", "mu", "sigma"])


def _secrets() -> None:
    op.create_table(
        "secrets",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("hash", name="pk_secrets"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_secrets_person_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_secrets_person_id_kind", "secrets", ["person_id", "kind"])
    op.create_index("ix_secrets_expires_at", "secrets", ["expires_at"])


def _keys() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
        sqlite_with_rowid=False,
    )
