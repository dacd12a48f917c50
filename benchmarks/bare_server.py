"""The baseline for ``benchmarks.load``: a server of Litestar and uvicorn alone, without games and without a database.

A POST is parsed as JSON and answered with the next number of its path. The number is sent to all open streams of that
path.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from litestar import Litestar, get, post
from litestar.response import ServerSentEvent, ServerSentEventMessage

_numbers: dict[str, int] = defaultdict(int)
_streams: dict[str, set[asyncio.Event]] = defaultdict(set)


@get("/{code:str}")
async def stream(code: str) -> ServerSentEvent:
    """Stream the numbers of a path as server-sent events."""
    return ServerSentEvent(_events(code))


@post("/{code:str}", status_code=200)
async def enter(code: str, data: dict[str, Any]) -> dict[str, int]:
    """Answer the next number of a path, and notify its streams."""
    _numbers[code] += 1
    for changed in _streams[code]:
        changed.set()
    return {"number": _numbers[code]}


async def _events(code: str) -> AsyncIterator[ServerSentEventMessage]:
    changed = asyncio.Event()
    _streams[code].add(changed)
    try:
        while True:
            changed.clear()
            yield ServerSentEventMessage("{}", event="state", id=str(_numbers[code]))
            await changed.wait()
    finally:
        _streams[code].discard(changed)


class _Server(uvicorn.Server):
    """A server that prints its address once it listens."""

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]  # narrower than uvicorn's
        await super().startup(None)
        port = self.servers[0].sockets[0].getsockname()[1]
        print(f"http://127.0.0.1:{port}/", flush=True)


if __name__ == "__main__":
    app = Litestar([stream, enter], openapi_config=None)
    _Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning")).run()
