"""Starts the servers that ``benchmarks.load`` and ``benchmarks.rows`` measure, and makes their databases.

A *source* is a folder with a version of this project (``src/`` in it), so that two versions can be compared in one run.
Start reading at ``serving`` and ``new_database``.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from .usage import parent

#: The folder of the project that has this benchmark.
ROOT = Path(__file__).resolve().parent.parent


class Server(NamedTuple):
    """A running server.

    host, port  where it listens
    pid         its process id
    log         the file with what it writes to standard error
    """

    host: str
    port: int
    pid: int
    log: Path


class Database(NamedTuple):
    """A new database.

    url         its SQLAlchemy URL
    postmaster  the process id of PostgreSQL if it runs on this machine; None for SQLite
    """

    url: str
    postmaster: int | None

    @property
    def system(self) -> str:
        """The name of the database system: "sqlite" or "postgresql"."""
        return make_url(self.url).get_backend_name()


@contextlib.contextmanager
def serving(source: Path, folder: Path, *command: str) -> Iterator[Server]:
    """Run ``python COMMAND`` with the modules of a source, and yield the server as soon as it prints its address.

    The log goes to a file in *folder*. Raises SystemExit with the log if the server does not start.
    """
    log = folder / f"server-{uuid.uuid4().hex}.log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=environment(source),
        ) as process,
    ):
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if "http://127.0.0.1:" in line:
                    port = line.partition("http://127.0.0.1:")[2].partition("/")[0]
                    yield Server("127.0.0.1", int(port), process.pid, log)
                    break
            else:
                said = log.read_text(encoding="utf-8")
                raise SystemExit(f"the server does not listen, its exit status is {process.wait()}: {said}")
        finally:
            process.terminate()


def serve_command(source: Path, database: str, *, max_streams: int, lan: bool = False) -> list[str]:
    """Return the command of ``belettre serve``, with the options that the version of a source knows."""
    command = ["-m", "belettre_lexicon", "serve", "--database", database, "--port", "0"]
    known = subprocess.run(
        [sys.executable, "-m", "belettre_lexicon", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=environment(source),
    ).stdout
    if "--max-streams" in known:
        command += ["--max-streams", str(max_streams)]
    return [*command, "--lan"] if lan else command


def environment(source: Path) -> dict[str, str]:
    """Return the environment of a process that imports this package from a source, and the benchmark from here."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(source / "src"), str(ROOT)))}


@contextlib.contextmanager
def new_database(postgresql: str | None, folder: Path) -> Iterator[Database]:
    """Make an empty database, and delete it afterwards.

    *postgresql* is the SQLAlchemy URL of a PostgreSQL server, for a user who may create databases; None for an SQLite
    file in *folder*.
    """
    name = f"belettre_load_{uuid.uuid4().hex}"
    if postgresql is None:
        yield Database(f"sqlite:///{folder / name}.sqlite", None)
        return
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        postmaster = _postmaster(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
    try:
        url = make_url(postgresql).set(database=name)
        yield Database(url.render_as_string(hide_password=False), postmaster)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


def allow_open_files(wanted: int) -> None:
    """Raise the limit of open files of this process and of the servers that it starts.

    Raises SystemExit if the system does not allow as many as *wanted*.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{wanted} open files are needed, the system allows {hard}: raise « ulimit -Hn »")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _postmaster(backend: int) -> int | None:
    """Return the process that started a backend of PostgreSQL; None if the backend runs on another machine."""
    try:
        return parent(backend) if "postgres" in Path(f"/proc/{backend}/comm").read_text() else None
    except OSError:
        return None
