"""Alembic runs this file, as `env_py`, for each of its commands: on our connection, in our transaction."""

from alembic import context

from closecall.store.migrating import VERSION_TABLE
from closecall.store.schema import metadata

if __name__ == "env_py":
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        version_table=VERSION_TABLE,
        render_as_batch=True,  # SQLite cannot change a table in place.
    )
    context.run_migrations()
