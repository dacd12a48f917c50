"""Format 2: an index of games by their creation, and when a server last wrote to make sure that it can."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the index and the column. Servers of format 1 that are still running do not mind either."""
    op.create_index("games_by_creation", "games", ["created"], if_not_exists=True)
    op.add_column("belettre", sa.Column("checked", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE belettre SET format = 2")
