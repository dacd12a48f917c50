"""Writes one short line for each judged word, in a form that programs can read.

A line is « word TAB + » for a valid word and « word TAB - TAB reason,reason » for a refused one. The command
``belettre check --brief`` prints these lines, and the recipe for corpora writes them to files.
"""

from __future__ import annotations

from .sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..words.stream import StreamJudge


class BriefReporter:
    """Judges words and returns one short line for each of them.

    >>> from belettre_lexicon import Judge
    >>> reporter = BriefReporter(Judge(Lexicon.open()).stream())
    >>> reporter.lines(["raclette", "portes"]), reporter.any_refused
    (['raclette\\t+', 'portes\\t-\\tplural,conjugated'], True)
    """

    __slots__ = ("_endings", "_stream_judge")

    def __init__(self, stream_judge: StreamJudge) -> None:
        self._stream_judge = stream_judge
        self._endings = _Endings({(): "\t+"})

    @property
    def any_refused(self) -> bool:
        """Whether at least one of the words judged so far was refused."""
        return len(self._endings) > 1

    def lines(self, words: list[str]) -> list[str]:
        """Return one line for each word, in the order of the words. Unprintable characters in a word are escaped."""
        endings = map(self._endings.__getitem__, self._stream_judge.chunk_reasons(words))
        shown = words if "".join(words).isprintable() else map(printable, words)
        return list(map(str.__add__, shown, endings))


class _Endings(dict[tuple[str, ...], str]):
    """A cache of the text that follows the word on a line, keyed by the reasons for refusing the word.

    It is filled on first use. Even a long text needs only a few hundred entries.
    """

    def __missing__(self, reasons: tuple[str, ...]) -> str:
        ending = self[reasons] = "\t-\t" + ",".join(reasons)
        return ending
