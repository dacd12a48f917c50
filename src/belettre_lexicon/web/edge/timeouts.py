"""Floor 5. How long a connection may take: uvicorn's protocol with the deadlines that uvicorn leaves to a proxy.

uvicorn hangs up on who idles between two requests. Who never sends the whole of one, or never reads an answer, would
keep the connection for ever, and enough of those keep out everybody else. A device that went away without a word is no
different: the system is told to give it up.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds after which Linux gives up a device that acknowledges nothing; other systems have a patience of their own.
_GONE = 60


class PatientProtocol(H11Protocol):
    """A connection that is cut off when its client takes longer than it may.

    arrival  seconds until a request has come whole, from the connection or the answer before it on: 64 KB over the
             worst Wi-Fi, and longer than an idle connection is kept
    reading  seconds that an answer may wait because nobody reads it
    """

    arrival: float = 40
    reading: float = 60

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._arriving = _Deadline(self, self.arrival)
        self._unread = _Deadline(self, self.reading)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """A device has connected."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _GONE)
        self._watch_arrival()

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        self._watch_arrival()

    def on_response_complete(self) -> None:
        """A request was answered: the next has its own time."""
        self._arriving.stop()
        super().on_response_complete()
        self._watch_arrival()

    def pause_writing(self) -> None:
        """The device does not read its answer."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._unread.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        self._arriving.stop()
        self._unread.stop()

    def _watch_arrival(self) -> None:
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._arriving.start()
        else:
            self._arriving.stop()


class _Deadline:
    """Cuts a connection off so many seconds after its start, unless it is stopped before."""

    def __init__(self, protocol: PatientProtocol, seconds: float) -> None:
        self._protocol = protocol
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Let it run; one that runs already goes on."""
        if self._timer is None:
            # Not « close », which would wait for the answer to be read.
            self._timer = self._protocol.loop.call_later(self._seconds, self._protocol.transport.abort)

    def stop(self) -> None:
        """Let the connection be."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
