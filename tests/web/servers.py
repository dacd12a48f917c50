"""Runs ``belettre serve`` in a process of its own, for tests that stop and kill the server."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

import httpx2

from belettre_lexicon.cli.main import main

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext  # does not exist on Windows

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


class ForkedServer(Server):
    """A server that is forked from a process that has imported everything. It starts in a third of the time.

    Its output goes to that of the test, and ``said`` stays empty.
    """

    def start(self, port: int = 0) -> None:
        """Start the server and wait until it listens."""
        with socket.create_server(("127.0.0.1", port)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        command = ["serve", "--port", str(self.port), *self._options]
        self._fork = _forks().Process(target=main, args=(command,), daemon=True)
        self._fork.start()
        end = time.monotonic() + _TIMEOUT
        while time.monotonic() < end and self._fork.is_alive():
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), _TIMEOUT):
                return
            time.sleep(0.01)
        self.kill()
        raise AssertionError("the server does not listen")

    def kill(self) -> None:
        """End the server as a power cut would."""
        self._fork.kill()
        self._fork.join()

    def stop(self) -> int:
        """End the server. Raises AssertionError if it does not stop."""
        self._fork.terminate()
        self._fork.join(_TIMEOUT)
        assert self._fork.exitcode is not None
        return self._fork.exitcode


@cache
def _forks() -> ForkServerContext:
    """Return what forks servers from a process with the modules of ``belettre serve``."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["belettre_lexicon.cli.serve", "belettre_lexicon.web.app", "uvicorn"])
    return context


def _read(process: subprocess.Popen[str], said: list[str], listens: threading.Event) -> None:
    """Collect the output of a server. Set *listens* when it prints its URL, or ends."""
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if _ADDRESS.search(line):
            listens.set()
    listens.set()


@contextmanager
def serving(
    database: str, *options: str, prepare: Callable[[], None] | None = None, program: type[Server] = Server
) -> Iterator[Server]:
    """Run a server for the length of a ``with`` block. *program* is ``ForkedServer`` for one that starts quickly."""
    server = program(database, *options, prepare=prepare)
    try:
        yield server
    finally:
        server.stop()
