"""Limits of connections: a server that somebody fills with connections refuses further ones, and recovers."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path

import pytest

from belettre_lexicon.web.edge import moving_window
from belettre_lexicon.web.edge.connections import Limits
from belettre_lexicon.web.edge.moving_window import LogThrottle
from tests.web.servers import Server, serving
from tests.web.test_timeouts import WHOLE, answer_at_once
from tests.web.test_timeouts import serving as serving_app

#: Seconds after which these tests give up; nothing waits for them but a failure.
PATIENCE = 20
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"

needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets the limits of another process")


def ask(connection: socket.socket, request: bytes = WHOLE) -> int:
    """The status of the answer to a request; 0 if the server disconnects without one."""
    answer = HTTPResponse(connection)
    try:
        connection.sendall(request)
        answer.begin()
        answer.read()
    except (ConnectionError, HTTPException):
        return 0
    return answer.status


def test_further_connections_are_refused_until_one_is_closed() -> None:
    """The connection that is one too many gets status 503; open ones continue; a closed one makes room."""
    with serving_app(answer_at_once, Limits(2)) as port, ExitStack() as open_ones:

        def connect() -> socket.socket:
            return open_ones.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))

        first, second = connect(), connect()
        assert ask(first) == ask(second) == 200

        third = connect()
        assert third.recv(65536).startswith(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: ")
        assert third.recv(65536) == b""
        assert ask(first) == 200

        second.close()
        while (status := ask(connect())) != 200:
            assert status in (0, 503)


@needs_limits
def test_an_address_with_most_connections_makes_room_for_others() -> None:
    """One address that holds all connections loses its oldest idle one to each other address, not to itself."""
    with serving_app(answer_at_once, Limits(4)) as port, ExitStack() as open_ones:

        def connect(host: int) -> socket.socket:
            address = (f"127.0.0.{host}", 0)
            return open_ones.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE, address))

        hoarder = [connect(2) for _ in range(4)]
        assert [ask(one) for one in hoarder] == [200] * 4
        assert connect(2).recv(65536).startswith(b"HTTP/1.1 503 ")

        assert ask(first := connect(3)) == 200
        assert ask(second := connect(4)) == 200
        assert [ask(one) for one in hoarder] == [0, 0, 200, 200]
        assert ask(connect(5)) == 200
        assert connect(6).recv(65536).startswith(b"HTTP/1.1 503 ")
        assert ask(first) == ask(second) == ask(hoarder[3]) == 200


@pytest.mark.parametrize("files", [1, 2, 16, 64, 256, 1024, 4096, 16384, 1 << 20])
def test_the_limits_leave_descriptors_for_other_files(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    """Connections, those that wait, and other files fit the limit of the system together, however low it is."""
    resource = pytest.importorskip("resource", reason="this system has no limits of files")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    limits = Limits.of_system()

    assert limits.connections >= 1
    assert limits.at_once >= 1
    if files >= 16:
        assert files - limits.connections - 4 * limits.at_once >= min(128, files // 4)
    if files >= 16384:
        assert limits.connections > files * 0.9


def flood(server: Server, number: int) -> Iterator[socket.socket]:
    """Open connections until there are *number* of them, and yield them."""
    for _ in range(number):
        with suppress(OSError):
            yield socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def check_flood(server: Server, number: int) -> None:
    """Fill a server with connections twice. It has to say little, to answer afterwards, and to stop when asked."""
    for _ in range(2):
        held = list(flood(server, number))
        states = [ask(connection, HEALTH) for connection in held[:5]]
        for connection in held:
            connection.close()
        assert all(state in (0, 200, 503) for state in states), states
    for _ in range(PATIENCE * 10):
        with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
            if ask(connection, HEALTH) == 200:
                break
    else:
        raise AssertionError("the server does not recover")
    server.stop()

    assert len("".join(server.said)) < 20_000, "".join(server.said)[:5000]


@needs_limits
def test_a_server_with_few_files_refuses_connections_before_they_run_out(tmp_path: Path) -> None:
    """The limit of connections is below that of the system, so that accepting never fails."""
    import resource

    few = (128, 128)
    with serving(
        f"sqlite:///{tmp_path / 'games.sqlite'}", prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)
    ) as server:
        check_flood(server, 300)

        assert "connections are open" in "".join(server.said)
        assert "out of system resource" not in "".join(server.said)


@pytest.mark.exhaustive
@needs_limits
def test_a_server_out_of_files_does_not_fill_the_log(tmp_path: Path) -> None:
    """If other files take what connections need, the failures to accept are a few lines, and the server recovers."""
    import resource

    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        with server.client() as device:
            assert device.get("/api/health").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        check_flood(server, 100)

        assert "out of system resource" in "".join(server.said)


def test_an_equal_message_is_logged_once_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next line says how many were suppressed; other messages and other loggers have lines of their own."""
    now = [100.0]
    monkeypatch.setattr("belettre_lexicon.web.edge.moving_window.monotonic", lambda: now[0])
    throttle = LogThrottle()

    def logged(message: str, name: str = "belettre", *values: object) -> str:
        record = logging.LogRecord(name, logging.ERROR, "", 0, message, values, None)
        return record.getMessage() if throttle.filter(record) else ""

    assert logged("away") == "away"
    assert logged("away") == ""
    assert logged("away", "asyncio") == "away"
    assert logged("%s", "belettre", "away") == ""
    assert logged("%s", "belettre", "100 %") == "100 %"
    assert logged("100 %\nanother second line") == ""
    now[0] += moving_window.THROTTLE_SECONDS - 1
    assert logged("away") == ""
    now[0] += 1
    assert logged("away") == "away (and 3 times more since the last such line)"
    now[0] += moving_window.THROTTLE_SECONDS
    assert logged("away") == "away"


def test_the_throttle_forgets_the_oldest_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million different messages do not fill the memory."""
    monkeypatch.setattr(moving_window, "_MAX_MESSAGES", 3)
    throttle = LogThrottle()
    kept = [throttle.filter(logging.LogRecord("x", 0, "", 0, text, (), None)) for text in "abcdda"]

    assert kept == [True, True, True, True, False, True]
