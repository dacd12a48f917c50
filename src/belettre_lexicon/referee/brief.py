"""Floor 4. Verdicts as short lines for machines: « word TAB + », « word TAB - TAB reason,reason »."""

from __future__ import annotations

from .sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..words.batch import Sieve


class Brief:
    """Writes short lines; ``refused`` tells whether any word so far was refused.

    >>> from belettre_lexicon import Judge
    >>> brief = Brief(Judge(Lexicon.open()).sieve())
    >>> brief.lines(["raclette", "portes"]), brief.refused
    (['raclette\\t+', 'portes\\t-\\tplural,conjugated'], True)
    """

    __slots__ = ("_endings", "_sieve")

    def __init__(self, sieve: Sieve) -> None:
        self._sieve = sieve
        self._endings: dict[tuple[str, ...], str] = {(): "\t+"}

    @property
    def refused(self) -> bool:
        """Whether some word was refused."""
        return len(self._endings) > 1

    def lines(self, words: list[str]) -> list[str]:
        """A line for each word; what should not reach a terminal as it is, is escaped."""
        reasons = self._sieve.reasons_of(words)
        for each in set(reasons):
            self._endings.setdefault(each, "\t-\t" + ",".join(each))
        shown = words if "".join(words).isprintable() else map(printable, words)
        endings = self._endings
        return [word + endings[each] for word, each in zip(shown, reasons, strict=True)]
