"""Format 3: the oldest format that can be converted. A new database gets its tables from ``database_schema``."""

revision = "3"
down_revision = None


def upgrade() -> None:
    """Do nothing: conversions begin with a database of this format."""
