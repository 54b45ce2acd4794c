"""The tables of the database; the migrations create them, and a test compares the two."""

from typing import Any

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
    false,
    text,
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
    # For the bots of a person.
    Index(None, "owner"),
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
    Column("seen_at", BigInteger),
    Column("device", Text),
    # For all secrets of a person, and for deleting what has expired.
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

_ONLY_DAILY: dict[str, Any] = {
    "sqlite_where": text("day IS NOT NULL"),
    "postgresql_where": text("day IS NOT NULL"),
}

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
    Column("day", Text),
    Column("attempt", BigInteger),
    Column("is_sealed", Boolean),
    # Decides which of a person's tries at a daily game is the first.
    Index(None, "host", "game", "day", "attempt", unique=True, **_ONLY_DAILY),
    # For the ranking of a day.
    Index(None, "game", "day", **_ONLY_DAILY),
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
    Column("household", Text, ForeignKey("people.id")),
    Column("company", Text, nullable=False, server_default="people"),
    Column("level", Text),
    Column("stood_in", Boolean, nullable=False, server_default=false()),
    Column("games", BigInteger, nullable=False, server_default="1"),
    Column("best", BigInteger),
    PrimaryKeyConstraint("table_id", "seat"),
    # Everything that the hall of fame counts, so that it reads only this index.
    Index(
        *("ix_results_fame", "game", "company", "level", "person_id"),
        *("stood_in", "won", "score", "games", "best"),
    ),
    # For the games of a person, in order, and for those of the names of a household.
    Index(None, "person_id", "game", "ended_at"),
    Index(None, "household", "game", "ended_at"),
    sqlite_with_rowid=False,
)

shares = Table(
    "shares",
    metadata,
    # One link for a table, so that everybody who shares it passes on the same one.
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # Not its hash, so that it can be shown again. It opens nothing but the game, which is stored here too.
    Column("token", Text, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
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

days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    # Of a sealed day; without one, the dice follow from the date.
    Column("secret", Text),
    Column("published_at", BigInteger, nullable=False),
    Column("revealed_at", BigInteger),
    sqlite_with_rowid=False,
)

pars = Table(
    "pars",
    metadata,
    Column("game", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("moves", Text, nullable=False),
    PrimaryKeyConstraint("game", "day"),
    sqlite_with_rowid=False,
)
