"""A lean HTTP/1.1 client for ``benchmarks.load``: thousands of connections in one process, on asyncio's protocols.

A general client costs several times more CPU time per event than the bytes themselves, on the cores that the servers
under test need. This one knows just what the load test meets: bodies by Content-Length or in chunks, plain or
compressed by gzip. Start reading at ``EventStream`` and ``RequestConnection``.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Callable

#: The id of a server-sent event, a number of entries.
_EVENT_ID = re.compile(rb"(?:^|\n)id: ?(\d+)")
#: zlib's parameter for a window of any size, with the header of gzip.
_GZIP = 31


class ResponseReader:
    r"""Reads one response, in pieces of any size.

    status    the HTTP status; 0 before the head has arrived
    complete  whether the whole body has arrived

    >>> reader = ResponseReader()
    >>> reader.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab"), reader.feed(b"c\r\n0\r\n\r\n")
    (b'ab', b'c')
    >>> reader.status, reader.complete
    (200, True)
    """

    def __init__(self) -> None:
        self.status = 0
        self.complete = False
        self._buffer = bytearray()
        self._chunked = False
        self._is_last_chunk = False
        #: Bytes of the body, or of the current chunk with its line break, that are still to come.
        self._left = 0
        self._inflater: zlib._Decompress | None = None

    def feed(self, data: bytes) -> bytes:
        """Read some bytes, and return the part of the body that they complete, uncompressed."""
        self._buffer += data
        if not self.status:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return b""
            self._read_head(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
        body = self._take_chunks() if self._chunked else self._take()
        return self._inflate(body) if self._inflater is not None and body else body

    def _read_head(self, head: bytes) -> None:
        first, *lines = head.split(b"\r\n")
        self.status = int(first.split()[1])
        parts = [line.lower().partition(b":") for line in lines]
        headers = {name.strip(): value.strip() for name, _, value in parts}
        self._chunked = headers.get(b"transfer-encoding") == b"chunked"
        self._left = 0 if self._chunked else int(headers.get(b"content-length", 0))
        if headers.get(b"content-encoding") == b"gzip":
            self._inflater = zlib.decompressobj(_GZIP)

    def _take(self) -> bytes:
        taken = bytes(self._buffer[: self._left])
        del self._buffer[: self._left]
        self._left -= len(taken)
        self.complete = not self._left
        return taken

    def _take_chunks(self) -> bytes:
        buffer, position = self._buffer, 0
        body = b""
        while position < len(buffer):
            if not self._left:
                end = buffer.find(b"\r\n", position)
                if end < 0:
                    break
                size = int(buffer[position:end].partition(b";")[0], 16)
                self._left, self._is_last_chunk = size + 2, not size
                position = end + 2
            taken = min(self._left, len(buffer) - position)
            body += buffer[position : position + min(taken, max(0, self._left - 2))]
            position += taken
            self._left -= taken
        del buffer[:position]
        self.complete = self._is_last_chunk and not self._left
        return body

    def _inflate(self, data: bytes) -> bytes:
        """Uncompress *data*. A server may compress each event on its own: then one end follows the other."""
        assert self._inflater is not None
        body = self._inflater.decompress(data)
        while self._inflater.eof and (rest := self._inflater.unused_data):
            self._inflater = zlib.decompressobj(_GZIP)
            body += self._inflater.decompress(rest)
        return body


class EventStream(asyncio.Protocol):
    """A connection that asks for a stream of server-sent events and reports the id of each event that is complete."""

    def __init__(self, request: bytes, on_event: Callable[[int], None], on_end: Callable[[str], None]) -> None:
        """*on_end* is called once, with the reason, if the stream is refused or ends before ``close``."""
        self._request = request
        self._on_event = on_event
        self._on_end = on_end
        self._reader = ResponseReader()
        self._text = b""
        self._transport: asyncio.Transport | None = None
        self._closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        body = self._reader.feed(data)
        if self._reader.status not in (0, 200):
            self._end(f"stream refused: status {self._reader.status}")
        elif body:
            *events, self._text = (self._text + body.replace(b"\r", b"")).split(b"\n\n")
            for event in events:
                if found := _EVENT_ID.search(event):
                    self._on_event(int(found[1]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(f"stream ended: {exc!r}" if exc else "stream ended by the server")

    def close(self) -> None:
        """Close the connection."""
        self._closed = True
        if self._transport is not None:
            self._transport.abort()

    def _end(self, reason: str) -> None:
        if not self._closed:
            self.close()
            self._on_end(reason)


class RequestConnection(asyncio.Protocol):
    """A connection that sends one request after the other, and keeps the connection between them."""

    def __init__(self) -> None:
        self._reader = ResponseReader()
        self._body = b""
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.last_used = 0.0

    @property
    def is_open(self) -> bool:
        """Whether another request can be sent."""
        return self._transport is not None and not self._transport.is_closing()

    async def request(self, request: bytes) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of the answer. Raises ConnectionError if none comes."""
        loop = asyncio.get_running_loop()
        if self._transport is None:
            raise ConnectionError("not connected")
        self._reader, self._body, self._answer = ResponseReader(), b"", loop.create_future()
        self._transport.write(request)
        try:
            return await self._answer
        finally:
            self.last_used = loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._body += self._reader.feed(data)
        if self._reader.complete and self._answer is not None and not self._answer.done():
            self._answer.set_result((self._reader.status, self._body))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()
