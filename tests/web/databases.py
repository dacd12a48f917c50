"""Databases for tests: an SQLite file, or a new database on the PostgreSQL server that ``.ci/run`` starts.

``BELETTRE_TEST_POSTGRESQL`` is the URL of that server, for a user who may create databases. Without it the tests that
need it are skipped.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

SQLITE, POSTGRESQL = "sqlite", "postgresql"


@contextmanager
def postgresql() -> Iterator[str]:
    """Create an empty database, yield its URL, and delete it afterwards."""
    server = os.environ.get("BELETTRE_TEST_POSTGRESQL", "")
    if not server:
        pytest.skip("a PostgreSQL (BELETTRE_TEST_POSTGRESQL) is missing")
    name = f"belettre_{uuid.uuid4().hex}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()
