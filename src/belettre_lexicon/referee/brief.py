"""Floor 4. Verdicts as short lines for machines: « word TAB + », « word TAB - TAB reason,reason »."""

from __future__ import annotations

from .sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..words.stream import StreamJudge


class Brief:
    """Writes short lines; ``refused`` tells whether any word so far was refused.

    >>> from belettre_lexicon import Judge
    >>> brief = Brief(Judge(Lexicon.open()).stream())
    >>> brief.lines(["raclette", "portes"]), brief.refused
    (['raclette\\t+', 'portes\\t-\\tplural,conjugated'], True)
    """

    __slots__ = ("_endings", "_stream")

    def __init__(self, stream: StreamJudge) -> None:
        self._stream = stream
        self._endings = _Endings({(): "\t+"})

    @property
    def refused(self) -> bool:
        """Whether some word was refused."""
        return len(self._endings) > 1

    def lines(self, words: list[str]) -> list[str]:
        """A line for each word; what should not reach a terminal as it is, is escaped."""
        endings = map(self._endings.__getitem__, self._stream.chunk_reasons(words))
        shown = words if "".join(words).isprintable() else map(printable, words)
        return list(map(str.__add__, shown, endings))


class _Endings(dict[tuple[str, ...], str]):
    """What comes after the word, by its reasons; a text has a few hundred different ones."""

    def __missing__(self, reasons: tuple[str, ...]) -> str:
        found = self[reasons] = "\t-\t" + ",".join(reasons)
        return found
