"""Databases for tests: an SQLite file, or a database of its own on the PostgreSQL that ``.ci/run`` starts.

``BELETTRE_TEST_POSTGRESQL`` is its URL, of somebody who may make databases; without it those tests are skipped, unless
``BELETTRE_ALL_TESTS`` says that nothing may be skipped.
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


def missing(what: str) -> None:
    """Skip the test that needs *what*; fail it where nothing may be skipped."""
    if os.environ.get("BELETTRE_ALL_TESTS"):
        pytest.fail(f"{what} is missing, and nothing may be skipped here")
    pytest.skip(f"{what} is missing")


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database, which is gone afterwards."""
    server = os.environ.get("BELETTRE_TEST_POSTGRESQL", "")
    if not server:
        missing("a PostgreSQL (BELETTRE_TEST_POSTGRESQL)")
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
