"""Run by Alembic for each of its commands, on our connection and in our transaction."""

from alembic import context

from closecall.store.schema import metadata
from closecall.store.schema_version import VERSION_TABLE

if __name__ == "env_py":
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        version_table=VERSION_TABLE,
        render_as_batch=True,  # SQLite cannot change a table in place.
    )
    context.run_migrations()
