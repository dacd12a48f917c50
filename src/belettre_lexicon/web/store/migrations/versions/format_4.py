"""Format 4: the key with which all servers of a database sign the keys of games."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the column of the key to the table of one row, and draw the key."""
    op.add_column("belettre", sa.Column("signing_key", sa.String(64), nullable=False, server_default=""))
    row = {"format": 4, "signing_key": secrets.token_hex(32)}
    op.execute(sa.text("UPDATE belettre SET format = :format, signing_key = :signing_key").bindparams(**row))
