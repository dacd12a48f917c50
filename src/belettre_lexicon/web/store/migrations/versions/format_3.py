"""Format 3: what is kept of a game beside its journal (``table_state``), and how often that was changed."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("games", sa.Column("table_state", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE belettre SET format = 3")
