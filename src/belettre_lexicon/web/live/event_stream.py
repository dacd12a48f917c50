"""Server-sent events: an ASGI response that sends one device the newest state, and never an outdated one.

An ``Event`` is encoded and compressed once, for all devices that are sent it. That is possible because its compressed
bytes are deflate blocks that refer to nothing before them and end at a byte boundary (Z_SYNC_FLUSH): the blocks of all
events, one after the other behind a gzip header, are a valid gzip stream, and a browser can decode each event as soon
as it arrives. A stream therefore needs no compressor of its own, whose window would take more memory than everything
else that a stream holds. Such a stream has no end: it is cut off, as streams are, and browsers reconnect.

A silent stream is one waiting task, the one that handles the request. A second task exists only while something is
being sent. Start reading at ``EventStream.serve``.
"""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress
from typing import Any, NamedTuple

from ..asgi import Receive, Scope, Send, accepts_gzip

#: Milliseconds that a browser waits before it reconnects after a lost connection.
RETRY_MILLISECONDS = 1500
#: Seconds in which the last event of a stream that the server ends must be sent.
_LAST_SECONDS = 1.0
#: The compression level. Level 4 compresses a state of 16 KB to 2.9 KB in a third of the time of level 6 (2.7 KB).
_LEVEL = 4
#: The header of a gzip stream without a file name or a time.
_GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Event(NamedTuple):
    """An event as it is sent.

    version  the version of the game in the state that the event contains; -1 if it contains no state
    plain    the bytes for devices that do not accept gzip
    packed   the bytes for devices that accept gzip: deflate blocks that can follow any others
    """

    version: int
    plain: bytes
    packed: bytes


def make_event(text: bytes, version: int = -1) -> Event:
    """Return the event with the given lines, which must end with an empty line. *version* is as in ``Event``."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Event(version, text, packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))


def state_event(version: int, data: bytes) -> Event:
    """Return the event « state » for a version of a game. *data* is the state as JSON without line breaks."""
    return make_event(b"event: state\nid: %d\ndata: %b\n\n" % (version, data), version)


_RETRY = make_event(b"retry: %d\n\n" % RETRY_MILLISECONDS)
#: A comment, which browsers ignore. It shows proxies, and the operating system, that the connection is in use.
_PING = make_event(b": ping\n\n")
#: The last event of a stream that had to make room for another device. Its page asks for the state instead.
CROWDED = make_event(b"event: crowded\ndata: {}\n\n")
#: The last event of a stream of a device that has lost its seat, or the right to change the game.
MOVED = make_event(b"event: moved\ndata: {}\n\n")


class EventStream:
    """The stream of events to one device. Use it from the event loop only.

    version  the version of the game in the newest state that was sent or is about to be sent; -1 if there is none
    sent_at  the time of the event loop at which something was last sent
    """

    __slots__ = ("_ended", "_gzip", "_last", "_next", "_send", "_sender", "_task", "sent_at", "version")

    def __init__(self) -> None:
        self.version = -1
        self.sent_at = 0.0
        self._gzip = False
        #: The event to send next. A newer state takes its place, so that a slow device is only sent the newest.
        self._next: Event | None = None
        #: The function that sends a message; None before the response has started and after it has ended.
        self._send: Send | None = None
        #: The task that is sending; None if nothing is being sent.
        self._sender: asyncio.Task[None] | None = None
        #: The task that handles the request.
        self._task: asyncio.Task[Any] | None = None
        self._ended = False
        self._last: Event | None = None

    def push(self, event: Event) -> None:
        """Send a state, unless the device has been sent this state or a newer one. Does not wait for the device."""
        if event.version > self.version:
            self.version = event.version
            self._next = event
            self._start_sending()

    def ping(self) -> None:
        """Send a comment, which keeps the connection open, unless something is being sent."""
        if self._next is None and self._sender is None:
            self._next = _PING
            self._start_sending()

    def end(self, last: Event | None = None) -> None:
        """End the stream, after sending the event *last* if it is given. Has no effect on an ended stream."""
        if self._ended:
            return
        self._ended, self._last = True, last
        if self._task is not None:
            self._task.cancel()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with the stream, until the device disconnects or ``end`` is called."""
        self._gzip = accepts_gzip(scope)
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"vary", b"Accept-Encoding"),
            (b"x-accel-buffering", b"no"),  # proxies that know this header send each event at once
        ]
        if self._gzip:
            headers.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        start = _GZIP_HEADER + _RETRY.packed if self._gzip else _RETRY.plain
        await send({"type": "http.response.body", "body": start, "more_body": True})
        self._task = asyncio.current_task()
        self._send = send
        self._start_sending()
        try:
            while not self._ended:
                self._ended = (await receive())["type"] == "http.disconnect"
                if self._ended:
                    return
        except asyncio.CancelledError:
            if not self._ended:
                raise
            if self._task is not None:
                self._task.uncancel()  # this cancellation was meant for « receive » alone
        finally:
            self._task = self._send = None
            if self._sender is not None:
                self._sender.cancel()
        last = self._last
        body = b"" if last is None else last.packed if self._gzip else last.plain
        with suppress(TimeoutError):  # a device that does not read is not waited for; its connection is then closed
            async with asyncio.timeout(_LAST_SECONDS):
                await send({"type": "http.response.body", "body": body, "more_body": False})

    def _start_sending(self) -> None:
        if self._send is not None and self._sender is None and self._next is not None:
            self._sender = asyncio.create_task(self._send_all(self._send))

    async def _send_all(self, send: Send) -> None:
        """Send the next event, and those that take its place meanwhile."""
        try:
            while (event := self._next) is not None:
                self._next = None
                body = event.packed if self._gzip else event.plain
                await send({"type": "http.response.body", "body": body, "more_body": True})
                self.sent_at = asyncio.get_running_loop().time()
        finally:
            self._sender = None
