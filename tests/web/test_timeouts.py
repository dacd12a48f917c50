"""Deadlines for connections: clients that do not finish a request or do not read an answer are disconnected."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from belettre_lexicon.web.asgi import ASGIApp, Receive, Scope, Send
from belettre_lexicon.web.edge.connections import Connections, Limits

#: Seconds after which these tests give up; nothing waits for them but a failure.
PATIENCE = 20
MUCH = 32 << 20
DROPPED = threading.Event()
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


#: Limits with a short deadline for requests, with one for reading answers, and with both.
SHORT_REQUEST = Limits(9, request_seconds=0.05)
SHORT_READ = Limits(9, read_seconds=0.05)
SHORT = Limits(9, request_seconds=0.05, read_seconds=0.05)


async def answer_at_once(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer without waiting for the body."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def answer_at_length(scope: Scope, receive: Receive, send: Send) -> None:
    """Send an answer that does not fit in the buffers of the system."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(MUCH)})
    DROPPED.set()


async def answer_late(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer after the deadline for requests, which arrive before it."""
    await receive()
    await asyncio.sleep(10 * SHORT.request_seconds)
    await answer_at_once(scope, receive, send)


@contextmanager
def serving(app: ASGIApp, limits: Limits) -> Iterator[int]:
    """Run a server of an application, and yield its port."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    connections = Connections(app, limits)
    config = uvicorn.Config(connections, http=connections.protocol, lifespan="off", log_config=None)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()


def receive_all(connection: socket.socket) -> bytes:
    """Receive everything until the server closes the connection."""
    text = b""
    try:
        while block := connection.recv(65536):
            text += block
    except ConnectionResetError:
        pass
    return text


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET / HT", WHOLE[:-2], b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", WHOLE + b"GET"],
)
def test_an_unfinished_request_is_cut_off(begun: bytes) -> None:
    """After no data, half a head, half a body, or half a second request, the server disconnects."""
    with (
        serving(answer_at_once, SHORT_REQUEST) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
    ):
        connection.sendall(begun)
        answered = receive_all(connection)

        assert answered.count(b"200 OK") == (b"\r\n\r\n" in begun)


def test_an_unread_answer_is_cut_off() -> None:
    """The server disconnects although the client keeps its side open."""
    with (
        serving(answer_at_length, SHORT_READ) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
    ):
        connection.sendall(WHOLE)

        assert DROPPED.wait(PATIENCE)
        assert len(receive_all(connection)) < MUCH


def test_a_client_that_waits_for_an_answer_is_not_cut_off() -> None:
    """An answer may take longer than the deadline for requests, on a new connection and on a used one."""
    with (
        serving(answer_late, SHORT) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
    ):
        connection.sendall(WHOLE + WHOLE)
        assert receive_all(connection).count(b"200 OK") == 2


def test_a_request_that_arrives_byte_by_byte_is_cut_off() -> None:
    """Bytes do not extend the deadline, neither in the head of a request nor in its body."""
    for begun in (b"GET / HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n"):
        with (
            serving(answer_late, SHORT_REQUEST) as port,
            socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
        ):
            connection.sendall(begun)
            with pytest.raises(OSError):  # a reset or a broken pipe, as the system likes
                for _ in range(PATIENCE * 100):
                    connection.sendall(b"x")
                    time.sleep(0.01)


def test_a_connection_has_a_new_deadline_for_every_request() -> None:
    """A connection is used for longer than the deadline, as long as each request arrives before it."""
    patient = Limits(9, request_seconds=2)
    with (
        serving(answer_at_once, patient) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
    ):
        for _ in range(5):
            time.sleep(0.5)
            connection.sendall(WHOLE)
            answered = b""
            while not answered.endswith(b"\r\n\r\nok"):
                answered += (block := connection.recv(65536))
                assert block


def test_an_answer_may_go_on_for_longer_than_the_deadline() -> None:
    """A device that follows a game sends nothing, and remains connected; afterwards the deadline applies again."""

    async def answer_in_pieces(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(10):
            await asyncio.sleep(0.03)
            await send({"type": "http.response.body", "body": b"piece", "more_body": True})
        await send({"type": "http.response.body"})

    with (
        serving(answer_in_pieces, SHORT) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
    ):
        connection.sendall(WHOLE)
        assert receive_all(connection).count(b"piece") == 10
