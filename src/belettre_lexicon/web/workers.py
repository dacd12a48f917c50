"""The threads in which requests are answered: one pool for words, another for games, which wait for the database.

A verdict takes a millisecond, but a database that is locked or frozen keeps a thread for ten seconds. In one pool, 20
tables whose entries wait for the database would keep a stranger's verdict waiting as well. Start reading at
``Workers.run``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from ..base.errors import BelettreError

T = TypeVar("T")

#: Seconds after which a thread counts as stuck, and for which a request waits for a thread.
PATIENCE = 1.0
#: Seconds after which a request is refused although its thread still runs. A statement times out after 10 seconds, but
#: PostgreSQL itself enforces that, so the thread of a statement that was sent before it froze waits until it goes on.
LONGEST = 12.0


class Workers:
    """A pool of threads that answer requests. Call its methods on the event loop only."""

    def __init__(self, name: str, threads: int, refusal: type[BelettreError]) -> None:
        """Make a pool.

        name     the name of the threads, which the message of *refusal* contains too
        threads  the number of threads
        refusal  the type of the error that is raised if no thread becomes free in time
        """
        self._name = name
        self._threads = threads
        self._refusal = refusal
        self._pool = ThreadPoolExecutor(threads, name)
        #: The number of tasks that run or wait for a thread.
        self._count = 0
        #: When each task that runs now began, in seconds of ``time.monotonic``.
        self._running: dict[object, float] = {}

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a function, which runs in a thread of the pool with the context of the caller.

        Raises *refusal* at once while all threads are stuck, after PATIENCE seconds if no thread has become free, and
        after LONGEST seconds if the function still runs: it then goes on, and its result is lost. Otherwise raises what
        the function raises.
        """
        if self._is_stuck():
            raise self._refused()
        context = copy_context()
        task = self._pool.submit(self._timed, lambda: context.run(function, *arguments))
        result = asyncio.wrap_future(task)
        self._count += 1
        result.add_done_callback(self._leave)
        if self._count > self._threads:
            await asyncio.wait([result], timeout=PATIENCE)
            if task.cancel():  # it has not begun
                raise self._refused()
        await asyncio.wait([result], timeout=LONGEST)
        if not result.done():
            raise self._refused()
        return result.result()

    def close(self) -> None:
        """Cancel all tasks that wait for a thread. Tasks that run are finished; this method does not wait for them."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _leave(self, result: asyncio.Future[Any]) -> None:
        self._count -= 1
        if not result.cancelled():
            result.exception()  # otherwise asyncio logs that nobody has asked for it, if the request was refused

    def _timed(self, run: Callable[[], T]) -> T:
        task = object()
        self._running[task] = time.monotonic()
        try:
            return run()
        finally:
            del self._running[task]

    def _is_stuck(self) -> bool:
        running = tuple(self._running.values())
        return len(running) >= self._threads and time.monotonic() - max(running) > PATIENCE

    def _refused(self) -> BelettreError:
        return self._refusal(
            f"{self._name}: no answer in time, {len(self._running)} of {self._threads} threads are busy"
        )
