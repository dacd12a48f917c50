"""Counts the words of texts that the lexicon does not know, and separates words from names.

Start reading at ``Harvest``. Several processes may read texts; ``Harvest.merge`` combines their results. Functions in
``FORMATS`` turn the words into lines of a file. ``model`` optionally asks a language model for lemmas and names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..base.errors import ArgumentError
from ..french.letters import MAX_WORD, first_non_letter, fold, spelled
from ..lexicon.lexicon import Lexicon
from ..words.house_list import MAX_LINES, HouseList
from ..words.judge import Judge
from .cutting import context, cut, paragraphs, repaired

#: A function that a language model makes for one paragraph. It takes the start and end of a word in the paragraph, and
#: returns the lemma ("" if unknown) and whether the word is part of a name.
Analysis = Callable[[int, int], tuple[str, bool]]
#: The largest number of words that a harvest holds: some hundred times what the lexicon lacks in a long novel.
MOST_WORDS = 500_000
#: A paragraph with at least this many words counts as foreign if more than this share of its words is unknown and not
#: written like a name. In five French manuals whose translators left English in place, that is true of some 95 % of
#: the English paragraphs (the lexicon knows « a », « or », « comment ») and of 2 % of the others.
_LEAST_WORDS, _FOREIGN_SHARE = 8, 0.25
#: The largest number of words in the cache of known and unknown words of a harvest.
_MOST_REMEMBERED = 1 << 17


@dataclass
class Finding:
    """A word of texts that the lexicon does not know.

    spelling  the word in lower case (``letters.spelled``)
    context   one line of text around its first occurrence
    written   the word as written at its first occurrence
    count     the number of its occurrences
    small     the number of occurrences that begin with a small letter
    capital   the number of occurrences with a capital where only names and acronyms have one (``cutting.Case``)
    named     the number of occurrences that a language model takes for a part of a name; None without a model
    lemmas    lemma → the number of occurrences for which a language model returns it; empty without a model
    """

    spelling: str
    context: str
    written: str
    count: int = 0
    small: int = 0
    capital: int = 0
    named: int | None = None
    lemmas: Counter[str] = field(default_factory=Counter)

    @property
    def is_name(self) -> bool:
        """Whether the word is a name: the model says so for more than half of its occurrences.

        Without a model: it never begins with a small letter, and sometimes has a capital as only names and acronyms do.
        """
        if self.named is not None:
            return 2 * self.named > self.count
        return not self.small and self.capital > 0

    @property
    def lemma(self) -> str:
        """The lemma that the model returns most often; *written* for a name, *spelling* without a model."""
        if self.is_name:
            return self.written
        if not self.lemmas:
            return self.spelling
        return max(self.lemmas, key=lambda lemma: (self.lemmas[lemma], lemma))

    def merge(self, other: Finding) -> None:
        """Add the counts of *other*, a finding of the same word in other texts; context and *written* stay the same."""
        self.count += other.count
        self.small += other.small
        self.capital += other.capital
        self.lemmas += other.lemmas
        if other.named is not None:
            self.named = (self.named or 0) + other.named


class Harvest:
    """The words of texts that a lexicon does not know: call ``read`` for each text, then ``words`` or ``names``.

    found    spelling → the finding of a word or name
    foreign  the number of paragraphs that were left out because they seem to be in another language

    >>> harvest = Harvest(Lexicon.open())
    >>> harvest.read(["Le zorglubisme plaît à Zorglubax. ", "Il parle de zorglubisme."])
    >>> [(one.spelling, one.count) for one in harvest.words()], [one.written for one in harvest.names()]
    ([('zorglubisme', 2)], ['Zorglubax'])
    """

    def __init__(
        self,
        lexicon: Lexicon,
        min_letters: int = 5,
        analyse: Callable[[str], Analysis] | None = None,
        *,
        all_languages: bool = False,
    ) -> None:
        """Start without words; ``read`` adds the words that *lexicon* does not know.

        min_letters    the smallest number of letters, after folding, of the words to be found
        analyse        a function that takes a paragraph and returns its ``Analysis`` (``model.analyser``); None to work
                       without a language model
        all_languages  whether paragraphs that seem to be in another language are read too
        """
        self.found: dict[str, Finding] = {}
        self.foreign = 0
        self._all_languages = all_languages
        self._stream = Judge(lexicon).stream()
        self._min_letters = min_letters
        self._analyse = analyse
        self._known: dict[str, bool] = {}

    def __getstate__(self) -> dict[str, object]:
        """Return the state to pickle, without the model: a harvest sent to another process is only merged there."""
        return {**vars(self), "_analyse": None, "_known": {}}

    def read(self, chunks: Iterable[str]) -> None:
        """Add the unknown words of a text, given as pieces of any size.

        Raises ArgumentError if the harvest would have more than MOST_WORDS different words.
        """
        for paragraph in paragraphs(chunks):
            self._read_paragraph(repaired(paragraph))

    def merge(self, other: Harvest) -> None:
        """Add the findings of *other*, whose texts come later. A word found in both keeps the context that it has here.

        Raises ArgumentError as ``read`` does.
        """
        self.foreign += other.foreign
        for spelling, finding in other.found.items():
            if spelling in self.found:
                self.found[spelling].merge(finding)
            else:
                self._add(spelling, finding)

    def words(self, at_least: int = 1) -> list[Finding]:
        """Return the findings that are not names and occur *at_least* times or more, the most frequent first."""
        return self._sorted(at_least, names=False)

    def names(self, at_least: int = 1) -> list[Finding]:
        """Return the findings that are names and occur *at_least* times or more, the most frequent first."""
        return self._sorted(at_least, names=True)

    def _sorted(self, at_least: int, names: bool) -> list[Finding]:
        found = (one for one in self.found.values() if one.count >= at_least and one.is_name == names)
        return sorted(found, key=lambda one: (-one.count, one.spelling))

    def _add(self, spelling: str, finding: Finding) -> None:
        if len(self.found) >= MOST_WORDS:
            raise ArgumentError(
                f"more than {MOST_WORDS} words that the lexicon does not know: harvest fewer texts at once"
            )
        self.found[spelling] = finding

    def _is_known(self, word: str) -> bool:
        """Return whether the judge does not refuse a word as unknown; results are remembered."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            (reasons,) = self._stream.chunk_reasons([word])
            known = self._known[word] = "unknown" not in reasons
        return known

    def _read_paragraph(self, paragraph: str) -> None:
        words = list(cut(paragraph, self._is_known))
        unknown = [one for one in words if not self._is_known(one.text)]
        strange = sum(one.case != "capital" for one in unknown)
        if not self._all_languages and len(words) >= _LEAST_WORDS and strange > _FOREIGN_SHARE * len(words):
            self.foreign += 1
            return
        analysis: Analysis | None = None
        for text, start, end, case in unknown:
            if len(text) > MAX_WORD:
                continue
            key = fold(text)
            if len(key) < self._min_letters or first_non_letter(key):
                continue
            spelling = spelled(text)
            if spelling not in self.found:
                self._add(spelling, Finding(spelling, context(paragraph, start, end), text))
            finding = self.found[spelling]
            finding.count += 1
            finding.small += case == "small"
            finding.capital += case == "capital"
            if self._analyse is not None:
                analysis = analysis or self._analyse(paragraph)
                lemma, named = analysis(start, end)
                finding.lemmas[spelled(lemma) or spelling] += 1
                finding.named = (finding.named or 0) + named


#: The columns of the lines that ``table_lines`` yields.
TABLE_HEAD = ("count", "word", "lemma", "near", "context")
#: The columns of a table of decisions (lexicons/overrides).
DECISIONS_HEAD = ("spelling", "verdict", "tags", "labels", "reason", "source")
#: The placeholder for a decision that nobody has made yet. The build refuses it, so that no row stays undecided.
UNDECIDED = "?"
#: The largest number of near words of a word.
_MOST_NEAR = 3


class _Lemma(NamedTuple):
    spelling: str
    times: int
    context: str


def table_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield a table of findings: a header line (TABLE_HEAD), then one line per finding, with tab-separated columns.

    The column « near » lists at most three similar words of the lexicon (``Lexicon.suggest``); it is empty for a name.
    """
    yield "\t".join(TABLE_HEAD)
    for one in found:
        near = [] if one.is_name else lexicon.suggest(one.spelling, _MOST_NEAR, deep=False)
        word = one.written if one.is_name else one.spelling
        yield "\t".join((str(one.count), word, one.lemma, ", ".join(near), one.context))


def house_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of a house list that accepts the lemma of each finding, with its count and context as a note.

    A house list has one line for words with the same letters (W4) and at most MAX_LINES lines, so further lemmas are
    left out. *lexicon* is not used.
    """
    house = HouseList()
    for lemma in _lemmas(found):
        if fold(lemma.spelling) not in house.spellings and len(house.spellings) < MAX_LINES:
            house.add(lemma.spelling, _note(lemma))
    yield from house.lines()


def decision_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield a header (DECISIONS_HEAD) and a row per lemma for a table of decisions, from which the lexicon is built.

    A reviewer must replace "?" as the verdict, as the tags, and before the reason. *lexicon* is not used.
    """
    yield "\t".join(DECISIONS_HEAD)
    for lemma in _lemmas(found):
        yield "\t".join((lemma.spelling, UNDECIDED, UNDECIDED, "-", f"{UNDECIDED} {_note(lemma)}", "R"))


#: Format name → the function that yields the lines of a file in this format, given findings and the lexicon.
FORMATS: dict[str, Callable[[Sequence[Finding], Lexicon], Iterator[str]]] = {
    "tsv": table_lines,
    "house": house_lines,
    "decisions": decision_lines,
}


def _note(lemma: _Lemma) -> str:
    return f"{lemma.times} × : {lemma.context}"


def _lemmas(found: Sequence[Finding]) -> list[_Lemma]:
    """Return the lemmas of findings, each with the sum of their counts, the most frequent first."""
    lemmas: dict[str, _Lemma] = {}
    for one in found:
        before = lemmas.get(one.lemma, _Lemma(one.lemma, 0, one.context))
        lemmas[one.lemma] = before._replace(times=before.times + one.count)
    return sorted(lemmas.values(), key=lambda lemma: (-lemma.times, lemma.spelling))
