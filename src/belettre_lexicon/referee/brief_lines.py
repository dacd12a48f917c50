"""Floor 4. One short line per judged word, for programs: « word TAB + » or « word TAB - TAB reason,reason ».

``belettre check --brief`` prints these lines, and the recipe for corpora writes them to files.
"""

from __future__ import annotations

from .sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..words.stream import StreamJudge


class BriefReporter:
    """Judges words and writes one short line for each.

    >>> from belettre_lexicon import Judge
    >>> reporter = BriefReporter(Judge(Lexicon.open()).sieve())
    >>> reporter.lines(["raclette", "portes"]), reporter.any_refused
    (['raclette\\t+', 'portes\\t-\\tplural,conjugated'], True)
    """

    __slots__ = ("_endings", "_stream_judge")

    def __init__(self, stream_judge: StreamJudge) -> None:
        self._stream_judge = stream_judge
        self._endings = _Endings({(): "\t+"})

    @property
    def any_refused(self) -> bool:
        """Whether at least one word so far was refused."""
        return len(self._endings) > 1

    def lines(self, words: list[str]) -> list[str]:
        """Return one line per word, in the same order; control characters in a word are escaped."""
        endings = map(self._endings.__getitem__, self._stream_judge.reasons_of(words))
        shown = words if "".join(words).isprintable() else map(printable, words)
        return list(map(str.__add__, shown, endings))


class _Endings(dict[tuple[str, ...], str]):
    """The part of a line after the word, by the reasons against it. A long text needs only a few hundred endings."""

    def __missing__(self, reasons: tuple[str, ...]) -> str:
        ending = self[reasons] = "\t-\t" + ",".join(reasons)
        return ending
