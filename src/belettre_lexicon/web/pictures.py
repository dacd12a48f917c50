"""Draws pictures of word families, which takes Graphviz 200 ms and more: start reading at ``Pictures.draw``."""

from __future__ import annotations

import asyncio
import logging
import shutil
from functools import cache
from importlib.util import find_spec

from ..base.errors import BelettreError
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.picture import draw_families
from .slow_tasks import SlowTasks

#: The maximum number of words in a picture of families. Graphviz draws that number of words in about 200 ms.
MAX_PICTURED = 120
#: Seconds after which Graphviz is stopped.
_SECONDS = 5
#: The maximum number of pictures that are kept.
_MAX_KEPT = 64

_LOG = logging.getLogger(__name__)


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
        """Stop drawing. A picture that is being drawn is finished, or stopped after its time."""
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
