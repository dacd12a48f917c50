"""The connections of a server: how many may be open, and how long their clients may take.

uvicorn closes connections that are idle between requests, and expects a proxy to enforce all other limits. Without a
proxy, clients that never finish a request or never read the response would occupy the server forever, and somebody who
opens connections until the system has no more file descriptors would stop it. Connections are shared fairly between
addresses: when all are taken, an address with fewer takes one from the address with most.

``Connections`` enforces these limits from outside: it hands the events of each connection on to uvicorn's protocol, and
the requests on to the application. An HTTP request finds its connection by the addresses of its two ends, so nothing
depends on the inner workings of uvicorn. Start reading at ``Connections``.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from ..asgi import ASGIApp, Message, Receive, Scope, Send

#: Seconds after which Linux drops a connection if the client does not acknowledge the data sent to it. Other operating
#: systems use their own timeout.
_UNACKNOWLEDGED_SECONDS = 60
#: File descriptors for the database, the lexicon, pictures and logs. Twice what 15 connections to SQLite take.
_OTHER_FILES = 128
#: The number of connections that asyncio accepts at once, unless the process has few descriptors.
_AT_ONCE = 64
#: How often asyncio may accept the connections that wait before it tells us about the first of them: measured 3 times.
_ROUNDS = 4
#: The response on a connection that is one too many.
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

_LOG = logging.getLogger(__name__)

#: The addresses of the client and of the server.
_Ends = tuple[tuple[str, int], tuple[str, int]]


class Limits(NamedTuple):
    """The limits of the connections of a server.

    connections      the maximum number of open connections. A further one takes the place of one from the address with
                     most, or gets status 503 and is closed at once
    at_once          how many waiting connections asyncio accepts in one go: the *backlog* of ``uvicorn.Config``. The
                     queue of the socket itself may be made longer once the server listens
    request_seconds  the maximum time until a request has arrived completely, in seconds since the connection was opened
                     or the previous response was sent. It is enough for 64 KB over very slow Wi-Fi, and longer than
                     ``belettre serve`` keeps idle connections open
    read_seconds     the maximum time that sending may be blocked because the client does not read, in seconds
    """

    connections: int
    at_once: int = _AT_ONCE
    request_seconds: float = 40
    read_seconds: float = 60

    @classmethod
    def of_system(cls) -> Limits:
        """Return limits that leave enough of this process's file descriptors for everything else."""
        files = 1 << 16
        with suppress(ModuleNotFoundError):
            import resource  # does not exist on Windows

            soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
            files = files if soft == resource.RLIM_INFINITY else soft
        at_once = max(1, min(_AT_ONCE, files // (4 * _ROUNDS)))
        return cls(max(1, files - _ROUNDS * at_once - min(_OTHER_FILES, files // 4)), at_once)


class Connections:
    """ASGI layer that keeps track of the open connections and creates the protocol of each new one.

        connections = Connections(app, Limits.of_system())
        uvicorn.Config(connections, http=connections.protocol, backlog=connections.limits.at_once)

    app     the application
    limits  the limits of the connections

    Connections without an address, such as those to a Unix socket, have no deadline for requests.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.limits = limits
        self._app = app
        #: The open connections by the address of the client, each with the oldest first. The values are unused.
        self._open: dict[str, dict[_Connection, None]] = {}
        self._count = 0
        self._by_ends: dict[_Ends, _Connection] = {}

    def protocol(self, **named: Any) -> asyncio.Protocol:
        """Return the protocol of a new connection. *named* are the arguments that uvicorn gives its own protocol."""
        return _Connection(self, partial(H11Protocol, **named))

    def admit(self, connection: _Connection) -> bool:
        """Remember a new connection. Return False, and do not remember it, if there are too many.

        If all are taken, and another address has at least two more than that of the new connection, a connection of the
        address with most is aborted for it: one that waits for a request, otherwise the oldest.
        """
        own = self._open.get(connection.address, {})
        if self._count >= self.limits.connections:
            most = max(self._open.values(), key=len, default=own)
            if len(most) <= len(own) + 1:
                _LOG.warning("%d connections are open: further ones are refused", self.limits.connections)
                return False
            given_up = next((one for one in most if one.is_idle), next(iter(most)))
            self.forget(given_up)
            given_up.abort()
        self._open.setdefault(connection.address, {})[connection] = None
        self._count += 1
        if connection.ends is not None:
            self._by_ends[connection.ends] = connection
        return True

    def forget(self, connection: _Connection) -> None:
        """Forget a connection that is closed, if it is known."""
        own = self._open.get(connection.address, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._open[connection.address]
        if connection.ends is not None and self._by_ends.get(connection.ends) is connection:
            del self._by_ends[connection.ends]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, and tell its connection when the request has arrived and when the response is sent."""
        connection = self._by_ends.get((scope.get("client"), scope.get("server")))  # type: ignore[arg-type]  # or None
        if connection is None or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def receive_and_tell() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                connection.end_request()
            return message

        async def send_and_tell(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                connection.expect_request()  # before it is sent, because the next request may already be here
            await send(message)

        await self._app(scope, receive_and_tell, send_and_tell)


class _Connection(asyncio.Protocol):
    """A connection that is aborted if its client takes too long. Everything else is done by uvicorn's protocol.

    ends     the addresses of the client and of the server, as in the scopes of its requests; None if there are none
    address  the address of the client without its port; "" if it has none
    """

    def __init__(self, connections: Connections, make_http: Callable[[], asyncio.Protocol]) -> None:
        self.ends: _Ends | None = None
        self.address = ""
        self._connections = connections
        self._make_http = make_http
        self._http = asyncio.Protocol()  # does nothing, until the connection is admitted
        self._expects_request = self._is_blocked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the deadline for the first request. Close the connection if there are too many."""
        self._transport = transport = cast(asyncio.Transport, transport)
        limits = self._connections.limits
        self._request_deadline = _Deadline(transport, limits.request_seconds)
        self._read_deadline = _Deadline(transport, limits.read_seconds)
        client, server = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        if isinstance(client, tuple) and isinstance(server, tuple):
            self.ends = (client[0], client[1]), (server[0], server[1])
            self.address = client[0]
        if not self._connections.admit(self):
            transport.write(_BUSY)
            transport.close()
            return
        if self.ends is not None:
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                milliseconds = 1000 * _UNACKNOWLEDGED_SECONDS
                connection = transport.get_extra_info("socket")
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
            self.expect_request()
        self._http = self._make_http()
        self._http.connection_made(transport)

    @property
    def is_idle(self) -> bool:
        """Whether the connection waits for a request of its client."""
        return self._expects_request

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand on what the client sent. The deadline goes on until the request is complete."""
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        """Hand on that the client sends no more."""
        return self._http.eof_received()

    def pause_writing(self) -> None:
        """Start the deadline for reading, because the client does not read fast enough."""
        self._is_blocked = True
        self._update_deadlines()
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Stop the deadline for reading, because the client has read enough that more can be sent."""
        self._is_blocked = False
        self._update_deadlines()
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both deadlines, because the connection is closed."""
        self._connections.forget(self)
        self._expects_request = self._is_blocked = False
        self._update_deadlines()
        self.ends = None
        self._http.connection_lost(exc)

    def expect_request(self) -> None:
        """Start the deadline for the next request: the connection is new, or a response has been sent."""
        if self.ends is not None:  # otherwise the connection is closed
            self._expects_request = True
            self._request_deadline.stop()
            self._update_deadlines()

    def end_request(self) -> None:
        """Stop the deadline for a request, because it has arrived completely."""
        self._expects_request = False
        self._update_deadlines()

    def _update_deadlines(self) -> None:
        """Let the deadlines run that apply. A client that still reads a response need not send a request yet."""
        for deadline, applies in (
            (self._request_deadline, self._expects_request and not self._is_blocked),
            (self._read_deadline, self._is_blocked),
        ):
            deadline.start() if applies else deadline.stop()


class _Deadline:
    """A timer that aborts a connection after a given number of seconds unless it is stopped first."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer if it is not running."""
        if self._timer is None:
            # « abort », because « close » would wait for the client to read the response.
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._transport.abort)

    def stop(self) -> None:
        """Stop the timer if it is running."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
