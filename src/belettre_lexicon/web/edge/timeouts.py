"""Floor 5. Deadlines for connections, as a uvicorn protocol class.

uvicorn closes connections that are idle between requests, and leaves other timeouts to a proxy. Without them, clients
that never finish a request or never read their answer would occupy the server for ever. ``DeadlineProtocol``
disconnects them. It also lets the operating system drop devices that have vanished without closing their connection.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds after which Linux drops a connection whose data is not acknowledged. Other systems use their own timeout.
_UNACKNOWLEDGED_SECONDS = 60


class DeadlineProtocol(H11Protocol):
    """An HTTP connection that is aborted if its client takes too long.

    request_seconds  for a request to arrive completely, counted from the connection or from the previous answer: enough
                     for 64 KB over a very slow Wi-Fi, and longer than uvicorn keeps idle connections
    read_seconds     that an answer may wait for the client to read it
    """

    request_seconds: float = 40
    read_seconds: float = 60

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._request_deadline = _Deadline(self, self.request_seconds)
        self._read_deadline = _Deadline(self, self.read_seconds)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start the deadline of the first request."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _UNACKNOWLEDGED_SECONDS)
        self._update_request_deadline()

    def data_received(self, data: bytes) -> None:
        """Stop the deadline once the request has arrived completely."""
        super().data_received(data)
        self._update_request_deadline()

    def on_response_complete(self) -> None:
        """Start the deadline of the next request."""
        self._request_deadline.stop()
        super().on_response_complete()
        self._update_request_deadline()

    def pause_writing(self) -> None:
        """Start the deadline for reading: the client does not read its answer."""
        super().pause_writing()
        self._read_deadline.start()

    def resume_writing(self) -> None:
        """Stop the deadline for reading: the client reads again."""
        super().resume_writing()
        self._read_deadline.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both deadlines."""
        super().connection_lost(exc)
        self._request_deadline.stop()
        self._read_deadline.stop()

    def _update_request_deadline(self) -> None:
        """Run the deadline exactly while the rest of a request is awaited."""
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request_deadline.start()
        else:
            self._request_deadline.stop()


class _Deadline:
    """A timer that aborts a connection some seconds after its start, unless it is stopped before."""

    def __init__(self, protocol: DeadlineProtocol, seconds: float) -> None:
        self._protocol = protocol
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer if it is not running."""
        if self._timer is None:
            # « abort », because « close » would wait for the client to read the answer.
            self._timer = self._protocol.loop.call_later(self._seconds, self._protocol.transport.abort)

    def stop(self) -> None:
        """Stop the timer if it is running."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
