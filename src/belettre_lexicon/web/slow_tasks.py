"""Slow tasks, made one at a time by a thread of their own, apart from the threads that answer requests.

A picture or an analysis may take a second. If the threads of the requests made them, some dozens of them would keep
everybody waiting. Start reading at ``SlowTasks.begin``.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from ..base.errors import BelettreError

T = TypeVar("T")

#: The maximum number of tasks of a kind that wait.
_MAX_WAITING = 24


class BusyError(BelettreError):
    """Raised if too many tasks are waiting, or if one takes too long. Later its result may be there."""


class SlowTasks(Generic[T]):
    """The tasks of one kind, with their results. Call its methods on the event loop only.

    name  the name of the thread
    kept  the maximum number of results that are kept
    """

    def __init__(self, name: str, kept: int) -> None:
        self._max_kept = kept
        self._thread = ThreadPoolExecutor(1, name)
        #: Results, those that are still being made included; the most recently used last.
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()
        self._waiting = 0

    def begin(self, key: Hashable, make: Callable[[], T], waiting: str) -> asyncio.Future[T]:
        """Return the result of a task, which may not be finished yet. The same key means the same result.

        *waiting* says what too many tasks do, such as "pictures wait to be drawn".

        A task that fails, or whose result is false, is forgotten, so that the next request tries again. The caller must
        not cancel the result: others may wait for it too. Raises BusyError if too many are waiting.
        """
        if (result := self._kept.get(key)) is None:
            if self._waiting >= _MAX_WAITING:
                raise BusyError(f"{_MAX_WAITING} {waiting}")
            self._waiting += 1
            result = asyncio.get_running_loop().run_in_executor(self._thread, make)
            result.add_done_callback(partial(self._finish, key))
            self._kept[key] = result
            if len(self._kept) > self._max_kept:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return result

    def close(self) -> None:
        """Stop. A task that is being done is finished."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _finish(self, key: Hashable, result: asyncio.Future[T]) -> None:
        """Forget a task that failed."""
        self._waiting -= 1
        if (result.cancelled() or result.exception() or not result.result()) and self._kept.get(key) is result:
            del self._kept[key]
