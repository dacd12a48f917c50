"""Floor 5. Deadlines for connections, as a uvicorn protocol class.

uvicorn closes connections that are idle between requests, and expects a proxy to enforce all other timeouts. Without a
proxy, clients that never finish a request or never read the response would occupy the server forever.
``DeadlineProtocol`` disconnects such clients. It also makes the operating system drop the connections of devices that
have vanished without closing them.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds after which Linux drops a connection if the client does not acknowledge the data sent to it. Other operating
#: systems use their own timeout.
_UNACKNOWLEDGED_SECONDS = 60


class DeadlineProtocol(H11Protocol):
    """An HTTP connection that is aborted if its client takes too long.

    request_seconds  the maximum time until a request has arrived completely, in seconds since the connection was opened
                     or the previous response was sent. It is enough for 64 KB over very slow Wi-Fi, and longer than
                     ``belettre serve`` keeps idle connections open
    read_seconds     the maximum time that sending may be blocked because the client does not read, in seconds
    """

    request_seconds: float = 40
    read_seconds: float = 60

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._request_deadline = _Deadline(self, self.request_seconds)
        self._read_deadline = _Deadline(self, self.read_seconds)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start the deadline for the first request, and set the timeout for unacknowledged data."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _UNACKNOWLEDGED_SECONDS)
        self._update_request_deadline()

    def data_received(self, data: bytes) -> None:
        """Process received data. Stop the request deadline if the request has now arrived completely."""
        super().data_received(data)
        self._update_request_deadline()

    def on_response_complete(self) -> None:
        """Finish the response, and restart the request deadline for the next request."""
        self._request_deadline.stop()
        super().on_response_complete()
        self._update_request_deadline()

    def pause_writing(self) -> None:
        """Start the read deadline. uvicorn stops sending because the client does not read fast enough."""
        super().pause_writing()
        self._read_deadline.start()

    def resume_writing(self) -> None:
        """Stop the read deadline. The client has read enough data that uvicorn can send more."""
        super().resume_writing()
        self._read_deadline.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both deadlines, because the connection is closed."""
        super().connection_lost(exc)
        self._request_deadline.stop()
        self._read_deadline.stop()

    def _update_request_deadline(self) -> None:
        """Start the request deadline if a request has not arrived completely yet; stop it if it has."""
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request_deadline.start()
        else:
            self._request_deadline.stop()


class _Deadline:
    """A timer that aborts a connection after a given number of seconds unless it is stopped first."""

    def __init__(self, protocol: DeadlineProtocol, seconds: float) -> None:
        self._protocol = protocol
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer if it is not running."""
        if self._timer is None:
            # « abort », because « close » would wait for the client to read the response.
            self._timer = self._protocol.loop.call_later(self._seconds, self._protocol.transport.abort)

    def stop(self) -> None:
        """Stop the timer if it is running."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
