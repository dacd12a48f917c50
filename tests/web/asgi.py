"""A server in the process of the test, spoken to without a network: what is sent is exactly what the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Message

from belettre_lexicon.web import app
from belettre_lexicon.web.edge.settings import Settings

HOME = "http://localhost"
#: Header by header, as a page of the server sends them.
OWN = {"Origin": HOME}
#: Somebody else's device.
ADDRESS = "192.0.2.10"


@contextmanager
def client(database: str = "sqlite://", **settings: Any) -> Iterator[TestClient]:
    """A running server, and a device that speaks to it as a page of it does."""
    built = app.build(Settings(database, **settings))
    with TestClient(built, base_url=HOME, headers=OWN, client=(ADDRESS, 50000)) as device:
        yield device


class Request(NamedTuple):
    """What is sent: the path and query as bytes, the body in pieces, its end unless the client hangs up before."""

    method: str
    path: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: tuple[bytes, ...] = ()
    address: str = ADDRESS
    ends: bool = True


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


@asynccontextmanager
async def running(built: Starlette) -> AsyncIterator[Starlette]:
    """A server that is up."""
    async with built.router.lifespan_context(built):
        yield built


async def send(built: Starlette, request: Request) -> Answer:
    """Send a request, hang up when its body is sent, and wait for the answer."""
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

    async def keep(message: Message) -> None:
        sent.append(message)

    await built(scope, receive, keep)
    return _answer(sent)


def _answer(sent: Sequence[Message]) -> Answer:
    start = sent[0]
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
    return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


def _unquoted(path: bytes) -> str:
    """As servers do: what is no UTF-8 is replaced."""
    return unquote(path.decode("latin-1"))
