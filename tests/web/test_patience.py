"""Deadlines of connections: who sends no whole request, or reads no answer, is cut off; others are not."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from belettre_lexicon.web.edge.timeouts import DeadlineProtocol

#: Seconds after which these tests give up; nothing waits for them but a failure.
PATIENCE = 20
MUCH = 32 << 20
DROPPED = threading.Event()
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class NeverArrives(DeadlineProtocol):
    """Has no patience for requests."""

    request_seconds = 0.05


class NeverRead(DeadlineProtocol):
    """Has no patience for who does not read."""

    read_seconds = 0.05


class Hasty(DeadlineProtocol):
    """Has none for anything."""

    request_seconds = read_seconds = 0.05


async def early(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers without waiting for the body."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def long(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers more than the system keeps for who does not read."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(MUCH)})
    DROPPED.set()


async def slow(scope: Scope, receive: Receive, send: Send) -> None:
    """Takes longer over an answer than a request may take to arrive."""
    await asyncio.sleep(10 * Hasty.request_seconds)
    await early(scope, receive, send)


@contextmanager
def answering(app: object, protocol: type[DeadlineProtocol]) -> Iterator[int]:
    """A server of an application; its port."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None)  # type: ignore[arg-type]
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


def heard(connection: socket.socket) -> bytes:
    """Everything until the server hangs up, which it has to."""
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
def test_a_request_that_never_comes_whole(begun: bytes) -> None:
    """Nothing, half a head, half a body (answered or not), half of a second request: the server hangs up."""
    with answering(early, NeverArrives) as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(begun)
        answered = heard(connection)

        assert answered.count(b"200 OK") == (b"\r\n\r\n" in begun)


def test_an_answer_that_nobody_reads() -> None:
    """The server lets go of it, although the client has kept its side open."""
    with answering(long, NeverRead) as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(WHOLE)

        assert DROPPED.wait(PATIENCE)
        assert len(heard(connection)) < MUCH


def test_who_waits_for_an_answer_is_not_cut_off() -> None:
    """An answer may take longer than a request may take to arrive, on a fresh connection and on a used one."""
    with answering(slow, Hasty) as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(WHOLE + WHOLE)
        assert heard(connection).count(b"200 OK") == 2
