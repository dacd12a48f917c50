"""Streams of server-sent events: compression, slow devices, pings and ends, without a server."""

from __future__ import annotations

import asyncio
import zlib
from typing import Any

import pytest

from belettre_lexicon.web.asgi import Message
from belettre_lexicon.web.live.event_stream import CROWDED, EventStream, state_event

RETRY = "retry: 1500\n\n"


class Client:
    """The device at the other end of a stream: it reads unless ``reads`` is cleared."""

    def __init__(self, accept: str = "", method: str = "GET") -> None:
        headers = [(b"accept-encoding", accept.encode())] if accept else []
        self.scope: dict[str, Any] = {"type": "http", "method": method, "headers": headers}
        self.sent: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.gone = asyncio.Event()
        self.stream = EventStream()
        self._arrived = 0

    async def receive(self) -> Message:
        """Return the end of the request's body at first, then the end of the connection."""
        if self._arrived == 0:
            self._arrived = 1
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Take a message as soon as the device reads."""
        await self.reads.wait()
        self.sent.append(message)

    async def open(self) -> asyncio.Task[None]:
        """Begin to serve the stream."""
        task = asyncio.create_task(self.stream.serve(self.scope, self.receive, self.send))
        await settle()
        return task

    @property
    def headers(self) -> dict[bytes, bytes]:
        """The headers of the response."""
        return dict(self.sent[0]["headers"])

    @property
    def body(self) -> bytes:
        """All bytes of the body so far."""
        return b"".join(message["body"] for message in self.sent[1:])


async def settle() -> None:
    """Let all tasks run until they wait."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("accept", ["gzip", "br, GZIP;q=0.8", "deflate,gzip ; q=1"])
def test_every_compressed_event_can_be_read_when_it_arrives(accept: str) -> None:
    """The body is one gzip stream, whose bytes so far give all events so far; events are shared between streams."""

    async def follow() -> None:
        client, packed = Client(accept), zlib.decompressobj(16 + zlib.MAX_WBITS)
        task = await client.open()
        assert client.headers[b"content-encoding"] == b"gzip"
        assert packed.decompress(client.body) == RETRY.encode()
        read = len(client.body)
        for number in range(3):
            client.stream.push(state_event(number, b'{"html":"%b"}' % (b"<p>Volont\xc3\xa9</p>" * 50)))
            await settle()
            text = packed.decompress(client.body[read:]).decode()
            read = len(client.body)
            assert text.startswith(f"event: state\nid: {number}\ndata: {{")
            assert text.endswith("\n\n")
        client.gone.set()
        await task

    asyncio.run(follow())


@pytest.mark.parametrize("accept", ["", "br", "gzip;q=0", "identity, gzip; q=0.0"])
def test_a_device_that_does_not_accept_gzip_gets_text(accept: str) -> None:
    """The events are plain text, and the response says that it depends on what is accepted."""

    async def follow() -> bytes:
        client = Client(accept)
        task = await client.open()
        client.stream.push(state_event(7, b"{}"))
        await settle()
        client.gone.set()
        await task
        assert b"content-encoding" not in client.headers
        assert client.headers[b"vary"] == b"Accept-Encoding"
        return client.body

    assert asyncio.run(follow()) == f"{RETRY}event: state\nid: 7\ndata: {{}}\n\n".encode()


def test_a_slow_device_is_sent_the_newest_state_alone() -> None:
    """States that were replaced meanwhile are never sent, nor older ones that arrive late, and pushing never waits."""

    async def follow() -> bytes:
        client = Client()
        task = await client.open()
        client.reads.clear()
        for number in (1, 2, 3, 9, 8, 9):
            client.stream.push(state_event(number, b"{}"))
            client.stream.ping()
            await settle()
        client.reads.set()
        await settle()
        client.gone.set()
        await task
        return client.body

    body = asyncio.run(follow())

    assert [line for line in body.decode().split("\n") if line.startswith(("id", ":"))] == ["id: 1", "id: 9"]


def test_a_silent_stream_is_one_task() -> None:
    """Nothing but the task of the request waits, and it ends when the device disconnects."""

    async def follow() -> tuple[int, int]:
        before = len(asyncio.all_tasks())
        client = Client()
        task = await client.open()
        client.stream.push(state_event(1, b"{}"))
        client.stream.ping()
        await settle()
        silent = len(asyncio.all_tasks()) - before
        client.gone.set()
        await task
        return silent, len(asyncio.all_tasks()) - before

    assert asyncio.run(follow()) == (1, 0)


def test_a_ping_is_a_comment() -> None:
    """Browsers ignore it."""

    async def follow() -> bytes:
        client = Client()
        task = await client.open()
        client.stream.ping()
        await settle()
        client.gone.set()
        await task
        return client.body

    assert asyncio.run(follow()) == f"{RETRY}: ping\n\n".encode()


@pytest.mark.parametrize("early", [True, False])
def test_a_displaced_stream_says_why_it_ends(early: bool) -> None:
    """The last event is « crowded », also if the stream is ended before it has begun; the request's task goes on."""

    async def follow() -> tuple[bytes, bool, int]:
        client = Client()
        if early:
            client.stream.end(CROWDED)
            client.stream.end()
            task = await client.open()
        else:
            task = await client.open()
            client.stream.end(CROWDED)
            client.stream.end()
        await asyncio.wait_for(task, 10)
        return client.body, client.sent[-1]["more_body"], task.cancelling()

    assert asyncio.run(follow()) == (f"{RETRY}event: crowded\ndata: {{}}\n\n".encode(), False, 0)


def test_a_device_that_does_not_read_does_not_keep_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that is ended waits a moment for its device, and then ends without it."""
    monkeypatch.setattr("belettre_lexicon.web.live.event_stream._LAST_SECONDS", 0.01)

    async def follow() -> int:
        client = Client()
        task = await client.open()
        client.reads.clear()
        client.stream.push(state_event(1, b"{}"))
        await settle()
        client.stream.end(CROWDED)
        await asyncio.wait_for(task, 10)
        await settle()
        return len(asyncio.all_tasks())

    assert asyncio.run(follow()) == 1


def test_a_cancelled_request_is_cancelled() -> None:
    """A cancellation that does not come from « end » reaches whoever handles the request."""

    async def follow() -> None:
        client = Client()
        task = await client.open()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(follow())


def test_head_has_no_body() -> None:
    """A request for the headers alone is answered at once."""

    async def ask() -> list[Message]:
        client = Client(method="HEAD")
        await asyncio.wait_for(await client.open(), 10)
        return client.sent

    start, end = asyncio.run(ask())

    assert start["status"] == 200
    assert (end["body"], end["more_body"]) == (b"", False)
