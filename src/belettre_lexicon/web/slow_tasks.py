"""Slow tasks, run one at a time in a separate thread, apart from the threads that answer requests.

A picture or an analysis may take a second. If they were made in the threads of the requests, some dozens of them would
delay all other requests. Start reading at ``SlowTasks.begin``; ``Pictures.draw`` draws word families, which takes
Graphviz 200 ms and more.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.util import find_spec
from typing import Generic, TypeVar

from ..base.errors import BelettreError
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.picture import draw_families

T = TypeVar("T")

#: The maximum number of tasks of a kind that wait.
_MAX_WAITING = 24
#: The maximum number of words in a picture of families. Graphviz draws that number of words in about 200 ms.
MAX_PICTURED = 120
#: Seconds after which Graphviz is stopped.
_SECONDS = 5
#: The maximum number of pictures that are kept.
_MAX_KEPT = 64

_LOG = logging.getLogger(__name__)


class BusyError(BelettreError):
    """Raised if too many tasks are waiting, or if a task takes too long. A later request may find its result."""


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
        """Return the future result of a task, and start the task unless its result is kept or being made.

        key      identifies the result; calls with the same key share it
        make     the function that returns the result
        waiting  the end of the message if too many tasks are waiting, such as "pictures wait to be drawn"

        The result of a task is not kept if the task fails or if the result is false, so that the next request tries
        again. Do not cancel the future: other callers may wait for it too. Raises BusyError if too many are waiting.
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
        """Cancel all tasks that are waiting. A task that is running is finished; this method does not wait for it."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _finish(self, key: Hashable, result: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if (result.cancelled() or result.exception() or not result.result()) and self._kept.get(key) is result:
            del self._kept[key]


class Pictures:
    """Draws pictures of families. Its coroutines are called on the event loop only.

    lexicon  the lexicon of the families
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._tasks: SlowTasks[str] = SlowTasks("picture", _MAX_KEPT)

    async def draw(self, word: str, say: Catalogue) -> str:
        """Return a drawing of the families of a word as SVG text.

        Return "" if the word has no family, its families are too large, or Graphviz is missing or fails. Raises
        BusyError if too many pictures are waiting.
        """
        drawing = self._tasks.begin((word, say.language), lambda: self._draw(word, say), "pictures wait to be drawn")
        return await asyncio.shield(drawing)  # others may wait for the same picture

    def close(self) -> None:
        """Stop drawing. A picture that is being drawn is still finished, unless it takes more than 5 seconds."""
        self._tasks.close()

    def _draw(self, word: str, say: Catalogue) -> str:
        families = self._lexicon.family(word)
        if not families or sum(map(len, families)) > MAX_PICTURED or not has_graphviz():
            return ""
        try:
            return draw_families(families, word, say, seconds=_SECONDS)
        except BelettreError as error:
            _LOG.warning("%s", error)
            return ""


@cache
def has_graphviz() -> bool:
    """Return whether Graphviz is installed: its program and its Python package. The result is cached."""
    return shutil.which("dot") is not None and find_spec("graphviz") is not None
