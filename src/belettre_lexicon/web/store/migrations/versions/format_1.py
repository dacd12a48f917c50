"""Format 1: games, their journal lines, and the number of the format."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("code", sa.String(16), sa.ForeignKey("games.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table("belettre", sa.Column("format", sa.Integer, primary_key=True, autoincrement=False))
    op.execute("INSERT INTO belettre (format) VALUES (1)")
