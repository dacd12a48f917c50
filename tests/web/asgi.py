"""A server in the process of the test. Requests reach it without a network, exactly as the test wrote them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import unquote

import httpx2

from belettre_lexicon.web import app
from belettre_lexicon.web.asgi import ASGIApp, Message
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.services import Services, Settings, open_services

T = TypeVar("T")
HOME = "http://localhost"
#: The headers that a page of the server sends.
OWN = {"Origin": HOME}
#: The client address of the device.
ADDRESS = "192.0.2.10"


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of all servers in this process, which runs in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop of the servers, and return its result."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


class Lifespan:
    """The start and the end of an ASGI application, which are two messages of one call."""

    def __init__(self, built: ASGIApp) -> None:
        self._built = built
        self._to_app: asyncio.Queue[Any] = asyncio.Queue()
        self._from_app: asyncio.Queue[Any] = asyncio.Queue()

    async def start(self) -> None:
        """Start the application. Raises AssertionError if it does not start."""
        scope: Any = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._task = asyncio.ensure_future(self._built(scope, self._to_app.get, self._from_app.put))
        await self._tell("startup")

    async def end(self) -> None:
        """Shut the application down."""
        await self._tell("shutdown")
        await self._task

    async def _tell(self, what: str) -> None:
        await self._to_app.put({"type": f"lifespan.{what}"})
        answer = asyncio.ensure_future(self._from_app.get())
        await asyncio.wait([answer, self._task], return_when=asyncio.FIRST_COMPLETED)
        assert answer.done() and answer.result()["type"] == f"lifespan.{what}.complete", self._task


class Transport(httpx2.BaseTransport):
    """Sends the requests of a client to an ASGI application."""

    def __init__(self, built: ASGIApp, address: tuple[str, int]) -> None:
        self._inner = httpx2.ASGITransport(app=built, client=address)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request, and return the whole answer."""
        return run(self._handle(request))

    async def _handle(self, request: httpx2.Request) -> httpx2.Response:
        answer = await self._inner.handle_async_request(request)
        raw = b"".join([part async for part in answer.aiter_raw()])  # the client unpacks what was compressed
        return httpx2.Response(answer.status_code, headers=answer.headers, content=raw)


class Browser(httpx2.Client):
    """A client of a server in this process. In a ``with`` block it also starts the server, and shuts it down."""

    def __init__(
        self,
        built: ASGIApp,
        *,
        base_url: str = HOME,
        headers: Mapping[str, str] | None = None,
        client: tuple[str, int] = (ADDRESS, 50000),
    ) -> None:
        self.app = built
        self._lifespan = Lifespan(built)
        super().__init__(
            transport=Transport(built, client), base_url=base_url, headers=dict(headers or {}), follow_redirects=True
        )

    def __enter__(self) -> Self:
        run(self._lifespan.start())
        return super().__enter__()

    def __exit__(self, *raised: Any) -> None:
        super().__exit__(*raised)
        run(self._lifespan.end())


class Device(Browser):
    """A device that sends requests to a server as the server's own pages do, and the services of that server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__(app.build(services), headers=OWN)


@contextmanager
def client(database: str = "sqlite://", **settings: Any) -> Iterator[Device]:
    """Run a server with these settings, and yield a device at it."""
    with Device(open_services(Settings(database, **settings), KINDS)) as device:
        yield device


def build(database: str = "sqlite://", **settings: Any) -> ASGIApp:
    """Build a server with these settings; ``running`` starts it."""
    return app.build(open_services(Settings(database, **settings), KINDS))


class Request(NamedTuple):
    """A request as bytes.

    path   the path and query
    body   the pieces in which the body is sent
    ends   whether the body is complete; otherwise the client disconnects before its end
    until  what the client waits for in the answer before it disconnects; b"" if it disconnects after its body
    """

    method: str
    path: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: tuple[bytes, ...] = ()
    address: str = ADDRESS
    ends: bool = True
    until: bytes = b""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


@asynccontextmanager
async def running(built: ASGIApp) -> AsyncIterator[ASGIApp]:
    """Start a server, and shut it down at the end."""
    lifespan = Lifespan(built)
    await lifespan.start()
    try:
        yield built
    finally:
        await lifespan.end()


async def send(built: ASGIApp, request: Request) -> Answer:
    """Send a request, disconnect after its body, and return the answer."""
    raw_path, _, query = request.path.partition(b"?")
    scope: Any = {
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
    waiting: list[Any] = [
        *({"type": "http.request", "body": piece, "more_body": True} for piece in request.body),
        *([{"type": "http.request", "body": b"", "more_body": False}] if request.ends else []),
    ]
    sent: list[Message] = []
    heard = asyncio.Event()

    async def receive() -> Any:
        if waiting:
            return waiting.pop(0)
        if request.until:
            await heard.wait()
        return {"type": "http.disconnect"}

    async def record(message: Message) -> None:
        sent.append(message)
        if request.until in message.get("body", b""):
            heard.set()

    await built(scope, receive, record)
    return _answer(sent)


def _answer(sent: Sequence[Message]) -> Answer:
    start = sent[0]
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
    return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


def _unquoted(path: bytes) -> str:
    """The path as servers pass it on: percent-decoded, invalid UTF-8 replaced."""
    return unquote(path.decode("latin-1"))
