"""The environment in which Alembic runs a conversion: the connection, and with it the transaction, is given.

Alembic executes this file (``database_schema``); nothing imports it.
"""

from alembic import context

from belettre_lexicon.web.store.database_schema import METADATA, REVISIONS

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=REVISIONS.name,
    version_table_pk=False,
)
with context.begin_transaction():
    context.run_migrations()
