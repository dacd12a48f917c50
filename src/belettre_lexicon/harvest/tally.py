"""Counts the words of texts that the lexicon does not know, and tells words from names.

Start reading at ``Harvest``. Harvests of several texts are put together with ``merge``, so that texts may be read by
several processes. The words become lines in one of three ``FORMATS``; ``model`` asks a language model about them.
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

#: What a language model says of a place of a paragraph, given where it begins and ends: the lemma, and whether it is
#: part of a name.
Analysis = Callable[[int, int], tuple[str, bool]]
#: The largest number of words that a harvest holds: some hundred times what the lexicon lacks in a long novel.
MOST_WORDS = 500_000
#: A paragraph of so many words is in another language if so large a share of them is unknown, words with the capital of
#: a name apart. In five French manuals whose translators left English in place, that is true of some 95 % of the
#: English paragraphs (the lexicon knows « a », « or », « comment ») and of 2 % of the others.
_LEAST_WORDS, _FOREIGN_SHARE = 8, 0.25
#: The largest number of words of which a harvest remembers whether they are known.
_MOST_REMEMBERED = 1 << 17


@dataclass
class Finding:
    """A word of texts that the lexicon does not know.

    spelling  the word in lower case
    context   the first place where it is written, in one line
    written   the word as it is written there
    count     how often it is written
    small     how often it begins with a small letter
    capital   how often it begins with a capital where only names and acronyms do
    named     how often a language model takes it for a part of a name; None without a model
    lemmas    its lemmas in a language model, with their numbers; empty without a model
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
        """Whether it is a name: by the model, or, without one, a word that always has a capital, inside lines too."""
        if self.named is not None:
            return 2 * self.named > self.count
        return not self.small and self.capital > 0

    @property
    def lemma(self) -> str:
        """The lemma that the model gives most often; the word itself without a model, and for a name."""
        if self.is_name:
            return self.written
        if not self.lemmas:
            return self.spelling
        return max(self.lemmas, key=lambda lemma: (self.lemmas[lemma], lemma))

    def merge(self, other: Finding) -> None:
        """Add what another harvest has found of the same word."""
        self.count += other.count
        self.small += other.small
        self.capital += other.capital
        self.lemmas += other.lemmas
        if other.named is not None:
            self.named = (self.named or 0) + other.named


class Harvest:
    """The words of texts that a lexicon does not know: ``read`` texts, then ask for ``words`` or ``names``.

    found    the words and names, by their spellings
    foreign  the number of paragraphs that were left out, since they seem to be in another language

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
        """Harvest the words that *lexicon* does not know.

        min_letters    the smallest number of letters of a word
        analyse        takes a paragraph and returns what a language model says of it (``model``); None without a model
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
        """Leave the model behind: a harvest that comes from another process is merged, not continued."""
        return {**vars(self), "_analyse": None, "_known": {}}

    def read(self, chunks: Iterable[str]) -> None:
        """Add the words of a text, which comes in pieces of any size.

        Raises ArgumentError if the texts have more than MOST_WORDS words that the lexicon does not know.
        """
        for paragraph in paragraphs(chunks):
            self._read_paragraph(repaired(paragraph))

    def merge(self, other: Harvest) -> None:
        """Add what another harvest has found, in the order of the texts: the first context of a word is kept.

        Raises ArgumentError as ``read`` does.
        """
        self.foreign += other.foreign
        for spelling, finding in other.found.items():
            if spelling in self.found:
                self.found[spelling].merge(finding)
            else:
                self._add(spelling, finding)

    def words(self, at_least: int = 1) -> list[Finding]:
        """Return the words that are no names and stand there *at_least* so often, the most frequent first."""
        return self._sorted(at_least, names=False)

    def names(self, at_least: int = 1) -> list[Finding]:
        """Return the names that stand there *at_least* so often, the most frequent first."""
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
        """Return whether the lexicon knows a word, or the word is none that it could know."""
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


#: The columns of a table.
TABLE_HEAD = ("count", "word", "lemma", "near", "context")
#: The columns of a table of decisions (lexicons/overrides).
DECISIONS_HEAD = ("spelling", "verdict", "tags", "labels", "reason", "source")
#: What stands for a decision that nobody has taken. The build refuses it, so that no row is left undecided.
UNDECIDED = "?"
#: The largest number of near words of a word.
_MOST_NEAR = 3


class _Lemma(NamedTuple):
    spelling: str
    times: int
    context: str


def table_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of a table: tab-separated columns under a header line.

    The near words are words of the lexicon that differ by one edit; none are looked for after a name.
    """
    yield "\t".join(TABLE_HEAD)
    for one in found:
        near = [] if one.is_name else lexicon.suggest(one.spelling, _MOST_NEAR, deep=False)
        word = one.written if one.is_name else one.spelling
        yield "\t".join((str(one.count), word, one.lemma, ", ".join(near), one.context))


def house_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of a house list that accepts every word, with its number and its context as a note.

    A house list has one line for words of the same letters (W4), and MAX_LINES lines at most: the rest is left out.
    """
    house = HouseList()
    for lemma in _lemmas(found):
        if fold(lemma.spelling) not in house.spellings and len(house.spellings) < MAX_LINES:
            house.add(lemma.spelling, _note(lemma))
    yield from house.lines()


def decision_lines(found: Sequence[Finding], lexicon: Lexicon) -> Iterator[str]:
    """Yield rows for the tables of decisions under their header; verdict and tags are UNDECIDED."""
    yield "\t".join(DECISIONS_HEAD)
    for lemma in _lemmas(found):
        yield "\t".join((lemma.spelling, UNDECIDED, UNDECIDED, "-", f"{UNDECIDED} {_note(lemma)}", "R"))


#: The formats, by their names.
FORMATS: dict[str, Callable[[Sequence[Finding], Lexicon], Iterator[str]]] = {
    "tsv": table_lines,
    "house": house_lines,
    "decisions": decision_lines,
}


def _note(lemma: _Lemma) -> str:
    return f"{lemma.times} × : {lemma.context}"


def _lemmas(found: Sequence[Finding]) -> list[_Lemma]:
    """Return the lemmas of words with their numbers added up, the most frequent first."""
    lemmas: dict[str, _Lemma] = {}
    for one in found:
        before = lemmas.get(one.lemma, _Lemma(one.lemma, 0, one.context))
        lemmas[one.lemma] = before._replace(times=before.times + one.count)
    return sorted(lemmas.values(), key=lambda lemma: (-lemma.times, lemma.spelling))
