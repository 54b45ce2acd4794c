"""The tables of the database; the migrations create them, and a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData(
    # SQLite can only change a constraint that has a name.
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("is_bot", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("owner", Text, ForeignKey("people.id")),
)

secrets = Table(
    "secrets",
    metadata,
    # This key decides who uses a secret first.
    Column("hash", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    # For signing out everywhere, and for deleting what has expired.
    Index(None, "person_id", "kind"),
    Index(None, "expires_at"),
    sqlite_with_rowid=False,
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, unique=True),
    Column("invite_hash", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("rules_version", BigInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("host", Text, ForeignKey("people.id"), nullable=False),
    Column("clock", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("rematch_of", Text, ForeignKey("tables.id")),
    Column("version", BigInteger, nullable=False),
    Column("seed", Text, nullable=False),
    # For public tables by status, the newest first, and for all tables of a status ordered by id.
    Index(None, "status", "is_public", "created_at"),
    Index(None, "status", "id"),
)

seated = Table(
    "seated",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    PrimaryKeyConstraint("person_id", "table_id"),
    Index(None, "table_id"),
    sqlite_with_rowid=False,
)

log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # This key decides every race. In SQLite it also stores the log of a table together, in order.
    PrimaryKeyConstraint("table_id", "n"),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", BigInteger, nullable=False),
    Column("person_id", Text, ForeignKey("people.id")),
    Column("bot", Text),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    # Everything that the hall of fame counts, so that it reads only this index.
    Index(None, "game", "person_id", "won", "score"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "game"),
    # Everything that the best ratings are chosen by; people with too few games are not even read.
    Index(None, "game", "games", "mu", "sigma"),
    sqlite_with_rowid=False,
)
