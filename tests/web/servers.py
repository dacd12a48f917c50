"""A server as people start it: ``belettre serve`` in a process of its own, for tests that kill it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
#: Seconds that a server may take to listen.
_PATIENCE = 30


class Server:
    """A running server; ``url`` has no slash at its end."""

    def __init__(self, database: str, *options: str, port: int = 0) -> None:
        self.database = database
        self._options = options
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start it; returns when it listens."""
        command = [sys.executable, "-m", "belettre_lexicon", "serve", "--database", self.database, "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
        self.said: list[str] = []
        listens = threading.Event()
        threading.Thread(target=_read, args=(self.process, self.said, listens), daemon=True).start()
        if not listens.wait(_PATIENCE) or not self.said or not _ADDRESS.search(self.said[-1]):
            self.kill()
            raise AssertionError(f"the server does not listen: {''.join(self.said)}")
        found = _ADDRESS.search(self.said[-1])
        assert found is not None
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Start it again on its port and database."""
        self.start(self.port)

    def stop(self) -> int:
        """End it as Ctrl-C does; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=_PATIENCE)

    def client(self, **options: object) -> httpx2.Client:
        """A client of its JSON API."""
        return httpx2.Client(base_url=self.url, timeout=20, **options)  # type: ignore[arg-type]  # passed on as they are


def _read(process: subprocess.Popen[str], said: list[str], listens: threading.Event) -> None:
    """Keep what a server says; *listens* is set when it names its address, or ends."""
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if _ADDRESS.search(line):
            listens.set()
    listens.set()


@contextmanager
def serving(database: str, *options: str) -> Iterator[Server]:
    """A server for the length of a ``with``."""
    server = Server(database, *options)
    try:
        yield server
    finally:
        server.stop()
