"""Databases for tests: an SQLite file, or a new database on the PostgreSQL server that ``.ci/run`` starts.

``BELETTRE_TEST_POSTGRESQL`` is the URL of that server, for a user who may create databases. Without it the tests that
need it are skipped.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

SQLITE, POSTGRESQL = "sqlite", "postgresql"
#: The program that starts PostgreSQL.
_PROGRAM = Path(__file__).parents[2] / ".ci" / "postgresql"
_MISSING = "a PostgreSQL (BELETTRE_TEST_POSTGRESQL) is missing"


@contextmanager
def postgresql() -> Iterator[str]:
    """Create an empty database, yield its URL, and delete it afterwards."""
    server = os.environ.get("BELETTRE_TEST_POSTGRESQL", "")
    if not server:
        pytest.skip(_MISSING)
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


class Cluster:
    """A PostgreSQL that a test may restart and freeze. ``url`` is that of its only database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"postgresql+psycopg://belettre@127.0.0.1:{port}/postgres"
        self._run("start", str(port))

    def restart(self, mode: str) -> None:
        """Restart it: "fast" ends its connections, "immediate" kills its processes as a power cut does."""
        self._run("restart", mode)

    def stop(self) -> None:
        """Kill its processes."""
        self._run("stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop all its processes for the length of a ``with`` block, as a machine that does not answer any more."""
        parent = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(parent, signal.SIGSTOP)  # first, so that it starts no more processes
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGSTOP)
        try:
            yield
        finally:
            for process in (*map(int, children), parent):
                os.kill(process, signal.SIGCONT)

    def _run(self, *command: str) -> None:
        subprocess.run([_PROGRAM, command[0], self._folder, *command[1:]], check=True, stdout=subprocess.DEVNULL)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL, and stop it after the ``with`` block."""
    if not os.environ.get("BELETTRE_TEST_POSTGRESQL"):
        pytest.skip(_MISSING)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL does not run as root, and its own user has to find it
        started = Cluster(Path(folder) / "server")
        try:
            yield started
        finally:
            started.stop()
