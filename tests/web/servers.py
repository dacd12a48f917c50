"""Runs ``belettre serve`` in a process of its own, for tests that stop and kill the server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import httpx2

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
#: Seconds in which a server has to start, and to stop.
_TIMEOUT = 30


class Server:
    """A running server. ``url`` has no slash at its end; ``said`` holds the printed lines.

    *database* is the value of ``--database``; "" leaves the option out. *variables* are added to the environment.
    *prepare* is called in the server's process before the program starts.
    """

    def __init__(
        self,
        database: str,
        *options: str,
        port: int = 0,
        variables: Mapping[str, str] | None = None,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self.database = database
        self._options = (*(("--database", database) if database else ()), *options)
        self._variables = variables or {}
        self._prepare = prepare
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start the server and wait until it listens."""
        command = [sys.executable, "-m", "belettre_lexicon", "serve", "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self._variables},
            start_new_session=True,
            preexec_fn=self._prepare,
        )
        self.said: list[str] = []
        listens = threading.Event()
        threading.Thread(target=_read, args=(self.process, self.said, listens), daemon=True).start()
        found = _ADDRESS.search("".join(self.said)) if listens.wait(_TIMEOUT) else None
        if found is None:
            self.kill()
            raise AssertionError(f"the server does not listen: {''.join(self.said)}")
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Start the server again, on the same port and database."""
        self.start(self.port)

    def stop(self) -> int:
        """End the server as Ctrl-C does, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=_TIMEOUT)

    def client(self, **options: object) -> httpx2.Client:
        """Return a client of the server."""
        return httpx2.Client(base_url=self.url, timeout=20, **options)  # type: ignore[arg-type]  # passed on as they are


def _read(process: subprocess.Popen[str], said: list[str], listens: threading.Event) -> None:
    """Collect the output of a server. Set *listens* when it prints its URL, or ends."""
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if _ADDRESS.search(line):
            listens.set()
    listens.set()


@contextmanager
def serving(database: str, *options: str, prepare: Callable[[], None] | None = None) -> Iterator[Server]:
    """Run a server for the length of a ``with`` block."""
    server = Server(database, *options, prepare=prepare)
    try:
        yield server
    finally:
        server.stop()
