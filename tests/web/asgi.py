"""A server in the process of the test. Requests reach it without a network, exactly as the test wrote them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.testclient import TestClient

from belettre_lexicon.web import app
from belettre_lexicon.web.edge.asgi import ASGIApp, Message
from belettre_lexicon.web.services import Services, Settings, open_services

HOME = "http://localhost"
#: The headers that a page of the server sends.
OWN = {"Origin": HOME}
#: The client address of the device.
ADDRESS = "192.0.2.10"


class Device(TestClient):
    """A device that sends requests to a server as the server's own pages do, and the services of that server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__(app.build(services), base_url=HOME, headers=OWN, client=(ADDRESS, 50000))


@contextmanager
def client(database: str = "sqlite://", **settings: Any) -> Iterator[Device]:
    """Run a server with these settings, and yield a device at it."""
    with Device(open_services(Settings(database, **settings))) as device:
        yield device


def build(database: str = "sqlite://", **settings: Any) -> ASGIApp:
    """Build a server with these settings; ``running`` starts it."""
    return app.build(open_services(Settings(database, **settings)))


class Request(NamedTuple):
    """A request as bytes.

    path   the path and query
    body   the pieces in which the body is sent
    ends   whether the body is complete; otherwise the client disconnects before its end
    """

    method: str
    path: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: tuple[bytes, ...] = ()
    address: str = ADDRESS
    ends: bool = True


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


@asynccontextmanager
async def running(built: ASGIApp) -> AsyncIterator[ASGIApp]:
    """Start a server, and shut it down at the end."""
    said: asyncio.Queue[Message] = asyncio.Queue()
    heard: asyncio.Queue[Message] = asyncio.Queue()
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    lifespan = asyncio.ensure_future(built(scope, said.get, heard.put))
    said.put_nowait({"type": "lifespan.startup"})
    assert (await heard.get())["type"] == "lifespan.startup.complete"
    try:
        yield built
    finally:
        said.put_nowait({"type": "lifespan.shutdown"})
        await lifespan


async def send(built: ASGIApp, request: Request) -> Answer:
    """Send a request, disconnect after its body, and return the answer."""
    raw_path, _, query = request.path.partition(b"?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": _unquoted(raw_path),
        "raw_path": raw_path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers],
        "client": (request.address, 50000),
        "server": ("localhost", 80),
    }
    waiting: list[Message] = [
        *({"type": "http.request", "body": piece, "more_body": True} for piece in request.body),
        *([{"type": "http.request", "body": b"", "more_body": False}] if request.ends else []),
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def record(message: Message) -> None:
        sent.append(message)

    await built(scope, receive, record)
    return _answer(sent)


def _answer(sent: Sequence[Message]) -> Answer:
    start = sent[0]
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
    return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


def _unquoted(path: bytes) -> str:
    """The path as servers pass it on: percent-decoded, invalid UTF-8 replaced."""
    return unquote(path.decode("latin-1"))
