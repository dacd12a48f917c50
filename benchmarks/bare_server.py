"""The baseline for ``benchmarks.load``: a server of Starlette and uvicorn alone, without games and without a database.

A POST is parsed as JSON and answered with the next number of its path. The number is sent to all open streams of that
path.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

import uvicorn
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

_numbers: dict[str, int] = defaultdict(int)
_streams: dict[str, set[asyncio.Event]] = defaultdict(set)


async def stream(request: Request) -> Response:
    """Stream the numbers of a path as server-sent events."""
    return EventSourceResponse(_events(request.path_params["code"]))


async def post(request: Request) -> Response:
    """Answer the next number of a path, and notify its streams."""
    await request.json()
    code = request.path_params["code"]
    _numbers[code] += 1
    for changed in _streams[code]:
        changed.set()
    return JSONResponse({"number": _numbers[code]})


async def _events(code: str) -> AsyncIterator[ServerSentEvent]:
    changed = asyncio.Event()
    _streams[code].add(changed)
    try:
        while True:
            changed.clear()
            yield ServerSentEvent("{}", event="state", id=str(_numbers[code]))
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
    app = Starlette(routes=[Route("/{code}", stream, methods=["GET"]), Route("/{code}", post, methods=["POST"])])
    _Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning")).run()
