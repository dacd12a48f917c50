"""Draws pictures of word families one at a time, apart from the threads that answer requests.

Graphviz takes 200 ms for a picture, and more if it is unlucky. If the pictures were drawn by the threads of the
requests, some dozens of them would keep everybody waiting. Start reading at ``Pictures.draw``.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.util import find_spec

from ..base.errors import BelettreError
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.picture import draw_families

#: The maximum number of words in a picture of families. Graphviz draws that number of words in about 200 ms.
MAX_PICTURED = 120
#: The maximum number of pictures that wait to be drawn, and seconds after which Graphviz is stopped.
_MAX_WAITING, _SECONDS = 24, 5
#: The maximum number of pictures that are kept.
_MAX_KEPT = 64

_LOG = logging.getLogger(__name__)


class BusyError(BelettreError):
    """Raised if too many pictures are waiting to be drawn."""


class Pictures:
    """Draws pictures of families. Its coroutines are called on the event loop only.

    lexicon  the lexicon of the families
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._thread = ThreadPoolExecutor(1, "picture")
        #: Pictures by word and language, those that are still being drawn included; the most recently used last.
        self._kept: OrderedDict[tuple[str, str], asyncio.Future[str]] = OrderedDict()
        self._waiting = 0

    async def draw(self, word: str, say: Catalogue) -> str:
        """Return a drawing of the families of a word as SVG text.

        Return "" if the word has no family, its families are too large, or Graphviz is missing or fails. Raises
        BusyError if too many pictures are waiting.
        """
        key = (word, say.language)
        if (drawing := self._kept.get(key)) is None:
            if self._waiting >= _MAX_WAITING:
                raise BusyError(f"{_MAX_WAITING} pictures wait to be drawn")
            self._waiting += 1
            drawing = asyncio.get_running_loop().run_in_executor(self._thread, self._draw, word, say)
            drawing.add_done_callback(partial(self._finish, key))
            self._kept[key] = drawing
            if len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return await asyncio.shield(drawing)  # others may wait for the same picture

    def close(self) -> None:
        """Stop drawing. A picture that is being drawn is finished, or stopped after its time."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _finish(self, key: tuple[str, str], drawing: asyncio.Future[str]) -> None:
        """Keep a picture that was drawn; forget one that was not, so that the next request tries again."""
        self._waiting -= 1
        if (drawing.cancelled() or drawing.exception() or not drawing.result()) and self._kept.get(key) is drawing:
            del self._kept[key]

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
